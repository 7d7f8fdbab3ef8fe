"""Exact equity of known hands, by one of two paths that give the same integers.

Before the flop `tally_patterns` sums over patterns of boards; with cards on the board there are at most
a few hundred thousand boards left, and `tally_boards` walks through them.
"""

from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels import tally_boards
from oddchip.equity._kernels_patterns import tally_patterns
from oddchip.equity.result import Winners
from oddchip.equity.spot import Spot
from oddchip.evaluator.tables import load_tables

Tally = npt.NDArray[np.int64]
"""Deals by set of winners, bit p for player p."""


class SuitedRanks(NamedTuple):
    """Every set of three, four or five ranks that a board can show in one suit."""

    ranks: npt.NDArray[np.int64]
    """A bit for each rank."""
    sums: npt.NDArray[np.uint32]
    """The sum of their rank keys."""
    starts: npt.NDArray[np.int64]
    """By number of ranks, where those sets start; one more entry at the end."""


@cache
def suited_ranks() -> SuitedRanks:
    """Return the 2,288 sets, made once."""
    keys = load_tables().rank_keys.tolist()
    by_size = [list(combinations(range(13), size)) if size >= 3 else [] for size in range(6)]
    sets = [ranks for size in by_size for ranks in size]
    return SuitedRanks(
        ranks=np.array([sum(1 << rank for rank in ranks) for ranks in sets], dtype=np.int64),
        sums=np.array([sum(keys[rank] for rank in ranks) for ranks in sets], dtype=np.uint32),
        starts=np.cumsum([0, *map(len, by_size)], dtype=np.int64),
    )


def tally_known_hands(spot: Spot) -> Tally:
    """Return the winners of every deal of a spot, by the faster path."""
    return tally_by_boards(spot) if spot.board else tally_by_patterns(spot)


def tally_by_patterns(spot: Spot) -> Tally:
    """Return the winners of every deal of a spot without board cards."""
    live = np.zeros((4, 13), dtype=np.bool_)
    for card in spot.deck:
        live[card & 3, card >> 2] = True
    tally = np.zeros(1 << len(spot.hands), dtype=np.int64)
    tally_patterns(np.array(spot.hands, dtype=np.uint8), live, suited_ranks(), load_tables(), tally)
    return tally


def tally_by_boards(spot: Spot) -> Tally:
    """Return the winners of every deal of any spot, board by board."""
    tally = np.zeros(1 << len(spot.hands), dtype=np.int64)
    tally_boards(
        np.array(spot.hands, dtype=np.uint8),
        np.array(spot.board, dtype=np.uint8),
        np.array(spot.deck, dtype=np.uint8),
        load_tables(),
        tally,
    )
    return tally


def outcomes_of(tally: Tally | npt.NDArray[np.float64], players: int) -> dict[Winners, Any]:
    """Return the deals, or their weight, of each set of players that wins any, single winners first.

    >>> outcomes_of(np.array([0, 5, 3, 2]), 2)
    {(1,): 5, (2,): 3, (1, 2): 2}
    """
    sets = [
        (tuple(player + 1 for player in range(players) if winners >> player & 1), count)
        for winners, count in enumerate(tally.tolist())
        if count
    ]
    return dict(sorted(sets, key=lambda item: (len(item[0]), item[0])))
