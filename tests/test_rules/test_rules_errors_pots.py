"""The end of a hand: showing, mucking and settling too early, pots and showdowns that cannot be."""

from copy import deepcopy

import pytest
from cases import error_saying
from test_rules.playing import acting, at_showdown, board_due, check_down, play, start

from oddchip.evaluator import CardError, DuplicateCardError, HandSizeError, IllegalActionError, OddchipError
from oddchip.rules import Pot, award_pots, muck, settle, show, show_order, showdown, side_pots

BOARD = "Ac9c7d4s2s"
POT = [Pot(20, (1, 2))]
MINUS = -5


TOO_EARLY = [
    pytest.param(acting, "player 2 is to act", id="turn"),
    pytest.param(board_due, "the turn is due", id="board"),
]


@pytest.mark.parametrize(("hand", "why"), TOO_EARLY)
def test_hands_are_shown_and_mucked_at_the_end(hand, why):
    for attempt in (lambda: show(hand(), 2, "AcKd"), lambda: muck(hand(), 2)):
        with error_saying(IllegalActionError, "no hands are to be shown", why):
            attempt()


@pytest.mark.parametrize(
    ("hand", "why"), [*TOO_EARLY, pytest.param(at_showdown, "hands are to be shown", id="shown")]
)
def test_r80_a_hand_is_settled_at_its_end(hand, why):
    with error_saying(IllegalActionError, "the hand is not over", why):
        settle(hand())


def test_the_order_of_showing_is_asked_for_at_the_end():
    """Before the flop player 3 has put nothing in yet, and has no pot to play for."""
    with error_saying(IllegalActionError, "player 3 is to act"):
        show_order(start(1000, 1000, 1000))


def test_r90_who_has_won_need_not_show():
    hand = play(start(1000, 1000), "fold")
    for attempt in (lambda: show(hand, 1, "AhKh"), lambda: muck(hand, 1)):
        with error_saying(IllegalActionError, "no hands are to be shown", "player 1 has won"):
            attempt()
    with error_saying(IllegalActionError, "player 2 is not in the hand any more"):
        show(hand, 2, "AhKh")


SHOWN = {
    "one card": (["Ac", None], "player 1 must show both hole cards"),
    "no card": ([None, None], "player 1"),
    "another card": ("AcQh", "player 1 shows AcQh, but was dealt other cards"),
    "other cards": ("QhQs", "player 1 shows QhQs, but was dealt other cards"),
}


@pytest.mark.parametrize(("cards", "part"), SHOWN.values(), ids=SHOWN)
def test_r89_what_cannot_be_shown(cards, part):
    hand = at_showdown()
    before = deepcopy(hand)
    with error_saying(IllegalActionError, part):
        show(hand, 1, cards)
    assert hand == before


def test_r89_a_hand_of_three_cards_cannot_be_shown():
    hand = check_down(play(start(1000, 1000), "call, check"))
    for cards in ("AcKdQh", "Ac"):
        with pytest.raises(OddchipError, match=r"player 1 .*(both hole cards|not 2)$|both hole cards"):
            show(hand, 1, cards)
    with error_saying(DuplicateCardError, "card 2c is on the board"):
        show(hand, 1, "2cKd")


# Pots and showdowns by themselves


POTS = {
    "nobody": (lambda: side_pots([]), "one must be left to win the pot"),
    "all have folded": (lambda: side_pots([10, 10], folded=[1, 2]), "one must be left to win the pot"),
    "an unknown player": (lambda: side_pots([10, 10], folded=[3]), "player 3 has folded", "players 1 to 2"),
    "player 0": (lambda: side_pots([10, 10], folded=[0]), "player 0 has folded", "players 1 to 2"),
    "no strengths": (lambda: award_pots(POT, {}), "players 1 and 2 claim a pot of 20", "a hand to show"),
    "a button too far": (lambda: award_pots(POT, {1: 9, 2: 9}, button=3), "at player 3", "players 1 to 2"),
    "button 0": (lambda: award_pots(POT, {1: 9, 2: 9}, button=0), "at player 0", "players 1 to 2"),
    "a unit of nothing": (lambda: award_pots(POT, {1: 9, 2: 9}, unit=0), "unit is 0"),
    "a negative unit": (lambda: award_pots(POT, {1: 9, 2: 9}, unit=MINUS), "unit is -5"),
    "broken chips": (lambda: showdown(BOARD, ["AhKd", "AsQh"], POT, unit=15), "a pot of 20", "chips of 15"),
    "nobody has a hand": (lambda: showdown(BOARD, [None, None], POT), "a pot of 20", "a hand to show"),
    "nobody who claims has": (
        lambda: showdown(BOARD, ["AhKd", None], [Pot(20, (2,))]), "pot of 20", "a hand to show"),
    "a claimant too many": (
        lambda: showdown(BOARD, ["AhKd", "AsQh"], [Pot(20, (1, 3))]), "player 3", "players 1 to 2"),
    "more claimants than players": (
        lambda: award_pots([Pot(20, (1, 3))], {1: 9, 3: 9}, players=2), "player 3", "players 1 to 2"),
    "a button that is not there": (
        lambda: showdown(BOARD, ["AhKd", "AsQh"], POT, button=3), "at player 3", "players 1 to 2"),
}  # fmt: skip


@pytest.mark.parametrize(("attempt", "parts"), [(each[0], each[1:]) for each in POTS.values()], ids=POTS)
def test_pots_that_cannot_be_made_or_won(attempt, parts):
    with error_saying(ValueError, *parts) as caught:
        attempt()
    assert "  " not in str(caught.value)


def test_units_that_are_floats():
    with error_saying(TypeError, "unit is 0.5", "neither a whole number nor a decimal"):
        award_pots(POT, {1: 9, 2: 9}, unit=0.5)


MEETINGS = {
    "R04 a board of four": ("Ac9c7d4s", ["AhKd", "AsQh"], HandSizeError, "the board has 4 cards, not 5"),
    "a board of six": ("Ac9c7d4s2s3s", ["AhKd", "AsQh"], HandSizeError, "the board has 6 cards, not 5"),
    "no board": ("", ["AhKd", "AsQh"], HandSizeError, "the board has 0 cards, not 5"),
    "R02 three cards": (BOARD, ["AhKd", "AsQhJh"], HandSizeError, "hand 2 has 3 cards, not 2"),
    "R89 one card": (BOARD, ["AhKd", "As"], HandSizeError, "hand 2 has 1 card, not 2"),
    "a card of two": (BOARD, ["AhKd", "AhQh"], DuplicateCardError, "card Ah is in hand 1 and in hand 2"),
    "a card of the board": (
        BOARD,
        ["AhKd", "AcQh"],
        DuplicateCardError,
        "card Ac is on the board and in hand 2",
    ),
    "a card twice on the board": ("AcAc7d4s2s", ["AhKd", "AsQh"], DuplicateCardError, "card Ac"),
    "no card": (BOARD, ["AhKd", "Axx"], CardError, "unknown suit 'x'"),
}


@pytest.mark.parametrize(("board", "hands", "error", "part"), MEETINGS.values(), ids=MEETINGS)
def test_cards_that_cannot_meet(board, hands, error, part):
    with error_saying(error, part):
        showdown(board, hands, POT)
