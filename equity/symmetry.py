"""Suit permutations: what they do to combos, and which of them leave a spot as it is."""

from functools import cache
from itertools import permutations

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_preflop import find_symmetry
from oddchip.equity.combos import COMBO_CARDS

Permutations = npt.NDArray[np.int64]
"""(n, 4): the suit that each suit becomes."""


@cache
def all_permutations() -> Permutations:
    """Return the 24 permutations of the suits, the one that changes nothing first."""
    return np.array(list(permutations(range(4))), dtype=np.int64)


@cache
def moved_combos() -> npt.NDArray[np.int16]:
    """Return the combo that each permutation makes of each combo, (24, 1326), read-only."""
    suits = all_permutations()[:, COMBO_CARDS & 3]
    cards = np.sort(COMBO_CARDS.astype(np.int64) // 4 * 4 + suits, axis=-1)
    combos: npt.NDArray[np.int16] = (cards[..., 1] * (cards[..., 1] - 1) // 2 + cards[..., 0]).astype(
        np.int16
    )
    combos.flags.writeable = False
    return combos


def spot_symmetry(
    weights: npt.NDArray[np.float64], combos: npt.NDArray[np.int16], kept: npt.NDArray[np.uint64]
) -> npt.NDArray[np.int64]:
    """Return the numbers of the permutations that change neither weights nor sets of cards.

    weights: (players, 1326); combos: those that anybody holds; kept: the sets, a bit for each card id.

    >>> everything = np.ones((2, 1326)), np.arange(1326, dtype=np.int16)
    >>> len(spot_symmetry(*everything, np.zeros(1, dtype=np.uint64)))
    24
    >>> len(spot_symmetry(*everything, np.ones(1, dtype=np.uint64)))  # the deuce of clubs stays
    6
    """
    group = np.empty(24, dtype=np.int64)
    found = find_symmetry(weights, combos, kept, moved_combos(), all_permutations(), group)
    return group[:found]
