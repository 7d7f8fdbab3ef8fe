"""Tables, bars and numbers on stdout: aligned and coloured on a terminal, plain text elsewhere."""

import csv
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

BAR_WIDTH = 20
GAP = 3
"""Blanks between the columns of a table."""
NARROWEST = 16
"""To which a column of texts is narrowed if it is wider."""
EIGHTHS = " ▏▎▍▌▋▊▉█"
_PIECES = re.compile(r"[^ ,]*[ ,]+|[^ ,]+")
PLAYER_STYLES = ("cyan", "yellow", "magenta", "green", "blue", "red")
"""Of bars and curves, by player, over again from the seventh on."""


def percent(probability: float, digits: int = 2) -> str:
    """Return a probability as a percentage.

    >>> percent(0.46214), percent(0.46214, 0)
    ('46.21%', '46%')
    """
    return f"{probability:.{digits}%}"


def error_digits(std_errors: Iterable[float], digits: int = 2) -> int:
    """Return the decimals for standard errors in percent: two more if one of them would be no number then.

    >>> error_digits([0.0005, 0.0012]), error_digits([0.0005, 0.00002]), error_digits([0.0005, 0.0])
    (2, 4, 2)
    """
    return digits if all(error == 0 or error >= 10 ** -(digits + 2) for error in std_errors) else digits + 2


def error_percent(std_error: float, digits: int = 2) -> str:
    """Return a standard error as a percentage, with two more decimals where the others would say nothing.

    >>> error_percent(0.0005), error_percent(0.00002)
    ('± 0.05%', '± 0.0020%')
    """
    return f"± {percent(std_error, error_digits([std_error], digits))}"


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
    """Print rows under headings; columns are (heading, "left" or "right").

    Where the terminal is too narrow, headings and what stands on the left are broken at commas and blanks;
    numbers are never cut, even if lines become longer than the terminal.
    """
    from rich.table import Table

    cells = list(rows)
    screen = console()
    widths = _column_widths(columns, cells, screen.width)
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False)
    for (heading, side), width in zip(columns, widths, strict=True):
        is_right = side == "right"
        table.add_column(
            broken(heading, width),
            justify="right" if is_right else "left",
            overflow="fold",
            no_wrap=is_right,
        )
    for row in cells:
        table.add_row(
            *[
                broken(cell, width) if side == "left" and isinstance(cell, str) else cell
                for cell, width, (_, side) in zip(row, widths, columns, strict=True)
            ]
        )
    screen.width = max(screen.width, sum(widths) + GAP * (len(widths) - 1))
    screen.print(table)


def broken(text: str, width: int) -> str:
    """Return a text in lines of a width, broken after commas and blanks; what has neither is longer.

    >>> broken("22+,A2s+,KTs+", 10)
    '22+,A2s+,\\nKTs+'
    """
    if len(text) <= width:
        return text
    lines = [""]
    for piece in _PIECES.findall(text):
        if lines[-1] and len((lines[-1] + piece).rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def _column_widths(
    columns: Sequence[tuple[str, str]], rows: Sequence[Sequence["str | Text"]], room: int
) -> list[int]:
    """The width of each column: the widest are narrowed, as far as they can be broken, until all fit."""
    widths, least = [], []
    for place, (heading, side) in enumerate(columns):
        cells = [row[place] for row in rows]
        widths.append(max(map(len, (heading, *cells))))
        breakable = [heading, *(cell for cell in cells if side == "left" and isinstance(cell, str))]
        whole = [cell for cell in cells if side == "right" or not isinstance(cell, str)]
        pieces = [piece.rstrip() for text in breakable for piece in _PIECES.findall(text)]
        narrow = min(widths[-1], NARROWEST) if side == "left" else 0
        least.append(max(narrow, *map(len, (*pieces, *whole))))
    while sum(widths) + GAP * (len(widths) - 1) > room:
        places = [place for place, width in enumerate(widths) if width > least[place]]
        if not places:
            break
        widths[max(places, key=widths.__getitem__)] -= 1
    return widths


def print_table_after_blank(
    columns: Sequence[tuple[str, str]], rows: Iterable[Sequence["str | Text"]]
) -> None:
    """Print a table after an empty line."""
    console().print()
    print_table(columns, rows)


def print_csv(rows: Iterable[Sequence[object]]) -> None:
    """Print rows as CSV; floats in full precision."""
    csv.writer(sys.stdout, lineterminator="\n").writerows(rows)
