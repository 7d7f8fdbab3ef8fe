"""`oddchip bench`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from oddchip.cli.numbers import at_least
from oddchip.cli.shared import format_option, with_error_boundary

SECTIONS = ("evaluator", "exact", "monte-carlo", "batch", "startup")


@click.command(short_help="How fast this is here, beside other programs.")
@click.option("--quick", is_flag=True, help="A part of it, in half a minute; all takes ten.")
@click.option(
    "--only",
    "only",
    type=click.Choice(SECTIONS),
    multiple=True,
    metavar="PART",
    help=f"{', '.join(SECTIONS[:-1])} or {SECTIONS[-1]}; may be repeated.",
)
@click.option("--rounds", type=int, callback=at_least(1), metavar="N", help="Turns of everybody.")
@format_option("text", "json", "csv")
@with_error_boundary
def bench(quick: bool, only: tuple[str, ...], rounds: int | None, output_format: str) -> None:
    """Measure how fast oddchip is here, beside the evaluators and calculators that are installed.

    \b
      oddchip bench --quick
      oddchip bench --only evaluator --only exact --format json

    All take turns in one run, and nobody's time counts before the answers are right. A ratio that differs
    too much from round to round is not told.
    """
    from oddchip.benchmarks.bench import measure
    from oddchip.benchmarks.bench_output import csv_of, json_of
    from oddchip.cli.tables import print_csv

    with _progress() as progress:
        measured = measure(only or SECTIONS, quick=quick, rounds=rounds, progress=progress)
    if output_format == "json":
        import json

        click.echo(json.dumps(json_of(measured), indent=2))
    elif output_format == "csv":
        print_csv(csv_of(measured))
    else:
        _print_text(measured)


def _print_text(measured: Any) -> None:
    from oddchip.benchmarks.bench_output import HEADS, facts_of, notes_of, tables_of
    from oddchip.cli.tables import console, print_table

    screen = console()
    facts = facts_of(measured)
    width = max(len(label) for label, _ in facts)
    for label, fact in facts:
        screen.print(f"{label:{width}}   {fact}", soft_wrap=True)
    for table in tables_of(measured):
        screen.print()
        screen.print(table.title, style="bold")
        print_table(HEADS, table.rows)
    notes = notes_of(measured)
    if notes:
        screen.print()
    for note in notes:
        screen.print(note)


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Give what shows on stderr what is being measured, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda what: None
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False, markup=False).status("") as status:
        yield lambda what: status.update(f"measuring {what} ...")
