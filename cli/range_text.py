"""The text form of a range: its grid, what it consists of, how it differs, what it has on a board."""

from collections.abc import Sequence

import click

from oddchip.cli.grid import CHANGE_SHADES, print_class_grid
from oddchip.cli.names import counted
from oddchip.cli.tables import broken, console, print_table
from oddchip.equity import HandShare, MadeHands, Range
from oddchip.equity.combos import CLASSES


def print_range(parsed: Range) -> None:
    """Print the grid, the number of combos by kind, and the text."""
    weights = parsed.grid().ravel().tolist()
    cells = [_cell(*pair) for pair in zip(CLASSES, weights, strict=True)]
    print_class_grid(cells, [weight or None for weight in weights], headings=False)
    if any(0 < weight < 1 for weight in weights):
        click.echo("\n* not all combos, or not with weight 1")
    kinds = ", ".join(
        f"{_number(weight)} {'pair' if kind == 'pairs' and weight == 1 else kind}"
        for kind, weight in parsed.kinds().items()
        if weight
    )
    weight = parsed.total_weight
    by_weight = "" if weight == len(parsed) else f" ({_number(weight)} by weight)"
    click.echo(f"\n{counted(len(parsed), 'combo')}{by_weight}, {parsed.percent:.2f}% of all hands: {kinds}")
    click.echo(broken(str(parsed), console().width))


def print_difference(first: Range, second: Range) -> None:
    """Print a grid of what two ranges have more and less of, and the number of combos."""
    differences = (first.grid() - second.grid()).ravel().tolist()
    both = (first.grid() > 0).ravel() & (second.grid() > 0).ravel()
    cells = [
        _difference_cell(name, difference, is_in_both=bool(shared))
        for name, difference, shared in zip(CLASSES, differences, both, strict=True)
    ]
    shades = [
        None if cell == "." else 0.5 + difference / 2
        for cell, difference in zip(cells, differences, strict=True)
    ]
    print_class_grid(cells, shades, CHANGE_SHADES, headings=False)
    click.echo("\n+ more in the first range, - more in the second, neither mark: the same in both\n")
    more, less, same = first.compare(second)
    print_table(
        [("", "left"), ("combos", "right")],
        [("more in the first", f"{more:g}"), ("more in the second", f"{less:g}"), ("in both", f"{same:g}")],
    )


def print_made_hands(made: Sequence[MadeHands]) -> None:
    """Print how much of a range, or of two, each made hand and each draw is."""
    names = ["of the range"] if len(made) == 1 else ["of the first", "of the second"]
    columns = [column for name in names for column in (("combos", "right"), (name, "right"))]
    for heading, groups in (
        ("made hand", list(zip(*(each.made for each in made), strict=True))),
        ("draw", list(zip(*(each.draws for each in made), strict=True))),
    ):
        held = [shares for shares in groups if any(share.combos for share in shares)]
        if held:
            click.echo()
            print_table([(heading, "left"), *columns], [_made_row(shares) for shares in held])


def _made_row(shares: Sequence[HandShare]) -> list[str]:
    counts = [text for share in shares for text in (f"{share.combos:,}", f"{share.percent:.2f}%")]
    return [shares[0].kind.label, *counts]


def _cell(name: str, weight: float) -> str:
    if weight == 0:
        return "."
    return name if weight == 1 else f"{name}*"


def _difference_cell(name: str, difference: float, *, is_in_both: bool) -> str:
    if difference == 0:
        return name if is_in_both else "."
    return f"{name}{'+' if difference > 0 else '-'}"


def _number(weight: float) -> str:
    text = f"{weight:.2f}".rstrip("0").rstrip(".")
    return "less than 0.01" if text == "0" and weight > 0 else text
