"""The stored table of matchups before the flop: its counts, its file, and what is made of it."""

import sys
from math import comb
from random import Random

import numpy as np
import pytest
from cases import AGAINST_RANDOM, error_saying, shared_against_random

from oddchip.equity import (
    build_preflop_table,
    calculate_equity,
    class_matrix,
    class_order,
    parse_spot,
    preflop_equity,
    preflop_row,
    preflop_table,
)
from oddchip.equity.combos import CLASS_OF_COMBO, CLASSES, COMBO_CARDS, COMBOS, class_combos
from oddchip.equity.known import tally_by_boards
from oddchip.equity.preflop import class_against_random, weigh_combos
from oddchip.equity.preflop_table import (
    BOARDS,
    MATCHUPS,
    PREFLOP_DIGEST,
    PREFLOP_FILE,
    digest_of,
    load_matchups,
    matchup_numbers,
    representatives,
)
from oddchip.evaluator import RangeSyntaxError, TableError

SIZES = np.array([len(class_combos(name)) for name in CLASSES])


@pytest.fixture(scope="module")
def stored():
    with np.load(PREFLOP_FILE, allow_pickle=False) as arrays:
        return arrays["wins"]


@pytest.fixture(scope="module")
def against_random():
    """Win, lose and tie of each class against a random hand."""
    own = np.zeros(COMBOS)
    own[representatives()] = 1.0
    wins, losses, total = weigh_combos(own, np.ones(COMBOS))[representatives()].T
    rows = np.stack([wins, losses, total - wins - losses], axis=1)
    assert (rows == np.rint(rows)).all()
    return dict(zip(CLASSES, map(tuple, rows.astype(int).tolist()), strict=True))


@pytest.fixture
def table_file(monkeypatch, tmp_path):
    """A path from which matchups are loaded instead of the package's file."""
    path = tmp_path / "preflop.npz"
    monkeypatch.setattr(preflop_table, "PREFLOP_FILE", path)
    load_matchups.cache_clear()
    yield path
    load_matchups.cache_clear()


def test_appendix_a(against_random):
    """All 169 classes against a random hand, as OMPEval counts them."""
    shared = shared_against_random()
    if shared is None:
        pytest.skip("the shared cases are not there")
    assert len(shared) == 169
    assert against_random == shared


def test_own_rows_of_appendix_a(against_random):
    assert {name: against_random[name] for name in AGAINST_RANDOM} == AGAINST_RANDOM


def test_c017_deals(against_random):
    assert {sum(row) for row in against_random.values()} == {2_097_572_400}
    assert sum(sum(row) for row in against_random.values()) == 354_489_735_600
    assert comb(50, 2) * BOARDS == 2_097_572_400


def test_c021_what_one_wins_another_loses(against_random):
    balances = [win - lose for win, lose, _ in against_random.values()]
    assert int(np.dot(SIZES, balances)) == 0
    assert np.dot(SIZES, class_against_random()) / COMBOS == pytest.approx(0.5, rel=1e-14)


def test_equities_against_random_follow_from_the_counts(against_random):
    expected = [(2 * win + tie) / (2 * (win + lose + tie)) for win, lose, tie in against_random.values()]
    assert class_against_random() == pytest.approx(expected, rel=1e-15)


def test_the_order_of_classes():
    """Appendix A ranks them; the best and the worst are known to everybody."""
    assert sorted(class_order()) == sorted(CLASSES)
    equities = dict(zip(CLASSES, class_against_random(), strict=True))
    in_order = [equities[name] for name in class_order()]
    assert in_order == sorted(in_order, reverse=True)
    assert class_order()[:12] == ("AA", "KK", "QQ", "JJ", "TT", "99", "88", "AKs", "77", "AQs", "AJs", "AKo")
    assert class_order()[-1] == "32o"


def test_the_shared_order_of_classes():
    shared = shared_against_random()
    if shared is None:
        pytest.skip("the shared cases are not there")
    assert class_order() == tuple(shared)


def test_the_matrix_of_classes():
    matrix = class_matrix()
    assert matrix.shape == (169, 169)
    np.testing.assert_allclose(matrix + matrix.T, 1, rtol=0, atol=1e-15)
    assert (np.diag(matrix) == 0.5).all()
    assert matrix.min() > 0.05
    with pytest.raises(ValueError, match="read-only"):
        matrix[0, 0] = 0


@pytest.mark.parametrize("seed", range(40))
def test_the_matrix_says_what_ranges_say(seed):
    first, second = Random(seed).sample(range(169), 2)
    expected = preflop_equity(CLASSES[first], CLASSES[second])
    assert class_matrix()[first, second] == pytest.approx(expected, rel=1e-15)
    assert calculate_equity([CLASSES[first], CLASSES[second]]).players[0].equity == pytest.approx(
        expected, rel=1e-15
    )
    assert preflop_row(CLASSES[first])[second] == expected


@pytest.mark.parametrize(
    ("first", "second", "equity"),
    [
        pytest.param("AA", "KK", 0.8194605, id="C048"),
        pytest.param("AKs", "QQ", 0.4604853, id="C049"),
        pytest.param("72o", "AA", 0.1180037, id="C055"),
        pytest.param("AA", "22", 0.8221674, id="C057a"),
        pytest.param("AA", "QQ", 0.8154706, id="C057b"),
        pytest.param("AA,22", "AK", 0.6529029, id="C064"),
        pytest.param("AA,22:0.5", "random", 0.7358048, id="C067b"),
    ],
)
def test_published_equities(first, second, equity):
    assert abs(preflop_equity(first, second) - equity) <= 5.1e-8
    assert abs(preflop_equity(second, first) - (1 - equity)) <= 5.1e-8


def test_c014_c015_matchups():
    """812,175 unordered pairs of combos; up to suits 93,769 ordered and 47,008 unordered."""
    numbers = matchup_numbers()
    assert numbers.shape == (169, COMBOS)
    assert sorted(set(numbers[numbers >= 0].tolist())) == [*range(MATCHUPS)]
    assert MATCHUPS == 93_769
    assert ((numbers >= 0).sum(axis=1) == comb(50, 2)).all()
    assert int((SIZES * (numbers >= 0).sum(axis=1)).sum()) == 2 * 812_175
    matchups = load_matchups()
    combos = np.arange(COMBOS)
    unordered = set()
    for place, hand in enumerate(representatives().tolist()):
        others = combos[numbers[place] >= 0]
        back = matchups.moved[matchups.renamings[others], hand]
        for own, reverse in zip(numbers[place, others], numbers[CLASS_OF_COMBO[others], back], strict=True):
            unordered.add((min(own, reverse), max(own, reverse)))
    assert len(unordered) == 47_008


def test_a_matchup_and_its_reverse_fill_the_boards(stored):
    """Wins of both are at most all boards, and the rest are ties."""
    assert stored.dtype == np.uint32
    assert stored.shape == (MATCHUPS,)
    assert 0 < stored.min() <= stored.max() < BOARDS
    matchups = load_matchups()
    for hand in (0, 57, 700, 1325):
        row = matchups.wins[CLASS_OF_COMBO[hand], matchups.moved[matchups.renamings[hand]]].astype(int)
        others = np.flatnonzero((COMBO_CARDS[:, :, None] != COMBO_CARDS[hand]).all(axis=(1, 2)))
        back = matchups.wins[CLASS_OF_COMBO[others], matchups.moved[matchups.renamings[others], hand]].astype(
            int
        )
        ties = BOARDS - row[others] - back
        assert len(others) == 1225
        assert ties.min() > 0


@pytest.mark.parametrize("seed", range(20))
def test_matchups_are_what_a_walk_through_all_boards_finds(seed):
    """Six at a time, the whole path from text to counts against one that knows neither table nor patterns."""
    random = Random(seed)
    for _ in range(6):
        cards = random.sample(range(52), 4)
        hands = [cards[:2], cards[2:]]
        expected = tally_by_boards(parse_spot(hands)).tolist()
        assert sum(expected) == BOARDS
        own, other = (np.zeros(COMBOS) for _ in hands)
        for weights, hand in ((own, hands[0]), (other, hands[1])):
            weights[np.flatnonzero((sorted(hand) == COMBO_CARDS).all(axis=1))] = 1
        wins, losses, total = weigh_combos(own, other)[own > 0][0].astype(int).tolist()
        assert [wins, losses, total - wins - losses] == expected[1:]


@pytest.mark.parametrize("name", ["AA", "T9s", "72o"])
def test_every_matchup_of_a_class_is_what_its_generator_makes(name, stored):
    place = CLASSES.index(name)
    numbers, combos = np.unique(matchup_numbers()[place], return_index=True)
    kept = numbers >= 0
    made = [build_preflop_table.wins_of(representatives()[place], combo) for combo in combos[kept]]
    assert stored[numbers[kept]].tolist() == made


def test_the_generator_writes_a_file_and_says_so(stored, monkeypatch, tmp_path, capsys):
    """Building takes long, so only the rest is done here."""
    target = tmp_path / "again.npz"
    monkeypatch.setattr(sys, "argv", ["build_preflop_table", str(target)])
    monkeypatch.setattr(build_preflop_table, "build_wins", lambda: stored)
    build_preflop_table.main()
    with np.load(target, allow_pickle=False) as arrays:
        np.testing.assert_array_equal(arrays["wins"], stored, strict=True)
    said = capsys.readouterr().out
    assert f"{target.stat().st_size} bytes" in said
    assert PREFLOP_DIGEST in said


def test_the_generator_puts_each_matchup_in_its_place(monkeypatch):
    """With a count that tells the two combos: each is the first of those that are the same."""
    monkeypatch.setattr(build_preflop_table, "wins_of", lambda first, second: first * COMBOS + second)
    wins = build_preflop_table.build_wins()
    numbers = matchup_numbers()
    for place, hand in enumerate(representatives().tolist()):
        combos = np.flatnonzero(numbers[place] >= 0)
        made = wins[numbers[place, combos]].astype(int)
        assert (made // COMBOS == hand).all()
        assert (made % COMBOS <= combos).all()


def test_the_digest_sees_everything(stored):
    changed = stored.copy()
    changed[-1] += 1
    others = [changed, stored[:-1], stored[::-1], stored.astype(np.int64), stored.reshape(1, -1)]
    assert digest_of(stored) == PREFLOP_DIGEST
    assert len({digest_of(array) for array in (stored, *others)}) == 1 + len(others)


def test_the_file_is_small():
    assert PREFLOP_FILE.stat().st_size < 500_000


def test_the_table_is_shared_and_read_only():
    assert load_matchups() is load_matchups()
    for array in load_matchups():
        assert not array.flags.writeable


def test_a_missing_file(table_file):
    with error_saying(TableError, "cannot read the matchups in", str(table_file), "reinstall oddchip"):
        preflop_equity("AA", "KK")


@pytest.mark.parametrize("kept", [0, 1, 100, 0.3, 0.5, 0.9, -1, -20])
def test_a_truncated_file(table_file, kept):
    content = PREFLOP_FILE.read_bytes()
    table_file.write_bytes(content[: int(kept * len(content)) if isinstance(kept, float) else kept])
    with error_saying(TableError, "cannot read the matchups in", str(table_file), "reinstall oddchip"):
        load_matchups()


@pytest.mark.parametrize("place", [i / 20 for i in range(1, 20)])
def test_a_damaged_file(table_file, place):
    content = bytearray(PREFLOP_FILE.read_bytes())
    start = int(place * len(content))
    content[start : start + 50] = bytes(byte ^ 0x5A for byte in content[start : start + 50])
    table_file.write_bytes(content)
    with error_saying(TableError, "matchups in", str(table_file), "reinstall oddchip"):
        load_matchups()


@pytest.mark.parametrize("content", [b"no table", b"PK\x03\x04", b"\x93NUMPY", b"\0" * 1000])
def test_a_file_of_something_else(table_file, content):
    table_file.write_bytes(content)
    with error_saying(TableError, "cannot read the matchups in", str(table_file), "reinstall oddchip"):
        load_matchups()


def test_an_array_instead_of_an_archive(table_file, stored):
    with table_file.open("wb") as file:
        np.save(file, stored)
    with error_saying(TableError, "cannot read the matchups in", str(table_file), "reinstall oddchip"):
        load_matchups()


def test_a_file_without_the_wins(table_file, stored):
    np.savez(table_file, losses=stored)
    with error_saying(TableError, "cannot read the matchups in", "wins", "reinstall oddchip"):
        load_matchups()


@pytest.mark.parametrize("change", [lambda wins: wins + np.uint32(1), lambda wins: wins[:-1], np.float64])
def test_a_sound_file_of_another_version(table_file, stored, change):
    np.savez(table_file, wins=change(stored))
    with error_saying(TableError, str(table_file), "do not belong to this version", "reinstall oddchip"):
        load_matchups()


def test_a_good_file_elsewhere_is_read(table_file, stored):
    np.savez(table_file, wins=stored)
    assert abs(preflop_equity("AA", "KK") - 0.8194605) <= 5.1e-8


def test_a_row_is_in_the_order_of_the_classes():
    row = preflop_row("AKs")
    assert len(row) == 169
    assert abs(row[CLASSES.index("QQ")] - 0.4604853) <= 5.1e-8
    with pytest.raises(RangeSyntaxError):
        preflop_row("AKz")
