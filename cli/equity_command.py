"""`oddchip equity`."""

import json
from typing import TYPE_CHECKING, Any

import click

from oddchip.cli.completers import complete_hand
from oddchip.cli.numbers import above_0, at_least
from oddchip.cli.shared import INTERRUPTED, format_option, with_error_boundary

if TYPE_CHECKING:
    from oddchip.equity import Result

PLOTTED = ("grid", "graph", "next_card")
EXACT_ONLY = {
    "--by-combo": "by_combo",
    "--grid": "grid",
    "--graph": "graph",
    "--next-card": "next_card",
    "--categories": "categories",
}


@click.command(short_help="Equity of two to ten hands or ranges.")
@click.argument("hands", metavar="HAND...", nargs=-1, required=True, shell_complete=complete_hand)
@click.option("--board", default="", metavar="CARDS", help="Cards on the board: 0 to 5.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that cannot come or be held.")
@click.option(
    "--method",
    type=click.Choice(["auto", "exact", "monte-carlo"]),
    metavar="M",
    default="auto",
    help="exact, monte-carlo or auto: exact if done in a second.",
)
@click.option(
    "--std-error",
    type=float,
    callback=above_0(0.5),
    metavar="X",
    help="Sample to this error for all (default 0.0005).",
)
@click.option("--samples", type=int, callback=at_least(1), metavar="N", help="Sample so many deals.")
@click.option(
    "--time", "seconds", type=float, callback=above_0(), metavar="S", help="Sample so many seconds."
)
@click.option(
    "--seed", type=int, callback=at_least(0), metavar="N", help="Seed of the samples; drawn if not given."
)
@click.option("--by-combo", is_flag=True, help="List every combo of each range.")
@click.option("--grid", is_flag=True, help="Draw each range's equity by hand, 13 x 13.")
@click.option("--graph", is_flag=True, help="Draw how equity is spread over each range.")
@click.option("--next-card", is_flag=True, help="Show the equity after each next board card.")
@click.option("--categories", is_flag=True, help="Show what the hands end as.")
@click.option("--outcomes", is_flag=True, help="Show how often each set of players wins.")
@click.option(
    "--sort",
    type=click.Choice(["best", "worst", "held"]),
    metavar="ORDER",
    help="List combos or cards best, worst or (combos) held first.",
)
@click.option("--pot", type=float, callback=above_0(), metavar="N", help="Chips in the pot, for --call.")
@click.option("--call", type=float, callback=above_0(), metavar="N", help="Whether calling so much pays.")
@click.option("--plot", metavar="FILE", help="Draw --grid, --graph or --next-card to png, svg or pdf.")
@click.option(
    "--digits",
    type=click.IntRange(0, 12),
    default=2,
    metavar="N",
    help="Decimals of percentages (default 2).",
)
@click.option(
    "--threads", type=int, callback=at_least(1), metavar="N", help="Threads; all cores if not given."
)
@format_option("text", "json")
@with_error_boundary
def equity(hands: tuple[str, ...], output_format: str, **options: Any) -> None:
    """Equity of two to ten hands or ranges, exact or with its standard error.

    \b
      oddchip equity AhKh "22+, AJo+" --board "2h 7h 9c" --dead 4s
      oddchip equity "AA:0.5, AKs" QQ+ 22+ random --std-error 0.0001 --seed 7

    Ranges may be @FILE, - for standard input, or +NAME for a saved one. Ctrl-C gives what is sampled so far.
    """
    _refuse_useless(options)
    details = {name: bool(options[name]) for name in ("categories", "next_card")}
    details["by_combo"] = any(options[name] for name in ("by_combo", "grid", "graph"))
    from oddchip.cli.progress import sampling_progress
    from oddchip.cli.range_input import read_hands
    from oddchip.equity import calculate_equity

    if options["plot"] is not None:
        from oddchip.cli.plots import check_plot

        check_plot(options["plot"])
    read = read_hands(hands)
    with sampling_progress(read) as on_progress:
        result = calculate_equity(
            read,
            options["board"],
            dead=options["dead"],
            method=options["method"],
            std_error=options["std_error"],
            samples=options["samples"],
            time_limit=options["seconds"],
            seed=options["seed"],
            on_progress=on_progress,
            threads=options["threads"],
            **details,
        )
    _show(result, output_format, options)
    if result.is_interrupted:
        click.echo("oddchip: interrupted, this is the result so far", err=True)
        raise SystemExit(INTERRUPTED)


def _show(result: "Result", output_format: str, options: dict[str, Any]) -> None:
    from oddchip.equity import pot_odds

    odds = None
    if options["call"] is not None:
        hero = result.players[0]
        odds = pot_odds(hero.equity, options["pot"], options["call"], std_error=hero.std_error)
    if output_format == "json":
        extra = {} if odds is None else {"pot_odds": odds.to_json()}
        click.echo(json.dumps(result.to_json() | extra, indent=2))
    else:
        from oddchip.cli.equity_text import print_result
        from oddchip.cli.equity_views import Views

        views = Views(
            digits=options["digits"],
            outcomes=options["outcomes"],
            combos=options["by_combo"],
            grid=options["grid"],
            graph=options["graph"],
            categories=options["categories"],
            next_card=options["next_card"],
            sort=options["sort"],
        )
        print_result(result, views, odds)
    if options["plot"] is not None:
        from oddchip.cli.equity_plots import plot_result

        plot_result(result, options["plot"], next(view for view in PLOTTED if options[view]))


def _refuse_useless(options: dict[str, Any]) -> None:
    """Refuse options that would do nothing."""
    method = options["method"]
    limits = {"--std-error": "std_error", "--samples": "samples", "--time": "seconds", "--seed": "seed"}
    given = " and ".join(flag for flag, name in limits.items() if options[name] is not None)
    if method == "exact" and given:
        raise click.UsageError(f"{given}: nothing is sampled by --method exact.")
    exact_only = [flag for flag, name in EXACT_ONLY.items() if options[name]]
    if method == "monte-carlo" and exact_only:
        raise click.UsageError(
            f"{' and '.join(exact_only)}: only calculated exactly, not by --method monte-carlo."
        )
    if (options["pot"] is None) != (options["call"] is None):
        raise click.UsageError("--pot and --call: give both.")
    if options["plot"] is not None and sum(options[view] for view in PLOTTED) != 1:
        raise click.UsageError("--plot: say what to draw, one of --grid, --graph and --next-card.")
    if options["sort"] is not None and not (options["by_combo"] or options["next_card"]):
        raise click.UsageError("--sort: give --by-combo or --next-card, too.")
