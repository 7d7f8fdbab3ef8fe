"""Monte Carlo on the command line: limits, seeds, progress on a terminal, Ctrl-C."""

import json
import os
import pty
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from oddchip.cli.main import group

FOUR = ["equity", "AhKh", "QQ+", "22+", "random"]
ENDLESS = [*FOUR, "--std-error", "1e-7", "--seed", "3"]
RUN = [sys.executable, "-c", "from oddchip.cli import run; run()"]


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(group, arguments, prog_name="oddchip")


def json_of(*arguments: str) -> dict:
    result = invoke(*arguments, "--format", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_sampled_result_as_json():
    printed = json_of(*FOUR, "--seed", "7")
    assert printed["method"] == "monte-carlo"
    assert printed["deals"] is None
    assert printed["samples"] > 100_000
    assert printed["seed"] == 7
    assert printed["reason"].startswith("an exact answer would take about ")
    assert printed["sampling"]["stopped_by"] == "std_error"
    assert 0 < printed["sampling"]["acceptance"] < 1
    assert printed["sampling"]["effective_samples"] == printed["samples"]
    assert all(0 < player["std_error"] <= 0.0005 for player in printed["players"])
    assert sum(player["equity"] for player in printed["players"]) == pytest.approx(1, abs=1e-12)


def test_the_seed_is_reported_and_gives_the_same_digits():
    first = json_of(*FOUR, "--samples", "5000")
    again = json_of(*FOUR, "--samples", "5000", "--seed", str(first["seed"]), "--threads", "1")
    assert first["players"] == again["players"]
    assert json_of(*FOUR, "--samples", "5000")["players"] != first["players"]


def test_limits_are_passed_on():
    by_samples = json_of(*FOUR, "--samples", "3000", "--seed", "1")
    assert by_samples["sampling"]["stopped_by"] == "samples"
    assert 3000 <= by_samples["samples"] < 3100
    by_error = json_of(*FOUR, "--std-error", "0.002", "--seed", "1")
    assert 0.001 < max(player["std_error"] for player in by_error["players"]) <= 0.002
    by_time = json_of(*FOUR, "--std-error", "1e-7", "--time", "0.05", "--seed", "1")
    assert by_time["sampling"]["stopped_by"] == "time"


def test_what_is_sampled_as_text():
    hands = ["55+,A2s+", "22+", "random", "random"]
    result = invoke("equity", *hands, "--samples", "20000", "--seed", "1", "--board", "2c 7d Th")
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["hand", "combos", "equity", "error", "win", "tie"]
    assert [line.split()[0] for line in lines[1:5]] == hands
    assert all("±" in line for line in lines[1:5])
    assert lines[-2].startswith("monte-carlo, 20,0")
    assert lines[-1].startswith(
        "seed 1; error is the standard error of the equity; an exact answer would take"
    )
    assert result.stderr == ""


def test_weighted_deals_say_what_they_are_worth():
    hands = ["55+,A2s+,KTs+,QTs+,A9o+,KTo+,JTs"] * 9
    result = invoke("equity", *hands, "--samples", "20000", "--seed", "1")
    assert "; weighted, worth " in result.stdout
    assert "other ways to share it (--outcomes shows all)" in result.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--std-error", "0"], "0 is not a number above 0 and up to 0.5"),
        (["--std-error", "nan"], "nan is not a number above 0"),
        (["--std-error", "1"], "1 is not a number above 0 and up to 0.5"),
        (["--time", "-1"], "-1 is not a number above 0"),
        (["--time", "soon"], "'soon' is not a valid float"),
        (["--samples", "0"], "0 is not a whole number from 1 on"),
        (["--seed", "-1"], "-1 is not a whole number from 0 on"),
        (["--method", "exact", "--seed", "1"], "--seed: nothing is sampled by --method exact"),
        (["--method", "monte-carlo", "--by-combo"], "--by-combo: only calculated exactly"),
        (["--method", "montecarlo"], "'montecarlo' is not one of"),
    ],
)
def test_useless_options_are_wrong_usage(options, message):
    result = invoke("equity", "AA", "KK", *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def on_a_terminal(arguments: list[str]) -> tuple[str, str, int]:
    """Run with stderr on a terminal, interrupt at the first sign of progress; return stdout, stderr, code."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([*RUN, *arguments], stdout=subprocess.PIPE, stderr=theirs, text=True) as process:
        os.close(theirs)
        shown = b""
        while b"done" not in shown:
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        printed = process.stdout.read()
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            shown += part
        process.wait()
    os.close(ours)
    return printed, shown.decode(), process.returncode


def test_progress_on_a_terminal_and_the_result_so_far_after_ctrl_c():
    printed, shown, code = on_a_terminal([*ENDLESS, "--format", "json"])
    assert " deals, " in shown
    assert " M/s, " in shown
    assert "interrupted, this is the result so far" in shown
    result = json.loads(printed)
    assert result["sampling"]["stopped_by"] == "interrupted"
    assert result["samples"] > 0
    assert code == 130


def test_no_progress_elsewhere():
    finished = subprocess.run(
        [*RUN, *FOUR, "--std-error", "1e-7", "--time", "0.4"], capture_output=True, text=True, check=True
    )
    assert finished.stderr == ""
