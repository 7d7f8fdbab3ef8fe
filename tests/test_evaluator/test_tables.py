"""The table file: that it is what its generator makes, and that a bad one is refused."""

import gc
import sys
import warnings

import numpy as np
import pytest
from cases import error_saying

from oddchip.evaluator import TableError, build_tables, tables
from oddchip.evaluator.ranking import rank_multisets
from oddchip.evaluator.tables import TABLE_ARRAYS, TABLE_DIGEST, TABLE_FILE, digest_of, load_tables


@pytest.fixture(scope="module")
def rebuilt():
    return build_tables.build_tables()._asdict()


@pytest.fixture
def table_file(monkeypatch, tmp_path):
    """A path from which tables are loaded instead of the package's file."""
    path = tmp_path / "tables.npz"
    monkeypatch.setattr(tables, "TABLE_FILE", path)
    load_tables.cache_clear()
    yield path
    load_tables.cache_clear()


def assert_same_arrays(found, expected):
    assert set(found) == set(expected) == set(TABLE_ARRAYS)
    for name, array in expected.items():
        assert found[name].dtype == array.dtype, name
        np.testing.assert_array_equal(found[name], array, err_msg=name, strict=True)


def test_the_file_is_what_its_generator_makes(rebuilt):
    with np.load(TABLE_FILE, allow_pickle=False) as file:
        assert_same_arrays(dict(file), rebuilt)


def test_the_generator_writes_a_file_and_says_so(rebuilt, monkeypatch, tmp_path, capsys):
    target = tmp_path / "again.npz"
    monkeypatch.setattr(sys, "argv", ["build_tables", str(target)])
    monkeypatch.setattr(build_tables, "build_tables", lambda: tables.EvaluatorTables(**rebuilt))
    build_tables.main()
    with np.load(target, allow_pickle=False) as file:
        assert_same_arrays(dict(file), rebuilt)
    said = capsys.readouterr().out
    assert f"{target.stat().st_size} bytes" in said
    assert TABLE_DIGEST in said


def test_the_digest_sees_every_array(rebuilt):
    digests = {digest_of(tables.EvaluatorTables(**rebuilt))}
    assert digests == {TABLE_DIGEST}
    for name in TABLE_ARRAYS:
        changed = rebuilt[name].copy()
        changed.flat[-1] += 1
        digests.add(digest_of(tables.EvaluatorTables(**{**rebuilt, name: changed})))
        digests.add(digest_of(tables.EvaluatorTables(**{**rebuilt, name: rebuilt[name][:-1]})))
        digests.add(digest_of(tables.EvaluatorTables(**{**rebuilt, name: rebuilt[name].view(np.uint8)})))
    assert len(digests) == 1 + 3 * len(TABLE_ARRAYS)


def test_the_file_is_small():
    assert TABLE_FILE.stat().st_size < 300_000


def test_loaded_tables_are_shared_read_only_and_contiguous():
    assert load_tables() is load_tables()
    for array in load_tables():
        assert not array.flags.writeable
        assert array.flags.c_contiguous


def test_rank_keys_tell_all_sums_apart(rebuilt):
    for cards in (5, 6, 7):
        sums = [
            sum(copies * key for copies, key in zip(counts, build_tables.RANK_KEYS, strict=True))
            for counts in rank_multisets(cards)
        ]
        assert len(set(sums)) == len(sums)


def test_no_sum_of_keys_leads_outside_the_arrays(rebuilt):
    """Whatever the ids: the dearest key seven times over is the largest sum, and each row lies inside."""
    low_halves = rebuilt["card_keys"] & np.uint64(0xFFFFFFFF)
    for cards in (5, 6, 7):
        largest = int(rebuilt["start_keys"][cards] & np.uint64(0xFFFFFFFF)) + cards * int(low_halves.max())
        assert largest >> tables.ROW_SHIFT < len(rebuilt["offsets"])
    rows = np.arange(len(rebuilt["offsets"])) << tables.ROW_SHIFT
    first_places = rows + rebuilt["offsets"]
    assert first_places.min() >= 0
    # One entry more, because vector instructions fetch two entries at once.
    assert (first_places + (1 << tables.ROW_SHIFT)).max() < len(rebuilt["strengths"]) + 1


def test_a_missing_file(table_file):
    with error_saying(TableError, "cannot read the tables in", str(table_file), "reinstall oddchip"):
        load_tables()


@pytest.mark.parametrize("kept", [0, 1, 100, 0.3, 0.5, 0.9, -1, -20])
def test_a_truncated_file(table_file, kept):
    content = TABLE_FILE.read_bytes()
    table_file.write_bytes(content[: int(kept * len(content)) if isinstance(kept, float) else kept])
    with error_saying(TableError, "cannot read the tables in", str(table_file), "reinstall oddchip"):
        load_tables()


def test_no_file_is_left_open(table_file):
    table_file.write_bytes(TABLE_FILE.read_bytes()[:1000])
    with warnings.catch_warnings(record=True, action="always") as caught:
        with pytest.raises(TableError):
            load_tables()
        gc.collect()
    assert [str(warning.message) for warning in caught] == []


@pytest.mark.parametrize("place", [i / 40 for i in range(1, 40)])
def test_a_damaged_file(table_file, place):
    content = bytearray(TABLE_FILE.read_bytes())
    start = int(place * len(content))
    content[start : start + 50] = bytes(byte ^ 0x5A for byte in content[start : start + 50])
    table_file.write_bytes(content)
    with error_saying(TableError, "cannot read the tables in", str(table_file), "reinstall oddchip"):
        load_tables()


@pytest.mark.parametrize("content", [b"no tables", b"PK\x03\x04", b"\x93NUMPY", b"\0" * 1000])
def test_a_file_of_something_else(table_file, content):
    table_file.write_bytes(content)
    with error_saying(TableError, "cannot read the tables in", str(table_file), "reinstall oddchip"):
        load_tables()


def test_a_folder(table_file):
    table_file.mkdir()
    with error_saying(TableError, "cannot read the tables in", str(table_file), "reinstall oddchip"):
        load_tables()


def test_a_single_array_instead_of_an_archive(table_file, rebuilt):
    with table_file.open("wb") as file:
        np.save(file, rebuilt["strengths"])
    with error_saying(TableError, "cannot read the tables in", str(table_file), "reinstall oddchip"):
        load_tables()


@pytest.mark.parametrize("missing", TABLE_ARRAYS)
def test_a_file_without_one_of_the_arrays(table_file, rebuilt, missing):
    np.savez(table_file, **{name: array for name, array in rebuilt.items() if name != missing})
    with error_saying(TableError, "cannot read the tables in", missing, "reinstall oddchip"):
        load_tables()


def test_a_sound_file_with_other_contents(table_file, rebuilt):
    other = rebuilt["strengths"].copy()
    other[1000] += 1
    np.savez(table_file, **{**rebuilt, "strengths": other})
    with error_saying(TableError, str(table_file), "do not belong to this version", "reinstall oddchip"):
        load_tables()


def test_a_good_file_elsewhere_is_read(table_file, rebuilt):
    np.savez(table_file, **rebuilt)
    for name, array in load_tables()._asdict().items():
        np.testing.assert_array_equal(array, rebuilt[name], strict=True)
