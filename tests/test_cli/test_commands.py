"""The command line: what it prints where, and its exit codes."""

import json
import logging
import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from oddchip.cli.main import group
from oddchip.cli.shared import error_lines
from oddchip.evaluator import CardError

SPOT = ["equity", "AhKh", "QsQd"]


@pytest.fixture(autouse=True)
def _no_handlers_left():
    yield
    logging.getLogger("oddchip.compiling").handlers.clear()


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(group, arguments, prog_name="oddchip")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", "from oddchip.cli import run; run()", *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )


def test_equity_as_json_follows_the_contract():
    printed = json.loads(invoke(*SPOT, "--format", "json").stdout)
    assert list(printed) == [
        "method", "deals", "samples", "seed", "board", "dead", "players", "outcomes", "elapsed_s", "combos",
        "reason",
    ]  # fmt: skip
    assert printed["method"] == "exact"
    assert printed["deals"] == 1712304
    assert printed["samples"] is None
    assert printed["seed"] is None
    assert printed["board"] == printed["dead"] == ""
    hero, villain = printed["players"]
    assert list(hero) == ["hand", "equity", "win", "tie", "std_error"]
    assert (hero["hand"], villain["hand"]) == ("AhKh", "QsQd")
    # C046 of the published heads-up counts: 787966 wins, 917606 losses, 6732 ties
    assert hero["equity"] == (787966 + 6732 / 2) / 1712304
    assert (hero["win"], hero["tie"], hero["std_error"]) == (787966 / 1712304, 6732 / 1712304, 0.0)
    assert printed["outcomes"] == {"1": 787966 / 1712304, "2": 917606 / 1712304, "1,2": 6732 / 1712304}
    assert printed["elapsed_s"] > 0


def test_equity_as_text():
    # C105: 183, 28, 0, 28, 0, 380 and 201 of 820 deals for the sets of winners 1 to 7
    result = invoke("equity", "3d7d", "2h9h", "2c9c", "--board", "5d 5h 5c", "--dead", "3s 3c")
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines[:-1] == [
        "hand   combos   equity                             win      tie",
        "3d7d        1   30.49%   ██████▏                22.32%   24.51%",
        "2h9h        1   34.76%   ███████                 3.41%   70.85%",
        "2c9c        1   34.76%   ███████                 3.41%   70.85%",
        "",
        "pot shared by             deals",
        "2h9h and 2c9c            46.34%",
        "3d7d and 2h9h and 2c9c   24.51%",
        "",
        "board 5d5h5c",
        "dead 3s3c",
    ]
    assert lines[-1].startswith("exact, 820 deals, ")


def test_equity_of_three_as_text_names_who_shares():
    # C107: 487593, 491838 and 385860 wins, 5463 deals shared by all three
    lines = [line.rstrip() for line in invoke("equity", "AcKd", "JsTs", "2h2c").stdout.splitlines()]
    assert lines[5:7] == ["pot shared by            deals", "AcKd and JsTs and 2h2c   0.40%"]


def test_ten_hands_fit():
    hands = ["AhKh", "QsQd", "2c2d", "7c6c", "JsTs", "9h9c", "8d7d", "5h4h", "3s3c", "Kc9s"]
    lines = invoke("equity", *hands).stdout.splitlines()
    assert [line.split()[0] for line in lines[1:11]] == hands


def test_equity_of_ranges_as_json():
    # C071: 358504 wins, 138134 losses, 17172 ties
    arguments = ["equity", "QQ+,AKs", "TT+,AQs+,KQs", "--board", "Kh7h2c", "--format", "json"]
    printed = json.loads(invoke(*arguments, "--by-combo", "--categories", "--next-card").stdout)
    assert printed["deals"] == 513810
    assert printed["outcomes"] == {"1": 358504 / 513810, "2": 138134 / 513810, "1,2": 17172 / 513810}
    hero, _ = printed["by_combo"]
    assert list(hero[0]) == ["combo", "weight", "probability", "equity", "win", "tie"]
    assert [len(combos) for combos in printed["by_combo"]] == [18, 37]
    equity = sum(combo["probability"] * combo["equity"] for combo in hero)
    assert equity == pytest.approx(printed["players"][0]["equity"], abs=1e-12)
    assert list(printed["categories"][0])[::8] == ["high card", "straight flush"]
    assert sum(printed["categories"][0].values()) == pytest.approx(1, abs=1e-12)
    assert len(printed["next_cards"]) == 49
    assert list(printed["next_cards"][0]) == ["card", "probability", "equities", "wins", "ties"]
    assert sum(card["probability"] for card in printed["next_cards"]) == pytest.approx(1, abs=1e-12)


def test_equity_of_ranges_as_text():
    details = ["--by-combo", "--categories", "--next-card", "--sort", "best"]
    result = invoke("equity", "AsAd", "AKs,TT", "--board", "Th 9h 2s", *details)
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines[:3] == [  # C075: 1847 wins, 3103 losses of 4950
        "hand     combos   equity                             win     tie",
        "AsAd          1   37.31%   ███████▌               37.31%   0.00%",
        "TT,AKs        5   62.69%   ████████████▌          62.69%   0.00%",
    ]
    assert "AsAd   weight      held   equity      win     tie" in lines
    assert "final hand          AsAd   TT,AKs" in lines
    assert "next card   comes     AsAd   TT,AKs" in lines
    # Three tables of 1, 5 and 9 rows, one of the 47 cards that neither board nor hero has, and the end.
    assert len(lines) == 3 + (2 + 1) + (2 + 5) + (2 + 9) + (2 + 47) + 3


def test_range_as_text():
    lines = invoke("range", "QQ+, AKs, AQo:0.5").stdout.splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["AA", "AKs", *["."] * 11],
        [".", "KK", *["."] * 11],
        ["AQo*", ".", "QQ", *["."] * 10],
    ]
    assert len(lines[0]) <= 80
    assert lines[-2:] == [
        "34 combos (28 by weight), 2.11% of all hands: 18 pairs, 4 suited, 6 offsuit",
        "QQ+,AKs,AQo:0.5",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("AA:1e-9", "6 combos (less than 0.01 by weight), 0.00% of all hands: less than 0.01 pairs"),
        ("AsAh", "1 combo, 0.08% of all hands: 1 pair"),
    ],
)
def test_little_and_one(text, line):
    assert invoke("range", text).stdout.splitlines()[-2] == line


LONG = "Ah" * 100_000


@pytest.mark.parametrize(
    "arguments",
    [
        ["equity", LONG, "KK"],
        ["equity", "AA", LONG[:-1]],
        ["evaluate", LONG],
        ["equity", "AA", "KK", "--board", LONG],
        ["equity", "AA", "KK", "--flops", LONG],
        ["range", f"+{LONG}"],
        ["matrix", LONG],
    ],
)
def test_what_is_quoted_is_cut(arguments):
    result = invoke(*arguments)
    assert result.exit_code == 1
    assert "…" in result.stderr
    assert max(map(len, result.stderr.splitlines())) < 400


def test_usage_errors_are_cut_and_cannot_command_a_terminal():
    for argument, shown in (("x" * 100_000, f"{'x' * 30}…{'x' * 29}"), ("a\x1b[31m", r"a\x1b[31m")):
        result = run("equity", "AA", "KK", "--method", argument)
        assert result.returncode == 2
        assert f"Invalid value for '--method': '{shown}' is not one of" in result.stderr
        assert "\x1b" not in result.stderr


def test_messages_cannot_command_a_terminal():
    error = CardError("card \x1b[31mred\x07 \x00", text="\x1b\x00", position=1)
    assert error_lines(error) == [r"error: card \x1b[31mred\x07 \x00", "    ", "   ^"]


def test_range_as_json_and_csv():
    printed = json.loads(invoke("range", "AA:0.5,AsKs", "--format", "json").stdout)
    assert list(printed) == ["range", "combos", "percent", "weights"]
    assert (printed["range"], printed["combos"]) == ("AA:0.5,AsKs", 7)
    assert printed["weights"]["AsKs"] == 1.0
    rows = invoke("range", "AA:0.5,AsKs", "--format", "csv").stdout.splitlines()
    assert rows[:2] == ["combo,weight", "AsAh,0.5"]
    assert len(rows) == 8


def test_preflop_entry_row_and_table():
    # C048: 50371344 wins, 10986372 losses, 285228 ties
    exact = (50371344 + 285228 / 2) / 61642944
    assert invoke("preflop", "AA", "KK").stdout == "AA has 81.95% against KK\n"
    assert json.loads(invoke("preflop", "AA", "KK", "--format", "json").stdout)["equity"] == exact
    row = json.loads(invoke("preflop", "AA", "--format", "json").stdout)["equities"]
    assert len(row) == 169
    assert row["KK"] == exact
    assert invoke("preflop", "AA").stdout.splitlines()[4].split()[2] == "81.9"
    rows = [line.split(",") for line in invoke("preflop", "--format", "csv").stdout.splitlines()]
    assert (len(rows), len(rows[0])) == (170, 170)
    assert float(rows[1][rows[0].index("KK")]) == exact
    table = json.loads(invoke("preflop", "--format", "json").stdout)
    assert table["equities"][0][table["hands"].index("KK")] == exact
    against_random = invoke("preflop").stdout.splitlines()
    assert against_random[0] == "equity of each hand against a random one, in percent"
    assert against_random[3].split()[:2] == ["A", "85.2"]  # aces, the best hand before the flop
    assert against_random[15].split()[-2:] == ["32.3", "50.3"]  # 32o, the worst, and 22


def test_evaluate_as_json_follows_the_contract():
    printed = json.loads(invoke("evaluate", "KhKdKc4s4d2c3h", "AcKsQhJdTc", "--format", "json").stdout)
    assert printed[0] == {
        "cards": "KhKdKc4s4d2c3h",
        "strength": 7463 - 188,  # Cactus Kev rank 188: kings over fours
        "category": "full house",
        "description": "full house, kings over fours",
        "best_five": "KhKdKc4s4d",
    }
    assert printed[1]["category"] == "straight"


def test_evaluate_takes_single_cards_as_one_hand():
    together = invoke("evaluate", "Ah", "10h", "Kh", "Qh", "Jh", "--format", "json")
    assert json.loads(together.stdout)[0]["strength"] == 7462


def test_evaluate_as_text():
    lines = invoke("evaluate", "AhAdKsKdQc2h3s").stdout.splitlines()
    assert lines[1].split(maxsplit=3)[1:3] == ["4995", "AhAdKsKdQc"]
    assert lines[1].rstrip().endswith("two pair, aces and kings, queen kicker")


BAD_INPUT = [
    (["equity", "1hKd", "2c3c"], "hand 1: range '1hKd': unknown character '1' (position 0); write ranks"),
    (
        ["equity", "AhK", "2c3c"],
        "hand 1: range 'AhK': the second card has no suit (position 2); write 'AhK*'",
    ),
    (["equity", "Ah", "2c3c"], "hand 1 is 'Ah', 1 card (2 are needed, such as AhKh)"),
    (["equity", "AhKhQh", "2c3c"], "hand 1 is 'AhKhQh', 3 cards (2 are needed, such as AhKh)"),
    (["equity", "AhKh", "AhQd"], "card Ah is in hand 1 and in hand 2"),
    (["equity", "AhKh", "QsQd", "--board", "Ah7c2d"], "card Ah is in hand 1 and on the board"),
    (["equity", "AhKh", "QsQd", "--board", "7y2d"], "on the board: unknown suit 'y' at position 1 of '7y2d'"),
    (["equity", "AhKh"], "1 player given (2 to 10 can be compared)"),
    (["equity", "AhKh", "QsQd", "--board", "2c3c4c5c6c7c"], "the board 2c3c4c5c6c7c has 6 cards (at most 5)"),
    (["equity", "AhKh", "AAs"], "hand 2: range 'AAs': a pair cannot be suited (position 2); write 'AA'"),
    (["equity", "AhKh", "QQ,T9s+"], "hand 2: range 'T9s+': programs disagree"),
    (["equity", "AA", "AA", "AA"], "no deal is possible: the players cannot all hold a combo at once"),
    (
        ["equity", "QQ", "AK", "--board", "QsQd3c", "--dead", "Qh Qc"],
        "hand 1 is QQ, of which no combo is left with QsQd on the board, QhQc among the dead cards",
    ),
    (["equity", "random", "random", "random", "--by-combo"], "the exact answer would take about"),
    (["range", "AKs:2"], "range 'AKs:2': a weight of 2 (position 4); write a fraction above 0"),
    (["preflop", "AsAh", "AsKs"], "no deal is possible"),
    (["evaluate", "AhKh"], "2 cards are no hand (a hand has 5, 6 or 7 cards)"),
    (["evaluate", "AhKhQhJhAh"], "card Ah is at position 0 of 'AhKhQhJhAh' and at position 8 of"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD_INPUT)
def test_bad_cards_end_in_one_sentence(arguments, message):
    result = invoke(*arguments)
    assert result.exit_code == 1
    assert result.stdout == ""
    said = [line for line in result.stderr.splitlines() if not line.startswith("oddchip: compiling")]
    assert said[0].startswith(f"error: {message}")
    assert "Traceback" not in result.stderr


def test_caret_stands_under_the_place():
    assert invoke("equity", "AhKh", "QQ,AAs").stderr.splitlines()[-2:] == ["  QQ,AAs", "       ^"]


def test_debug_shows_the_traceback():
    assert isinstance(invoke("equity", "AhKh", "--debug").exception, ValueError)


@pytest.mark.parametrize(
    "arguments", [["equity"], ["evaluate"], ["equty"], [*SPOT, "--bord", "2c"], [*SPOT, "--format", "xml"]]
)
def test_wrong_usage_has_exit_code_two(arguments):
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr


def test_version():
    assert invoke("--version").stdout.splitlines() == [
        f"oddchip {version('oddchip')}",
        f"Python {platform.python_version()}",
        f"numpy {version('numpy')}",
        f"numba {version('numba')}",
        "evaluator tables 32570568b34766b2",
    ]


def test_version_does_not_wait_for_numba():
    program = (
        "import sys; from oddchip.cli.main import group\n"
        "try: group(['--version'], prog_name='oddchip')\n"
        "finally: assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60, check=True)


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["equity"],
        ["evaluate"],
        ["preflop"],
        ["range"],
        ["warmup"],
        ["showdown"],
        ["replay"],
        ["completion"],
    ],
)
def test_help_says_what_a_command_does_and_imports_nothing_heavy(command):
    program = (
        "import sys; from oddchip.cli.main import group\n"
        "try: group(sys.argv[1:], prog_name='oddchip')\n"
        "finally: assert not {'numba', 'numpy', 'rich'} & set(sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, *command, "--help"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert result.stdout.startswith("Usage: oddchip")
    # A small screen; the options of `equity` need a larger one.
    assert len(result.stdout.splitlines()) <= (36 if command == ["equity"] else 24)


def test_evaluate_does_not_wait_for_numba():
    program = (
        "import sys; from oddchip.cli.main import group\n"
        "try: group(['evaluate', 'AhKhQhJhTh'], prog_name='oddchip')\n"
        "finally: assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60, check=True)


def test_first_use_says_once_that_it_compiles(tmp_path: Path):
    cache = str(tmp_path / "cache")
    first = run(*SPOT, ODDCHIP_CACHE_DIR=cache)
    assert first.returncode == 0
    assert first.stderr.count("compiling for this machine") == 1
    second = run(*SPOT, ODDCHIP_CACHE_DIR=cache)
    assert second.stderr == ""
    assert second.stdout.splitlines()[:3] == first.stdout.splitlines()[:3]
    warm = run("warmup", ODDCHIP_CACHE_DIR=cache)
    assert warm.stdout.startswith(cache)
    assert run(*SPOT, "--board", "2c7d9h", ODDCHIP_CACHE_DIR=cache).stderr == ""


def test_warming_up_in_vain_is_an_error(monkeypatch, tmp_path):
    monkeypatch.setattr("oddchip.equity.warm_up", lambda: None)
    monkeypatch.setattr("oddchip.evaluator.cache_folder", lambda: tmp_path / "none")
    result = CliRunner().invoke(group, ["warmup"])
    assert result.exit_code == 1
    assert result.stderr == f"Error: nothing could be kept in {tmp_path / 'none'}\n"


def test_a_closed_pipe_is_silent():
    command = f'"{sys.executable}" -c "from oddchip.cli import run; run()" equity AhKh QsQd --format json'
    piped = subprocess.run(
        f"{command} | head -n 1", shell=True, capture_output=True, text=True, timeout=60, check=True
    )
    assert piped.stdout == "{\n"
    assert piped.stderr == ""
