"""`oddchip preflop`."""

import json

import click

from oddchip.cli.shared import format_option, with_error_boundary


@click.command(short_help="Heads-up equities before the flop.")
@click.argument("hand", required=False)
@click.argument("opponent", required=False)
@format_option("text", "json", "csv")
@with_error_boundary
def preflop(hand: str | None, opponent: str | None, output_format: str) -> None:
    """Exact heads-up equities before the flop: all, one hand's, or one against one.

    \b
      oddchip preflop AKs QQ              one entry
      oddchip preflop AKs                 against each of the 169 hands
      oddchip preflop --format csv        169 x 169, row against column

    Hands may be ranges or two cards, too.
    """
    from oddchip.equity import class_matrix, preflop_equity, preflop_row
    from oddchip.equity.combos import CLASSES

    if hand is not None and opponent is not None:
        _print_entry(hand, opponent, preflop_equity(hand, opponent), output_format)
    elif hand is not None:
        _print_row(hand, dict(zip(CLASSES, preflop_row(hand), strict=True)), output_format)
    else:
        _print_matrix(CLASSES, class_matrix().tolist(), output_format)


def _print_entry(hand: str, opponent: str, equity: float, output_format: str) -> None:
    from oddchip.cli.tables import percent, print_csv

    if output_format == "json":
        click.echo(json.dumps({"hand": hand, "opponent": opponent, "equity": equity}, indent=2))
    elif output_format == "csv":
        print_csv([("hand", "opponent", "equity"), (hand, opponent, equity)])
    else:
        click.echo(f"{hand} has {percent(equity)} against {opponent}")


def _print_row(hand: str, equities: dict[str, float], output_format: str) -> None:
    from oddchip.cli.tables import print_csv

    if output_format == "json":
        click.echo(json.dumps({"hand": hand, "equities": equities}, indent=2))
    elif output_format == "csv":
        print_csv([("opponent", hand), *equities.items()])
    else:
        from oddchip.cli.grid import print_grid

        click.echo(f"equity of {hand} against each hand, in percent\n")
        print_grid([f"{100 * equity:.1f}" for equity in equities.values()], headings=True)
        click.echo("\nsuited hands stand above the pairs, offsuit hands below")


def _print_matrix(names: tuple[str, ...], rows: list[list[float]], output_format: str) -> None:
    from oddchip.cli.tables import print_csv

    if output_format == "json":
        click.echo(json.dumps({"hands": names, "equities": rows}))
    elif output_format == "csv":
        print_csv([("", *names), *[(name, *row) for name, row in zip(names, rows, strict=True)]])
    else:
        click.echo("    " + "".join(name.rjust(5) for name in names))
        for name, row in zip(names, rows, strict=True):
            click.echo(name.ljust(4) + "".join(f"{100 * equity:5.1f}" for equity in row))
