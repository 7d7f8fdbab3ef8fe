"""The 13 x 13 grid of classes of hands, as text of at most 80 columns."""

from collections.abc import Sequence

import click

from oddchip.evaluator import RANKS


def print_grid(cells: Sequence[str], *, headings: bool) -> None:
    """Print 169 short cells row by row, the ace first; with the ranks beside and above them if asked."""
    width = max(map(len, cells)) + 1
    if headings:
        click.echo("  " + "".join(rank.rjust(width) for rank in reversed(RANKS)))
    for place, rank in enumerate(reversed(RANKS)):
        row = "".join(cell.rjust(width) for cell in cells[13 * place : 13 * place + 13])
        click.echo(f"{rank} {row}" if headings else row)
