"""Holdings are drawn from the joint distribution of all players, compared with a list of all of them."""

import importlib
from dataclasses import replace

import numpy as np
import oracle
import pytest
from cases import error_saying

from oddchip.equity import combo_index, make_sampler, parse_spot, sample_holdings
from oddchip.equity.combos import COMBO_CARDS, COMBOS
from oddchip.equity.dealing import MOST_IN_CACHE, MOST_LISTED, make_dealing
from oddchip.equity.spot import Spot
from oddchip.evaluator import ImpossibleSpotError

MILLIONTH = 4.753
"""Beyond it lies a millionth of the normal distribution on each side."""
LEAST_EXPECTED = 10
MOST_GROUPS = 499
FEW_LEFT = [*range(5, 36)]
"""Dead cards, from 3d to Ts."""


def chi_square_bounds(freedom):
    """Return between which values chi-square is, but for two millionths of all cases.

    E. B. Wilson and M. M. Hilferty, "The distribution of chi-square", 1931.
    """
    part = 2 / (9 * freedom)
    return tuple(freedom * (1 - part + side * part**0.5) ** 3 for side in (-MILLIONTH, MILLIONTH))


def as_ranges(spot):
    return spot.with_ranges() if isinstance(spot, Spot) else spot


def numbers_of(combos):
    """Return a number for each joint holding of up to six players, different for different ones."""
    numbers = np.zeros(len(combos), dtype=np.uint64)
    for column in combos.T:
        numbers = numbers * np.uint64(COMBOS) + column.astype(np.uint64)
    return numbers


def all_holdings(spot):
    """Return the numbers of all joint holdings, in increasing order, and their probabilities."""
    spot = as_ranges(spot)
    ranges = [
        {tuple(COMBO_CARDS[combo].tolist()): weights[combo] for combo in np.flatnonzero(weights)}
        for weights in spot.weights
    ]
    index = {cards: combo_index(*cards) for hands in ranges for cards in hands}
    listed = [
        ([index[hand] for hand in hands], weight)
        for hands, weight in oracle.joint_holdings(ranges, {*spot.board, *spot.dead})
    ]
    numbers = numbers_of(np.array([combos for combos, _ in listed]))
    weights = np.array([weight for _, weight in listed])
    order = np.argsort(numbers)
    return numbers[order], weights[order] / weights.sum()


def cells_of(combos, numbers):
    """Return the place of each drawn holding in the list of all, in which it has to be."""
    found = numbers_of(combos)
    cells = np.searchsorted(numbers, found)
    assert (numbers[np.minimum(cells, len(numbers) - 1)] == found).all()
    return cells


def chi_square(cells, chances):
    """Return Pearson's chi-square of how often each cell was found."""
    expected = len(cells) * chances
    assert expected.min() >= LEAST_EXPECTED
    counts = np.bincount(cells, minlength=len(chances))
    return ((counts - expected) ** 2 / expected).sum()


def weighted_chi_square(cells, weights, chances):
    """Return the same for draws with weights, of which only the sums should be as the chances say.

    By how much a draw raises the sum of a cell above its part of all sums is nothing on average; the square
    of the mean of these, in units of their covariance, is chi-square with a degree less than there are cells.
    """
    sums = np.bincount(cells, weights, minlength=len(chances))
    squares = np.bincount(cells, weights**2, minlength=len(chances))
    excess = sums - chances * sums.sum()
    mixed = np.outer(squares, chances)
    covariance = np.diag(squares) - mixed - mixed.T + squares.sum() * np.outer(chances, chances)
    return excess[:-1] @ np.linalg.solve(covariance[:-1, :-1], excess[:-1])


def sizes_of_blocks(dealing):
    """Return the number of players and of rows of each block that is drawn at once."""
    return [*zip(np.diff(dealing.block_seats).tolist(), np.diff(dealing.block_rows).tolist(), strict=True)]


def check_by_counting(spot, count):
    """Compare how often each joint holding is drawn; all of them have to count the same."""
    numbers, chances = all_holdings(spot)
    drawn = sample_holdings(spot, count, seed=1)
    assert drawn.combos.shape == (count, len(spot.names))
    assert (drawn.weights == 1).all()
    low, high = chi_square_bounds(len(chances) - 1)
    assert low < chi_square(cells_of(drawn.combos, numbers), chances) < high


def check_by_weights(spot, count):
    """Compare the weight of the joint holdings that are drawn, many of them taken together."""
    numbers, chances = all_holdings(spot)
    drawn = sample_holdings(spot, count, seed=1)
    assert drawn.weights.shape == (count,)
    assert (drawn.weights > 0).all()
    assert drawn.weights.min() < drawn.weights.max()
    cells = cells_of(drawn.combos, numbers)
    places = np.arange(len(numbers))
    for grouping in (places % MOST_GROUPS, places * MOST_GROUPS // len(numbers)):
        _, groups = np.unique(grouping, return_inverse=True)
        low, high = chi_square_bounds(groups.max())
        found = weighted_chi_square(groups[cells], drawn.weights, np.bincount(groups, chances))
        assert low < found < high


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        pytest.param(["AA", "AK"], "", id="unweighted"),
        pytest.param(["AA,22:0.5", "AK:0.25,A2"], "", id="weighted"),
        pytest.param(["AA,22:0.5", "AK:0.25,A2"], "Ah2c9d", id="weighted, on a flop"),
        pytest.param(["AA,KK", "AA,KK:0.25", "AK,QQ:0.1"], "", id="three players"),
        pytest.param(["AA,KQs", "KK,AQs", "QQ:0.3,AKs", "AA:0.5,JJ"], "", id="four players"),
        pytest.param(["AhKh", "AA,KK,QQ:0.5", "AK,JJ"], "", id="beside a known hand"),
    ],
)
def test_joint_holdings_that_are_listed(hands, board):
    spot = parse_spot(hands, board)
    ((_, rows),) = sizes_of_blocks(make_dealing(spot, weighted=False))
    assert rows == len(all_holdings(spot)[0])
    check_by_counting(spot, 500_000)


@pytest.mark.parametrize(
    ("hands", "count"),
    [
        pytest.param(["36%", "22+,A2+,K2+,Q2s+,Q8o+:0.5"], 5_000_000, id="too many to be listed"),
        pytest.param(["22+,A2s+,KTs+,QJs", "22+:0.5,A2s+,KTs+:0.2"], 1_500_000, id="few thrown away"),
        pytest.param(["AA,KK,QQ", "JJ,TT", "99:0.5,88"], 500_000, id="none thrown away"),
        pytest.param(["99+", "88+,AJs:0.5", "AK,KQs"], 2_000_000, id="three players"),
    ],
)
def test_holdings_of_each_player_on_its_own(hands, count):
    spot = parse_spot(hands)
    blocks = sizes_of_blocks(make_dealing(spot, weighted=False))
    assert [players for players, _ in blocks] == [1] * len(hands)
    check_by_counting(spot, count)


def test_a_listed_pair_beside_a_range_too_large_to_be_listed():
    spot = parse_spot(["AK,QQ+", "AK:0.5,QQ+", "22+,A2s+,KTs+,QJs,ATo+,KTo+"])
    assert np.count_nonzero(spot.weights, axis=1).prod() > MOST_LISTED
    assert [players for players, _ in sizes_of_blocks(make_dealing(spot, weighted=False))] == [2, 1]
    check_by_counting(spot, 5_000_000)


def test_a_long_list_of_joint_holdings_of_which_few_fit():
    spot = parse_spot(["AK,KQ,AQ:0.3"] * 3)
    ((players, rows),) = sizes_of_blocks(make_dealing(spot, weighted=False))
    assert players == 3
    assert MOST_IN_CACHE < rows == len(all_holdings(spot)[0])
    check_by_counting(spot, 8_000_000)


@pytest.mark.parametrize(
    ("hands", "board", "dead", "count"),
    [
        pytest.param(["AA", "random"], "", "", 500_000, id="beside a range"),
        pytest.param(["AA", "random"], "Ad7h2c", "AcKsKd", 200_000, id="beside one hand that is left"),
        pytest.param(["AA,AKs", "random", "KK:0.3,AQs"], "", "", 5_000_000, id="between two ranges"),
        pytest.param(["AhKh", "random"], "QsQd2c", "", 100_000, id="beside a known hand"),
        pytest.param(
            ["random", "AhKh,AsKs:0.5", "random"], "2c2d2h2s3c", FEW_LEFT, 1_000_000, id="two of them"
        ),
    ],
)
def test_holdings_with_players_who_may_hold_any_two_cards(hands, board, dead, count):
    check_by_counting(parse_spot(hands, board, dead), count)


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param(["KK-JJ"] * 6, id="every card is held"),
        pytest.param(["KK,QQ:0.5,JJ:0.25"] * 6, id="every card is held, weighted"),
        pytest.param(["QQ+:0.3,AK"] * 5, id="five players"),
    ],
)
def test_holdings_that_have_weights(hands):
    """So few deals of combos fit together that each is weighted by what was free."""
    spot = parse_spot(hands)
    assert make_sampler(spot, seed=1).dealing.is_weighted
    check_by_weights(spot, 1_000_000)


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param(["AA,22:0.5", "AK:0.25,A2"], id="two players"),
        pytest.param(["AA,KK", "AA,KK:0.25", "AK,QQ:0.1"], id="three players"),
        pytest.param(["AhKh", "AA,KK,QQ:0.5", "random:0.01,AK,JJ"], id="beside a known hand"),
        pytest.param(["AA,AKs", "KK:0.3,AQs", "random"], id="beside any two cards"),
        pytest.param(["AA", "AA,QQ:0.1", "AA,KK:0.02,JJ:0.01"], id="with hardly anything free"),
    ],
)
def test_weighted_holdings_where_there_is_no_need_of_weights(monkeypatch, hands):
    def make_weighting_sampler(spot, *, seed):
        sampler = make_sampler(spot, seed=seed)
        assert not sampler.dealing.is_weighted
        return replace(sampler, dealing=make_dealing(as_ranges(spot), weighted=True))

    module = importlib.import_module("oddchip.equity.drawn_holdings")
    monkeypatch.setattr(module, "make_sampler", make_weighting_sampler)
    check_by_weights(parse_spot(hands), 1_000_000)


def test_known_hands_are_held():
    drawn = sample_holdings(parse_spot(["AhKh", "QsQd"]), 5)
    assert drawn.combos.tolist() == [[combo_index(50, 46), combo_index(43, 41)]] * 5
    assert drawn.weights.tolist() == [1.0] * 5


def test_the_seed_sets_the_holdings():
    spot = parse_spot(["AA", "random", "AK"])
    drawn, again, other = (sample_holdings(spot, 5000, seed=seed) for seed in (1, 1, 2))
    assert (drawn.combos == again.combos).all()
    assert (drawn.combos != other.combos).any()
    assert (sample_holdings(spot, 5000).combos != sample_holdings(spot, 5000).combos).any()


def test_any_number_of_holdings():
    spot = parse_spot(["AA", "AK"])
    for count in (0, 1, 4095, 4096, 10_000):
        drawn = sample_holdings(spot, count, seed=1)
        assert (drawn.combos.shape, drawn.weights.shape) == ((count, 2), (count,))
    with error_saying(ValueError, "count is -1", "negative"):
        sample_holdings(spot, -1)
    with error_saying(ValueError, "seed is -1", "negative"):
        sample_holdings(spot, 1, seed=-1)
    with error_saying(ImpossibleSpotError, "no deal is possible"):
        sample_holdings(parse_spot(["AA", "AA", "AA"]), 1)
