"""What other programs got wrong once about pots, shares and the comparison of hands: the rest of the rows P.

Also M04 and M05, section D of the bug log (B96 to B107), and the rule cases C122 to C127.
"""

from decimal import Decimal
from typing import NamedTuple

import pytest
from cases import by_id, error_saying
from test_rules.playing import on_flop, play, pots, result, show_down, stacks_after, start

from oddchip.equity import calculate_equity
from oddchip.evaluator import IllegalActionError
from oddchip.rules import Pot, award_pots, muck, settle, show, showdown, side_pots

SMALL = (5, 10)


class Ending(NamedTuple):
    """What everybody has after a script, if the hands rank like this, the best first."""

    id: str
    fact: str
    hand: tuple
    script: str
    ranking: tuple
    stacks: tuple
    pots: list


ENDINGS = (
    Ending("P48", "who is all-in keeps his claim", ((1000, 1000, 100), (25, 50)),
           "p3 all-in, p1 call, p2 call, flop, p1 bet 200, p2 call", (3, 1, 2), (1100, 700, 300),
           [(300, (1, 2, 3)), (400, (1, 2))]),
    Ending("P52", "the second best share the side pot", ((50, 100, 100, 100), SMALL),
           "p3 all-in, p4 all-in, p1 all-in, p2 call", (1, (2, 3), 4), (200, 75, 75, 0),
           [(200, (1, 2, 3, 4)), (150, (2, 3, 4))]),
    Ending("P53", "callers behind an all-in are in the pot", ((1000, 1000, 30), SMALL),
           "p3 all-in, p1 call, p2 call", (3, 1, 2), (970, 970, 90), [(90, (1, 2, 3))]),
    Ending("P55", "an all-in that nobody calls", ((1000, 1000), SMALL), "p2 all-in, p1 fold", (), (990, 1010),
           [(20, (2,))]),
    Ending("P58a", "98 against 102", ((102, 98), (1, 2)), "p2 all-in, p1 call", (1, 2), (200, 0),
           [(196, (1, 2))]),
    Ending("P58b", "and the shorter stack wins", ((102, 98), (1, 2)), "p2 all-in, p1 call", (2, 1), (4, 196),
           [(196, (1, 2))]),
    Ending("P60", "an odd chip among two of three", ((1000, 1000, 1000), SMALL), "p3 call, p1 fold, p2 check",
           ((2, 3),), (995, 1003, 1002), [(25, (2, 3))]),
    Ending("P61", "several pots", ((1000, 1000, 100, 300), SMALL), "p3 all-in, p4 all-in, p1 all-in, p2 call",
           (3, 4, 1, 2), (1400, 0, 400, 600), [(400, (1, 2, 3, 4)), (600, (1, 2, 4)), (1400, (1, 2))]),
    Ending("P62", "three stacks", ((100, 300, 1000), SMALL), "p3 all-in, p1 all-in, p2 all-in", (1, 2, 3),
           (300, 400, 700), [(300, (1, 2, 3)), (400, (2, 3))]),
    Ending("P74", "two tie for best, and the third gets nothing", ((100, 100, 100), SMALL),
           "p3 call, p1 call, p2 check", ((1, 2), 3), (105, 105, 90), [(30, (1, 2, 3))]),
    Ending("M04", "two odd chips", ((1000, 1000, 1000, 1000), (1, 2)),
           "p3 raise 4, p4 call, p1 call, p2 fold", ((1, 3, 4),), (1001, 998, 1001, 1000), [(14, (1, 3, 4))]),
    Ending("B99", "the gains of several all-ins add up to nothing", ((500, 800, 1493, 900), (1, 2)),
           "p3 all-in, p4 all-in, p1 all-in, p2 fold", (4, 1, 3), (0, 798, 593, 2302),
           [(1502, (1, 3, 4)), (800, (3, 4))]),
    Ending("B101", "who is all-in keeps his part when later streets are bet", ((1000, 100, 1000), SMALL),
           "p3 raise 100, p1 call, p2 call, flop, p1 bet 50, p3 call, turn, p1 bet 50, p3 call", (2, 1, 3),
           (1000, 300, 800), [(300, (1, 2, 3)), (200, (1, 3))]),
    Ending("B103", "all-ins of different size make layers", ((20, 50, 80), SMALL),
           "p3 all-in, p1 all-in, p2 all-in", (1, 3, 2), (60, 0, 90), [(60, (1, 2, 3)), (60, (2, 3))]),
    Ending("B106", "a short all-in wins no more than it can match", ((30, 1000, 1000), SMALL),
           "p3 raise 500, p1 all-in, p2 call", (1, 2, 3), (90, 1440, 500), [(90, (1, 2, 3)), (940, (2, 3))]),
)  # fmt: skip


@pytest.mark.parametrize("ending", by_id(ENDINGS))
def test_what_everybody_has_at_the_end(ending):
    stacks, blinds = ending.hand
    hand = play(start(*stacks, blinds=blinds), ending.script)
    assert pots(hand) == ending.pots
    assert stacks_after(hand, *ending.ranking) == ending.stacks
    assert sum(ending.stacks) == sum(stacks)


def test_p50_b102_the_best_hand_has_folded():
    """Three players put in 10 each; p2, who had aces, folds on the flop."""
    hand = play(start(100, 100, 100, blinds=SMALL), "p3 call, p1 call, p2 check")
    hand = hand.deal_hole_cards(1, "KcQd").deal_hole_cards(2, "AcAd").deal_hole_cards(3, "Tc4d")
    hand = play(hand, "flop, p1 check, p2 fold, p3 check")
    won = result(hand)
    assert won.stacks == (120, 90, 90)
    assert 2 not in won.hands


def test_p56_b106_a_bet_that_nobody_calls_is_no_win():
    """100 are bet into 60."""
    hand = play(on_flop(900, 900, 900, blinds=(10, 20)), "p1 bet 100, p2 fold, p3 fold")
    won = settle(hand)
    assert won.returned == {1: 100}
    assert [award.amount for award in won.awards] == [60]
    assert won.stacks == (960, 900, 900)


@pytest.mark.parametrize("row", ["P59", "B97", "C122"])
def test_p59_b97_c122_an_even_pot_is_shared_evenly(row):
    award = award_pots([Pot(30_300, (1, 2, 3))], {1: 9, 2: 9, 3: 9})[0]
    assert award.shares == {1: 10_100, 2: 10_100, 3: 10_100}, row
    assert award.odd_chips == ()


def test_p63_after_an_all_in_the_board_is_dealt_and_hands_are_compared():
    hand = play(on_flop(300, 300), "p1 bet 300, p2 call")
    assert hand.awaits_board
    won = result(hand, 2, 1)
    assert won.stacks == (0, 800)
    assert won.hands.keys() == {1, 2}


def test_p65_p66_who_is_beaten_may_muck():
    """A shows three aces, B has two pair."""
    hand = play(start(100, 100, blinds=SMALL), "p2 call, p1 check")
    hand = hand.deal_hole_cards(1, "AcAd").deal_hole_cards(2, "KcQd").deal_board("AhKhQs")
    hand = play(play(play(hand, "all check").deal_board("7c"), "all check").deal_board("2d"), "all check")
    hand = muck(show(hand, 1), 2)
    won = settle(hand)
    assert won.stacks == (110, 90)
    assert 2 not in won.hands
    assert hand.shown == (True, False)


# Board, hands, who wins, and what the first of them has

SHOWDOWNS = {
    "P67": ("4c5d6h7s8c", ["AhKd", "2c2d"], (1, 2), "straight, eight high"),
    "P68": ("9c8d7h6s5c", ["AhKd", "2c2d"], (1, 2), "straight, nine high"),
    "P69": ("AcJd3hQs3c", ["8c5d", "8d2h"], (1, 2), "pair, threes, ace-queen-jack kickers"),
    "P70a": ("Jd7hJcKhKs", ["Ah8h", "AsQc"], (1, 2), "two pair, kings and jacks, ace kicker"),
    "P70b": ("9cKhKd9sAh", ["Qc5h", "5dJd"], (1, 2), "two pair, kings and nines, ace kicker"),
    "P71": ("9c7s5h5s3c", ["8hKs", "4dQs"], (1,), "pair, fives, king-nine-eight kickers"),
    "P72": ("JdTcQsKs9s", ["9c2s", "JhKh", "Qc4h", "Qh8d"], (1, 2, 3, 4), "straight, king high"),
    "P73": ("Ad3c4c5h6c", ["AhKc", "AsKh"], (1, 2), "pair, aces, king-six-five kickers"),
    "P74": ("2c3d7h9sJd", ["AhKd", "AsKc", "QhTd"], (1, 2), "high card, ace-king-jack-nine-seven"),
}


@pytest.mark.parametrize(("board", "hands", "winners", "has"), SHOWDOWNS.values(), ids=SHOWDOWNS)
def test_whose_hand_is_best(board, hands, winners, has):
    won = showdown(board, hands, [Pot(120, tuple(range(1, len(hands) + 1)))])
    assert won.awards[0].winners == winners
    assert won.winnings == dict.fromkeys(winners, 120 // len(winners))
    assert won.hands[1].description == has


def test_p67_with_one_all_in():
    """A has ace and king, B is all-in with deuces, and the board has a straight."""
    hand = play(start(1000, 100, blinds=SMALL), "p2 all-in, p1 call")
    hand = hand.deal_hole_cards(1, "AhKd").deal_hole_cards(2, "2c2d")
    hand = hand.deal_board("4c5d6h").deal_board("7s").deal_board("8c")
    assert show_down(hand).stacks == (1000, 100)


def test_p75_b59_a_tie_counts_for_both():
    """The hands tie on every board without a flush of one of them."""
    found = calculate_equity(["AhKd", "AsKc"])
    assert [each.equity for each in found.players] == [0.5, 0.5]
    assert found.outcomes[1, 2] > found.outcomes[(1,)] == found.outcomes[(2,)]


def test_m05_cents():
    shares = award_pots([Pot(Decimal("0.14"), (1, 2, 3))], {1: 9, 2: 9, 3: 9})[0].shares
    assert shares == {1: Decimal("0.05"), 2: Decimal("0.05"), 3: Decimal("0.04")}


# Section D of the bug log, and the rule cases


@pytest.mark.parametrize("winners", range(1, 11))
@pytest.mark.parametrize("pot", [10, 97, 100, 101])
def test_b96_the_rest_of_a_division_is_given_away(pot, winners):
    everybody = tuple(range(1, winners + 1))
    shares = [*award_pots([Pot(pot, everybody)], dict.fromkeys(everybody, 7))[0].shares.values()]
    assert sum(shares) == pot
    assert max(shares) - min(shares) <= 1
    assert shares == sorted(shares, reverse=True)


def test_b98_c123_the_odd_chip_goes_left_of_the_button():
    """Button at seat 0, winners at seats 1 and 3: players 2 and 4 of a table numbered from 1."""
    award = award_pots([Pot(101, (1, 2, 3, 4))], {2: 9, 4: 9, 1: 3, 3: 3}, button=1)[0]
    assert award.shares == {2: 51, 4: 50}


def test_c124_the_button_is_last_in_line():
    """Winners at seats 0, 2 and 4, button at seat 0."""
    award = award_pots([Pot(100, (1, 3, 5))], {1: 9, 3: 9, 5: 9}, button=1, players=5)[0]
    assert award.winners == (3, 5, 1)
    assert award.shares == {3: 34, 5: 33, 1: 33}


def test_b100_c125_a_layer_of_folded_chips_joins_the_pot_below():
    made = side_pots([5000, 5000, 8205, 8205], folded=[3, 4])
    assert made.pots == ((26_410, (1, 2)),)
    assert made.returned == {}
    three = side_pots([100, 200, 200, 900, 900], folded=[4, 5])
    assert three.pots == ((500, (1, 2, 3)), (1800, (2, 3)))


def test_b105_nobody_is_left():
    with error_saying(ValueError, "all players have folded", "one must be left"):
        side_pots([100, 100], folded=[1, 2])


def test_b105_nobody_who_claims_a_pot_has_a_hand():
    with error_saying(ValueError, "players 2 and 3 claim a pot of 40", "none of them has a hand"):
        award_pots([Pot(40, (2, 3))], {1: 9})


def test_b107_pots_of_the_same_claimants_are_merged_before_they_are_shared():
    """25 and 9 and 24 are 58, so that two who tie get 29 each."""
    made = side_pots([20, 20, 8, 5, 5], folded=[3, 4, 5])
    assert made.pots == ((58, (1, 2)),)
    assert award_pots(made.pots, {1: 9, 2: 9})[0].shares == {1: 29, 2: 29}


def test_b107_when_a_player_of_the_side_pot_folds():
    hand = play(start(100, 1000, 1000, 1000, blinds=SMALL), "p3 raise 100, p4 call, p1 call, p2 call, flop")
    hand = play(hand, "p2 bet 50, p3 call, p4 fold, turn, p2 bet 10, p3 fold")
    assert pots(hand) == [(400, (1, 2)), (100, (2,))]


def test_c126_150_against_50():
    hand = play(start(150, 50, blinds=SMALL), "p2 all-in, p1 call")
    assert pots(hand) == [(100, (1, 2))]
    hand = play(start(150, 50, blinds=SMALL), "p2 raise 20, p1 all-in, p2 call")
    assert hand.side_pots().returned == {1: 100}
    assert pots(hand) == [(100, (1, 2))]


SEVEN = (76, 181, 300, 117, 5, 66, 27)
SEVEN_HOLES = ("QhTs", "8h2s", "AsKh", "4s6d", "Ah6c", "TcQd", "4dQc")


def seven_players():
    """Return the hand of the report at its showdown, in which p1 and p6 have the same best hand."""
    hand = start(*SEVEN, blinds=(1, 2), ante=1)
    for player, cards in enumerate(SEVEN_HOLES, start=1):
        hand = hand.deal_hole_cards(player, cards)
    hand = play(hand, "p3 raise 114, p4 raise 116, p5 fold, p6 call, p7 call, p1 call, p2 call")
    assert str(hand.legal_actions()) == "fold, call 2"
    hand = play(hand, "p3 fold").deal_board("7c2hTd")
    return hand.deal_board("Kc").deal_board("Qs")


SEVEN_POTS = [(163, (1, 2, 4, 6, 7)), (195, (1, 2, 4, 6)), (40, (1, 2, 4)), (121, (2, 4))]
SEVEN_END = (220, 185, 185, 0, 4, 178, 0)


def test_b104_c127_odd_chips_stay_with_their_pot():
    hand = seven_players()
    assert pots(hand) == SEVEN_POTS
    won = show_down(hand)
    assert [award.shares for award in won.awards] == [{2: 121}, {1: 40}, {1: 98, 6: 97}, {1: 82, 6: 81}]
    assert won.stacks == SEVEN_END
    assert sum(SEVEN_END) == sum(SEVEN)


def test_b104_c127_who_cannot_win_changes_nothing_by_mucking():
    """He claims the main pot only: with him gone, two pots have the same claimants, but stay apart."""
    hand = muck(seven_players(), 7)
    assert pots(hand) == SEVEN_POTS
    assert show_down(hand).stacks == SEVEN_END


def test_p66_cards_that_were_mucked_stay_unseen():
    hand = muck(seven_players(), 7)
    with error_saying(IllegalActionError, "player 7 is not in the hand any more"):
        show(hand, 7)
    assert 7 not in show_down(hand).hands
