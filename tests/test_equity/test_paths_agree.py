"""Every way to an exact answer against every other that applies, and with any number of threads.

The planner takes one of them; here each is called by its name.
"""

from collections import Counter
from random import Random

import numpy as np
import pytest

from oddchip.equity import Range, calculate_equity, holdings, three, two, widest
from oddchip.equity.breakdowns import whole_outcomes
from oddchip.equity.exact import field_and_symmetry
from oddchip.equity.known import outcomes_of, tally_known_hands
from oddchip.equity.spot import Spot, parse_spot

MOST = 3000
MOST_AT_ONCE = 100_000


def random_range(random, *, weighted):
    """A range of some classes and some single combos, so that it is neither symmetric nor small."""
    names = random.sample(["22+", "A2s+", "KTs+", "QJs", "87s", "AQo+", "K9o", "54o", "T8s+", "99-66"], 3)
    combos = Range.full().to_mapping()
    single = random.sample(sorted(combos), 5)
    weights = dict.fromkeys([*names, *single], 1.0)
    if weighted:
        weights |= {name: random.choice([0.125, 0.3, 1.0]) for name in weights}
    return Range.from_mapping(weights)


def answers(spot, *, with_walks=True):
    """What every way that applies says, by its name."""
    field, group = field_and_symmetry(spot)
    solved = {}
    if len(spot.names) == 2:
        if not spot.board and not spot.dead:
            solved["table"] = two.by_table(spot, group, detail=True)
        if with_walks:
            solved["totals"] = two.by_totals(spot, field, group, 1)
            solved["combos"] = two.by_combos(spot, field, group, 2)
    if len(spot.names) == 3 and with_walks:
        solved["two heroes"] = three.by_walking(spot, field, group, 1, detail=False)
        solved["three heroes"] = three.by_walking(spot, field, group, 2, detail=True)
    found = holdings.holdings_of(field, MOST)
    if found is not None:
        if not spot.board:
            solved["patterns"] = holdings.by_patterns(spot, field, found, group)
        else:
            solved["boards"] = holdings.by_boards(spot, field, found, group, 1)
    if spot.board:
        listed = widest.widest_of(field, MOST_AT_ONCE)
        if listed is not None:
            solved["widest"] = widest.by_widest(spot, field, listed, group, 1)
    return solved


def compare(spot, solved):
    assert len(solved) >= 2
    reference = next(iter(solved.values()))
    total = sum(reference.outcomes.values())
    if spot.is_whole:
        whole = whole_outcomes(spot, reference)
        for each in solved.values():
            assert whole_outcomes(spot, each) == whole
    for each in solved.values():
        for winners in set(reference.outcomes) | set(each.outcomes):
            expected = reference.outcomes.get(winners, 0)
            assert each.outcomes.get(winners, 0) == pytest.approx(expected, abs=1e-12 * total)
    rows = [each.combos for each in solved.values() if each.combos is not None]
    for other in rows[1:]:
        np.testing.assert_allclose(other, rows[0], rtol=1e-11, atol=1e-12 * total)
    categories = [each.categories for each in solved.values() if each.categories is not None]
    categories = [each for each in categories if each.any()]  # two heroes do not count them
    for other in categories[1:]:
        np.testing.assert_allclose(other, categories[0], rtol=1e-12)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("board", ["Kh7h2c", "Kh7h2c9d", "8h8d8c8s2c"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_many_players_whose_ranges_share_cards(players, board, seed):
    """Each joint holding on its own, and all combos of one player at once."""
    random = Random(f"{players} {board} {seed}")
    combos = [
        name
        for name in sorted(Range.full().to_mapping())
        if name[0] in "AK" and name[2] in "AKQ" and "Kh" not in name  # which is on a board
    ]
    weights = [1] if seed % 2 else [1, 1, 0.3, 1e-5]
    ranges = [
        Range.from_mapping({name: random.choice(weights) for name in random.sample(combos, held)})
        for held in random.choices([1, 3, 9], k=players)
    ]
    # Of a million deals the sum one by one is right to 1e-11 only, if weights are no whole numbers.
    spot = parse_spot(["random" if players == 3 and seed % 2 else ranges[0], *ranges[1:]], board)
    field, group = field_and_symmetry(spot)
    listed, at_once = holdings.holdings_of(field, 100_000), widest.widest_of(field, 1_000_000)
    assert at_once.holdings == len(listed.weights)
    solved = {
        "boards": holdings.by_boards(spot, field, listed, group, 1),
        "widest": widest.by_widest(spot, field, at_once, group, 2),
    }
    assert solved["widest"].holdings == solved["boards"].holdings
    if not at_once.holdings:
        return
    compare(spot, solved)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("board_size", [3, 4, 5])
@pytest.mark.parametrize("players", [2, 3])
def test_random_ranges_after_the_flop(players, board_size, seed):
    random = Random(f"{players} {board_size} {seed}")
    deck = random.sample(range(52), 52)
    ranges = [random_range(random, weighted=seed % 2 == 1) for _ in range(players)]
    board, dead = deck[:board_size], deck[board_size : board_size + seed % 3]
    spot = parse_spot(ranges, board, dead)
    compare(spot, answers(spot))


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["random", "random"], "Kh7h2c", ""),
        (["random", "random"], "Kh7h2c9h", "As"),
        (["random", "random"], "Kh7h2h9hAh", ""),
        (["22+,A2s+", "random"], "8h8d8c8s2c", ""),
        (["A2s+,KQo:0.5", "22+", "random"], "2c4c5c", ""),
    ],
)
def test_wide_ranges_on_boards_of_every_kind(hands, board, dead):
    spot = parse_spot(hands, board, dead)
    compare(spot, answers(spot))


@pytest.mark.parametrize(
    ("hands", "dead"),
    [
        (["QQ+,AK", "TT+,AQs+"], ""),
        (["AhKh", "QQ+"], ""),
        (["AA,KQs:0.3", "99,AsKd"], ""),
        (["QQ,AsKs", "JJ,AKo"], "2c"),
        (["QQ,AsKs", "JJ,AhKd,7h6h"], "2c3d"),
        (["AA,KK", "KK,QQ", "QQ,AA"], ""),
        (["AsAh,KsQs", "KdKc,7h7d", "AdQd,JsTs:0.5"], "2c2d2h"),
    ],
)
def test_before_the_flop(hands, dead):
    spot = parse_spot(hands, "", dead)
    compare(spot, answers(spot))


@pytest.mark.parametrize("board", ["2c", "2c3d"])
def test_boards_of_one_and_two_cards(board):
    spot = parse_spot(["AA,KsQs", "22:0.5,KdQd,98s"], board)
    compare(spot, answers(spot))


def test_wide_ranges_before_the_flop_by_table_and_by_walking():
    spot = parse_spot(["22+,A2s+,KTs+", "random"])
    field, group = field_and_symmetry(spot)
    table = two.by_table(spot, group, detail=False)
    assert whole_outcomes(spot, two.by_totals(spot, field, group, 2)) == whole_outcomes(spot, table)


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["QQ+,AK:0.3", "22+,A2s+:0.7"], "Kh7h2c"),
        (["QQ+,AK:0.3", "22+:0.1", "A2s+:0.7"], "Kh7h2c"),
        (["QQ,AK:0.3", "22:0.1", "A2s:0.7", "98s"], "Kh7h"),
    ],
)
def test_the_number_of_threads_changes_no_digit(hands, board):
    results = [
        calculate_equity(hands, board, by_combo=True, categories=True, next_card=True, threads=threads)
        for threads in (1, 2, 3)
    ]
    printed = [result.to_json() | {"elapsed_s": 0} for result in results]
    assert printed[0] == printed[1] == printed[2]


@pytest.mark.parametrize(
    ("hands", "dead"),
    [
        (["AA", "KK", "QJs", "T9"], ""),
        (["AK", "QQ:0.5,JJ", "T9s", "AQs"], "2c7d"),
        (["AhAd,AsAc", "KhKd,KsKc", "QhJh,QsJd", "Th9c,Td9d", "8h7h,8c7s", "6s5s,6d5h"], "2c"),
        (["2h2d,2s2c", "AhKd,AsKc", "AdKs", "QhJh,QsJd", "Th9c,Td9d", "8h7h,8c7s", "6s5s,6d5h"], "QcQd7c"),
    ],
)
def test_patterns_are_shared_by_holdings_as_if_each_were_counted_alone(hands, dead):
    """With up to seven players, who have more ways to be suited than are remembered."""
    spot = parse_spot(hands, dead=dead)
    field, group = field_and_symmetry(spot)
    found = holdings.holdings_of(field, 100_000)
    shared = holdings.by_patterns(spot, field, found, group)
    alone = Counter()
    for places, weight in zip(found.places[::7], found.weights[::7], strict=True):
        known = Spot([tuple(field.cards[place].tolist()) for place in places], spot.board, spot.dead)
        for winners, boards in outcomes_of(tally_known_hands(known), len(hands)).items():
            alone[winners] += weight * boards
    part = holdings.Holdings(found.places[::7], found.weights[::7])
    nothing_alike = np.zeros(1, dtype=np.int64)
    assert holdings.by_patterns(spot, field, part, nothing_alike).outcomes == alone
    assert sum(shared.outcomes.values()) == found.weights.sum() * spot.boards_per_deal
