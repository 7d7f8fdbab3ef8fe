"""The 1326 combos, two different cards each, and the 169 classes into which suits divide them.

The index of a combo with card ids a < b is `b * (b - 1) // 2 + a`: `2d2c` is 0, `AsAh` is 1325, and every
array of combos is in this order. Texts have the higher card first.

Classes stand in a 13 x 13 grid whose rows and columns begin with the ace: pairs on the diagonal, suited
hands above and to the right of it, offsuit hands below.
"""

from typing import Any, Final, SupportsIndex, TypeVar

import numpy as np
import numpy.typing as npt

from oddchip.evaluator import DECK_SIZE, RANKS, CardError, DuplicateCardError, format_cards
from oddchip.evaluator.cards import check_card_id

COMBOS: Final = DECK_SIZE * (DECK_SIZE - 1) // 2
"""How many combos there are, 1326."""

Combos = npt.NDArray[np.intp]
"""Indices of combos."""

Array = TypeVar("Array", bound=npt.NDArray[Any])


def combo_index(first: SupportsIndex, second: SupportsIndex) -> int:
    """Return the index of the combo of two card ids, in either order.

    Raises `CardError` for what is not a card id and `DuplicateCardError` for twice the same card.

    >>> combo_index(51, 45) == combo_index(45, 51) == 51 * 50 // 2 + 45
    True
    """
    low, high = sorted((check_card_id(first), check_card_id(second)))
    if low == high:
        raise DuplicateCardError(format_cards([low]), "the first", "the second card of a combo")
    return high * (high - 1) // 2 + low


def combo_text(index: int) -> str:
    """Return the two cards of a combo as text, the higher one first; spades are the highest suit.

    >>> combo_text(1325), combo_text(combo_index(45, 50))
    ('AsAh', 'AhKd')
    """
    low, high = COMBO_CARDS[index].tolist()
    return format_cards([high, low])


def class_name(high: int, low: int, suffix: str = "") -> str:
    """Return the name of a class of hands by its two ranks, 0..12, and `s`, `o` or nothing.

    >>> class_name(12, 11, "s"), class_name(8, 8)
    ('AKs', 'TT')
    """
    return RANKS[high] + RANKS[low] + suffix


def class_combos(name: str) -> Combos:
    """Return the indices of the combos of a class, in increasing order.

    Raises `CardError` for what is not the name of one of the 169 classes.

    >>> [combo_text(index) for index in class_combos("AKs")]
    ['AcKc', 'AdKd', 'AhKh', 'AsKs']
    """
    if name not in _COMBOS_OF_CLASS:
        raise CardError(
            f"{name!r} is not a class of hands (these are named as AA, AKs and AKo are)", text=name
        )
    return _COMBOS_OF_CLASS[name]


def _read_only(array: Array) -> Array:
    array.flags.writeable = False
    return array


def _all_combo_cards() -> npt.NDArray[np.uint8]:
    high, low = np.tril_indices(DECK_SIZE, -1)
    return np.column_stack([low, high]).astype(np.uint8)


def _all_classes() -> tuple[str, ...]:
    names = []
    for row in reversed(range(len(RANKS))):
        for column in reversed(range(len(RANKS))):
            suffix = "s" if row > column else "o" if row < column else ""
            names.append(class_name(max(row, column), min(row, column), suffix))
    return tuple(names)


def _class_of_each_combo() -> npt.NDArray[np.uint8]:
    low, high = (12 - (COMBO_CARDS >> 2)).T
    first_suit, second_suit = (COMBO_CARDS & 3).T
    places: npt.NDArray[np.uint8] = np.where(first_suit == second_suit, 13 * high + low, 13 * low + high)
    return places


def _combos_of_each_class() -> dict[str, Combos]:
    combos = {}
    for place, name in enumerate(CLASSES):
        combos[name] = np.flatnonzero(np.equal(CLASS_OF_COMBO, place))
        combos[name].flags.writeable = False
    return combos


COMBO_CARDS: Final = _read_only(_all_combo_cards())
"""The two card ids of each combo, the lower one first: (1326, 2) uint8, read-only."""

LOW_CARDS, HIGH_CARDS = (np.ascontiguousarray(column, dtype=np.intp) for column in COMBO_CARDS.T)
"""The lower and the higher card id of each combo, as indices of other arrays: (1326,) each."""

_CARD_BITS = np.uint64(1) << COMBO_CARDS.astype(np.uint64)

COMBO_MASKS: Final[npt.NDArray[np.uint64]] = _read_only(_CARD_BITS[:, 0] | _CARD_BITS[:, 1])
"""The two cards of each combo as bits: (1326,) uint64, read-only."""

CLASSES: Final = _all_classes()
"""The names of the 169 classes, row by row through the grid: AA, AKs, ..., 32o, 22."""

CLASS_OF_COMBO: Final = _read_only(_class_of_each_combo())
"""The place in `CLASSES` of each combo: (1326,) uint8, read-only."""

_COMBOS_OF_CLASS = _combos_of_each_class()
