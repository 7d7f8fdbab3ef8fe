"""Whole outputs as files in tests/snapshots/ have them: at 80 and 120 columns, plain and coloured.

A change that is meant is taken over by `pytest tests/test_cli/test_snapshots.py --renew-snapshots`, which
writes the files and compares none (each test is skipped, saying so); `git diff` then shows what users will
see. The coloured files can be looked at with `cat` in a terminal.
"""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddchip.cli.main import group

FOLDER = Path(__file__).parents[1] / "snapshots"
HANDS = Path(__file__).parents[1] / "hands"

FLOP = ["equity", "QQ+,AKs,AhQh", "JJ-99,KQs,KhJh:0.5", "--board", "Kd7h2h"]
KNOWN = ["equity", "AhKh", "QsQd", "--board", "2c7d9h"]
WIDE_RANGES = [
    "equity",
    "22+,A2s+,K9s+,Q9s+,J9s+,T9s,98s,87s,76s,65s,A9o+,KTo+,QTo+,JTo,T9o",
    "55-22,A9s-A2s,K8s-K2s,Q8s-Q6s,J8s,J7s,T8s,97s,86s,75s,64s,53s,A8o-A2o,K9o,Q9o",
    "--board",
    "Kd7h2c",
]

COMMANDS = {
    "equity": ["equity", "AhKh", "22+, AJo+", "--board", "2h 7h 9c", "--dead", "4s"],
    "equity-wide-ranges": WIDE_RANGES,
    "equity-shared": ["equity", "3d7d", "2h9h", "2c9c", "--board", "5d5h5c", "--dead", "3s3c"],
    "equity-outcomes": ["equity", "3d7d", "2h9h", "2c9c", "--board", "5d5h5c", "--outcomes"],
    "equity-by-combo": [*FLOP, "--by-combo"],
    "equity-by-combo-best": [*FLOP, "--by-combo", "--sort", "best"],
    "equity-grid": [*FLOP, "--grid"],
    "equity-graph": [*FLOP, "--graph"],
    "equity-graph-wide-ranges": [*WIDE_RANGES, "--graph"],
    "equity-categories": [*WIDE_RANGES, "--categories"],
    "equity-next-card": [*KNOWN, "--next-card"],
    "equity-next-card-best": [*KNOWN, "--next-card", "--sort", "best"],
    "equity-pot-odds": [*KNOWN, "--pot", "150", "--call", "50"],
    "equity-digits": [*KNOWN, "--digits", "6", "--outcomes"],
    "range": ["range", "15%"],
    "range-weights": ["range", "QQ+, AKs, AQo:0.5, JhTh"],
    "range-diff": ["range", "15%", "--diff", "10%, JJ:0.5, 98s"],
    "range-board": ["range", "22+, A2s+, K9s+, QTs+", "--board", "Kh7h2c"],
    "range-board-river": ["range", "22+, A2s+, K9s+, QTs+", "--board", "Kh7h2c 2d 9h"],
    "range-diff-board": ["range", "15%", "--diff", "10%", "--board", "Kh7h2c"],
    "preflop": ["preflop"],
    "preflop-row": ["preflop", "AKs"],
    "preflop-entry": ["preflop", "AKs", "QQ"],
    "evaluate": ["evaluate", "AhKhQhJhTh2c3d", "KsKdKc4s4d2c3h"],
    "showdown": ["showdown", "AhKd", "AsQh", "--board", "Ac9c7d4s2s", "--pot", "25"],
    "showdown-side-pots": [
        "showdown", "AhKh", "-", "9s9d", "7c7d", "--board", "AcKc9h7h2s", "--paid", "300,50,1000,1200",
    ],
    "replay": ["replay", "own.phhs", "--hand", "side pots"],
    "replay-summary": ["replay", "own.phhs", "--summary"],
}  # fmt: skip
KINDS = [(columns, colour) for columns in (80, 120) for colour in ("plain", "coloured")]

TIME = re.compile(r"(?<=, )[0-9.]+ s$", re.MULTILINE)
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def file_of(name: str, columns: int, colour: str) -> Path:
    return FOLDER / f"{name}.{columns}.{colour}.txt"


@pytest.fixture
def terminal(monkeypatch):
    """What decides about colours and widths; `replay` names its files as they are given."""

    def prepare(columns: int, colour: str) -> None:
        for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setenv("COLORTERM", "truecolor")
        if colour == "coloured":
            monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.chdir(HANDS)

    return prepare


def printed(arguments: list[str]) -> str:
    result = CliRunner().invoke(group, arguments, prog_name="oddchip")
    said = [line for line in result.stderr.splitlines() if not line.startswith("oddchip: compiling")]
    assert (result.exit_code, said) == (0, [])
    return TIME.sub("TIME", result.stdout)


@pytest.mark.parametrize(("columns", "colour"), KINDS)
@pytest.mark.parametrize("name", COMMANDS)
def test_output_is_as_in_the_file(name, columns, colour, terminal, request):
    terminal(columns, colour)
    text, file = printed(COMMANDS[name]), file_of(name, columns, colour)
    if request.config.getoption("--renew-snapshots"):
        file.write_text(text, encoding="utf-8", newline="\n")
        pytest.skip(f"{file.name} is renewed, not compared")
    assert file.exists(), f"no {file.name}: look at the output, then run with --renew-snapshots"
    assert text == file.read_bytes().decode(), f"{file.name}: if this is meant, run with --renew-snapshots"


def test_every_file_belongs_to_a_test():
    assert {file.name for file in FOLDER.iterdir()} == {
        file_of(name, *kind).name for name in COMMANDS for kind in KINDS
    }


@pytest.mark.parametrize(("columns", "colour"), KINDS)
def test_no_line_is_wider_than_the_terminal(columns, colour):
    for name in COMMANDS:
        for line in file_of(name, columns, colour).read_text(encoding="utf-8").splitlines():
            assert len(ESCAPE.sub("", line)) <= columns, f"{name}: {line}"


def test_only_coloured_files_have_colours():
    for name in COMMANDS:
        for columns, colour in KINDS:
            has_escapes = "\x1b[" in file_of(name, columns, colour).read_text(encoding="utf-8")
            assert has_escapes <= (colour == "coloured")
    assert "\x1b[" in file_of("equity", 80, "coloured").read_text(encoding="utf-8")


@pytest.mark.parametrize("columns", [80, 120])
def test_colours_change_no_words(columns):
    for name in COMMANDS:
        plain, coloured = (
            file_of(name, columns, colour).read_text(encoding="utf-8") for colour in ("plain", "coloured")
        )
        if not name.startswith(("equity-grid", "equity-next-card")):  # shades may need no marks
            assert [line.rstrip() for line in ESCAPE.sub("", coloured).splitlines()] == [
                line.rstrip() for line in plain.splitlines()
            ], name
