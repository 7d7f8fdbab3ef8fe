"""Words and chips, string bets, misdeals. R numbers are rows of the rules table, P numbers reported bugs."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddchip.evaluator import IllegalActionError
from oddchip.rules.conventions import (
    Ruling,
    is_misdeal,
    resolve_announcement,
    resolve_string_bet,
    substantial_action,
)
from oddchip.rules.deck import deal_hole_cards, shuffled_deck
from oddchip.rules.table import first_hand

# Pushes, to call, least raise, what it counts as: kind, to, back, owed. Nothing is in front.
STRING_BETS = {
    "R105 the call first": ([200, 400], 200, 400, ("call", 200, 400, 0)),
    "R105 a raise first": ([600, 400], 200, 400, ("raise", 600, 400, 0)),
    "three pushes": ([600, 100, 100], 200, 400, ("raise", 600, 200, 0)),
    "one push, the call": ([200], 200, 400, ("call", 200, 0, 0)),
    "one push, the least raise": ([400], 200, 400, ("raise", 400, 0, 0)),
    "one push, between call and raise": ([300], 200, 400, ("call", 200, 100, 0)),
    "a push between call and raise, then more": ([300, 300], 200, 400, ("call", 200, 400, 0)),
    "one push, below the call": ([100], 200, 400, ("call", 200, 0, 100)),
    "below the call, then up to it": ([100, 100], 200, 400, ("call", 200, 0, 0)),
    "below the call, then beyond a raise": ([100, 500], 200, 400, ("call", 200, 400, 0)),
    "R42 a bet in two pushes": ([100, 400], 0, 100, ("bet", 100, 400, 0)),
    "R45 less than the least bet": ([60], 0, 100, ("check", 0, 60, 0)),
    "less than the least bet, then more": ([60, 60], 0, 100, ("check", 0, 120, 0)),
    "R56 no raise is open": ([600, 400], 200, None, ("call", 200, 800, 0)),
}


@pytest.mark.parametrize(
    ("pushes", "to_call", "min_raise_to", "ruling"), STRING_BETS.values(), ids=STRING_BETS
)
def test_r105_string_bets(pushes, to_call, min_raise_to, ruling):
    assert resolve_string_bet(pushes, to_call, min_raise_to) == Ruling(*ruling)


def test_r105_chips_in_front_count_towards_the_raise():
    """Blinds 50/100, the small blind pushes: 50 to call, the least raise is to 200."""
    assert resolve_string_bet([50, 200], 50, 200, in_front=50) == ("call", 100, 200, 0)
    assert resolve_string_bet([150, 200], 50, 200, in_front=50) == ("raise", 200, 200, 0)
    assert resolve_string_bet([149], 50, 200, in_front=50) == ("call", 100, 99, 0)


def test_r105_the_option_of_the_big_blind():
    assert resolve_string_bet([100, 100], 0, 200, in_front=100) == ("raise", 200, 100, 0)
    assert resolve_string_bet([50, 50], 0, 200, in_front=100) == ("check", 100, 100, 0)


def test_r54_the_whole_stack_is_all_in_whatever_the_amount():
    assert resolve_string_bet([300], 200, 400, stack=300) == ("raise", 300, 0, 0)
    assert resolve_string_bet([300], 200, 400, stack=301) == ("call", 200, 100, 0)
    assert resolve_string_bet([150], 200, 400, stack=150) == ("call", 150, 0, 0)
    assert resolve_string_bet([60], 0, 100, stack=60) == ("bet", 60, 0, 0)
    assert resolve_string_bet([150, 150], 200, 400, stack=300) == ("call", 200, 100, 0)
    assert resolve_string_bet([100], 200, 400, stack=150) == ("call", 150, 0, 50)
    assert resolve_string_bet([300], 200, None, stack=300) == ("call", 200, 100, 0)


def test_r105_decimals():
    ruling = resolve_string_bet(["0.10", "0.05"], "0.05", "0.10")
    assert ruling == ("raise", Decimal("0.10"), Decimal("0.05"), 0)


# What was said, pushes, further arguments, what it counts as; facing 200, the least raise is to 400
ANNOUNCEMENTS = {
    "call with too much": ("call", [1000], {}, ("call", 200, 800, 0)),
    "call without chips": ("call", [], {}, ("call", 200, 0, 200)),
    "call with less": ("call", [100], {}, ("call", 200, 0, 100)),
    "R55 call for less": ("call", [150], {"stack": 150}, ("call", 150, 0, 0)),
    "fold with chips": ("fold", [200], {}, ("fold", 0, 200, 0)),
    "raise to an amount in one motion": ("raise", [600], {"to": 600}, ("raise", 600, 0, 0)),
    "raise to an amount in two motions": ("raise", [200, 400], {"to": 600}, ("raise", 600, 0, 0)),
    "raise to an amount with too much": ("raise", [1000], {"to": 600}, ("raise", 600, 400, 0)),
    "raise to an amount with too little": ("raise", [200], {"to": 600}, ("raise", 600, 0, 400)),
    "bet for raise": ("bet", [600], {"to": 600}, ("raise", 600, 0, 0)),
    "raise, the first push says to what": ("raise", [500, 300], {}, ("raise", 500, 300, 0)),
    "raise, the call and one more push": ("raise", [200, 300, 100], {}, ("raise", 500, 100, 0)),
    "raise without chips": ("raise", [], {}, ("raise", 400, 0, 400)),
    "raise with too few chips": ("raise", [300], {}, ("raise", 400, 0, 100)),
    "raise without the chips for one": ("raise", [300], {"stack": 300}, ("raise", 300, 0, 0)),
    "raise to the stack": ("raise", [], {"to": 300, "stack": 300}, ("raise", 300, 0, 300)),
    "raise without the chips to call": ("raise", [150], {"stack": 150}, ("call", 150, 0, 0)),
    "all-in": ("all-in", [100], {"stack": 5000}, ("raise", 5000, 0, 4900)),
    "P06 all-in below the least raise": ("all-in", [], {"stack": 390}, ("raise", 390, 0, 390)),
    "P04 all-in that raises nothing": ("all-in", [], {"stack": 200}, ("call", 200, 0, 200)),
    "chips before words": ("call", [1000], {"chips_first": True}, ("raise", 1000, 0, 0)),
    "two pushes before words": ("raise", [200, 400], {"chips_first": True}, ("call", 200, 400, 0)),
    "no chips before words": ("call", [], {"chips_first": True}, ("call", 200, 0, 200)),
}


@pytest.mark.parametrize(("said", "pushes", "more", "ruling"), ANNOUNCEMENTS.values(), ids=ANNOUNCEMENTS)
def test_r104_announcements_bind(said, pushes, more, ruling):
    assert resolve_announcement(said, pushes, 200, 400, **more) == Ruling(*ruling)


def test_r104_with_nothing_to_call():
    assert resolve_announcement("check", [500], 0, 100) == ("check", 0, 500, 0)
    assert resolve_announcement("call", [], 0, 100) == ("check", 0, 0, 0)
    assert resolve_announcement("bet", [500], 0, 100, to=300) == ("bet", 300, 200, 0)
    assert resolve_announcement("bet", [], 0, 100) == ("bet", 100, 0, 100)
    assert resolve_announcement("raise", [100], 0, 200, in_front=100) == ("raise", 200, 0, 0)
    assert resolve_announcement("fold", [], 0, 200, in_front=100) == ("fold", 100, 0, 0)


@pytest.mark.parametrize(
    ("said", "min_raise_to", "more", "message"),
    [
        ("check", 400, {}, "checking is not possible with 200 to call"),
        ("raise", 400, {"to": 201}, r"a raise to 201 is too small \(the least is 400\)"),  # R49
        ("raise", 400, {"to": 200}, r"a raise to 200 is too small \(the least is 400\)"),  # P10, P18
        ("raise", 400, {"to": 900, "stack": 800}, r"a raise to 900 is more than .* \(all-in is 800\)"),
        ("raise", None, {"to": 600}, r"this player may not raise \(only fold, or call 200\)"),  # R56
        ("raise", None, {}, r"this player may not raise \(only fold, or call 200\)"),
        ("all-in", None, {"stack": 300}, r"this player may not raise \(only fold, or call 200\)"),
    ],
)
def test_r104_announcements_that_the_rules_do_not_allow(said, min_raise_to, more, message):
    with pytest.raises(IllegalActionError, match=f"^{message}$"):
        resolve_announcement(said, [], 200, min_raise_to, **more)


def test_announcements_that_are_none():
    with pytest.raises(
        ValueError, match=r"^unknown announcement 'rise' \(fold, check, call, bet, raise or all-in\)$"
    ):
        resolve_announcement("rise", [], 200, 400)
    with pytest.raises(ValueError, match=r"^'call' was announced with a total of 300"):
        resolve_announcement("call", [], 200, 400, to=300)
    with pytest.raises(ValueError, match=r"^all-in was announced, but the stack is not given$"):
        resolve_announcement("all-in", [], 200, 400)


@pytest.mark.parametrize(
    ("pushes", "to_call", "min_raise_to", "more", "message"),
    [
        ([], 200, 400, {}, "no chips were pushed"),
        ([200, 0], 200, 400, {}, "push 2 has no chips"),
        ([200, -1], 200, 400, {}, "push 2 is -1, which is negative"),
        ([200, 200], 200, 400, {"stack": 300}, "400 were pushed from a stack of 300"),
        ([200], 200, 200, {}, "the least raise is to 200, not above the 200 to be matched"),
        ([200], 200, 250, {"in_front": 50}, "the least raise is to 250, not above the 250 to be matched"),
        ([200], -200, 400, {}, "the amount to call is -200, which is negative"),
    ],
)
def test_pushes_that_are_none(pushes, to_call, min_raise_to, more, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        resolve_string_bet(pushes, to_call, min_raise_to, **more)


def test_no_floats():
    with pytest.raises(TypeError, match=r"^push 1 is 0\.5, neither"):
        resolve_string_bet([0.5], 1, 2)


chips = st.integers(0, 500)


@given(
    st.lists(st.integers(1, 300), max_size=4), chips, st.integers(1, 300), chips, st.none() | chips, st.data()
)
def test_no_chips_are_lost(pushes, to_call, step, in_front, left, data):
    """What was in front, pushed and owed is what is in front then and what went back, whatever was said."""
    said = data.draw(st.sampled_from(["fold", "call", "bet", "raise", None]))
    stack = None if left is None else sum(pushes) + left
    situation = {"in_front": in_front, "stack": stack}
    least = in_front + to_call + step
    if said is not None:
        ruling = resolve_announcement(said, pushes, to_call, least, **situation)
    elif pushes:
        ruling = resolve_string_bet(pushes, to_call, least, **situation)
    else:
        return
    assert in_front + sum(pushes) + ruling.owed == ruling.to + ruling.back
    assert min(ruling.owed, ruling.back) == 0
    assert stack is None or ruling.to <= in_front + stack
    if ruling.kind in ("bet", "raise"):
        assert ruling.to >= least or ruling.to == in_front + stack
        assert ruling.to > in_front + to_call
    else:
        assert ruling.to <= in_front + to_call


# R08, misdeals

SUBSTANTIAL = [
    ([], False),
    (["post", "post"], False),
    (["post", "post", "post", "post"], False),
    (["call"], False),
    (["raise"], False),
    (["fold", "fold"], False),
    (["check", "check"], False),
    (["fold", "check"], False),
    (["fold", "call"], True),
    (["raise", "fold"], True),
    (["bet", "call"], True),
    (["check", "bet"], True),
    (["fold", "all-in"], True),
    (["fold", "fold", "fold"], True),
    (["check", "check", "check"], True),
    (["post", "post", "fold"], False),
    (["post", "post", "fold", "raise"], True),
]


@pytest.mark.parametrize(
    ("actions", "expected"), SUBSTANTIAL, ids=[" ".join(row[0]) or "none" for row in SUBSTANTIAL]
)
def test_r08_substantial_action(actions, expected):
    assert substantial_action(actions) is expected
    assert substantial_action(iter(actions)) is expected


def test_r08_unknown_actions():
    with pytest.raises(
        ValueError, match=r"^unknown action 'limp' \(fold, check, call, bet, raise, all-in or post\)$"
    ):
        substantial_action(["limp"])


FAIR = ((0, 4), (1, 5), (2, 6))


@pytest.mark.parametrize(
    ("hands", "exposed"),
    [
        (FAIR, 1),
        ((*FAIR[:2], (2, 6, 9)), 0),
        ((*FAIR[:2], (2,)), 0),
        ((*FAIR[:2], (2, 0)), 0),
    ],
    ids=["exposed card", "R02 three cards", "one card", "R02 a card twice"],
)
def test_r08_misdeal_until_there_was_substantial_action(hands, exposed):
    assert is_misdeal(hands, exposed=exposed)
    assert is_misdeal(hands, ["post", "post", "raise"], exposed=exposed)
    assert not is_misdeal(hands, ["post", "post", "raise", "call"], exposed=exposed)
    assert not is_misdeal(hands, ["fold", "fold", "fold"], exposed=exposed)


def test_r08_a_good_deal_is_no_misdeal():
    assert not is_misdeal(FAIR)
    assert not is_misdeal(deal_hole_cards(shuffled_deck(7), 10)[0])


def test_r08_an_exact_replay():
    """The same button and blinds, and another shuffle; as tables are values, nothing is to be undone."""
    table = first_hand({1, 2, 3}, button=1, seats=3)
    blinds = table.blinds(50, 100)
    deck = shuffled_deck(7)
    hands, _ = deal_hole_cards(deck, 3)
    assert is_misdeal(hands, exposed=1)
    assert table.blinds(50, 100) == blinds
    assert table.button == 1
    assert deal_hole_cards(shuffled_deck(8), 3)[0] != hands
