"""`oddchip batch`: what it writes where, exit codes, Ctrl-C, renames, progress."""

import os
import pty
import re
import signal
import subprocess
import sys
import time

import polars as pl
import pytest
from batch_spots import BAD_ROWS, command, run, spots, write_csv

from oddchip.cli.batch_progress import progress_text
from oddchip.equity.batch import batch_equity
from oddchip.equity.batch_parts import BatchColumns
from oddchip.equity.batch_rows import RowResult, Solved
from oddchip.equity.batch_tally import BatchProgress, Tally

ROWS = [(hands[:3], board, dead) for hands, board, dead in spots(12, seed=31)]


@pytest.fixture
def source(tmp_path):
    return write_csv(tmp_path / "in.csv", ROWS)


def test_a_file_becomes_a_file_and_a_line_tells_of_it(source, tmp_path):
    out = tmp_path / "out.csv"
    done = run(source, "--out", out, "--seed", "7")
    assert (done.returncode, done.stdout) == (0, "")
    line = done.stderr.splitlines()[-1]
    told = r"oddchip: 12 rows in [0-9.]+ s \([0-9,]+ a second\), 12 spots calculated, 0 errors, seed 7"
    assert re.fullmatch(told, line)
    batch_equity(source, tmp_path / "same.csv", seed=7)
    assert out.read_bytes() == (tmp_path / "same.csv").read_bytes()


def test_bad_rows_are_counted_and_strict_makes_them_a_failure(tmp_path):
    made = [*ROWS, BAD_ROWS["card twice"][:3], BAD_ROWS["one player"][:3]]
    source = write_csv(tmp_path / "in.csv", made)
    loose = run(source, "--out", tmp_path / "out.csv")
    assert loose.returncode == 0
    assert "2 errors" in loose.stderr
    assert "first error is in row 13: card Ah is in hand 1 and in hand 2" in loose.stderr
    strict = run(source, "--out", tmp_path / "strict.csv", "--strict", "--seed", "0")
    assert strict.returncode == 1
    assert len(pl.read_csv(tmp_path / "strict.csv", infer_schema=False)) == len(made)


def test_options_reach_the_rows(tmp_path):
    names = ("id", "hero", "villain", "third", "flop", "gone", "note")
    source = write_csv(tmp_path / "in.data", ROWS, names)
    done = run(
        *(source, "--out", tmp_path / "out.data", "--input-format", "csv", "--output-format", "jsonl"),
        *("--player-columns", "hero, villain,third", "--board-column", "flop", "--dead-column", "gone"),
        *("--method", "monte-carlo", "--samples", "200", "--seed", "3", "--threads", "1"),
    )
    assert done.returncode == 0, done.stderr
    columns = BatchColumns(players=names[1:4], board="flop", dead="gone")
    expected = batch_equity(
        source, columns=columns, input_format="csv", method="monte-carlo", samples=200, seed=3, threads=1
    )
    assert pl.read_ndjson(tmp_path / "out.data", infer_schema_length=None)["p1_equity"].equals(
        expected["p1_equity"]
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing option '--out'"),
        (
            ["--out", "x.csv", "--method", "exact", "--samples", "9", "--std-error", "0.1"],
            "--std-error and --samples: nothing",
        ),
        (["--out", "x.csv", "--scheduler", "here"], "unknown scheduler 'here'"),
        (
            ["--out", "x.csv", "--threads", "7", "--scheduler", "local:1"],
            "--threads: --scheduler says who works (local:N is N processes).",
        ),
        (["--out", "x.csv", "--threads", "0"], "0 is not a whole number from 1 on"),
        (["--out", "x.csv", "--std-error", "0"], "0 is not a number above 0"),
        (["--out", "x.csv", "--input-format", "xml"], "'xml' is not one of"),
    ],
)
def test_wrong_usage_is_exit_2(source, arguments, said):
    done = run(source, *arguments)
    assert done.returncode == 2
    assert said in done.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "error: file 'bad.csv' is empty\n"),
        (b"p1,p2\n", "error: file 'bad.csv': there are no rows\n"),
        (b"a,b\n1,2\n", "no columns 'p1' and 'p2'"),
        (b"p1,p2\n\xff,AA\n", "error: file 'bad.csv' is not UTF-8 text"),
        (b'p1,p2\n"AA,KK\n', "opens a quote that is never closed"),
    ],
)
def test_malformed_files_are_exit_1_and_one_line(tmp_path, content, said):
    (tmp_path / "bad.csv").write_bytes(content)
    done = run("bad.csv", "--out", "out.csv", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["bad.csv"]


def test_what_is_not_there_or_in_the_way_is_exit_1(source, tmp_path):
    out = tmp_path / "out.csv"
    assert "no such file" in run(tmp_path / "none.csv", "--out", out).stderr
    out.write_text("mine")
    done = run(source, "--out", out)
    assert (done.returncode, out.read_text()) == (1, "mine")
    assert "exists (--force replaces it)" in done.stderr
    assert run(source, "--out", out, "--force").returncode == 0


def test_a_run_that_cannot_be_continued_is_kept_though_it_is_forced(source, tmp_path, monkeypatch):
    out = tmp_path / "out.csv"
    monkeypatch.setattr("oddchip.equity.batch.refuse_change", lambda *ignored: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        batch_equity(source, out, seed=1, threads=1)
    for options in (("--resume",), ("--resume", "--force")):
        refused = run(source, "--out", out, "--seed", "2", *options)
        assert refused.returncode == 1
        assert "with seed 1, not 2" in refused.stderr
        assert refused.stderr.endswith("(--force without --resume begins anew)\n")
    out.write_text("old")
    done = run(source, "--out", out, "--seed", "1", "--resume", "--force")
    assert done.returncode == 0
    assert "12 rows done before" in done.stderr
    assert out.read_text() != "old"


@pytest.mark.parametrize("workers", ["--threads=1", "--scheduler=local:2"])
def test_ctrl_c_says_how_to_go_on(tmp_path, workers):
    source = write_csv(tmp_path / "in.csv", [(("AhKh", "QQ+", "random"), "", "")] + ROWS * 40)
    out = tmp_path / "out.csv"
    options = ("--method", "monte-carlo", "--samples", "20000", "--seed", "1", workers)
    process = subprocess.Popen(
        command(source, "--out", out, *options), stderr=subprocess.PIPE, text=True, process_group=0
    )
    journal = tmp_path / "out.csv.oddchip-run" / "journal"
    while not (journal.exists() and journal.stat().st_size) and process.poll() is None:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert said.endswith("oddchip: interrupted; the same command with --resume goes on\n")
    assert "Traceback" not in said
    assert not out.exists()
    again = run(source, "--out", out, *options)
    assert again.returncode == 1
    assert "--resume continues it, --force begins anew" in again.stderr
    done = run(source, "--out", out, *options, "--resume")
    assert done.returncode == 0
    assert "rows done before" in done.stderr
    whole = run(source, "--out", tmp_path / "whole.csv", *options)
    assert whole.returncode == 0
    assert out.read_bytes() == (tmp_path / "whole.csv").read_bytes()


def shown_by(*arguments):
    """Return what a batch shows on a terminal."""
    master, terminal = pty.openpty()
    process = subprocess.Popen(
        command(*arguments),
        stderr=terminal,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(terminal)
    shown = b""
    while True:
        try:
            read = os.read(master, 4096)
        except OSError:
            break
        if not read:
            break
        shown += read
    os.close(master)
    assert process.wait(timeout=60) == 0
    return shown


def test_progress_is_shown_on_a_terminal_only(tmp_path):
    source = write_csv(tmp_path / "in.csv", ROWS * 20)
    options = ("--method", "monte-carlo", "--samples", "3000", "--threads", "1")
    shown = shown_by(source, "--out", tmp_path / "out.csv", *options)
    assert b"looking through the input" in shown
    assert b"240 of 240 rows, " in shown
    assert b"/s, 0:00 left" in shown
    assert b"240 rows in " in shown
    assert b"of 240 rows" not in run(source, "--out", tmp_path / "o.csv", *options).stderr.encode()


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_what_was_done_before_has_no_rate(tmp_path, kind):
    source, out = write_csv(tmp_path / "in.csv", ROWS * 20), tmp_path / f"out.{kind}"
    told = []

    def stop(progress):
        told.append(progress)
        if progress.rows >= 200:
            raise KeyboardInterrupt

    options = {"method": "monte-carlo", "samples": 3000, "seed": 1, "threads": 1}
    with pytest.raises(KeyboardInterrupt):
        batch_equity(source, out, on_progress=stop, **options)
    assert {progress.stage for progress in told} == {"calculating"}
    told.clear()
    batch_equity(source, out, on_progress=told.append, resume=True, **options)
    assert [progress.stage for progress in told] == sorted(
        (progress.stage for progress in told), key=["reading", "calculating", "writing"].index
    )
    by_stage = {progress.stage: progress for progress in told}
    reading, calculating = by_stage.pop("reading"), by_stage.pop("calculating")
    assert (reading.rate, reading.seconds_left) == (0, None)
    assert reading.rows in (100, 200)
    assert (calculating.rows, calculating.seconds_left) == (240, 0)
    assert calculating.rate > 0
    if kind == "parquet":
        writing = by_stage.pop("writing")
        assert (writing.rows, writing.seconds_left) == (240, 0)
        assert writing.rate > 0
    assert not by_stage


def test_only_rows_of_this_process_count_for_the_rate(monkeypatch):
    clock = iter([0.0, 1.0, 10.0, 12.0, 20.0, 24.0])
    monkeypatch.setattr("oddchip.equity.batch_tally.time.perf_counter", lambda: next(clock))
    told = []
    tally = Tally(400, next(clock), told.append)
    answered = Solved([RowResult("exact", (), None)] * 100, 100, 0)
    tally.add(answered)
    tally.begin()
    tally.add(answered)
    assert [(progress.rows, progress.rate, progress.seconds_left) for progress in told] == [
        (100, 0, None),
        (200, 50, 4),
    ]
    list(tally.writing([answered]))
    assert (told[-1].stage, told[-1].rows, told[-1].rate, told[-1].seconds_left) == ("writing", 100, 25, 12)


def test_progress_in_words():
    assert progress_text(BatchProgress(50, 2000, 0, 0, None, "reading")) == "reading: 50 of 2,000 rows"
    writing = BatchProgress(1000, 2000, 1, 500, 2, "writing")
    assert progress_text(writing) == "writing: 1,000 of 2,000 rows, 500/s, 0:02 left, 1 error"
    assert progress_text(BatchProgress(1, 2, 1, 0.512, 7290)) == "1 of 2 rows, 0.512/s, 2:01:30 left, 1 error"
    assert progress_text(BatchProgress(0, 2, 0, 0, None)) == "0 of 2 rows, 0/s"


def test_help_fits_on_a_screen_and_needs_nothing_heavy():
    done = run("--help", env=os.environ | {"COLUMNS": "80"})
    assert len(done.stdout.splitlines()) <= 24
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "oddchip batch spots.csv --out equities.csv" in done.stdout
    code = "import sys; import oddchip.cli.batch_command; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"numpy", "numba", "polars", "rich", "distributed"} & set(loaded)


def test_importing_equity_does_not_load_polars():
    code = "import sys; import oddchip.equity; print(*sys.modules); oddchip.equity.batch_equity"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"polars", "distributed", "oddchip.equity.batch"} & set(loaded)
