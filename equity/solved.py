"""What the exact paths for ranges give back, before it becomes a `Result`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from oddchip.equity.field import Boards, split_boards
from oddchip.equity.result import Winners
from oddchip.equity.symmetry import moved_combos
from oddchip.evaluator._threads import map_chunks

Floats = npt.NDArray[np.float64]
Sums = TypeVar("Sums", bound=tuple[Floats, ...])

WIN, SHARE, TIE, TOTAL = range(4)
CHUNK = 4096
"""Boards per kernel call. Fixed, so that sums of floats do not depend on the number of threads."""
CALL_SECONDS = 0.02


def chunk_of(seconds_a_board: float) -> int:
    """Return how many boards to take per kernel call.

    Calls of some 20 ms are shared among threads also where there are few boards, and end soon after Ctrl-C.
    """
    return max(1, int(min(CHUNK, CALL_SECONDS / max(seconds_a_board, 1e-9))))


@dataclass(frozen=True, slots=True)
class Solved:
    """Weights of deals: by who wins, by combo, by final category.

    A deal's weight is the product of the weights of the combos held.
    """

    outcomes: dict[Winners, float]
    combos: Floats | None = None
    """(players, 1326, 4): of the deals with a combo, the weight won alone, the share, tied, and all."""
    categories: Floats | None = None
    """(players, 9)."""
    holdings: int | None = None
    """The number of joint holdings, where they were listed."""


def sum_over_boards(
    boards: Boards, work: Callable[[Boards], Sums], threads: int | None, chunk: int = CHUNK
) -> Sums:
    """Return the sums of what `work` gives for each chunk of boards, added in the order of the chunks."""
    parts = map_chunks(work, split_boards(boards, chunk), threads)
    for part in parts[1:]:
        for total, addend in zip(parts[0], part, strict=True):
            np.add(total, addend, out=total)
    return parts[0]


def spread_over_group(rows: Floats, group: npt.NDArray[np.int64]) -> Floats:
    """Return the mean of each combo's row and those of the combos it becomes; rows: (..., 1326, columns).

    Boards of which one stands for its class give each combo what the class gives to all of its combos.
    """
    if len(group) == 1:
        return rows
    spread = np.zeros_like(rows)
    for renamed in moved_combos()[group]:
        spread += rows[..., renamed, :]
    return spread / len(group)
