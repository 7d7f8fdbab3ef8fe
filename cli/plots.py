"""Pictures as png, svg or pdf files: ranges, heat maps, next cards, equity graphs, matrices.

A `save_...` function writes the figure that the function beside it draws. Matplotlib is an extra, imported
only when something is drawn.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from oddchip.cli import plot_style as style
from oddchip.cli.grid import SUIT_SYMBOLS, SUITS, WEIGHT_SHADES
from oddchip.equity.combos import CLASSES
from oddchip.evaluator import RANKS, OddchipError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FilePath = str | os.PathLike[str]
Curve = tuple[str, Sequence[float], Sequence[float]]
"""Its name; parts of the range, best first, 0..1; and the equity of what stands up to each of them."""

FORMATS = ("png", "svg", "pdf")
MOST_WRITTEN = 20
"""Rows and columns of a matrix whose values are written into its cells."""

EQUITY_COLOURS = "viridis"
CHANGE_COLOURS = "PuOr_r"
"""Purple for a loss, orange for a gain, as in the terminal."""

PERCENT_TICKS = [(tenth / 10, f"{10 * tenth}%") for tenth in range(0, 11, 2)]


class PlotError(OddchipError, ValueError):
    """A picture that cannot be drawn or written."""


def check_plot(path: FilePath) -> None:
    """Raise `PlotError` if it is clear before a calculation that its picture cannot be written."""
    _format_of(path)
    _need_matplotlib()
    folder = Path(path).parent
    if not folder.is_dir():
        raise PlotError(f"cannot write {str(path)!r}: there is no folder {str(folder)!r}")


def save_grid(path: FilePath, title: str, weights: Sequence[float], note: str = "") -> None:
    """Write the grid of a range: the weight of each of the 169 classes, 0..1, in the order of `CLASSES`."""
    save_figure(path, title, lambda: grid_figure(title, weights, note))


def save_heat_map(
    path: FilePath, title: str, values: Sequence[float | None], label: str = "equity", note: str = ""
) -> None:
    """Write a value, 0..1, of each of the 169 classes; None for a class that is not held."""
    save_figure(path, title, lambda: heat_map_figure(title, values, label, note))


def save_next_cards(
    path: FilePath, title: str, now: float, equities: Mapping[str, float], note: str = ""
) -> None:
    """Write what each card that may come next, such as `Ah`, makes of the equity there is now."""
    save_figure(path, title, lambda: next_cards_figure(title, now, equities, note))


def save_curves(path: FilePath, title: str, curves: Sequence[Curve], note: str = "") -> None:
    """Write an equity graph: how equity is spread over each range, from its best combo to its worst."""
    save_figure(path, title, lambda: curves_figure(title, curves, note))


def save_matrix(
    path: FilePath,
    title: str,
    row_names: Sequence[str],
    column_names: Sequence[str],
    rows: Sequence[Sequence[float | None]],
    label: str = "equity",
) -> None:
    """Write values, 0..1 or None, of rows against columns; as numbers, too, if they are at most 20 by 20."""
    save_figure(path, title, lambda: matrix_figure(title, row_names, column_names, rows, label))


def grid_figure(title: str, weights: Sequence[float], note: str = "") -> "Figure":
    """Draw the grid of a range."""
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Patch

    shades = [[part / 255 for part in shade] for shade in WEIGHT_SHADES]
    colours = LinearSegmentedColormap.from_list("weights", shades)
    legend_height = 0.35
    figure, base = style.page(title, note, 13 * style.CELL + legend_height)
    axes = class_grid(figure, base + legend_height)
    for place, (name, weight) in enumerate(zip(CLASSES, weights, strict=True)):
        row, column = divmod(place, 13)
        colour = colours(weight)
        style.fill_cell(axes, row, column, colour if weight > 0 else style.BLANK)
        if 0 < weight < 1:
            ink = style.ink_on(colour)
            style.write(axes, column + 0.5, row + 0.32, name, ink)
            style.write(axes, column + 0.5, row + 0.71, _weight_text(weight), ink, size=style.SMALL_SIZE)
        else:
            ink = style.ink_on(colour) if weight else style.PALE_INK
            style.write(axes, column + 0.5, row + 0.5, name, ink, is_bold=weight > 0)
    kinds = ((colours(1.0), "held"), (colours(0.4), "held in part, percent"), (style.BLANK, "not held"))
    figure.legend(
        handles=[Patch(facecolor=colour, edgecolor=style.PALE_INK, label=kind) for colour, kind in kinds],
        loc="lower left",
        bbox_to_anchor=(style.MARGIN / style.WIDTH, base / figure.get_figheight()),
        ncols=3,
        fontsize=style.TEXT_SIZE,
        frameon=False,
        borderaxespad=0,
        borderpad=0,
        handlelength=1.2,
        handleheight=1.2,
    )
    return figure


def heat_map_figure(
    title: str, values: Sequence[float | None], label: str = "equity", note: str = ""
) -> "Figure":
    """Draw a value of each class, on the same colours in every picture."""
    from matplotlib import colormaps

    colours = colormaps[EQUITY_COLOURS]
    figure, base = style.page(title, note, 13 * style.CELL + style.BAR_HEIGHT)
    axes = class_grid(figure, base + style.BAR_HEIGHT)
    for place, (name, value) in enumerate(zip(CLASSES, values, strict=True)):
        row, column = divmod(place, 13)
        if value is None:
            style.hatch_cell(axes, row, column)
            style.write(axes, column + 0.5, row + 0.5, name, style.PALE_INK, size=style.SMALL_SIZE)
            continue
        ink = style.ink_on(colours(value))
        style.fill_cell(axes, row, column, colours(value))
        style.write(axes, column + 0.5, row + 0.31, name, ink, size=style.SMALL_SIZE)
        style.write(axes, column + 0.5, row + 0.7, f"{100 * value:.1f}", ink, is_bold=True)
    style.colour_bar(figure, base, colours, f"{label} in percent", PERCENT_TICKS)
    return figure


def next_cards_figure(title: str, now: float, equities: Mapping[str, float], note: str = "") -> "Figure":
    """Draw the equity after each next card, and how it changes; what cannot come is blank."""
    from matplotlib import colormaps

    colours = colormaps[CHANGE_COLOURS]
    widest = max((abs(equity - now) for equity in equities.values()), default=0.0) or 0.01
    left, heading, height = style.MARGIN + 0.3, 0.3, 13 * 0.42
    figure, base = style.page(title, note, heading + height + style.BAR_HEIGHT)
    size = (style.WIDTH - style.MARGIN - left, height)
    axes = style.cells_at(figure, left, base + style.BAR_HEIGHT, size, 13, 4)
    axes.set_xticks([0.5, 1.5, 2.5, 3.5], labels=[f"{SUIT_SYMBOLS[suit]} {suit}" for suit in SUITS])
    axes.set_yticks([row + 0.5 for row in range(13)], labels=list(reversed(RANKS)))
    for tick in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        tick.set(size=style.TITLE_SIZE, weight="bold")
    for row, rank in enumerate(reversed(RANKS)):
        for column, suit in enumerate(SUITS):
            if (equity := equities.get(rank + suit)) is None:
                style.hatch_cell(axes, row, column)
                continue
            colour = colours(0.5 + (equity - now) / (2 * widest))
            style.fill_cell(axes, row, column, colour)
            ink = style.ink_on(colour)
            style.write(axes, column + 0.32, row + 0.5, f"{100 * equity:.1f}%", ink, is_bold=True, size=11)
            style.write(axes, column + 0.76, row + 0.5, _change_text(equity - now), ink)
    label = f"change in percentage points; equity now {100 * now:.1f}%"
    ticks = [(0.5 + part / 2, _change_text(part * widest)) for part in (-1.0, 0.0, 1.0)]
    style.colour_bar(figure, base, colours, label, ticks)
    return figure


def curves_figure(title: str, curves: Sequence[Curve], note: str = "") -> "Figure":
    """Draw the equity of each range's combos, best first, as steps from 0 to the whole range."""
    from matplotlib.ticker import PercentFormatter

    sample, gap = 0.65, 0.2
    name_width = style.INNER_WIDTH - sample
    names = [style.wrapped(name, style.TEXT_SIZE, name_width) for name, _, _ in curves]
    widest = max((style.text_width(name, style.TEXT_SIZE) for name in names), default=0.0)
    columns = max(1, int(style.INNER_WIDTH / (widest + sample + gap))) if "\n" not in "".join(names) else 1
    legend_rows = ceil(len(names) / columns)
    legend_lines = sum(name.count("\n") for name in names) + legend_rows
    legend_height = legend_lines * style.LINE_HEIGHT * style.TEXT_SIZE / style.POINTS + 0.05 * legend_rows
    left, labels, height = style.MARGIN + 0.6, 0.55, 4.4
    figure, base = style.page(title, note, height + labels + legend_height)
    bottom = base + labels + legend_height
    axes = style.axes_at(figure, left, bottom, style.WIDTH - left - 1.5 * style.MARGIN, height)
    for number, (_, xs, ys) in enumerate(curves):
        axes.plot(
            [0.0, *xs, 1.0],
            [ys[0], *ys, ys[-1]],
            drawstyle="steps-pre",
            color=style.CURVE_COLOURS[number % len(style.CURVE_COLOURS)],
            linestyle=style.CURVE_DASHES[number % len(style.CURVE_DASHES)],
            linewidth=2.2,
        )
    axes.set_xlim(0, 1)
    axes.set_ylim(-0.02, 1.02)
    for axis, label in ((axes.xaxis, "part of the range, best combos first"), (axes.yaxis, "equity")):
        axis.set_ticks([tenth / 10 for tenth in range(0, 11, 2)])
        axis.set_ticks([tenth / 10 for tenth in range(1, 11, 2)], minor=True)
        axis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axis.set_label_text(label, size=style.TEXT_SIZE, color=style.INK)
    axes.tick_params(which="both", labelsize=style.TEXT_SIZE, labelcolor=style.INK)
    axes.grid(which="both", color=style.BLANK_LINES, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    legend = figure.legend(
        axes.lines,
        [str(number) for number in range(len(names))],
        loc="lower left",
        bbox_to_anchor=(style.MARGIN / style.WIDTH, base / figure.get_figheight()),
        ncols=columns,
        fontsize=style.TEXT_SIZE,
        frameon=False,
        borderaxespad=0,
        borderpad=0,
        handlelength=3.6,
        labelspacing=0.35,
    )
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set(text=name, parse_math=False)  # set here: a legend leaves out names that begin with "_"
    return figure


def matrix_figure(
    title: str,
    row_names: Sequence[str],
    column_names: Sequence[str],
    rows: Sequence[Sequence[float | None]],
    label: str = "equity",
) -> "Figure":
    """Draw rows against columns, as many of their names as there is room for; blank where nothing is."""
    from matplotlib import colormaps
    from numpy import array, isnan, ma

    longest, roomy, size = 1.7, 0.9, style.SMALL_SIZE
    row_lines = 2 if max(len(row_names), len(column_names)) <= 10 else 1
    row_texts = style.all_fitted(row_names, size, longest, row_lines)
    names_width = max(style.text_width(text, size) for text in row_texts) + 0.1
    left = style.MARGIN + names_width
    width = style.WIDTH - style.MARGIN - left
    cell_width = width / len(column_names)
    cell_height = min(max(cell_width, 0.26), 0.5, width / len(row_names))
    if cell_width > roomy:
        column_texts = style.all_fitted(column_names, size, cell_width - 0.1, 3)
    else:
        column_texts = style.all_fitted(column_names, size, longest)
    widest_column = max(style.text_width(text, size) for text in column_texts)
    is_upright = cell_width <= roomy and widest_column > cell_width - 0.08
    lines_height = max(style.lines_height(text, size) for text in column_texts)
    names_height = (widest_column if is_upright else lines_height) + 0.1
    height = cell_height * len(row_names)
    figure, base = style.page(title, "", names_height + height + style.BAR_HEIGHT)
    axes = style.cells_at(
        figure, left, base + style.BAR_HEIGHT, (width, height), len(row_names), len(column_names)
    )
    _name_ticks(axes, row_texts, column_texts, cell_height, cell_width, is_upright=is_upright)
    colours = colormaps[EQUITY_COLOURS]
    if max(len(row_names), len(column_names)) > MOST_WRITTEN:
        axes.set_facecolor(style.BLANK)
        values_drawn = array(rows, dtype=float)  # None becomes NaN, which is masked
        axes.imshow(
            ma.masked_where(isnan(values_drawn), values_drawn),
            cmap=colours,
            vmin=0,
            vmax=1,
            aspect="auto",
            interpolation="nearest",
            extent=(0, len(column_names), len(row_names), 0),
        )
    else:
        digits = 1 if cell_width > 0.46 else 0
        for row, values in enumerate(rows):
            for column, value in enumerate(values):
                if value is None:
                    style.hatch_cell(axes, row, column)
                    continue
                style.fill_cell(axes, row, column, colours(value))
                text, ink = f"{100 * value:.{digits}f}", style.ink_on(colours(value))
                style.write(axes, column + 0.5, row + 0.5, text, ink, size=size)
    style.colour_bar(figure, base, colours, f"{label} in percent", PERCENT_TICKS)
    return figure


def class_grid(figure: "Figure", bottom: float) -> "Axes":
    """Return the axes of a 13 x 13 grid that begins so high."""
    return style.cells_at(figure, style.MARGIN, bottom, (13 * style.CELL, 13 * style.CELL), 13, 13)


def _name_ticks(
    axes: "Axes",
    row_texts: Sequence[str],
    column_texts: Sequence[str],
    cell_height: float,
    cell_width: float,
    *,
    is_upright: bool,
) -> None:
    """Write the names of rows and columns, leaving out some where they would lie on each other."""
    line = style.LINE_HEIGHT * style.SMALL_SIZE / style.POINTS
    row_step = ceil(line / cell_height)
    column_step = ceil(line / cell_width) if is_upright else 1
    axes.set_yticks([row + 0.5 for row in range(0, len(row_texts), row_step)], labels=row_texts[::row_step])
    axes.set_xticks(
        [column + 0.5 for column in range(0, len(column_texts), column_step)],
        labels=column_texts[::column_step],
        rotation=90 if is_upright else 0,
    )
    axes.tick_params(labelsize=style.SMALL_SIZE)
    for tick in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        tick.set_parse_math(False)


def _weight_text(weight: float) -> str:
    """Return a weight between 0 and 1 so that it is neither of them.

    >>> _weight_text(0.5), _weight_text(0.001), _weight_text(0.999)
    ('50%', '<1%', '>99%')
    """
    text = f"{weight:.0%}"
    return {"0%": "<1%", "100%": ">99%"}.get(text, text)


def _change_text(change: float) -> str:
    """Return a change in percentage points with its sign, none if it is nothing.

    >>> _change_text(0.0512), _change_text(-0.2), _change_text(-0.0001)
    ('+5.1', '−20.0', '0.0')
    """
    text = f"{abs(change) * 100:.1f}"
    return text if text == "0.0" else ("+" if change > 0 else "−") + text


def _format_of(path: FilePath) -> str:
    file_format = Path(path).suffix.lower().removeprefix(".")
    if file_format not in FORMATS:
        raise PlotError(f"cannot plot to {str(path)!r} (png, svg and pdf can be written)")
    return file_format


def _need_matplotlib() -> None:
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise PlotError("pictures need matplotlib: pip install 'oddchip[plot]'") from error


def save_figure(path: FilePath, title: str, draw: "Callable[[], Figure]") -> None:
    """Draw a picture and write it; a file that is there is only replaced by a whole one."""
    check_plot(path)
    with style.drawing_style():
        content = style.image_bytes(draw(), _format_of(path), title)
    try:
        write_whole(Path(path).resolve(), content)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PlotError(f"cannot write {str(path)!r}: {reason}") from error


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside and put it in place when it is complete."""
    beside = path.with_name(f".oddchip-{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            file.write(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
