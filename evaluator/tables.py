"""The evaluator's tables: how they are laid out, and loading them from the file in the package.

`build_tables.py` makes the file and explains the hash.
"""

import hashlib
import zipfile
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.evaluator.errors import TableError

TABLE_FILE = Path(__file__).with_name("tables.npz")
TABLE_DIGEST = "32570568b34766b298c61f34d56365993aeaab7ef342b59c13ef2af1d545085a"
"""SHA-256 of the arrays in their order: a file with anything else in it is refused."""

ROW_SHIFT = 10
"""A rank sum's row is `sum >> 10`. Measured on random seven-card hands: 9, 10 and 11 differ by less than
4 %; 10 keeps the offsets of all seven-card rows within 30 KB, a first-level cache."""

SUIT_COUNTERS = 0x03030303 << 32
"""Four counters of one byte above the rank sum. They start at 3, so the fifth card of a suit sets bit 3."""


class EvaluatorTables(NamedTuple):
    """What a kernel needs to evaluate hands; all arrays are read-only and contiguous.

    A hand's key is the sum of `start_keys[number of cards]` and the `card_keys` of its cards. Its low
    half is the rank sum, its high half has the suit counters.
    """

    card_keys: npt.NDArray[np.uint64]
    """By card id, (256,): zero beyond the 52 cards, so that a wrong id reads nothing it should not."""
    rank_keys: npt.NDArray[np.uint32]
    """By rank, (16,): the rank part of `card_keys`, filled up with zeros."""
    start_keys: npt.NDArray[np.uint64]
    """By number of cards, (8,); zero where such hands are not evaluated."""
    offsets: npt.NDArray[np.int32]
    """By row of the rank sum: sum + offset is the place in `strengths`."""
    strengths: npt.NDArray[np.uint16]
    """Strengths of hands without a flush."""
    flush_strengths: npt.NDArray[np.uint16]
    """By the 13-bit mask of the ranks in the flush suit, (8192,)."""


TABLE_ARRAYS = EvaluatorTables._fields


def digest_of(tables: EvaluatorTables) -> str:
    """Return the SHA-256 of the tables, name, dtype, shape and content of each, as hexadecimal text."""
    total = hashlib.sha256()
    for name, array in tables._asdict().items():
        total.update(f"{name} {array.dtype.str} {array.shape}".encode())
        total.update(np.ascontiguousarray(array).tobytes())
    return total.hexdigest()


def read_arrays(path: Path, names: Sequence[str], what: str) -> list[npt.NDArray[Any]]:
    """Return arrays of a file of the package, by name; raise `TableError` when it cannot be read."""
    try:
        # Opened here, because np.load leaves a damaged file open.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return [arrays[name] for name in names]
    except (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise TableError(f"cannot read the {what} in {path} ({error}); reinstall oddchip") from error


@cache
def load_tables() -> EvaluatorTables:
    """Return the tables, read on the first call and shared from then on.

    Raises `TableError` when the file is missing, damaged or not the one that belongs to this version.
    """
    tables = EvaluatorTables(*read_arrays(TABLE_FILE, TABLE_ARRAYS, "tables"))
    if digest_of(tables) != TABLE_DIGEST:
        raise TableError(f"the tables in {TABLE_FILE} do not belong to this version; reinstall oddchip")
    for array in tables:
        array.flags.writeable = False
    return tables
