"""Drawing what the players of a spot hold."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_draw import deal_holdings
from oddchip.equity.sampler import make_sampler, random_stream
from oddchip.equity.spot import RangeSpot, Spot

TRIES = 4096


class SampledHoldings(NamedTuple):
    """Joint holdings, one in each row."""

    combos: npt.NDArray[np.int16]
    """(n, players): indices of combos, no card twice in a row."""
    weights: npt.NDArray[np.float64]
    """(n,): what each row counts; 1, unless the ranges conflict so much that rows must be weighted."""


def sample_holdings(spot: Spot | RangeSpot, count: int, *, seed: int | None = None) -> SampledHoldings:
    """Return holdings of all players, drawn from their joint distribution.

    Each possible joint holding comes up as often as the product of the combos' weights says. Raises
    `ImpossibleSpotError` if no deal is possible and `ValueError` for a negative seed or count.

    >>> from oddchip.equity import combo_text, parse_spot
    >>> drawn = sample_holdings(parse_spot(["AA", "AKs", "random"]), 1000, seed=1)
    >>> drawn.combos.shape
    (1000, 3)
    >>> combo_text(drawn.combos[0, 0])[0::2]
    'AA'
    """
    if count < 0:
        raise ValueError(f"count is {count}, which is negative")
    sampler = make_sampler(spot, seed=seed)
    players = len(sampler.names)
    stream = random_stream(sampler.seed, (0, 1))
    combos = np.empty((count, players), dtype=np.int16)
    weights = np.empty(count)
    done = 0
    while done < count:
        used, boards = np.zeros(TRIES, dtype=np.uint64), np.zeros(TRIES, dtype=np.int64)
        new_weights = np.full(TRIES, sampler.dealing.scale)
        drawn = np.repeat(sampler.dealing.known[:, np.newaxis], TRIES, axis=1).astype(np.int16)
        found = deal_holdings(sampler.dealing, stream, used, new_weights, boards, drawn)
        taken = min(found, count - done)
        combos[done : done + taken] = drawn[:, :taken].T
        weights[done : done + taken] = new_weights[:taken]
        done += taken
    return SampledHoldings(combos, weights)
