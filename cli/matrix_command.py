"""`oddchip matrix`."""

import json
from typing import Any

import click

from oddchip.cli.help import INPUT, OUTPUT, PICTURES, TwoPageCommand, option
from oddchip.cli.method_options import threads_option
from oddchip.cli.scheduler_option import refuse_threads_with_scheduler, scheduler_option
from oddchip.cli.shared import format_option, with_error_boundary


@click.command(cls=TwoPageCommand, short_help="Every range of a file against every other.")
@click.argument("ranges", metavar="RANGES")
@click.argument("others", metavar="[OTHERS]", required=False)
@option("--board", default="", metavar="CARDS", heading=INPUT, help="Cards on the board: 0 to 5.")
@option("--dead", default="", metavar="CARDS", heading=INPUT, help="Cards that cannot come or be held.")
@option("--out", metavar="FILE", heading=OUTPUT, help="Write all pairs to .csv, .json or .parquet.")
@option("--plot", metavar="FILE", heading=PICTURES, help="Draw a heat map (png, svg, pdf).")
@threads_option(everyday=False, help="Threads; all cores if not given.")
@scheduler_option
@format_option("text", "json", "csv")
@with_error_boundary
def matrix(ranges: str, others: str | None, output_format: str, **options: Any) -> None:
    """Exact equity of every range of a file against every other, or of each against those of a second file.

    \b
      oddchip matrix ranges.txt --board Kh7d2c
      oddchip matrix opens.txt calls.txt --out matrix.parquet --plot matrix.png
    \f
    A file has one range a line, `open: 22+, A2s+` or only the range; # begins a comment, - is standard input.
    Text shows the equity of the row against the column; where no deal is possible stands a dash. --out and
    --plot replace a file that is there already.
    """
    from oddchip.cli.matrix_output import (
        check_out,
        matrix_rows,
        print_matrix,
        refuse_input,
        save_picture,
        write_out,
    )
    from oddchip.cli.part_progress import part_progress
    from oddchip.cli.range_list import read_range_list, shown_name
    from oddchip.cli.tables import print_csv
    from oddchip.equity import range_matrix

    refuse_threads_with_scheduler(options["threads"], options["scheduler"])
    inputs = (ranges, others)
    if options["out"] is not None:
        check_out(options["out"], inputs)
    if options["plot"] is not None:
        from oddchip.cli.plots import check_plot

        check_plot(options["plot"])
        refuse_input(options["plot"], inputs)
    if ranges == others == "-":
        raise click.UsageError("only one file can be -, which is standard input.")
    read = read_range_list(ranges)
    against = None if others is None else read_range_list(others)
    with part_progress("boards") as on_progress:
        result = range_matrix(
            read,
            against,
            options["board"],
            dead=options["dead"],
            threads=options["threads"],
            scheduler=options["scheduler"],
            on_progress=on_progress,
        )
    if options["scheduler"] is not None and not result.is_swept:
        click.echo("oddchip: --scheduler not needed, as no boards had to be walked through", err=True)
    if output_format == "json":
        click.echo(json.dumps(result.to_json(), indent=2))
    elif output_format == "csv":
        print_csv(matrix_rows(result))
    else:
        print_matrix(result)
    empty = {
        name: None
        for names, possible in ((result.rows, result.possible), (result.columns, result.possible.T))
        for name, row in zip(names, possible, strict=True)
        if not row.any()
    }
    if empty:
        click.echo(f"oddchip: {shown_name(empty)}: no deal is possible against any range", err=True)
    if options["out"] is not None:
        write_out(result, options["out"])
    if options["plot"] is not None:
        save_picture(result, options["plot"])
