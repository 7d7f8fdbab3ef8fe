"""Closed pipes, encodings that lack characters, full disks, Ctrl-C: no traceback, nothing printed twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from oddchip.cli.streams import in_ascii

PROGRAM = "from oddchip.cli import run; run()"
PROGRAM_WITH_BROKEN_EQUITY = """
import oddchip.equity
def calculate_equity(*args, **options):
    {statement}
oddchip.equity.calculate_equity = calculate_equity
from oddchip.cli import run
run()
"""


def run(*arguments, program=PROGRAM, stdout=subprocess.PIPE, **environment):
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=os.environ | environment,
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )


def run_broken(statement, *options):
    program = PROGRAM_WITH_BROKEN_EQUITY.format(statement=statement)
    result = run("equity", "AA", "KK", *options, program=program)
    assert result.stdout == b""
    return result.returncode, result.stderr.decode()


# Closed pipes

LONG_AND_SHORT = [
    ["--help"],
    ["--version"],
    ["completion", "bash"],
    ["equity", "QQ+", "random", "--board", "2c7d9hTs", "--by-combo"],
    ["equity", "QQ+", "random", "--board", "2c7d9hTs", "--by-combo", "--format", "json"],
    ["evaluate", "AhKhQhJhTh"],
    ["preflop"],
    ["preflop", "--format", "csv"],
    ["preflop", "--format", "json"],
    ["range", "random", "--format", "csv"],
    ["range", "15%"],
    ["replay", str(Path(__file__).parents[1] / "hands" / "own.phhs")],
    ["showdown", "AhKd", "AsQh", "--board", "Ac9c7d4s2s", "--pot", "25"],
]


def without_compile_note(said: bytes) -> bytes:
    """What was said on stderr, without the note of the first use on a machine."""
    return b"".join(
        line for line in said.splitlines(keepends=True) if not line.startswith(b"oddchip: compiling")
    )


@pytest.mark.parametrize("arguments", LONG_AND_SHORT, ids=" ".join)
def test_a_pipe_that_nobody_reads_is_silent(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = run(*arguments, stdout=writer)
    finally:
        os.close(writer)
    assert without_compile_note(result.stderr) == b""
    assert result.returncode == 0


@pytest.mark.parametrize(
    "arguments", [["preflop", "--format", "csv"], ["range", "random", "--format", "json"]], ids=" ".join
)
def test_a_pipe_that_is_closed_early_is_silent(arguments):
    command = [sys.executable, "-c", PROGRAM, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert without_compile_note(process.stderr.read()) == b""
    assert process.returncode == 0


def test_a_closed_pipe_for_messages_leaves_the_exit_code():
    for arguments, code in ((["equity", "AAs", "KK"], 1), (["equty"], 2)):
        reader, writer = os.pipe()
        os.close(reader)
        result = subprocess.run(
            [sys.executable, "-c", PROGRAM, *arguments], stdout=writer, stderr=writer, timeout=60, check=False
        )
        os.close(writer)
        assert result.returncode == code


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize(
    "arguments", [["preflop", "--format", "csv"], ["evaluate", "AhKhQhJhTh"], ["range", "QQ"]]
)
def test_a_full_disk_ends_in_one_sentence(arguments):
    with open("/dev/full", "wb") as full:
        result = run(*arguments, stdout=full)
    assert result.stderr.decode().startswith("error: ")
    assert result.stderr.decode().endswith("no space left on device\n")
    assert result.stderr.count(b"\n") == 1
    assert result.returncode == 1


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_closed_outputs_are_no_problem():
    for closed, code in ((">&-", 0), ("2>&-", 0), (">&- 2>&-", 0)):
        command = f'"{sys.executable}" -c "{PROGRAM}" range QQ --format csv {closed}'
        result = subprocess.run(command, shell=True, capture_output=True, timeout=60, check=False)
        assert (result.returncode, result.stderr) == (code, b"")


# Encodings


def test_in_ascii():
    assert in_ascii("A♠K♥Q♦J♣ ♤♡♢♧") == "AsKhQdJc shdc"
    assert in_ascii("81.95% ± 0.05% … – −1 ≤ µs") == "81.95% +- 0.05% ... - -1 <= us"
    assert in_ascii("█▌▁ ░▒ ─━│┃┌┼╯═") == "### .: --||+++-"
    assert in_ascii("é Müller 漢\udcff A♥\ufe0f") == "e Muller ?? Ah"
    assert in_ascii("plain") == "plain"


SAMPLED = ["equity", "AhKh", "QQ+", "--method", "monte-carlo", "--samples", "2000", "--seed", "1"]


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("ascii", b"+-"),
        ("latin-1", b"\xb1"),
        ("cp1252", b"\xb1"),
        ("cp437", b"\xf1"),
        ("utf-8", "±".encode()),
    ],
)
def test_signs_in_every_encoding(encoding, mark):
    result = run(*SAMPLED, PYTHONIOENCODING=encoding)
    assert result.returncode == 0
    assert b"Traceback" not in result.stderr
    assert mark + b" " in result.stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "ascii:strict"])
def test_suits_fall_back_to_letters(encoding):
    result = run("equity", "A♥K♥", "Q♠Z♦", PYTHONIOENCODING=encoding, PYTHONUTF8="1")
    assert result.returncode == 1
    assert b"range 'QsZd'" in result.stderr
    assert result.stderr.splitlines()[-2:] == [b"  QsZd", b"    ^"]


def test_suits_are_shown_where_they_can_be():
    result = run("equity", "A♥K♥", "Q♠Z♦", PYTHONIOENCODING="utf-8", PYTHONUTF8="1")
    assert "  Q♠Z♦\n" in result.stderr.decode()


@pytest.mark.skipif(os.name == "nt", reason="arguments are bytes on POSIX only")
def test_arguments_that_are_no_text():
    result = run("range", b"\xff\xfe", PYTHONIOENCODING="utf-8")
    assert result.returncode == 1
    assert b"Traceback" not in result.stderr
    assert result.stderr.startswith(b"error: range ")


# Errors and Ctrl-C


def test_file_errors_end_in_one_sentence():
    statement = "open('/nowhere/file.txt')"
    message = "error: file '/nowhere/file.txt' cannot be used: no such file or directory\n"
    assert run_broken(statement) == (1, message)
    code, said = run_broken(statement, "--debug")
    assert (code, said.splitlines()[0]) == (1, "Traceback (most recent call last):")
    assert "FileNotFoundError" in said


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("raise OSError(5, 'Input/output error')", "error: input/output error"),
        ("raise MemoryError", "error: this needs more memory than there is"),
        (
            "raise KeyError('x')",
            "error: KeyError: 'x' (not expected, so please report it; --debug shows where)",
        ),
        ("assert False", "error: AssertionError (not expected, so please report it; --debug shows where)"),
    ],
)
def test_other_errors_end_in_one_sentence(statement, message):
    assert run_broken(statement) == (1, f"{message}\n")


def test_interrupt_before_there_is_a_result():
    assert run_broken("raise KeyboardInterrupt") == (130, "oddchip: interrupted\n")
    assert run_broken("raise KeyboardInterrupt", "--debug") == (130, "oddchip: interrupted\n")


def test_interrupt_while_importing():
    program = f"""
import sys
class Finder:
    def find_spec(self, name, path, target=None):
        if name == "oddchip.cli.main":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder())
{PROGRAM}"""
    result = run("--help", program=program)
    assert (result.returncode, result.stdout, result.stderr) == (130, b"", b"oddchip: interrupted\n")


def test_interrupt_outside_the_commands():
    program = f"""
import oddchip.cli.main
def interrupt(*args): raise KeyboardInterrupt
oddchip.cli.main.version = interrupt
{PROGRAM}"""
    result = run("--version", program=program)
    assert (result.returncode, result.stderr.strip()) == (130, b"oddchip: interrupted")


def test_interrupt_that_compiled_code_forgets_is_repeated():
    """An exception in a function that C calls is printed and forgotten; so is it in `__del__`."""
    program = f"""
import time
import oddchip.evaluator
class Forgetful:
    def __del__(self):
        raise KeyboardInterrupt
def slow_evaluation(hand):
    Forgetful()
    time.sleep(60)
oddchip.evaluator.evaluation_of = slow_evaluation
import signal; signal.signal(signal.SIGINT, signal.default_int_handler)
{PROGRAM}"""
    result = run("evaluate", "AhKhQhJhTh", program=program)
    assert (result.returncode, result.stderr) == (130, b"oddchip: interrupted\n")
