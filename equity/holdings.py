"""Exact equity of any number of ranges with few joint holdings: each holding on its own.

Before the flop every holding is counted by patterns of boards, later every holding on every board.
"""

from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_holdings import walk_patterns
from oddchip.equity._kernels_joint import list_holdings, walk_holdings
from oddchip.equity.combos import COMBOS
from oddchip.equity.field import Boards, Field, list_boards_of
from oddchip.equity.known import outcomes_of, suited_ranks
from oddchip.equity.solved import Floats, Solved, chunk_of, spread_over_group, sum_over_boards
from oddchip.equity.spot import RangeSpot, held_counts
from oddchip.equity.symmetry import moved_combos
from oddchip.evaluator.tables import load_tables

MOST_HOLDINGS = 4_000_000
"""More are not listed: a hundred megabytes, and hours of work."""
CHUNK = 512
MOST_SLOT_BITS = 10


class Holdings(NamedTuple):
    """One combo for each player, no card twice."""

    places: npt.NDArray[np.int16]
    """(n, players): places in the field."""
    weights: Floats
    """(n,): the product of the combos' weights."""


def seconds_of(holdings: float, players: int) -> float:
    """Return about how long so many joint holdings take on a board."""
    return holdings * 1e-8 * players


def holdings_of(field: Field, most: int) -> Holdings | None:
    """Return all joint holdings of a field, or None if there are more than `most`."""
    players = len(field.weights)
    room = min(most, prod(held_counts(field.weights)))
    places, weights = np.empty((room, players), dtype=np.int16), np.empty(room)
    found = list_holdings(field, places, weights)
    return Holdings(places[:found], weights[:found]) if found <= room else None


def by_boards(
    spot: RangeSpot, field: Field, holdings: Holdings, group: npt.NDArray[np.int64], threads: int | None
) -> Solved:
    """Return the result of a spot, each joint holding on each board."""
    players = len(field.weights)
    boards = list_boards_of(spot.board, spot.dead, group)

    def work(part: Boards) -> tuple[Floats, Floats, Floats]:
        sums = np.zeros(1 << players), np.zeros((len(field.masks), players, 4)), np.zeros((players, 9))
        walk_holdings(part.cards, part.counts, field, load_tables(), holdings, sums)
        return sums

    chunk = chunk_of(seconds_of(len(holdings.weights), players))
    tally, rows, categories = sum_over_boards(boards, work, threads, chunk)
    combos = _combos(field, rows, group)
    return Solved(outcomes_of(tally, players), combos, categories, len(holdings.weights))


def by_patterns(spot: RangeSpot, field: Field, holdings: Holdings, group: npt.NDArray[np.int64]) -> Solved:
    """Return the result of a spot without board cards, each joint holding by patterns of boards."""
    players = len(field.weights)
    live = np.ones((4, 13), dtype=np.bool_)
    for card in spot.dead:
        live[card & 3, card >> 2] = False
    tally, rows = np.zeros(1 << players), np.zeros((len(field.masks), players, 4))
    slots = 1 << min(2 * players + 2, MOST_SLOT_BITS)
    memo = (
        np.empty(slots, dtype=np.int64),
        np.empty((slots, 1 << players), dtype=np.int64),
        np.empty(1 << players, dtype=np.int64),
    )
    by_classes = np.lexsort(field.classes[holdings.places].T)
    symmetry = moved_combos(), group
    for start in range(0, len(by_classes), CHUNK):  # so that Ctrl-C is answered
        part = tuple(column[by_classes[start : start + CHUNK]] for column in holdings)
        walk_patterns(part, field, symmetry, live, suited_ranks(), load_tables(), memo, (tally, rows))
    combos = _combos(field, rows, group)
    return Solved(outcomes_of(tally, players), combos, holdings=len(holdings.weights))


def _combos(field: Field, rows: Floats, group: npt.NDArray[np.int64]) -> Floats:
    combos = np.zeros((rows.shape[1], COMBOS, 4))
    combos[:, field.combos] = rows.swapaxes(0, 1)
    return spread_over_group(combos, group)
