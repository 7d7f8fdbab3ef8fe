"""`oddchip equity`."""

import json
from typing import TYPE_CHECKING, Any

import click

from oddchip.cli.completers import complete_hand
from oddchip.cli.flops_command import check_flops, run_flops
from oddchip.cli.help import INPUT, METHOD, PICTURES, SHOW, TwoPageCommand, option
from oddchip.cli.method_options import (
    method_option,
    samples_option,
    seed_option,
    std_error_option,
    threads_option,
)
from oddchip.cli.numbers import above_0
from oddchip.cli.scheduler_option import scheduler_option
from oddchip.cli.shared import INTERRUPTED, format_option, with_error_boundary

if TYPE_CHECKING:
    from oddchip.equity import Result

PLOTTED = ("grid", "graph", "next_card")
USUAL_DIGITS = 2
LIMITS = {"--std-error": "std_error", "--samples": "samples", "--time": "seconds", "--seed": "seed"}
EXACT_ONLY = {
    "--by-combo": "by_combo",
    "--grid": "grid",
    "--graph": "graph",
    "--next-card": "next_card",
    "--categories": "categories",
}


@click.command(cls=TwoPageCommand, short_help="Equity of two to ten hands or ranges.")
@click.argument("hands", metavar="HAND...", nargs=-1, required=True, shell_complete=complete_hand)
@option("--board", default="", metavar="CARDS", heading=INPUT, help="Cards on the board: 0 to 5.")
@option("--dead", default="", metavar="CARDS", heading=INPUT, help="Cards that cannot come or be held.")
@method_option(help="exact, monte-carlo or auto: exact if done in a second.")
@std_error_option(help="Sample to this error for all (default 0.0005).")
@samples_option(help="Sample so many deals.")
@option(
    "--time",
    "seconds",
    type=float,
    callback=above_0(),
    metavar="S",
    heading=METHOD,
    everyday=False,
    help="Sample so many seconds.",
)
@seed_option(everyday=False, help="Seed of the samples; drawn if not given.")
@option("--by-combo", is_flag=True, heading=SHOW, help="List every combo of each range.")
@option("--grid", is_flag=True, heading=SHOW, help="Draw each range's equity by hand, 13 x 13.")
@option("--graph", is_flag=True, heading=SHOW, help="Draw how equity is spread over each range.")
@option("--next-card", is_flag=True, heading=SHOW, help="Show the equity after each next board card.")
@option("--categories", is_flag=True, heading=SHOW, everyday=False, help="Show what the hands end as.")
@option(
    "--outcomes", is_flag=True, heading=SHOW, everyday=False, help="Show how often each set of players wins."
)
@option(
    "--sort",
    type=click.Choice(["best", "worst", "held"]),
    metavar="ORDER",
    heading=SHOW,
    everyday=False,
    help="Order of combos or cards: best, worst or held first.",
)
@option(
    "--pot",
    type=float,
    callback=above_0(),
    metavar="N",
    heading=SHOW,
    help="Chips in the pot, for --call.",
)
@option(
    "--call",
    type=float,
    callback=above_0(),
    metavar="N",
    heading=SHOW,
    help="Whether calling so much pays.",
)
@option(
    "--plot",
    metavar="FILE",
    heading=PICTURES,
    help="Draw --grid, --graph or --next-card (png, svg, pdf).",
)
@option(
    "--digits",
    type=click.IntRange(0, 12),
    metavar="N",
    everyday=False,
    help=f"Decimals of percentages in tables (default {USUAL_DIGITS}).",
)
@threads_option(everyday=False, help="Threads; all cores if not given.")
@option(
    "--flops",
    metavar="all|N|FILE",
    callback=check_flops,
    heading=INPUT,
    everyday=False,
    help="Each flop: all, N drawn ones or those of a file.",
)
@scheduler_option
@format_option("text", "json", "csv")
@with_error_boundary
def equity(hands: tuple[str, ...], output_format: str, **options: Any) -> None:
    """Equity of two to ten hands or ranges, exact or with its standard error.

    \b
      oddchip equity AhKh "22+, AJo+" --board "2h 7h 9c" --dead 4s
      oddchip equity "AA:0.5, AKs" QQ+ 22+ random --std-error 0.0001 --seed 7
    \f
    Ranges may be @FILE, - for standard input, or +NAME for a saved one. Ctrl-C gives what is sampled so far.
    """
    if options["flops"] is not None:
        run_flops(hands, output_format, options)
        return
    _refuse_useless(options, output_format)
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
    if result.sampling is None and (given := _limits(options)):
        click.echo(
            f"oddchip: {' and '.join(given)} not needed, as the answer is exact"
            " (--method monte-carlo samples all the same)",
            err=True,
        )
    if result.is_interrupted:
        click.echo("oddchip: interrupted, this is the result so far", err=True)
        raise SystemExit(INTERRUPTED)


def _show(result: "Result", output_format: str, options: dict[str, Any]) -> None:
    from oddchip.cli.equity_views import Views, in_order
    from oddchip.equity import pot_odds

    odds = None
    if options["call"] is not None:
        hero = result.players[0]
        odds = pot_odds(hero.equity, options["pot"], options["call"], std_error=hero.std_error)
    views = Views(
        digits=USUAL_DIGITS if options["digits"] is None else options["digits"],
        outcomes=options["outcomes"],
        combos=options["by_combo"],
        grid=options["grid"],
        graph=options["graph"],
        categories=options["categories"],
        next_card=options["next_card"],
        sort=options["sort"],
    )
    result = in_order(result, views.sort)
    if output_format == "json":
        from oddchip.cli.equity_json import result_json

        click.echo(json.dumps(result_json(result, views, odds), indent=2))
    else:
        from oddchip.cli.equity_text import print_result

        print_result(result, views, odds)
    if options["plot"] is not None:
        from oddchip.cli.equity_plots import plot_result

        plot_result(result, options["plot"], next(view for view in PLOTTED if options[view]))


def _limits(options: dict[str, Any]) -> list[str]:
    """The options given that only samples heed."""
    return [flag for flag, name in LIMITS.items() if options[name] is not None]


def _refuse_useless(options: dict[str, Any], output_format: str) -> None:
    """Refuse options that would do nothing."""
    method = options["method"]
    given = " and ".join(_limits(options))
    if method == "exact" and given:
        raise click.UsageError(f"{given}: nothing is sampled by --method exact.")
    if output_format == "csv" or options["scheduler"] is not None:
        raise click.UsageError(
            f"{'--format csv' if output_format == 'csv' else '--scheduler'}: give --flops, too."
        )
    if output_format == "json" and options["digits"] is not None:
        raise click.UsageError("--digits: JSON always has all digits.")
    exact_only = [flag for flag, name in EXACT_ONLY.items() if options[name]]
    if method == "monte-carlo" and exact_only:
        raise click.UsageError(
            f"{' and '.join(exact_only)}: only calculated exactly, not by --method monte-carlo."
        )
    if given and exact_only:
        raise click.UsageError(f"{given}: nothing is sampled with {' and '.join(exact_only)}.")
    if (options["pot"] is None) != (options["call"] is None):
        raise click.UsageError("--pot and --call: give both.")
    if options["plot"] is not None and sum(options[view] for view in PLOTTED) != 1:
        raise click.UsageError("--plot: say what to draw, one of --grid, --graph and --next-card.")
    if options["sort"] is not None and not (options["by_combo"] or options["next_card"]):
        raise click.UsageError("--sort: give --by-combo or --next-card, too.")
