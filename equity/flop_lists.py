"""Which flops are looked at: all that differ in a spot, a list of them, or a random sample.

Flops that a renaming of suits makes into each other are only the same for a spot that it leaves as it is.
There are 22,100 flops; where nothing names a suit, 1,755 of them differ, and each stands for 4, 12 or 24.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_flops import weigh_flops
from oddchip.equity.combos import COMBO_CARDS
from oddchip.equity.field import make_field
from oddchip.equity.spot import CardIds, RangeSpot
from oddchip.equity.symmetry import all_permutations
from oddchip.evaluator import (
    DECK_SIZE,
    CardError,
    Cards,
    ImpossibleSpotError,
    format_cards,
    parse_cards,
)

Numbers = npt.NDArray[np.int64]

FLOPS = comb(DECK_SIZE, 3)


class FlopChoice(NamedTuple):
    """The flops to look at, by their numbers: places in `all_flops`."""

    numbers: Numbers
    """(n,)."""
    multiplicities: Numbers
    """(n,): how many flops each stands for."""
    distinct: Numbers
    """(d,): those that differ in the spot, one for each class."""
    places: Numbers
    """(n,): which of the distinct ones is the same."""


@cache
def all_flops() -> npt.NDArray[np.uint8]:
    """Return the ids of all flops, lowest first, (22100, 3), read-only; those with the highest cards last.

    >>> all_flops()[[0, -1]].tolist()
    [[0, 1, 2], [49, 50, 51]]
    """
    flops = np.array(sorted(combinations(range(DECK_SIZE), 3), key=lambda cards: cards[::-1]), dtype=np.uint8)
    flops.flags.writeable = False
    return flops


def flop_text(number: int) -> str:
    """Return a flop as text, the highest card first.

    >>> flop_text(22_099)
    'AsAhAd'
    """
    return format_cards(all_flops()[number][::-1].tolist())


def choose_all(spot: RangeSpot, group: Numbers) -> FlopChoice:
    """Return one flop of each class under a group of suit permutations, with the size of the class."""
    first = representatives(group)
    distinct, sizes = np.unique(first[_deck_flops(spot)], return_counts=True)
    return FlopChoice(distinct, sizes, distinct, np.arange(len(distinct)))


def choose_listed(flops: Sequence[Cards], group: Numbers) -> FlopChoice:
    """Return the flops of a list; what is no flop, or listed twice, raises `CardError`."""
    places: dict[int, int] = {}
    for place, flop in enumerate(flops, start=1):
        number = _number_of(flop, f"flop {place}")
        if number in places:
            text = flop if isinstance(flop, str) else ""
            raise CardError(
                f"flop {place} is {flop_text(number)}, which flop {places[number]} is, too",
                text=text,
                position=0,
            )
        places[number] = place
    if not places:
        raise ValueError("there are no flops in the list")
    return _each_once(np.array(list(places)), group)


def choose_sample(population: Numbers, count: int, seed: int, group: Numbers) -> FlopChoice:
    """Return so many of some flops at random, none twice; `ImpossibleSpotError` if there are not so many."""
    if count > len(population):
        raise ImpossibleSpotError(f"{count:,} flops are asked for (only {len(population):,} can come)")
    random = np.random.default_rng(np.random.SeedSequence(seed))
    return _each_once(np.sort(random.choice(population, count, replace=False)), group)


def possible_flops(spot: RangeSpot, group: Numbers) -> Numbers:
    """Return the numbers of the flops that can come.

    Of three or more players these are all that dead cards and known hands leave: whether the players can
    still hold something together would take longer to find out than many flops take to calculate.
    """
    flops = _deck_flops(spot)
    if len(spot.weights) != 2:
        return flops
    distinct, places = np.unique(representatives(group)[flops], return_inverse=True)
    field = make_field(spot.without_weights().weights, spot.dead)
    deals = np.empty(len(distinct))
    weigh_flops(all_flops()[distinct], field, field.weights, deals)
    return flops[deals[places] > 0]


def _each_once(numbers: Numbers, group: Numbers) -> FlopChoice:
    distinct, places = np.unique(representatives(group)[numbers], return_inverse=True)
    return FlopChoice(numbers, np.ones(len(numbers), dtype=np.int64), distinct, places)


def representatives(group: Numbers) -> Numbers:
    """Return for each flop the highest number that a permutation of the group makes of it, (22100,)."""
    flops = all_flops().astype(np.int64)
    first = np.zeros(FLOPS, dtype=np.int64)
    for permutation in all_permutations()[group]:
        low, middle, high = np.sort(flops // 4 * 4 + permutation[flops & 3], axis=1).T
        moved = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
        np.maximum(first, moved, out=first)
    return first


def _deck_flops(spot: RangeSpot) -> Numbers:
    """The flops without dead cards and those of known hands."""
    gone = list(spot.dead)
    for weights in spot.weights:
        held = np.flatnonzero(weights)
        if len(held) == 1:
            gone += COMBO_CARDS[held[0]].tolist()
    return np.flatnonzero(~np.isin(all_flops(), gone).any(axis=1))


def _number_of(flop: Cards, place: str) -> int:
    try:
        cards: CardIds = parse_cards(flop)
    except CardError as error:
        error.args = (f"{place}: {error.args[0]}",)
        raise
    if len(cards) != 3:
        count = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        raise CardError(
            f"{place} is {format_cards(cards) or 'empty'}, {count} (3 are needed, such as Kh7d2c)",
            text=flop if isinstance(flop, str) else "",
            position=0,
        )
    low, middle, high = sorted(cards)
    return comb(high, 3) + comb(middle, 2) + low
