"""Opening the input of a batch: a CSV, JSON lines or Parquet file, or a Polars frame.

A file is looked through once before anything is calculated, so that what is wrong with it is said at once.
"""

import os
from pathlib import Path
from typing import Any

from oddchip.equity.batch_frames import FrameSource, ParquetSource
from oddchip.equity.batch_parts import BatchColumns
from oddchip.equity.batch_source import Source, telling_the_file
from oddchip.equity.batch_texts import CsvSource, JsonSource
from oddchip.evaluator import BatchError

FORMATS = {"csv": (".csv",), "jsonl": (".jsonl", ".ndjson", ".json"), "parquet": (".parquet", ".pq")}


def format_of(path: Path, chosen: str | None) -> str:
    """Return the format of a file: `csv`, `jsonl` or `parquet`, by its suffix unless chosen."""
    names = ", ".join(FORMATS)
    if chosen is not None:
        if chosen not in FORMATS:
            raise BatchError(f"unknown format {chosen!r} (formats are {names})")
        return chosen
    for name, suffixes in FORMATS.items():
        if path.suffix.lower() in suffixes:
            return name
    raise BatchError(f"the name {str(path)!r} does not tell the format (say which: {names})")


def open_source(source: Any, chosen: str | None, named: BatchColumns) -> Source:
    """Return the rows of a file or a frame, looked through once.

    Raises `BatchError` for what cannot be read, has no rows or lacks columns, `OSError` for files that are
    not there and `TypeError` for what is neither.
    """
    if not isinstance(source, str | os.PathLike):
        import polars as pl

        if not isinstance(source, pl.DataFrame):
            raise TypeError(f"source is {type(source).__name__}, not the name of a file or a Polars frame")
        return FrameSource(source, named)
    path = Path(source)
    kind = format_of(path, chosen)
    if path.exists() and not path.is_file():
        raise BatchError(f"{str(path)!r} is not a file")
    if not path.stat().st_size:
        raise BatchError(f"file {str(path)!r} is empty")
    with telling_the_file(path):
        if kind == "csv":
            return CsvSource(path, named)
        return JsonSource(path, named) if kind == "jsonl" else ParquetSource(path, named)
