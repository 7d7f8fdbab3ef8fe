"""The unit of work of a batch: what rows of texts are worth, whoever calculates it and in whatever order."""

import zlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple


class RowInput(NamedTuple):
    """What is asked of one row, as it stands in the file."""

    hands: tuple[Any, ...]
    board: Any
    dead: Any


class RowOptions(NamedTuple):
    """How all rows are to be answered."""

    method: str
    std_error: float | None
    samples: int | None
    seed: int
    """Of the run."""
    threads: int
    """Of each row; no answer depends on it."""


class RowResult(NamedTuple):
    """The answer to a row: `method` and the numbers of each player, or the error."""

    method: str | None
    players: tuple[tuple[float, float, float, float], ...]
    """Equity, win, tie and standard error."""
    error: str | None


class Solved(NamedTuple):
    """The answers to a piece of a batch."""

    rows: list[RowResult]
    calculated: int
    """How many spots had to be calculated; the others had come before."""
    asked: int
    """The checksum of the rows that are answered."""


def checksum_of(rows: Iterable[RowInput], before: int = 0) -> int:
    """Return a checksum of rows; with that of the rows before them, the one of all.

    >>> rows = [RowInput(("AhKh", "QsQd"), "2c7d9h", ""), RowInput(("AA", "KK"), None, None)]
    >>> checksum_of(rows[1:], checksum_of(rows[:1])) == checksum_of(rows)
    True
    """
    return zlib.crc32("".join(map(tuple.__repr__, rows)).encode(), before)


def solve_rows(rows: Sequence[RowInput], options: RowOptions) -> Solved:
    """Return the answer to each row.

    Rows that are the same but for names of suits and the order of players get the same numbers to the last
    bit: they are calculated on one canonical form, with a seed that derives from the seed of the run and that
    form. So nothing depends on which rows come together, in which order and where. A row that cannot be
    answered gets an error, and the others go on. What the machine lacks, such as memory or open files, is no
    answer to a row and is raised.

    >>> options = RowOptions("auto", None, None, seed=0, threads=1)
    >>> rows = [RowInput(("AhKh", "QsQd"), "2c7d9h", ""), RowInput(("AhKh", "Ah2d"), None, None)]
    >>> good, bad = solve_rows(rows, options).rows
    >>> round(good.players[0][0], 4), bad.error
    (0.2828, 'card Ah is in hand 1 and in hand 2')
    """
    # Who only hands out rows needs none of this, and not Numba, whose import takes 0.2 s.
    from oddchip.equity.batch_answers import answer_row

    results, calculated = [], 0
    for row in rows:
        result, is_new = answer_row(row, options)
        calculated += is_new
        results.append(result)
    return Solved(results, calculated, checksum_of(rows))
