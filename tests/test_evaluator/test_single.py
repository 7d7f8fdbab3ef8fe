"""The strength of one hand, against the oracle and against what must hold for any evaluator."""

from itertools import combinations, permutations

import numpy as np
import oracle
import pytest
from cases import HANDS, TRAPS, by_id, error_saying, flush_hands, random_hands, straight_flush_hands
from hypothesis import given
from hypothesis import strategies as st

from oddchip.evaluator import (
    CardError,
    DuplicateCardError,
    HandSizeError,
    category_of,
    evaluate,
    evaluate_many,
    kev_rank,
    parse_cards,
)


def cards_of(smallest, largest):
    return st.lists(st.integers(0, 51), unique=True, min_size=smallest, max_size=largest)


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("make", [random_hands, flush_hands, straight_flush_hands])
def test_agrees_with_the_oracle(make, cards):
    for hand in make(cards, 1000, cards).tolist():
        assert evaluate(hand) == oracle.strength(hand)


@pytest.mark.parametrize(("cards", "patterns"), [(5, 6175), (6, 18395), (7, 49205)])
def test_agrees_with_the_oracle_on_every_rank_pattern_without_a_flush(cards, patterns):
    hands = [oracle.without_flush(ranks) for ranks in oracle.rank_patterns(cards)]
    assert len(hands) == patterns  # C009
    expected = [oracle.strength(hand) for hand in hands]
    assert [evaluate(hand) for hand in hands] == expected
    assert evaluate_many(hands).tolist() == expected


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("suit", range(4))
def test_agrees_with_the_oracle_on_every_set_of_cards_in_one_suit(suit, cards):
    hands = [oracle.in_one_suit(ranks, suit) for ranks in combinations(range(13), cards)]
    expected = [oracle.strength(hand) for hand in hands]
    assert [evaluate(hand) for hand in hands] == expected
    assert evaluate_many(hands).tolist() == expected


@pytest.mark.parametrize("trap", by_id(TRAPS))
def test_traps(trap):
    strengths = [evaluate(hand + trap.board) for hand in trap.hands]
    best = max(strengths)
    assert tuple(number for number, it in enumerate(strengths, start=1) if it == best) == trap.winners
    assert tuple(category_of(strength).label for strength in strengths) == trap.categories
    if trap.kev_ranks:
        assert tuple(map(kev_rank, strengths)) == trap.kev_ranks


@pytest.mark.parametrize("hand", by_id(HANDS))
def test_hands_of_known_rank(hand):
    strength = evaluate(hand.cards)
    assert kev_rank(strength) == hand.kev_rank
    assert category_of(strength).label == hand.category


@pytest.mark.parametrize("cards", ["AhKh2h7h9h", "5c4d3h2sAc", "9c9d9h4c4d"])
def test_the_order_of_cards_does_not_matter(cards):
    assert len({evaluate(order) for order in permutations(parse_cards(cards))}) == 1


@given(cards_of(5, 7), st.randoms(use_true_random=False))
def test_any_order_of_cards_is_worth_the_same(cards, random):
    assert evaluate(random.sample(cards, len(cards))) == evaluate(cards)


@given(cards_of(5, 7), st.permutations(range(4)))
def test_suits_are_equals(cards, suits):
    assert evaluate([card // 4 * 4 + suits[card % 4] for card in cards]) == evaluate(cards)


@given(cards_of(7, 7))
def test_another_card_never_weakens(cards):
    assert evaluate(cards[:5]) <= evaluate(cards[:6]) <= evaluate(cards)


@given(cards_of(6, 7))
def test_a_hand_is_worth_its_best_five(cards):
    assert evaluate(cards) == max(map(evaluate, combinations(cards, 5)))


@given(cards_of(5, 7), cards_of(5, 7))
def test_strengths_order_hands_as_the_oracle_does(first, second):
    ours, theirs = (evaluate(first), evaluate(second)), (oracle.value(first), oracle.value(second))
    assert (ours[0] < ours[1], ours[0] == ours[1]) == (theirs[0] < theirs[1], theirs[0] == theirs[1])


def test_texts_and_ids_and_arrays_are_the_same_hand():
    ids = parse_cards("AhKh2h7h9h3c3d")
    hands = ("AhKh2h7h9h3c3d", ["Ah", "Kh", "2h", "7h", "9h", "3c", "3d"], list(ids), np.array(ids))
    strengths = [evaluate(hand) for hand in hands]
    assert len(set(strengths)) == 1
    assert {type(strength) for strength in strengths} == {int}


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 8, 52])
def test_other_numbers_of_cards_are_refused(count):
    with error_saying(HandSizeError, f"{count} card", "a hand has 5, 6 or 7 cards") as caught:
        evaluate(range(count))
    assert caught.value.got == count


def test_bad_cards_are_refused():
    with error_saying(CardError, "unknown rank '1' at position 8", "ranks are"):
        evaluate("AhKhQhJh1h")
    with error_saying(CardError, "52 at index 4 is not a card id", "0 for 2c to 51 for As"):
        evaluate([0, 1, 2, 3, 52])
    with error_saying(DuplicateCardError, "card As", "at position 0", "at position 2"):
        evaluate("AsAsAsAsAs")
