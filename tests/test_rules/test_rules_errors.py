"""What the rules do not allow in a hand is refused, with words that help: R108, and wrong input."""

from copy import deepcopy
from dataclasses import FrozenInstanceError
from decimal import Decimal

import pytest
from cases import error_saying
from test_rules.playing import (
    LIMIT,
    acting,
    at_showdown,
    board_due,
    check_down,
    dealt,
    on_flop,
    play,
    show_down,
    start,
)

from oddchip.evaluator import CardError, DuplicateCardError, HandSizeError, IllegalActionError, OddchipError
from oddchip.rules import Rules, muck, show, side_pots, start_hand

NAN, MINUS = Decimal("nan"), -5


def limit(**more):
    return start_hand([1000, 1000], (5, 10), rules=LIMIT, **more)


NO_AMOUNTS = [
    pytest.param(2.5, TypeError, "2.5, neither a whole number nor a decimal", id="float"),
    pytest.param(True, TypeError, "True, neither a whole number nor a decimal", id="bool"),
    pytest.param(None, TypeError, "None, neither a whole number nor a decimal", id="None"),
    pytest.param(MINUS, ValueError, "-5, which is negative", id="negative"),
    pytest.param("-0.05", ValueError, "-0.05, which is negative", id="negative text"),
    pytest.param("five", ValueError, "'five', which is not a number", id="word"),
    pytest.param("", ValueError, "'', which is not a number", id="no text"),
    pytest.param(NAN, ValueError, "not a number", id="nan"),
    pytest.param("nan", ValueError, "not a number", id="nan as text"),
]

TAKES_AMOUNTS = {
    "a stack": (lambda amount: start_hand([1000, amount], (5, 10)), "the stack of player 2 is"),
    "a blind": (lambda amount: start_hand([1000, 1000], (5, amount)), "a blind is"),
    "the antes": (
        lambda amount: start_hand([1000, 1000], (5, 10), ante=[1, amount]),
        "the ante of player 2 is",
    ),
    "the bet": (lambda amount: on_flop(900, 900).bet(amount), "the bet is"),
    "the raise": (lambda amount: acting().raise_to(amount), "the raise is"),
    "a contribution": (lambda amount: side_pots([10, amount]), "contribution 2 is"),
    "dead chips": (lambda amount: side_pots([10, 10], dead=amount), "dead"),
}


@pytest.mark.parametrize(("attempt", "what"), TAKES_AMOUNTS.values(), ids=TAKES_AMOUNTS)
@pytest.mark.parametrize(("amount", "error", "message"), NO_AMOUNTS)
def test_what_is_no_amount(attempt, what, amount, error, message):
    with error_saying(error, what, message):
        attempt(amount)


@pytest.mark.parametrize("option", ["ante", "min_bet"])
@pytest.mark.parametrize(("amount", "error", "message"), [each for each in NO_AMOUNTS if each.id != "None"])
def test_options_that_are_no_amount(option, amount, error, message):
    with error_saying(error, "the ante is" if option == "ante" else "the least bet is", message):
        start_hand([1000, 1000], (5, 10), **{option: amount})
    with error_saying(error, "the big bet is", message):
        limit(big_bet=amount)


@pytest.mark.parametrize("amount", ["20", Decimal(20), Decimal("20.0"), 20])
def test_what_is_an_amount(amount):
    assert start_hand([1000, 1000], (5, 10)).raise_to(amount).level == 20
    assert side_pots([amount, amount]).pots == ((40, (1, 2)),)


BEGINNINGS = {
    "R01 one player": (lambda: start_hand([1000], (5, 10)), "1 player (", "2 to 10 can play"),
    "R01 nobody": (lambda: start_hand([], (5, 10)), "0 players (", "2 to 10 can play"),
    "R01 eleven": (lambda: start_hand([1000] * 11, (5, 10)), "11 players (", "2 to 10 can play"),
    "no chips": (lambda: start_hand([1000, 0, 1000], (5, 10)), "player 2 has no chips"),
    "one blind": (lambda: start_hand([1000] * 3, (10,)), "1 blind for 3 players", "small and big blind"),
    "blinds of nobody": (lambda: start_hand([1000] * 2, (5, 10, 20)), "3 blinds for 2 players"),
    "R12 blinds the wrong way round": (
        lambda: start_hand([1000] * 3, (10, 5)), "small blind of 10 is larger than the big blind of 5"),
    "R12 no blinds": (lambda: start_hand([1000] * 2, (0, 0)), "the least bet is 0", "big blind or min_bet"),
    "the least bet is nothing": (
        lambda: start_hand([1000] * 2, (5, 10), min_bet=0), "the least bet is 0", "big blind or min_bet"),
    "one ante": (lambda: start_hand([1000] * 2, (5, 10), ante=[1]), "1 ante for 2 players"),
    "antes of nobody": (lambda: start_hand([1000] * 2, (5, 10), ante=[1] * 3), "3 antes for 2 players"),
    "uneven antes": (
        lambda: start_hand([1000] * 2, (5, 10), ante=[10, 0]), "uneven antes", "Rules(antes_are_dead=True)"),
    "a big bet in no-limit": (
        lambda: start_hand([1000] * 2, (5, 10), big_bet=20), "big_bet is for fixed limit only"),
    "a big bet of nothing": (lambda: limit(big_bet=0), "the big bet is 0"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("attempt", "parts"), [(each[0], each[1:]) for each in BEGINNINGS.values()], ids=BEGINNINGS
)
def test_numbers_that_make_no_game(attempt, parts):
    with error_saying(IllegalActionError, *parts):
        attempt()


OPTIONS = {
    "betting": (lambda: Rules(betting="pot-limit"), ValueError, "'pot-limit'", "no-limit or fixed-limit"),
    "most_bets": (lambda: Rules(most_bets=0), ValueError, "most_bets is 0", "None for no cap"),
    "a unit of nothing": (lambda: Rules(unit=0), ValueError, "unit is 0", "not above 0"),
    "a negative unit": (lambda: Rules(unit=MINUS), ValueError, "unit is -5"),
    "a unit that is a float": (lambda: Rules(unit=0.5), TypeError, "unit is 0.5", "neither a whole number"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("attempt", "error", "parts"), [(*each[:2], each[2:]) for each in OPTIONS.values()], ids=OPTIONS
)
def test_r106_options_that_there_are_not(attempt, error, parts):
    with error_saying(error, *parts):
        attempt()


def test_r106_rules_are_agreed_on_before_the_hand():
    hand = start(1000, 1000)
    with pytest.raises(FrozenInstanceError):
        hand.rules.show_all = True
    assert hand.rules == Rules()


# Actions


ACTIONS = {
    "fold": lambda hand: hand.fold(),
    "check": lambda hand: hand.check(),
    "call": lambda hand: hand.call(),
    "bet": lambda hand: hand.bet(100),
    "raise": lambda hand: hand.raise_to(400),
    "all-in": lambda hand: hand.all_in(),
    "legal actions": lambda hand: hand.legal_actions(),
}


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        pytest.param(board_due, "the turn is due", id="board"),
        pytest.param(at_showdown, "the hands are to be shown", id="showdown"),
        pytest.param(lambda: play(start(1000, 1000), "fold"), "player 1 has won", id="won"),
        pytest.param(lambda: show(show(at_showdown(), 1), 2), "the hand is over", id="over"),
    ],
)
@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_r108_nobody_acts_when_it_is_nobodys_turn(hand, why, action):
    hand = hand()
    before = deepcopy(hand)
    with error_saying(IllegalActionError, "nobody has to act", why):
        action(hand)
    assert hand == before


REFUSED = {
    "R41 check": lambda hand: hand.check(),
    "R42 bet": lambda hand: hand.bet(400),
    "R46 too little": lambda hand: hand.raise_to(399),
    "R49 nuisance": lambda hand: hand.raise_to(201),
    "R40 no more than the bet": lambda hand: hand.raise_to(200),
    "R44 too much": lambda hand: hand.raise_to(901),
    "nothing": lambda hand: hand.raise_to(0),
}


@pytest.mark.parametrize("attempt", REFUSED.values(), ids=REFUSED)
def test_r108_what_is_refused_names_what_is_legal_and_changes_nothing(attempt):
    hand = acting()
    before = deepcopy(hand)
    with error_saying(IllegalActionError, "player 2 cannot ", "(legal: fold, call 200, raise to 400 to 900)"):
        attempt(hand)
    assert hand == before


@pytest.mark.parametrize("attempt", [lambda hand: hand.bet(0), lambda hand: hand.raise_to(100)])
def test_r45_no_bet_of_nothing(attempt):
    with error_saying(IllegalActionError, "player 1 cannot ", "(legal: fold, check, bet 100 to 900)"):
        attempt(on_flop(900, 900))


@pytest.mark.parametrize("player", [0, 4, -1])
@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param(lambda hand, player: hand.fold_absent(player), id="fold_absent"),
        pytest.param(lambda hand, player: hand.deal_hole_cards(player, "AhKh"), id="deal_hole_cards"),
        pytest.param(lambda hand, player: show(hand, player, "AhKh"), id="show"),
        pytest.param(muck, id="muck"),
    ],
)
def test_players_who_are_not_there(attempt, player):
    hand = check_down(play(start(1000, 1000, 1000), "call, call, check"))
    with error_saying(IllegalActionError, f"there is no player {player}", "players are 1 to 3"):
        attempt(hand, player)


def test_only_who_is_all_in_can_be_folded_as_absent():
    hand = play(on_flop(900, 900, 100), "p1 check, p2 check, p3 all-in, p1 call, p2 call")
    for player in (1, 2):
        with error_saying(IllegalActionError, f"player {player} is not all-in"):
            hand.fold_absent(player)
    with error_saying(IllegalActionError, "player 3 is not all-in"):
        hand.fold_absent(3).fold_absent(3)


def test_who_mucked_cannot_be_folded_too():
    """Two are left then, and both of them have to show."""
    hand = dealt(check_down(play(start(100, 100, 100), "all-in, all-in")), 1, 2, 3)
    hand = muck(hand, 3)
    with error_saying(IllegalActionError, "player 3"):
        hand.fold_absent(3)
    assert show_down(hand).stacks == (300, 0, 0)


# Cards


BOARDS = {
    "R04 a flop of two": ("AhKh", HandSizeError, "the flop has 3, not 2 cards"),
    "R04 a flop of four": ("AhKhQhJh", HandSizeError, "the flop has 3, not 4 cards"),
    "R04 a flop of one": ("Ah", HandSizeError, "the flop has 3, not 1 card"),
    "a card twice": ("AhKhAh", DuplicateCardError, "card Ah is at position 0"),
    "a card of a player": (
        "KhQc2d",
        DuplicateCardError,
        "card Qc is in the hand of player 2",
        "on the board",
    ),
    "no card": ("AhKhXx", CardError, "unknown rank 'X' at position 4", "ranks are"),
    "a number too high": ([1, 2, 52], CardError, "52"),
}


@pytest.mark.parametrize(
    ("cards", "error", "parts"), [(*each[:2], each[2:]) for each in BOARDS.values()], ids=BOARDS
)
def test_what_is_no_flop(cards, error, parts):
    hand = dealt(play(start(1000, 1000), "call, check"), 1, 2)
    before = deepcopy(hand)
    with error_saying(error, *parts):
        hand.deal_board(cards)
    assert hand == before


def test_a_card_of_the_board_does_not_come_again():
    with error_saying(DuplicateCardError, "card 7h is on the board"):
        board_due().deal_board("7h")
    with error_saying(DuplicateCardError, "card 7h is on the board", "in the hand of player 1"):
        board_due().deal_hole_cards(1, "7h8h")


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        pytest.param(acting, "player 2 is to act", id="turn"),
        pytest.param(at_showdown, "the hands are to be shown", id="showdown"),
        pytest.param(lambda: play(acting(), "fold, fold"), "player 1 has won", id="won"),
    ],
)
def test_no_board_before_it_is_due(hand, why):
    with error_saying(IllegalActionError, "no board cards are due", why):
        hand().deal_board("Ts")


HOLES = {
    "R02 three": ("AhKhQh", HandSizeError, "player 1 is dealt 3 cards, not 2"),
    "R02 one": ("Ah", HandSizeError, "player 1 is dealt 1 card, not 2"),
    "R02 none": ("", HandSizeError, "player 1 is dealt 0 cards, not 2"),
    "three unknown": ([None] * 3, HandSizeError, "player 1 is dealt 3 cards, not 2"),
    "a card twice": (["Ah", "Ah"], DuplicateCardError, "card Ah"),
    "a card of another": (
        "KhQc",
        DuplicateCardError,
        "card Qc is in the hand of player 2 and in the hand of player 1",
    ),
    "no card": ("AhZz", CardError, "unknown rank 'Z' at position 2"),
}


@pytest.mark.parametrize(
    ("cards", "error", "parts"), [(*each[:2], each[2:]) for each in HOLES.values()], ids=HOLES
)
def test_what_is_no_hand(cards, error, parts):
    hand = start(1000, 1000).deal_hole_cards(2, "QcJc")
    before = deepcopy(hand)
    with error_saying(error, *parts):
        hand.deal_hole_cards(1, cards)
    assert hand == before


def test_r02_cards_are_dealt_once():
    for cards in ("AhKh", [None, None]):
        with error_saying(IllegalActionError, "player 1 has hole cards already"):
            start(1000, 1000).deal_hole_cards(1, cards).deal_hole_cards(1, "2c3c")


def test_errors_are_ours():
    assert issubclass(IllegalActionError, OddchipError)
    assert issubclass(IllegalActionError, ValueError)
