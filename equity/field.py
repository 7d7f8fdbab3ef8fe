"""The combos in play in a spot with ranges, laid out for the kernels, and the boards that can come."""

from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_boards import list_all_boards, sort_by_ranks
from oddchip.equity._kernels_field import gather_combos
from oddchip.equity.symmetry import all_permutations
from oddchip.evaluator import DECK_SIZE
from oddchip.evaluator.tables import load_tables

Weights = npt.NDArray[np.float64]
CardSet = tuple[int, ...]


class Field(NamedTuple):
    """The combos that somebody holds, class by class: first by the higher rank, then by the lower one."""

    combos: npt.NDArray[np.int16]
    """(n,): their indices among the 1326."""
    cards: npt.NDArray[np.uint8]
    """(n, 2): card ids, the lower one first."""
    masks: npt.NDArray[np.uint64]
    """(n,): a bit for each of the two card ids."""
    suit_ranks: npt.NDArray[np.uint16]
    """(4, n): the ranks a combo has in each suit, as bits."""
    weights: Weights
    """(players, n)."""
    classes: npt.NDArray[np.int16]
    """(n,): the class, numbered from 0 through those there are."""
    class_sums: npt.NDArray[np.uint32]
    """(classes,): the sum of the two rank keys."""
    class_cards: npt.NDArray[np.int64]
    """(classes, 2): the club of the higher and of the lower rank."""
    class_starts: npt.NDArray[np.int64]
    """(classes + 1,): where the combos of a class start."""
    slots: npt.NDArray[np.uint8]
    """(n, 2): for each card its place among the eight of the class."""
    holding_starts: npt.NDArray[np.int64]
    """(53,): where the combos with a card start in `holders`."""
    holders: npt.NDArray[np.int16]
    """(2n,): the combos with each card, card by card."""
    suit_holders: npt.NDArray[np.int16]
    """(4, n): combos with two cards of a suit, then with one, then with none."""
    suit_counts: npt.NDArray[np.int64]
    """(4, 6): how many combos make a flush when a board has 3, 4 or 5 cards of a suit."""


def make_field(weights: Weights, blocked: CardSet) -> Field:
    """Return the field of players' weights, (players, 1326), without combos that have a blocked card."""
    return Field(*gather_combos(weights, np.uint64(bits_of(blocked)), load_tables().rank_keys))


def bits_of(cards: CardSet) -> int:
    """Return a number with a bit set for each card id."""
    return sum(1 << card for card in cards)


class Boards(NamedTuple):
    """Boards, one of each class under a group of suit permutations, those of the same ranks together."""

    cards: npt.NDArray[np.uint8]
    """(n, 5): the given cards, then those that come."""
    counts: npt.NDArray[np.int32]
    """(n,): how many boards each stands for."""


def list_boards_of(board: CardSet, dead: CardSet, group: npt.NDArray[np.int64]) -> Boards:
    """Return the boards that complete a board; group: numbers of suit permutations."""
    missing = 5 - len(board)
    if missing == 0:
        return Boards(np.array([board], dtype=np.uint8), np.ones(1, dtype=np.int32))
    deck = np.array(
        [card for card in range(DECK_SIZE) if card not in board and card not in dead], dtype=np.uint8
    )
    permutations = all_permutations()[group]
    room = board_count(board, dead, len(group))
    while True:
        cards = np.empty((room, missing), dtype=np.uint8)
        counts = np.empty(room, dtype=np.int32)
        written = list_all_boards(missing, deck, permutations, cards, counts)
        if written <= room:
            break
        room = written
    complete = np.empty((written, 5), dtype=np.uint8)
    complete[:, : len(board)] = board
    sorted_counts = np.empty(written, dtype=np.int32)
    sort_by_ranks(missing, cards[:written], counts[:written], complete, sorted_counts)
    return Boards(complete, sorted_counts)


def split_boards(boards: Boards, size: int) -> list[Boards]:
    """Return boards in pieces of so many, of which the last may have fewer."""
    return [
        Boards(boards.cards[start : start + size], boards.counts[start : start + size])
        for start in range(0, len(boards.counts), size)
    ]


def board_count(board: CardSet, dead: CardSet, group_size: int) -> int:
    """Return about how many boards `list_boards_of` will give: a little too many, as a rule."""
    boards = comb(DECK_SIZE - len(board) - len(dead), 5 - len(board))
    return boards if group_size == 1 else int(1.3 * boards / group_size) + 500
