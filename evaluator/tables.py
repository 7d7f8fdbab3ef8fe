"""The evaluator's tables: how they are laid out, and loading them from the file in the package.

`build_tables.py` makes the file and explains the hash.
"""

import zipfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.evaluator.errors import TableError

TABLE_FILE = Path(__file__).with_name("tables.npz")
TABLE_VERSION = 1

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


@cache
def load_tables() -> EvaluatorTables:
    """Return the tables, read on the first call and shared from then on.

    Raises `TableError` when the file is missing, damaged or of another version.
    """
    try:
        with np.load(TABLE_FILE, allow_pickle=False) as file:
            version = int(file["version"])
            arrays = {name: file[name] for name in TABLE_ARRAYS} if version == TABLE_VERSION else {}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise TableError(f"cannot read the tables in {TABLE_FILE} ({error}); reinstall oddchip") from error
    if not arrays:
        raise TableError(
            f"the tables in {TABLE_FILE} have version {version}, not {TABLE_VERSION}; reinstall oddchip"
        )
    for array in arrays.values():
        array.flags.writeable = False
    return EvaluatorTables(**arrays)
