"""All boards of a spot in a random order, each once in a pass, found by arithmetic instead of by a list."""

from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import HIGH_CARDS, LOW_CARDS
from oddchip.equity.spot import BOARD_SIZE, CardIds
from oddchip.evaluator import DECK_SIZE
from oddchip.evaluator.tables import load_tables

Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]

MOST_LOW = 3
"""Up to so many cards of a board are looked up at once, and the higher ones, two at most, after them."""
GUESS_SHIFT = 6
"""Numbers that have the same upper bits have the same first guess, which is right for nearly all of them."""


class ComboKeys(NamedTuple):
    """What a combo adds to the key of a hand, and its cards as bits, by combo."""

    keys: Words
    masks: Words


class BoardOrder(NamedTuple):
    """What the kernels need to find the board at each place of the order.

    Boards are numbered; a permutation that depends on the seed and the pass takes places to numbers. It
    permutes a power of two of them; numbers at the end that no board has are passed over. The number of a
    board is the sum of where its high cards start and of the number of its low cards.
    """

    boards: int
    """How many there are."""
    bits: np.uint64
    """A pass has 2**bits places."""
    key: Words
    """(2,): random; the second odd."""
    starts: Words
    """The first number of each set of high cards, and the number of boards."""
    guesses: npt.NDArray[np.uint16]
    """The first set of high cards among the numbers with the same upper bits, by those bits."""
    guess_shift: np.uint64
    highs: Words
    """(n, 2): by set of high cards, what it makes with the board so far of a key, and the cards as bits."""
    lows: Words
    """(n, 2): the same of up to three low cards, without the board."""


def make_board_order(board: CardIds, live: Places, key: Words) -> BoardOrder:
    """Return the order of the boards that live cards make of a board; key: two random words."""
    missing = BOARD_SIZE - len(board)
    boards = comb(len(live), missing)
    high_places, starts, guesses = _high_sets(len(live), missing)
    tables = load_tables()
    cards = np.array(board, dtype=np.int64)
    highs = _keys_and_masks(live[high_places])
    highs[:, 0] += tables.start_keys[7] + tables.card_keys[cards].sum(dtype=np.uint64)
    highs[:, 1] |= np.bitwise_or.reduce(_bits(cards), initial=np.uint64(0))
    low_places = _low_sets(min(missing, MOST_LOW))
    return BoardOrder(
        boards=boards,
        bits=np.uint64((boards - 1).bit_length()),
        key=np.array([key[0], key[1] | np.uint64(1)], dtype=np.uint64),
        starts=starts,
        guesses=guesses,
        guess_shift=np.uint64(GUESS_SHIFT),
        highs=highs,
        lows=_keys_and_masks(live[low_places[: comb(len(live), low_places.shape[1])]]),
    )


@cache
def combo_keys() -> ComboKeys:
    """Return the keys and cards of all combos, made once."""
    both = _keys_and_masks(np.stack([LOW_CARDS, HIGH_CARDS], axis=1).astype(np.int64))
    return ComboKeys(both[:, 0].copy(), both[:, 1].copy())


def _keys_and_masks(sets: Places) -> Words:
    """What sets of cards, one in each row, add to a key, and the cards as bits; (n, 2)."""
    keys = load_tables().card_keys[sets].sum(axis=1, dtype=np.uint64)
    return np.stack([keys, np.bitwise_or.reduce(_bits(sets), axis=1, initial=np.uint64(0))], axis=1)


def _bits(cards: Places) -> Words:
    return np.uint64(1) << cards.astype(np.uint64)


@cache
def _high_sets(live: int, missing: int) -> tuple[Places, Words, npt.NDArray[np.uint16]]:
    """Places in the deck of the cards of a board above its three lowest, the first number of each set of
    them, and the guesses."""
    size = max(missing - MOST_LOW, 0)
    places = _in_order(range(MOST_LOW if size else 0, live), size)
    starts = sum(
        (_binomials(live)[places[:, card], MOST_LOW + 1 + card] for card in range(size)),
        np.zeros(len(places), dtype=np.int64),
    )
    numbers = np.arange((comb(live, missing) >> GUESS_SHIFT) + 1) << GUESS_SHIFT
    guesses = np.searchsorted(starts, numbers, side="right") - 1
    ends = np.append(starts, comb(live, missing)).astype(np.uint64)
    return places, ends, guesses.astype(np.uint16)


@cache
def _low_sets(size: int) -> Places:
    """All sets of so many places."""
    return _in_order(range(DECK_SIZE), size)


def _in_order(places: range, size: int) -> Places:
    """Sets of places in the order of their highest, then of the next one."""
    sets = sorted(combinations(places, size), key=lambda each: each[::-1])
    return np.array(sets, dtype=np.int64).reshape(len(sets), size)


def _binomials(most: int) -> Places:
    return np.array([[comb(n, k) for k in range(BOARD_SIZE + 1)] for n in range(most + 1)], dtype=np.int64)
