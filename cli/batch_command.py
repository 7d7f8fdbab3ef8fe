"""`oddchip batch`."""

from typing import TYPE_CHECKING, Any

import click

from oddchip.cli.help import INPUT, TwoPageCommand, option
from oddchip.cli.method_options import (
    method_option,
    samples_option,
    seed_option,
    std_error_option,
    threads_option,
)
from oddchip.cli.scheduler_option import refuse_threads_with_scheduler, scheduler_option
from oddchip.cli.shared import INTERRUPTED, with_error_boundary

if TYPE_CHECKING:
    from oddchip.equity.batch_tally import BatchSummary

FORMATS = click.Choice(["csv", "jsonl", "parquet"])


@click.command(cls=TwoPageCommand, short_help="Equities of many spots, from a file to a file.")
@click.argument("source", metavar="IN", type=click.Path())
@option("--out", required=True, metavar="OUT", type=click.Path(), help="The file to write.")
@option("--resume", is_flag=True, help="Go on with an interrupted run.")
@option("--force", is_flag=True, help="Replace OUT; forget an interrupted run.")
@option("--strict", is_flag=True, help="Exit with 1 if any row has an error.")
@method_option(help="auto, exact or monte-carlo, for each row.")
@std_error_option(help="Sample to this error (default 0.0005).")
@samples_option(help="Sample so many deals for each row.")
@seed_option(help="Seed; drawn if not given.")
@threads_option(help="Processes; one for each core by default.")
@scheduler_option
@option("--board-column", metavar="NAME", heading=INPUT, everyday=False, help="Column of the board (board).")
@option(
    "--dead-column", metavar="NAME", heading=INPUT, everyday=False, help="Column of the dead cards (dead)."
)
@option(
    "--player-columns",
    metavar="A,B,...",
    heading=INPUT,
    everyday=False,
    help="Columns of the hands (p1,p2,...).",
)
@option(
    "--input-format",
    type=FORMATS,
    metavar="F",
    heading=INPUT,
    everyday=False,
    help="csv, jsonl or parquet, if the name of IN does not tell.",
)
@option("--output-format", type=FORMATS, metavar="F", everyday=False, help="The same for OUT.")
@with_error_boundary
def batch(source: str, out: str, strict: bool, **options: Any) -> None:
    """Equities of many spots: CSV, JSON lines or Parquet.

    \b
      oddchip batch spots.csv --out equities.csv
      oddchip batch spots.parquet --out equities.parquet --resume --threads 8

    IN has columns p1, p2, ... (hands or ranges), board and dead; OUT adds equities.
    \f
    All columns are kept, and a row that is wrong gets an error, while the others go on. OUT appears when it
    is complete; what is done until then is kept in OUT.oddchip-run, from where --resume goes on. With both
    --resume and --force the run goes on and replaces OUT.
    """
    if options["method"] == "exact":
        given = [
            flag for flag in ("--std-error", "--samples") if options[flag[2:].replace("-", "_")] is not None
        ]
        if given:
            raise click.UsageError(f"{' and '.join(given)}: nothing is sampled by --method exact.")
    refuse_threads_with_scheduler(options["threads"], options["scheduler"])
    from oddchip.cli.batch_progress import batch_progress
    from oddchip.equity.batch import batch_equity
    from oddchip.equity.batch_parts import BatchColumns

    players = options.pop("player_columns")
    columns = BatchColumns(
        players=None if players is None else [name.strip() for name in players.split(",")],
        board=options.pop("board_column"),
        dead=options.pop("dead_column"),
    )
    try:
        with batch_progress() as on_progress:
            summary = batch_equity(source, out, columns=columns, on_progress=on_progress, **options)
    except KeyboardInterrupt:
        click.echo("oddchip: interrupted; the same command with --resume goes on", err=True)
        raise SystemExit(INTERRUPTED) from None
    _tell(summary)
    if strict and summary.errors:
        raise SystemExit(1)


def _tell(summary: "BatchSummary") -> None:
    from oddchip.cli.batch_progress import counted

    new = summary.rows - summary.continued
    speed = f" ({new / summary.elapsed_s:,.0f} a second)" if new else ""
    parts = [
        f"{counted(summary.rows, 'row')} in {summary.elapsed_s:.1f} s{speed}",
        f"{counted(summary.calculated, 'spot')} calculated",
        counted(summary.errors, "error"),
        f"seed {summary.seed}",
    ]
    if summary.continued:
        parts.insert(1, f"{counted(summary.continued, 'row')} done before")
    click.echo(f"oddchip: {', '.join(parts)}", err=True)
    if summary.first_error is not None:
        click.echo(f"oddchip: the first error is in {summary.first_error}", err=True)
