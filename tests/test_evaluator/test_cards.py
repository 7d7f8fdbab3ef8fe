"""Cards as numbers and as text: what is read, what is written, and what is refused."""

import numpy as np
import pytest
from cases import error_saying
from hypothesis import given
from hypothesis import strategies as st

from oddchip.evaluator import (
    DECK_SIZE,
    CardError,
    DuplicateCardError,
    OddchipError,
    format_cards,
    parse_cards,
)

TEXTS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]

some_cards = st.lists(st.integers(0, 51), unique=True, max_size=52)


def test_ids_count_suits_within_ranks_from_the_deuce_of_clubs():
    assert [parse_cards(text) for text in TEXTS] == [(card,) for card in range(52)]


def test_the_deck_has_52_cards_in_every_notation():
    assert DECK_SIZE == 52
    assert len({format_cards([card]) for card in range(DECK_SIZE)}) == 52
    assert len({format_cards([card], symbols=True) for card in range(DECK_SIZE)}) == 52


@pytest.mark.parametrize(
    "text",
    [
        "ThKd2c",
        "thkd2c",
        "THKD2C",
        "10hKd2c",
        "10H kD 2c",
        "Th Kd 2c",
        " Th,Kd,2c ",
        "Th, Kd;\t2c\n",
        "T♥K♦2♣",
        "10♥ k♦ 2♣",
        "T♡K♢2♧",
        "T♥\ufe0fK♦\ufe0e2♣\ufe0f",
    ],
)
def test_one_hand_in_many_spellings(text):
    assert parse_cards(text) == (34, 45, 0)


@pytest.mark.parametrize(
    "cards",
    [
        ["Th", "Kd", "2c"],
        ("10♥", "kd", "2C"),
        [34, 45, 0],
        [34, "Kd", 0],
        np.array([34, 45, 0], dtype=np.uint8),
        list(np.array([34, 45, 0])),
    ],
)
def test_sequences_of_texts_and_ids(cards):
    parsed = parse_cards(cards)
    assert parsed == (34, 45, 0)
    assert {type(card) for card in parsed} == {int}


@pytest.mark.parametrize("nothing", ["", "  ", [], ()])
def test_no_cards(nothing):
    assert parse_cards(nothing) == ()


def test_the_order_of_cards_is_kept():
    assert parse_cards("2cAs") == (0, 51)
    assert parse_cards("As2c") == (51, 0)


@given(some_cards, st.booleans(), st.sampled_from(["", " ", ", "]))
def test_what_is_written_is_read_again(cards, symbols, separator):
    assert parse_cards(format_cards(cards, symbols=symbols, separator=separator)) == tuple(cards)


@given(st.text("23456789TJQKA10cdhs♣♥ ,x", max_size=12))
def test_any_text_is_cards_or_an_error_of_ours(text):
    try:
        cards = parse_cards(text)
    except OddchipError:
        return
    assert parse_cards(format_cards(cards)) == cards


def test_symbols_and_separator():
    assert format_cards([51, 34, 0]) == "AsTh2c"
    assert format_cards([51, 34, 0], symbols=True, separator=" ") == "A♠ T♥ 2♣"


@pytest.mark.parametrize(
    ("text", "position", "parts"),
    [
        ("1hKd", 0, ("unknown rank '1' at position 0 of '1hKd'", "ranks are 23456789TJQKA")),
        ("AhXd", 2, ("unknown rank 'X' at position 2 of 'AhXd'", "ranks are 23456789TJQKA")),
        ("Ah Xd", 3, ("unknown rank 'X' at position 3", "ranks are")),
        ("AxKd", 1, ("unknown suit 'x' at position 1 of 'AxKd'", "suits are cdhs or ♣♦♥♠")),
        ("A hKd", 1, ("unknown suit ' ' at position 1", "suits are")),
        ("10", 0, ("card at position 0 of '10' has no suit", "suits are cdhs")),
        ("AhK", 2, ("card at position 2 of 'AhK' has no suit", "suits are cdhs")),
        ("A", 0, ("card at position 0 of 'A' has no suit", "suits are cdhs")),
        ("AhKd?", 4, ("unknown rank '?' at position 4", "ranks are")),
    ],
)
def test_a_text_that_is_no_card_says_where(text, position, parts):
    with error_saying(CardError, *parts) as caught:
        parse_cards(text)
    assert caught.value.position == position
    assert caught.value.text == text


@pytest.mark.parametrize("number", [-1, 52, 255, 10**30])
def test_a_number_that_is_no_card(number):
    with error_saying(CardError, f"{number} is not a card id", "0 for 2c to 51 for As"):
        format_cards([0, number])
    with error_saying(CardError, f"{number} at index 1 is not a card id", "0 for 2c to 51 for As"):
        parse_cards([0, number])


@pytest.mark.parametrize(("item", "count"), [("AhKd", 2), ("", 0), (" ", 0)])
def test_each_text_of_a_sequence_is_one_card(item, count):
    with error_saying(CardError, f"{item!r} at index 1", f"{count} cards", "one each, such as Ah"):
        parse_cards(["2c", item])


def test_a_card_twice_in_a_text_names_both_places():
    with error_saying(DuplicateCardError, "card Ah", "position 0 of 'Ah2c ah'", "position 5") as caught:
        parse_cards("Ah2c ah")
    assert (caught.value.card, caught.value.text) == ("Ah", "Ah2c ah")


def test_a_card_twice_in_a_sequence_names_both_places():
    with error_saying(DuplicateCardError, "card Ah", "at index 0", "at index 2") as caught:
        parse_cards([50, 0, "Ah"])
    assert (caught.value.card, caught.value.first, caught.value.second) == ("Ah", "at index 0", "at index 2")


@pytest.mark.parametrize("wrong", [None, 7, 1.5, [1.5], [None], [[0, 1]]])
def test_what_is_neither_text_nor_sequence_of_cards(wrong):
    with pytest.raises(TypeError):
        parse_cards(wrong)


def test_errors_are_value_errors_and_ours():
    assert issubclass(CardError, ValueError)
    assert issubclass(CardError, OddchipError)
    assert issubclass(DuplicateCardError, CardError)
