"""The showdown: rows R82 to R98 and R103 of the rules table, D4, D5 and D6."""

import pytest
from cases import error_saying
from test_rules.playing import check_down, dealt, on_flop, play, pots, result, show_down, stacks_after, start

from oddchip.equity import calculate_equity
from oddchip.evaluator import IllegalActionError, format_cards
from oddchip.rules import Pot, Rules, muck, settle, show, show_order, showdown

SMALL = (5, 10)


def on_river(*stacks, **more):
    """Return a hand on the river where these stacks are left, after everybody checked."""
    return play(on_flop(*stacks, **more), "all check, turn, all check, river")


def meet(board, *hands):
    """Return a heads-up hand with a pot of 20 at the showdown; with three players the pot is 30."""
    hand = start(*[1000] * len(hands), blinds=SMALL)
    hand = play(hand, *["call"] * (len(hands) - 1), "check")
    for player, cards in enumerate(hands, start=1):
        hand = hand.deal_hole_cards(player, cards)
    hand = play(hand.deal_board(board[:6]), "all check")
    hand = play(hand.deal_board(board[6:8]), "all check")
    return play(hand.deal_board(board[8:]), "all check")


# Who shows, and when


def test_r82_a_showdown_needs_two_players_after_the_fourth_round():
    hand = on_river(900, 900, 900)
    assert not hand.awaits_showdown
    assert play(hand, "all check").awaits_showdown
    assert not play(hand, "p1 bet 100, p2 fold, p3 fold").awaits_showdown
    for attempt in (lambda: show(hand, 1, "AhAd"), lambda: muck(hand, 1), lambda: settle(hand)):
        with error_saying(IllegalActionError, "player 1 is to act"):
            attempt()


def test_r82_nobody_shows_between_rounds():
    hand = play(on_flop(900, 900), "all check")
    with error_saying(IllegalActionError, "no hands are to be shown", "the turn is due"):
        show(hand, 1, "AhAd")


def test_r83_r85_the_last_who_bet_or_raised_shows_first():
    """Button 1, which is p4 and has folded: seat 2 checks, 3 bets, 4 raises, 2 folds, 3 calls."""
    hand = play(
        start(*[1000] * 4), "p3 call, p4 fold, p1 call, p2 check, flop, all check, turn, all check, river"
    )
    hand = play(hand, "p1 check, p2 bet 100, p3 raise 200, p1 fold, p2 call")
    assert show_order(hand) == (3, 2)


def test_r83_clockwise_from_him():
    hand = play(on_river(*[900] * 5), "p1 check, p2 check, p3 bet 100, p4 call, p5 call, p1 call, p2 call")
    assert show_order(hand) == (3, 4, 5, 1, 2)


def test_r84_the_first_left_of_the_button_if_nobody_bet():
    """Button 1, which is p4; seat 2 has folded; also D6."""
    hand = play(start(*[1000] * 4), "p3 call, p4 call, p1 fold, p2 check")
    assert show_order(check_down(hand)) == (2, 3, 4)


def test_d5_a_bet_on_the_turn_does_not_count():
    hand = play(on_flop(900, 900, 900), "all check, turn, p1 check, p2 check, p3 bet 100, p1 call, p2 call")
    assert show_order(play(hand, "river, all check")) == (1, 2, 3)


def test_r85_hands_may_be_tabled_in_any_order():
    hand = meet("Ac9c7d4s2s", "AhKd", "AsQh")
    assert show(show(hand, 2), 1) == show(show(hand, 1), 2)


# Mucking


def test_r86_who_holds_worse_may_put_his_cards_away():
    """Button 1: seat 3 shows kings, seat 4 has queens."""
    hand = meet("2c3d7h9sJd", "AhTd", "KsKc", "QsQc")
    hand = muck(show(hand, 2), 3)
    assert hand.mucked == (False, False, True)
    assert hand.live == (1, 2)
    won = settle(muck(hand, 1))
    assert won.stacks == (990, 1020, 990)
    assert won.hands == {}


def test_r86_a_mucked_hand_wins_nothing_even_if_it_is_the_best():
    hand = meet("Ac9c7d4s2s", "AhKd", "AsAd")
    assert show_down(hand).stacks == (990, 1010)
    won = settle(muck(show(hand, 1), 2))
    assert won.stacks == (1010, 990)
    assert 2 not in won.hands


def test_r86_not_in_any_pot():
    """p4 is all-in; of the side pot p1 and p2 play, of whom p1 mucks the best hand."""
    hand = play(on_flop(900, 900, 900, 200), "p1 check, p2 check, p3 check, p4 all-in")
    hand = play(hand, "p1 raise 900, p2 call, p3 fold")
    hand = dealt(check_down(hand), 1, 4, 2)
    assert pots(hand) == [(1000, (1, 2, 4)), (1400, (1, 2))]
    won = show_down(muck(hand, 1))
    assert won.stacks == (0, 1400, 900, 1000)
    assert {1, 3}.isdisjoint(won.hands)


def test_d4_unless_everybody_has_to_show():
    hand = play(start(1000, 1000, rules=Rules(show_all=True)), "p2 call, p1 check")
    hand = dealt(check_down(hand), 1, 2)
    hand = show(hand, 1)
    with error_saying(IllegalActionError, "player 2 cannot muck", "everybody shows"):
        muck(hand, 2)
    assert settle(show(hand, 2)).stacks == (1100, 900)


def test_d4_the_hand_is_not_over_before_that():
    everybody = Rules(show_all=True)
    hand = dealt(check_down(play(start(1000, 1000, rules=everybody), "call, check")), 1, 2)
    with error_saying(IllegalActionError, "the hand is not over", "the hands are to be shown"):
        settle(show(hand, 1))


def test_r87_side_pot_players_show_before_who_is_all_in():
    """Eight players: p5 calls all-in, p7 and p8 play on and check the river."""
    hand = start(*[1000] * 4, 300, *[1000] * 3)
    hand = play(hand, "p3 fold, p4 fold, p5 raise 200, p6 fold, p7 call, p8 raise 400")
    hand = play(hand, "p1 fold, p2 fold, p5 all-in, p7 call")
    assert show_order(check_down(hand)) == (7, 8, 5)
    hand = play(hand, "flop, all check, turn, all check, river, p7 check, p8 bet 100, p7 call")
    assert show_order(hand) == (8, 7, 5)


def test_r87_without_a_side_pot_who_is_all_in_shows_in_his_place():
    hand = play(start(1000, 1000, 300, 1000), "p3 all-in, p4 call, p1 fold, p2 call")
    assert show_order(check_down(hand)) == (2, 3, 4)


def test_r87_from_the_last_side_pot_back():
    hand = play(start(1000, 200, 100, 1000), "p3 all-in, p4 raise 1000, p1 call, p2 call")
    assert show_order(check_down(hand)) == (1, 4, 2, 3)


def test_r88_with_all_in_and_no_more_betting_hands_are_shown_before_the_board():
    hand = play(on_flop(300, 900), "all check, turn, p1 bet 300, p2 call")
    hand = hand.deal_hole_cards(1, "AcKd").deal_hole_cards(2, "QcTd")
    assert hand.is_all_in
    hand = show(show(hand, 1), 2)
    assert hand.shown == (True, True)
    assert not hand.is_over
    hand = play(hand, "river")
    assert hand.is_over
    assert settle(hand).stacks == (800, 600)


def test_r88_their_order_does_not_ask_who_bet_before_the_river():
    """Also D5."""
    hand = play(on_flop(300, 900), "p1 check, p2 bet 900, p1 call")
    assert show_order(hand) == show_order(check_down(hand)) == (1, 2)


def test_r88_such_hands_lie_face_up():
    hand = play(on_flop(300, 900), "p1 bet 300, p2 call")
    with error_saying(IllegalActionError, "player 2 cannot muck", "all-in"):
        muck(hand, 2)
    shown = check_down(show(hand, 2, "AcKd"))
    with error_saying(IllegalActionError, "player 2 cannot muck", "face up"):
        muck(shown, 2)


# Both cards, and what they are worth


@pytest.mark.parametrize("known", [None, ["Ah", None], [None, None]], ids=["nothing", "one card", "no card"])
def test_r89_both_cards_must_be_shown(known):
    hand = check_down(play(start(1000, 1000), "call, check"))
    if known:
        hand = hand.deal_hole_cards(1, known)
    with error_saying(IllegalActionError, "player 1 must show both hole cards"):
        show(hand, 1)
    with error_saying(IllegalActionError, "player 1 must show both hole cards"):
        show(hand, 1, ["Ah", None])
    assert format_cards(show(hand, 1, "AhKd").hole_cards[0]) == "AhKd"


@pytest.mark.parametrize("cards", ["AhQd", "QdQs", ["Ah", "2s"]])
def test_r89_and_they_are_the_ones_that_were_dealt(cards):
    hand = dealt(check_down(play(start(1000, 1000), "call, check")), 1, 2)
    with error_saying(IllegalActionError, "player 1 shows", "dealt other cards"):
        show(hand, 1, cards)
    assert show(hand, 1, "KdAc").shown == (True, False)


def test_r89_showing_one_card_is_no_claim():
    hand = meet("Ac9c7d4s2s", "AhKd", "AsAd")
    for cards in ("As", ["As", None]):
        with pytest.raises(IllegalActionError, match=r"^player 2 "):
            show(hand, 2, cards)
    with error_saying(IllegalActionError, "the hand is not over"):
        settle(show(hand, 1))


def test_r90_the_last_one_wins_unshown():
    hand = muck(meet("Ac9c7d4s2s", "AhKd", "AsAd"), 2)
    assert hand.is_over
    assert not hand.awaits_showdown
    won = settle(hand)
    assert (won.stacks, won.hands) == ((1010, 990), {})
    assert won.awards[0].winners == (1,)


def test_r90_without_knowing_his_cards():
    hand = check_down(play(start(1000, 1000), "call, check"))
    assert settle(muck(hand, 1)).stacks == (900, 1100)


def test_r91_cards_speak():
    """The holder of nine and eight has a straight, whatever he says."""
    hand = show(meet("7c6d5hKsKc", "9h8d", "KhQd"), 1)
    won = show_down(hand)
    assert won.hands[1].description == "straight, nine high"
    assert won.stacks == (1010, 990)


def test_r92_a_mucked_hand_is_dead_for_good():
    hand = muck(meet("Ac9c7d4s2s", "AhKd", "AsAd", "2c2d"), 2)
    for attempt in (lambda: show(hand, 2), lambda: muck(hand, 2), lambda: show(hand, 2, "AsAd")):
        with error_saying(IllegalActionError, "player 2 is not in the hand any more"):
            attempt()
    assert show_order(hand) == (1, 3)


def test_r92_the_last_hand_cannot_be_mucked():
    hand = muck(meet("Ac9c7d4s2s", "AhKd", "AsAd", "2c2d"), 2)
    hand = muck(hand, 3)
    with error_saying(IllegalActionError, "player 1 has won"):
        muck(hand, 1)


def test_r92_nor_the_last_of_a_side_pot():
    hand = dealt(check_down(play(start(1000, 1000, 300), "p3 all-in, p1 raise 600, p2 call")), 3, 1, 2)
    hand = muck(hand, 2)
    with error_saying(IllegalActionError, "player 1 cannot muck", "no other claimant"):
        muck(hand, 1)
    assert show_down(hand).stacks == (1000, 400, 900)


# Whose hand is best: board, hands of p1, p2 and so on, and who wins

WINNERS = {
    "R93 two and three": ("QhJhTh2c3d", ["AhKh", "QcQd"], (1,)),
    "R93 one and four": ("KhQhJhTh2c", ["Ah2d", "9c9d"], (1,)),
    "R93 the board alone": ("AhKhQhJhTh", ["2c2d", "9c9d"], (1, 2)),
    "R93 two and three, a lower straight flush": ("QhJhTh2c3d", ["9h8h", "QcQd"], (1,)),
    "R94 straight flush over four of a kind": ("9h8h7h9c9d", ["JhTh", "9sAs"], (1,)),
    "R94 four of a kind over a full house": ("KcKdQc7h2s", ["KhKs", "QdQh"], (1,)),
    "R94 full house over a flush": ("KhKdQh7h2s", ["QcQd", "AhJh"], (1,)),
    "R94 flush over a straight": ("KhQdJh7h2s", ["Ah3h", "AcTc"], (1,)),
    "R94 straight over three of a kind": ("KhQdJc7h2s", ["AcTc", "KcKs"], (1,)),
    "R94 three of a kind over two pair": ("KhQdJc7h2s", ["2c2d", "KcQc"], (1,)),
    "R94 two pair over a pair": ("KhQdJc7h2s", ["2c7d", "AcAd"], (1,)),
    "R94 a pair over a high card": ("KhQdJc7h3s", ["3c4d", "Ac8d"], (1,)),
    "R94 the wheel is five high": ("2c3d4h9sKc", ["As5d", "6h5c"], (2,)),
    "R94 the wheel is a straight": ("2c3d4h9sKc", ["As5d", "KhKs"], (1,)),
    "R95 the kicker": ("Ac9c7d4s2s", ["AhKd", "AsQh"], (1,)),
    "R95 a sixth card never counts": ("KcKdJhJsAc", ["Qh9d", "3s2s"], (1, 2)),
    "R96 suits never decide": ("Ac7d5s3h2c", ["AhKd", "AsKc"], (1, 2)),
    "R98 the board is the best hand of all": ("AsKsQsJsTs", ["AhAd", "2c3c", "9s8s"], (1, 2, 3)),
    "R98 one plays more than the board": ("9sKsQsJsTs", ["AsAd", "2c3c", "KcKd"], (1,)),
}


@pytest.mark.parametrize(("board", "hands", "winners"), WINNERS.values(), ids=WINNERS)
def test_r93_to_r98_who_wins(board, hands, winners):
    everybody = tuple(range(1, len(hands) + 1))
    pot = 10 * len(hands)
    won = showdown(board, hands, [Pot(pot, everybody)])
    assert won.awards[0].winners == winners
    assert won.winnings == dict.fromkeys(winners, pot // len(winners))
    assert won.hands.keys() == set(everybody)
    finished = show_down(meet(board, *hands))
    assert finished.awards == won.awards
    assert finished.stacks == tuple(990 + won.winnings.get(player, 0) for player in everybody)


def test_r93_what_the_hands_are_called():
    won = showdown("QhJhTh2c3d", ["AhKh", "QcQd"], [Pot(20, (1, 2))])
    assert won.hands[1].description == "straight flush, ace high (royal flush)"
    assert won.hands[2].description == "three of a kind, queens, jack-ten kickers"


def test_r95_the_kicker_wins_a_pot_of_20():
    assert show_down(meet("Ac9c7d4s2s", "AhKd", "AsQh")).stacks == (1010, 990)


def test_r96_r97_a_tie_gives_everybody_his_half():
    assert show_down(meet("Ac7d5s3h2c", "AhKd", "AsKc")).stacks == (1000, 1000)


def test_r98_three_who_play_the_board_take_back_their_20():
    hand = play(start(1000, 1000, 1000, blinds=(10, 20)), "p3 call, p1 call, p2 check")
    hand = hand.deal_hole_cards(1, "AhAd").deal_hole_cards(2, "2c3c").deal_hole_cards(3, "9s8s")
    hand = play(hand.deal_board("AsKsQs"), "all check")
    hand = play(play(hand.deal_board("Js"), "all check").deal_board("Ts"), "all check")
    assert show_down(hand).stacks == (1000, 1000, 1000)


def test_who_has_folded_is_no_competitor():
    won = showdown("Ac9c7d4s2s", [None, "AsQh", "2c3c"], [Pot(30, (1, 2, 3)), Pot(40, (1, 2))])
    assert [(award.amount, award.winners) for award in won.awards] == [(40, (2,)), (30, (2,))]


def test_the_unit_of_a_showdown():
    hands = ["AhKd", "AsKc", "AdKh"]
    won = showdown("Ac7d5s9h2c", hands, [Pot(40, (1, 2, 3))], unit=5)
    assert won.winnings == {1: 15, 2: 15, 3: 10}


def test_the_button_of_a_showdown_decides_about_odd_chips():
    hands = ["AhKd", "AsKc", "2h3h"]
    for button, first in ((1, 2), (2, 1), (3, 1), (None, 1)):
        won = showdown("Ac7d5s9h2c", hands, [Pot(25, (1, 2, 3))], button=button)
        assert won.winnings == {first: 13, 3 - first: 12}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r103_a_tie_is_worth_its_part_of_the_pot(players):
    hands = ["AhKd", "AsKc", "AdKh", "AcKs"][:players]
    found = calculate_equity(hands, "2c3d7h9sJd")
    assert found.outcomes == {tuple(range(1, players + 1)): 1}
    assert [each.equity for each in found.players] == [1 / players] * players
    hand = play(start(*[1000] * players), *["call"] * (players - 1), "check")
    assert result(hand, tuple(range(1, players + 1))).stacks == (1000,) * players


def test_r103_beside_who_does_not_win():
    assert stacks_after(play(start(*[1000] * 3), "call, call, check"), (1, 3), 2) == (1050, 900, 1050)
