"""Tables and numbers on stdout: aligned, bold headings on a terminal, plain text elsewhere."""

import csv
import sys
from collections.abc import Iterable, Sequence


def percent(probability: float) -> str:
    """Return a probability as a percentage with two decimals."""
    return f"{probability:.2%}"


def error_percent(std_error: float) -> str:
    """Return a standard error as a percentage, with four decimals where two would say nothing.

    >>> error_percent(0.0005), error_percent(0.00002)
    ('± 0.05%', '± 0.0020%')
    """
    return f"± {std_error:.2%}" if std_error >= 1e-4 else f"± {std_error:.4%}"


def print_table(columns: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under headings; columns are (heading, "left" or "right"). Long texts are folded."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False)
    for heading, side in columns:
        table.add_column(heading, justify="right" if side == "right" else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = 10_000  # files have no margin
    console.print(table)


def print_csv(rows: Iterable[Sequence[object]]) -> None:
    """Print rows as CSV; floats in full precision."""
    csv.writer(sys.stdout, lineterminator="\n").writerows(rows)
