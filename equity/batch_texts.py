"""Rows of a batch in files of text: CSV and JSON lines."""

import csv
import hashlib
import io
import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import IO, Any, NoReturn

from oddchip.equity.batch_parts import MOST_PLAYERS, BatchColumns, Part, TextPart, Types
from oddchip.equity.batch_source import FileSource, InputChangedError, telling_the_file
from oddchip.evaluator import BatchError

LONGEST_LINE = 1 << 20
"""Characters of a line of JSON."""
MOST_OF_FLOATS = 1 << 53
"""From here on floats do not have every whole number."""


class _TextSource(FileSource):
    @contextmanager
    def _text(self, newline: str | None = None) -> Iterator[IO[str]]:
        """The text of the file; whoever reads it to its end learns whether it was what it was first."""
        with _Digested(self.path) as raw:
            with io.TextIOWrapper(io.BufferedReader(raw), encoding="utf-8-sig", newline=newline) as stream:
                yield stream
            if raw.digest() != self.digest:
                raise InputChangedError(self.name)


class _Digested(io.RawIOBase):
    """A file and the digest of what was read of it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb", buffering=0)
        self._sum = hashlib.sha256()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = self._file.readinto(buffer) or 0
        self._sum.update(memoryview(buffer)[:count])
        return count

    def digest(self) -> str:
        return self._sum.hexdigest()

    def close(self) -> None:
        self._file.close()
        super().close()


class CsvSource(_TextSource):
    """Rows of texts, separated by commas, below a header."""

    def __init__(self, path: Path, named: BatchColumns) -> None:
        self._begin(path)
        rows = self._rows()
        _, header = next(rows, (0, []))
        twice = next((name for name in header if header.count(name) > 1), None)
        if twice is not None:
            raise BatchError(f"there are two columns {twice!r}")
        self._set_columns(header, named)
        self.count = 0
        for line, row in rows:
            if len(row) != len(header):
                hint = " (ranges with commas need quotes around them)" if len(row) > len(header) else ""
                raise BatchError(f"line {line} has {len(row)} cells, the header {len(header)}{hint}")
            self.count += 1
        self._refuse_no_rows()

    @cached_property
    def types(self) -> Types:
        """All texts; only asked for by frames, as Polars takes 0.13 s to be imported."""
        import polars as pl

        return dict.fromkeys(self.columns, pl.String)

    def parts(self, size: int) -> Iterator[Part]:
        """Yield all rows, so many at a time."""
        with telling_the_file(self.path):
            rows = self._rows()
            next(rows)
            while part := [[cell or None for cell in row] for _, row in islice(rows, size)]:
                yield TextPart(self.columns, part)

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        """The rows that are not empty, each with the number of the line on which it begins."""
        with self._text(newline="") as stream:
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


class JsonSource(_TextSource):
    """A JSON object on each line."""

    def __init__(self, path: Path, named: BatchColumns) -> None:
        self._begin(path)
        self._kinds: dict[str, set[str]] = {}
        self.count = 0
        longest: dict[str, int] = {}
        for record in self._records():
            self.count += 1
            for name, value in record.items():
                self._kinds.setdefault(name, set()).add(_kind(value))
                if isinstance(value, list):
                    longest[name] = max(longest.get(name, 0), len(value))
        self._refuse_no_rows()
        self._set_columns(list(self._kinds), named)
        if self.places.is_list:
            self.players = min(longest.get(self.places.players[0], 0), MOST_PLAYERS)

    @cached_property
    def types(self) -> Types:
        """What fits the values of each column."""
        return {name: _type_of(found) for name, found in self._kinds.items()}

    def parts(self, size: int) -> Iterator[Part]:
        """Yield all rows, so many at a time; what a line does not have is None."""
        with telling_the_file(self.path):
            records = self._records()
            while part := [[record.get(name) for name in self.columns] for record in islice(records, size)]:
                yield TextPart(self.columns, part)

    def _records(self) -> Iterator[dict[str, Any]]:
        with self._text() as stream:
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
