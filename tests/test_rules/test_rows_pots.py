"""Main pot, side pots and how they are shared: rows R71 to R81 and R97 to R102 of the rules table, and D8."""

from decimal import Decimal

import pytest
from cases import error_saying
from test_rules.playing import play, pots, result, stacks_after, start

from oddchip.evaluator import IllegalActionError
from oddchip.rules import Pot, Rules, SidePots, award_pots, side_pots

SMALL = (5, 10)


def layers(contributions, folded=(), dead=0):
    """Return the pots of contributions as pairs of an amount and who can win it."""
    return [(pot.amount, pot.claimants) for pot in side_pots(contributions, folded, dead).pots]


def shares(amount, winners, **more):
    """Return what each of the winners of a pot gets."""
    return award_pots([Pot(amount, tuple(winners))], dict.fromkeys(winners, 1), **more)[0].shares


def four_all_in():
    """Return a hand in which p3 is all-in for 100, p4 for 300, p1 and p2 for 1000."""
    return play(start(1000, 1000, 100, 300, blinds=SMALL), "p3 all-in, p4 all-in, p1 all-in, p2 call")


# Pots


def test_r71_r81_who_is_all_in_has_no_part_in_the_side_pot():
    """A, who has the button here, is all-in for 100; B and C bet 200 more each on the flop."""
    hand = play(start(1000, 1000, 100, blinds=SMALL), "p3 all-in, p1 call, p2 call, flop")
    assert pots(hand) == [(300, (1, 2, 3))]
    hand = play(hand, "p1 bet 200, p2 call")
    assert pots(hand) == [(300, (1, 2, 3)), (400, (1, 2))]
    assert stacks_after(hand, 3, 1, 2) == (1100, 700, 300)
    assert stacks_after(hand, 1, 3, 2) == (1400, 700, 0)


def test_r72_the_main_pot_takes_the_all_in_stake_from_everybody():
    assert layers([100, 300, 300]) == [(300, (1, 2, 3)), (400, (2, 3))]


def test_r73_several_all_ins_make_several_side_pots():
    hand = four_all_in()
    assert pots(hand) == [(400, (1, 2, 3, 4)), (600, (1, 2, 4)), (1400, (1, 2))]
    assert stacks_after(hand, 3, 4, 1, 2) == (1400, 0, 400, 600)
    assert stacks_after(hand, (1, 3), 4, 2) == (2200, 0, 200, 0)


def test_r73_up_to_one_side_pot_less_than_players():
    assert layers([*range(10, 110, 10)])[-1] == (20, (9, 10))
    assert [amount for amount, _ in layers([*range(10, 110, 10)])] == [*range(100, 10, -10)]
    assert len(side_pots(range(10, 110, 10)).pots) == 9


def test_r74_the_last_side_pot_is_settled_first():
    won = result(four_all_in(), 3, 4, 1, 2)
    assert [(award.amount, award.winners) for award in won.awards] == [(1400, (1,)), (600, (4,)), (400, (3,))]


def test_r75_chips_of_who_folded_stay_in():
    hand = play(start(1000, 1000, 100, blinds=SMALL), "p3 all-in, p1 call, p2 call")
    hand = play(hand, "flop, p1 bet 200, p2 call, turn, p1 bet 300, p2 fold")
    assert hand.side_pots() == SidePots(((300, (1, 3)), (400, (1,))), {1: 300})
    assert stacks_after(hand, 3, 1) == (1100, 700, 300)


def test_r75_at_every_level_they_reached():
    assert layers([50, 120, 200, 300, 300], folded=[1, 3]) == [(50 + 4 * 120, (2, 4, 5)), (440, (4, 5))]


def test_r76_a_folded_stake_below_an_all_in_makes_no_pot_of_its_own():
    hand = play(start(1000, 100, 1000, blinds=SMALL), "p3 raise 30, p1 call, p2 all-in, p3 call, p1 fold")
    assert pots(hand) == [(230, (2, 3))]
    assert stacks_after(hand, 2, 3) == (970, 230, 900)


def test_r77_a_layer_of_folded_chips_joins_the_pot_below():
    assert layers([100, 100, 250, 250], folded=[3, 4]) == [(700, (1, 2))]
    assert layers([100, 60, 250], folded=[3]) == [(180, (1, 2)), (230, (1,))]


def test_r77_in_a_hand_where_absent_players_are_folded():
    hand = play(start(100, 100, 300, 300, blinds=SMALL), "p3 all-in, p4 call, p1 call, p2 call")
    assert pots(hand) == [(400, (1, 2, 3, 4)), (400, (3, 4))]
    hand = hand.fold_absent(3).fold_absent(4)
    assert pots(hand) == [(800, (1, 2))]
    assert stacks_after(hand, 2, 1) == (0, 800, 0, 0)


def test_r77_somebody_is_left_whoever_is_absent():
    """The pot goes to the last one: he cannot be folded, or the chips had no owner."""
    hand = play(start(100, 100, blinds=SMALL), "p2 all-in, p1 call").fold_absent(1)
    assert stacks_after(hand) == (0, 200)
    with error_saying(IllegalActionError, "player 2"):
        hand.fold_absent(2)


def test_r78_pots_may_be_made_at_once_or_at_the_end():
    """After every round the pots are those of all that was put in so far."""
    hand = play(start(1000, 1000, 100, 300, blinds=SMALL), "p3 all-in, p4 raise 200, p1 call, p2 call")
    assert pots(hand) == layers([200, 200, 100, 200]) == [(400, (1, 2, 3, 4)), (300, (1, 2, 4))]
    hand = play(hand, "flop, p1 bet 50, p2 call, p4 all-in, p1 call, p2 call")
    assert pots(hand) == layers([300, 300, 100, 300]) == [(400, (1, 2, 3, 4)), (600, (1, 2, 4))]
    hand = play(hand, "turn, p1 bet 400, p2 call")
    assert pots(hand) == layers([700, 700, 100, 300])
    assert pots(hand) == [(400, (1, 2, 3, 4)), (600, (1, 2, 4)), (800, (1, 2))]


def test_r79_antes_are_in_the_main_pot():
    hand = play(start(1000, 1000, 50, blinds=(10, 20), ante=10), "p3 all-in, p1 call, p2 call")
    assert pots(hand) == [(150, (1, 2, 3))]
    hand = play(hand, "flop, p1 bet 100, p2 call")
    assert pots(hand) == [(150, (1, 2, 3)), (200, (1, 2))]


def test_r79_an_ante_of_the_big_blind_is_dead_money_in_the_main_pot():
    rules = Rules(antes_are_dead=True)
    hand = start(1000, 1000, 60, blinds=(10, 20), ante=(0, 20, 0), rules=rules)
    assert (hand.antes, hand.stacks, hand.pot_total) == ((0, 20, 0), (990, 960, 60), 50)
    hand = play(hand, "p3 all-in, p1 call, p2 call, flop, p1 bet 100, p2 call")
    assert pots(hand) == [(200, (1, 2, 3)), (200, (1, 2))]
    assert stacks_after(hand, 3, 2, 1) == (840, 1020, 200)


def test_r79_with_dead_antes_a_short_one_wins_them_all():
    """Two pay an ante of 10; p3 has but 4, and nothing for a bet."""
    stacks, blinds = (1000, 1000, 4), (10, 20)
    shared = play(start(*stacks, blinds=blinds, ante=10), "p1 call, p2 check")
    assert pots(shared) == [(12, (1, 2, 3)), (52, (1, 2))]
    dead = play(start(*stacks, blinds=blinds, ante=10, rules=Rules(antes_are_dead=True)), "p1 call, p2 check")
    assert pots(dead) == [(24, (1, 2, 3)), (40, (1, 2))]
    assert stacks_after(dead, 3, 1, 2) == (1010, 970, 24)


def test_r79_dead_chips_for_who_makes_pots_of_contributions():
    assert layers([100, 300, 300], dead=25) == [(325, (1, 2, 3)), (400, (2, 3))]
    assert layers([0, 300, 300], dead=25) == [(25, (1, 2, 3)), (600, (2, 3))]


def test_r80_chips_are_conserved():
    hand = four_all_in()
    assert sum(stacks_after(hand, 2, 1, 3, 4)) == sum(hand.starting_stacks) == 2400


# Shares


def test_r97_equal_hands_share_evenly():
    assert shares(60, [1, 2]) == {1: 30, 2: 30}
    hand = play(start(1000, 1000, 1000, blinds=(10, 20)), "p3 call, p1 call, p2 check")
    assert stacks_after(hand, (1, 3), 2) == (1010, 980, 1010)


def test_r99_the_odd_chip_goes_to_the_left_of_the_button():
    """The pot is 25; also D8."""
    hand = play(start(1000, 1000, 1000, blinds=SMALL), "p3 call, p1 fold, p2 check")
    won = result(hand, (2, 3))
    assert won.awards[0].shares == {2: 13, 3: 12}
    assert won.awards[0].odd_chips == (2,)
    assert won.stacks == (995, 1003, 1002)


def test_r99_of_two_the_big_blind_is_left_of_the_button():
    """Both put in 2, and one chip is dead."""
    assert shares(5, [1, 2]) == {1: 3, 2: 2}
    dead = Rules(antes_are_dead=True)
    hand = play(start(1000, 1000, blinds=(1, 2), ante=(1, 0), rules=dead), "p2 call, p1 check")
    assert stacks_after(hand, (1, 2)) == (1000, 1000)
    assert result(hand, (1, 2)).awards[0].odd_chips == (1,)


@pytest.mark.parametrize(
    ("button", "first"), [(1, 2), (2, 4), (3, 4), (4, 2), (5, 2), (None, 2)], ids="button {}".format
)
def test_r99_wherever_the_button_is(button, first):
    other = 6 - first
    assert shares(101, [2, 4], button=button, players=5) == {first: 51, other: 50}


def three_pots_in_one():
    """Return the hand of R100 after its last bet."""
    hand = start(1000, 1000, 1000, 51, 1000, blinds=SMALL)
    hand = play(hand, "p3 raise 20, p4 all-in, p5 call, p1 call, p2 fold, p3 call")
    hand = play(hand, "flop, p1 bet 11, p3 call, p5 call, turn, p1 bet 10, p3 call, p5 call")
    return play(hand, "river, p1 check, p3 bet 10, p5 call, p1 fold")


def test_r100_odd_chips_are_given_in_every_pot():
    hand = three_pots_in_one()
    assert pots(hand) == [(214, (3, 4, 5)), (83, (3, 5))]
    won = result(hand, (3, 4, 5))
    assert [award.shares for award in won.awards] == [{3: 42, 5: 41}, {3: 72, 4: 71, 5: 71}]
    assert [award.odd_chips for award in won.awards] == [(3,), (3,)]
    assert won.stacks == (928, 990, 1032, 71, 1030)


def test_r101_one_odd_chip_each():
    hand = play(start(*[1000] * 4, blinds=(1, 2)), "p3 raise 4, p4 call, p1 call, p2 fold")
    won = result(hand, (1, 3, 4))
    assert won.awards[0].shares == {1: 5, 3: 5, 4: 4}
    assert won.awards[0].odd_chips == (1, 3)
    assert won.stacks == (1001, 998, 1001, 1000)
    assert shares(14, [1, 2, 3]) == {1: 5, 2: 5, 3: 4}


def test_r101_nobody_gets_more_than_one():
    assert shares(19, [1, 2, 3, 4, 5]) == {1: 4, 2: 4, 3: 4, 4: 4, 5: 3}


def test_r102_the_odd_chip_of_whole_numbers_is_one():
    assert shares(25, [1, 2]) == {1: 13, 2: 12}


def test_r102_the_odd_chip_of_money_is_the_last_decimal():
    cents = shares(Decimal("0.14"), [1, 2, 3])
    assert cents == {1: Decimal("0.05"), 2: Decimal("0.05"), 3: Decimal("0.04")}
    hand = play(
        start("9.98", "9.99", "10.00", "10.00", blinds=("0.01", "0.02")), "raise 0.04, call, call, fold"
    )
    assert stacks_after(hand, (1, 3, 4)) == (
        Decimal("9.99"), Decimal("9.97"), Decimal("10.01"), Decimal("10.00"),
    )  # fmt: skip


def test_r102_or_what_the_rules_say():
    """1.90 among four in chips of five cents."""
    five_cents = Decimal("0.05")
    expected = {1: Decimal("0.50"), 2: Decimal("0.50"), 3: Decimal("0.45"), 4: Decimal("0.45")}
    assert shares(Decimal("1.90"), [1, 2, 3, 4], unit=five_cents) == expected
    script = "p3 fold, p4 raise 0.45, p5 call, p1 call, p2 call"

    def shared(unit):
        stacks = ["10.00"] * 5
        hand = start(
            *stacks, blinds=("0.05", "0.10"), ante=(0, 0, "0.10", 0, 0),
            rules=Rules(antes_are_dead=True, unit=unit),
        )  # fmt: skip
        return result(play(hand, script), (1, 2, 4, 5)).awards[0].shares

    assert shared("0.05") == shared(five_cents) == {
        1: Decimal("0.50"), 2: Decimal("0.50"), 4: Decimal("0.45"), 5: Decimal("0.45"),
    }  # fmt: skip
    assert shared(None) == {
        1: Decimal("0.48"), 2: Decimal("0.48"), 4: Decimal("0.47"), 5: Decimal("0.47"),
    }  # fmt: skip


def test_r102_decimals_that_are_in_use_only_for_antes_count():
    """Stacks and blinds are whole, antes are 0.5: of 31.50 two get 15.80 and 15.70."""
    hand = play(start(100, 100, 100, blinds=SMALL, ante="0.5"), "p3 call, p1 call, p2 check")
    won = result(hand, (1, 2), 3)
    assert won.awards[0].shares == {1: Decimal("15.8"), 2: Decimal("15.7")}


@pytest.mark.parametrize(
    ("stacks", "blinds"),
    [(["100.00"] * 3, (5, 10)), ([100] * 3, ("5.00", "10.00"))],
    ids=["stacks", "blinds"],
)
def test_r102_decimals_of_stacks_or_of_bets_count(stacks, blinds):
    """Of 25 two get 12.50 each."""
    hand = play(start(*stacks, blinds=blinds), "p3 call, p1 fold, p2 check")
    assert result(hand, (2, 3)).awards[0].shares == {2: Decimal("12.5"), 3: Decimal("12.5")}


def test_r102_a_rest_below_the_unit_is_not_lost():
    assert shares(14, [1, 2, 3], unit=5) == {1: 5, 2: 5, 3: 4}
    assert sum(shares(Decimal("0.33"), [1, 2], unit=Decimal("0.05")).values()) == Decimal("0.33")


def test_r76_pots_of_the_same_claimants_are_one_before_odd_chips_are_given():
    """58 are 29 for each of two; 25, 9 and 24 apart would be 30 for one and 28 for the other."""
    hand = play(
        start(100, 100, 8, 5, 5, blinds=(1, 2)), "p3 all-in, p4 all-in, p5 call, p1 raise 20, p2 call"
    )
    assert pots(hand) == [(25, (1, 2, 3, 4, 5)), (9, (1, 2, 3)), (24, (1, 2))]
    hand = hand.fold_absent(3).fold_absent(4).fold_absent(5)
    assert pots(hand) == [(58, (1, 2))]
    assert stacks_after(hand, (1, 2)) == (109, 109, 0, 0, 0)
