"""Writing the rows of a batch with their answers: CSV, JSON lines or Parquet, a few rows at a time."""

import csv
import datetime
import io
import json
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oddchip.equity.batch_check import with_results
from oddchip.equity.batch_parts import Part, result_columns, result_frame, result_types, result_values
from oddchip.equity.batch_rows import RowResult, Solved
from oddchip.equity.batch_source import Source
from oddchip.evaluator import BatchError

if TYPE_CHECKING:
    import polars as pl

PART = 10_000
"""Rows of a frame that are put together at once."""
LINES = 100
"""Rows of text that are put together at once, which workers should not have to wait for."""
ROW_GROUP = 50_000


def write_output(path: Path, kind: str, source: Source, pieces: Iterable[Solved]) -> None:
    """Write a new file of the rows of a source with their answers; it is on the disk when this returns."""
    names = result_columns(source.players, source.columns)
    if kind == "parquet":
        _write_parquet(path, source, names, with_results(source, pieces, PART))
    else:
        parts = with_results(source, pieces, LINES)
        lines = _csv_lines if kind == "csv" else _json_lines
        with path.open("w", encoding="utf-8", newline="") as stream:
            lines(stream.write, (*source.columns, *names), _rows(parts, source.players))
    with path.open("rb+") as written:
        os.fsync(written.fileno())


def frame_of(source: Source, pieces: Iterable[Solved]) -> "pl.DataFrame":
    """Return a frame of the rows of a source with their answers."""
    import polars as pl

    names = result_columns(source.players, source.columns)
    return pl.concat(_frames(source, names, with_results(source, pieces, PART)))


def _rows(parts: Iterable[tuple[Part, list[RowResult]]], players: int) -> "Rows":
    """The values of a row of the input, and those that are added, which are plain and finite."""
    for part, results in parts:
        for row, result in zip(part.rows(), results, strict=True):
            yield row, result_values(result, players)


Rows = Iterable[tuple[Iterable[Any], list[Any]]]


def _csv_lines(write: Callable[[str], Any], columns: Sequence[str], rows: Rows) -> None:
    made = io.StringIO()
    # Which quotes cells with either of these two, as readers take both for the end of a line.
    writer = csv.writer(made, lineterminator="\r\n")
    writer.writerow(columns)
    write(made.getvalue()[:-2] + "\n")
    remaining = iter(rows)
    while some := list(islice(remaining, LINES)):
        lines = [
            [value if type(value) in _PLAIN else _cell(value) for value in row] + added for row, added in some
        ]
        made.seek(0)
        made.truncate()
        writer.writerows(lines)
        text = made.getvalue()
        if text.count("\r") == len(lines):  # of no cell
            write(text.replace("\r\n", "\n"))
            continue
        for line in lines:
            made.seek(0)
            made.truncate()
            writer.writerow(line)
            write(made.getvalue()[:-2] + "\n")


_PLAIN = frozenset({str, int, type(None)})


def _cell(value: Any) -> Any:
    """A value as the text of a cell; `csv` sees to texts, numbers and None."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, bool | list | dict):
        return _json(_finite(value))
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, default=str)


def _finite(value: Any) -> Any:
    """A value with None for what JSON has no numbers for."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list):
        return [_finite(item) for item in value]
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    return value


def _json_lines(write: Callable[[str], Any], columns: Sequence[str], rows: Rows) -> None:
    for row, added in rows:
        values = [value if type(value) in _PLAIN else _finite(value) for value in row]
        write(_json(dict(zip(columns, values + added, strict=True))) + "\n")


def _frames(
    source: Source, names: Sequence[str], parts: Iterable[tuple[Part, list[RowResult]]]
) -> Iterator["pl.DataFrame"]:
    for part, results in parts:
        yield part.frame(source.types).hstack(result_frame(results, names))


def _write_parquet(
    path: Path, source: Source, names: Sequence[str], parts: Iterable[tuple[Part, list[RowResult]]]
) -> None:
    import polars as pl
    from polars.io.plugins import register_io_source

    problems: list[BaseException] = []

    def frames(*ignored: Any) -> Iterator[pl.DataFrame]:
        try:
            yield from _frames(source, names, parts)
        except BaseException as problem:  # Polars would make another error of it
            problems.append(problem)
            raise

    try:
        lazy = register_io_source(frames, schema=pl.Schema(source.types | result_types(names)))
        lazy.sink_parquet(path, row_group_size=ROW_GROUP, maintain_order=True)
    except pl.exceptions.PolarsError as error:
        if problems:
            raise problems[0] from None
        told = re.search(r"os error (\d+)", str(error))
        if told:  # such as a full disk
            raise OSError(int(told[1]), os.strerror(int(told[1])), str(path)) from None
        raise BatchError(f"no Parquet file can be written: {str(error).splitlines()[0]}") from None
