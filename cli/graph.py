"""Equity graphs in the terminal: how a range's equity is spread over its combos, best first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from oddchip.cli.tables import broken, console, player_style

if TYPE_CHECKING:
    from oddchip.equity import EquityCurve

COLUMNS, ROWS = 60, 15
MARKS = "123456789X"


def print_curves(curves: "Sequence[tuple[str, EquityCurve]]") -> None:
    """Draw the equity of each player's combos, from the best on the left to the worst on the right.

    Where curves lie on each other, the mark of the later player stands.
    """
    from rich.text import Text

    screen = console()
    cells = [[(" ", "")] * COLUMNS for _ in range(ROWS)]
    for number, (_, curve) in enumerate(curves, start=1):
        mark = MARKS[(number - 1) % len(MARKS)]
        shares = [(column + 0.5) / COLUMNS for column in range(COLUMNS)]
        for column, equity in enumerate(curve.at(shares).tolist()):
            cells[round((1 - equity) * (ROWS - 1))][column] = (mark, player_style(number))
    screen.print("equity of the combos of each range, best first", style="bold")
    for row, line in enumerate(cells):
        label = f"{100 * (1 - row / (ROWS - 1)):3.0f}%" if row % 7 == 0 else "    "
        text = Text(f"{label} │")
        for mark, style in line:
            text.append(mark, style=style)
        screen.print(text, soft_wrap=True)
    screen.print(f"     └{'─' * COLUMNS}")
    screen.print(f"      0%{'part of the range'.center(COLUMNS - 6)}100%")
    for number, (name, _) in enumerate(curves, start=1):
        lines = broken(name, screen.width - 3).replace("\n", "\n   ")
        screen.print(f"{MARKS[(number - 1) % len(MARKS)]}  {lines}", style=player_style(number))
