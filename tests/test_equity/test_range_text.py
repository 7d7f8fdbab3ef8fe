"""Canonical range texts: short, in one order, and read back as the same range."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddchip.equity.combos import CLASSES
from oddchip.equity.ranges import Range


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("AA:0.5, KK, QQ, JJ:0.5", "AA:0.5,KK-QQ,JJ:0.5"),
        ("QQ,AA,KK", "QQ+"),
        ("AA", "AA"),
        ("22-AA", "22+"),
        ("66-99", "99-66"),
        ("KsAs", "AsKs"),
        ("KA", "AK"),
        ("AKo,AKs", "AK"),
        ("AKo:0.5,AKs", "AKs,AKo:0.5"),
        ("AKs,AQs,AJs,ATs", "ATs+"),
        ("AT+", "AT+"),
        ("A2s-A5s", "A5s-A2s"),
        ("KQs,KJs,KTs:0.5,K9s:0.5", "KJs+,KTs-K9s:0.5"),
        ("Ax", "AA,A2+"),
        ("**", "random"),
        ("random:0.25", "random:0.25"),
        ("random,!AsAh", "AsAd,AsAc,AhAd,AhAc,AdAc,KK-22,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"),
        ("7d6d,AhKd,AcKc,KcKd", "KdKc,AcKc,AhKd,7d6d"),
        # suited and offsuit in one token only where that is not longer
        ("ATs+,AJo+", "AJ+,ATs"),
        ("A2s+,A9o+", "A2s+,A9o+"),
        ("77+,ATs+,KTs+,QJs,AJo+,KQo", "77+,AJ+,ATs,KTs+,KQo,QJs"),
        # the same gap where that is shorter
        ("87s,98s,T9s,JTs", "JTs-87s"),
        ("T9s,JTs", "JTs,T9s"),
        ("T9s:0.5,JTs:0.5", "JTs-T9s:0.5"),
        ("KQ,QJ,JT", "KQ-JT"),
        ("KQo,QJo,JTo,KQs:0.5", "KQs:0.5,KQo-JTo"),
        # weights of as many digits as they need
        ("AA:0.1,KK@33,QQ:1e-5,JJ:0.333333333333333333", "AA:0.1,KK:0.33,QQ:1e-05,JJ:0.3333333333333333"),
    ],
)
def test_canonical_texts(text, canonical):
    assert str(Range.parse(text)) == canonical
    assert str(Range.parse(canonical)) == canonical


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_is_written_as_its_name(name):
    assert str(Range.parse(name)) == name


weights_of_combos = st.dictionaries(
    st.integers(0, 1325), st.floats(0, 1, exclude_min=True, allow_subnormal=True), min_size=1, max_size=60
)
weights_of_classes = st.dictionaries(st.sampled_from(CLASSES), st.sampled_from([0.25, 0.5, 1.0]), min_size=1)


def check_round_trip(range_):
    text = str(range_)
    again = Range.parse(text)
    assert again == range_
    assert str(again) == text


@given(weights_of_combos, st.sampled_from([0.0, 0.5, 1.0]))
def test_any_combos_round_trip(some, rest):
    weights = np.full(1326, rest)
    weights[list(some)] = list(some.values())
    check_round_trip(Range.from_array(weights))


@given(weights_of_classes)
def test_any_classes_round_trip(weights):
    range_ = Range.from_mapping(weights)
    check_round_trip(range_)
    assert len(str(range_)) <= len(",".join(f"{name}:{weight}" for name, weight in weights.items()))


@given(st.integers(0, 2**32 - 1), st.floats(0.001, 1))
@settings(max_examples=20)
def test_1326_weights_round_trip(seed, density):
    rng = np.random.default_rng(seed)
    weights = rng.random(1326) * (rng.random(1326) < density)
    weights[0] = 1
    check_round_trip(Range.from_array(weights))
