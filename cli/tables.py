"""Tables, bars and numbers on stdout: aligned and coloured on a terminal, plain text elsewhere."""

import csv
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

BAR_WIDTH = 20
EIGHTHS = " ▏▎▍▌▋▊▉█"
PLAYER_STYLES = ("cyan", "yellow", "magenta", "green", "blue", "red")
"""Of bars and curves, by player, over again from the seventh on."""


def percent(probability: float, digits: int = 2) -> str:
    """Return a probability as a percentage.

    >>> percent(0.46214), percent(0.46214, 0)
    ('46.21%', '46%')
    """
    return f"{probability:.{digits}%}"


def error_percent(std_error: float, digits: int = 2) -> str:
    """Return a standard error as a percentage, with two more decimals where the others would say nothing.

    >>> error_percent(0.0005), error_percent(0.00002)
    ('± 0.05%', '± 0.0020%')
    """
    return f"± {std_error:.{digits if std_error >= 10 ** -(digits + 2) else digits + 2}%}"


def bar(part: float, width: int = BAR_WIDTH) -> str:
    """Return a bar of blocks for a part of 1.

    >>> bar(0.5, 4), bar(0.28125, 4)
    ('██  ', '█▏  ')
    """
    eighths = round(8 * width * min(max(part, 0.0), 1.0))
    blocks = "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()
    return blocks.ljust(width)


def player_style(player: int) -> str:
    """Return the colour of a player, counted from 1."""
    return PLAYER_STYLES[(player - 1) % len(PLAYER_STYLES)]


def console() -> "Console":
    """Return the console of stdout: as wide as the terminal, and without a margin elsewhere."""
    from rich.console import Console

    made = Console(highlight=False, markup=False, emoji=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = 10_000
    return made


def print_table(columns: Sequence[tuple[str, str]], rows: Iterable[Sequence["str | Text"]]) -> None:
    """Print rows under headings; columns are (heading, "left" or "right"). Long texts are folded."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False)
    for heading, side in columns:
        is_right = side == "right"
        table.add_column(heading, justify="right" if is_right else "left", overflow="fold", no_wrap=is_right)
    for row in rows:
        table.add_row(*row)
    console().print(table)


def print_table_after_blank(
    columns: Sequence[tuple[str, str]], rows: Iterable[Sequence["str | Text"]]
) -> None:
    """Print a table after an empty line."""
    console().print()
    print_table(columns, rows)


def print_csv(rows: Iterable[Sequence[object]]) -> None:
    """Print rows as CSV; floats in full precision."""
    csv.writer(sys.stdout, lineterminator="\n").writerows(rows)
