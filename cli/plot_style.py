"""How pictures look: one width and font for all, wrapped titles, colours told apart by everybody.

Lengths are inches, sizes of fonts points. Matplotlib is used through its objects only: no window, no pyplot.
"""

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from oddchip.cli.names import shortened_within, told_apart

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

Colour = tuple[float, float, float, float]

WIDTH, DPI = 7.2, 150
"""1080 pixels, which a phone shows without loss; fonts keep their size on paper."""

MARGIN = 0.2
INNER_WIDTH = WIDTH - 2 * MARGIN
CELL = INNER_WIDTH / 13
TITLE_SIZE, TEXT_SIZE, SMALL_SIZE = 13, 10, 9
LINE_HEIGHT = 1.2
POINTS = 72
"""Of an inch."""

BAR_HEIGHT = 0.72
"""Of a colour bar with its numbers and its label."""

INK, PALE_INK, PAPER = "#111111", "#5f5f5f", "#ffffff"
BLANK, BLANK_LINES = "#f4f4f4", "#dcdcdc"

CURVE_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
"""Okabe and Ito's, without their yellow, which white paper swallows."""

CURVE_DASHES: tuple[str | tuple[int, tuple[float, ...]], ...] = (
    "solid", (0, (5, 1.5)), (0, (1, 1)), (0, (6, 1.5, 1, 1.5)), (0, (3, 1, 1, 1, 1, 1)),
)  # fmt: skip
"""Five, so that seven colours and they give 35 different lines."""


@contextmanager
def drawing_style() -> Iterator[None]:
    """Draw as Matplotlib does by default, whatever a `matplotlibrc` says, and put all settings back."""
    import matplotlib.style

    # Names in an SVG come from the salt: without one they are random.
    ours = {"svg.hashsalt": "oddchip", "svg.fonttype": "none"}
    with matplotlib.style.context(["default", ours]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # a box stands where the font has no character
        yield


def image_bytes(figure: "Figure", file_format: str, title: str) -> bytes:
    """Return the picture as a file of a format, `png`, `svg` or `pdf`: the same bytes each time."""
    metadata = {
        "png": {"Title": title, "Software": "oddchip"},
        "svg": {"Title": title, "Creator": "oddchip", "Date": None},
        "pdf": {"Title": title, "Creator": "oddchip", "Producer": None, "CreationDate": None},
    }[file_format]
    file = io.BytesIO()
    figure.savefig(file, format=file_format, dpi=DPI, metadata=metadata)
    return file.getvalue()


def page(title: str, note: str, body_height: float) -> tuple["Figure", float]:
    """Return a picture with a title above and a note below, and where the body between them begins.

    Its height follows from that of the body and from the lines that the texts need.
    """
    from matplotlib.figure import Figure

    title = wrapped(title, TITLE_SIZE, INNER_WIDTH, is_bold=True)
    note = wrapped(note, SMALL_SIZE, INNER_WIDTH)
    base = lines_height(note, SMALL_SIZE) + (1.5 if note else 1.0) * MARGIN
    height = base + body_height + lines_height(title, TITLE_SIZE) + 1.5 * MARGIN
    figure = Figure(figsize=(WIDTH, height), dpi=DPI, facecolor="white")
    figure.suptitle(
        title,
        x=MARGIN / WIDTH,
        y=1 - MARGIN / height,
        ha="left",
        va="top",
        size=TITLE_SIZE,
        weight="bold",
        color=INK,
        parse_math=False,
    )
    if note:
        figure.text(
            MARGIN / WIDTH,
            MARGIN / height,
            note,
            size=SMALL_SIZE,
            va="bottom",
            color=PALE_INK,
            parse_math=False,
        )
    return figure, base


def axes_at(figure: "Figure", left: float, bottom: float, width: float, height: float) -> "Axes":
    """Return axes at a place in inches from the lower left corner."""
    whole = figure.get_figheight()
    return figure.add_axes((left / WIDTH, bottom / whole, width / WIDTH, height / whole))


def cells_at(
    figure: "Figure", left: float, bottom: float, size: tuple[float, float], rows: int, columns: int
) -> "Axes":
    """Return axes for rows and columns of cells of 1 by 1, the first row at the top, without a frame."""
    axes = axes_at(figure, left, bottom, *size)
    axes.set_xlim(0, columns)
    axes.set_ylim(rows, 0)
    axes.tick_params(length=0, labelsize=TEXT_SIZE, labelcolor=INK, labeltop=True, labelbottom=False)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    return axes


def fill_cell(axes: "Axes", row: int, column: int, colour: "Colour | str") -> None:
    """Fill a cell with a colour."""
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle((column, row), 1, 1, facecolor=colour, edgecolor="white", linewidth=0.8))


def hatch_cell(axes: "Axes", row: int, column: int) -> None:
    """Draw a cell that holds nothing."""
    from matplotlib.collections import LineCollection

    fill_cell(axes, row, column, BLANK)
    # Lines of our own: some viewers fill with black what an SVG hatches by a pattern.
    ends = [(0.0, step, step, 0.0) for step in (0.25, 0.5, 0.75, 1.0)]
    ends += [(1 - step, 1.0, 1.0, 1 - step) for step in (0.25, 0.5, 0.75)]
    lines = [((column + x, row + y), (column + to_x, row + to_y)) for x, y, to_x, to_y in ends]
    axes.add_collection(LineCollection(lines, colors=BLANK_LINES, linewidths=0.8, zorder=1))


def write(
    axes: "Axes",
    x: float,
    y: float,
    text: str,
    colour: str,
    *,
    size: float = TEXT_SIZE,
    is_bold: bool = False,
) -> None:
    """Write a text around a point of the axes."""
    axes.text(
        x,
        y,
        text,
        size=size,
        color=colour,
        weight="bold" if is_bold else "normal",
        ha="center",
        va="center_baseline",
        parse_math=False,
    )


def colour_bar(
    figure: "Figure", bottom: float, colours: "Colormap", label: str, ticks: Sequence[tuple[float, str]]
) -> None:
    """Draw a bar of the colours over the whole width: its label, and numbers at places of 0..1."""
    from matplotlib.cm import ScalarMappable

    axes = axes_at(figure, MARGIN, bottom + BAR_HEIGHT - 0.28, INNER_WIDTH, 0.16)
    bar = figure.colorbar(ScalarMappable(cmap=colours), cax=axes, orientation="horizontal")
    bar.set_ticks([place for place, _ in ticks], labels=[text for _, text in ticks])
    first, *_, last = axes.get_xticklabels()
    first.set_horizontalalignment("left")
    last.set_horizontalalignment("right")
    axes.tick_params(labelsize=SMALL_SIZE, labelcolor=INK, length=3)
    bar.set_label(label, size=TEXT_SIZE, color=INK, parse_math=False)
    bar.outline.set_visible(False)


def ink_on(colour: Colour) -> str:
    """Return black or white, whichever stands out more from a colour.

    >>> ink_on((1, 1, 0, 1)), ink_on((0, 0, 1, 1))
    ('#111111', '#ffffff')
    """
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    # Contrast with black and with white is equal at this luminance (WCAG 2).
    return INK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else PAPER


def text_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """Return how wide the widest line of a text is."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight="bold" if is_bold else "normal")
    widths = (
        text_to_path.get_text_width_height_descent(line, font, ismath=False)[0] for line in text.splitlines()
    )
    return max(widths, default=0.0) / POINTS


def lines_height(text: str, size: float) -> float:
    """Return how high the lines of a text are, nothing for none."""
    return len(text.splitlines()) * LINE_HEIGHT * size / POINTS


def wrapped(text: str, size: float, width: float, *, is_bold: bool = False) -> str:
    """Break a text into lines of a width: at blanks, after commas, and within a word that is wider."""

    def is_too_wide(line: str) -> bool:
        return text_width(line, size, is_bold=is_bold) > width

    lines = []
    for paragraph in text.splitlines():
        line = ""
        for word in re.findall(r"\s+|[^\s,;]*[,;]+|[^\s,;]+", paragraph):
            for piece in word if is_too_wide(word) else [word]:
                if line and is_too_wide((line + piece).rstrip()):
                    lines.append(line.rstrip())
                    line = ""
                line += piece if line else piece.lstrip()
        lines.append(line.rstrip())
    return "\n".join(lines)


def fitted(text: str, size: float, width: float, lines: int = 1) -> str:
    """Break a text into at most so many lines of a width, with an ellipsis where something is missing."""
    *whole, last = wrapped(text, size, width).split("\n", lines - 1)
    last = last.replace("\n", " ")
    if text_width(last, size) > width:
        while last and text_width(f"{last}…", size) > width:
            last = last[:-1]
        last = f"{last.rstrip(' ,')}…"
    return "\n".join([*whole, last])


def fitted_within(text: str, size: float, width: float) -> str:
    """Return a text of one line of a width, with an ellipsis in its middle where something is missing."""
    length = len(text)
    while length > 3 and text_width(shortened_within(text, length), size) > width:
        length -= 1
    return shortened_within(text, length)


def all_fitted(texts: Sequence[str], size: float, width: float, lines: int = 1) -> list[str]:
    """Return texts as `fitted` does, but so that they can be told apart."""
    return told_apart(
        texts, lambda text: fitted(text, size, width, lines), lambda text: fitted_within(text, size, width)
    )
