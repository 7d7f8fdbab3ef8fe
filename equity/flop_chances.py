"""How often each flop comes, estimated from drawn holdings where all of them are too many to be counted."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import COMBO_CARDS
from oddchip.equity.drawn_holdings import sample_holdings
from oddchip.equity.spot import RangeSpot
from oddchip.evaluator import DECK_SIZE

Floats = npt.NDArray[np.float64]

HOLDINGS = 20_000
CHUNK = 128
"""Drawn holdings that are compared at once with all flops, of which there may be 22,100."""


@dataclass(frozen=True, slots=True)
class FlopChances:
    """Drawn joint holdings, each of which leaves some flops."""

    weights: Floats
    """(n,): what each holding counts."""
    held: Floats
    """(n, 52): 1 for each card that somebody holds."""
    on_flop: Floats
    """(52, flops): 1 for each card of a flop."""

    def of_flops(self) -> Floats:
        """Return the part of the holdings that leave each flop, (flops,)."""
        found = sum((weights @ free for weights, free in self._chunks()), np.zeros(self.on_flop.shape[1]))
        chances: Floats = found / self.weights.sum()
        return chances

    def variance(self, residuals: Floats) -> float:
        """Return the variance that a mean over flops has because of the choice of holdings.

        residuals: (flops,), what each flop is above the mean, times how many flops it stands for, divided by
        the sum of the chances of all.
        """
        found = sum(float(((weights * (free @ residuals)) ** 2).sum()) for weights, free in self._chunks())
        return found / float(self.weights.sum()) ** 2

    def _chunks(self) -> Iterator[tuple[Floats, Floats]]:
        """Weights of some holdings, and 1 for each flop that they leave, (holdings, flops)."""
        for start in range(0, len(self.weights), CHUNK):
            part = slice(start, start + CHUNK)
            yield self.weights[part], (self.held[part] @ self.on_flop == 0).astype(np.float64)


def estimate_chances(spot: RangeSpot, flops: npt.NDArray[np.uint8], seed: int) -> FlopChances:
    """Return chances of flops, (n, 3) ids, in a spot before the flop."""
    drawn = sample_holdings(spot, HOLDINGS, seed=seed)
    held = np.zeros((HOLDINGS, DECK_SIZE))
    for player in drawn.combos.T:
        held[np.arange(HOLDINGS)[:, None], COMBO_CARDS[player]] = 1.0
    on_flop = np.zeros((DECK_SIZE, len(flops)))
    on_flop[flops.T, np.arange(len(flops))] = 1.0
    return FlopChances(drawn.weights, held, on_flop)
