"""Boards, one of each class under permutations of the suits, and the permutations that change no spot."""

from collections import Counter
from itertools import combinations, permutations
from math import comb
from random import Random

import numpy as np
import pytest

from oddchip.equity import parse_spot
from oddchip.equity._kernels_boards import list_all_boards
from oddchip.equity.combos import COMBO_CARDS, COMBOS
from oddchip.equity.field import bits_of, board_count, list_boards_of, make_field
from oddchip.equity.symmetry import all_permutations, moved_combos, spot_symmetry

EVERY_PERMUTATION = np.arange(24)
PERMUTATIONS = [*permutations(range(4))]


def renamed(cards, suits):
    return tuple(sorted(card // 4 * 4 + suits[card % 4] for card in cards))


def groups():
    """Groups of permutations, by generators: none, an exchange, two exchanges, three suits, a cycle, all."""
    generators = {
        "nothing": [],
        "an exchange": [(1, 0, 2, 3)],
        "two exchanges": [(1, 0, 2, 3), (0, 1, 3, 2)],
        "both at once": [(1, 0, 3, 2)],
        "a turn of three": [(1, 2, 0, 3)],
        "three suits": [(1, 0, 2, 3), (0, 2, 1, 3)],
        "a turn of four": [(1, 2, 3, 0)],
        "double exchanges": [(1, 0, 3, 2), (2, 3, 0, 1)],
        "all": [(1, 0, 2, 3), (1, 2, 3, 0)],
    }
    for name, given in generators.items():
        group = {(0, 1, 2, 3)}
        while True:
            members = [*group, *given]
            more = {tuple(one[two[suit]] for suit in range(4)) for one in members for two in members}
            if more <= group:
                break
            group |= more
        yield pytest.param(sorted(group), id=f"{name} ({len(group)})")


def numbers_of(group):
    return np.array([PERMUTATIONS.index(suits) for suits in group])


def test_the_permutations():
    assert [tuple(suits) for suits in all_permutations().tolist()] == PERMUTATIONS
    assert PERMUTATIONS[0] == (0, 1, 2, 3)


def test_what_permutations_make_of_combos():
    moved = moved_combos()
    index_of = {tuple(cards): index for index, cards in enumerate(COMBO_CARDS.tolist())}
    for number, suits in enumerate(PERMUTATIONS):
        assert moved[number].tolist() == [index_of[renamed(cards, suits)] for cards in COMBO_CARDS.tolist()]
    assert not moved.flags.writeable


def listed(deck, missing, group):
    """Return, by board, how many boards it stands for."""
    room = comb(len(deck), missing)
    boards, counts = np.empty((room, missing), dtype=np.uint8), np.empty(room, dtype=np.int32)
    permutations_ = np.array(group, dtype=np.int64)
    found = list_all_boards(missing, np.array(deck, dtype=np.uint8), permutations_, boards, counts)
    # Where there is too little room, boards are counted all the same.
    assert (
        list_all_boards(missing, np.array(deck, dtype=np.uint8), permutations_, boards[:0], counts[:0])
        == found
    )
    by_board = dict(zip(map(tuple, boards[:found].tolist()), counts[:found].tolist(), strict=True))
    assert len(by_board) == found
    return by_board


@pytest.mark.parametrize(("missing", "classes"), [(1, 13), (2, 169), (3, 1755), (4, 16_432), (5, 134_459)])
def test_c018_sets_of_cards(missing, classes):
    boards = listed(range(52), missing, PERMUTATIONS)
    assert len(boards) == classes
    assert sum(boards.values()) == comb(52, missing)


def test_c016_c018_boards_of_five():
    boards = list_boards_of((), (), EVERY_PERMUTATION)
    assert len(boards.counts) == len(boards.cards) == 134_459
    assert boards.counts.sum() == 2_598_960
    assert list_boards_of((), (0, 1), EVERY_PERMUTATION[:1]).counts.sum() == 2_118_760
    assert list_boards_of((0, 1), (4, 5), numbers_of([(0, 1, 2, 3), (1, 0, 2, 3)])).counts.sum() == comb(
        48, 3
    )


@pytest.mark.parametrize("missing", [1, 2, 3])
@pytest.mark.parametrize("group", [*groups()])
def test_each_board_is_the_least_of_its_class_and_stands_for_all(group, missing):
    """Every combination of cards in exactly one class, found by renaming it in every way."""
    deck = [*range(8), *range(20, 52)]
    classes = Counter(min(renamed(cards, suits) for suits in group) for cards in combinations(deck, missing))
    assert listed(deck, missing, group) == classes


@pytest.mark.parametrize("missing", [1, 2, 3])
def test_boards_begin_with_the_given_cards(missing):
    board, dead = (51, 50, 47, 3)[: 5 - missing], (10, 11)
    boards = list_boards_of(board, dead, EVERY_PERMUTATION[:1])
    assert (boards.cards[:, : 5 - missing] == board).all()
    deck = [card for card in range(52) if card not in {*board, *dead}]
    assert {*map(tuple, boards.cards[:, 5 - missing :].tolist())} == {*combinations(deck, missing)}
    assert (boards.counts == 1).all()


@pytest.mark.parametrize("group", [*groups()])
def test_boards_of_five_from_few_cards(group):
    dead = tuple(range(20))
    deck = range(20, 52)
    boards = list_boards_of((), dead, numbers_of(group))
    assert boards.counts.sum() == comb(32, 5)
    for cards, count in Random(1).sample(
        [*zip(boards.cards.tolist(), boards.counts.tolist(), strict=True)], 300
    ):
        images = {renamed(cards, suits) for suits in group}
        assert min(images) == tuple(cards)
        assert len(images) == count
        assert set(cards) <= set(deck)
    assert len({tuple(cards) for cards in boards.cards.tolist()}) == len(boards.counts)


def test_boards_of_the_same_ranks_stand_together():
    boards = list_boards_of((), (), EVERY_PERMUTATION)
    ranks = [tuple(cards) for cards in (boards.cards >> 2).tolist()]
    runs = [ranks[0], *(ranks[i] for i in range(1, len(ranks)) if ranks[i] != ranks[i - 1])]
    assert len(set(runs)) == len(runs) == 6175  # C009


def test_a_complete_board_is_the_only_one():
    boards = list_boards_of((3, 1, 4, 15, 9), (20, 21), EVERY_PERMUTATION[:1])
    assert boards.cards.tolist() == [[3, 1, 4, 15, 9]]
    assert boards.counts.tolist() == [1]


def test_about_how_many_boards():
    """The estimate that the planner and the first try to list boards use."""
    for board, dead, group in (((), (), EVERY_PERMUTATION), ((0, 1, 2), (), [0]), ((0,), (50,), [0])):
        listed = len(list_boards_of(board, dead, np.array(group)).counts)
        assert listed <= board_count(board, dead, len(group)) <= 1.4 * listed + 500


def naive_symmetry(spot):
    """Return the permutations that leave board, dead cards and all weights as they are, by trying each."""
    index_of = {tuple(cards): index for index, cards in enumerate(COMBO_CARDS.tolist())}
    kept = []
    for number, suits in enumerate(PERMUTATIONS):
        if any(renamed(cards, suits) != tuple(sorted(cards)) for cards in (spot.board, spot.dead)):
            continue
        target = [index_of[renamed(cards, suits)] for cards in COMBO_CARDS.tolist()]
        if np.array_equal(spot.weights, spot.weights[:, target]):
            kept.append(number)
    return kept


def group_of(spot):
    field = make_field(spot.weights, (*spot.board, *spot.dead))
    return spot_symmetry(
        spot.weights, field.combos, np.array([bits_of(spot.board), bits_of(spot.dead)], dtype=np.uint64)
    ).tolist()


@pytest.mark.parametrize(
    ("hands", "board", "dead", "size"),
    [
        (["random", "random"], "", "", 24),
        (["QQ+,AKs", "22+"], "", "", 24),
        (["QQ+,AKs", "AhAs"], "", "", 4),
        (["random", "random"], "2c", "", 6),
        (["random", "random"], "2c2d", "", 4),
        (["random", "random"], "2c3d4h", "", 1),
        (["random", "random"], "2c3c4h", "", 2),
        (["random", "random"], "2c3c4c", "", 6),
        (["random", "random"], "2c2d2h2s", "", 24),
        (["random", "random"], "2c", "2d", 2),
        (["random", "random"], "2c2d", "3c3d", 4),
        (["random", "random"], "2c2d", "3c4d", 2),
        (["AcKc,AdKd", "22+"], "", "", 4),
        (["AcKc,AdKd:0.5", "22+"], "", "", 2),
        (["AcKd", "AdKc"], "", "", 2),
        (["AcKd,AdKc", "QQ"], "", "", 4),
        (["AcKd,KhQs", "AdKc,KsQh", "random"], "", "", 1),
        (["AcKd,AdKh,AhKc", "QQ"], "", "", 3),
    ],
)
def test_symmetry_of_spots(hands, board, dead, size):
    spot = parse_spot(hands, board, dead)
    spot = spot if hasattr(spot, "weights") else spot.with_ranges()
    assert group_of(spot) == naive_symmetry(spot)
    assert len(group_of(spot)) == size


@pytest.mark.parametrize("seed", range(40))
def test_symmetry_of_random_spots(seed):
    """Ranges made of images of a few combos under a random subgroup, so that there is some symmetry."""
    random = Random(seed)
    own = random.sample(PERMUTATIONS, 1 + seed % 2)
    weights = np.zeros((2 + seed % 2, COMBOS))
    for player in range(len(weights)):
        for combo in random.sample(range(COMBOS), 3):
            orbit = {combo}
            for _ in range(24):
                orbit |= {int(moved_combos()[PERMUTATIONS.index(suits), it]) for suits in own for it in orbit}
            weights[player, [*orbit]] = random.choice([1, 1, 0.5])
    spot = parse_spot([*weights], "", "")
    found = group_of(spot)
    assert found == naive_symmetry(spot)
    assert set(found) >= {PERMUTATIONS.index(suits) for suits in own}


@pytest.mark.parametrize("hands", [["QQ+,AKs", "22+:0.5"], ["AhKd,7c2h", "random", "KK"], ["AsAh", "KK"]])
def test_the_field_has_the_combos_that_somebody_holds(hands):
    board, dead = (46,), (1, 40)
    spot = parse_spot(hands, board, dead)
    field = make_field(spot.weights, (*board, *dead))
    held = np.flatnonzero((spot.weights > 0).any(axis=0))
    assert sorted(field.combos.tolist()) == held.tolist()
    np.testing.assert_array_equal(field.weights, spot.weights[:, field.combos])
    np.testing.assert_array_equal(field.cards, COMBO_CARDS[field.combos])
    assert field.masks.tolist() == [bits_of(tuple(cards)) for cards in field.cards.tolist()]
    ranks = [tuple(sorted(cards)) for cards in (field.cards >> 2).tolist()]
    for rank_class in range(len(field.class_sums)):
        start, end = field.class_starts[rank_class : rank_class + 2]
        assert len(set(ranks[start:end])) == 1
        assert (field.classes[start:end] == rank_class).all()
    assert field.class_starts[-1] == len(held)
    for card in range(52):
        holders = field.holders[field.holding_starts[card] : field.holding_starts[card + 1]]
        assert sorted(holders.tolist()) == np.flatnonzero((field.cards == card).any(axis=1)).tolist()
    for suit in range(4):
        suited = (field.cards & 3 == suit).sum(axis=1)
        for on_board in (3, 4, 5):
            count = field.suit_counts[suit, on_board]
            assert (
                sorted(field.suit_holders[suit, :count].tolist())
                == np.flatnonzero(suited >= 5 - on_board).tolist()
            )
