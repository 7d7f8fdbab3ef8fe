"""What other evaluators got wrong once: section A of `cases/bugs.md`, one case for each row.

Ranks are on the scale of Cactus Kev, and only those that the log has confirmed are compared.
"""

from itertools import permutations

import numpy as np
import oracle
import pytest
from cases import Hand, Showdown, by_id, error_saying

from oddchip.equity import calculate_equity
from oddchip.evaluator import (
    DECK_SIZE,
    DuplicateCardError,
    HandSizeError,
    all_hands,
    category_of,
    describe,
    evaluate,
    evaluate_many,
    format_cards,
    kev_rank,
    parse_cards,
)

SHOWDOWNS = [
    Showdown(
        "B01", "a steel wheel is above four aces",
        "", ("Ah2h3h4h5h", "AcAdAhAsKd"), (1,), (10, 11), ("straight flush", "four of a kind"),
    ),
    Showdown(
        "B02", "ace to five is a straight, and the lowest",
        "", ("Ac2d3h4s5c", "2d3h4s5c6c", "AcAdAhKsQc"), (2,), (), ("straight", "straight", "three of a kind"),
    ),
    Showdown(
        "B03", "a steel wheel beats the six-high straight",
        "2d3d4d5dKc", ("AdQs", "6cQh"), (1,), (), ("straight flush", "straight"),
    ),
    Showdown(
        "B06a", "flushes are compared card by card, not by the sum of their ranks",
        "", ("KhTh5h4h3h", "QhTh7h5h4h"), (1,), (), ("flush", "flush"),
    ),
    Showdown(
        "B06b", "the ace of the flush suit beats king and queen of it",
        "3h7h9hTcJd", ("Ah2h", "KhQh"), (1,), (), ("flush", "flush"),
    ),
    Showdown(
        "B06c", "the second card decides between flushes of the same highest card",
        "Ah7h5h4cJd", ("Kh2h", "QhJh"), (1,), (), ("flush", "flush"),
    ),
    Showdown(
        "B07", "the fifth card decides between flushes",
        "", ("JcTc7c4c3c", "JcTc7c4c2c"), (1,), (), ("flush", "flush"),
    ),
    Showdown(
        "B08", "a plain flush is above a straight and below a full house",
        "", ("AsKs5s3s2s", "AcKdQhJsTc", "2c2d2h3s3c"), (3,), (), ("flush", "straight", "full house"),
    ),
    Showdown(
        "B12a", "the third pair below the board's kicker does not play",
        "JcJdQcQh6s", ("5c5d", "4c6d"), (1, 2), (2727, 2727), ("two pair", "two pair"),
    ),
    Showdown(
        "B12b", "a card of the third pair is the kicker",
        "9hJhJsAsAh", ("2d9s", "7s5h"), (1, 2), (2493, 2493), ("two pair", "two pair"),
    ),
    Showdown(
        "B15", "a pocket pair above both pairs of the board takes the place of the lower",
        "3c3d7h7s2c", ("QhQd", "AhKd"), (1,), (), ("two pair", "two pair"),
    ),
    Showdown(
        "B17a", "the second pair decides",
        "", ("5c5d6c6d9h", "2c2d6h6s9c"), (1,), (), ("two pair", "two pair"),
    ),
    Showdown(
        "B17b", "pairs do not add up",
        "", ("2c2d5c5d9h", "AcAd6h6s9c"), (2,), (), ("two pair", "two pair"),
    ),
    Showdown(
        "B18", "the higher pair is compared first",
        "", ("6c6d3c3dAh", "7c7d2c2dAs"), (2,), (), ("two pair", "two pair"),
    ),
    Showdown(
        "B20", "four of a kind on the board leave the kicker to decide",
        "3c7c7d7h7s", ("2h5h", "4h6h"), (2,), (), ("four of a kind", "four of a kind"),
    ),
    Showdown(
        "B22a", "the pair in the hand fills the house, not the board's",
        "2s3s2h3h3d", ("TcTd", "9c9d"), (1,), (303, 304), ("full house", "full house"),
    ),
    Showdown(
        "B22b", "the higher pair fills the house",
        "JhJdJc6d6c", ("TsTh", "9s9h"), (1,), (206, 207), ("full house", "full house"),
    ),
    Showdown(
        "B25", "hole cards below the board's flush do not count",
        "3d6dTdJdAd", ("2d4c", "5sTc"), (1, 2), (627, 627), ("flush", "flush"),
    ),
    Showdown(
        "B27a", "no straight goes round the corner",
        "", ("QcKdAh2s3c", "JcQdKhAs2c", "2c3d4h5sAc"), (3,), (), ("high card", "high card", "straight"),
    ),
    Showdown(
        "B27b", "no straight flush goes round the corner",
        "", ("QcKcAc2c3c", "JcQcKcAc2c"), (2,), (), ("flush", "flush"),
    ),
    Showdown(
        "B28", "the ace is low for a straight here, unlike in deuce-to-seven",
        "", ("Ac2d3h4s5c", "AcKdQhJs9c"), (1,), (), ("straight", "high card"),
    ),
    Showdown(
        "B31", "stronger is higher: three of a kind above a pair",
        "", ("2c2d2h3s4c", "AcAdKhQsJc"), (1,), (), ("three of a kind", "pair"),
    ),
    Showdown(
        "B32", "the royal flush beats the straight flush below it",
        "KsQsJsTs9d", ("AsAh", "Ac9s"), (1,), (1, 2), ("straight flush", "straight flush"),
    ),
    *(
        Showdown(f"B36 {label}", "the board plays", board, hands, (1, 2), (), (label, label))
        for label, board, hands in (
            ("high card", "AcKdQhJs9c", ("2d3h", "4d5h")),
            ("pair", "AcAdKhQsJc", ("2d3h", "4d5h")),
            ("two pair", "AcAdKhKsQc", ("2d2h", "JdJh")),
            ("three of a kind", "AcAdAhKsQc", ("2d3h", "4d5h")),
            ("straight", "AcKdQhJsTc", ("2d3h", "AdKh")),
            ("flush", "AcKcQcJc9c", ("2c3c", "8c8d")),
            ("full house", "AcAdAhKsKc", ("2d2h", "QdQh")),
            ("four of a kind", "AcAdAhAsKc", ("2d2h", "QdQh")),
            ("straight flush", "9cTcJcQcKc", ("2c3c", "AhAd")),
        )
    ),
]  # fmt: skip

HANDS = [
    Hand("B09", "straight and flush of different cards", "9cThJhQhKh2h3h", 821, "flush"),
    Hand("B10", "a straight flush below the highest card of the suit", "AcQsJcTc9c8c7c", 4, "straight flush"),
    Hand("B12a", "the board's six, not a five, is the kicker", "JcJdQcQh6s5c5d", 2727, "two pair"),
    Hand("B12b", "the third pair's card is the kicker", "9hJhJsAsAh2d9s", 2493, "two pair"),
    Hand("B35", "ten written as 10", "10sJdQc6d5c9hKs", 1601, "straight"),
]

DESCRIBED = [
    ("B06", "KhTh5h4h3h", "flush, king-ten-five-four-three"),
    ("B08", "AsKs5s3s2s", "flush, ace-king-five-three-deuce"),
    ("B11a", "9cTcJcQcKc", "straight flush, king high"),
    ("B11b", "Ac7c8c9cTc", "flush, ace-ten-nine-eight-seven"),
    ("B11c", "AcTd2h4s3c", "high card, ace-ten-four-three-deuce"),
    # The eighth card of the row, a deuce that does not play, is left out.
    ("B14", "4s5h4h5c9h9cKd", "two pair, nines and fives, king kicker"),
    ("B15", "QhQd3c3d7h7s2c", "two pair, queens and sevens, three kicker"),
    ("B16", "7h5c4d8s4h7d8c", "two pair, eights and sevens, five kicker"),
    ("B17", "5c5d6c6d9h", "two pair, sixes and fives, nine kicker"),
    ("B18", "7c7d2c2dAs", "two pair, sevens and deuces, ace kicker"),
    ("B20", "3c7c7d7h7s4h6h", "four of a kind, sevens, six kicker"),
    ("B22a", "TcTd2s3s2h3h3d", "full house, threes over tens"),
    ("B22b", "TsThJhJdJc6d6c", "full house, jacks over tens"),
    ("B23", "9c9d9h4c4d4hKs", "full house, nines over fours"),
    ("B24", "jhjdjs8h4c", "three of a kind, jacks, eight-four kickers"),
    ("B35", "2d6s6c3d10c", "pair, sixes, ten-three-deuce kickers"),
]


@pytest.mark.parametrize("case", by_id(SHOWDOWNS))
def test_showdowns(case):
    hands = [parse_cards(hand + case.board) for hand in case.hands]
    strengths = [evaluate(hand) for hand in hands]
    assert evaluate_many(hands).tolist() == strengths
    best = max(strengths)
    assert tuple(number for number, it in enumerate(strengths, start=1) if it == best) == case.winners
    assert oracle.winners(hands, ()) == case.winners
    assert tuple(category_of(strength).label for strength in strengths) == case.categories
    if case.kev_ranks:
        assert tuple(map(kev_rank, strengths)) == case.kev_ranks


@pytest.mark.parametrize("case", [case for case in by_id(SHOWDOWNS) if case.values[0].id.startswith("B36")])
def test_board_plays(case):
    assert {evaluate(hand + case.board) for hand in case.hands} == {evaluate(case.board)}


@pytest.mark.parametrize("hand", by_id(HANDS))
def test_confirmed_ranks(hand):
    strength = evaluate(hand.cards)
    assert kev_rank(strength) == hand.kev_rank
    assert category_of(strength).label == hand.category


@pytest.mark.parametrize(("cards", "description"), [pytest.param(*rest, id=row) for row, *rest in DESCRIBED])
def test_descriptions(cards, description):
    assert describe(evaluate(cards)) == description
    assert description.startswith(oracle.name(parse_cards(cards)))


@pytest.mark.parametrize("cards", ["5c4d3h2sAc", "5c4d3h2s2c", "5c4c3c2cAc"], ids=["B04a", "B04b", "B04c"])
def test_the_order_of_cards_does_not_matter(cards):
    ids = parse_cards(cards)
    expected = oracle.strength(ids)
    orders = [*permutations(ids)]
    assert {evaluate(order) for order in orders} == {expected}
    assert set(evaluate_many(orders).tolist()) == {expected}


@pytest.mark.parametrize(
    "cards", ["AcKd", "4s5d6h", "AcKdQhJs", "2c4s5h4h5c9h9cKd"], ids=["two", "B24", "four", "B14"]
)
def test_fewer_than_five_and_more_than_seven_cards_are_refused(cards):
    ids = parse_cards(cards)
    with error_saying(HandSizeError, f"{len(ids)} cards", "a hand has 5, 6 or 7 cards"):
        evaluate(cards)
    with error_saying(HandSizeError, f"hands have shape (1, {len(ids)})", "(n, 7) is needed"):
        evaluate_many([ids])


def test_b29_equal_strengths_compare_as_equal():
    first, second = evaluate("AcKdQhJs9c2d3h"), evaluate("AcKdQhJs9c4d5h")
    assert first == second
    assert first <= second
    assert first >= second
    assert not first < second
    assert not first > second


def test_b30_a_full_sweep_reaches_each_strength_and_no_zero():
    reached = np.unique(np.concatenate([evaluate_many(hands) for hands in all_hands(5)]))
    assert reached.tolist() == [*range(1, 7463)]


def test_b31_the_other_scale_runs_the_other_way():
    trips, pair = evaluate("2c2d2h3s4c"), evaluate("AcAdKhQsJc")
    assert trips > pair
    assert kev_rank(trips) < kev_rank(pair)


def test_b33_a_deck_has_52_cards_with_and_without_symbols():
    for symbols in (False, True):
        texts = [format_cards([card], symbols=symbols) for card in range(DECK_SIZE)]
        assert len(set(texts)) == 52
        assert [parse_cards(text) for text in texts] == [(card,) for card in range(52)]


def test_b34_a_hand_of_four_cards_is_refused():
    """Omaha's three kings in the hand: here nobody holds four cards."""
    with error_saying(HandSizeError, "hand 1", "4 cards", "2 are needed"):
        calculate_equity(["KdKhAdKs", "QcQd"], "2d5cQhJs")


@pytest.mark.parametrize("ten", ["10c", "10C", "Tc", "tc", "10♣"])
def test_b35_ten_is_written_in_two_ways(ten):
    assert evaluate(f"2d6s6c3d{ten}") == evaluate(["2d", "6s", "6c", "3d", ten]) == evaluate("2d6s6c3dTc")


def test_b37_cards_twice_are_refused_and_lower_case_is_read():
    with error_saying(DuplicateCardError, "card As", "at position 0", "at position 2"):
        evaluate("AsAsAsAsAs")
    with error_saying(DuplicateCardError, "hands[0]: card As", "at index 0", "at index 1"):
        evaluate_many(np.full((1, 5), 51))
    assert evaluate("asksqsjsts") == evaluate("AsKsQsJsTs")


@pytest.mark.parametrize("count", [5, 6, 7])
def test_b38_b39_the_card_that_comes_twice_is_named(count):
    cards = ["Ah", "Kh", "Qh", "Jh", "Th", "9h"][: count - 1]
    for card in cards:
        with error_saying(DuplicateCardError, f"card {card} ", f"at index {count - 1}"):
            evaluate([*cards, card])


def test_b39_no_cards_are_no_hand_but_an_empty_board_is_a_board():
    with error_saying(HandSizeError, "0 cards", "a hand has 5, 6 or 7 cards"):
        evaluate("")
    assert calculate_equity(["AhKh", "QsQd"], "").deals == 1_712_304
