"""Whether the players of a spot can all hold a combo at once."""

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import COMBO_MASKS
from oddchip.equity.spot import RangeSpot
from oddchip.evaluator import ImpossibleSpotError

MOST_SETS = 2_000_000
"""Sets of held cards that are followed up; more are a spot in which something can be dealt, in practice."""


def can_be_dealt(spot: RangeSpot) -> bool:
    """Return whether any deal is possible; True also where looking at all of them would take too long.

    Follows, player by player, every set of cards that can be held, whoever holds which of them. This takes up
    to seconds, and is seldom needed: most often each can be given the first combo that fits, in 10 µs.
    """
    if _fit_as_they_come(spot):
        return True
    ranges = sorted((np.flatnonzero(weights) for weights in spot.weights), key=len)
    held: npt.NDArray[np.uint64] = np.zeros(1, dtype=np.uint64)
    for combos in ranges:
        masks = COMBO_MASKS[combos]
        if len(held) * len(masks) > 16 * MOST_SETS:
            return True
        free = (held[:, np.newaxis] & masks) == 0
        held = np.unique((held[:, np.newaxis] | masks)[free])
        if not len(held):
            return False
        if len(held) > MOST_SETS:
            return True
    return True


def _fit_as_they_come(spot: RangeSpot) -> bool:
    gone = np.uint64(0)
    for weights in sorted(spot.weights, key=np.count_nonzero):
        fitting = np.flatnonzero((weights > 0) & (COMBO_MASKS & gone == 0))
        if not len(fitting):
            return False
        gone |= COMBO_MASKS[fitting[0]]
    return True


def no_deal() -> ImpossibleSpotError:
    """Return the error for a spot in which nobody could be dealt what they are said to hold."""
    return ImpossibleSpotError("no deal is possible: the players cannot all hold a combo at once")
