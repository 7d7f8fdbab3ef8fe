"""Compiling ahead of time."""

import numpy as np

from oddchip.evaluator._jit import cache_folder
from oddchip.evaluator.many import evaluate_many
from oddchip.evaluator.sweeps import all_hands

__all__ = ["cache_folder", "warm_up"]


def warm_up() -> None:
    """Compile every kernel of this package, or load it compiled.

    Without this the first call of each function does it: a few seconds once on a machine, some
    milliseconds in later processes.
    """
    hands = np.arange(17 * 7, dtype=np.uint8).reshape(17, 7) % 52
    for cards in (5, 7):
        evaluate_many(hands[:, :cards])
    next(all_hands(5, size=1))
