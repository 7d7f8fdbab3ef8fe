"""Spots: what is accepted, and which words say what is wrong with the rest."""

import numpy as np
import pytest
from cases import error_saying

from oddchip.equity import calculate_equity, parse_spot
from oddchip.evaluator import (
    CardError,
    DuplicateCardError,
    HandSizeError,
    ImpossibleSpotError,
    OddchipError,
    format_cards,
    parse_cards,
)

# Two cards for each of twelve players.
PAIRS = [format_cards([2 * player, 2 * player + 1]) for player in range(12)]

both = pytest.mark.parametrize("function", [parse_spot, calculate_equity])


def test_a_spot_in_numbers():
    spot = parse_spot(["AhKh", "Qs Qd"], "2c 7d 9h", "As,Ac")
    assert spot.hands == ((50, 46), (43, 41))
    assert spot.board == (0, 21, 30)
    assert spot.dead == (51, 48)
    assert len(spot.deck) == 52 - 4 - 3 - 2
    assert {*spot.deck, 50, 46, 43, 41, 0, 21, 30, 51, 48} == {*range(52)}
    assert list(spot.deck) == sorted(spot.deck)


@pytest.mark.parametrize(
    "hands",
    [
        ["AhKh", "QsQd"],
        ("ahkh", "Q♠Q♦"),
        [["Ah", "Kh"], ("Qs", "Qd")],
        [[50, 46], [43, 41]],
        [(50, "Kh"), "Qs,Qd"],
        np.array([[50, 46], [43, 41]], dtype=np.uint8),
    ],
)
def test_hands_in_many_forms(hands):
    assert parse_spot(hands).hands == ((50, 46), (43, 41))


@pytest.mark.parametrize("board", ["", "2c7d9h", "2c7d9hTs", "2c7d9hTs3d", "2c", "2c7d"])
def test_boards_of_any_size_up_to_five(board):
    assert parse_spot(["AhKh", "QsQd"], board).board == parse_cards(board)
    assert parse_spot(["AhKh", "QsQd"], [*parse_cards(board)]).board == parse_cards(board)


@pytest.mark.parametrize("players", range(2, 11))
def test_two_to_ten_players(players):
    assert len(parse_spot(PAIRS[:players]).hands) == players


@both
@pytest.mark.parametrize(("players", "words"), [(0, "0 players"), (1, "1 player "), (11, "11 players")])
def test_other_numbers_of_players(function, players, words):
    with error_saying(ImpossibleSpotError, words, "2 to 10"):
        function(PAIRS[:players])


@both
def test_a_text_is_not_a_list_of_hands(function):
    with error_saying(TypeError, "'AhKhQsQd'", "sequence with one hand for each player"):
        function("AhKhQsQd")


@both
@pytest.mark.parametrize(
    ("hand", "words"),
    [("Ah", "1 card "), ("AhKhQh", "3 cards"), ("AhKhQhJh", "4 cards"), ("", "0 cards"), ((50,), "1 card ")],
)
def test_hands_of_other_sizes(function, hand, words):
    with error_saying(HandSizeError, "hand 2 is ", words, "2 are needed, such as AhKh") as caught:
        function(["2c2d", hand])
    assert caught.value.got == len(parse_cards(hand))


@both
def test_a_board_of_six(function):
    with error_saying(HandSizeError, "the board 2c7d9hTs3d4d", "6 cards", "5") as caught:
        function(["AhKh", "QsQd"], "2c7d9hTs3d4d")
    assert caught.value.got == 6


@both
@pytest.mark.parametrize(
    ("hands", "board", "dead", "parts"),
    [
        (["AhKh", "QsQd"], "2c7d9", "", ("on the board", "card at position 4 of '2c7d9' has no suit")),
        (["AhKh", "QsQd"], "2c7d9y", "", ("on the board", "unknown suit 'y' at position 5", "cdhs")),
        (["AhKh", "QsQd"], "", "0c", ("among the dead cards", "unknown rank '0' at position 0", "ranks are")),
        (["AhKh", [3, 52]], "", "", ("hand 2", "52 at index 1 is not a card id", "0 for 2c to 51 for As")),
        (
            ["AhKh", "QsQd"],
            [-1],
            "",
            ("on the board", "-1 at index 0 is not a card id", "0 for 2c to 51 for As"),
        ),
    ],
)
def test_what_is_no_card_is_named_with_its_place(function, hands, board, dead, parts):
    with error_saying(CardError, *parts):
        function(hands, board, dead=dead)


@both
@pytest.mark.parametrize(
    ("hands", "board", "dead", "card", "places"),
    [
        (["AsAs", "KdKh"], "", "", "As", ("hand 1", "position 0", "position 2")),
        (["KdKh", [51, 51]], "", "", "As", ("hand 2", "index 0", "index 1")),
        (["AhAd", "AhKd"], "", "", "Ah", ("in hand 1", "in hand 2")),
        (["AhAd", "KcKd", "QhAd"], "", "", "Ad", ("in hand 1", "in hand 3")),
        (["AhKh", "QsQd"], "2c7dKh", "", "Kh", ("in hand 1", "on the board")),
        (["AhKh", "QsQd"], "2c7d2c", "", "2c", ("on the board", "position 0", "position 4")),
        (["AhKh", "QsQd"], "", "2c,Qd", "Qd", ("in hand 2", "among the dead cards")),
        (["AhKh", "QsQd"], "2c7d9h", "9h", "9h", ("on the board", "among the dead cards")),
        (["AhKh", "QsQd"], "", "9h 9h", "9h", ("among the dead cards", "position 0", "position 3")),
    ],
)
def test_a_card_twice_is_named_with_both_places(function, hands, board, dead, card, places):
    """C100, B83, B93."""
    with error_saying(DuplicateCardError, f"card {card} is ", *places) as caught:
        function(hands, board, dead=dead)
    assert caught.value.card == card


@pytest.mark.parametrize("aces", ["AcAh", "AcAs", "AhAs", "AcAd", "AdAh", "AdAs"])
def test_b81_no_pair_of_aces_is_left_for_the_villain(aces):
    """C099: the board has the aces that the hero does not hold."""
    with pytest.raises(DuplicateCardError, match=f"card A[{aces[1]}{aces[3]}] is "):
        calculate_equity(["AsAd", aces], "AcAh4h")


@both
@pytest.mark.parametrize(
    ("players", "board", "dead", "parts"),
    [
        (10, 0, 28, ("4 cards are left for 5 board cards", "28 ")),
        (2, 0, 48, ("0 cards are left for 5 board cards", "48 ")),
        (2, 3, 44, ("1 card", "left for 2 board cards", "44 ")),
        (2, 4, 44, ("0 cards are left for 1 board card", "44 ")),
    ],
)
def test_b84_too_few_cards_left(function, players, board, dead, parts):
    cards = [*range(52)]
    hands = [cards[2 * player : 2 * player + 2] for player in range(players)]
    used = 2 * players
    with error_saying(ImpossibleSpotError, *parts):
        function(hands, cards[used : used + board], dead=cards[used + board : used + board + dead])


@pytest.mark.parametrize(("board", "dead"), [(0, 43), (3, 43), (5, 43), (5, 0)])
def test_just_enough_cards_left(board, dead):
    cards = [*range(4, 52)]
    result = calculate_equity([[0, 2], [1, 3]], cards[:board], dead=cards[board : board + dead])
    assert result.deals == 1


@pytest.mark.parametrize("wrong", [None, 7, [None, "AhKh"], ["AhKh", 7], ["AhKh", [1.5, 2.5]]])
def test_what_is_no_spot_at_all(wrong):
    with pytest.raises(TypeError):
        parse_spot(wrong)


def test_errors_are_value_errors_and_ours():
    for error in (CardError, DuplicateCardError, HandSizeError, ImpossibleSpotError):
        assert issubclass(error, OddchipError)
        assert issubclass(error, ValueError)
