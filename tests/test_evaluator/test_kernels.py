"""The kernels themselves: each of them against the oracle, compiled and as plain Python.

Which kernel evaluates seven cards depends on the processor, so both are called here by name.
"""

from itertools import combinations

import numpy as np
import oracle
import pytest
from cases import flush_hands, random_hands, straight_flush_hands

from oddchip.equity import _kernels as _equity_kernels
from oddchip.equity import (
    _kernels_boards,
    _kernels_field,
    _kernels_flops,
    _kernels_holdings,
    _kernels_joint,
    _kernels_matrix,
    _kernels_order,
    _kernels_patterns,
    _kernels_preflop,
    _kernels_three,
    _kernels_totals,
    _kernels_walk,
    _kernels_widest,
    field,
    flop_solving,
    holdings,
    parse_spot,
    preflop,
    sweep,
    symmetry,
    three,
    two,
    widest,
)
from oddchip.equity.combos import COMBO_CARDS
from oddchip.equity.flop_lists import FLOPS, all_flops
from oddchip.equity.known import outcomes_of, suited_ranks
from oddchip.evaluator import _kernels, _kernels_simd, _kernels_sweep, evaluate, parse_cards
from oddchip.evaluator.tables import load_tables

MODULES = [
    _kernels,
    _kernels_simd,
    _kernels_sweep,
    _equity_kernels,
    _kernels_boards,
    _kernels_field,
    _kernels_flops,
    _kernels_holdings,
    _kernels_joint,
    _kernels_matrix,
    _kernels_order,
    _kernels_patterns,
    _kernels_preflop,
    _kernels_three,
    _kernels_totals,
    _kernels_walk,
    _kernels_widest,
]
CALLERS = [field, flop_solving, holdings, preflop, sweep, symmetry, three, two, widest]
"""Modules that call kernels of ranges."""
KERNELS = {
    f"{module.__name__}.{name}": value
    for module in MODULES
    for name, value in vars(module).items()
    if hasattr(value, "py_func") and value.py_func.__module__ == module.__name__
}

needs_simd = pytest.mark.skipif(
    not _kernels_simd.is_supported(),
    reason="this processor lacks " + ", ".join(_kernels_simd.NEEDED_FEATURES),
)
seven_card_kernels = pytest.mark.parametrize(
    "seven_cards",
    [
        pytest.param(_kernels.evaluate_seven_card_hands, id="scalar"),
        pytest.param(_kernels_simd.evaluate_seven_card_hands_simd, id="simd", marks=needs_simd),
    ],
)
makers = pytest.mark.parametrize("make", [random_hands, flush_hands, straight_flush_hands])
UNTOUCHED = 9999


def untouched(count):
    return np.full(count, UNTOUCHED, dtype=np.uint16)


@seven_card_kernels
@makers
@pytest.mark.parametrize("count", [1, 15, 16, 17, 31, 1000, 1025])
def test_seven_cards_agree_with_the_oracle(seven_cards, make, count):
    hands = make(count, count, 7)
    out = untouched(count)
    assert seven_cards(hands, 0, count, load_tables(), True, out) == -1
    assert out.tolist() == [oracle.strength(hand) for hand in hands.tolist()]


@needs_simd
@makers
def test_simd_and_scalar_kernel_agree(make):
    hands = make(7, 20_011, 7)
    scalar, simd = untouched(len(hands)), untouched(len(hands))
    _kernels.evaluate_seven_card_hands(hands, 0, len(hands), load_tables(), False, scalar)
    _kernels_simd.evaluate_seven_card_hands_simd(hands, 0, len(hands), load_tables(), False, simd)
    np.testing.assert_array_equal(simd, scalar)


@seven_card_kernels
@pytest.mark.parametrize("check", [True, False])
def test_a_stretch_of_hands_is_evaluated_and_no_other(seven_cards, check):
    hands = np.concatenate([random_hands(1, 700, 7), flush_hands(2, 700, 7)])
    expected = np.array([evaluate(hand) for hand in hands.tolist()])
    for start, end in ((0, 0), (3, 3), (5, 6), (1, 17), (100, 1237), (1399, 1400), (0, 1400)):
        out = untouched(len(hands))
        assert seven_cards(hands, start, end, load_tables(), check, out) == -1
        np.testing.assert_array_equal(out[start:end], expected[start:end])
        assert (out[:start] == UNTOUCHED).all()
        assert (out[end:] == UNTOUCHED).all()


@seven_card_kernels
@pytest.mark.parametrize("faulty", [0, 15, 16, 511, 512, 600, 639, 640, 649])
def test_the_first_faulty_hand_is_returned(seven_cards, faulty):
    for fault in ("twice", "no card"):
        hands = random_hands(faulty, 650, 7)
        for row in (faulty, 649):
            hands[row, 6] = hands[row, 0] if fault == "twice" else 52
        assert seven_cards(hands, 0, 650, load_tables(), True, untouched(650)) == faulty
        assert _kernels.first_faulty_hand(hands, 0, 650) == faulty
        assert _kernels.first_faulty_hand(hands, 0, faulty) == -1


@pytest.mark.parametrize("cards", [5, 6])
@makers
def test_five_and_six_cards_agree_with_the_oracle(make, cards):
    hands = make(cards, 1001, cards)
    out = untouched(1001)
    assert _kernels.evaluate_hands(hands, load_tables(), True, out) == -1
    assert out.tolist() == [oracle.strength(hand) for hand in hands.tolist()]


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_pair_of_equal_columns_is_found(cards):
    for first, second in combinations(range(cards), 2):
        for card in range(52):
            hand = [other for other in range(52) if other != card][:cards]
            hand[first] = hand[second] = card
            assert _kernels.first_faulty_hand(np.array([hand], dtype=np.uint8), 0, 1) == 0


@pytest.fixture
def ran(monkeypatch):
    """Put plain Python in the place of every kernel; the names of those that ran so."""
    names = set()
    plain = {}

    def recorded(name, function):
        def run(*arguments):
            names.add(name)
            # Compiled code wraps around in silence; offsets below zero rely on it.
            with np.errstate(over="ignore"):
                return function(*arguments)

        return run

    for name, kernel in KERNELS.items():
        plain[kernel] = recorded(name, kernel.py_func)
    for module in MODULES + CALLERS:
        for name, value in list(vars(module).items()):
            if hasattr(value, "py_func") and value in plain:
                monkeypatch.setattr(module, name, plain[value])
        if hasattr(module, "lowest_bit"):
            monkeypatch.setattr(module, "lowest_bit", lambda bits: (int(bits) & -int(bits)).bit_length() - 1)
    return names


def run_evaluator():
    for cards, make in ((5, random_hands), (6, flush_hands), (7, random_hands), (7, flush_hands)):
        hands = make(cards, 40, cards)
        out = untouched(40)
        if cards < 7:
            faulty = _kernels.evaluate_hands(hands, load_tables(), True, out)
        else:
            faulty = _kernels.evaluate_seven_card_hands(hands, 0, 40, load_tables(), True, out)
        assert faulty == -1
        assert out.tolist() == [oracle.strength(hand) for hand in hands.tolist()]


def run_list_of_hands():
    hands = np.empty((10, 5), dtype=np.uint8)
    assert _kernels_sweep.list_hands(np.arange(46, 51), hands) == 6
    assert hands[:6].tolist() == [[*hand] for hand in combinations(range(46, 52), 5)]


def run_equity():
    # A dozen cards are left, of every suit, so that a suited hand, an offsuit one and the board make flushes.
    hands = [parse_cards(hand) for hand in ("AhKh", "Ts9d", "7c7h")]
    left = parse_cards("2h3h4h 5h6h 8s Js Qs 8d Jd Qd 9c")
    dead = tuple(set(range(52)) - {card for cards in (*hands, left) for card in cards})
    expected = oracle.outcomes(hands, dead=dead)
    assert sum(expected.values()) == 792

    live = np.array([[4 * rank + suit in left for rank in range(13)] for suit in range(4)])
    tally = np.zeros(8, dtype=np.int64)
    # int64 hands: a NumPy uint8 that is shifted left stays one, where compiled code widens it.
    _kernels_patterns.tally_patterns(np.array(hands), live, suited_ranks(), load_tables(), tally)
    assert outcomes_of(tally, 3) == expected

    for known in (0, 4, 5):
        board, deck = left[:known], left[known:]
        tally = np.zeros(8, dtype=np.int64)
        arrays = [np.array(cards, dtype=np.uint8) for cards in (hands, board, deck)]
        _equity_kernels.tally_boards(*arrays, load_tables(), tally)
        assert outcomes_of(tally, 3) == oracle.outcomes(hands, board, dead)


RANGES = (
    # Both suited and offsuit, with a range that is the same in all suits but clubs; then three, with weights.
    (["AhKh,7h6h,QsQd", "QQ,Th9h:0.5"], "2h4h5h"),
    (["AhKh,7h6h,QsQd", "QQ,Th9h:0.5", "8h7d,KsKd:0.25,AhQh"], "2h4h5h8c"),
    (["AhKh,7h6h", "QhJh,8s8d:0.3"], ""),
)


def solve_ranges():
    """Return what each path that can run finds in a few small spots, as arrays."""
    found = []
    for hands, board in RANGES:
        # Only a dozen cards or so may come, hearts among them.
        left = parse_cards("3h8hKhJh9h 2c4c8c Ad9d")
        spot = parse_spot(hands, board)
        held = {*np.flatnonzero(spot.weights.any(axis=0)).tolist()}
        cards = {card for combo in held for card in COMBO_CARDS[combo].tolist()}
        dead = tuple(card for card in range(52) if card not in {*left, *cards, *spot.board})
        spot = spot._replace(dead=dead)
        around = field.make_field(spot.weights, (*spot.board, *dead))
        kept = np.array([field.bits_of(spot.board), field.bits_of(dead)], dtype=np.uint64)
        group = symmetry.spot_symmetry(spot.weights, around.combos, kept)
        listed = holdings.holdings_of(around, 1000)
        solved = []
        if board:
            solved.append(holdings.by_boards(spot, around, listed, group, 1))
            solved.append(widest.by_widest(spot, around, widest.widest_of(around, 10_000), group, 1))
        else:
            solved.append(holdings.by_patterns(spot, around, listed, group))
        if board and len(hands) == 2:
            solved += [two.by_totals(spot, around, group, 1), two.by_combos(spot, around, group, 1)]
            ranges = sweep.Ranges(spot.weights[:1], spot.weights[1:], spot.board, dead, is_square=False)
            found += sweep.by_sweeping(ranges, spot.boards_per_deal, map, None)
        if board and len(hands) == 3:
            solved += [three.by_walking(spot, around, group, 1, detail=True)]
        for each in solved:
            found += [np.array([each.outcomes.get(who, 0) for who in sorted(solved[0].outcomes)])]
            found += [array for array in (each.combos, each.categories) if array is not None]
    found += flops_of(spot)
    first, second = (parse_spot(["AsAh,KdQd:0.5", "7h7d,AcKc"], "").weights[player] for player in range(2))
    found.append(np.array(preflop.weigh_ranges(first, second, np.arange(1))))
    found.append(preflop.weigh_combos(first, second))
    return found


def flops_of(spot):
    """Return what two players have on the flops of a few boards, and can hold on some flops."""
    walk = flop_solving.Walk(spot.weights, spot.dead, np.arange(FLOPS, dtype=np.int32) % 7 - 1, 6)
    boards = flop_solving.list_boards_of((), spot.dead, np.arange(1))
    around = flop_solving.make_field(spot.weights, spot.dead)
    joint = np.empty(9)
    flop_solving.weigh_flops(all_flops()[::2500], around, around.weights, joint)
    return [flop_solving.walk_piece(walk, field.Boards(boards.cards[::50], boards.counts[::50])), joint]


@pytest.fixture(scope="module")
def compiled_ranges():
    return solve_ranges()


def plain_fields(monkeypatch):
    """Give kernels int64 where a NumPy uint8 shifted left would stay one, as compiled code does not."""
    make_field, list_boards = field.make_field, field.list_boards_of

    def wide_field(weights, blocked):
        made = make_field(weights, blocked)
        return made._replace(cards=made.cards.astype(np.int64), slots=made.slots.astype(np.int64))

    def wide_boards(board, dead, group):
        listed = list_boards(board, dead, group)
        return listed._replace(cards=listed.cards.astype(np.int64))

    for module in CALLERS:
        for name, function in (("make_field", wide_field), ("list_boards_of", wide_boards)):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, function)


def run_ranges(expected):
    for found, compiled in zip(solve_ranges(), expected, strict=True):
        np.testing.assert_allclose(found, compiled, rtol=1e-13)


def test_every_kernel_gives_the_same_as_plain_python(compiled_ranges, ran, monkeypatch):
    plain_fields(monkeypatch)
    run_ranges(compiled_ranges)
    run_evaluator()
    run_list_of_hands()
    run_equity()
    of_vector_instructions = f"{_kernels_simd.__name__}.evaluate_seven_card_hands_simd"
    assert ran == set(KERNELS) - {of_vector_instructions}
