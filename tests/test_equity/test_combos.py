"""Combos and classes: their order, their names, and which combos make a class."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from cases import error_saying
from hypothesis import given
from hypothesis import strategies as st

from oddchip.equity.combos import (
    CLASS_OF_COMBO,
    CLASSES,
    COMBO_CARDS,
    COMBOS,
    class_combos,
    class_name,
    combo_index,
    combo_text,
)
from oddchip.evaluator import CardError, DuplicateCardError, parse_cards

RANKS = "AKQJT98765432"


def test_every_pair_of_cards_has_its_own_index():
    pairs = sorted(combinations(range(52), 2), key=lambda pair: (pair[1], pair[0]))
    assert len(pairs) == COMBOS == 1326
    assert [combo_index(*pair) for pair in pairs] == list(range(1326))
    assert COMBO_CARDS.tolist() == [list(pair) for pair in pairs]


@given(st.integers(0, 51), st.integers(0, 51))
def test_the_order_of_the_cards_is_nothing(first, second):
    if first != second:
        assert (
            combo_index(first, second) == combo_index(second, first) == combo_index(np.uint8(first), second)
        )


@pytest.mark.parametrize("card", [-1, 52, np.int64(1000)])
def test_what_is_not_a_card_has_no_index(card):
    with error_saying(CardError, f"{card} is not a card id"):
        combo_index(0, card)


def test_one_card_twice_is_no_combo():
    with error_saying(DuplicateCardError, "card As is the first and the second card of a combo"):
        combo_index(51, 51)


@pytest.mark.parametrize(
    ("index", "text"),
    [
        (0, "2d2c"),
        (1325, "AsAh"),
        (combo_index(45, 50), "AhKd"),
        (combo_index(50, 48), "AhAc"),
        (combo_index(4, 3), "3c2s"),
    ],
)
def test_the_higher_card_is_written_first(index, text):
    assert combo_text(index) == text


def test_texts_are_read_back_as_the_same_combo():
    for index in range(COMBOS):
        assert combo_index(*parse_cards(combo_text(index))) == index


def test_classes_stand_in_a_grid():
    names = [
        high + high if high == low else high + low + "s" if row < column else low + high + "o"
        for row, high in enumerate(RANKS)
        for column, low in enumerate(RANKS)
    ]
    assert list(CLASSES) == names
    assert CLASSES[:3] == ("AA", "AKs", "AQs")
    assert CLASSES[13:15] == ("AKo", "KK")
    assert len(set(CLASSES)) == 169


def test_sizes_of_the_classes():
    sizes = Counter((name[2:], len(class_combos(name))) for name in CLASSES)
    assert sizes == {("", 6): 13, ("s", 4): 78, ("o", 12): 78}


def test_each_combo_is_in_the_class_that_its_cards_say():
    for index, (low, high) in enumerate(COMBO_CARDS.tolist()):
        suffix = "" if low >> 2 == high >> 2 else "s" if low & 3 == high & 3 else "o"
        name = class_name(high >> 2, low >> 2, suffix)
        assert CLASSES[CLASS_OF_COMBO[index]] == name
        assert index in class_combos(name)


@pytest.mark.parametrize("name", ["AK", "KAs", "AAs", "", "aks"])
def test_other_names_are_refused(name):
    with error_saying(CardError, repr(name), "AA, AKs and AKo"):
        class_combos(name)


def test_arrays_are_read_only_bytes():
    for array, shape in ((COMBO_CARDS, (1326, 2)), (CLASS_OF_COMBO, (1326,))):
        assert array.dtype == np.uint8
        assert array.shape == shape
        assert not array.flags.writeable
    assert not class_combos("AKs").flags.writeable
