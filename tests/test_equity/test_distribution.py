"""How equity is spread over a range: whatever way it is cut, it must add up to the equity of the player."""

from dataclasses import replace
from math import fsum

import numpy as np
import pytest
from cases import error_saying
from hypothesis import given
from hypothesis import strategies as st

from oddchip.equity import ComboResult, calculate_equity
from oddchip.equity.combos import CLASSES, class_combos, combo_index, combo_text
from oddchip.equity.distribution import EquityCurve, class_equities, equity_curve, histogram, sorted_combos
from oddchip.evaluator import parse_cards

SPOTS = [
    pytest.param(["QQ+,AKs", "TT+,AQs+,KQs"], "Kh7h2c", id="two on a flop"),
    pytest.param(["QQ+,AKs:0.3,98s", "TT+:0.7,AQs+,KQs"], "Kh7h2c3d", id="two with weights"),
    pytest.param(["random", "22+"], "2c2d2h", id="everything"),
    pytest.param(["AhKh", "QQ+"], "Th9h2s", id="a known hand and a range"),
    pytest.param(["QQ+,AK:0.25", "TT+,AQs+", "22+:0.1,87s"], "Kh7h2c5d", id="three"),
    pytest.param(["AA,KQs", "22+,A2s+"], "Kh7h2c5dJs", id="a river"),
    pytest.param(["AA,KQs", "QQ,JTs"], "", id="before the flop"),
]
all_spots = pytest.mark.parametrize(("hands", "board"), SPOTS)


def players_of(hands, board):
    result = calculate_equity(hands, board, by_combo=True)
    return zip(result.players, result.by_combo, strict=True)


def made_up(*rows):
    """Return combos of these probabilities and equities."""
    return [
        ComboResult(combo_text(1325 - place), 1.0, probability, equity, equity, 0.0)
        for place, (probability, equity) in enumerate(rows)
    ]


made_up_combos = st.lists(
    st.tuples(st.floats(0.01, 1), st.floats(0, 1)).map(tuple), min_size=1, max_size=60
).map(lambda rows: made_up(*rows))

THREE = made_up((0.2, 0.5), (0.5, 0.25), (0.3, 1.0))


# The curve


@all_spots
def test_the_area_below_the_curve_is_the_equity(hands, board):
    for player, combos in players_of(hands, board):
        shares, equities = equity_curve(combos)
        assert shares.shape == equities.shape == (len(combos),)
        assert shares.dtype == equities.dtype == np.float64
        assert shares[-1] == 1
        assert (np.diff(shares) > 0).all()
        assert (np.diff(equities) <= 0).all()
        assert np.diff(shares, prepend=0).dot(equities) == pytest.approx(player.equity, abs=1e-12)
        assert sorted(equities.tolist()) == sorted(combo.equity for combo in combos)


def test_a_curve_by_hand():
    shares, equities = equity_curve(THREE)
    assert shares.tolist() == pytest.approx([0.3, 0.5, 1.0])
    assert equities.tolist() == [1.0, 0.5, 0.25]


@given(made_up_combos)
def test_shares_are_of_the_whole(combos):
    """Also if the probabilities do not add up to 1, such as those of a part of the combos."""
    shares, equities = equity_curve(combos)
    total = sum(combo.probability for combo in combos)
    assert shares[-1] == 1
    for place in {0, len(combos) // 2, len(combos) - 1}:
        better = sum(combo.probability for combo in combos if combo.equity > equities[place])
        as_good = sum(combo.probability for combo in combos if combo.equity >= equities[place])
        assert better / total < shares[place] + 1e-12
        assert shares[place] < as_good / total + 1e-12


def test_equities_at_shares():
    curve = equity_curve(THREE)
    assert curve.at([0, 0.1, 0.29, 0.31, 0.49, 0.51, 1]).tolist() == [1, 1, 1, 0.5, 0.5, 0.25, 0.25]
    assert curve.at(0.4) == 0.5
    assert curve.at([[0.1], [0.9]]).shape == (2, 1)
    assert EquityCurve(np.array([1.0]), np.array([0.5])).at(np.linspace(0, 1, 5)).tolist() == [0.5] * 5


@pytest.mark.parametrize("share", [-0.01, 1.01, float("nan"), [0.5, 2]])
def test_shares_outside_the_range(share):
    with error_saying(ValueError, "outside 0 to 1"):
        equity_curve(THREE).at(share)


# The histogram


@all_spots
@pytest.mark.parametrize("bins", [1, 7, 10, 20])
def test_bands_hold_what_they_say(hands, board, bins):
    for _, combos in players_of(hands, board):
        edges, masses = histogram(combos, bins)
        assert (edges.shape, masses.shape) == ((bins + 1,), (bins,))
        assert (edges[0], edges[-1]) == (0, 1)
        assert masses.sum() == pytest.approx(1, rel=1e-13)
        for low, high, mass in zip(edges[:-1], edges[1:], masses, strict=True):
            last = high == 1
            inside = [
                combo.probability
                for combo in combos
                if low <= round(combo.equity, 12) and (round(combo.equity, 12) < high or last)
            ]
            assert mass == pytest.approx(sum(inside), abs=1e-13)


def test_a_histogram_by_hand():
    edges, masses = histogram(THREE, 4)
    assert edges.tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert masses.tolist() == pytest.approx([0, 0.5, 0.2, 0.3])
    assert len(histogram(THREE).masses) == 20


def test_rounding_moves_no_combo_over_an_edge():
    combos = made_up((0.25, 0.1 + 0.2), (0.25, 0.3 - 1e-16), (0.25, 1 + 2e-16), (0.25, -0.0))
    assert histogram(combos, 10).masses.tolist() == [0.25, 0, 0, 0.5, 0, 0, 0, 0, 0, 0.25]
    for bins in range(1, 60):
        for place in range(bins):
            masses = histogram(made_up((1, place / bins), (1, np.nextafter(place / bins, 0))), bins).masses
            assert masses[place] == 1


@pytest.mark.parametrize("bins", [0, -3])
def test_no_bands(bins):
    with error_saying(ValueError, f"bins is {bins} (at least 1"):
        histogram(THREE, bins)


def test_bands_are_counted():
    with pytest.raises(TypeError):
        histogram(THREE, 2.5)


# The classes


@all_spots
def test_classes_add_up_to_the_player(hands, board):
    for player, combos in players_of(hands, board):
        classes = class_equities(combos)
        assert [*classes] == [name for name in CLASSES if name in classes]
        assert sum(row.combos for row in classes.values()) == len(combos)
        assert fsum(row.probability for row in classes.values()) == pytest.approx(1, rel=1e-13)
        for name in ("equity", "win", "tie"):
            mean = fsum(row.probability * getattr(row, name) for row in classes.values())
            assert mean == pytest.approx(getattr(player, name), rel=0, abs=1e-12)


@all_spots
def test_classes_are_the_means_of_their_combos(hands, board):
    for _, combos in players_of(hands, board):
        by_index = {combo_index(*parse_cards(combo.combo)): combo for combo in combos}
        classes = class_equities(combos)
        for name in CLASSES:
            members = [by_index[index] for index in class_combos(name).tolist() if index in by_index]
            if not members:
                assert name not in classes
                continue
            row = classes[name]
            held = [member.probability for member in members]
            assert (row.name, row.combos) == (name, len(members))
            assert row.probability == pytest.approx(sum(held), rel=1e-12)
            mean = np.average([member.equity for member in members], weights=held)
            assert row.equity == pytest.approx(mean, rel=1e-12, abs=1e-15)


def test_combos_of_a_class_count_as_they_are_held():
    """One combo of aces has nothing to beat in three of four cases: held more often, it counts for more."""
    combos = [
        ComboResult("AsAh", 1.0, 0.6, 0.5, 0.4, 0.2),
        ComboResult("AdAc", 1.0, 0.2, 1.0, 1.0, 0.0),
        ComboResult("7h2h", 0.5, 0.2, 0.25, 0.25, 0.0),
    ]
    aces, seven_deuce = class_equities(combos).values()
    assert aces.to_json() == pytest.approx(
        {"name": "AA", "combos": 2, "probability": 0.8, "equity": 0.625, "win": 0.55, "tie": 0.15}
    )
    assert (seven_deuce.name, seven_deuce.combos, seven_deuce.equity) == ("72s", 1, 0.25)


def test_all_classes():
    classes = class_equities(calculate_equity(["random", "AhKh"], "Qh7h2c", by_combo=True).by_combo[0])
    assert [*classes] == [*CLASSES]
    assert all(0 <= row.equity <= 1 and row.probability > 0 for row in classes.values())


# The order


@all_spots
@pytest.mark.parametrize(
    ("by", "field"), [("equity", "equity"), ("weight", "weight"), ("held", "probability")]
)
def test_sorted_by_each(hands, board, by, field):
    for _, combos in players_of(hands, board):
        best, worst = sorted_combos(combos, by), sorted_combos(combos, by, best_first=False)
        for ordered, sign in ((best, 1), (worst, -1)):
            assert {*ordered} == {*combos}
            assert len(ordered) == len(combos)
            numbers = [sign * round(getattr(combo, field), 12) for combo in ordered]
            assert numbers == sorted(numbers, reverse=True)


def test_equal_combos_stay_as_they_were():
    combos = made_up((0.1, 0.3), (0.1, 0.3 + 1e-16), (0.1, 0.9), (0.1, 0.1 + 0.2), (0.1, 0.3))
    first, second, best, third, fourth = combos
    assert sorted_combos(combos) == (best, first, second, third, fourth)
    assert sorted_combos(combos, best_first=False) == (first, second, third, fourth, best)
    assert sorted_combos(combos, by="held") == tuple(combos)


def test_suits_that_play_the_same_part_stand_in_their_order():
    """Spades and diamonds here: what rounding makes of equal equities decides nothing."""
    result = calculate_equity(["22+,AJs+", "22+,A2s+"], "Kh7h2c", by_combo=True)
    swap = str.maketrans("sd", "ds")
    for combos in result.by_combo:
        for best_first in (True, False):
            ordered = [combo.combo for combo in sorted_combos(combos, best_first=best_first)]
            for name in (combo.combo for combo in combos if "s" in combo.combo and "d" not in combo.combo):
                other = combo_text(combo_index(*parse_cards(name.translate(swap))))
                assert ordered.index(name) < ordered.index(other)


def test_by_weight_and_held_are_different():
    first = replace(THREE[0], weight=0.5, probability=0.9)
    second = replace(THREE[1], weight=1.0, probability=0.1)
    assert sorted_combos([first, second], "weight") == (second, first)
    assert sorted_combos([first, second], "held") == (first, second)


def test_unknown_orders():
    with error_saying(ValueError, "unknown order 'luck' (combos are sorted by equity, weight, held)"):
        sorted_combos(THREE, "luck")


# Both ends


@pytest.mark.parametrize("function", [equity_curve, histogram, class_equities, sorted_combos])
def test_no_combos(function):
    with error_saying(ValueError, "there are no combos"):
        function([])


@pytest.mark.parametrize("function", [equity_curve, histogram, class_equities, sorted_combos])
def test_combos_may_come_one_by_one(function):
    again, all_at_once = function(combo for combo in THREE), function(THREE)
    np.testing.assert_equal(again, all_at_once)


def test_one_combo():
    [combo] = made_up((1.0, 0.75))
    assert equity_curve([combo]).shares.tolist() == [1.0]
    assert histogram([combo], 2).masses.tolist() == [0.0, 1.0]
    assert [*class_equities([combo])] == ["AA"]
    assert sorted_combos([combo]) == (combo,)
