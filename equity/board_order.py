"""All boards of a spot in a random order, each once in a pass, found by arithmetic instead of by a list."""

from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_sampling import SHIFT_4, SHIFT_5, TRIPLE
from oddchip.equity.combos import HIGH_CARDS, LOW_CARDS
from oddchip.equity.spot import BOARD_SIZE, CardIds
from oddchip.evaluator import DECK_SIZE
from oddchip.evaluator.tables import load_tables

Words = npt.NDArray[np.uint64]


class ComboKeys(NamedTuple):
    """What a combo adds to the key and to the rank masks of a hand, by combo."""

    keys: Words
    ranks: Words


class BoardOrder(NamedTuple):
    """What the kernels need to find the board at each place of the order.

    Boards are numbered; a permutation that depends on the seed and the pass takes places to numbers. It
    permutes a power of two of them; numbers at the end that no board has are passed over.
    """

    missing: int
    boards: int
    """How many there are."""
    bits: np.uint64
    """A pass has 2**bits places."""
    key: Words
    """(2,): random; the second odd."""
    binomials: npt.NDArray[np.int64]
    """(53, 6): n over k."""
    guesses_4: npt.NDArray[np.uint8]
    """The highest of four places in the deck, at least, by the upper bits of their number."""
    guesses_5: npt.NDArray[np.uint8]
    lowest: npt.NDArray[np.uint8]
    """(n, up to 3): places in the deck by their number."""
    start_key: np.uint64
    """Of the cards on the board already."""
    start_ranks: np.uint64
    keys: Words
    """By place in the deck, what each card adds to a hand; and so for the next two."""
    ranks: Words
    masks: Words


def make_board_order(board: CardIds, live: npt.NDArray[np.int64], key: Words) -> BoardOrder:
    """Return the order of the boards that live cards make of a board; key: two random words."""
    missing = BOARD_SIZE - len(board)
    boards = comb(len(live), missing)
    tables = load_tables()
    start_key, start_ranks = np.uint64(tables.start_keys[7]), np.uint64(0)
    for card in board:
        start_key += tables.card_keys[card]
        start_ranks |= _rank_bits()[card]
    return BoardOrder(
        missing=missing,
        boards=boards,
        bits=np.uint64((boards - 1).bit_length()),
        key=np.array([key[0], key[1] | np.uint64(1)], dtype=np.uint64),
        binomials=_binomials(),
        guesses_4=_guesses(4, SHIFT_4),
        guesses_5=_guesses(5, SHIFT_5),
        lowest=_lowest(min(missing, TRIPLE)),
        start_key=start_key,
        start_ranks=start_ranks,
        keys=tables.card_keys[live],
        ranks=_rank_bits()[live],
        masks=np.uint64(1) << live.astype(np.uint64),
    )


@cache
def combo_keys() -> ComboKeys:
    """Return the keys and rank masks of all combos, made once."""
    keys, ranks = load_tables().card_keys, _rank_bits()
    return ComboKeys(keys[LOW_CARDS] + keys[HIGH_CARDS], ranks[LOW_CARDS] | ranks[HIGH_CARDS])


@cache
def _rank_bits() -> Words:
    """Each card's bit in four rank masks of 16 bits, clubs lowest."""
    cards = np.arange(DECK_SIZE, dtype=np.uint64)
    bits: Words = np.uint64(1) << (np.uint64(16) * (cards & np.uint64(3)) + (cards >> np.uint64(2)))
    return bits


@cache
def _binomials() -> npt.NDArray[np.int64]:
    return np.array([[comb(n, k) for k in range(6)] for n in range(DECK_SIZE + 1)], dtype=np.int64)


@cache
def _guesses(size: int, shift: np.uint64) -> npt.NDArray[np.uint8]:
    numbers = np.arange((comb(DECK_SIZE, size) >> int(shift)) + 1) << int(shift)
    places = np.searchsorted(_binomials()[:, size], numbers, side="right") - 1
    return places.astype(np.uint8)


@cache
def _lowest(size: int) -> npt.NDArray[np.uint8]:
    """All sets of so many places in the order of their highest, then of the next one."""
    sets = sorted(combinations(range(DECK_SIZE), size), key=lambda places: places[::-1])
    return np.array(sets, dtype=np.uint8).reshape(len(sets), size)
