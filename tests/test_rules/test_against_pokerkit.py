"""Betting, pots and showdowns against pokerkit, and the points in which it plays by other rules.

The first hands of `pokerkit_hands` are played here; more are played by running that file.
"""

from decimal import Decimal

import pokerkit_hands
import pytest
from pokerkit import ChipsPushing
from pokerkit_hands import LISTED, Offer, Sides, Spot, is_idle, play_hands

from oddchip.rules import Rules

BOARD = ("2c3d7h", "9s", "Jd")
BEST = "AcAd"
SECOND = "KcKd"
TIE = ("QcTd", "QdTc", "QhTs", "QsTh")
LOSER = "8c6d"
"""On that board four hands tie, and the best hand of all is a pair."""
HOLE_CARDS = (*TIE, LOSER)


def sides(*stacks, blinds=(50, 100), hole_cards=(), limit=False):
    """Return a hand that both sides begin."""
    return Sides(
        Spot(
            stacks=stacks,
            blinds=blinds,
            limit=limit,
            antes=(0,) * len(stacks),
            dead_antes=False,
            free_folds=False,
            hole_cards=hole_cards or HOLE_CARDS[: len(stacks)],
            board=BOARD,
        )
    )


def play(both, script):
    """Play steps such as "call, to 30, fold, deal, check" on both sides."""
    for step in script.split(", "):
        match step.split():
            case ["to", total]:
                both.wager(type(both.spot.blinds[1])(total))
            case ["call" | "check"]:
                both.call()
            case ["fold"]:
                both.fold()
            case ["deal"]:
                both.deal()
            case _:
                raise AssertionError(step)
    return both


def on_flop(*stacks, **more):
    """Return a hand on the flop where these stacks are left, after everybody called the big blind."""
    big = more.get("blinds", (50, 100))[1]
    both = sides(*[stack + big for stack in stacks], **more)
    return play(both, ", ".join(["call"] * len(stacks) + ["deal"]))


def assert_offers(both, name, ours, theirs):
    """Assert what the player whose turn it is may do on each side, and how the difference is called."""
    assert both.offers() == (ours, theirs)
    assert both.difference() == name


def test_two_thousand_hands_agree_but_for_the_known_differences():
    summary = play_hands(2000)
    assert summary.hands == 2000
    assert summary.turns > 15_000
    for name in LISTED:
        assert summary.differences[name], name


@pytest.mark.parametrize(
    ("rule", "number"),
    [
        ({"short_all_in_reopens": True}, 17),
        ({"short_all_ins_add_up": False}, 509),
        ({"most_bets": 3}, 8),
        ({"most_bets": 5}, 13),
        ({"heads_up_cap": False}, 13),
        ({"antes_are_dead": True}, 31),
        ({"antes_are_dead": False}, 111),
        ({"fold_when_checking_is_free": True}, 8),
        ({"fold_when_checking_is_free": False}, 1),
        ({"unit": 2}, 3),
    ],
)
def test_another_rule_is_noticed(rule, number, monkeypatch):
    """These are the first hands of the two thousand in which it matters."""
    assert play_hands(1, number).hands == 1
    monkeypatch.setattr(pokerkit_hands, "Rules", lambda **usual: Rules(**usual | rule))
    with pytest.raises(AssertionError):
        play_hands(1, number)


# The differences that are listed


def test_m01_short_all_in_over_limpers():
    both = play(sides(1000, 1000, 1000, 150), "call, to 150, fold")
    assert both.offers() == (Offer(2, True, 50, (250, 1000)),) * 2
    play(both, "call")
    assert_offers(both, "M01", Offer(3, True, 50, None), Offer(3, True, 50, (250, 1000)))


def test_m02_short_all_in_after_a_check():
    both = play(on_flop(900, 40, 900), "check, to 40")
    assert both.offers() == (Offer(3, True, 40, (140, 900)),) * 2
    play(both, "call")
    assert_offers(both, "M02", Offer(1, True, 40, None), Offer(1, True, 40, (140, 900)))


def test_m03_short_big_blind():
    both = sides(1000, 30, 1000, 1000, hole_cards=(TIE[0], BEST, SECOND, TIE[1]))
    assert_offers(both, "M03", Offer(3, True, 100, (200, 1000)), Offer(3, True, 50, (150, 1000)))
    play(both, "call, fold")
    assert_offers(both, "M03", Offer(1, True, 50, (200, 1000)), Offer(1, False, 0, (150, 1000)))
    play(both, "call, deal, check, check, deal, check, check, deal, check, check")
    assert both.settled() == ((900, 90, 1040, 1000), (950, 90, 990, 1000))


def test_m04_two_odd_chips():
    both = sides(1000, 1000, 1000, 1000, blinds=(1, 2), hole_cards=(TIE[0], LOSER, TIE[1], TIE[2]))
    play(both, "to 4, call, call, fold")
    play(both, "deal, check, check, check, deal, check, check, check, deal, check, check, check")
    assert both.hand.pot_total == 14
    assert both.end() == ["M04"]
    assert both.settled() == ((1001, 998, 1001, 1000), (1002, 998, 1000, 1000))


def test_m05_odd_cents():
    stacks, blinds = [Decimal("10.00")] * 4, (Decimal("0.01"), Decimal("0.02"))
    both = sides(*stacks, blinds=blinds, hole_cards=(TIE[0], LOSER, TIE[1], TIE[2]))
    play(both, "to 0.04, call, call, fold")
    play(both, "deal, check, check, check, deal, check, check, check, deal, check, check, check")
    ours, theirs = both.settled()
    assert ours == (Decimal("10.01"), Decimal("9.98"), Decimal("10.01"), Decimal("10.00"))
    pushed = [step.amounts for step in both.state.operations if isinstance(step, ChipsPushing)]
    third = Decimal("0.14") / 3
    assert pushed == [(third, 0, third, third)]
    assert theirs == tuple(Decimal("9.96") + share if share else Decimal("9.98") for share in pushed[0])


def test_m06_raise_when_all_are_covered():
    both = sides(1245, 100, 100, 600, blinds=(25, 50), hole_cards=(TIE[0], TIE[1], TIE[2], BEST))
    play(both, "fold, to 600")
    assert_offers(both, "M06", Offer(1, True, 575, (1150, 1245)), Offer(1, True, 575, None))
    both.hand = both.hand.raise_to(1245).fold()
    both.state.check_or_call()
    both.state.fold()
    play(both, "deal, deal, deal")
    assert both.end() == []
    assert both.settled() == ((645, 50, 100, 1250),) * 2


def test_m07_half_a_bet_reopens():
    both = play(on_flop(900, 15, 900, blinds=(5, 10), limit=True), "to 10, to 15")
    assert both.offers() == (Offer(3, True, 15, (25, 25)),) * 2
    play(both, "call")
    assert_offers(both, "M07", Offer(1, True, 5, (25, 25)), Offer(1, True, 5, None))


def test_m08_completion():
    both = play(on_flop(900, 14, 900, blinds=(5, 10), limit=True), "to 10, to 14")
    assert_offers(both, "M08", Offer(3, True, 14, (20, 20)), Offer(3, True, 14, (24, 24)))
    play(both, "call")
    assert both.offers() == (Offer(1, True, 4, None),) * 2


def test_m09_the_big_blind_is_a_bet():
    both = play(sides(1000, 1000, 1000, blinds=(5, 10), limit=True), "to 20, to 30, to 40")
    assert_offers(both, "M09", Offer(3, True, 20, None), Offer(3, True, 20, (50, 50)))


# Others


def test_short_all_ins_are_no_bets_of_the_four():
    """In fixed limit two bets and two all-ins below half a bet leave two bets (R68, R70)."""
    both = on_flop(900, 14, 20, 22, 900, blinds=(5, 10), limit=True)
    play(both, "to 10, to 14, to 20, to 22")
    assert_offers(both, "short all-in is no bet", Offer(5, True, 22, (30, 30)), Offer(5, True, 22, None))


def test_all_ins_that_add_up_still_do_when_another_follows():
    """Player 1 bet 100 and faces 140 more: more than a full raise (R59, R60)."""
    both = play(on_flop(900, 125, 200, 240, 900), "to 100, to 125, to 200, to 240, call")
    assert_offers(both, "all-ins add up", Offer(1, True, 140, (340, 900)), Offer(1, True, 140, None))


def test_no_turn_when_nobody_is_left_to_bet_against():
    """The big blind is called by an all-in alone (R36)."""
    both = play(sides(1000, 1000, 100), "call, fold")
    assert both.hand.turn is None
    assert both.state.actor_index == 1
    assert is_idle(both.state)
    both.state.check_or_call()
    play(both, "deal, deal, deal")
    assert both.end() == []


def test_odd_chips_of_each_pot_though_its_loser_is_out():
    """Main pot 209 and side pot 53 are divided one by one (R100): 132 and 130, not 131 each."""
    both = sides(
        1000, 1000, 51, 1000, 1000, blinds=(5, 10), hole_cards=(LOSER, TIE[0], "8d6c", TIE[1], "8h6s")
    )
    play(both, "to 51, call, call, fold, call, deal, to 11, call, call, deal, to 10, call, fold")
    play(both, "deal, check, check")
    assert [pot.amount for pot in both.hand.side_pots().pots] == [209, 53]
    assert both.end() == ["merged pots"]
    assert both.settled() == ((995, 1060, 0, 1058, 938), (995, 1059, 0, 1059, 938))
