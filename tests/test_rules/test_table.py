"""The button and the blinds from hand to hand. R and D: rows of the rules table, P: reported bugs."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from oddchip.evaluator import IllegalActionError, OddchipError
from oddchip.rules.table import Table, first_hand

A, B, C, D, E, F = range(1, 7)
SIX = frozenset({A, B, C, D, E, F})


def positions(table):
    return table.button, table.small_blind, table.big_blind


def last_to_act(table):
    return table.seats_in_order[-1]


# R01, R11 to R14: one hand


@pytest.mark.parametrize("players", range(2, 11))
def test_r01_two_to_ten_players(players):
    assert len(first_hand(range(1, players + 1), button=1, seats=players).seats_in_order) == players


def test_r01_not_one_and_not_eleven():
    with pytest.raises(IllegalActionError, match=r"^1 live player \(a hand takes at least 2\)$"):
        first_hand({1}, button=1, seats=6)
    with pytest.raises(IllegalActionError, match=r"^0 live players"):
        first_hand(set(), button=1, seats=6)
    with pytest.raises(IllegalActionError, match=r"^a table of 11 seats \(2 to 10 are possible\)$"):
        first_hand(range(1, 12), button=1, seats=11)
    with pytest.raises(IllegalActionError, match=r"^a table of 1 seats"):
        first_hand({1}, button=1, seats=1)


def test_r11_small_blind_left_of_the_button_then_the_big_blind():
    assert positions(first_hand(SIX, button=1, seats=6)) == (1, 2, 3)
    assert positions(first_hand(SIX, button=5, seats=6)) == (5, 6, 1)
    assert positions(first_hand({1, 4, 7, 8}, button=4, seats=9)) == (4, 7, 8)


# players: small blind, big blind, first and last before the flop, first and last after it
R14 = {
    2: (1, 2, 1, 2, 2, 1),
    3: (2, 3, 1, 3, 2, 1),
    **dict.fromkeys(range(4, 11), (2, 3, 4, 3, 2, 1)),
}


@pytest.mark.parametrize("players", R14)
def test_r14_who_posts_and_who_acts_first_and_last(players):
    """Also R10, the button acts last after the flop, and R29, the seat left of the big blind acts first."""
    table = first_hand(range(1, players + 1), button=1, seats=players)
    order = table.seats_in_order
    small_blind, big_blind, first, last, first_later, last_later = R14[players]
    assert (table.small_blind, table.big_blind, table.first_to_act) == (small_blind, big_blind, first)
    clockwise = [*order, *order]
    begin = clockwise.index(table.first_to_act)
    assert clockwise[begin : begin + players][-1] == last
    assert (order[0], order[-1]) == (first_later, last_later)


@pytest.mark.parametrize("players", range(2, 11))
def test_r14_blinds_are_due_from_those_who_post(players):
    table = first_hand(range(1, players + 1), button=1, seats=players)
    due = dict(zip(table.seats_in_order, table.blinds(50, 100), strict=True))
    assert {seat: chips for seat, chips in due.items() if chips} == {
        table.small_blind: 50,
        table.big_blind: 100,
    }


def test_r13_heads_up_the_button_has_the_small_blind():
    table = first_hand({A, B}, button=A, seats=6)
    assert positions(table) == (A, A, B)
    assert table.first_to_act == A
    assert table.seats_in_order == (B, A)


def test_p30_heads_up_the_first_of_the_order_has_the_big_blind():
    assert first_hand({1, 2}, button=2, seats=2).seats_in_order == (1, 2)
    assert first_hand({1, 2}, button=2, seats=2).blinds(10, 20) == (20, 10)


@pytest.mark.parametrize("blinds", [(50, 100), (15, 30), (10, 25), (100, 100), (0, 20)])
def test_r12_blinds_are_usually_but_not_always_one_to_two(blinds):
    assert first_hand({1, 2, 3}, button=3, seats=3).blinds(*blinds) == (*blinds, 0)


def test_r12_blinds_may_be_decimals():
    blinds = first_hand({1, 2, 3}, button=3, seats=3).blinds("0.02", Decimal("0.05"))
    assert blinds == (Decimal("0.02"), Decimal("0.05"), 0)


@pytest.mark.parametrize(
    ("small", "big", "message"),
    [
        (100, 50, "the big blind of 50 is below the small blind of 100"),
        (0, 0, "the big blind is 0; it must be above 0"),
        (-50, 100, "the small blind is -50, which is negative"),
        (50, -100, "the big blind is -100, which is negative"),
        ("x", 100, "the small blind is 'x', which is not a number"),
    ],
)
def test_r12_blinds_that_are_none(small, big, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        first_hand({1, 2, 3}, button=3, seats=3).blinds(small, big)


def test_r12_no_floats():
    with pytest.raises(TypeError, match=r"^the small blind is 0\.5, neither"):
        first_hand({1, 2, 3}, button=3, seats=3).blinds(0.5, 1)


def test_r18_every_hand_has_its_own_blinds():
    table = first_hand({1, 2, 3}, button=3, seats=3)
    assert table.blinds(50, 100) == (50, 100, 0)
    assert table.next_hand({1, 2, 3}).blinds(100, 200) == (100, 200, 0)


@pytest.mark.parametrize("players", range(2, 11))
def test_r19_something_is_in_every_pot(players):
    assert sum(first_hand(range(1, players + 1), button=2, seats=10).blinds(50, 100)) == 150


# R15: nobody leaves


@pytest.mark.parametrize("dead_button", [True, False])
def test_r15_four_players_four_hands(dead_button):
    table = first_hand({1, 2, 3, 4}, button=1, seats=4)
    seen = [positions(table)]
    for _ in range(4):
        table = table.next_hand({1, 2, 3, 4}, dead_button=dead_button)
        seen.append(positions(table))
    assert seen == [(1, 2, 3), (2, 3, 4), (3, 4, 1), (4, 1, 2), (1, 2, 3)]


@given(st.sets(st.integers(1, 10), min_size=2), st.data(), st.booleans())
def test_r15_everybody_gets_every_position_equally_often(live, data, dead_button):
    table = first_hand(live, data.draw(st.sampled_from(sorted(live))), seats=10)
    hands = [table]
    for _ in live:
        hands.append(hands[-1].next_hand(live, dead_button=dead_button))
    assert hands.pop() == table
    for column in zip(*map(positions, hands), strict=True):
        assert sorted(column) == sorted(live)


# R16, R17, D11: the table "Button after busts". Last hand: button A, small blind B, big blind C.

SIX_PLAYERS = [
    # who busts, button / small blind / big blind of the next hand, of the one after it, last to act in both
    ("", (B, C, D), (C, D, E), (B, C)),
    ("A", (B, C, D), (C, D, E), (B, C)),
    ("B", (B, C, D), (C, D, E), (A, C)),
    ("C", (B, None, D), (C, D, E), (B, B)),
    ("D", (B, C, E), (C, E, F), (B, C)),
    ("BC", (B, None, D), (C, D, E), (A, A)),
]


@pytest.mark.parametrize(
    ("busts", "first", "second", "last"), SIX_PLAYERS, ids=[row[0] for row in SIX_PLAYERS]
)
def test_r16_button_after_busts(busts, first, second, last):
    live = SIX - {"ABCDEF".index(name) + 1 for name in busts}
    table = first_hand(SIX, button=A, seats=6)
    assert positions(table) == (A, B, C)
    after_one = table.next_hand(live)
    after_two = after_one.next_hand(live)
    assert positions(after_one) == first
    assert positions(after_two) == second
    assert (last_to_act(after_one), last_to_act(after_two)) == last


def test_r16_both_blinds_bust_and_the_same_player_acts_last_three_times():
    table = first_hand(SIX, button=A, seats=6)
    live = {A, D, E, F}
    hands = [table, table.next_hand(live), table.next_hand(live).next_hand(live)]
    assert [last_to_act(hand) for hand in hands] == [A, A, A]
    assert positions(hands[-1].next_hand(live)) == (D, E, F)


def test_r16_a_second_bust_while_the_button_is_dead():
    """The button goes where the small blind was due that nobody paid, also if its neighbours are out."""
    table = first_hand(SIX, button=A, seats=6).next_hand(SIX - {C})
    assert positions(table) == (B, None, D)
    table = table.next_hand(SIX - {C, D})
    assert positions(table) == (C, None, E)
    assert table.seats_in_order == (E, F, A, B)
    assert positions(table.next_hand(SIX - {C, D})) == (D, E, F)


def test_p44_the_player_left_of_a_busted_big_blind_pays_the_big_blind():
    table = first_hand(SIX, button=A, seats=6).next_hand(SIX - {C})
    assert table.big_blind == D
    assert table.small_blind is None
    assert table.seats_in_order == (D, E, F, A, B)
    assert table.blinds(50, 100) == (100, 0, 0, 0, 0)
    assert table.first_to_act == E


THREE_PLAYERS = [("A", C, B), ("B", C, A), ("C", B, A)]


@pytest.mark.parametrize(("bust", "button", "big_blind"), THREE_PLAYERS)
@pytest.mark.parametrize("seats", [(A, B, C), (2, 5, 9)], ids=["side by side", "apart"])
def test_r17_from_three_to_two_players(bust, button, big_blind, seats):
    table = first_hand(seats, button=seats[0], seats=10)
    left = {seat for seat, name in zip(seats, "ABC", strict=True) if name != bust}
    table = table.next_hand(left)
    assert positions(table) == (seats[button - 1], seats[button - 1], seats[big_blind - 1])
    assert table.seats_in_order == (seats[big_blind - 1], seats[button - 1])


def test_p28_from_three_to_two_players_the_button_posts_the_small_blind():
    """A has the button: he posts the small blind, acts first before the flop and last after it."""
    table = first_hand({A, B, C}, button=C, seats=3)
    assert positions(table) == (C, A, B)
    table = table.next_hand({A, C})
    assert positions(table) == (A, A, C)
    assert table.first_to_act == A
    assert last_to_act(table) == A
    assert positions(table.next_hand({A, C})) == (C, C, A)


def test_r17_from_four_to_two_players():
    table = first_hand({A, B, C, D}, button=A, seats=4)
    assert positions(table.next_hand({C, D})) == (C, C, D)
    assert positions(table.next_hand({A, D})) == (A, A, D)
    assert positions(table.next_hand({A, B})) == (B, B, A)


def test_r17_from_two_to_three_players():
    table = first_hand({A, B}, button=A, seats=3)
    assert positions(table.next_hand({A, B, C})) == (A, B, C)


def test_d11_moving_button_lets_some_pay_twice_and_some_never():
    """The counter-examples: C pays the big blind twice in a row; with six players, D never pays his."""
    table = first_hand({A, B, C}, button=A, seats=3).next_hand({B, C}, dead_button=False)
    assert positions(table) == (B, B, C)
    table = first_hand(SIX, button=A, seats=6).next_hand(SIX - {B}, dead_button=False)
    assert positions(table) == (C, D, E)


def test_d11_moving_button_after_other_busts():
    table = first_hand(SIX, button=A, seats=6)
    assert positions(table.next_hand(SIX - {A}, dead_button=False)) == (B, C, D)
    assert positions(table.next_hand(SIX - {C}, dead_button=False)) == (B, D, E)
    assert positions(table.next_hand(SIX - {B, C}, dead_button=False)) == (D, E, F)


def test_d11_moving_button_from_a_dead_one():
    table = first_hand(SIX, button=A, seats=6).next_hand(SIX - {B, C})
    assert positions(table) == (B, None, D)
    assert positions(table.next_hand(SIX - {B, C}, dead_button=False)) == (D, E, F)


# Sitting out and coming in


@pytest.mark.parametrize("button", [1, 2, 3])
@pytest.mark.parametrize("dead_button", [True, False])
def test_p46_one_of_three_sits_out(button, dead_button):
    """The blinds move every hand, also if the button is or was at the seat of the absent player."""
    table = first_hand({1, 2, 3}, button, seats=3)
    hands = [table := table.next_hand({1, 2}, dead_button=dead_button) for _ in range(6)]
    assert {before.big_blind + after.big_blind for before, after in pairwise(hands)} == {1 + 2}
    assert {before.button + after.button for before, after in pairwise(hands)} == {1 + 2}


def test_an_absent_player_of_a_tournament_stays_live_and_pays():
    table = first_hand({1, 2, 3}, button=1, seats=3)
    assert positions(table) == (1, 2, 3)
    assert positions(table.next_hand({1, 2, 3})) == (2, 3, 1)


def test_a_player_comes_back_in_his_turn_to_pay():
    table = first_hand(SIX, button=A, seats=6).next_hand(SIX - {E}).next_hand(SIX)
    assert positions(table) == (C, D, E)


def test_a_player_takes_the_seat_of_the_busted_big_blind_and_pays_the_small():
    """Whoever sits at seat C in the next hand has the small blind there."""
    assert positions(first_hand(SIX, button=A, seats=6).next_hand(SIX)) == (B, C, D)


def test_a_newcomer_between_button_and_small_blind_waits_until_the_button_has_passed():
    table = first_hand(SIX - {D}, button=B, seats=6)
    assert positions(table) == (B, C, E)
    assert table.must_wait(SIX) == {D}
    with pytest.raises(IllegalActionError, match=r"^seat 4 would be between the button and the small blind"):
        table.next_hand(SIX)
    table = table.next_hand(SIX - {D})
    assert positions(table) == (C, E, F)
    assert table.must_wait(SIX) == set()
    table = table.next_hand(SIX)
    assert positions(table) == (E, F, A)
    assert last_to_act(table) == E


def test_moving_button_lets_newcomers_in_everywhere():
    table = first_hand(SIX - {D}, button=B, seats=6)
    assert positions(table.next_hand(SIX, dead_button=False)) == (C, D, E)


def test_of_two_players_nobody_waits():
    table = first_hand({A, C}, button=A, seats=3)
    assert table.must_wait({A, B}) == set()
    assert positions(table.next_hand({A, B})) == (B, B, A)


@given(st.sets(st.integers(1, 10), min_size=2), st.lists(st.sets(st.integers(1, 10)), max_size=12), st.data())
def test_r16_busts_never_make_anybody_pay_twice_in_a_row(live, busts, data):
    table = first_hand(live, data.draw(st.sampled_from(sorted(live))), seats=10)
    for gone in busts:
        before, live = table, live - gone
        assume(len(live) >= 2)
        assert not before.must_wait(live)
        table = before.next_hand(live)
        assert table.big_blind != before.big_blind
        assert set(table.seats_in_order) == live
        # Nobody who is left was passed over by the big blind.
        assert not live & seats_between(before.big_blind, table.big_blind)
        if len(live) > 2:
            assert table.small_blind in (before.big_blind, None)
            assert table.button == before.small_blind_seat


def seats_between(start, end):
    """The seats of ten that lie between two, clockwise."""
    seats = set()
    seat = start % 10 + 1
    while seat != end:
        seats.add(seat)
        seat = seat % 10 + 1
    return seats


@given(st.lists(st.sets(st.integers(1, 10), min_size=4), min_size=2, max_size=20), st.booleans())
def test_whoever_comes_and_goes_positions_fit_the_rules(evenings, dead_button):
    """The blinds that are paid come first in the order, and the big blind is always paid."""
    table = first_hand(evenings[0], min(evenings[0]), seats=10)
    for live in evenings[1:]:
        players = live - table.must_wait(live) if dead_button else live
        assume(len(players) >= 2)
        table = table.next_hand(players, dead_button=dead_button)
        due = table.blinds(1, 2)
        if len(players) == 2:
            assert due == (2, 1)
        elif table.small_blind is None:
            assert due == (2, *[0] * (len(players) - 1))
        else:
            assert due == (1, 2, *[0] * (len(players) - 2))
        order = table.seats_in_order
        assert table.first_to_act == order[(order.index(table.big_blind) + 1) % len(order)]


# What is refused


@pytest.mark.parametrize("live", [{1, 7}, {0, 1}, {-1, 1, 2}])
def test_seats_that_are_not_at_the_table(live):
    with pytest.raises(
        IllegalActionError, match=r"^seat (7|0|-1) is not at the table \(there are seats 1 to 6\)$"
    ):
        first_hand(live, button=1, seats=6)
    with pytest.raises(IllegalActionError, match="is not at the table"):
        first_hand({1, 2, 3}, button=1, seats=6).next_hand(live)


def test_a_first_button_where_nobody_plays():
    with pytest.raises(IllegalActionError, match=r"^the button is at seat 4, where nobody plays"):
        first_hand({1, 2, 3}, button=4, seats=6)


def test_one_player_is_left():
    table = first_hand({1, 2, 3}, button=1, seats=6)
    for dead_button in (True, False):
        with pytest.raises(IllegalActionError, match=r"^1 live player \(a hand takes at least 2\)$"):
            table.next_hand({2}, dead_button=dead_button)


@pytest.mark.parametrize(
    ("live", "button", "small_blind_seat", "big_blind", "message"),
    [
        ({1, 2, 3}, 7, 2, 3, "the button is at seat 7, but there are seats 1 to 6"),
        ({1, 2, 3}, 1, 0, 3, "the small blind is at seat 0, but there are seats 1 to 6"),
        ({1, 2, 3}, 1, 2, 4, "the big blind is at seat 4, where nobody plays"),
        ({1, 2, 3}, 1, 3, 2, "button 1, small blind 3 and big blind 2 are not clockwise"),
        ({1, 2, 3}, 1, 1, 2, "button 1, small blind 1 and big blind 2 are not clockwise"),
        ({1, 2, 3}, 3, 2, 3, "button 3, small blind 2 and big blind 3 are not clockwise"),
        ({1, 2, 3}, 1, 3, 3, "button 1, small blind 3 and big blind 3 are not clockwise"),
        ({1, 2, 3, 4}, 1, 3, 4, "seat 2 is live between button and small blind"),
        ({1, 2, 3, 4}, 1, 2, 4, "seat 3 is live between small and big blind"),
        ({1, 2}, 1, 2, 1, "of two players one has button and small blind"),
        ({1, 2}, 3, 1, 2, "of two players one has button and small blind"),
        ({1, 2}, 2, 2, 2, "of two players one has button and small blind"),
    ],
)
def test_positions_that_do_not_fit(live, button, small_blind_seat, big_blind, message):
    with pytest.raises(OddchipError, match=f"^{message}"):
        Table(6, frozenset(live), button, small_blind_seat, big_blind)


def test_a_table_does_not_change():
    table = first_hand({1, 2, 3}, button=1, seats=6)
    table.next_hand({2, 3})
    assert table == first_hand({1, 2, 3}, button=1, seats=6)
    with pytest.raises(AttributeError):
        table.button = 2
