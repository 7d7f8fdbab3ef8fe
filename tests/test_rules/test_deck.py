"""Decks and dealing. R numbers are rows of the rules table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddchip.evaluator import (
    CardError,
    DuplicateCardError,
    IllegalActionError,
    ImpossibleSpotError,
    format_cards,
)
from oddchip.rules.deck import cards_needed, deal_hole_cards, deal_street, shuffled_deck
from oddchip.rules.table import first_hand

IN_ORDER = tuple(range(52))  # every card is its position


def deal_all(deck, players, *, burn=True):
    """Deal a whole hand."""
    hands, rest = deal_hole_cards(deck, players)
    flop, rest = deal_street(rest, 3, burn=burn)
    turn, rest = deal_street(rest, 1, burn=burn)
    river, rest = deal_street(rest, 1, burn=burn)
    return hands, flop, turn, river, rest


def test_r06_positions_in_the_deck_with_four_players():
    hands, flop, turn, river, rest = deal_all(IN_ORDER, 4)
    assert sorted(card for hand in hands for card in hand) == [*range(8)]
    assert (flop, turn, river) == ((9, 10, 11), (13,), (15,))
    assert rest[0] == 16


def test_r06_without_burning():
    _, flop, turn, river, rest = deal_all(IN_ORDER, 4, burn=False)
    assert (flop, turn, river) == ((8, 9, 10), (11,), (12,))
    assert rest[0] == 13


def test_r09_one_card_at_a_time_from_the_left_of_the_button():
    hands, _ = deal_hole_cards(IN_ORDER, 4)
    assert hands == ((0, 4), (1, 5), (2, 6), (3, 7))


def test_r09_heads_up_the_last_card_goes_to_the_button():
    hands, _ = deal_hole_cards(IN_ORDER, 2)
    order = first_hand({1, 2}, button=1, seats=2).seats_in_order
    assert dict(zip(order, hands, strict=True)) == {2: (0, 2), 1: (1, 3)}


@pytest.mark.parametrize("players", range(2, 11))
def test_r01_cards_used(players):
    assert len(deal_all(IN_ORDER, players)[-1]) == 52 - cards_needed(players) == 52 - (2 * players + 8)
    without = deal_all(IN_ORDER, players, burn=False)[-1]
    assert len(without) == 52 - cards_needed(players, burn=False) == 52 - (2 * players + 5)


def test_r01_ten_players_use_28_cards():
    assert cards_needed(10) == 28


@pytest.mark.parametrize("players", [-1, 0, 1, 11])
def test_r01_other_numbers_of_players(players):
    message = rf"^{players} players? \(2 to 10 can play\)$"
    with pytest.raises(IllegalActionError, match=message):
        deal_hole_cards(IN_ORDER, players)
    with pytest.raises(IllegalActionError, match=message):
        cards_needed(players)


@given(st.integers(0, 10**6), st.integers(2, 10))
def test_r02_two_cards_each_and_none_twice(seed, players):
    hands, flop, turn, river, rest = deal_all(shuffled_deck(seed), players)
    assert [len(hand) for hand in hands] == [2] * players
    dealt = [*(card for hand in hands for card in hand), *flop, *turn, *river, *rest]
    assert len(set(dealt)) == len(dealt) == 52 - 3


def test_r04_three_cards_then_one_and_one():
    assert [len(cards) for cards in deal_all(IN_ORDER, 6)[1:4]] == [3, 1, 1]


@pytest.mark.parametrize(("count", "words"), [(2, "2 cards"), (4, "4 cards"), (0, "0 cards"), (5, "5 cards")])
def test_r04_other_numbers_of_cards(count, words):
    with pytest.raises(IllegalActionError, match=rf"^{words} for a street \(3 are the flop"):
        deal_street(IN_ORDER, count)


def test_decks_may_be_texts():
    hands, rest = deal_hole_cards("As Ks Ad Kd 2c 3c 4c 5c", 2)
    assert [format_cards(hand) for hand in hands] == ["AsAd", "KsKd"]
    flop, rest = deal_street(rest, 3)
    assert format_cards(flop) == "3c4c5c"
    assert rest == ()


def test_decks_that_are_none():
    with pytest.raises(DuplicateCardError, match=r"^card As is at index 0 and at index 2$"):
        deal_hole_cards(["As", "Ks", "As", "Qs"], 2)
    with pytest.raises(DuplicateCardError):
        deal_street("2c 2c 3c 4c", 3)
    with pytest.raises(CardError, match="52 at index 0 is not a card id"):
        deal_street([52, 1], 1)


def test_decks_with_too_few_cards():
    with pytest.raises(ImpossibleSpotError, match=r"^the deck has 5 cards \(6 are dealt to 3 players\)$"):
        deal_hole_cards("2c3c4c5c6c", 3)
    with pytest.raises(
        ImpossibleSpotError, match=r"^3 cards left .*\(3 cards must come after a burned one\)$"
    ):
        deal_street("2c3c4c", 3)
    with pytest.raises(ImpossibleSpotError, match=r"^0 cards left in the deck \(1 card must come\)$"):
        deal_street("", 1, burn=False)
    assert deal_street("2c3c4c", 3, burn=False) == ((0, 4, 8), ())


def test_the_same_seed_gives_the_same_deck():
    """Written down, as it must stay the same from version to version."""
    assert format_cards(shuffled_deck(7)[:10]) == "4c7d3hThTd4h2s4s8dAs"
    assert shuffled_deck(7) == shuffled_deck(7)


@given(st.integers(0, 2**200))
def test_every_seed_gives_a_full_deck(seed):
    assert sorted(shuffled_deck(seed)) == [*IN_ORDER]


def test_seeds_give_different_decks():
    assert len({shuffled_deck(seed) for seed in range(1000)}) == 1000


def test_every_card_comes_everywhere_equally_often():
    """Chi-square with 51 * 51 degrees of freedom, whose mean is 2601 and whose standard deviation is 72."""
    decks = [shuffled_deck(seed) for seed in range(5200)]
    counts = {}
    for deck in decks:
        for place in enumerate(deck):
            counts[place] = counts.get(place, 0) + 1
    expected = len(decks) / 52
    chi_square = (
        sum((counts.get((at, card), 0) - expected) ** 2 for at in range(52) for card in range(52)) / expected
    )
    assert abs(chi_square - 2601) < 4 * 72


def test_negative_seeds():
    """Python would take -7 for 7."""
    with pytest.raises(ValueError, match=r"^seed is -7, which is negative$"):
        shuffled_deck(-7)
