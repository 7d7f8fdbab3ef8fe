"""`oddchip equity --flops`: the list of flops, its forms, the histogram, refusals."""

import csv
import json
import re
from io import StringIO

import pytest
from click.testing import CliRunner, Result

from oddchip.cli.main import group
from oddchip.equity import flop_equities

SPOT = ["equity", "AhKh", "QQ+"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flops.txt").write_text("# some flops\nKh 7d 2c\nKd7d2c\n\n9s8s7s  # wet\n")
    return tmp_path


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(group, arguments, prog_name="oddchip")


def lines_of(*arguments: str) -> list[str]:
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return [line.rstrip() for line in result.stdout.splitlines()]


def test_best_and_worst_flops_are_listed():
    table = flop_equities(["AhKh", "QQ+"])
    lines = lines_of(*SPOT, "--flops", "all")
    assert lines[1].split()[:2] == ["AhKh", "34.59%"]
    start = next(index for index, line in enumerate(lines) if line.startswith("flop "))
    listed = [line.split() for line in lines[start + 1 : start + 22]]
    flops = [*table.flops[:10], *table.flops[-10:]]
    assert [row[0] for row in listed] == [f.flop for f in flops[:10]] + ["..."] + [f.flop for f in flops[10:]]
    assert [row[3] for row in listed[:10]] == [f"{flop.equities[0]:.2%}" for flop in flops[:10]]
    assert lines[start + 22] == "and 4,474 other flops between them (--format csv lists all)"
    assert lines[-1].startswith("4,494 flops, which stand for 19,600, each exact, ")


@pytest.mark.parametrize("written", ["ALL", " all", "All "])
def test_all_in_any_case(written):
    assert lines_of(*SPOT, "--flops", written)[-1].startswith("4,494 flops, which stand for 19,600, ")


def test_the_last_line_is_broken_between_its_parts():
    hands = ["AhQh", "QQ+, AK", "22+, A2s+", "T8s+, 98s, 87s", "random", "random"]
    arguments = ["equity", *hands, "--flops", "5", "--seed", "1", "--std-error", "0.02"]
    lines = CliRunner(env={"COLUMNS": "80"}).invoke(group, arguments).stdout.splitlines()
    assert lines[-2].startswith("5 flops drawn from 19,600, 5 of them sampled, error ")
    assert lines[-2].endswith(", seed 1,")
    assert re.fullmatch(r"\d+\.\d\d s", lines[-1])


def test_one_flop_is_no_flops(folder):
    (folder / "one.txt").write_text("9s8s7s\n")
    assert lines_of(*SPOT, "--flops", "one.txt")[-1].startswith("1 flop, each exact, ")


def test_histogram_has_all_flops():
    lines = lines_of(*SPOT, "--flops", "all")
    start = lines.index("equity of AhKh on the flops, each as often as it comes")
    bands = [line for line in lines[start + 2 : -2] if "%" in line]
    assert bands[0].startswith(" 95-100%")
    assert bands[-1].startswith("  5- 10%")
    assert sum(float(line.split()[-1].rstrip("%")) for line in bands) == pytest.approx(100, abs=1)
    assert max(line.count("█") for line in bands) == 40


def test_worst_first():
    lines = lines_of(*SPOT, "--flops", "30", "--seed", "1", "--sort", "worst")
    best = lines_of(*SPOT, "--flops", "30", "--seed", "1", "--sort", "best")
    start = next(index for index, line in enumerate(lines) if line.startswith("flop "))
    assert float(lines[start + 1].split()[3].rstrip("%")) < float(best[start + 1].split()[3].rstrip("%"))


def test_json():
    printed = json.loads(invoke(*SPOT, "--flops", "all", "--format", "json").stdout)
    table = flop_equities(["AhKh", "QQ+"])
    assert printed["choice"] == "all"
    assert printed["players"][0]["equity"] == table.players[0].equity
    assert len(printed["flops"]) == len(table.flops)
    assert printed["flops"][0] == json.loads(json.dumps(table.flops[0].to_json()))
    assert sum(flop["multiplicity"] for flop in printed["flops"]) == 19_600


def test_csv_of_a_file_of_flops(folder):
    result = invoke(*SPOT, "--flops", "flops.txt", "--format", "csv")
    rows = list(csv.DictReader(StringIO(result.stdout)))
    table = flop_equities(["AhKh", "QQ+"], ["Kd7d2c", "9s8s7s"])
    assert result.stderr == "oddchip: 'Kh7d2c' cannot come\n"
    assert [row["flop"] for row in rows] == [flop.flop for flop in table.flops]
    assert [float(row["p2_equity"]) for row in rows] == [flop.equities[1] for flop in table.flops]
    assert set(rows[0]) == {
        "flop", "multiplicity", "probability", "method", "deals", "samples",
        "p1_equity", "p1_win", "p1_tie", "p1_std_error", "p2_equity", "p2_win", "p2_tie", "p2_std_error",
    }  # fmt: skip


def test_a_sample_says_its_seed_and_error():
    lines = lines_of(*SPOT, "--flops", "50", "--seed", "4")
    assert lines[0].split() == ["hand", "equity", "error", "win", "tie"]
    assert lines[-1].startswith("50 flops drawn from 19,600, each exact, seed 4, ")


def test_only_flops_that_can_come_are_drawn_and_counted():
    """Three queens leave nobody a pair of them."""
    result = invoke("equity", "AhKh", "QQ", "--flops", "19596", "--seed", "4")
    assert result.stderr == ""
    assert result.stdout.splitlines()[-1].startswith("19,596 flops drawn from 19,596, each exact, ")
    table = flop_equities(["AhKh", "QQ"], 19_596, seed=4)
    expected = flop_equities(["AhKh", "QQ"]).players[0].equity
    assert table.players[0].equity == pytest.approx(expected, abs=1e-12)
    assert table.players[0].std_error < 1e-12


def test_sampled_equities_have_errors():
    lines = lines_of(*SPOT, "--flops", "5", "--seed", "4", "--method", "monte-carlo", "--std-error", "0.02")
    assert sum("±" in line for line in lines) == 2 + 5
    assert "5 of them sampled, error " in lines[-1]


def test_picture(folder):
    lines_of(*SPOT, "--flops", "all", "--plot", "out.svg")
    drawn = (folder / "out.svg").read_text()
    for text in ("AhKh v QQ+: equity of AhKh on 4,494 flops", "equity on the flop", "part of the flops"):
        assert text in drawn


def test_what_is_wrong_in_a_file_is_said_with_its_place(folder):
    (folder / "bad.txt").write_text("Kh7d2c\n\nKh7d2x\n")
    result = invoke(*SPOT, "--flops", "bad.txt")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "error: file 'bad.txt', line 3: flop 2: unknown suit 'x' at position 5 of 'Kh7d2x'"
        " (suits are cdhs or ♣♦♥♠)",
        "  Kh7d2x",
        "       ^",
    ]
    (folder / "bad.txt").write_text("# none\n")
    assert invoke(*SPOT, "--flops", "bad.txt").stderr == (
        "error: file 'bad.txt' has no flop in it (one a line, such as Kh7d2c; # begins a comment)\n"
    )
    (folder / "bad.txt").write_text("Kh7d2c\n2cKh7d\n")
    assert "line 2: flop 2 is Kh7d2c, which flop 1 is, too" in invoke(*SPOT, "--flops", "bad.txt").stderr


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--flops", "all", "--board", "Kh"], 2, "--flops: not with --board."),
        (["--flops", "all", "--grid", "--pot", "3"], 2, "--flops: not with --grid and --pot."),
        (["--flops", "all", "--sort", "held"], 2, "--sort held"),
        (["--flops", "all", "--method", "exact", "--std-error", "0.1"], 2, "nothing is sampled"),
        (["--flops", "all", "--format", "csv", "--digits", "3"], 2, "CSV always has all digits"),
        (
            ["--flops", "all", "--threads", "7", "--scheduler", "local:2"],
            2,
            "--threads: --scheduler says who",
        ),
        (["--flops", "1"], 2, "1 is not a whole number from 2 on"),
        *[
            (
                ["--flops", number],
                2,
                f"{number!r} is not all, a whole number from 2 on such as 200, or a file",
            )
            for number in ("-3", "1.5", "1e2", "20,000", "", " ", "9" * 40, "+5", "50%", "nan")
        ],
        (["--flops", "nofile"], 1, "file 'nofile' cannot be read"),
        (["--flops", "30000"], 1, "30,000 flops are asked for (only 19,600 can come)"),
        (["--format", "csv"], 2, "--format csv: give --flops, too."),
        (["--scheduler", "local:2"], 2, "--scheduler: give --flops, too."),
    ],
)
def test_refusals(options, code, message):
    result = invoke(*SPOT, *options)
    assert result.exit_code == code
    assert result.stdout == ""
    assert message in result.stderr
