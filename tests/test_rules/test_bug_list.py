"""What other programs got wrong once about betting and the order of action: rows P and M of the bug reports.

Rows about the way of the button are tested with the table (P28, P44, P46), the rest here, and more pots in
`test_bug_list_pots.py`. A row may have several inputs, marked with letters.
"""

from typing import NamedTuple

import pytest
from cases import by_id, error_saying
from test_rules.playing import (
    LIMIT,
    check_down,
    legal,
    on_flop,
    play,
    pots,
    result,
    start,
    turns,
)

from oddchip.evaluator import IllegalActionError
from oddchip.rules import Rules, show_order

DEEP = 9900
SIX_SEATS = (928, 263, 930, 417, 775, 350)
CAP_3 = Rules(betting="fixed-limit", most_bets=3)


class Spot(NamedTuple):
    """Who has the turn after a script, and what he may do."""

    id: str
    fact: str
    hand: object
    script: str
    turn: int
    legal: str


def before(*stacks, **more):
    return lambda: start(*stacks, **more)


def flop(*stacks, **more):
    return lambda: on_flop(*stacks, **more)


def river(*stacks, **more):
    return lambda: play(on_flop(*stacks, **more), "all check, turn, all check, river")


SPOTS = (
    # Raise sizes, all-in, who may raise
    Spot("P01a", "a short all-in over an all-in raise does not reopen",
         before(19, 200, 16, 200, blinds=(1, 2)),
         "p3 raise 16, p4 call, p1 all-in, p2 call", 4, "fold, call 3"),
    Spot("P01b", "nor where the raiser has chips left", before(19, 200, 200, 200, blinds=(1, 2)),
         "p3 raise 16, p4 call, p1 all-in, p2 call", 3, "fold, call 3"),
    Spot("P01c", "and nobody behind him may either", before(19, 200, 200, 200, blinds=(1, 2)),
         "p3 raise 16, p4 call, p1 all-in, p2 call, p3 call", 4, "fold, call 3"),
    Spot("P03", "an all-in of 31 over a raise of 68", before(*SIX_SEATS, blinds=(2, 5)),
         "p3 fold, p4 fold, p5 raise 15, p6 fold, p1 fold, p2 raise 109, p5 call, flop, p2 bet 55, "
         "p5 raise 123, p2 all-in", 5, "fold, call 31"),
    Spot("P05", "one raise is left, all-in", flop(DEEP, 150),
         "p1 bet 100", 2, "fold, call 100, raise to 150"),
    Spot("P06", "all-in below the least raise", flop(DEEP, 90, blinds=(10, 20)),
         "p1 bet 60", 2, "fold, call 60, raise to 90"),
    Spot("P07a", "the first raise is over the big blind", before(1000, 1000, 1000, blinds=(10, 20)),
         "", 3, "fold, call 20, raise to 40 to 1000"),
    Spot("P07b", "the big blind is asked", before(1000, 1000, 1000, blinds=(10, 20)),
         "p3 call, p1 call", 2, "fold, check, raise to 40 to 1000"),
    Spot("P08", "200, then 600", flop(DEEP, DEEP),
         "bet 200, raise 600", 1, f"fold, call 400, raise to 1000 to {DEEP}"),
    Spot("P09", "the list says that only a call is left", flop(DEEP, 300, DEEP),
         "p1 bet 200, p2 all-in, p3 fold", 1, "fold, call 100"),
    Spot("P11a", "300 over a big blind of 100", before(DEEP, DEEP, DEEP),
         "p3 raise 300", 1, f"fold, call 250, raise to 500 to {DEEP}"),
    Spot("P11b", "the next street begins with the big blind", before(DEEP, DEEP, DEEP),
         "p3 raise 300, p1 call, p2 fold, flop", 1, "fold, check, bet 100 to 9600"),
    Spot("P12", "a bet of 2", flop(DEEP, DEEP, blinds=(1, 2)),
         "p1 bet 2", 2, f"fold, call 2, raise to 4 to {DEEP}"),
    Spot("P13a", "calls are differences, raises are totals", before(200, 200, 200, blinds=(1, 2)),
         "p3 call", 1, "fold, call 1, raise to 4 to 200"),
    Spot("P13b", "also for the big blind", before(200, 200, 200, blinds=(1, 2)),
         "p3 call, p1 call", 2, "fold, check, raise to 4 to 200"),
    Spot("P14", "an opening raise to 10", before(*[200] * 6, blinds=(1, 2)),
         "p3 raise 10", 4, "fold, call 10, raise to 18 to 200"),
    Spot("P16", "all-in below the least raise on the river", river(20000, 20000),
         "p1 bet 12000", 2, "fold, call 12000, raise to 20000"),
    Spot("P17", "all-in below twice the bet", river(500, 500),
         "p1 bet 270", 2, "fold, call 270, raise to 500"),
    Spot("P20", "unequal stacks", before(40, 1000, blinds=(10, 20)), "p2 raise 140", 1, "fold, call 20"),
    Spot("P21", "the last 7 may go in", river(100, 29, blinds=(1, 2)),
         "p1 bet 22", 2, "fold, call 22, raise to 29"),
    Spot("P24a", "who checked may raise a bet", flop(100, 100, blinds=(1, 2)),
         "p1 check, p2 bet 6", 1, "fold, call 6, raise to 12 to 100"),
    Spot("P24b", "and who bet may raise a raise", flop(100, 100, blinds=(1, 2)),
         "p1 bet 6, p2 raise 12", 1, "fold, call 6, raise to 18 to 100"),
    Spot("P25", "at a cap of three bets there is a call and a fold",
         flop(100, 100, 100, blinds=(1, 2), rules=CAP_3),
         "p1 bet 2, p2 raise 4, p3 raise 6", 1, "fold, call 4"),
    Spot("P26", "and after four bets under the usual cap", flop(100, 100, 100, blinds=(1, 2), rules=LIMIT),
         "p1 bet 2, p2 raise 4, p3 raise 6, p1 raise 8", 2, "fold, call 4"),
    # Blinds, order of action, end of a round
    Spot("P33", "the big blind is all-in and is not asked", before(1000, 100, 1000),
         "p3 call, p1 call, flop", 1, "fold, check, bet 100 to 900"),
    Spot("P35", "the big blind is asked after the small one calls", before(*[1000] * 4),
         "p3 fold, p4 fold, p1 call", 2, "fold, check, raise to 200 to 1000"),
    Spot("P36", "and after button and small blind call", before(*[1000] * 3),
         "p3 call, p1 call", 2, "fold, check, raise to 200 to 1000"),
    Spot("P37", "the player right of the raiser is asked", before(*[1000] * 4),
         "p3 raise 200, p4 call, p1 call", 2, "fold, call 100, raise to 300 to 1000"),
    Spot("P38", "180 against 1880", before(1880, 4000, blinds=(60, 90)),
         "p2 raise 180, p1 all-in", 2, "fold, call 1700, raise to 3580 to 4000"),
    Spot("P39", "a bet of everything is to be answered", flop(400, 900), "p1 all-in", 2,
         "fold, call 400, raise to 800 to 900"),
    Spot("P42", "after an all-in preflop the others may check", before(1000, 1000, 50, blinds=(5, 10)),
         "p3 all-in, p1 call, p2 call, flop", 1, "fold, check, bet 10 to 950"),
    Spot("P43", "a call of what is left", flop(DEEP, 300), "p1 bet 500", 2, "fold, call 300"),
    # Own measurements
    Spot("M01", "a short all-in over a limper", before(1000, 1000, 1000, 150),
         "p3 call, p4 all-in, p1 fold, p2 call", 3, "fold, call 50"),
    Spot("M02", "an all-in below the least bet after a check", flop(DEEP, 40, DEEP),
         "p1 check, p2 all-in, p3 call", 1, "fold, call 40"),
    Spot("M03", "a short big blind", before(1000, 30, 1000), "", 3, "fold, call 100, raise to 200 to 1000"),
    Spot("M06", "the others are covered", before(1245, 100, 100, 600, blinds=(25, 50)),
         "p3 fold, p4 all-in", 1, "fold, call 575, raise to 1150 to 1245"),
    Spot("M07", "half a bet reopens in fixed limit", flop(DEEP, 15, DEEP, blinds=(5, 10), rules=LIMIT),
         "p1 bet 10, p2 all-in, p3 call", 1, "fold, call 5, raise to 25"),
    Spot("M08", "less than half is completed", flop(DEEP, 14, DEEP, blinds=(5, 10), rules=LIMIT),
         "p1 bet 10, p2 all-in", 3, "fold, call 14, raise to 20"),
    Spot("M09", "three raises over the big blind", before(DEEP, DEEP, DEEP, blinds=(5, 10), rules=LIMIT),
         "p3 raise 20, p1 raise 30, p2 raise 40", 3, "fold, call 20"),
)  # fmt: skip


@pytest.mark.parametrize("spot", by_id(SPOTS))
def test_what_may_be_done(spot):
    hand = play(spot.hand(), spot.script)
    assert (hand.turn, legal(hand)) == (spot.turn, spot.legal)


def test_p04_all_in_is_a_call_where_it_does_not_exceed_the_bet():
    hand = play(start(200, 200, blinds=(5, 10)), "p2 all-in")
    assert hand.all_in() == hand.call()
    assert hand.all_in().stacks == (0, 0)
    with error_saying(IllegalActionError, "player 1 cannot raise to 200", "legal: fold, call 190"):
        hand.raise_to(200)


def test_p06_the_all_in_raise_is_accepted():
    hand = play(on_flop(DEEP, 90, blinds=(10, 20)), "p1 bet 60, p2 raise 90")
    assert (hand.bets, hand.stacks[1]) == ((60, 90), 0)


def test_p10_raises_are_totals():
    """Raising a bet of 50 to 50 is no raise, to 100 it is."""
    hand = play(on_flop(DEEP, DEEP, blinds=(25, 50)), "p1 bet 50")
    with error_saying(IllegalActionError, "player 2 cannot raise to 50", "raise to 100 to"):
        hand.raise_to(50)
    assert hand.raise_to(100).bets == (50, 100)


def test_p18_a_raise_to_the_highest_stake_is_none():
    """The pot is 60, the highest stake 40, and half the pot more than the 10 put in makes 40."""
    hand = play(start(100, 100, 100, blinds=(10, 10)), "p3 raise 40")
    assert (hand.turn, hand.bets[0], hand.pot_total) == (1, 10, 60)
    with error_saying(IllegalActionError, "player 1 cannot raise to 40", "raise to 70 to 100"):
        hand.raise_to(40)


def test_p19_every_amount_from_the_least_to_the_stack_is_legal():
    hand = start(1000, 1000)
    assert hand.raise_to(257).level == 257
    assert [hand.raise_to(total).level for total in range(200, 1001)] == [*range(200, 1001)]


@pytest.mark.parametrize(
    "stacks", [(30, 1000), (1000, 30), (100, 1000), (1000, 100), (101, 1000), (500, 501)]
)
def test_p20_there_is_always_something_to_do(stacks):
    hand = start(*stacks)
    while hand.turn is not None:
        actions = hand.legal_actions()
        assert actions.can_check or actions.call
        hand = hand.raise_to(actions.wager[0]) if actions.wager else hand.call()
    assert sum(hand.stacks) + hand.pot_total == sum(stacks)


def test_p21_the_last_chips_do_not_reopen():
    hand = play(on_flop(100, 29, blinds=(1, 2)), "all check, turn, all check, river, p1 bet 22, p2 all-in")
    assert (hand.turn, legal(hand)) == (1, "fold, call 7")


def test_p27_more_than_the_opponent_has_comes_back():
    """He is all-in for 100 and is raised to 500, or he is shorter than the bet."""
    hand = play(start(500, 100, blinds=(25, 50)), "p2 all-in, p1 raise 500")
    assert hand.is_all_in
    assert hand.side_pots().returned == {1: 400}
    assert result(hand, 2, 1).stacks == (400, 200)
    shorter = play(start(500, 100, blinds=(25, 50)), "p2 call, p1 raise 500, p2 call")
    assert shorter.side_pots().returned == {1: 400}


def test_p29_of_two_the_big_blind_acts_first_after_the_flop():
    hand = play(start(1000, 1000), "p2 call, p1 check")
    for street in ("flop", "turn", "river"):
        order, hand = turns(play(hand, street), "call")
        assert order == (1, 2)


def test_p30_the_first_of_two_is_the_big_blind():
    hand = start(750, 750, blinds=(10, 20))
    assert (hand.bets, hand.turn) == ((20, 10), 2)


def test_p32_who_has_less_than_the_blind_is_all_in():
    hand = start(100, 1, 100, blinds=(1, 2))
    assert (hand.bets, hand.stacks) == ((1, 1, 0), (99, 0, 100))
    assert 2 in hand.live


def test_p34_antes_are_no_part_of_a_raise():
    """The button has 15 left after his ante; 15 is a raise to the full stack."""
    hand = start(100, 100, 20, blinds=(5, 10), ante=5)
    raised = hand.raise_to(15)
    assert hand.stacks[2] - raised.stacks[2] == 15
    assert raised.pot_total == 15 + 5 + 10 + 15


def test_p36_the_round_ends_after_the_big_blind():
    assert play(start(1000, 1000, 1000), "p3 call, p1 call, p2 check").awaits_board


def test_p40_no_more_betting_when_one_has_chips():
    """A is all-in, B calls and has 200 left."""
    hand = play(start(400, 600), "p2 raise 400, p1 all-in")
    assert hand.stacks == (0, 200)
    assert turns(play(hand, "flop"), "call")[0] == ()
    assert check_down(hand).awaits_showdown


def test_p41_a_side_bet_after_an_all_in():
    hand = play(
        start(1000, 1000, 100, blinds=(5, 10)), "p3 all-in, p1 call, p2 call, flop, p1 bet 50, p2 call"
    )
    assert pots(hand) == [(300, (1, 2, 3)), (100, (1, 2))]


def test_p42_a_check_and_a_bet_are_accepted():
    hand = play(start(1000, 1000, 50, blinds=(5, 10)), "p3 all-in, p1 call, p2 call, flop")
    assert play(hand, "p1 check, p2 check").awaits_board
    assert play(hand, "p1 bet 10").turn == 2


def test_p64_who_shows_first():
    """Button 1, which is p4; on the river seat 2 checks, 3 bets and 2 calls."""
    hand = play(on_flop(*[900] * 4), "p1 check, p2 check, p3 fold, p4 fold, turn, all check, river")
    assert show_order(play(hand, "p1 check, p2 bet 100, p1 call")) == (2, 1)
    assert show_order(play(hand, "p1 check, p2 check")) == (1, 2)
