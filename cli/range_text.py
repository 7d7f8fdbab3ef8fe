"""The text form of a range: its grid, what it consists of, how it differs, what it has on a board."""

import click

from oddchip.cli.grid import CHANGE_SHADES, print_class_grid
from oddchip.cli.tables import print_table
from oddchip.equity import MadeHands, Range
from oddchip.equity.combos import CLASSES


def print_range(parsed: Range) -> None:
    """Print the grid, the number of combos by kind, and the text."""
    weights = parsed.grid().ravel().tolist()
    cells = [_cell(*pair) for pair in zip(CLASSES, weights, strict=True)]
    print_class_grid(cells, [weight or None for weight in weights], headings=False)
    if any(0 < weight < 1 for weight in weights):
        click.echo("\n* not all combos, or not with weight 1")
    kinds = ", ".join(f"{_number(weight)} {kind}" for kind, weight in parsed.kinds().items() if weight)
    click.echo(f"\n{len(parsed)} combos, {parsed.percent:.2f}% of all hands: {kinds}\n{parsed}")


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


def print_made_hands(made: MadeHands) -> None:
    """Print how much of the range each made hand and each draw is."""
    for heading, groups in (("made hand", made.made), ("draw", made.draws)):
        if any(group.combos for group in groups):
            click.echo()
            print_table(
                [(heading, "left"), ("combos", "right"), ("of the range", "right")],
                [
                    (group.kind.label, f"{group.combos:,}", f"{group.percent:.2f}%")
                    for group in groups
                    if group.combos
                ],
            )


def _cell(name: str, weight: float) -> str:
    if weight == 0:
        return "."
    return name if weight == 1 else f"{name}*"


def _difference_cell(name: str, difference: float, *, is_in_both: bool) -> str:
    if difference == 0:
        return name if is_in_both else "."
    return f"{name}{'+' if difference > 0 else '-'}"


def _number(weight: float) -> str:
    return f"{weight:.2f}".rstrip("0").rstrip(".")
