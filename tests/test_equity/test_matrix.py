"""Every range against every range: each number is that of a single call, whatever way was taken."""

from random import Random

import numpy as np
import pytest
from oracle import RangeEquity

from oddchip.equity import Range, calculate_equity, range_matrix, solved, sweep
from oddchip.equity.combos import COMBO_CARDS
from oddchip.evaluator import DuplicateCardError, ImpossibleSpotError, OddchipError, parse_cards

NAMES = ["22+", "A2s+", "KTs+", "QJs", "87s", "AQo+", "K9o", "54o", "T8s+", "99-66", "AsKs", "7h2c", "random"]
WEIGHTS = [0.125, 0.3, 1.0, 0.0437]


def ranges(count, seed):
    """Ranges that overlap, with weights and single combos, so that most of them name suits."""
    random = Random(seed)
    return [
        Range.from_mapping(
            {name: random.choice(WEIGHTS) for name in random.sample(NAMES, random.randint(1, 4))}
        )
        for _ in range(count)
    ]


def assert_equal_to_single_calls(matrix, rows, columns, board="", dead=""):
    for row, own in enumerate(rows):
        for column, other in enumerate(columns):
            place = row, column
            try:
                result = calculate_equity([own, other], board, dead=dead, method="exact")
            except (ImpossibleSpotError, DuplicateCardError):
                assert not matrix.possible[place]
                assert matrix.ways[place] == 0
                continue
            player = result.players[0]
            assert matrix.ways[place] == result.deals
            assert matrix.equity[place] == pytest.approx(player.equity, rel=0, abs=1e-12)
            assert matrix.win[place] == pytest.approx(player.win, rel=0, abs=1e-12)
            assert matrix.tie[place] == pytest.approx(player.tie, rel=0, abs=1e-12)


@pytest.mark.parametrize(
    ("board", "dead"),
    [
        ("Kh7d2c", ""),
        ("Kh7h2c", "As"),
        ("AhKhQh", "2c3d"),
        ("KhKdKc", ""),
        ("Kh7h2h5c", ""),
        ("ThJhQhKhAh", ""),
        ("Kh7h2c5cTd", "9s"),
        ("", ""),
    ],
)
def test_each_number_is_that_of_a_single_call(board, dead):
    own, others = ranges(7, 1), ranges(4, 2)
    assert_equal_to_single_calls(range_matrix(own, None, board, dead=dead), own, own, board, dead)
    assert_equal_to_single_calls(range_matrix(own, others, board, dead=dead), own, others, board, dead)
    assert_equal_to_single_calls(range_matrix(others, own, board, dead=dead), others, own, board, dead)


def test_one_or_two_board_cards():
    own = ["AhKh, QQ", "22:0.3, 7h2c"]
    assert_equal_to_single_calls(range_matrix(own, None, "2c3d"), own, own, "2c3d")


def test_numbers_of_plain_counting():
    """Against the oracle, which shares nothing with the package."""
    texts, board = ["AhQh, 8h7h:0.5, KsKd", "QQ:0.25, 9s9d", "AhQh, JsTs"], "Kh 9h 2c 5d"
    gone = set(parse_cards(board))
    held = []
    for text in texts:
        weights = Range.parse(text).weights
        combos = {tuple(COMBO_CARDS[combo].tolist()): weights[combo] for combo in np.flatnonzero(weights)}
        held.append({cards: weight for cards, weight in combos.items() if not gone & {*cards}})
    matrix = range_matrix(texts, None, board)
    for row, own in enumerate(held):
        for column, other in enumerate(held):
            told = RangeEquity([own, other], parse_cards(board))
            total = sum(told.outcomes.values())
            share = (told.outcomes[(1,)] + told.outcomes[(1, 2)] / 2) / total
            assert matrix.equity[row, column] == pytest.approx(share, abs=1e-12)
            assert matrix.ways[row, column] == told.deals


def test_weights_that_are_no_decimals():
    """Their sums are not exact, but the difference stays far below what anybody can see."""
    random = np.random.default_rng(5)
    own = [Range.from_array(random.random(1326) * (random.random(1326) < part)) for part in (0.02, 0.3, 1.0)]
    assert_equal_to_single_calls(range_matrix(own, None, "Kh7d2c"), own, own, "Kh7d2c")


def test_dead_cards_before_the_flop_take_the_faster_way(monkeypatch):
    own, others = ["AA", "AhKh", "AcAd:0.5"], ["QQ", "4c3c", "AcAs"]
    assert_equal_to_single_calls(range_matrix(own, others, dead="2c3d"), own, others, dead="2c3d")
    assert_equal_to_single_calls(range_matrix(own, None, dead="2c3d"), own, own, dead="2c3d")
    by_single_calls = range_matrix(own, others, dead="2c3d")
    monkeypatch.setattr(sweep, "SECONDS_A_PLAN", 1e9)
    by_sweeping = range_matrix(own, others, dead="2c3d")
    np.testing.assert_allclose(by_sweeping.equity, by_single_calls.equity, rtol=0, atol=1e-12)
    np.testing.assert_allclose(by_sweeping.tie, by_single_calls.tie, rtol=0, atol=1e-12)


def test_a_range_against_itself_and_the_other_way_round():
    matrix = range_matrix([*ranges(9, 1), "random", "AsAh"], None, "Kh7h2c")
    assert matrix.equity.diagonal()[:-3].tolist() == [0.5] * 8
    assert not matrix.possible[-1, -1]
    both = (matrix.equity + matrix.equity.T)[matrix.possible]
    np.testing.assert_allclose(both, 1.0, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(matrix.tie, matrix.tie.T)
    np.testing.assert_array_equal(matrix.ways, matrix.ways.T)
    np.testing.assert_allclose(matrix.win + matrix.tie / 2, matrix.equity, rtol=0, atol=1e-15)


@pytest.mark.parametrize("count", [1, 8, 9, 63, 64, 65, 130])
def test_any_number_of_ranges_fills_the_rows(count):
    own = ranges(count, 4)
    other = ["AK, 22+:0.5", "random"]
    matrix = range_matrix(other, own, "Kh7h2c5d")
    assert matrix.equity.shape == (2, count)
    for column in (0, count // 2, count - 1):
        alone = range_matrix(other, [own[column]], "Kh7h2c5d")
        np.testing.assert_array_equal(matrix.equity[:, column], alone.equity[:, 0])


def test_more_ranges_than_share_a_sort(monkeypatch):
    own = ranges(20, 6)
    whole = range_matrix(own, ranges(21, 7), "Kh7h2c5d")
    monkeypatch.setattr(sweep, "MOST_SWEPT", 7)
    parts = range_matrix(own, ranges(21, 7), "Kh7h2c5d")
    np.testing.assert_array_equal(whole.equity, parts.equity)


def test_impossible_pairs_are_marked():
    matrix = range_matrix(["AsAh", "KsKh"], ["AsKs", "AsAh", "QsQh", "2c2d"], "2cTh9h")
    assert matrix.possible.tolist() == [[False, False, True, False], [False, True, True, False]]
    assert np.isfinite([matrix.equity, matrix.win, matrix.tie]).all()
    assert matrix.to_json()["equity"][0][:2] == [None, None]
    assert range_matrix(["AsAh"]).possible.tolist() == [[False]]
    assert range_matrix(["AsAh"], None, "2c3c4c").ways.tolist() == [[0]]


def test_the_same_digits_on_any_number_of_threads_and_processes():
    random = np.random.default_rng(8)
    own = [Range.from_array(random.random(1326)) for _ in range(3)]
    one = range_matrix(own, None, "Kh7h2c", threads=1)
    for other in (
        range_matrix(own, None, "Kh7h2c", threads=3),
        range_matrix(own, None, "Kh7h2c", scheduler="local:2"),
    ):
        for name in ("equity", "win", "tie", "ways"):
            np.testing.assert_array_equal(getattr(other, name), getattr(one, name))


def test_pairs_one_by_one_take_as_many_threads_as_are_given(monkeypatch):
    asked = []
    monkeypatch.setattr(
        solved, "map_chunks", lambda work, chunks, threads: asked.append(threads) or [*map(work, chunks)]
    )
    dead = "".join(rank + suit for rank in "234567" for suit in "cdhs")
    range_matrix(["random"], ["random"], dead=dead, threads=1)
    assert asked == [1]


def test_only_without_b_is_a_matrix_square():
    assert range_matrix(["AA", "KK"]).is_square
    assert not range_matrix(["AA", "KK"], ["AA", "KK"]).is_square


def test_progress_goes_up_to_1():
    parts = []
    range_matrix(["AA", "random"], None, "Kh7d2c", on_progress=parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    assert len(parts) > 1


def test_names():
    matrix = range_matrix({"open": "22+", "hand": "AhKh"}, ["QsQd", Range.parse("KK, AA")], "2c7d9h")
    assert matrix.rows == ("open", "hand")
    assert matrix.columns == ("QsQd", "KK+")
    assert matrix.board == "2c7d9h"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["22+", "AAs"],), "range 2: range 'AAs': a pair cannot be suited"),
        (({"open": "AAs"},), "range 'open': range 'AAs'"),
        ((["22+"], None, "AhAh"), "on the board: card Ah is at position 0"),
        ((["22+"], None, "2c3c4c5c6c7c"), "has 6 cards"),
    ],
)
def test_errors(arguments, message):
    with pytest.raises(OddchipError, match=message):
        range_matrix(*arguments)


def test_no_ranges():
    with pytest.raises(ValueError, match="b has no ranges"):
        range_matrix(["AA"], [])
    with pytest.raises(TypeError, match="not a sequence or a dict"):
        range_matrix("AA")


def test_results_cannot_be_changed():
    matrix = range_matrix(["AA", "KK"], None, "2c7d9h")
    with pytest.raises(ValueError, match="read-only"):
        matrix.equity[0, 0] = 1.0
