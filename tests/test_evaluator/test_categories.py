"""What strengths mean: categories, words, the scale of Cactus Kev, and the five cards that play."""

from itertools import accumulate, combinations

import numpy as np
import oracle
import pytest
from cases import error_saying
from hypothesis import given
from hypothesis import strategies as st

from oddchip.evaluator import (
    CardError,
    Category,
    DuplicateCardError,
    HandSizeError,
    best_five,
    categories_of,
    category_of,
    describe,
    evaluate,
    evaluation_of,
    format_cards,
    from_kev_rank,
    kev_rank,
    parse_cards,
)

ALL_STRENGTHS = range(1, 7463)
STRENGTHS_BY_CATEGORY = (1277, 2860, 858, 858, 10, 1277, 156, 156, 10)  # C005

hands = st.lists(st.integers(0, 51), unique=True, min_size=5, max_size=7)


@pytest.fixture(scope="module")
def hand_of_each_strength():
    """A hand of five cards for each strength, with the oracle's word for which it is."""
    fives = [
        *map(oracle.without_flush, oracle.rank_patterns(5)),
        *map(oracle.in_one_suit, combinations(range(13), 5)),
    ]
    return {oracle.strength(five): five for five in fives}


def test_categories_are_nine_runs_of_strengths():
    ends = [*accumulate(STRENGTHS_BY_CATEGORY)]
    assert ends[-1] == 7462
    for category, (first, last) in enumerate(zip([1, *(end + 1 for end in ends)], ends, strict=False)):
        assert {category_of(strength) for strength in range(first, last + 1)} == {Category(category)}


def test_each_strength_has_the_category_that_the_oracle_names(hand_of_each_strength):
    assert sorted(hand_of_each_strength) == list(ALL_STRENGTHS)
    for strength, five in hand_of_each_strength.items():
        assert evaluate(five) == strength
        assert category_of(strength).label == oracle.name(five)


def test_labels():
    assert tuple(category.label for category in Category) == oracle.NAMES


def test_arrays_of_strengths_have_the_same_categories():
    strengths = np.array([*ALL_STRENGTHS], dtype=np.uint16)
    assert categories_of(strengths).tolist() == [category_of(strength) for strength in ALL_STRENGTHS]
    assert categories_of(strengths[:6].reshape(2, 3)).shape == (2, 3)


def test_kev_ranks_run_the_other_way_over_all_hands():
    ranks = [kev_rank(strength) for strength in ALL_STRENGTHS]
    assert ranks == [*range(7462, 0, -1)]
    assert [from_kev_rank(rank) for rank in ranks] == [*ALL_STRENGTHS]
    assert kev_rank(evaluate("AsKsQsJsTs")) == 1
    assert kev_rank(evaluate("7c5d4h3s2c")) == 7462


def test_descriptions_are_all_different_and_begin_with_the_category():
    descriptions = [describe(strength) for strength in ALL_STRENGTHS]
    assert len(set(descriptions)) == 7462
    for strength, description in zip(ALL_STRENGTHS, descriptions, strict=True):
        assert description.startswith(f"{category_of(strength).label}, ")


@pytest.mark.parametrize(
    ("cards", "description"),
    [
        ("7c5d4h3s2c", "high card, seven-five-four-three-deuce"),
        ("6c6d4h3s2c", "pair, sixes, four-three-deuce kickers"),
        ("6c6d2h2s9c", "two pair, sixes and deuces, nine kicker"),
        ("TcTdThJs2c", "three of a kind, tens, jack-deuce kickers"),
        ("Ac2d3h4s5c", "straight, five high"),
        ("AcKdQhJsTc", "straight, ace high"),
        ("Ad9d8d7d2d", "flush, ace-nine-eight-seven-deuce"),
        ("3c3d3h6s6c", "full house, threes over sixes"),
        ("4c4d4h4s6c", "four of a kind, fours, six kicker"),
        ("Ac2c3c4c5c", "straight flush, five high"),
        ("AcKcQcJcTc", "straight flush, ace high (royal flush)"),
    ],
)
def test_descriptions(cards, description):
    assert describe(evaluate(cards)) == description


@pytest.mark.parametrize("number", [0, -1, 7463, 65535])
def test_numbers_outside_the_scale_are_refused(number):
    for function in (category_of, describe, kev_rank):
        with error_saying(ValueError, f"{number} is not a strength", "strengths are 1 to 7462, the best"):
            function(number)
    with error_saying(ValueError, f"{number} is not a rank of a hand", "1, the best, to 7462"):
        from_kev_rank(number)


@given(hands)
def test_the_best_five_are_five_of_the_cards_and_worth_as_much(cards):
    five = best_five(cards)
    assert len(set(five)) == 5
    assert set(five) <= set(cards)
    assert evaluate(five) == evaluate(cards)
    assert oracle.value_of_five(five) == oracle.value(cards)


@given(hands)
def test_the_cards_that_matter_most_come_first(cards):
    ranks = tuple(dict.fromkeys(card // 4 for card in best_five(cards)))
    assert ranks == tuple(rank % 13 for rank in oracle.value(cards)[1])  # -1, an ace below the deuce, is 12


@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("2c4d4hKsKdKc9h", "KsKdKc4d4h"),
        ("Ah2c3d4s5hKdKc", "5h4s3d2cAh"),
        ("2h3h4h5h6hAhKh", "6h5h4h3h2h"),
        ("AcQsJcTc9c8c7c", "JcTc9c8c7c"),
        ("9c9d9h4c4d4hKs", "9c9d9h4c4d"),
        ("QhQd7h7s3c3d2c", "QhQd7h7s3c"),
    ],
)
def test_best_five(cards, five):
    assert format_cards(best_five(cards)) == five


def test_of_cards_that_are_worth_the_same_the_first_plays():
    assert format_cards(best_five("5c 9c8d7h6s 5d 2h")) == "9c8d7h6s5c"
    assert format_cards(best_five("5d 9c8d7h6s 5c 2h")) == "9c8d7h6s5d"


def test_an_evaluation_says_it_all():
    evaluation = evaluation_of("KhKdKc4s4d2c3h")
    assert evaluation.strength == evaluate("KhKdKc4s4d2c3h")
    assert evaluation.to_json() == {
        "cards": "KhKdKc4s4d2c3h",
        "strength": evaluation.strength,
        "category": "full house",
        "description": "full house, kings over fours",
        "best_five": "KhKdKc4s4d",
    }


@pytest.mark.parametrize("function", [best_five, evaluation_of])
def test_what_is_no_hand_is_refused(function):
    with error_saying(HandSizeError, "4 cards", "a hand has 5, 6 or 7 cards"):
        function("AhKhQhJh")
    with error_saying(CardError, "unknown rank 'X'", "ranks are"):
        function("AhKhQhJhXh")
    with error_saying(DuplicateCardError, "card Ah", "at position 0", "at position 8"):
        function("AhKhQhJhAh")


def test_parsed_cards_have_a_best_five():
    assert best_five(parse_cards("AsKsQsJsTs")) == (51, 47, 43, 39, 35)
