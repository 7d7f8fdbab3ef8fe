"""Reading the rows of a batch: CSV, JSON lines, Parquet or a Polars frame, a few rows at a time.

A file is looked through once before anything is calculated, so that what is wrong with it is said at once.
"""

import csv
import hashlib
import io
import json
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from oddchip.equity.batch_parts import (
    MOST_PLAYERS,
    BatchColumns,
    FramePart,
    Part,
    Places,
    TextPart,
    Types,
    find_places,
)
from oddchip.evaluator import BatchError

if TYPE_CHECKING:
    import polars as pl

FORMATS = {"csv": (".csv",), "jsonl": (".jsonl", ".ndjson", ".json"), "parquet": (".parquet", ".pq")}
LONGEST_LINE = 1 << 20
"""Characters of a line of JSON."""
MOST_OF_FLOATS = 1 << 53
"""From here on floats do not have every whole number."""
FRAME_ROWS = 50_000
"""Rows of a Parquet file that are read at once: its pages are larger than our pieces."""


class Source(Protocol):
    """The rows of a batch and what is known of them."""

    columns: tuple[str, ...]
    count: int
    """The number of rows."""
    name: str
    """What it is called in errors."""
    types: Types
    places: Places
    players: int
    """The most players that a row may have an answer for."""

    @property
    def digest(self) -> str:
        """The SHA-256 digest of the contents."""

    def parts(self, size: int) -> Iterator[Part]:
        """Yield all rows, so many at a time."""

    def is_unchanged(self) -> bool:
        """Whether the contents are still those that were looked through."""


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

    Raises `BatchError` for what cannot be read, has no rows or lacks columns, and `OSError` for files that
    are not there.
    """
    import polars as pl

    if isinstance(source, pl.DataFrame):
        return _FrameSource(source, named)
    path = Path(source)
    kind = format_of(path, chosen)
    if path.exists() and not path.is_file():
        raise BatchError(f"{str(path)!r} is not a file")
    if not path.stat().st_size:
        raise BatchError(f"file {str(path)!r} is empty")
    with _telling_the_file(path):
        if kind == "csv":
            return _CsvSource(path, named)
        return _JsonSource(path, named) if kind == "jsonl" else _ParquetSource(path, named)


@contextmanager
def _telling_the_file(path: Path) -> Iterator[None]:
    try:
        yield
    except BatchError as error:
        raise BatchError(f"file {str(path)!r}: {error}") from None
    except UnicodeDecodeError as error:
        raise BatchError(f"file {str(path)!r} is not UTF-8 text ({error.reason})") from None


class _File:
    """What files have in common."""

    path: Path
    name: str
    digest: str
    columns: tuple[str, ...]
    places: Places
    players: int
    count: int

    def _begin(self, path: Path) -> None:
        self.path = path
        self.name = f"file {str(path)!r}"
        self.digest = _digest_of(path)

    def _set_columns(self, columns: Sequence[str], named: BatchColumns) -> None:
        self.columns = tuple(columns)
        self.places = find_places(self.columns, named)
        self.players = min(len(self.places.players), MOST_PLAYERS)

    def is_unchanged(self) -> bool:
        """Whether the file still has the contents that it had first."""
        try:
            return _digest_of(self.path) == self.digest
        except FileNotFoundError:
            return False

    def _refuse_no_rows(self) -> None:
        if not self.count:
            raise BatchError("there are no rows")


def _digest_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class _CsvSource(_File):
    """Rows of texts, separated by commas, below a header."""

    def __init__(self, path: Path, named: BatchColumns) -> None:
        import polars as pl

        self._begin(path)
        rows = self._rows()
        _, header = next(rows, (0, []))
        twice = next((name for name in header if header.count(name) > 1), None)
        if twice is not None:
            raise BatchError(f"there are two columns {twice!r}")
        self._set_columns(header, named)
        self.types = dict.fromkeys(header, pl.String)
        self.count = 0
        for line, row in rows:
            if len(row) != len(header):
                hint = " (ranges with commas need quotes around them)" if len(row) > len(header) else ""
                raise BatchError(f"line {line} has {len(row)} cells, the header {len(header)}{hint}")
            self.count += 1
        self._refuse_no_rows()

    def parts(self, size: int) -> Iterator[Part]:
        """Yield all rows, so many at a time."""
        with _telling_the_file(self.path):
            rows = self._rows()
            next(rows)
            while part := [[cell or None for cell in row] for _, row in islice(rows, size)]:
                yield TextPart(self.columns, part)

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        """The rows that are not empty, each with the number of the line on which it begins."""
        with self.path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.reader(stream, strict=True)
            while True:
                line = reader.line_num + 1
                try:
                    row = next(reader, None)
                except csv.Error as error:
                    _raise_csv(line, str(error))
                if row is None:
                    return
                if row:
                    yield line, row


def _raise_csv(line: int, problem: str) -> NoReturn:
    if "end of data" in problem:
        problem = "opens a quote that is never closed"
    elif "field limit" in problem:
        problem = f"has a cell of more than {csv.field_size_limit():,} characters (is a quote never closed?)"
    else:
        problem = f"is not CSV: {problem}"
    raise BatchError(f"the row that begins on line {line} {problem}")


class _JsonSource(_File):
    """A JSON object on each line."""

    def __init__(self, path: Path, named: BatchColumns) -> None:
        self._begin(path)
        kinds: dict[str, set[str]] = {}
        self.count = 0
        longest: dict[str, int] = {}
        for record in self._records():
            self.count += 1
            for name, value in record.items():
                kinds.setdefault(name, set()).add(_kind(value))
                if isinstance(value, list):
                    longest[name] = max(longest.get(name, 0), len(value))
        self._refuse_no_rows()
        self._set_columns(list(kinds), named)
        if self.places.is_list:
            self.players = min(longest.get(self.places.players[0], 0), MOST_PLAYERS)
        self.types = {name: _type_of(found) for name, found in kinds.items()}

    def parts(self, size: int) -> Iterator[Part]:
        """Yield all rows, so many at a time; what a line does not have is None."""
        with _telling_the_file(self.path):
            records = self._records()
            while part := [[record.get(name) for name in self.columns] for record in islice(records, size)]:
                yield TextPart(self.columns, part)

    def _records(self) -> Iterator[dict[str, Any]]:
        with self.path.open(encoding="utf-8-sig") as stream:
            number = 0
            while line := stream.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise BatchError(f"line {number} has more than {LONGEST_LINE:,} characters")
                if line.strip():
                    yield _record_of(line, number)


def _record_of(line: str, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line, parse_constant=_refuse_constant, parse_float=_finite)
        if "\\u" in line:
            _refuse_half_characters(record)
    except json.JSONDecodeError as error:
        raise BatchError(f"line {number} is not JSON: {error.msg} (character {error.pos + 1})") from None
    except (ValueError, RecursionError) as error:
        raise BatchError(f"line {number} cannot be read: {error}") from None
    if not isinstance(record, dict):
        raise BatchError(f'line {number} is not a JSON object (each line is one, such as {{"p1": "AA"}})')
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number in JSON")


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{text[:40]} is too large for a number")
    return value


def _refuse_half_characters(record: Any) -> None:
    """Refuse what JSON can escape and no text in UTF-8 can have."""
    try:
        json.dumps(record, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = ascii(error.object[error.start])[1:-1]
        raise ValueError(f"{half} is half of a character, without the other half") from None


def _kind(value: Any) -> str:
    if isinstance(value, list):
        return "texts" if all(isinstance(item, str) for item in value) else "other"
    if type(value) is int and abs(value) > MOST_OF_FLOATS:
        return "long" if value.bit_length() <= 63 else "other"
    return {str: "text", bool: "bool", int: "int", float: "float", type(None): "null"}.get(
        type(value), "other"
    )


def _type_of(kinds: set[str]) -> Any:
    """The Polars type of a column; texts, with JSON for what is none, where nothing else fits."""
    import polars as pl

    types = {"bool": pl.Boolean, "int": pl.Int64, "float": pl.Float64, "texts": pl.List(pl.String)}
    found = kinds - {"null"}
    if "long" in found and found <= {"int", "long"}:
        return pl.Int64
    if found == {"int", "float"}:
        return pl.Float64
    return types.get(found.pop(), pl.String) if len(found) == 1 else pl.String


class _FrameSource:
    """The rows of a frame in memory."""

    name = "the frame"

    def __init__(self, frame: "pl.DataFrame", named: BatchColumns) -> None:
        self._frame = frame.rechunk()
        self.columns = tuple(frame.columns)
        self.types = dict(frame.schema)
        self.places = find_places(self.columns, named)
        self.players = _most_players(self._frame.lazy(), self.places)
        self.count = frame.height
        if not self.count:
            raise BatchError("the frame has no rows")

    @cached_property
    def digest(self) -> str:
        """The digest of the frame; only runs that can be continued need it, and it takes a copy."""
        content = io.BytesIO()
        self._frame.write_ipc_stream(content)
        return hashlib.sha256(content.getbuffer()).hexdigest()

    def parts(self, size: int) -> Iterator[Part]:
        """Yield all rows, so many at a time."""
        return map(FramePart, self._frame.iter_slices(size))

    def is_unchanged(self) -> bool:
        """Frames do not change."""
        return True


class _ParquetSource(_File):
    """The rows of a Parquet file."""

    def __init__(self, path: Path, named: BatchColumns) -> None:
        import polars as pl

        self._begin(path)
        with _reading_parquet():
            lazy = pl.scan_parquet(path)
            self.types = dict(lazy.collect_schema())
            self.count = lazy.select(pl.len()).collect().item()
        self._refuse_no_rows()
        self._set_columns(list(self.types), named)
        with _reading_parquet():
            self.players = _most_players(lazy, self.places)

    def parts(self, size: int) -> Iterator[Part]:
        """Yield all rows, so many at a time."""
        import polars as pl

        step = max(1, FRAME_ROWS // size) * size
        with _telling_the_file(self.path):
            for start in range(0, self.count, step):
                with _reading_parquet():
                    frame = pl.scan_parquet(self.path).slice(start, step).collect()
                yield from map(FramePart, frame.iter_slices(size))


@contextmanager
def _reading_parquet() -> Iterator[None]:
    import polars as pl

    try:
        yield
    except pl.exceptions.PolarsError as error:
        raise BatchError(f"it cannot be read as Parquet: {str(error).splitlines()[0]}") from None


def _most_players(lazy: "pl.LazyFrame", places: Places) -> int:
    import polars as pl

    if not places.is_list:
        return min(len(places.players), MOST_PLAYERS)
    name = places.players[0]
    if not isinstance(lazy.collect_schema()[name], pl.List):
        raise BatchError(f"column {name!r} has no lists of hands")
    return min(lazy.select(pl.col(name).list.len().max()).collect().item() or 0, MOST_PLAYERS)
