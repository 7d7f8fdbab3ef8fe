"""Folders of compiled code that nobody uses are removed, and nothing else."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from oddchip.evaluator import _old_caches
from oddchip.evaluator._old_caches import DAY, mark_used, remove_unused

OWN, OLD, RECENT = "0" * 24, "1" * 24, "2" * 24


def set_age(path: Path, days: float) -> None:
    then = time.time() - days * DAY
    os.utime(path, (then, then))


def make_folder(path: Path, days: float, *names: str) -> Path:
    path.mkdir(parents=True)
    for name in names or ("kernel-1.bin", "kernel-2.bin.3.tmp"):
        (path / name).write_bytes(b"code")
        set_age(path / name, days)
    set_age(path, days)
    return path


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def own(tmp_path):
    return make_folder(tmp_path / OWN, 0)


def test_what_nobody_used_for_30_days_is_removed(own):
    make_folder(own.parent / OLD, 31)
    make_folder(own.parent / RECENT, 29)
    remove_unused(own)
    assert names_in(own.parent) == {OWN, RECENT}


def test_files_of_writers_that_died_are_removed(own):
    kept = make_folder(own.parent / RECENT, 2)
    (kept / "kernel-4.bin.5.tmp").write_bytes(b"being written")
    remove_unused(own)
    assert names_in(kept) == {"kernel-1.bin", "kernel-4.bin.5.tmp"}


def test_what_is_not_ours_is_left(own):
    base = own.parent
    make_folder(base / "not-a-digest", 99)
    make_folder(base / ("a" * 24), 99, "kernel-1.bin", "notes.txt")
    (make_folder(base / ("b" * 24), 0) / "kernel-6.bin").mkdir()
    set_age(base / ("b" * 24), 99)
    (base / ("c" * 24)).write_bytes(b"a file")
    set_age(base / ("c" * 24), 99)
    elsewhere = make_folder(base / "elsewhere", 99)
    (base / ("d" * 24)).symlink_to(elsewhere)
    before = sorted(path for path in base.rglob("*"))
    remove_unused(own)
    assert sorted(path for path in base.rglob("*")) == before


def test_own_folder_is_left(own):
    set_age(own, 99)
    remove_unused(own)
    assert own.is_dir()


def test_it_never_fails(own, monkeypatch):
    remove_unused(own.parent / "nowhere" / OWN)
    mark_used(own.parent / "nowhere")
    for number in (3, 4):
        make_folder(own.parent / (str(number) * 24), 99)

    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(Path, "unlink", refuse)
    remove_unused(own)
    assert len(names_in(own.parent)) == 3


def test_use_is_marked_once_and_to_the_day(own, monkeypatch):
    calls = []
    touch = os.utime
    old = make_folder(own.parent / OLD, 2)
    monkeypatch.setattr(_old_caches.os, "utime", lambda path: calls.append(path) or touch(path))
    mark_used(own)
    assert calls == []
    mark_used(old)
    mark_used(old)
    assert calls == [old]
    assert time.time() - old.stat().st_mtime < DAY


def test_a_process_marks_its_folder_and_a_new_folder_removes_old_ones(tmp_path):
    """Compiles one kernel, and loads it again: the folder of all others is not touched."""
    code = (
        "import numpy as np; from oddchip.evaluator._jit import cache_folder;"
        "from oddchip.equity._kernels_random import as_unit; as_unit(np.uint64(8)); print(cache_folder())"
    )

    def run() -> Path:
        finished = subprocess.run(
            [sys.executable, "-P", "-c", code],
            env=os.environ | {"ODDCHIP_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        return Path(finished.stdout.strip())

    old = make_folder(tmp_path / "kernels" / OLD, 31)
    own = run()
    assert names_in(own.parent) == {own.name}
    set_age(own, 29)
    make_folder(old, 31)
    run()
    assert time.time() - own.stat().st_mtime < DAY
    # Only a process that makes a folder looks at the others.
    assert old.is_dir()
