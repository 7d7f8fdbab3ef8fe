"""The 13 x 13 grid of classes of hands and the 13 x 4 grid of cards, shaded on a terminal."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from oddchip.cli.plot_style import ink_on
from oddchip.cli.tables import console
from oddchip.evaluator import RANKS

if TYPE_CHECKING:
    from rich.style import Style

Shade = tuple[int, int, int]

EQUITY_SHADES: tuple[Shade, ...] = (
    (68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37),
)  # fmt: skip
"""Viridis, which is told apart with all kinds of colour blindness."""

CHANGE_SHADES: tuple[Shade, ...] = (
    (84, 39, 136), (153, 142, 195), (240, 240, 240), (241, 163, 64), (179, 88, 6),
)  # fmt: skip
"""Purple for a loss, orange for a gain."""

WEIGHT_SHADES: tuple[Shade, ...] = ((222, 235, 247), (33, 102, 172))
SUITS = "shdc"
SUIT_SYMBOLS = dict(zip(SUITS, "♠♥♦♣", strict=True))


def print_class_grid(
    cells: Sequence[str],
    shades: Sequence[float | None],
    scale: Sequence[Shade] = WEIGHT_SHADES,
    *,
    headings: bool,
) -> None:
    """Print 169 short cells row by row, the ace first; with the ranks beside and above them if asked.

    shades: where each cell stands on the scale, 0..1, or None for one without a background.
    """
    from rich.text import Text

    screen = console()
    width = max(map(len, cells)) + 1
    if headings:
        screen.print(Text("  " + "".join(rank.rjust(width) for rank in reversed(RANKS)), style="bold"))
    for place, rank in enumerate(reversed(RANKS)):
        line = Text(f"{rank} ", style="bold") if headings else Text()
        for cell, shade in zip(_row(cells, place), _row(shades, place), strict=True):
            line.append(cell.rjust(width), style="" if shade is None else shade_style(shade, scale))
        screen.print(line, soft_wrap=True)


def print_card_grid(values: Mapping[str, str], shades: Mapping[str, float]) -> None:
    """Print a short value for each card, a row for each rank and a column for each suit.

    Cards that are missing in `values` are blank; shades stand on the scale of changes, 0.5 being none.
    """
    from rich.text import Text

    screen = console()
    width = max(map(len, values.values()), default=0) + 2
    screen.print(Text("  " + "".join(SUIT_SYMBOLS[suit].rjust(width) for suit in SUITS), style="bold"))
    for rank in reversed(RANKS):
        line = Text(f"{rank} ", style="bold")
        for suit in SUITS:
            card = rank + suit
            style = shade_style(shades[card], CHANGE_SHADES) if card in values else ""
            line.append(values.get(card, "").rjust(width), style=style)
        screen.print(line, soft_wrap=True)


def shade_style(part: float, scale: Sequence[Shade]) -> "Style":
    """Return a background between the shades of a scale, and black or white on it, whichever reads better."""
    from rich.color import Color
    from rich.style import Style

    place = min(max(part, 0.0), 1.0) * (len(scale) - 1)
    index = min(int(place), len(scale) - 2)
    rest = place - index
    red, green, blue = (
        round(low + rest * (high - low)) for low, high in zip(scale[index], scale[index + 1], strict=True)
    )
    # Not the terminal's own black and white: those are greys in many, above all in bold.
    ink = ink_on((red / 255, green / 255, blue / 255, 1.0))
    return Style(color=ink, bgcolor=Color.from_rgb(red, green, blue))


def _row(cells: Sequence, place: int) -> Sequence:  # type: ignore[type-arg]
    return cells[13 * place : 13 * place + 13]
