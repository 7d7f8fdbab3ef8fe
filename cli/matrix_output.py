"""A matrix of ranges as text, rows of a table, files and a heat map."""

import contextlib
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click
import numpy as np

from oddchip.cli.names import all_shortened, counted
from oddchip.cli.plots import save_matrix, write_whole
from oddchip.cli.range_input import STDIN
from oddchip.cli.range_list import file_of
from oddchip.cli.tables import console, percent, print_table
from oddchip.equity import RangeMatrix
from oddchip.evaluator import OddchipError

HEADINGS = ("range", "against", "equity", "win", "tie", "ways")
OUT_FORMATS = (".csv", ".json", ".parquet")

ROW_NAME, COLUMN_NAME, GAP = 24, 10, 3
"""Characters of a name that are shown, and between columns."""

IMPOSSIBLE = "-"

MatrixRow = tuple[str, str, float | None, float | None, float | None, int]


class OutputError(OddchipError, ValueError):
    """A file that cannot be written."""


def print_matrix(matrix: RangeMatrix) -> None:
    """Print the equities as a table if it fits, else what each range has against the others as a whole."""
    names, headings = _shown(matrix.rows, ROW_NAME), _shown(matrix.columns, COLUMN_NAME)
    width = max(map(len, names))
    needed = width + sum(GAP + max(len(heading), 6) for heading in headings)
    if needed <= console().width:
        print_table(
            [("", "left"), *[(heading, "right") for heading in headings]],
            [
                (
                    name,
                    *[IMPOSSIBLE if value is None else percent(value) for value in row],
                )
                for name, row in zip(names, matrix.listed(matrix.equity), strict=True)
            ],
        )
    else:
        _print_summary(matrix, names, headings)
        click.echo(
            f"\n{len(matrix.rows)} x {len(matrix.columns)} equities need {needed} columns:"
            " --format csv, --out and --plot give all"
        )
    click.echo()
    for label, cards in (("board", matrix.board), ("dead", matrix.dead)):
        if cards:
            click.echo(f"{label} {cards}")
    click.echo(f"exact, {counted(matrix.ways.size, 'pair')}, {matrix.elapsed_s:.2f} s")


def _shown(names: Sequence[str], length: int) -> list[str]:
    """Names as they are printed: cut on a terminal only, as what is piped may be read by a program."""
    return all_shortened(names, length) if console().is_terminal else list(names)


def _print_summary(matrix: RangeMatrix, names: Sequence[str], headings: Sequence[str]) -> None:
    rows = []
    is_counted = matrix.possible.copy()
    if matrix.is_square:
        np.fill_diagonal(is_counted, False)
    for name, equities, is_in in zip(names, matrix.equity, is_counted, strict=True):
        order = [place for place in np.argsort(equities, kind="stable").tolist() if is_in[place]]
        if not order:
            rows.append((-1.0, (name, *[IMPOSSIBLE] * 3)))
            continue
        mean = float(equities[order].mean())
        ends = [f"{percent(equities[at])} v {headings[at]}" for at in (order[-1], order[0])]
        rows.append((mean, (name, percent(mean), *ends)))
    rows.sort(key=lambda row: -row[0])
    print_table(
        [("range", "left"), ("average", "right"), ("best", "left"), ("worst", "left")],
        [row for _, row in rows],
    )


def matrix_rows(matrix: RangeMatrix) -> Iterator[tuple[object, ...]]:
    """Yield the headings and a row for each pair, empty where no deal is possible."""
    yield HEADINGS
    yield from _pairs(matrix)


def _pairs(matrix: RangeMatrix) -> Iterator[MatrixRow]:
    for row, name in enumerate(matrix.rows):
        for column, other in enumerate(matrix.columns):
            ways = int(matrix.ways[row, column])
            values = (matrix.equity[row, column], matrix.win[row, column], matrix.tie[row, column])
            equity, win, tie = (float(value) if ways else None for value in values)
            yield name, other, equity, win, tie, ways


def check_out(path: str, inputs: Iterable[str | None]) -> None:
    """Raise `OutputError` if it is clear before a calculation that its result cannot be written.

    inputs: the files of ranges, as the command has them, which must stay as they are.
    """
    refuse_input(path, inputs)
    if Path(path).suffix.lower() not in OUT_FORMATS:
        raise OutputError(f"cannot write {path!r} ({', '.join(OUT_FORMATS)} can be written)")
    if not Path(path).parent.is_dir():
        raise OutputError(f"cannot write {path!r}: there is no folder {str(Path(path).parent)!r}")


def refuse_input(path: str, inputs: Iterable[str | None]) -> None:
    """Raise `OutputError` for a file to write that is one of the files of ranges."""
    for source in inputs:
        # One that is not there is told of where it is read.
        with contextlib.suppress(OSError):
            if source is not None and source != STDIN and file_of(source).samefile(path):
                raise OutputError(f"{path!r} is the input, which cannot be the output, too")


def write_out(matrix: RangeMatrix, path: str) -> None:
    """Write a file with a row for each pair, or the JSON of the matrix; whole or not at all."""
    suffix = Path(path).suffix.lower()
    if suffix == ".json":
        content = json.dumps(matrix.to_json()).encode()
    else:
        import polars as pl

        frame = pl.DataFrame(list(_pairs(matrix)), schema=_schema(), orient="row")
        buffer = io.BytesIO()
        if suffix == ".csv":
            frame.write_csv(buffer)
        else:
            frame.write_parquet(buffer)
        content = buffer.getvalue()
    try:
        write_whole(Path(path).resolve(), content)
    except OSError as error:
        raise OutputError(f"cannot write {path!r}: {(error.strerror or str(error)).lower()}") from error


def _schema() -> dict[str, type]:
    return dict(zip(HEADINGS, (str, str, float, float, float, int), strict=True))


def save_picture(matrix: RangeMatrix, path: str) -> None:
    """Write a heat map of the equities."""
    where = f"on {matrix.board}" if matrix.board else "before the flop"
    dead = f", {matrix.dead} dead" if matrix.dead else ""
    save_matrix(
        path,
        f"equity {where}{dead}, row against column",
        matrix.rows,
        matrix.columns,
        matrix.listed(matrix.equity),
    )
