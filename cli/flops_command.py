"""`oddchip equity --flops`: which options go with it, and the calculation."""

import json
import re
from typing import Any

import click

from oddchip.cli.numbers import at_least
from oddchip.cli.scheduler_option import refuse_threads_with_scheduler

NOT_WITH_FLOPS = {
    "--board": "board",
    "--by-combo": "by_combo",
    "--grid": "grid",
    "--graph": "graph",
    "--next-card": "next_card",
    "--categories": "categories",
    "--outcomes": "outcomes",
    "--samples": "samples",
    "--time": "seconds",
    "--pot": "pot",
    "--call": "call",
}

ALL = "all"

MOST_DIGITS = 20

_NUMBER = re.compile(r"[-+−]?[\d.,_' ]*\d[\d.,_' ]*(e[-+]?\d+)?%?|[-+]?(inf|infinity|nan)", re.IGNORECASE)
"""What is meant as a number rather than as the name of a file."""


def run_flops(hands: tuple[str, ...], output_format: str, options: dict[str, Any]) -> None:
    """Print and draw the equities of hands on many flops."""
    refuse_useless(options, output_format)
    from oddchip.cli.part_progress import part_progress
    from oddchip.cli.range_input import read_hands
    from oddchip.cli.range_list import read_flop_list
    from oddchip.equity import flop_equities

    if options["plot"] is not None:
        from oddchip.cli.plots import check_plot

        check_plot(options["plot"])
    asked: str = options["flops"]
    flops = asked if asked == ALL else int(asked) if asked.isdecimal() else read_flop_list(asked)
    with part_progress("flops") as on_progress:
        table = flop_equities(
            read_hands(hands),
            flops,
            dead=options["dead"],
            method=options["method"],
            std_error=options["std_error"],
            seed=options["seed"],
            threads=options["threads"],
            scheduler=options["scheduler"],
            on_progress=on_progress,
        )
    if table.impossible:
        from oddchip.cli.range_list import shown_name

        click.echo(f"oddchip: {shown_name(dict.fromkeys(table.impossible))} cannot come", err=True)
    if output_format == "json":
        click.echo(json.dumps(table.to_json(), indent=2))
    elif output_format == "csv":
        from oddchip.cli.flops_text import flop_rows
        from oddchip.cli.tables import print_csv

        print_csv(flop_rows(table))
    else:
        from oddchip.cli.flops_text import print_flops

        print_flops(table, 2 if options["digits"] is None else options["digits"], options["sort"])
    if options["plot"] is not None:
        from oddchip.cli.flops_plot import save_histogram

        save_histogram(options["plot"], table)


def refuse_useless(options: dict[str, Any], output_format: str) -> None:
    """Refuse what would do nothing, or has no meaning, on many flops."""
    given = [flag for flag, name in NOT_WITH_FLOPS.items() if options[name]]
    if given:
        raise click.UsageError(f"--flops: not with {' and '.join(given)}.")
    refuse_threads_with_scheduler(options["threads"], options["scheduler"])
    if options["method"] == "exact" and options["std_error"] is not None:
        raise click.UsageError("--std-error: nothing is sampled by --method exact.")
    if options["sort"] == "held":
        raise click.UsageError("--sort held: flops are sorted best or worst.")
    if output_format != "text" and options["digits"] is not None:
        raise click.UsageError(f"--digits: {output_format.upper()} always has all digits.")
    if output_format != "text" and options["sort"] is not None:
        raise click.UsageError("--sort: for the text only.")


def check_flops(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Return `all`, digits or the name of a file.

    Refuses what is empty or another number, and a number below 2, which says nothing about the others.
    """
    if value is None:
        return None
    asked = value.strip()
    if asked.lower() == ALL:
        return ALL
    if asked.isdecimal() and len(asked) < MOST_DIGITS:
        at_least(2)(context, parameter, int(asked))
        return asked
    if not asked or _NUMBER.fullmatch(asked):
        raise click.BadParameter(
            f"{value!r} is not all, a whole number from 2 on such as 200, or a file with a flop a line.",
            context,
            parameter,
        )
    return value
