"""The same hands in other people's evaluators; each test is skipped where its peer is not installed."""

from itertools import pairwise, starmap

import numpy as np
import pytest
from cases import random_hands

from oddchip.evaluator import all_hands, evaluate_many, format_cards


def assert_agrees_with_phevaluator(hands, phevaluator):
    """Compare with phevaluator, which has the same card ids and ranks that count down from 7462."""
    theirs = np.fromiter(starmap(phevaluator.evaluate_cards, hands.tolist()), dtype=np.int64)
    np.testing.assert_array_equal(evaluate_many(hands), 7463 - theirs)


@pytest.fixture
def phevaluator():
    return pytest.importorskip("phevaluator")


def test_phevaluator_on_every_hand_of_five_cards(phevaluator):
    compared = 0
    for hands in all_hands(5, size=500_000):
        assert_agrees_with_phevaluator(hands, phevaluator)
        compared += len(hands)
    assert compared == 2_598_960


@pytest.mark.parametrize("cards", [6, 7])
def test_phevaluator_on_a_million_hands(phevaluator, cards):
    for seed in range(4):
        assert_agrees_with_phevaluator(random_hands([cards, seed], 250_000, cards), phevaluator)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_treys(cards):
    treys = pytest.importorskip("treys")
    evaluator = treys.Evaluator()
    their_card = [treys.Card.new(format_cards([card])) for card in range(52)]
    hands = random_hands(cards, 10_000, cards)
    theirs = [evaluator.evaluate([their_card[card] for card in hand], []) for hand in hands.tolist()]
    np.testing.assert_array_equal(evaluate_many(hands), 7463 - np.array(theirs))


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_eval7_puts_hands_in_the_same_order(cards):
    eval7 = pytest.importorskip("eval7")
    their_card = [eval7.Card(format_cards([card])) for card in range(52)]
    hands = random_hands(cards, 50_000, cards)
    theirs = [eval7.evaluate([their_card[card] for card in hand]) for hand in hands.tolist()]
    pairs = sorted(set(zip(evaluate_many(hands).tolist(), theirs, strict=True)))
    assert len(pairs) > 1000
    for (ours, their), (next_ours, next_their) in pairwise(pairs):
        assert ours < next_ours
        assert their < next_their
