"""The same form for all spots that differ only by a renaming of suits and the order of the players.

Equities are calculated on that form and put back, so that such spots get the same equities to the last bit.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import COMBO_CARDS, COMBOS
from oddchip.equity.spot import AnySpot, CardIds, RangeSpot, Spot
from oddchip.equity.symmetry import all_permutations, moved_combos

Suits = tuple[int, ...]
"""The suit that each suit becomes."""


class Canonical(NamedTuple):
    """A spot that stands for all that are the same but for names of suits and the order of players."""

    spot: AnySpot
    key: bytes
    """Equal for equal forms, different for others."""
    seats: tuple[int, ...]
    """For each player of the given spot, in its order, the place in this one, from 0."""


def canonical_spot(spot: AnySpot) -> Canonical:
    """Return the form that stands for a spot.

    >>> from oddchip.equity.spot import parse_spot
    >>> one = canonical_spot(parse_spot(["AhKh", "QsQd"], "2h 7d 9s"))
    >>> other = canonical_spot(parse_spot(["QcQh", "AsKs"], "9c 2s 7h"))
    >>> one.key == other.key, one.seats, other.seats
    (True, (1, 0), (0, 1))
    """
    return _of_hands(spot) if isinstance(spot, Spot) else _of_ranges(spot)


def _of_hands(spot: Spot) -> Canonical:
    marks = []
    for suit in range(4):
        held = sorted(
            (card >> 2, other >> 2, other & 3 == suit)
            for hand in spot.hands
            for card, other in (hand, hand[::-1])
            if card & 3 == suit
        )
        marks.append((_ranks_of(spot.board, suit), _ranks_of(spot.dead, suit), held))
    best: list[tuple[CardIds, int]] = []
    for suits in _orders(marks):
        hands = sorted((_moved(hand, suits), player) for player, hand in enumerate(spot.hands))
        if not best or hands < best:
            best, renaming = hands, suits
    form = Spot(tuple(hand for hand, _ in best), _moved(spot.board, renaming), _moved(spot.dead, renaming))
    return Canonical(form, repr(tuple(form)).encode(), _seats([player for _, player in best]))


def _of_ranges(spot: RangeSpot) -> Canonical:
    # Counts of combos tell suits apart that neither the board nor the dead cards do, so that there are
    # fewer than 24 ways to try: trying is most of the time that a canonical form takes.
    counts = (spot.weights > 0) @ _combos_with_suit()
    marks = [
        (_ranks_of(spot.board, suit), _ranks_of(spot.dead, suit), sorted(counts[:, suit].tolist()))
        for suit in range(4)
    ]
    best: list[tuple[bytes, int]] = []
    for suits in _orders(marks):
        weights = spot.weights[:, _origins()[suits]]
        rows = sorted((row.tobytes(), player) for player, row in enumerate(weights))
        if not best or rows < best:
            best, renaming, moved = rows, suits, weights
    order = [player for _, player in best]
    form = RangeSpot(
        names=tuple(f"p{place}" for place in range(1, len(order) + 1)),
        weights=np.ascontiguousarray(moved[order]),
        board=_moved(spot.board, renaming),
        dead=_moved(spot.dead, renaming),
    )
    key = b"".join([repr((form.board, form.dead)).encode(), *(row for row, _ in best)])
    return Canonical(form, key, _seats(order))


def _orders(marks: Sequence[Any]) -> list[Suits]:
    """The renamings that bring the suits into the order of their marks; several where marks are equal."""
    by_mark = sorted(range(4), key=lambda suit: marks[suit])
    groups: list[list[int]] = []
    for suit in by_mark:
        if groups and marks[groups[-1][0]] == marks[suit]:
            groups[-1].append(suit)
        else:
            groups.append([suit])
    orders = []
    for parts in product(*(permutations(group) for group in groups)):
        places = {suit: place for place, suit in enumerate(suit for part in parts for suit in part)}
        orders.append(tuple(places[suit] for suit in range(4)))
    return orders


def _ranks_of(cards: CardIds, suit: int) -> list[int]:
    return sorted(card >> 2 for card in cards if card & 3 == suit)


def _moved(cards: CardIds, suits: Suits) -> CardIds:
    return tuple(sorted(card & ~3 | suits[card & 3] for card in cards))


def _seats(order: list[int]) -> tuple[int, ...]:
    return tuple(sorted(range(len(order)), key=order.__getitem__))


@cache
def _combos_with_suit() -> npt.NDArray[np.int64]:
    """Whether each combo has a card of each suit, (1326, 4)."""
    has: npt.NDArray[np.bool_] = (COMBO_CARDS[:, :, np.newaxis] % 4 == np.arange(4)).any(axis=1)
    return has.astype(np.int64)


@cache
def _origins() -> dict[Suits, npt.NDArray[np.int64]]:
    """For each renaming of suits the combo that becomes each combo, (1326,)."""
    origins = {}
    for suits, moved in zip(all_permutations().tolist(), moved_combos(), strict=True):
        origin = np.empty(COMBOS, dtype=np.int64)
        origin[moved] = np.arange(COMBOS)
        origins[tuple(suits)] = origin
    return origins
