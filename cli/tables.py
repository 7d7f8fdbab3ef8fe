"""Tables on stdout: aligned, bold headings on a terminal, plain text elsewhere."""

from collections.abc import Iterable, Sequence


def print_table(columns: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under headings; columns are (heading, "left" or "right")."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False)
    for heading, side in columns:
        table.add_column(heading, justify="right" if side == "right" else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = max(console.width, console.measure(table).maximum)  # files have no margin
    console.print(table)
