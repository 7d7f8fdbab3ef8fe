"""Rows of a batch in frames: those of Polars and Parquet files."""

import hashlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from oddchip.equity.batch_parts import MOST_PLAYERS, BatchColumns, FramePart, Part, Places, find_places
from oddchip.equity.batch_source import FileSource, InputChangedError, telling_the_file
from oddchip.evaluator import BatchError

if TYPE_CHECKING:
    import polars as pl

FRAME_ROWS = 50_000
"""Rows of a Parquet file that are read at once: its pages are larger than our pieces."""


class FrameSource:
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


class ParquetSource(FileSource):
    """The rows of a Parquet file."""

    def __init__(self, path: Path, named: BatchColumns) -> None:
        import polars as pl

        self._known = _state_of(path)
        self._begin(path)
        with self._refusing_change(), _reading_parquet():
            lazy = pl.scan_parquet(path)
            self.types = dict(lazy.collect_schema())
            self.count = lazy.select(pl.len()).collect().item()
        self._refuse_no_rows()
        self._set_columns(list(self.types), named)
        with self._refusing_change(), _reading_parquet():
            self.players = _most_players(lazy, self.places)

    def parts(self, size: int) -> Iterator[Part]:
        """Yield all rows, so many at a time."""
        import polars as pl

        step = max(1, FRAME_ROWS // size) * size
        with telling_the_file(self.path):
            for start in range(0, self.count, step):
                with self._refusing_change(), _reading_parquet():
                    frame = pl.scan_parquet(self.path).slice(start, step).collect()
                yield from map(FramePart, frame.iter_slices(size))

    @contextmanager
    def _refusing_change(self) -> Iterator[None]:
        """Raise `InputChangedError` if what is read here is not what was looked through."""
        seen = _state_of(self.path)
        # The digest takes 20 ms for 30 MB, and is only asked for if somebody has written meanwhile.
        if seen != self._known and not self.is_unchanged():
            raise InputChangedError(self.name)
        self._known = seen
        yield
        if _state_of(self.path) != seen:
            raise InputChangedError(self.name)


def _state_of(path: Path) -> tuple[int, ...]:
    """What writing and replacing change."""
    state = path.stat()
    return state.st_ino, state.st_size, state.st_mtime_ns


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
