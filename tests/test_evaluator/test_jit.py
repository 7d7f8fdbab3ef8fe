"""The compiled cache: never stale, never in the way. Each test runs processes on a copy of the package."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import oddchip.evaluator
from oddchip.evaluator import _jit

HELPER = '''
"""A helper in a file of its own."""
from oddchip.evaluator._jit import kernel


@kernel
def number():
    return {answer}
'''
CALLER = '''
"""A kernel that calls a helper from another file."""
from oddchip.evaluator._jit import kernel
from oddchip.evaluator._kernels_helper import number


@kernel
def doubled():
    return 2 * number()
'''
PROGRAM = """
import logging, sys
logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(message)s")
from oddchip.evaluator._kernels_caller import doubled
print(doubled())
"""


class Copy:
    """A copy of the package with two more kernel files, and processes that run on it."""

    def __init__(self, folder: Path):
        self.site = folder / "site"
        self.cache = folder / "cache"
        self.package = self.site / "oddchip" / "evaluator"
        shutil.copytree(
            Path(oddchip.evaluator.__file__).parent,
            self.package,
            ignore=shutil.ignore_patterns("__pycache__", "*.npz"),
        )
        (self.site / "oddchip" / "__init__.py").touch()  # goes before the installed namespace
        (self.package / "_kernels_caller.py").write_text(CALLER)
        self.set_answer(51)

    def set_answer(self, answer: int) -> None:
        (self.package / "_kernels_helper.py").write_text(HELPER.format(answer=answer))

    def start(self, **environment: str) -> subprocess.Popen:
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            env=os.environ
            | {
                "PYTHONPATH": str(self.site),
                "ODDCHIP_CACHE_DIR": str(self.cache),
                "PYTHONDONTWRITEBYTECODE": "1",
            }
            | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, **environment: str) -> tuple[str, str]:
        return finished(self.start(**environment))

    def compiled_files(self) -> list[Path]:
        return sorted(self.cache.rglob("*.bin"))


def finished(process: subprocess.Popen) -> tuple[str, str]:
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out.strip(), err.strip()


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_second_process_compiles_nothing(copy: Copy) -> None:
    assert copy.run()[1].count("INFO compiling") == 2
    assert copy.run() == ("102", "")


def test_changed_helper_in_another_file_is_never_stale(copy: Copy) -> None:
    assert copy.run()[0] == "102"
    copy.set_answer(52)
    out, err = copy.run()
    assert out == "104"
    assert "compiling oddchip.evaluator._kernels_caller.doubled" in err
    copy.set_answer(51)
    assert copy.run() == ("102", "")


def test_nothing_is_written_beside_the_sources(copy: Copy) -> None:
    before = sorted(copy.site.rglob("*"))
    copy.run()
    assert sorted(copy.site.rglob("*")) == before
    assert len(copy.compiled_files()) == 2


def test_without_a_writable_place_compiles_in_memory_and_warns_once(copy: Copy, tmp_path: Path) -> None:
    # A file where the folder should be: works for root as well, whom permissions do not stop.
    (tmp_path / "file").touch()
    for _ in range(2):
        out, err = copy.run(ODDCHIP_CACHE_DIR=str(tmp_path / "file" / "cache"))
        assert out == "102"
        assert err.count("WARNING compiled code cannot be kept") == 1
        assert "ODDCHIP_CACHE_DIR" in err


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not stop root")
def test_read_only_home_and_install(copy: Copy, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    for folder in (copy.package, home):
        folder.chmod(0o500)
    out, err = copy.run(ODDCHIP_CACHE_DIR="", HOME=str(home), XDG_CACHE_HOME="")
    for folder in (copy.package, home):
        folder.chmod(0o700)
    assert out == "102"
    assert "cannot be kept" in err


def test_processes_that_compile_at_once(copy: Copy) -> None:
    assert [finished(process)[0] for process in [copy.start() for _ in range(3)]] == ["102"] * 3
    assert copy.run() == ("102", "")
    assert all(path.suffix == ".bin" for path in copy.cache.rglob("*") if path.is_file())


def damage_nothing_left(content: bytes) -> bytes:
    return b""


def damage_cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def damage_one_bit(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def damage_garbage(content: bytes) -> bytes:
    return b"not compiled code" * 1000


@pytest.mark.parametrize("damage", [damage_nothing_left, damage_cut, damage_one_bit, damage_garbage])
def test_damaged_files_are_compiled_again(copy: Copy, damage) -> None:
    copy.run()
    sound = [path.read_bytes() for path in copy.compiled_files()]
    for path, content in zip(copy.compiled_files(), sound, strict=True):
        path.write_bytes(damage(content))
    out, err = copy.run()
    assert out == "102"
    assert err.count("INFO compiling") == 2
    assert copy.run() == ("102", "")


def test_folder_where_a_file_should_be_is_no_error(copy: Copy) -> None:
    copy.run()
    for path in copy.compiled_files():
        path.unlink()
        path.mkdir()
    assert copy.run()[0] == "102"


def test_numba_switches_have_a_folder_of_their_own(copy: Copy) -> None:
    copy.run()
    assert copy.run(NUMBA_BOUNDSCHECK="1")[1].count("INFO compiling") == 2
    assert len({path.parent for path in copy.compiled_files()}) == 2


def test_kernels_elsewhere_are_refused() -> None:
    def function() -> int:
        return 1

    with pytest.raises(ValueError, match=r"not in a _kernels\*\.py file of oddchip"):
        _jit.kernel(function)


def test_every_kernel_file_counts_towards_the_digest() -> None:
    names = {path.name for path in _jit.kernel_sources()}
    assert {
        "_jit.py",
        "_kernels.py",
        "_kernels_simd.py",
        "_kernels_sweep.py",
        "_kernels_patterns.py",
    } <= names
