"""What is measured: arrays of seven-card hands and spots of known hands, the same for every front end."""

from itertools import islice
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.evaluator import DECK_SIZE, all_hands

Hands = npt.NDArray[np.uint8]
"""Seven-card hands, (n, 7) ids of ours: 4 * rank + suit, suits in the order c d h s."""

SEVEN_CARD_HANDS = comb(DECK_SIZE, 7)
SEVEN_CARD_CATEGORIES = (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584)
"""Published counts, high card first."""
SEVEN_CARD_DIGEST = "7e567990cad1bae538fed2837e7fe7b220afc6752807aac25d811bc0e949bdfd"
"""Of all seven-card strengths in enumeration order, as `oddchip.evaluator.sweep` makes it."""

SEED = 20_240_229
RUNS = 64
ARRAY_SIZE = 1 << 23
"""Hands in an array: 59 MB, far more than a second-level cache, and eight chunks to share among threads."""


class Spot(NamedTuple):
    """Known hands, all to be compared, and the cards that lie on the board."""

    name: str
    hands: tuple[str, ...]
    board: str = ""

    @property
    def deals(self) -> int:
        """Ways to complete the board."""
        on_board = len(self.board) // 2
        return comb(DECK_SIZE - 2 * len(self.hands) - on_board, 5 - on_board)


_TEN = ("AhKh", "QsQd", "2c2d", "JhTh", "9s8s", "7c6d", "AsAd", "KcJc", "Td9d", "5h4h")

TWO_HANDS = Spot("preflop, 2 hands", _TEN[:2])
THREE_HANDS = Spot("preflop, 3 hands", _TEN[:3])
SIX_HANDS = Spot("preflop, 6 hands", _TEN[:6])
TEN_HANDS = Spot("preflop, 10 hands", _TEN)
FLOP = Spot("flop, 2 hands", _TEN[:2], board="2c7d9h")
SPOTS = (TWO_HANDS, THREE_HANDS, SIX_HANDS, TEN_HANDS, FLOP)


def random_hands(size: int = ARRAY_SIZE) -> Hands:
    """Return hands drawn from a fixed seed, their cards in the order drawn."""
    generator = np.random.default_rng(SEED)
    parts: list[Hands] = []
    while sum(map(len, parts)) < size:
        drawn = generator.integers(0, DECK_SIZE, size=(size, 7), dtype=np.uint8)
        ordered = np.sort(drawn, axis=1)
        parts.append(drawn[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)])
    return np.concatenate(parts)[:size]


def hands_in_order(size: int = ARRAY_SIZE) -> Hands:
    """Return hands in enumeration order: `RUNS` runs of neighbours, evenly spaced over all hands.

    One run from the start would hold nothing but hands with the deuce of clubs.
    """
    run = size // RUNS
    every = SEVEN_CARD_HANDS // size
    return np.concatenate(list(islice(all_hands(7, size=run), 0, RUNS * every, every)))


def sample(rows: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """Return the first rows of each of the `RUNS` runs of an array: `size` rows, a multiple of `RUNS`."""
    runs = rows.reshape(RUNS, -1, *rows.shape[1:])
    return np.ascontiguousarray(runs[:, : size // RUNS]).reshape(-1, *rows.shape[1:])
