"""Ranges as objects: made from texts, mappings and arrays, put together, and looked at."""

import pickle

import numpy as np
import pytest
from cases import error_saying
from hypothesis import assume, given
from hypothesis import strategies as st

from oddchip.equity.combos import CLASSES, combo_index
from oddchip.equity.ranges import Range
from oddchip.evaluator import CardError, ImpossibleSpotError, RangeSyntaxError, parse_cards

weights_of_classes = st.dictionaries(
    st.sampled_from(CLASSES), st.sampled_from([0.25, 0.5, 1.0]), min_size=1, max_size=80
)
some_ranges = weights_of_classes.map(Range.from_mapping)


def test_numbers_of_a_range():
    range_ = Range.parse("AA:0.5,KK,AsKs:0.25")
    assert len(range_) == 13
    assert range_.total_weight == 9.25
    assert range_.percent == pytest.approx(100 * 9.25 / 1326)


def test_all_hands():
    full = Range.full()
    assert (len(full), full.total_weight, full.percent) == (1326, 1326.0, 100.0)
    assert full == Range.parse("random")


def test_weights_stand_in_the_order_of_combos():
    weights = Range.parse("AhKd:0.5,QQ").weights
    assert weights.shape == (1326,)
    assert weights.dtype == np.float64
    assert weights[combo_index(*parse_cards("AhKd"))] == 0.5
    assert weights.sum() == 6.5


def test_weights_cannot_be_changed():
    array = np.ones(1326)
    range_ = Range.from_array(array)
    array[:] = 0.5
    assert range_.total_weight == 1326
    with pytest.raises(ValueError, match="read-only"):
        range_.weights[0] = 0.5
    with pytest.raises(AttributeError):
        range_.weights = array
    assert array.flags.writeable


def test_from_mapping():
    assert Range.from_mapping({"AhKd": 0.5, "QQ": 1}) == Range.parse("AhKd:0.5,QQ")
    assert Range.from_mapping({"QQ+": np.float32(0.5), "99-88": 1.0}) == Range.parse("QQ+:0.5,99-88")


def test_a_later_entry_of_a_mapping_overrides_an_earlier_one():
    assert Range.from_mapping({"AK": 1.0, "AKs": 0.5, "AsKs": 0.0}) == Range.parse("AKo,AKs:0.5,!AsKs")


@pytest.mark.parametrize(
    ("mapping", "parts"),
    [
        ({"AhKd": 1.5}, ["'AhKd'", "a weight of 1.5", "write a weight from 0 to 1"]),
        ({"AA": 1.0, "KK": -0.1}, ["'KK'", "a weight of -0.1"]),
        ({"AA": float("nan")}, ["'AA'", "a weight of nan"]),
        ({"AAs": 1.0}, ["range 'AAs': a pair cannot be suited (position 2); write 'AA'"]),
        ({"AA,KK": 1.0}, ["'AA,KK'", "unknown character ','"]),
        ({"AA:0.5": 1.0}, ["unknown character ':'"]),
        ({"!AA": 1.0}, ["unknown character '!'"]),
        ({"": 1.0}, ["range ''", "not a hand"]),
        ({}, ["an empty range", "1326 weights from 0 to 1"]),
        ({"AA": 0.0}, ["an empty range"]),
    ],
)
def test_mappings_that_are_no_range(mapping, parts):
    with error_saying(RangeSyntaxError, *parts):
        Range.from_mapping(mapping)


@pytest.mark.parametrize("mapping", [{"AA": "0.5"}, {"AA": None}, {51: 1.0}])
def test_mappings_of_other_things(mapping):
    with pytest.raises(TypeError, match="is not a text with a number"):
        Range.from_mapping(mapping)


def test_from_array():
    assert Range.from_array([1] * 1326) == Range.full()
    assert Range.from_array(np.ones(1326, dtype=np.float32)) == Range.full()
    assert Range.from_array(Range.parse("AA:0.5").weights) == Range.parse("AA:0.5")


def test_minus_zero_is_zero():
    weights = Range.parse("AA").weights
    assert hash(Range.from_array(np.where(weights > 0, weights, -0.0))) == hash(Range.parse("AA"))


def array_with(weight):
    weights = np.ones(1326)
    weights[combo_index(51, 45)] = weight
    return weights


@pytest.mark.parametrize(
    ("weights", "parts"),
    [
        (array_with(1.0000001), ["a weight of 1.0000001 for AsKd"]),
        (array_with(-0.5), ["a weight of -0.5 for AsKd"]),
        (array_with(np.nan), ["a weight of nan for AsKd"]),
        (array_with(np.inf), ["a weight of inf for AsKd"]),
        (np.ones(169), ["weights of shape (169,)"]),
        (np.ones((1, 1326)), ["weights of shape (1, 1326)"]),
        (1.0, ["weights of shape ()"]),
        (np.zeros(1326), ["an empty range"]),
    ],
)
def test_arrays_that_are_no_range(weights, parts):
    with error_saying(RangeSyntaxError, *parts, "(a range is 1326 weights from 0 to 1, one of them above 0)"):
        Range.from_array(weights)


@pytest.mark.parametrize(
    ("weights", "message"),
    [("AA", r"Range\.parse"), (np.ones(1326, dtype=complex), "complex"), ([None] * 1326, "object")],
)
def test_arrays_of_other_things(weights, message):
    with pytest.raises(TypeError, match=message):
        Range(weights)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Range.parse("AA:0.5,KK") | Range.parse("AA:0.75,QQ:0.25"), "AA:0.75,KK,QQ:0.25"),
        (Range.parse("AA:0.5,KK") & Range.parse("AA:0.75,KK:0.25,QQ"), "AA:0.5,KK:0.25"),
        (Range.parse("QQ+:0.5") - Range.parse("KK:0.1"), "AA:0.5,QQ:0.5"),
        (Range.parse("AK") - Range.parse("AKs"), "AKo"),
        (Range.parse("AA") - Range.parse("KK"), "AA"),
        (~Range.parse("random,!AA"), "AA"),
        (~Range.parse("random,!AA,KK:0.75"), "AA,KK:0.25"),
        (Range.parse("QQ+").without("As"), "AhAd,AhAc,AdAc,KK-QQ"),
        (Range.parse("AA:0.5").without(["Ah", "Ac"]), "AsAd:0.5"),
        (Range.parse("AA").without(""), "AA"),
    ],
)
def test_ranges_put_together(result, expected):
    assert result == Range.parse(expected)


@pytest.mark.parametrize(
    ("combine", "message"),
    [
        (lambda: Range.parse("AA") & Range.parse("KK"), "the ranges have no combo in common"),
        (lambda: Range.parse("AA") - Range.parse("KK+"), "no combo is left"),
        (lambda: ~Range.full(), "the complement of all combos is empty"),
        (lambda: Range.parse("AA").without("As Ah Ad"), "no combo of the range is left without As Ah Ad"),
    ],
)
def test_nothing_left(combine, message):
    with error_saying(ImpossibleSpotError, message):
        combine()


def test_other_types_are_no_ranges():
    for combine in ("__or__", "__and__", "__sub__", "__eq__"):
        assert getattr(Range.parse("AA"), combine)("AA") is NotImplemented
    with pytest.raises(TypeError):
        Range.parse("AA") | "KK"
    assert Range.parse("AA") != "AA"


def test_without_takes_cards_only():
    with pytest.raises(CardError):
        Range.parse("AA").without("Ax")


@given(some_ranges, some_ranges)
def test_laws_of_sets(first, second):
    assert first | second == second | first
    assert first | first == first & first == first
    assert (first | second) & first == first
    assert ~~first == first  # 0.25, 0.5 and 1 are exact, and never is every class in


@given(some_ranges, some_ranges)
def test_a_difference_has_no_combo_of_what_is_taken_out(first, second):
    both = first | second
    assume(len(both) > len(second))
    assert len(both - second) == len(both) - len(second)
    assert not ((both - second).weights * second.weights).any()


def test_equal_ranges_have_equal_hashes():
    assert Range.parse("QQ+,AK") == Range.parse("AKo,AKs,QQ,KK,AA")
    assert len({Range.parse("QQ+,AK"), Range.parse("AKo,AKs,QQ,KK,AA"), Range.parse("QQ+")}) == 2
    assert Range.parse("AA") != Range.parse("AA:0.5")


def test_to_mapping_begins_with_the_highest():
    mapping = Range.parse("AKs:0.5,AA,2c2d,3c2s").to_mapping()
    assert list(mapping) == [
        *("AsAh", "AsAd", "AsAc", "AsKs", "AhAd", "AhAc", "AhKh", "AdAc", "AdKd", "AcKc", "3c2s", "2d2c")
    ]
    assert mapping["AsKs"] == 0.5
    assert type(mapping["AsAh"]) is float


@given(some_ranges)
def test_mappings_and_pickles_round_trip(range_):
    assert Range.from_mapping(range_.to_mapping()) == range_
    again = pickle.loads(pickle.dumps(range_))
    assert again == range_
    assert not again.weights.flags.writeable


def test_grid_has_the_mean_weight_of_each_class():
    grid = Range.parse("AA,AKs:0.5,AsKh,72o:0.25").grid()
    expected = np.zeros((13, 13))
    expected[0, 0], expected[0, 1], expected[1, 0], expected[12, 7] = 1, 0.5, 1 / 12, 0.25
    assert grid.tolist() == expected.tolist()
    assert (Range.full().grid() == 1).all()


def test_repr_makes_the_range_again():
    range_ = Range.parse("QQ+,AKs:0.5")
    assert repr(range_) == "Range.parse('QQ+,AKs:0.5')"
    assert eval(repr(range_)) == range_
