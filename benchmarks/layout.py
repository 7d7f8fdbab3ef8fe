"""Numbers and tables as Markdown."""

from collections.abc import Sequence
from math import floor, log10


def number(value: float) -> str:
    """Three significant digits, without an exponent."""
    if value >= 100:
        return f"{value:,.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return f"{value:.3g}" if value >= 1e-4 or value <= 0 else f"{value:.{2 - floor(log10(value))}f}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lay out a Markdown table that can be read as it is, numbers to the right."""
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]

    def line(cells: Sequence[str]) -> str:
        first, *others = zip(cells, widths, strict=True)
        aligned = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        return f"| {' | '.join(aligned)} |"

    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join([line(heads), f"| {' | '.join(rule)} |", *map(line, rows)])
