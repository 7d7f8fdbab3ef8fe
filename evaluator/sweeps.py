"""All hands there are, in a fixed order: what proves an evaluator, and what it is measured on."""

import hashlib
from collections.abc import Iterator
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.evaluator._kernels_sweep import list_hands
from oddchip.evaluator.cards import DECK_SIZE
from oddchip.evaluator.categories import STRONGEST, categories_of
from oddchip.evaluator.many import CHUNK, evaluate_many


class Sweep(NamedTuple):
    """What the strengths of all hands of one size add up to."""

    hands: int
    categories: tuple[int, ...]
    """Hands in each of the nine categories, high card first."""
    distinct_strengths: int
    digest: str
    """SHA-256 of all strengths, little-endian uint16, hands in increasing order of their card ids."""


def all_hands(cards: int, *, size: int = CHUNK) -> Iterator[npt.NDArray[np.uint8]]:
    """Return an iterator over all hands of so many cards, (size, cards) at a time, in order of their ids.

    Raises `ValueError` unless there are 5, 6 or 7 cards and size is positive.

    >>> next(all_hands(5))[:2]
    array([[0, 1, 2, 3, 4],
           [0, 1, 2, 3, 5]], dtype=uint8)
    """
    if not 5 <= cards <= 7 or size < 1:
        raise ValueError(f"cannot list hands of {cards} cards, {size} at a time (5 to 7 cards, 1 or more)")
    return _listed(cards, size)


def _listed(cards: int, size: int) -> Iterator[npt.NDArray[np.uint8]]:
    hand = np.arange(cards)
    left = comb(DECK_SIZE, cards)
    while left:
        hands = np.empty((min(size, left), cards), dtype=np.uint8)
        left -= list_hands(hand, hands)
        yield hands


def sweep(cards: int, *, threads: int | None = None) -> Sweep:
    """Evaluate every hand of 5, 6 or 7 cards.

    Seven cards are 133,784,560 hands and take about a second.

    >>> sweep(5).categories
    (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
    """
    counts = np.zeros(STRONGEST + 1, dtype=np.int64)
    digest = hashlib.sha256()
    for hands in all_hands(cards, size=8 * CHUNK):
        strengths = evaluate_many(hands, threads=threads)
        digest.update(strengths.astype("<u2", copy=False).tobytes())
        counts += np.bincount(strengths, minlength=STRONGEST + 1)
    reached = np.flatnonzero(counts)
    categories = np.bincount(categories_of(reached.astype(np.uint16)), weights=counts[reached], minlength=9)
    return Sweep(
        hands=int(counts.sum()),
        categories=tuple(int(count) for count in categories),
        distinct_strengths=len(reached),
        digest=digest.hexdigest(),
    )
