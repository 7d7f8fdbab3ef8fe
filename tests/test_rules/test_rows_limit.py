"""Fixed limit: rows R66 to R70 of the rules table, and D9. Blinds are 5/10 and bets 10/20."""

import pytest
from cases import error_saying
from test_rules.playing import LIMIT, legal, on_flop, play, start

from oddchip.evaluator import IllegalActionError
from oddchip.rules import Rules

DEEP = 9900
BLINDS = (5, 10)


def limit(**more):
    """Return rules of fixed limit."""
    return Rules(betting="fixed-limit", **more)


def flop(*stacks, rules=LIMIT):
    """Return a hand on the flop where these stacks are left."""
    return on_flop(*stacks, blinds=BLINDS, rules=rules)


def steps(hand):
    """Return the amounts that are bet and raised to until nobody may raise or ten were made."""
    amounts = []
    while hand.turn is not None and hand.legal_actions().wager and len(amounts) < 10:
        least, most = hand.legal_actions().wager
        assert least == most, "there is one amount in fixed limit"
        amounts.append(least)
        hand = hand.raise_to(least) if hand.level else hand.bet(least)
    return amounts, hand


def refused(hand, *amounts):
    """Say whether every one of the amounts is refused."""
    legal_now = f"(legal: {legal(hand)})"
    for amount in amounts:
        with error_saying(IllegalActionError, f"player {hand.turn} cannot ", legal_now):
            hand.raise_to(amount) if hand.level else hand.bet(amount)
    return True


def test_r66_fixed_steps_before_the_flop():
    hand = start(DEEP, DEEP, DEEP, blinds=BLINDS, rules=LIMIT)
    assert legal(hand) == "fold, call 10, raise to 20"
    assert refused(hand, 15, 19, 21, 30, DEEP)
    hand = hand.raise_to(20)
    assert legal(hand) == "fold, call 15, raise to 30"
    assert refused(hand, 29, 31, 40)
    assert legal(hand.raise_to(30)) == "fold, call 20, raise to 40"


def test_r66_fixed_steps_on_the_flop():
    hand = flop(DEEP, DEEP)
    assert legal(hand) == "fold, check, bet 10"
    assert refused(hand, 5, 9, 11, 20, DEEP)
    assert legal(hand.bet(10)) == "fold, call 10, raise to 20"


def test_r66_other_rules_take_other_amounts():
    assert legal(on_flop(DEEP, DEEP, blinds=BLINDS, rules=Rules(betting="no-limit"))) == (
        f"fold, check, bet 10 to {DEEP}"
    )


@pytest.mark.parametrize("before", ["turn", "turn, all check, river"])
def test_r67_the_step_doubles_from_the_turn(before):
    hand = play(flop(DEEP, DEEP, DEEP), "all check", before)
    assert steps(hand)[0] == [20, 40, 60, 80]
    assert refused(hand, 10, 19, 21, 40)


def test_r67_the_steps_of_a_game_may_be_others():
    hand = play(start(DEEP, DEEP, blinds=(10, 25), big_bet=75, min_bet=30, rules=LIMIT), "call, check, flop")
    assert steps(hand)[0] == [30, 60, 90, 120]
    assert steps(play(hand, "all check, turn"))[0] == [75, 150, 225, 300]


def test_r68_a_bet_and_three_raises():
    amounts, hand = steps(flop(DEEP, DEEP, DEEP))
    assert amounts == [10, 20, 30, 40]
    assert legal(hand) == "fold, call 20"
    assert refused(hand, 50, DEEP)


def test_r68_before_the_flop_the_big_blind_is_the_bet():
    amounts, hand = steps(start(DEEP, DEEP, DEEP, blinds=BLINDS, rules=LIMIT))
    assert amounts == [20, 30, 40]
    assert legal(hand) == "fold, call 20"
    assert refused(hand, 50)


def test_r68_every_round_counts_anew():
    hand = steps(start(DEEP, DEEP, DEEP, blinds=BLINDS, rules=LIMIT))[1]
    assert steps(play(hand, "call, call, flop"))[0] == [10, 20, 30, 40]


def test_r68_the_cap_holds_for_all_in_too():
    hand = play(flop(DEEP, DEEP, 45), "p1 bet 10, p2 raise 20, p3 raise 30, p1 raise 40, p2 call")
    assert legal(hand) == "fold, call 10"
    with error_saying(IllegalActionError, "player 3 cannot raise to 45", "legal: fold, call 10"):
        hand.all_in()


@pytest.mark.parametrize(
    ("most_bets", "before_the_flop", "on_the_flop"),
    [
        (1, [], [10]),
        (3, [20, 30], [10, 20, 30]),
        (5, [20, 30, 40, 50], [10, 20, 30, 40, 50]),
        (None, [*range(20, 120, 10)], [*range(10, 110, 10)]),
    ],
)
def test_d9_another_cap(most_bets, before_the_flop, on_the_flop):
    rules = limit(most_bets=most_bets)
    assert steps(start(DEEP, DEEP, DEEP, blinds=BLINDS, rules=rules))[0] == before_the_flop
    assert steps(flop(DEEP, DEEP, DEEP, rules=rules))[0] == on_the_flop


def test_r69_the_cap_holds_for_two_players():
    assert steps(start(DEEP, DEEP, blinds=BLINDS, rules=LIMIT))[0] == [20, 30, 40]
    assert steps(flop(DEEP, DEEP))[0] == [10, 20, 30, 40]


def test_r69_or_it_does_not():
    rules = limit(heads_up_cap=False)
    assert steps(start(DEEP, DEEP, blinds=BLINDS, rules=rules))[0] == [*range(20, 120, 10)]
    assert steps(flop(DEEP, DEEP, rules=rules))[0] == [*range(10, 110, 10)]


def test_r69_what_counts_is_who_begins_the_round():
    rules = limit(heads_up_cap=False)
    hand = flop(DEEP, DEEP, DEEP, rules=rules)
    assert steps(play(hand, "p1 bet 10, p2 raise 20, p3 fold"))[0] == [30, 40]
    turn = play(hand, "p1 bet 10, p2 fold, p3 call, turn")
    assert steps(turn)[0] == [*range(20, 220, 20)]


def test_r70_an_all_in_of_less_than_half_a_bet():
    """A bets 10, B is all-in for 14: who has not acted may complete to 20, who has acted only calls."""
    hand = play(flop(DEEP, 14, DEEP), "p1 bet 10, p2 all-in")
    assert legal(hand) == "fold, call 14, raise to 20"
    assert legal(play(hand, "p3 call")) == "fold, call 4"
    completed = play(hand, "p3 raise 20")
    assert legal(completed) == "fold, call 10, raise to 30"
    assert refused(hand, 19, 24, 30)


def test_r70_an_all_in_of_half_a_bet():
    """A bets 10, B is all-in for 15, which is a full raise: A may raise to 25."""
    hand = play(flop(DEEP, 15, DEEP), "p1 bet 10, p2 all-in")
    assert legal(hand) == "fold, call 15, raise to 25"
    assert legal(play(hand, "p3 call")) == "fold, call 5, raise to 25"
    assert steps(hand)[0] == [25, 35]


def test_r70_in_the_numbers_of_another_rule_book():
    """On the turn a bet of 20 is completed, or an all-in of 15 stands for it."""
    hand = play(flop(15, DEEP, DEEP), "all check, turn, p1 all-in")
    assert legal(hand) == "fold, call 15, raise to 35"
    less = play(flop(9, DEEP, DEEP), "all check, turn, p1 all-in")
    assert legal(less) == "fold, call 9, raise to 20"


def test_r70_completing_counts_as_one_raise():
    hand = play(flop(DEEP, 14, DEEP), "p1 bet 10, p2 all-in")
    assert steps(hand)[0] == [20, 30, 40]


def test_r70_short_all_ins_that_add_up_to_half_a_bet():
    hand = play(flop(DEEP, 13, 16, DEEP), "p1 bet 10, p2 all-in, p3 all-in, p4 call")
    assert legal(hand) == "fold, call 6, raise to 26"


def test_d1_in_fixed_limit():
    """Who has acted may complete a short all-in only where the rules let it reopen the betting."""
    script = "p1 bet 10, p2 all-in, p3 call"
    assert legal(play(flop(DEEP, 14, DEEP), script)) == "fold, call 4"
    reopening = limit(short_all_in_reopens=True)
    assert legal(play(flop(DEEP, 14, DEEP, rules=reopening), script)) == "fold, call 4, raise to 20"


def test_r54_all_in_for_less_than_a_step():
    assert legal(flop(4, DEEP)) == "fold, check, bet 4"
    assert legal(play(flop(DEEP, 7), "p1 bet 10")) == "fold, call 7"
    assert legal(play(flop(DEEP, 17), "p1 bet 10")) == "fold, call 10, raise to 17"


def test_r22_a_short_big_blind_in_fixed_limit():
    hand = start(DEEP, 3, DEEP, blinds=BLINDS, rules=LIMIT)
    assert legal(hand) == "fold, call 10, raise to 20"
