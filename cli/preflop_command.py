"""`oddchip preflop`."""

import json

import click

from oddchip.cli.completers import complete_hand
from oddchip.cli.shared import format_option, with_error_boundary


@click.command(short_help="Heads-up equities before the flop.")
@click.argument("hand", required=False, shell_complete=complete_hand)
@click.argument("opponent", required=False, shell_complete=complete_hand)
@click.option("--plot", metavar="FILE", help="Draw the row or the table to png, svg or pdf.")
@format_option("text", "json", "csv")
@with_error_boundary
def preflop(hand: str | None, opponent: str | None, plot: str | None, output_format: str) -> None:
    """Exact heads-up equities before the flop: all, one hand's, or one against one.

    \b
      oddchip preflop AKs QQ              one entry
      oddchip preflop AKs                 against each of the 169 hands
      oddchip preflop                     each hand against a random one
      oddchip preflop --format csv        169 x 169, row against column

    Hands may be ranges or two cards, too.
    """
    from oddchip.cli.range_input import read_hands
    from oddchip.equity import class_matrix, preflop_equity, preflop_row
    from oddchip.equity.combos import CLASSES

    if plot is not None:
        if opponent is not None:
            raise click.UsageError("--plot: draws a row or the table, not one number.")
        from oddchip.cli.plots import check_plot

        check_plot(plot)
    hands = read_hands([each for each in (hand, opponent) if each is not None])
    if len(hands) == 2:
        first, second = hands
        _print_entry(first, second, preflop_equity(first, second), output_format)
    elif hands:
        (first,) = hands
        row = preflop_row(first)
        _print_row(first, dict(zip(CLASSES, row, strict=True)), output_format)
        if plot is not None:
            from oddchip.cli.plots import save_heat_map

            save_heat_map(plot, f"equity of {first} against each hand before the flop", row)
    else:
        rows = class_matrix().tolist()
        _print_matrix(CLASSES, rows, output_format)
        if plot is not None:
            from oddchip.cli.plots import save_matrix

            save_matrix(plot, "heads-up equity before the flop, row against column", CLASSES, CLASSES, rows)


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
        _print_grid(f"equity of {hand} against each hand, in percent", list(equities.values()))


def _print_matrix(names: tuple[str, ...], rows: list[list[float]], output_format: str) -> None:
    from oddchip.cli.tables import print_csv

    if output_format == "json":
        click.echo(json.dumps({"hands": names, "equities": rows}))
    elif output_format == "csv":
        print_csv([("", *names), *[(name, *row) for name, row in zip(names, rows, strict=True)]])
    else:
        from oddchip.equity import preflop_row

        # 169 columns fit no terminal: there each hand stands for its row.
        _print_grid(
            "equity of each hand against a random one, in percent",
            [1 - equity for equity in preflop_row("random")],
        )
        click.echo("each against each: --format csv or json, or --plot FILE")


def _print_grid(title: str, equities: list[float]) -> None:
    from oddchip.cli.grid import EQUITY_SHADES, print_class_grid

    click.echo(f"{title}\n")
    print_class_grid([f"{100 * equity:.1f}" for equity in equities], equities, EQUITY_SHADES, headings=True)
    click.echo("\nsuited hands stand above the pairs, offsuit hands below")
