"""Every hand there is, against published counts; ids such as C001 are lines of `cases/equity.md`."""

from itertools import combinations, islice
from math import comb

import numpy as np
import oracle
import pytest
from cases import error_saying

from oddchip.evaluator import all_hands, categories_of, evaluate, evaluate_many, parse_cards, sweep
from oddchip.evaluator.ranking import rank_multisets

CATEGORY_COUNTS = {
    5: (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40),  # C001
    6: (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844),  # C002
    7: (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584),  # C003
}
HANDS = {5: 2_598_960, 6: 20_358_520, 7: 133_784_560}  # C001, C002, C003
STRENGTHS_BY_CATEGORY = {
    5: (1277, 2860, 858, 858, 10, 1277, 156, 156, 10),  # C005
    6: (770, 2135, 846, 715, 10, 1277, 156, 156, 10),  # C006
    7: (407, 1470, 763, 575, 10, 1277, 156, 156, 10),  # C007
}
STRENGTHS = {5: 7462, 6: 6075, 7: 4824}  # C005, C006, C007
# SHA-256 of the strengths of all seven-card hands, made when phevaluator agreed on them.
SIGNATURE = "7e567990cad1bae538fed2837e7fe7b220afc6752807aac25d811bc0e949bdfd"


@pytest.fixture(scope="session")
def hands_by_strength():
    """For each number of cards, how many hands have each strength, 0..7462."""
    return {
        cards: sum(np.bincount(evaluate_many(hands), minlength=7463) for hands in all_hands(cards))
        for cards in (5, 6, 7)
    }


@pytest.fixture(scope="session")
def sweeps():
    """The sweeps of 5, 6 and 7 cards on two threads."""
    return {cards: sweep(cards, threads=2) for cards in (5, 6, 7)}


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_published_counts(sweeps, cards):
    assert sweeps[cards].hands == HANDS[cards] == comb(52, cards)
    assert sweeps[cards].categories == CATEGORY_COUNTS[cards]
    assert sweeps[cards].distinct_strengths == STRENGTHS[cards]


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_distinct_strengths_in_each_category(hands_by_strength, cards):
    reached = np.flatnonzero(hands_by_strength[cards]).astype(np.uint16)
    assert reached[0] > 0  # no hand is left without a strength
    assert np.bincount(categories_of(reached)).tolist() == [*STRENGTHS_BY_CATEGORY[cards]]
    assert len(reached) == STRENGTHS[cards]


def test_straight_flushes_of_seven_cards(hands_by_strength):
    """C004: 4,324 royal flushes, and 4,140 for each of the nine lower tops."""
    straight_flushes = hands_by_strength[7][-10:].tolist()
    assert straight_flushes == [4140] * 9 + [4324]
    assert sum(straight_flushes[:9]) == 37260


def test_hands_with_each_strength_of_five_cards(hands_by_strength):
    """A rank pattern has as many hands as its copies can be chosen from four; a flush has four."""
    expected = np.zeros(7463, dtype=np.int64)
    for counts in rank_multisets(5):
        ranks = [rank for rank, copies in enumerate(counts) for _ in range(copies)]
        ways = np.prod([comb(4, copies) for copies in counts])
        if max(counts) == 1:
            expected[oracle.strength(oracle.in_one_suit(ranks))] += 4
            ways -= 4
        expected[oracle.strength(oracle.without_flush(ranks))] += ways
    np.testing.assert_array_equal(hands_by_strength[5], expected)


def test_signature_of_all_seven_card_hands(sweeps):
    assert sweeps[7].digest == SIGNATURE


def test_one_thread_and_two_say_the_same(sweeps):
    assert sweep(7, threads=1) == sweeps[7]


def test_patterns_of_ranks():
    """C008, C009."""
    patterns = [len(list(rank_multisets(cards))) for cards in range(8)]
    assert patterns == [1, 13, 91, 455, 1820, 6175, 18395, 49205]
    assert sum(patterns) == 76155
    for cards in range(8):
        assert len(set(rank_multisets(cards))) == len(oracle.rank_patterns(cards)) == patterns[cards]


@pytest.mark.parametrize(
    ("cards", "hands"),
    [
        (2, {(1, 1): 1248, (2,): 78}),
        (3, {(1, 1, 1): 18304, (1, 2): 3744, (3,): 52}),
        (4, {(1, 1, 1, 1): 183040, (1, 1, 2): 82368, (2, 2): 2808, (1, 3): 2496, (4,): 13}),
    ],
)
def test_fewer_cards_by_copies_of_a_rank(cards, hands):
    """C010; fewer than five cards are no hand here, so only their patterns are counted."""
    found = dict.fromkeys(hands, 0)
    for counts in rank_multisets(cards):
        found[tuple(sorted(filter(None, counts)))] += int(np.prod([comb(4, copies) for copies in counts]))
    assert found == hands


@pytest.mark.parametrize(
    ("case", "hand", "counts", "royal"),
    [
        ("C115", "AhKh", (386130, 916776, 469092, 92004, 65508, 138296, 47124, 2668, 1162), 1084),
        ("C116", "AhKd", (417780, 965568, 480080, 93808, 69954, 41562, 47124, 2668, 216), 94),
        ("C117", "7s7h", (0, 745470, 835920, 247940, 48700, 41300, 181104, 17848, 478), 4),
        ("C121", "3h2d", (402930, 947520, 477370, 93236, 106134, 41518, 47124, 2668, 260), 4),
    ],
)
def test_final_categories_of_a_hand_over_all_boards(case, hand, counts, royal):
    hand = parse_cards(hand)
    boards = np.concatenate([*all_hands(5)])
    boards = boards[~np.isin(boards, hand).any(axis=1)]
    assert len(boards) == 2_118_760  # C016
    strengths = evaluate_many(np.column_stack([boards, np.tile(np.uint8(hand), (len(boards), 1))]))
    assert tuple(np.bincount(categories_of(strengths)).tolist()) == counts, case
    assert np.count_nonzero(strengths == 7462) == royal, case


def test_final_categories_from_the_flop():
    """C094: KsQs on Kd Kh 2s ends as trips 675, flush 45, full house 315 and quads 46 times."""
    known = parse_cards("KsQsKdKh2s")
    left = [card for card in range(52) if card not in known]
    runouts = [[*known, turn, river] for turn in left for river in left if turn < river]
    counts = np.bincount(categories_of(evaluate_many(runouts)), minlength=9)
    assert counts.tolist() == [0, 0, 0, 675, 0, 45, 315, 46, 0]


@pytest.mark.parametrize("size", [1000, 2_000_000])
def test_hands_come_in_order_and_once(size):
    pieces = [*all_hands(5, size=size)]
    assert {len(piece) for piece in pieces[:-1]} <= {size}
    hands = np.concatenate(pieces).astype(np.int64)
    assert len(hands) == HANDS[5]
    assert (np.diff(hands, axis=1) > 0).all()
    numbers = hands @ 52 ** np.arange(4, -1, -1)
    assert (np.diff(numbers) > 0).all()
    assert (hands[0].tolist(), hands[-1].tolist()) == ([0, 1, 2, 3, 4], [47, 48, 49, 50, 51])


@pytest.mark.parametrize("cards", [6, 7])
def test_first_hands(cards):
    hands = next(all_hands(cards, size=100))
    assert hands.dtype == np.uint8
    assert hands.tolist() == [[*hand] for hand in islice(combinations(range(52), cards), 100)]
    assert evaluate_many(hands).tolist() == [evaluate(hand) for hand in hands.tolist()]


@pytest.mark.parametrize(("cards", "size"), [(4, 1), (8, 1), (0, 1), (5, 0), (7, -1)])
def test_other_sizes_are_refused(cards, size):
    with error_saying(ValueError, f"hands of {cards} cards, {size} at a time", "5 to 7 cards, 1 or more"):
        next(all_hands(cards, size=size))


def test_other_sweeps_are_refused():
    with error_saying(ValueError, "hands of 4 cards", "5 to 7 cards"):
        sweep(4)
