"""The beginning of a hand and the blinds: rows R01 to R26 of the rules table, D7 and D10."""

from decimal import Decimal

import pytest
from cases import error_saying
from test_rules.playing import (
    LIMIT,
    check_down,
    legal,
    on_flop,
    play,
    pots,
    stacks_after,
    start,
    turns,
)

from oddchip.evaluator import DuplicateCardError, HandSizeError, IllegalActionError, parse_cards
from oddchip.rules import STREETS, settle

PLAYERS = range(2, 11)


def with_cards(players):
    """Return a hand in which everybody has cards, in the order of the deck."""
    hand = start(*[1000] * players)
    for player in range(1, players + 1):
        hand = hand.deal_hole_cards(player, [2 * player - 2, 2 * player - 1])
    return hand


# The deal


@pytest.mark.parametrize("players", PLAYERS)
def test_r01_two_to_ten_players(players):
    hand = start(*[1000] * players)
    assert hand.players == players
    assert hand.live == tuple(range(1, players + 1))


@pytest.mark.parametrize("players", [0, 1, 11])
def test_r01_other_numbers_of_players(players):
    with error_saying(IllegalActionError, f"{players} player", "2 to 10"):
        start(*[1000] * players)


@pytest.mark.parametrize("players", PLAYERS)
def test_r02_everybody_gets_two_cards(players):
    hand = with_cards(players)
    cards = [card for hole in hand.hole_cards for card in hole]
    assert [len(hole) for hole in hand.hole_cards] == [2] * players
    assert len(set(cards)) == len(cards) == 2 * players


def test_r02_no_third_card_and_no_card_twice():
    hand = start(1000, 1000, 1000).deal_hole_cards(1, "AhKh")
    with error_saying(IllegalActionError, "player 1 has hole cards already"):
        hand.deal_hole_cards(1, "2c3c")
    with error_saying(HandSizeError, "player 2", "3 cards", "2") as caught:
        hand.deal_hole_cards(2, "2c3c4c")
    assert (caught.value.expected, caught.value.got) == ("2", 3)
    with error_saying(DuplicateCardError, "card Kh", "in the hand of player 1", "in the hand of player 2"):
        hand.deal_hole_cards(2, "KhQh")
    with error_saying(DuplicateCardError, "card Qh"):
        hand.deal_hole_cards(2, ["Qh", "Qh"])


def test_r03_blinds_are_posted_before_the_cards_are_dealt():
    hand = start(1000, 1000, 1000)
    assert hand.bets == (50, 100, 0)
    assert hand.hole_cards == ((), (), ())
    dealt = hand.deal_hole_cards(1, "AhKh").deal_hole_cards(2, "QhJh").deal_hole_cards(3, "2c2d")
    assert (dealt.bets, dealt.turn) == (hand.bets, hand.turn) == ((50, 100, 0), 3)


def test_r04_boards_of_0_3_4_and_5_cards():
    hand = start(1000, 1000)
    for cards, street in ((0, "preflop"), (3, "flop"), (4, "turn"), (5, "river")):
        assert (len(hand.board), STREETS[hand.street]) == (cards, street)
        hand = turns(hand, "call")[1]
        hand = check_down(hand) if cards == 5 else play(hand, STREETS[hand.street + 1])
    assert hand.board == parse_cards("2c3d7h9sJd")


@pytest.mark.parametrize("cards", ["", "2c", "2c3d", "2c3d7h9s"])
def test_r04_a_flop_of_another_number_of_cards(cards):
    hand = play(start(1000, 1000), "call, check")
    with error_saying(HandSizeError, "the flop", "3") as caught:
        hand.deal_board(cards)
    assert (caught.value.expected, caught.value.got) == ("3", len(cards) // 2)


@pytest.mark.parametrize("before", ["", ", turn, all check"], ids=["turn", "river"])
@pytest.mark.parametrize("cards", ["", "9sJd", "9sJdTd"])
def test_r04_turn_and_river_are_one_card(before, cards):
    hand = play(start(1000, 1000), f"call, check, flop, all check{before}")
    with error_saying(HandSizeError, "1") as caught:
        hand.deal_board(cards)
    assert (caught.value.expected, caught.value.got) == ("1", len(cards) // 2)


def test_r05_four_rounds_and_three_deals_of_the_board():
    hand, rounds, deals = start(1000, 1000, 1000), 0, 0
    while not hand.awaits_showdown:
        if hand.awaits_board:
            hand, deals = play(hand, STREETS[hand.street + 1]), deals + 1
        else:
            hand, rounds = turns(hand, "call")[1], rounds + 1
    assert (rounds, deals) == (4, 3)
    with error_saying(IllegalActionError, "no board cards are due"):
        hand.deal_board("As")


def test_r07_the_last_one_wins_at_once_and_no_more_cards_come():
    hand = play(on_flop(900, 900, 900), "p1 bet 100, p2 fold, p3 fold")
    assert hand.is_over
    assert not hand.awaits_board
    assert not hand.awaits_showdown
    assert len(hand.board) == 3
    with error_saying(IllegalActionError, "no board cards are due", "player 1 has won"):
        hand.deal_board("9s")
    assert settle(hand).stacks == (1200, 900, 900)
    assert settle(hand).hands == {}


# Blinds


def test_r11_small_blind_left_of_the_button_then_the_big_blind():
    """Six seats with the button at seat 1, which is p6: seat 2 is p1, seat 3 is p2."""
    assert start(*[1000] * 6).bets == (50, 100, 0, 0, 0, 0)


def test_r11_where_nobody_has_the_small_blind_the_first_has_the_big_one():
    hand = start(*[1000] * 4, blinds=(0, 100))
    assert (hand.bets, hand.turn) == ((100, 0, 0, 0), 2)
    assert turns(hand, "call")[0] == (2, 3, 4, 1)


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize(
    ("small", "big", "least_raise"),
    [(50, 100, 200), ("0.02", "0.05", Decimal("0.10")), (15, 30, 60), (10, 25, 50), (100, 100, 200)],
)
def test_r12_the_big_blind_is_usually_twice_the_small_one(players, small, big, least_raise):
    hand = start(*[1000] * players, blinds=(small, big))
    posts = sorted(chips for chips in hand.bets if chips)
    assert posts == [Decimal(small), Decimal(big)]
    assert hand.legal_actions().raise_to[0] == least_raise


@pytest.mark.parametrize("blinds", [(101, 100), ("0.06", "0.05")])
def test_r12_a_big_blind_below_the_small_one(blinds):
    with error_saying(IllegalActionError, f"the small blind of {blinds[0]}", f"big blind of {blinds[1]}"):
        start(1000, 1000, 1000, blinds=blinds)


def test_r12_of_two_the_larger_blind_is_the_big_one_in_either_order():
    """Histories give them by player, big blind first, players of the game small blind first."""
    assert start(1000, 1000, blinds=(100, 50)) == start(1000, 1000, blinds=(50, 100))


def test_r12_a_big_blind_of_nothing():
    with error_saying(IllegalActionError, "0", "big blind"):
        start(1000, 1000, blinds=(0, 0))
    with error_saying(ValueError, "-100", "negative"):
        start(1000, 1000, blinds=(50, -100))


def test_r13_of_two_the_button_has_the_small_blind_and_acts_first_before_the_flop():
    """B is p1, A has the button and is p2; also D7."""
    hand = start(1000, 1000)
    assert hand.bets == (100, 50)
    assert hand.turn == 2
    assert stacks_after(play(hand, "fold")) == (1050, 950)
    hand = play(hand, "p2 call")
    assert hand.turn == 1
    assert legal(hand) == "fold, check, raise to 200 to 1000"
    play(hand, "p1 check, flop, p1 check, p2 check, turn, p1 check, p2 check, river, p1 check, p2 check")


def test_r13_also_where_both_blinds_are_the_same():
    hand = start(1000, 1000, blinds=(100, 100))
    assert hand.turn == 2
    assert legal(hand) == "fold, check, raise to 200 to 1000"
    assert play(hand, "p2 check").turn == 1


# Seats with the button at seat 1: small and big blind, first and last before the flop, and on later streets.
R14 = {
    2: (1, 2, 1, 2, 2, 1),
    3: (2, 3, 1, 3, 2, 1),
    **dict.fromkeys(range(4, 11), (2, 3, 4, 3, 2, 1)),
}


@pytest.mark.parametrize("players", R14)
def test_r14_who_posts_and_who_acts_first_and_last(players):
    def seat(player):
        return player % players + 1

    hand = start(*[1000] * players)
    by_post = {chips: seat(player) for player, chips in enumerate(hand.bets, start=1) if chips}
    first_round, hand = turns(hand, "call")
    assert len(first_round) == players
    expected = R14[players]
    assert (by_post[50], by_post[100]) == expected[:2]
    assert (seat(first_round[0]), seat(first_round[-1])) == expected[2:4]
    for street in ("flop", "turn", "river"):
        later_round, hand = turns(play(hand, street), "call")
        assert len(later_round) == players
        assert (seat(later_round[0]), seat(later_round[-1])) == expected[4:]


def test_r14_the_next_seat_takes_the_place_of_one_that_is_all_in():
    """Under the gun is all-in by his ante; the small blind is all-in later, so p2 begins on the flop."""
    hand = start(110, 1000, 10, 1000, ante=10)
    assert hand.turn == 4
    assert play(hand, "p4 call, p1 all-in, p2 check, flop").turn == 2


@pytest.mark.parametrize(("ante", "pot"), [(0, 150), (10, 190)])
def test_r19_what_is_in_the_pot_before_the_first_action(ante, pot):
    assert start(*[1000] * 4, ante=ante).pot_total == pot


def test_r20_blinds_count_towards_the_call():
    hand = play(start(1000, 1000), "p2 call")
    assert hand.paid == (100, 100)
    assert play(hand, "p1 check").awaits_board


def test_r21_who_cannot_pay_the_blind_is_all_in():
    hand = start(1000, 30, 1000)
    assert (hand.bets, hand.stacks) == ((50, 30, 0), (950, 0, 1000))
    assert hand.live == (1, 2, 3)
    hand = play(hand, "p3 call, p1 call")
    assert hand.is_betting_over
    assert turns(play(hand, "flop"), "call")[0] == (1, 3)


def test_r22_over_a_short_big_blind_the_whole_is_called():
    """Also D10."""
    hand = start(1000, 30, 1000, 1000)
    assert legal(hand) == "fold, call 100, raise to 200 to 1000"
    hand = play(hand, "p3 call, p4 fold, p1 call")
    assert hand.paid == (100, 30, 100, 0)
    assert pots(hand) == [(90, (1, 2, 3)), (140, (1, 3))]
    assert stacks_after(hand, 2, 3, 1) == (900, 90, 1040, 1000)


def test_r23_a_short_big_blind_and_everybody_else_folds_to_the_small_blind():
    hand = play(start(1000, 30, 1000), "p3 fold")
    assert hand.turn is None
    assert hand.side_pots().returned == {1: 20}
    assert pots(hand) == [(60, (1, 2))]
    assert stacks_after(hand, 2, 1)[:2] == (970, 60)
    assert stacks_after(hand, 1, 2)[:2] == (1030, 0)


def test_r23_of_two():
    """The button has the small blind."""
    hand = start(30, 1000)
    assert hand.turn is None
    assert stacks_after(hand, 1, 2) == (60, 970)


def test_r24_a_short_small_blind():
    hand = start(20, 1000, 1000)
    assert hand.bets == (20, 100, 0)
    hand = play(hand, "p3 call, p2 check")
    assert pots(hand) == [(60, (1, 2, 3)), (160, (2, 3))]
    assert stacks_after(hand, 1, 3, 2) == (60, 900, 1060)


def test_r24_in_fixed_limit_as_it_was_played():
    """Blinds 150/300, 50 left for the small one: main pot 150, side pot 500."""
    hand = play(start(50, 5000, 5000, blinds=(150, 300), rules=LIMIT), "p3 call, p2 check")
    assert pots(hand) == [(150, (1, 2, 3)), (500, (2, 3))]


def test_r25_a_big_blind_below_the_small_one():
    hand = start(2000, 169, *[2000] * 8, blinds=(200, 400), ante=50)
    assert hand.bets[:2] == (200, 119)
    assert hand.legal_actions().call == 400
    assert play(hand, *["fold"] * 8).turn is None


def test_r26_a_short_ante():
    hand = start(15, 1000, 1000, blinds=(10, 20), ante=10)
    assert (hand.antes, hand.bets, hand.stacks) == ((10, 10, 10), (5, 20, 0), (0, 970, 990))
    hand = play(hand, "p3 call, p2 check")
    assert pots(hand) == [(45, (1, 2, 3)), (30, (2, 3))]
    assert stacks_after(hand, 1, 3, 2) == (45, 970, 1000)


def test_r26_less_than_the_ante():
    hand = start(1000, 1000, 4, blinds=(10, 20), ante=10)
    assert (hand.antes, hand.bets) == ((10, 10, 4), (10, 20, 0))
    assert pots(play(hand, "p1 call, p2 check")) == [(12, (1, 2, 3)), (52, (1, 2))]
