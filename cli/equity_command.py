"""`oddchip equity`."""

import json

import click

from oddchip.cli.shared import format_option, with_error_boundary


@click.command(short_help="Equity of two to ten hands.")
@click.argument("hands", metavar="HAND...", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="Cards on the board: 0 to 5.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that cannot come, such as folded ones.")
@format_option
@with_error_boundary
def equity(hands: tuple[str, ...], board: str, dead: str, output_format: str) -> None:
    """Exact equity of two to ten hands of two known cards each.

    A card is a rank (23456789TJQKA, 10 for T) and a suit (c d h s, or a symbol); upper and lower case are
    the same.

    \b
    Examples:
      oddchip equity AhKh QsQd
      oddchip equity AhKh QsQd 7c7d --board "2h 7h 9c" --dead 4s
      oddchip equity AhKh QsQd --format json

    equity: share of the pot on average; win: probability to win all of it; tie: probability to share it.
    """
    from oddchip.equity import calculate_equity

    result = calculate_equity(hands, board, dead=dead)
    if output_format == "json":
        click.echo(json.dumps(result.to_json(), indent=2))
        return
    from oddchip.cli.equity_text import print_result

    print_result(result)
