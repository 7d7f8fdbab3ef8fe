"""`oddchip equity`."""

import json

import click

from oddchip.cli.numbers import above_0, at_least
from oddchip.cli.shared import format_option, with_error_boundary

INTERRUPTED = 130
"""Exit code of what Ctrl-C ended, as shells have it."""


@click.command(short_help="Equity of two to ten hands or ranges.")
@click.argument("hands", metavar="HAND...", nargs=-1, required=True)
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
@click.option("--samples", type=int, callback=at_least(1), metavar="N", help="Sample so many deals at most.")
@click.option(
    "--time", "seconds", type=float, callback=above_0(), metavar="S", help="Sample so many seconds at most."
)
@click.option(
    "--seed", type=int, callback=at_least(0), metavar="N", help="Seed of the samples; drawn if not given."
)
@click.option("--by-combo", is_flag=True, help="Also every combo of each range.")
@click.option("--categories", is_flag=True, help="Also what the hands end as.")
@click.option("--next-card", is_flag=True, help="Also every next board card.")
@click.option(
    "--threads", type=int, callback=at_least(1), metavar="N", help="Threads; all cores if not given."
)
@format_option("text", "json")
@with_error_boundary
def equity(
    hands: tuple[str, ...],
    board: str,
    dead: str,
    method: str,
    std_error: float | None,
    samples: int | None,
    seconds: float | None,
    seed: int | None,
    by_combo: bool,
    categories: bool,
    next_card: bool,
    threads: int | None,
    output_format: str,
) -> None:
    """Equity of two to ten hands or ranges, exact or with its standard error.

    \b
      oddchip equity AhKh "22+, AJo+" --board "2h 7h 9c" --dead 4s
      oddchip equity "AA:0.5, AKs" QQ+ 22+ random --std-error 0.0001 --seed 7

    Ctrl-C gives what is sampled so far. Equity is the share of the pot.
    """
    _refuse_useless(
        method, {"--std-error": std_error, "--samples": samples, "--time": seconds, "--seed": seed}
    )
    details = {"--by-combo": by_combo, "--categories": categories, "--next-card": next_card}
    if method == "monte-carlo" and any(details.values()):
        names = " and ".join(name for name, wanted in details.items() if wanted)
        raise click.UsageError(f"{names}: only calculated exactly, not by --method monte-carlo.")
    from oddchip.cli.progress import sampling_progress
    from oddchip.equity import calculate_equity

    with sampling_progress(hands) as on_progress:
        result = calculate_equity(
            hands,
            board,
            dead=dead,
            method=method,
            std_error=std_error,
            samples=samples,
            time_limit=seconds,
            seed=seed,
            by_combo=by_combo,
            categories=categories,
            next_card=next_card,
            on_progress=on_progress,
            threads=threads,
        )
    if output_format == "json":
        click.echo(json.dumps(result.to_json(), indent=2))
    else:
        from oddchip.cli.equity_text import print_result

        print_result(result)
    if result.is_interrupted:
        click.echo("oddchip: interrupted, this is the result so far", err=True)
        raise SystemExit(INTERRUPTED)


def _refuse_useless(method: str, sampling: dict[str, float | None]) -> None:
    given = " and ".join(name for name, value in sampling.items() if value is not None)
    if method == "exact" and given:
        raise click.UsageError(f"{given}: nothing is sampled by --method exact.")
