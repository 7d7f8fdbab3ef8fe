"""Pot odds against numbers that books give, against the definition, and where nothing can be said."""

from fractions import Fraction

import pytest
from cases import error_saying
from hypothesis import given
from hypothesis import strategies as st

from oddchip.equity import calculate_equity
from oddchip.equity.odds import pot_odds

equities = st.floats(0, 1)
pots = st.floats(0, 1e9)
calls = st.floats(1e-6, 1e9)


@pytest.mark.parametrize(
    ("bet", "needed"),
    [
        pytest.param(Fraction(1, 3), Fraction(1, 5), id="a third of the pot"),
        pytest.param(Fraction(1, 2), Fraction(1, 4), id="half the pot"),
        pytest.param(Fraction(2, 3), Fraction(2, 7), id="two thirds of the pot"),
        pytest.param(Fraction(1), Fraction(1, 3), id="the pot"),
        pytest.param(Fraction(2), Fraction(2, 5), id="twice the pot"),
    ],
)
def test_equities_that_a_bet_asks_for(bet, needed):
    odds = pot_odds(0.3, pot=float(90 + 90 * bet), call=float(90 * bet))
    assert odds.needed_equity == pytest.approx(float(needed), rel=1e-15)


def test_the_numbers_of_a_call():
    """50 into a pot of 100: with 35 % the call wins 200 in 35 of 100 cases, and costs 50 in all of them."""
    odds = pot_odds(0.35, pot=150, call=50)
    assert (odds.equity, odds.pot, odds.call) == (0.35, 150.0, 50.0)
    assert odds.needed_equity == 0.25
    assert odds.ratio == 3.0
    assert odds.edge == pytest.approx(0.1)
    assert odds.expected_value == pytest.approx(20)
    assert (odds.std_error, odds.pays) == (0.0, True)


@given(equities, pots, calls)
def test_what_a_call_is_worth_is_wins_less_costs(equity, pot, call):
    odds = pot_odds(equity, pot, call)
    wins_and_costs = Fraction(equity) * Fraction(pot) - (1 - Fraction(equity)) * Fraction(call)
    assert odds.expected_value == pytest.approx(float(wins_and_costs), abs=1e-15 * 4 * (pot + call))
    assert 0 < odds.needed_equity <= 1
    needed = Fraction(call) / (Fraction(pot) + Fraction(call))
    if odds.pays is None:
        assert abs(Fraction(equity) - needed) < 2e-12
    else:
        assert odds.pays is (Fraction(equity) > needed)
        assert odds.pays is (wins_and_costs > 0)


@given(pots, calls, st.floats(0.01, 100))
def test_the_unit_does_not_matter(pot, call, unit):
    ours, other = pot_odds(0.4, pot, call), pot_odds(0.4, pot * unit, call * unit)
    assert other.needed_equity == pytest.approx(ours.needed_equity, rel=1e-12)
    assert other.expected_value == pytest.approx(ours.expected_value * unit, abs=1e-12 * (pot + call) * unit)


@pytest.mark.parametrize(
    ("equity", "pot", "call"), [(0.25, 75, 25), (1 / 3, 2, 1), (0.1, 0.9, 0.1), (1, 0, 5)]
)
def test_breaking_even_neither_pays_nor_costs(equity, pot, call):
    odds = pot_odds(equity, pot, call)
    assert odds.pays is None
    assert odds.expected_value == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("equity", "pays"), [(0.2299, False), (0.2301, None), (0.25, None), (0.2699, None), (0.2701, True)]
)
def test_within_two_standard_errors_a_sample_says_nothing(equity, pays):
    odds = pot_odds(equity, pot=150, call=50, std_error=0.01)
    assert odds.pays is pays
    assert odds.std_error == 2.0  # of an equity, times the 200 that it is a share of


def test_results_go_straight_in():
    player = calculate_equity(["AhKh", "QsQd"], "Th9h2c").players[0]
    odds = pot_odds(player.equity, pot=300, call=100, std_error=player.std_error)
    assert odds.pays is True
    assert odds.expected_value == player.equity * 400 - 100


def test_as_json():
    assert pot_odds(0.5, 150, 50, std_error=0.125).to_json() == {
        "equity": 0.5,
        "pot": 150.0,
        "call": 50.0,
        "ratio": 3.0,
        "needed_equity": 0.25,
        "edge": 0.25,
        "expected_value": 50.0,
        "std_error": 25.0,
        "pays": None,
    }


@pytest.mark.parametrize(
    ("numbers", "parts"),
    [
        ({"equity": 1.01}, ["equity is 1.01", "0 to 1"]),
        ({"equity": -0.01}, ["equity is -0.01"]),
        ({"equity": float("nan")}, ["equity is nan", "finite"]),
        ({"pot": -1}, ["pot is -1, which is negative"]),
        ({"pot": float("inf")}, ["pot is inf", "finite"]),
        ({"pot": 1.7e308, "call": 1.7e308}, ["pot and call", "too large"]),
        ({"call": 0}, ["call is 0, which is not above 0"]),
        ({"call": -5.5}, ["call is -5.5, which is not above 0"]),
        ({"call": float("nan")}, ["call is nan"]),
        ({"std_error": -0.1}, ["std_error is -0.1, which is negative"]),
        ({"std_error": float("inf")}, ["std_error is inf"]),
    ],
)
def test_numbers_that_are_no_call(numbers, parts):
    with error_saying(ValueError, *parts):
        pot_odds(**{"equity": 0.5, "pot": 100, "call": 50, **numbers})


def test_texts_are_no_numbers():
    with pytest.raises(TypeError):
        pot_odds("0.5", 100, 50)
