"""Exact equity of any number of ranges on boards: all combos of one of them against what the others hold.

What the others hold is looked at once for all combos of the player who has the most of them, and those are
compared with the best of the others some dozens at a time. So a joint holding takes 0.15 to 0.4 ns if a range
has a hundred combos, 4 if it has six, and 7 or more where each is looked at alone.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_widest import count_fitting, walk_widest
from oddchip.equity.field import Boards, Field, list_boards_of
from oddchip.equity.holdings import Holdings, holdings_of
from oddchip.equity.known import outcomes_of
from oddchip.equity.solved import Floats, Solved, chunk_of, sum_over_boards
from oddchip.equity.spot import RangeSpot, held_counts
from oddchip.evaluator.tables import load_tables

ALL_BITS = np.uint16(0xFFFF)
AT_ONCE = 32
"""Strengths in a vector register."""


class Widest(NamedTuple):
    """The combos of one player, and what the others can hold."""

    player: int
    places: npt.NDArray[np.intp]
    """(n,): the places of the player's combos in the field."""
    fits: npt.NDArray[np.uint16]
    """(combos of the field, n or more): all bits set where the one, of somebody else, fits the other."""
    others: Holdings
    holdings: int
    """The number of joint holdings of all."""

    @property
    def looked_at(self) -> int:
        """The number of joint holdings with those in which a card is held twice."""
        return len(self.places) * len(self.others.weights)


def seconds_of(holdings: float, count: int) -> float:
    """Return about how long so many joint holdings take on a board, if one player has so many combos."""
    return holdings * (1.8e-10 + 2.4e-8 / max(count, 1))


def widest_of(field: Field, most: int) -> Widest | None:
    """Return whose combos come at once, or None if there are more than `most` joint holdings to look at."""
    held = held_counts(field.weights)
    count = max(held)
    player = held.index(count)
    without = field._replace(weights=field.weights[[seat for seat in range(len(held)) if seat != player]])
    others = holdings_of(without, most // max(count, 1))
    if others is None:
        return None
    places = np.flatnonzero(field.weights[player])
    fits = np.zeros((len(field.masks), -(-count // AT_ONCE) * AT_ONCE), dtype=np.uint16)
    held_by_others = np.flatnonzero(without.weights.any(axis=0))
    shared = field.masks[held_by_others, np.newaxis] & field.masks[places]
    fits[held_by_others, :count] = np.where(shared == 0, ALL_BITS, np.uint16(0))
    return Widest(player, places, fits, others, count_fitting(others.places, fits))


def by_widest(
    spot: RangeSpot, field: Field, widest: Widest, group: npt.NDArray[np.int64], threads: int | None
) -> Solved:
    """Return the result of a spot with board cards, without details."""
    players = len(field.weights)
    boards = list_boards_of(spot.board, spot.dead, group)
    weights = field.weights[widest.player, widest.places]
    own = (widest.places, weights[:0] if (weights == 1).all() else weights, widest.fits)
    bits = 1 << np.array([*(seat for seat in range(players) if seat != widest.player), widest.player])

    def work(part: Boards) -> tuple[Floats]:
        tally = np.zeros(1 << players)
        walk_widest(part.cards, part.counts, field, load_tables(), widest.others, own, bits, tally)
        return (tally,)

    chunk = chunk_of(seconds_of(widest.looked_at, len(widest.places)))
    (tally,) = sum_over_boards(boards, work, threads, chunk)
    return Solved(outcomes_of(tally, players), holdings=widest.holdings)
