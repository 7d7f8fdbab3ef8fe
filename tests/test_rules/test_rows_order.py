"""Whose turn it is, and when a round is over: rows R28 to R37 of the rules table, and D3."""

import pytest
from cases import error_saying
from test_rules.playing import legal, on_flop, play, result, stacks_after, start, turns

from oddchip.evaluator import IllegalActionError

PLAYERS = range(2, 11)


def test_r28_clockwise():
    """Seats 4, 5, 6, 1, 2, 3 before the flop and 2, 3, 4, 5, 6, 1 after it, where p1 is seat 2."""
    order, hand = turns(start(*[1000] * 6), "call")
    assert order == (3, 4, 5, 6, 1, 2)
    assert turns(play(hand, "flop"), "call")[0] == (1, 2, 3, 4, 5, 6)


def test_r28_who_has_folded_or_is_all_in_is_skipped():
    hand = play(start(1000, 1000, 500, 1000, 1000), "p3 all-in, p4 fold, p5 call, p1 call, p2 call, flop")
    assert turns(hand, "call")[0] == (1, 2, 5)


@pytest.mark.parametrize("players", PLAYERS)
def test_r29_before_the_flop_the_seat_left_of_the_big_blind_begins(players):
    assert start(*[1000] * players).turn == (2 if players == 2 else 3)


def test_r30_after_the_flop_the_first_active_seat_left_of_the_button_begins():
    """Button 1, seat 2 has folded: seat 3 begins."""
    assert play(start(*[1000] * 4), "p3 call, p4 call, p1 fold, p2 check, flop").turn == 2


def test_r31_nobody_but_the_big_blind_checks_before_the_flop():
    hand = start(1000, 1000, 1000)
    assert legal(hand) == "fold, call 100, raise to 200 to 1000"
    with error_saying(IllegalActionError, "player 3 cannot check", "call 100"):
        hand.check()
    hand = play(hand, "p3 call")
    assert legal(hand) == "fold, call 50, raise to 200 to 1000"
    with error_saying(IllegalActionError, "player 1 cannot check", "call 50"):
        hand.check()


def test_r32_the_option_of_the_big_blind():
    hand = play(start(1000, 1000, 1000), "p3 call, p1 call")
    assert not hand.is_betting_over
    assert hand.turn == 2
    assert legal(hand) == "fold, check, raise to 200 to 1000"
    assert play(hand, "p2 check").awaits_board
    assert play(hand, "p2 raise 200").turn == 3


def test_r32_the_option_after_a_short_all_in():
    hand = play(start(1000, 1000, 150, 1000), "p3 all-in, p4 fold, p1 fold")
    assert hand.turn == 2
    assert legal(hand) == "fold, call 50, raise to 250 to 1000"


def test_r32_the_option_is_asked_once():
    hand = play(start(1000, 1000, 1000), "p3 call, p1 call, p2 raise 200, p3 call, p1 call")
    assert hand.awaits_board


def test_r33_the_seat_right_of_the_last_raiser_ends_the_round():
    """Seat 4 raises, seat 5 raises again, 6, 1, 2 and 3 fold, seat 4 calls."""
    hand = play(start(*[1000] * 6), "p3 raise 300, p4 raise 600, p5 fold, p6 fold, p1 fold, p2 fold")
    assert hand.turn == 3
    assert play(hand, "p3 call").awaits_board


def test_r34_without_a_raise_the_big_blind_ends_the_first_round_and_the_button_the_others():
    """Also D3: not the seat to the right of the button."""
    order, hand = turns(start(*[1000] * 6), "call")
    assert order[-1] == 2
    assert turns(play(hand, "flop"), "call")[0][-1] == 6


def test_r35_a_round_without_a_bet():
    hand = on_flop(900, 900, 900)
    checked = play(hand, "p1 check, p2 check, p3 check")
    assert checked.awaits_board
    assert (checked.pot_total, checked.stacks) == (hand.pot_total, hand.stacks)


def test_r36_no_betting_when_only_one_can_bet():
    """A is all-in for 400, B called and has 600 left: he is asked nothing any more."""
    hand = play(start(1000, 400), "p2 all-in, p1 call")
    assert hand.is_all_in
    for street in ("flop", "turn", "river"):
        assert hand.awaits_board
        hand = play(hand, street)
        assert hand.turn is None
    assert hand.awaits_showdown
    assert stacks_after(hand, 2, 1) == (600, 800)


def test_r36_two_who_can_bet_go_on():
    hand = play(start(1000, 1000, 400), "p3 all-in, p1 call, p2 call")
    assert not hand.is_all_in
    assert play(hand, "flop").turn == 1


def test_r37_a_walk():
    hand = play(start(*[1000] * 4), "p3 fold, p4 fold, p1 fold")
    won = result(hand)
    assert won.stacks == (950, 1050, 1000, 1000)
    assert won.returned == {2: 50}
    assert [award.amount for award in won.awards] == [100]
    assert won.hands == {}
    assert not hand.is_all_in
    assert hand.board == ()
