"""Spots whose sums would lose their digits, as nearly all the weight lies on deals that are not possible.

Walks through boards take what is blocked from the sum of all: `AcAd:1e-12, KcKd` against `KcKh` has one pair
of 1e-12 left of a sum of 1, hence four digits of sixteen. Sums of single deals only add. So do those of the
stored table, and differences of whole numbers are exact.
"""

import numpy as np
import numpy.typing as npt

from oddchip.equity.spot import RangeSpot, as_whole_numbers
from oddchip.equity.three import joint_weight
from oddchip.equity.two import weight_met

LEAST_PART = 1e-2
"""Of the product of the weights: sums of a thousand floats are right to 1e-14, what is left to 1e-12."""


def loses_digits(spot: RangeSpot, *, detail: bool = False) -> bool:
    """Say whether the sums of two or three players, with detail also of a combo of two, would be crumbs."""
    if spot.is_whole:
        return False
    sums = spot.weights.sum(axis=1)
    least = LEAST_PART * float(sums.prod())
    if len(sums) == 3:
        return joint_weight(spot) < least
    met = weight_met(*spot.weights)
    if detail:
        possible = spot.without_weights().weights
        for own, other, total in ((0, 1, sums[1]), (1, 0, sums[0])):
            asked = weight_met(possible[own], possible[other]) > 0
            if (weight_met(spot.weights[own], spot.weights[other])[asked] < LEAST_PART * total).any():
                return True
    return float(spot.weights[0].dot(met)) < least


def without_blocked(spot: RangeSpot) -> RangeSpot:
    """Return a spot of two players without the combos that meet nothing, weights up to 1 or whole again.

    So no product of weights can be too small for a float in all deals.
    """
    possible = spot.without_weights().weights
    met = np.stack([weight_met(possible[0], possible[1]), weight_met(possible[1], possible[0])])
    if not met.any():
        return spot
    left: npt.NDArray[np.float64] = np.where(met > 0, spot.weights, 0.0)
    return spot._replace(weights=np.stack([as_whole_numbers(own) for own in left]))
