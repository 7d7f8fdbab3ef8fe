"""Drawing what the players of a spot hold."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity.dealing import deal_without_board
from oddchip.equity.sampler import make_sampler, random_stream
from oddchip.equity.spot import AnySpot

TRIES = 4096


class SampledHoldings(NamedTuple):
    """Joint holdings, one in each row."""

    combos: npt.NDArray[np.int16]
    """(n, players): indices of combos, no card twice in a row."""
    weights: npt.NDArray[np.float64]
    """(n,): what each row counts; 1, unless the ranges conflict so much that rows must be weighted."""


def sample_holdings(spot: AnySpot, count: int, *, seed: int | None = None) -> SampledHoldings:
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
        drawn, new_weights = deal_without_board(sampler.dealing, stream, TRIES)
        taken = min(len(new_weights), count - done)
        combos[done : done + taken] = drawn[:, :taken].T
        weights[done : done + taken] = new_weights[:taken]
        done += taken
    return SampledHoldings(combos, weights)
