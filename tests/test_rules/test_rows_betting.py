"""Actions and amounts in no-limit: rows R38 to R65 of the rules table, and D1, D2 and D12.

On the flop the letters of the table are A = p1, B = p2 and so on, unless a test says otherwise.
"""

import pytest
from cases import error_saying
from test_rules.playing import legal, on_flop, play, pots, result, stacks_after, start, turns

from oddchip.evaluator import IllegalActionError
from oddchip.rules import LegalActions, Rules, settle

DEEP = 9900
REOPENS = Rules(short_all_in_reopens=True)
NEVER_REOPENS = Rules(short_all_ins_add_up=False)


# The five actions


def test_r38_who_folds_has_no_claim_and_his_chips_stay_in():
    hand = play(start(1000, 1000, 1000), "p3 raise 300, p1 call, p2 fold, flop, p1 bet 200, p3 fold")
    assert hand.live == (1,)
    assert pots(hand) == [(700, (1,))]
    assert settle(hand).stacks == (1400, 900, 700)


def test_r38_who_is_all_in_has_no_turn_but_rooms_fold_him_when_he_is_absent():
    hand = play(start(1000, 1000, 300), "p3 all-in, p1 call, p2 call, flop")
    assert turns(hand, "call")[0] == (1, 2)
    with error_saying(IllegalActionError, "player 1 is not all-in"):
        hand.fold_absent(1)
    hand = hand.fold_absent(3)
    assert hand.live == (1, 2)
    assert hand.turn == 1
    assert stacks_after(hand, 1, 2) == (1600, 700, 0)


def test_r38_folding_the_absent_one_leaves_nobody_to_act_against():
    hand = play(start(1000, 1000, 300), "p3 all-in, p1 call, p2 fold").fold_absent(3)
    assert hand.is_over
    assert settle(hand).stacks == (1400, 900, 0)


def test_r38_the_absent_one_may_have_made_the_bet():
    """Of the two others p2 owes what p3 can match; where p2 has folded, p3 has won."""
    hand = play(on_flop(1000, 900, 300), "p1 all-in")
    assert legal(hand) == "fold, call 900"
    assert legal(hand.fold_absent(1)) == "fold, call 300"
    assert play(hand, "p2 fold").fold_absent(1).is_over


def test_d12_folding_is_allowed_where_checking_is_free():
    hand = play(on_flop(DEEP, DEEP, DEEP), "p1 fold")
    assert hand.live == (2, 3)
    assert legal(on_flop(DEEP, DEEP)) == f"fold, check, bet 100 to {DEEP}"


def test_d12_unless_the_rules_say_otherwise():
    strict = Rules(fold_when_checking_is_free=False)
    hand = on_flop(DEEP, DEEP, rules=strict)
    assert legal(hand) == f"check, bet 100 to {DEEP}"
    with error_saying(IllegalActionError, "player 1 cannot fold", f"check, bet 100 to {DEEP}"):
        hand.fold()
    assert play(hand, "p1 bet 100, p2 fold").is_over
    option = play(start(1000, 1000, rules=strict), "p2 call")
    with error_saying(IllegalActionError, "player 1 cannot fold", "check, raise to 200 to 1000"):
        option.fold()


def test_r39_a_call_matches_the_highest_stake():
    """100 are in front of the caller, 300 of the raiser."""
    hand = play(start(1000, 1100, 1000), "p3 raise 300, p1 fold")
    assert (hand.turn, hand.stacks[1]) == (2, 1000)
    assert hand.legal_actions().call == 200
    called = hand.call()
    assert (called.bets[1], called.stacks[1]) == (300, 800)


def test_r39_nothing_to_call():
    with error_saying(IllegalActionError, "player 1 cannot call", "check, bet 100"):
        on_flop(DEEP, DEEP).call()


def test_r41_a_check_needs_a_stake_that_matches():
    hand = on_flop(DEEP, DEEP, blinds=(25, 50))
    assert play(hand, "p1 check").turn == 2
    with error_saying(IllegalActionError, "player 2 cannot check", "fold, call 50, raise to 100"):
        play(hand, "p1 bet 50, p2 check")
    assert play(start(1000, 1000), "p2 call, p1 check").awaits_board


def test_r42_the_first_stake_of_a_round_is_a_bet():
    hand = on_flop(DEEP, DEEP)
    assert legal(hand) == f"fold, check, bet 100 to {DEEP}"
    with error_saying(IllegalActionError, "player 1 cannot raise to 200", "bet 100"):
        hand.raise_to(200)
    hand = hand.bet(100)
    assert legal(hand) == f"fold, call 100, raise to 200 to {DEEP}"
    with error_saying(IllegalActionError, "player 2 cannot bet 200", "raise to 200"):
        hand.bet(200)


def test_r42_before_the_flop_the_blinds_are_the_bet():
    with error_saying(IllegalActionError, "player 2 cannot bet 200", "fold, call 50, raise to 200 to 1000"):
        start(1000, 1000).bet(200)


def test_r42_without_blinds_somebody_bets():
    hand = start(1000, 1000, 1000, blinds=(0, 0), ante=10, min_bet=20)
    assert (hand.turn, legal(hand)) == (1, "fold, check, bet 20 to 990")


def test_legal_actions_by_name():
    assert on_flop(DEEP, DEEP).legal_actions() == LegalActions(1, True, True, None, (100, DEEP), None)
    faced = play(on_flop(DEEP, DEEP), "p1 bet 300").legal_actions()
    assert faced == LegalActions(2, True, False, 300, None, (600, DEEP))
    assert faced.wager == (600, DEEP)


def test_r43_after_a_round_the_stakes_are_in_the_pot():
    hand = play(start(1000, 1000, 1000), "p3 call, p1 call, p2 check, flop")
    assert hand.bets == (0, 0, 0)
    assert hand.pot_total == 300
    assert pots(hand) == [(300, (1, 2, 3))]


# Amounts


def test_r44_any_amount_up_to_the_stack():
    hand = on_flop(DEEP, DEEP)
    assert hand.legal_actions().bet == (100, 9900)
    for amount in (100, 101, 137, 5000, 9899, 9900):
        assert hand.bet(amount).bets[0] == amount
    with error_saying(IllegalActionError, "player 1 cannot bet 9901", "bet 100 to 9900"):
        hand.bet(9901)


@pytest.mark.parametrize("street", ["flop", "turn", "river"])
def test_r45_the_least_bet_is_the_big_blind_on_every_street(street):
    hand = on_flop(5000, 5000)
    for later in ("turn", "river")[: ("flop", "turn", "river").index(street)]:
        hand = play(hand, "all check", later)
    assert hand.legal_actions().bet == (100, 5000)
    with error_saying(IllegalActionError, "player 1 cannot bet 99", "bet 100 to 5000"):
        hand.bet(99)
    assert hand.bet(100).turn == 2


@pytest.mark.parametrize(
    ("row", "script", "least"),
    [
        ("R46", "bet 200", 400),
        ("R47", "bet 200, raise 600", 1000),
        ("R47", "bet 200, raise 600, raise 1000", 1400),
        ("R48", "bet 600, raise 1600, raise 3600", 5600),
        ("R63", "bet 200, raise 450", 700),
    ],
)
def test_r46_r47_r48_r63_a_raise_is_at_least_the_last_bet_or_raise(row, script, least):
    hand = play(on_flop(DEEP, DEEP, DEEP), script)
    assert hand.legal_actions().raise_to == (least, DEEP), row
    with error_saying(IllegalActionError, f"cannot raise to {least - 1}", f"raise to {least} to {DEEP}"):
        hand.raise_to(least - 1)
    assert hand.raise_to(least).level == least


def test_r49_no_nuisance_raises():
    hand = play(on_flop(DEEP, DEEP), "p1 bet 200")
    with error_saying(IllegalActionError, "player 2 cannot raise to 201", "raise to 400"):
        hand.raise_to(201)
    assert play(on_flop(DEEP, 201), "p1 bet 200, p2 raise 201").level == 201


@pytest.mark.parametrize(
    ("blinds", "script", "least"),
    [
        ((50, 100), "", 200),
        ((50, 100), "raise 250", 400),
        ((25, 50), "raise 125", 200),
        ((25, 50), "raise 125, raise 200", 275),
        ((25, 50), "raise 125, raise 200, raise 500", 800),
        ((30, 100), "fold, fold", 200),
    ],
)
def test_r50_before_the_flop_the_big_blind_is_the_bet_to_be_raised(blinds, script, least):
    hand = start(DEEP, DEEP, DEEP, DEEP, blinds=blinds)
    assert play(hand, script).legal_actions().raise_to[0] == least


def test_r50_a_straddle_is_the_bet_to_be_raised():
    hand = start(DEEP, DEEP, DEEP, DEEP, blinds=(5, 10, 20), min_bet=10)
    assert (hand.turn, legal(hand)) == (4, f"fold, call 20, raise to 40 to {DEEP}")
    hand = play(hand, "p4 call, p1 call, p2 call, p3 check, flop")
    assert hand.legal_actions().bet == (10, DEEP - 20)


def test_r51_every_street_starts_anew():
    hand = play(on_flop(DEEP, DEEP), "all check, turn, p1 bet 1000, p2 raise 5000, p1 call, river")
    assert hand.legal_actions().bet == (100, 4900)
    assert hand.bet(100).legal_actions().raise_to == (200, 4900)


def test_r52_any_number_of_raises():
    hand = play(on_flop(DEEP, DEEP), "bet 100, raise 200, raise 300, raise 400, raise 500, raise 600")
    assert hand.legal_actions().raise_to == (700, DEEP)


# All-in


def test_r53_all_in_for_less_than_the_least_bet():
    hand = on_flop(60, DEEP)
    assert legal(hand) == "fold, check, bet 60"
    assert hand.bet(60) == hand.all_in()
    assert hand.all_in().bets == (60, 0)
    with error_saying(IllegalActionError, "player 1 cannot bet 59", "bet 60"):
        hand.bet(59)


def test_r54_all_in_for_less_than_the_call():
    hand = play(on_flop(DEEP, 300), "p1 bet 500")
    assert legal(hand) == "fold, call 300"
    assert hand.all_in() == hand.call()
    assert hand.all_in().bets == (500, 300)


def test_r54_all_in_between_the_call_and_the_least_raise():
    """500 are faced, after a raise of 400."""
    hand = play(on_flop(DEEP, DEEP, 700), "p1 bet 100, p2 raise 500")
    assert legal(hand) == "fold, call 500, raise to 700"
    assert hand.all_in().bets == (100, 500, 700)
    for total in (650, 699, 701, 900):
        with error_saying(IllegalActionError, f"player 3 cannot raise to {total}", "raise to 700"):
            hand.raise_to(total)


def test_r54_all_in_as_a_call_where_nobody_can_match_the_blind():
    """The big blind is short, and the small blind has 70 in all: 70 are to be called, 90 are there."""
    hand = start(70, 30, 90)
    assert legal(hand) == "fold, call 70"
    assert play(hand, "p3 all-in").turn == 1


def test_r55_a_call_for_less():
    hand = play(on_flop(DEEP, 300), "p1 bet 500, p2 call")
    assert hand.side_pots().returned == {1: 200}
    assert pots(hand) == [(800, (1, 2))]


@pytest.fixture
def short_raise():
    """Return a hand in which A has bet 200 and B is all-in for 300."""
    return play(on_flop(DEEP, 300, DEEP), "p1 bet 200, p2 all-in")


def test_r56_who_has_acted_may_not_raise_after_a_short_all_in(short_raise):
    hand = play(short_raise, "p3 call")
    assert legal(hand) == "fold, call 100"
    for attempt in (lambda: hand.raise_to(500), lambda: hand.raise_to(DEEP), hand.all_in):
        with error_saying(IllegalActionError, "player 1 cannot raise to", "legal: fold, call 100"):
            attempt()
    assert play(hand, "p1 call").awaits_board


def test_r57_who_has_not_acted_may(short_raise):
    assert short_raise.turn == 3
    assert legal(short_raise) == f"fold, call 300, raise to 500 to {DEEP}"
    later = play(on_flop(DEEP, 140, DEEP), "p1 bet 100, p2 all-in")
    assert legal(later) == f"fold, call 140, raise to 240 to {DEEP}"


def test_r58_a_full_raise_then_opens_the_betting_for_all(short_raise):
    hand = play(short_raise, "p3 raise 500")
    assert hand.turn == 1
    assert legal(hand) == f"fold, call 300, raise to 700 to {DEEP}"


def test_d1_a_short_all_in_that_counts_as_a_raise():
    hand = play(on_flop(DEEP, 300, DEEP, rules=REOPENS), "p1 bet 200, p2 all-in, p3 call")
    assert hand.turn == 1
    assert legal(hand) == f"fold, call 100, raise to 500 to {DEEP}"


def test_d1_a_call_does_not_count_as_one():
    hand = play(on_flop(DEEP, 150, DEEP, rules=REOPENS), "p1 bet 200, p2 all-in, p3 call")
    assert hand.awaits_board


def before_the_flop_300_600(**more):
    """Return a hand in which A is p3 and B is p4; A raised to 1500, B to 4500, D is all-in for 5000."""
    hand = start(*[20000] * 4, 5000, blinds=(300, 600), **more)
    return play(hand, "p3 raise 1500, p4 raise 4500, p5 all-in, p1 fold, p2 fold")


def test_r59_who_faces_a_full_raise_may_raise():
    hand = before_the_flop_300_600()
    assert (hand.turn, legal(hand)) == (3, "fold, call 3500, raise to 8000 to 20000")
    hand = play(hand, "p3 call")
    assert (hand.turn, legal(hand)) == (4, "fold, call 500")


def test_r59_in_the_numbers_of_another_rule_book():
    """A bets 100, B raises to 200, C is all-in for 280."""
    hand = play(on_flop(DEEP, DEEP, 280), "p1 bet 100, p2 raise 200, p3 all-in")
    assert legal(hand) == f"fold, call 180, raise to 380 to {DEEP}"
    hand = play(hand, "p1 call")
    assert (hand.turn, legal(hand)) == (2, "fold, call 80")


def test_r59_holds_without_adding_up_too():
    hand = before_the_flop_300_600(rules=NEVER_REOPENS)
    assert legal(hand) == "fold, call 3500, raise to 8000 to 20000"
    assert legal(play(hand, "p3 call")) == "fold, call 500"


def two_short_all_ins(second, **more):
    """Return a hand in which A bet 100, B is all-in for 125, C called, D is all-in too, E called."""
    hand = on_flop(DEEP, 125, DEEP, second, DEEP, **more)
    return play(hand, "p1 bet 100, p2 all-in, p3 call, p4 all-in, p5 call")


def test_r59_the_least_raise_is_a_full_one():
    for rules in (NEVER_REOPENS, Rules()):
        hand = play(on_flop(DEEP, DEEP, DEEP, rules=rules), "p1 bet 100, p2 raise 200, p3 call")
        assert legal(hand) == f"fold, call 100, raise to 300 to {DEEP}"


def test_r60_short_all_ins_add_up():
    """Also D2."""
    hand = two_short_all_ins(200)
    assert (hand.turn, legal(hand)) == (1, f"fold, call 100, raise to 300 to {DEEP}")
    hand = play(hand, "p1 call")
    assert (hand.turn, legal(hand)) == (3, "fold, call 75")


def test_r60_if_they_are_a_full_raise():
    assert legal(two_short_all_ins(190)) == "fold, call 90"


def test_r60_in_the_numbers_of_another_rule_book():
    """500, 1000, 1000, all-in 1300, all-in 1700: with 700 to call B may raise to 2200."""
    hand = on_flop(DEEP, DEEP, DEEP, 1300, 1700)
    hand = play(hand, "p1 bet 500, p2 raise 1000, p3 call, p4 all-in, p5 all-in, p1 fold")
    assert (hand.turn, legal(hand)) == (2, f"fold, call 700, raise to 2200 to {DEEP}")


def test_d2_they_do_not_add_up_unless_the_rules_say_so():
    hand = two_short_all_ins(200, rules=NEVER_REOPENS)
    assert legal(hand) == "fold, call 100"
    assert legal(play(hand, "p1 call")) == "fold, call 75"


def test_d1_beats_d2():
    both = Rules(short_all_in_reopens=True, short_all_ins_add_up=False)
    assert legal(two_short_all_ins(190, rules=both)) == f"fold, call 90, raise to 290 to {DEEP}"


def test_r61_an_all_in_below_the_least_bet():
    """A checks, B is all-in for 40: C has not acted, A has."""
    hand = play(on_flop(DEEP, 40, DEEP), "p1 check, p2 all-in")
    assert legal(hand) == f"fold, call 40, raise to 140 to {DEEP}"
    assert legal(play(hand, "p3 call")) == "fold, call 40"
    assert legal(play(hand, "p3 raise 140")) == f"fold, call 140, raise to 240 to {DEEP}"
    small = play(on_flop(DEEP, 20, DEEP), "p1 check, p2 all-in")
    assert small.legal_actions().raise_to[0] == 120


def test_r62_a_short_all_in_over_limpers():
    hand = play(start(1000, 1000, 1000, 150), "p3 call, p4 all-in, p1 fold")
    assert (hand.turn, legal(hand)) == (2, "fold, call 50, raise to 250 to 1000")
    hand = play(hand, "p2 call")
    assert (hand.turn, legal(hand)) == (3, "fold, call 50")


def test_r63_an_all_in_of_a_full_raise_is_a_raise():
    hand = play(on_flop(DEEP, 450, DEEP), "p1 bet 200, p2 all-in")
    assert legal(hand) == f"fold, call 450, raise to 700 to {DEEP}"
    assert legal(play(hand, "p3 call")) == f"fold, call 250, raise to 700 to {DEEP}"


def test_r64_what_nobody_can_call_goes_back():
    """The button has 1000 and is p2."""
    hand = play(start(400, 1000, blinds=(5, 10)), "p2 raise 1000, p1 call")
    assert hand.side_pots().returned == {2: 600}
    assert pots(hand) == [(800, (1, 2))]
    assert stacks_after(hand, 1, 2) == (800, 600)


def test_r65_a_raise_when_all_others_are_covered():
    hand = play(start(1245, 100, 100, 600, blinds=(25, 50)), "p3 fold, p4 all-in")
    assert legal(hand) == "fold, call 575, raise to 1150 to 1245"
    hand = play(hand, "p1 raise 1245, p2 fold")
    assert hand.turn is None
    won = result(hand, 4, 1)
    assert won.returned == {1: 645}
    assert won.stacks == (645, 50, 100, 1250)
