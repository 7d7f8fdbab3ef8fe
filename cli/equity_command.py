"""`oddchip equity`."""

import json

import click

from oddchip.cli.shared import format_option, with_error_boundary


@click.command(short_help="Equity of two to ten hands or ranges.")
@click.argument("hands", metavar="HAND...", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="Cards on the board: 0 to 5.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that cannot come or be held.")
@click.option(
    "--method",
    type=click.Choice(["auto", "exact"]),
    default="auto",
    show_default=True,
    help="auto refuses what takes much longer than ten seconds.",
)
@click.option("--by-combo", is_flag=True, help="Also every combo of each range.")
@click.option("--categories", is_flag=True, help="Also what the hands end as.")
@click.option("--next-card", is_flag=True, help="Also every next board card.")
@click.option("--threads", type=click.IntRange(min=1), metavar="N", help="Threads; all cores if not given.")
@format_option("text", "json")
@with_error_boundary
def equity(
    hands: tuple[str, ...],
    board: str,
    dead: str,
    method: str,
    by_combo: bool,
    categories: bool,
    next_card: bool,
    threads: int | None,
    output_format: str,
) -> None:
    """Exact equity of two to ten hands or ranges.

    \b
      oddchip equity AhKh QQ+
      oddchip equity AhKh QsQd "22+, AJo+" --board "2h 7h 9c" --dead 4s
      oddchip equity "AA:0.5, AKs" random --board KhTs2d --by-combo

    Equity is the share of the pot, win the chance of all of it, tie of a part.
    """
    from oddchip.equity import calculate_equity

    result = calculate_equity(
        hands,
        board,
        dead=dead,
        method=method,
        by_combo=by_combo,
        categories=categories,
        next_card=next_card,
        threads=threads,
    )
    if output_format == "json":
        click.echo(json.dumps(result.to_json(), indent=2))
        return
    from oddchip.cli.equity_text import print_result

    print_result(result)
