"""Ranges whose weight lies nearly all on combos that block each other: what is left has all its digits."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from oddchip.equity import Range, calculate_equity, flop_equities, range_matrix
from oddchip.equity.combos import COMBO_CARDS
from oddchip.evaluator import format_cards

BOARDS = ["", "Th9h2c", "Th9h2c5d", "Th9h2c5d7s"]


@cache
def whole(own, other, board, dead):
    """Wins, ties and deals of two known hands, which are counted in whole numbers."""
    outcomes = calculate_equity([own, other], board, dead=dead).outcomes
    return outcomes.get((1,), 0), outcomes.get((1, 2), 0), sum(outcomes.values())


def told(own, other, board="", dead=""):
    """Equity, win and tie by fractions, pair by pair; the ranges are few combos, none on the board."""
    held = [
        [
            (format_cards(COMBO_CARDS[at].tolist()), Fraction(float(weights[at])))
            for at in np.flatnonzero(weights)
        ]
        for weights in (Range.parse(text).weights for text in (own, other))
    ]
    wins = ties = total = Fraction(0)
    for first, weight in held[0]:
        for second, opposed in held[1]:
            if {first[:2], first[2:]} & {second[:2], second[2:]}:
                continue
            won, tied, deals = whole(first, second, board, dead)
            wins += weight * opposed * won
            ties += weight * opposed * tied
            total += weight * opposed * deals
    return [float(each / total) for each in (wins + ties / 2, wins, ties)] if total else None


def ranges_with(weight):
    return [
        f"AcAd:{weight},KcKd",
        "KcKh",
        f"AcAh:{weight},KcKh",
        f"AcAd:{weight},KcKd:0.37,KcQd",
        "KcKh:0.1234567,KcJd",
    ]


@pytest.mark.parametrize("weight", ["1e-100", "1e-12", "1e-9", "1e-6", "1e-4", "0.00301", "0.0123456"])
@pytest.mark.parametrize("board", BOARDS)
def test_pairs_that_weigh_little(weight, board):
    ranges = ranges_with(weight)
    square, other = range_matrix(ranges, None, board), range_matrix(ranges, ranges[::-1], board)
    assert square.equity.diagonal()[0] == 0.5
    for row, own in enumerate(ranges):
        for column, opponent in enumerate(ranges):
            expected = told(own, opponent, board)
            if expected is None:
                assert not square.possible[row, column]
                continue
            player = calculate_equity([own, opponent], board, method="exact").players[0]
            for each in (
                [player.equity, player.win, player.tie],
                [values[row, column] for values in (square.equity, square.win, square.tie)],
                [values[row, -1 - column] for values in (other.equity, other.win, other.tie)],
            ):
                np.testing.assert_allclose(each, expected, rtol=0, atol=1e-12)


def test_with_dead_cards_before_the_flop():
    ranges = ["AcAd:1e-9,KcKd", "KcKh"]
    matrix = range_matrix(ranges, None, dead="2c3d")
    np.testing.assert_allclose(matrix.equity[0, 1], told(*ranges, dead="2c3d")[0], rtol=0, atol=1e-12)


@pytest.mark.parametrize("board", BOARDS)
def test_products_too_small_for_a_float(board):
    """Only the two combos of 1e-200 can be held at once, whose product of weights is nothing in floats."""
    own, other = "AcKc, QcJd:1e-200", "AcQc, KcJs:1e-200"
    expected = whole("QcJd", "KcJs", board, "")
    equity = (expected[0] + expected[1] / 2) / expected[2]
    assert calculate_equity([own, other], board).players[0].equity == pytest.approx(equity, abs=1e-12)
    assert range_matrix([own], [other], board).equity[0, 0] == pytest.approx(equity, abs=1e-12)
    assert range_matrix([own, other], None, board).equity[0, 1] == pytest.approx(equity, abs=1e-12)


def test_whole_numbers_lose_nothing():
    own = "AcAd:0.0001,KcKd"
    matrix = range_matrix([own], ["KcKh"], "Th9h2c")
    assert matrix.equity[0, 0] == calculate_equity(["AcAd", "KcKh"], "Th9h2c").players[0].equity


@pytest.mark.parametrize("weight", ["1e-100", "1e-9"])
def test_combos_that_meet_little(weight):
    """KcKh meets only what weighs little, QsQd the rest."""
    result = calculate_equity([f"AcAd:{weight},KcKd", "KcKh,QsQd"], "Th9h2c", by_combo=True)
    combo = next(each for each in result.by_combo[1] if each.combo == "KhKc")
    expected = calculate_equity(["KcKh", "AcAd"], "Th9h2c").players[0].equity
    assert combo.equity == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("weight", ["1e-100", "1e-9"])
def test_three_players(weight):
    hands = [f"AcAd:{weight},KcKd", "KcKh", "QsQd:0.12345,QsQh"]
    left = ["AcAd", "KcKh", "QsQd:0.12345,QsQh"]
    for player, expected in zip(
        calculate_equity(hands, "Th9h2c").players, calculate_equity(left, "Th9h2c").players, strict=True
    ):
        assert player.equity == pytest.approx(expected.equity, abs=1e-12)


def test_flops():
    hands = ["AcAd:1e-9,KcKd", "KcKh"]
    table, expected = flop_equities(hands), flop_equities(["AcAd", "KcKh"])
    shown = {flop.flop: flop.equities[0] for flop in expected.flops}
    assert len(table.flops) > 1_000
    for flop in table.flops:
        own = calculate_equity(hands, flop.flop).players[0].equity
        assert flop.equities[0] == pytest.approx(own, abs=1e-12)
        assert flop.equities[0] == pytest.approx(shown.get(flop.flop, own), abs=1e-12)
    assert table.players[0].equity == pytest.approx(expected.players[0].equity, abs=1e-12)
