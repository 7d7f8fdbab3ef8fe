"""Exact equity of ranges against the oracle, which plays every holding on every board."""

from random import Random

import numpy as np
import oracle
import pytest

from oddchip.equity import calculate_equity
from oddchip.equity.combos import COMBOS, combo_index, combo_text
from oddchip.evaluator import format_cards

BOARD_AND_COMBOS = {5: (12, 9), 4: (9, 6), 3: (3, 2)}
"""Cards on the board: the most combos of a range with two players, and with three."""


def random_spot(seed, players, board_size, *, combos, weighted, dead):
    """Return ranges that share cards, a board and dead cards; a spot that can be dealt."""
    random = Random(f"{seed} {players} {board_size}")
    while True:
        # Few ranks, so that ranges share cards and hands tie.
        deck = random.sample(range(52), 52)
        board, dead_cards = tuple(deck[:board_size]), tuple(deck[board_size : board_size + dead])
        pool = random.sample(deck, 9)
        ranges = []
        for _ in range(players):
            hands = {tuple(sorted(random.sample(pool, 2))) for _ in range(random.randint(1, combos))}
            ranges.append({hand: random.choice([0.25, 0.5, 1.0]) if weighted else 1 for hand in hands})
        if next(oracle.joint_holdings(ranges, {*board, *dead_cards}), None):
            return ranges, board, dead_cards


def as_weights(hands):
    weights = np.zeros(COMBOS)
    for hand, weight in hands.items():
        weights[combo_index(*hand)] = weight
    return weights


def check(ranges, board, dead, *, whole):
    """Compare everything that a result says with the oracle."""
    expected = oracle.RangeEquity(ranges, board, dead)
    total = sum(expected.outcomes.values())
    result = calculate_equity(
        [as_weights(hands) for hands in ranges],
        board,
        dead=dead,
        method="exact",
        by_combo=True,
        categories=True,
        threads=1,
    )
    plain = calculate_equity([as_weights(hands) for hands in ranges], board, dead=dead, method="exact")
    for found in (result, plain):
        assert found.deals == expected.deals
        if whole:
            assert dict(found.outcomes) == dict(expected.outcomes)
        assert set(found.outcomes) == set(expected.outcomes)
        for winners, probability in found.outcome_probabilities.items():
            assert probability == pytest.approx(expected.outcomes[winners] / total, rel=1e-12)
    for place, player in enumerate(result.players):
        rows = expected.combos[place]
        assert player.equity == pytest.approx(
            sum(row[1] for row in rows.values()) / total, rel=1e-12, abs=1e-15
        )
        assert player.win == pytest.approx(sum(row[2] for row in rows.values()) / total, rel=1e-12, abs=1e-15)
        assert player.tie == pytest.approx(sum(row[3] for row in rows.values()) / total, rel=1e-12, abs=1e-15)
        found = {combo.combo: combo for combo in result.by_combo[place]}
        assert set(found) == {combo_text(combo_index(*hand)) for hand in rows}
        largest = max(weight for hand, weight in ranges[place].items() if not {*board, *dead} & set(hand))
        for hand, (weight, share, won, tied) in rows.items():
            combo = found[combo_text(combo_index(*hand))]
            assert combo.weight == pytest.approx(ranges[place][hand] / largest)
            assert combo.probability == pytest.approx(weight / total, rel=1e-12)
            assert combo.equity == pytest.approx(share / weight, rel=1e-11, abs=1e-13)
            assert combo.win == pytest.approx(won / weight, rel=1e-11, abs=1e-13)
            assert combo.tie == pytest.approx(tied / weight, rel=1e-11, abs=1e-13)
        chances = {name: weight / total for name, weight in expected.categories[place].items()}
        for name, chance in result.categories[place].items():
            assert chance == pytest.approx(chances.get(name, 0), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("board_size", [5, 4])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_late_boards(players, board_size, weighted, seed):
    combos = BOARD_AND_COMBOS[board_size][min(players, 3) - 2]
    ranges, board, dead = random_spot(
        seed, players, board_size, combos=combos, weighted=weighted, dead=seed % 4
    )
    check(ranges, board, dead, whole=not weighted)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("players", [2, 3])
def test_flops(players, weighted, seed):
    combos = BOARD_AND_COMBOS[3][players - 2]
    ranges, board, dead = random_spot(seed, players, 3, combos=combos, weighted=weighted, dead=20)
    check(ranges, board, dead, whole=not weighted)


@pytest.mark.parametrize("board_size", [0, 1, 2])
@pytest.mark.parametrize("players", [2, 3])
def test_early_boards_with_most_cards_dead(players, board_size):
    ranges, board, dead = random_spot(
        7, players, board_size, combos=2, weighted=True, dead=52 - board_size - 2 * players - 11
    )
    check(ranges, board, dead, whole=False)


def many_small_spots(count):
    """Return spots on a complete board or a turn, as small as can be, for number."""
    for seed in range(count):
        random = Random(seed)
        players = random.choice([2, 2, 3])
        weighted = random.random() < 0.5
        size = random.choice([5, 5, 4])
        yield (*random_spot(seed, players, size, combos=4, weighted=weighted, dead=seed % 3), weighted)


def test_five_hundred_small_spots():
    for ranges, board, dead, weighted in many_small_spots(500):
        expected = oracle.RangeEquity(ranges, board, dead)
        result = calculate_equity([as_weights(hands) for hands in ranges], board, dead=dead, threads=1)
        where = format_cards(board), ranges
        assert result.deals == expected.deals, where
        assert set(result.outcomes) == set(expected.outcomes), where
        if not weighted:
            assert dict(result.outcomes) == dict(expected.outcomes), where
        total = sum(expected.outcomes.values())
        for winners, probability in result.outcome_probabilities.items():
            assert probability == pytest.approx(expected.outcomes[winners] / total, rel=1e-12), where


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_players(players, seed):
    """Up to three combos each, of fifteen cards; every third spot has no weights."""
    random = Random(f"{seed} {players}")
    ranges = board = dead = ()
    while not ranges or not next(oracle.joint_holdings(ranges, {*board, *dead}), None):
        deck = random.sample(range(52), 52)
        board, dead = tuple(deck[: 4 + seed % 2]), tuple(deck[5:7])
        ranges = [
            {
                tuple(sorted(random.sample(deck[7:22], 2))): random.choice([0.25, 0.3, 1.0])
                if seed % 3
                else 1
                for _ in range(random.randint(1, 3))
            }
            for _ in range(players)
        ]
    check(ranges, board, dead, whole=seed % 3 == 0)
