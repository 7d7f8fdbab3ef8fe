"""The boards that sampling visits: each once in a pass, in an order that the seed and the pass set."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from oddchip.equity._kernels_random import ROUNDS, new_keys
from oddchip.equity._kernels_sampling import BATCH, evaluate_combos, next_numbers, write_boards
from oddchip.equity.board_order import combo_keys, make_board_order
from oddchip.equity.combos import COMBO_CARDS
from oddchip.evaluator import evaluate_many, parse_cards
from oddchip.evaluator.tables import load_tables

KEY = np.array([0x0123456789ABCDEF, 0xFEDCBA9876543210], dtype=np.uint64)


def order_of(missing, live, key=KEY):
    """Return the order of boards that lack so many cards, of the first `live` cards of the deck."""
    board = tuple(parse_cards("AsAhAdAcKs")[: 5 - missing])
    return make_board_order(board, np.arange(live), key)


def visited(order, start, end, room=100_000):
    """Return the numbers of the boards at places start..end-1 of an order, found `room` at a time."""
    numbers, keys = np.zeros(room + 1, dtype=np.uint64), np.zeros(2 * ROUNDS, dtype=np.uint64)
    new_keys(order.key, start >> int(order.bits), keys)
    found, place = [np.empty(0, dtype=np.int64)], start
    while place < end:
        count, place = next_numbers(place, end, order, keys, numbers)
        found.append(numbers[:count].astype(np.int64))
    return np.concatenate(found)


def one_pass(order, index=0):
    size = 1 << int(order.bits)
    return visited(order, index * size, (index + 1) * size)


def boards_of(order, missing, numbers):
    """Return the cards that each number adds to the board, lowest first."""
    numbers = np.asarray(numbers, dtype=np.uint64)
    keys, masks = np.zeros(len(numbers), dtype=np.uint64), np.zeros(len(numbers), dtype=np.uint64)
    write_boards(numbers, len(numbers), order, keys, masks)
    start = sum(1 << card for card in parse_cards("AsAhAdAcKs")[: 5 - missing])
    assert all(int(mask) & start == start for mask in masks)
    return [tuple(card for card in range(52) if (int(mask) & ~start) >> card & 1) for mask in masks]


DECKS = [
    (0, 5),
    (1, 1),
    (1, 2),
    (1, 3),
    (1, 44),
    (2, 2),
    (2, 47),
    (3, 9),
    (3, 48),
    (4, 4),
    (4, 25),
    (5, 5),
    (5, 6),
    (5, 21),
]
"""Missing cards, and the cards they can be."""


@pytest.mark.parametrize(("missing", "live"), DECKS)
def test_each_pass_visits_each_board_once(missing, live):
    order = order_of(missing, live)
    assert order.boards == comb(live, missing)
    for index in (0, 1, 2, 1_000_000):
        assert (np.sort(one_pass(order, index)) == np.arange(order.boards)).all()


@pytest.mark.parametrize(("missing", "live"), DECKS)
def test_it_does_not_matter_where_one_starts_and_how_many_are_found_at_a_time(missing, live):
    order = order_of(missing, live)
    size = 1 << int(order.bits)
    three_passes = np.concatenate([one_pass(order, index) for index in range(3)])
    assert (visited(order, 0, 3 * size, room=7) == three_passes).all()
    thirds = [range(third * size // 3, (third + 1) * size // 3) for third in range(9)]
    parts = [visited(order, part.start, part.stop, room=100) for part in thirds]
    assert (np.concatenate(parts) == three_passes).all()


@pytest.mark.parametrize(("missing", "live"), DECKS)
def test_numbers_are_all_boards(missing, live):
    """In the order of their highest card, then of the next one."""
    order = order_of(missing, live)
    expected = sorted(combinations(range(live), missing), key=lambda places: places[::-1])
    assert boards_of(order, missing, range(order.boards)) == expected


def test_numbers_are_boards_of_a_whole_deck():
    """Of 2,598,960 boards those at the ends, at the first of each highest card, and some between."""
    order = order_of(5, 52)
    first = [comb(highest, 5) for highest in range(4, 52)]
    numbers = {*first, *(number - 1 for number in first[1:]), order.boards - 1, *range(0, order.boards, 9973)}
    for number, places in zip(sorted(numbers), boards_of(order, 5, sorted(numbers)), strict=True):
        assert len(places) == 5
        assert sum(comb(place, size) for size, place in enumerate(places, start=1)) == number


@pytest.mark.parametrize(("missing", "live"), [(5, 52), (4, 49)])
def test_a_pass_over_a_whole_deck(missing, live):
    order = order_of(missing, live)
    numbers = one_pass(order).astype(np.uint64)
    keys, masks = np.zeros(len(numbers), dtype=np.uint64), np.zeros(len(numbers), dtype=np.uint64)
    write_boards(numbers, len(numbers), order, keys, masks)
    masks = np.unique(masks & np.uint64((1 << live) - 1))
    assert len(numbers) == len(masks) == comb(live, missing)
    assert (np.bitwise_count(masks) == missing).all()
    assert int(np.bitwise_or.reduce(masks)) == (1 << live) - 1


@pytest.mark.parametrize(("missing", "live"), [(0, 5), (1, 44), (2, 47), (3, 48), (4, 49), (5, 52)])
def test_strengths_on_the_boards_are_those_of_the_cards(missing, live):
    """Flushes in each suit among them, of which the suit and the ranks are found from the bits."""
    order = order_of(missing, live)
    generator = np.random.default_rng(missing)
    numbers = generator.integers(0, order.boards, BATCH).astype(np.uint64)
    keys, masks = np.zeros(BATCH, dtype=np.uint64), np.zeros(BATCH, dtype=np.uint64)
    write_boards(numbers, BATCH, order, keys, masks)
    deals, drawn = np.arange(BATCH), generator.integers(0, 1326, BATCH).astype(np.int16)
    strengths = np.zeros(BATCH, dtype=np.uint16)
    evaluate_combos((keys, masks), combo_keys(), load_tables(), (BATCH, deals), drawn, strengths)
    hands, places = [], []
    for deal in range(BATCH):
        board = [card for card in range(52) if int(masks[deal]) >> card & 1]
        hand = [*board, *COMBO_CARDS[drawn[deal]].tolist()]
        if len(set(hand)) == 7:
            hands.append(hand)
            places.append(deal)
    assert len(hands) > BATCH // 2
    assert (evaluate_many(np.array(hands, dtype=np.uint8)) == strengths[places]).all()


@pytest.mark.parametrize(("missing", "live"), [(1, 44), (2, 47), (3, 48), (5, 21)])
def test_no_two_passes_are_alike(missing, live):
    order = order_of(missing, live)
    passes = [*(one_pass(order, index) for index in range(4)), one_pass(order_of(missing, live, KEY[::-1]))]
    assert len({tuple(numbers.tolist()) for numbers in passes}) == 5
    for numbers in passes:
        assert (
            len(np.unique(np.diff(numbers))) > order.boards // 4
        )  # with one step it would be no more than 2
