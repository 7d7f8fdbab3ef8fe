"""What the inputs of a batch have in common: columns, rows, a digest, and the errors that name them."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from oddchip.equity.batch_parts import MOST_PLAYERS, BatchColumns, Part, Places, Types, find_places
from oddchip.evaluator import BatchError


class InputChangedError(BatchError):
    """An input that changes while it is read."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} has changed while it was read (--resume goes on when it is as it was,"
            " --force without --resume begins anew)"
        )


class Source(Protocol):
    """The rows of a batch and what is known of them."""

    columns: tuple[str, ...]
    count: int
    """The number of rows."""
    name: str
    """What it is called in errors."""
    places: Places
    players: int
    """The most players that a row may have an answer for."""

    @property
    def types(self) -> Types:
        """The Polars type of each column."""

    @property
    def digest(self) -> str:
        """The SHA-256 digest of the contents."""

    def parts(self, size: int) -> Iterator[Part]:
        """Yield all rows, so many at a time."""

    def is_unchanged(self) -> bool:
        """Whether the contents are still those that were looked through."""


@contextmanager
def telling_the_file(path: Path) -> Iterator[None]:
    """Name the file in what is wrong with its contents."""
    try:
        yield
    except InputChangedError:
        raise
    except BatchError as error:
        raise BatchError(f"file {str(path)!r}: {error}") from None
    except UnicodeDecodeError as error:
        raise BatchError(f"file {str(path)!r} is not UTF-8 text ({error.reason})") from None


class FileSource:
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
