"""Runs that are interrupted, continued, refused: never half a file, and the same bytes in the end."""

import errno
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import polars as pl
import pytest
from batch_spots import command, run, write_csv

from oddchip.equity import batch
from oddchip.equity.batch import PIECE, batch_equity
from oddchip.equity.batch_input import open_source
from oddchip.equity.batch_parts import row_inputs
from oddchip.equity.batch_run import open_run, run_folder
from oddchip.evaluator import BatchError, format_cards

SAMPLED = {"method": "monte-carlo", "samples": 400, "seed": 9, "threads": 1}
COUNT = 6 * PIECE + 30


def rows(count, seed=2):
    """Return cheap rows: two hands on a board of three to five."""
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        cards = chance.sample(range(52), 9)
        hands = (format_cards(cards[:2]), format_cards(cards[2:4]))
        made.append((hands, format_cards(cards[4 : 4 + chance.choice((3, 4, 5))]), ""))
    return made


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return a folder with inputs, and what a run that nothing interrupts makes of them."""
    folder = tmp_path_factory.mktemp("whole")
    made = rows(COUNT)
    made[::50] = [(("AA", "AhZz"), "", "")] * len(made[::50])
    pl.read_csv(write_csv(folder / "in.csv", made), infer_schema=False).write_parquet(folder / "in.parquet")
    for kind in ("csv", "parquet"):
        batch_equity(folder / f"in.{kind}", folder / f"out.{kind}", **SAMPLED)
    batch_equity(folder / "in.csv", folder / "out.jsonl", **SAMPLED)
    return folder


class Stop(BaseException):
    """What stands for anything that ends a process."""


def stop_after(monkeypatch, pieces):
    """End the run after so many pieces."""
    real, count = batch.Run.add, 0

    def add(self, solved):
        nonlocal count
        if count == pieces:
            raise Stop
        count += 1
        real(self, solved)

    monkeypatch.setattr(batch.Run, "add", add)


def interrupted(monkeypatch, source, out, pieces=3, **options):
    with monkeypatch.context() as patch:
        stop_after(patch, pieces)
        with pytest.raises(Stop):
            batch_equity(source, out, **(SAMPLED | options))
    assert run_folder(out).is_dir() == (pieces > 0)  # nothing is lost with an empty run


@pytest.mark.parametrize("pieces", [0, 1, 3, 6])
@pytest.mark.parametrize("kind", ["csv", "parquet", "jsonl"])
def test_a_continued_run_gives_the_same_bytes(whole, tmp_path, monkeypatch, kind, pieces):
    source, out = whole / "in.csv", tmp_path / f"out.{kind}"
    if kind == "parquet":
        source = whole / "in.parquet"
    interrupted(monkeypatch, source, out, pieces)
    assert not out.exists()
    summary = batch_equity(source, out, resume=True, **SAMPLED)
    assert (summary.rows, summary.continued) == (COUNT, pieces * PIECE)
    assert summary.errors == len(range(0, COUNT, 50))
    assert out.read_bytes() == (whole / f"out.{kind}").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


@pytest.mark.parametrize("done", [0, 1, 130, 300, 600, COUNT])
@pytest.mark.parametrize("joined", [1, 2, 3, 10])
def test_what_is_left_does_not_depend_on_how_much_comes_at_once(whole, done, joined):
    source = open_source(whole / "in.csv", None, batch.BatchColumns())
    everything = [row for part in source.parts(77) for row in row_inputs(part, source.places)]
    left = list(batch._pieces_after(done, source, joined * PIECE))
    assert [row for piece in left for row in piece] == everything[done:]
    assert all(joined * PIECE <= len(piece) < (joined + 1) * PIECE for piece in left[:-1])


def test_a_run_continues_with_its_own_seed(whole, tmp_path, monkeypatch):
    out = tmp_path / "out.csv"
    interrupted(monkeypatch, whole / "in.csv", out)
    summary = batch_equity(whole / "in.csv", out, resume=True, **(SAMPLED | {"seed": None}))
    assert summary.seed == SAMPLED["seed"]
    assert out.read_bytes() == (whole / "out.csv").read_bytes()


@pytest.mark.parametrize("damage", ["cut", "zeros", "flipped", "more", "half a line"])
def test_what_a_loss_of_power_leaves_is_done_again(whole, tmp_path, monkeypatch, damage):
    out = tmp_path / "out.csv"
    interrupted(monkeypatch, whole / "in.csv", out)
    journal = run_folder(out) / "journal"
    content = bytearray(journal.read_bytes())
    if damage == "cut":
        del content[-7:]
    elif damage == "zeros":
        content[-500:] = bytes(500)
    elif damage == "flipped":
        content[len(content) // 2] ^= 1
    elif damage == "more":
        content += b"\0" * 4096
    else:
        content += b"01234567 [1,["
    journal.write_bytes(content)
    summary = batch_equity(whole / "in.csv", out, resume=True, **SAMPLED)
    assert summary.continued == {"cut": 2, "zeros": 2, "flipped": 1}.get(damage, 3) * PIECE
    assert out.read_bytes() == (whole / "out.csv").read_bytes()


@pytest.mark.parametrize("moment", ["write", "replace", "unlink"])
def test_the_end_may_be_interrupted_too(whole, tmp_path, monkeypatch, moment):
    out = tmp_path / "out.csv"

    def stop(*ignored):
        raise Stop

    with monkeypatch.context() as patch:
        if moment == "write":
            patch.setattr(batch, "refuse_change", stop)
        elif moment == "replace":
            patch.setattr("oddchip.equity.batch_run.filecmp.cmp", stop)
            patch.setattr("oddchip.equity.batch_run.Path.replace", replace_unless(out, stop))
        else:
            patch.setattr("oddchip.equity.batch_run._sync_folder", sync_unless(tmp_path, stop))
        with pytest.raises(Stop):
            batch_equity(whole / "in.csv", out, **SAMPLED)
    assert out.exists() == (moment == "unlink")
    summary = batch_equity(whole / "in.csv", out, resume=True, **SAMPLED)
    assert summary.continued == COUNT
    assert out.read_bytes() == (whole / "out.csv").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]


def replace_unless(out, stop):
    real = Path.replace

    def replace(self, target):
        return stop() if target == out else real(self, target)

    return replace


def sync_unless(folder, stop):
    from oddchip.equity.batch_run import _sync_folder as real

    def sync(path):
        if path == folder:
            stop()
        real(path)

    return sync


@pytest.mark.parametrize(("workers", "seed"), [("--threads=1", 1), ("--scheduler=local:2", 2)])
def test_killed_at_random_moments(tmp_path, workers, seed):
    """Of which far more were tried once than a test-suite has time for."""
    chance = random.Random(seed)
    source = write_csv(tmp_path / "in.csv", rows(12 * PIECE, seed))
    options = ["--method", "monte-carlo", "--samples", "500", "--seed", "1", workers]
    done = run(source, "--out", tmp_path / "whole.csv", *options)
    assert done.returncode == 0, done.stderr
    out = tmp_path / "out.csv"
    journal = run_folder(out) / "journal"
    kills, pieces = 0, 0
    while not out.exists():
        pieces += chance.randint(2, 6)
        process = subprocess.Popen(
            command(source, "--out", out, "--resume", *options), stderr=subprocess.PIPE, text=True
        )
        while process.poll() is None and (not journal.exists() or lines_of(journal) < pieces):
            time.sleep(0.003)
        time.sleep(chance.uniform(0, 0.05))
        process.send_signal(signal.SIGKILL)
        _, said = process.communicate(timeout=60)
        assert process.returncode in (0, -signal.SIGKILL), said
        kills += process.returncode != 0
    assert kills
    assert out.read_bytes() == (tmp_path / "whole.csv").read_bytes()


def lines_of(journal):
    try:
        return journal.read_bytes().count(b"\n")
    except FileNotFoundError:  # the run has just ended
        return 0


# Refusals


def test_an_output_that_is_there_is_kept(whole, tmp_path):
    out = tmp_path / "out.csv"
    out.write_text("mine")
    for resume in (False, True):
        with pytest.raises(BatchError, match=r"out\.csv' exists \(--force replaces it\)"):
            batch_equity(whole / "in.csv", out, resume=resume, **SAMPLED)
        assert out.read_text() == "mine"
        assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]
    batch_equity(whole / "in.csv", out, force=True, **SAMPLED)
    assert out.read_bytes() == (whole / "out.csv").read_bytes()


def test_an_output_that_appears_meanwhile_is_kept(whole, tmp_path, monkeypatch):
    out = tmp_path / "out.csv"
    interrupted(monkeypatch, whole / "in.csv", out)
    out.write_text("mine")
    with pytest.raises(BatchError, match="exists"):
        batch_equity(whole / "in.csv", out, resume=True, **SAMPLED)
    out.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(batch, "refuse_change", lambda source: out.write_text("mine"))
        with pytest.raises(BatchError, match="exists"):
            batch_equity(whole / "in.csv", out, resume=True, **SAMPLED)
    assert out.read_text() == "mine"
    summary = batch_equity(whole / "in.csv", out, resume=True, force=True, **SAMPLED)
    assert summary.continued == COUNT
    assert out.read_bytes() == (whole / "out.csv").read_bytes()


def test_a_run_that_was_begun_is_not_forgotten_by_itself(whole, tmp_path, monkeypatch):
    out = tmp_path / "out.csv"
    interrupted(monkeypatch, whole / "in.csv", out)
    with pytest.raises(
        BatchError, match=r"begun and not finished, .*--resume continues it, --force begins anew"
    ):
        batch_equity(whole / "in.csv", out, **SAMPLED)
    summary = batch_equity(whole / "in.csv", out, force=True, **SAMPLED)
    assert summary.continued == 0
    assert out.read_bytes() == (whole / "out.csv").read_bytes()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"samples": 401}, r"other options \(method monte-carlo, samples 400\)"),
        ({"std_error": 0.1}, "other options"),
        ({"seed": 10}, "with seed 9, not 10"),
        ({"output_format": "jsonl"}, "the output format csv"),
        ({"columns": batch.BatchColumns(players=["p1", "p2"])}, "other columns"),
    ],
)
def test_other_options_do_not_continue_a_run(whole, tmp_path, monkeypatch, changed, said):
    out = tmp_path / "out.csv"
    interrupted(monkeypatch, whole / "in.csv", out)
    for force in (False, True):
        told = pytest.raises(BatchError, match=rf"{said}.*\(--force without --resume begins anew\)")
        with told:
            batch_equity(whole / "in.csv", out, resume=True, force=force, **(SAMPLED | changed))
    assert batch_equity(whole / "in.csv", out, resume=True, **SAMPLED).continued == 3 * PIECE


def test_another_version_does_not_continue_a_run(whole, tmp_path, monkeypatch):
    out = tmp_path / "out.csv"
    interrupted(monkeypatch, whole / "in.csv", out)
    monkeypatch.setattr(batch, "version", lambda name: "99.0")
    with pytest.raises(BatchError, match=r"another version of oddchip \(0\..*, this is 99\.0\)"):
        batch_equity(whole / "in.csv", out, resume=True, **SAMPLED)


def test_a_damaged_description_is_said(whole, tmp_path, monkeypatch):
    out = tmp_path / "out.csv"
    interrupted(monkeypatch, whole / "in.csv", out)
    (run_folder(out) / "run.json").write_text("{")
    with pytest.raises(BatchError, match=r"is damaged \(--force without --resume begins anew\)"):
        batch_equity(whole / "in.csv", out, resume=True, **SAMPLED)


def test_an_input_that_has_changed_does_not_continue_a_run(whole, tmp_path, monkeypatch):
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    shutil.copy(whole / "in.csv", source)
    interrupted(monkeypatch, source, out)
    source.write_text(source.read_text().replace('""a"", 3"', '""a"", 4"'))
    with pytest.raises(BatchError, match="with other contents of the input, which has changed"):
        batch_equity(source, out, resume=True, **SAMPLED)
    shutil.copy(whole / "in.csv", source)
    batch_equity(source, out, resume=True, **SAMPLED)
    assert out.read_bytes() == (whole / "out.csv").read_bytes()


def test_an_input_that_changes_meanwhile_gives_no_output(whole, tmp_path, monkeypatch):
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    shutil.copy(whole / "in.csv", source)
    real = batch.write_output

    def write(*arguments):
        real(*arguments)
        source.write_text(source.read_text().replace("AhZz", "AhYy"))

    monkeypatch.setattr(batch, "write_output", write)
    with pytest.raises(BatchError, match=r"in\.csv' has changed while it was read"):
        batch_equity(source, out, **SAMPLED)
    assert not out.exists()


def test_two_runs_into_one_file_are_refused(whole, tmp_path):
    out = tmp_path / "out.csv"
    with open_run(out, force=False):
        for options in ({}, {"force": True}, {"resume": True}):
            with pytest.raises(BatchError, match="another process is writing in"):
                batch_equity(whole / "in.csv", out, **SAMPLED, **options)
    assert not run_folder(out).exists()
    batch_equity(whole / "in.csv", out, **SAMPLED)


def test_a_folder_is_locked_until_nothing_is_left_in_it(whole, tmp_path, monkeypatch):
    """A second run may begin from the moment at which the lock goes, and must not lose anything then."""
    out = tmp_path / "out.csv"
    real = Path.unlink
    with ExitStack() as stack:
        second = []

        def unlink(self, *arguments, **options):
            real(self, *arguments, **options)
            if self == run_folder(out) / "lock" and not second:
                assert not list(run_folder(out).iterdir())
                second.append(stack.enter_context(open_run(out, force=True)))
                second[0].begin({"seed": 1})

        monkeypatch.setattr(Path, "unlink", unlink)
        batch_equity(whole / "in.csv", out, **SAMPLED)
        assert second[0].is_begun()
        with pytest.raises(BatchError, match="another process is writing"):
            batch_equity(whole / "in.csv", out, **SAMPLED)
        assert sorted(path.name for path in run_folder(out).iterdir()) == ["lock", "run.json"]


def test_files_of_others_in_the_folder_stay(whole, tmp_path):
    out = tmp_path / "out.csv"
    run_folder(out).mkdir()
    (run_folder(out) / "mine").write_text("mine")
    batch_equity(whole / "in.csv", out, **SAMPLED)
    assert [path.name for path in run_folder(out).iterdir()] == ["mine"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (errno.EWOULDBLOCK, "another process is writing in"),
        (errno.EACCES, "another process is writing in"),
        (errno.ENOLCK, r"oddchip-run' cannot be locked: no locks available \(the output must be on"),
        (errno.EOPNOTSUPP, "cannot be locked: operation not supported"),
    ],
)
def test_what_keeps_a_lock_away_is_said(whole, tmp_path, monkeypatch, code, said):
    def fail(file):
        raise OSError(code, os.strerror(code))

    out = tmp_path / "out.csv"
    monkeypatch.setattr("oddchip.equity.batch_run._lock", fail)
    with pytest.raises(BatchError, match=said):
        batch_equity(whole / "in.csv", out, **SAMPLED)
    assert run_folder(out).exists() == ("another" in said)


HOLDING = """
import sys, time
from pathlib import Path
from oddchip.equity.batch_run import open_run
with open_run(Path(sys.argv[1]), force=False) as run:
    print("open", flush=True)
    time.sleep(600)
"""


def test_the_lock_of_a_killed_process_holds_nobody_up(whole, tmp_path):
    out = tmp_path / "out.csv"
    holder = subprocess.Popen([sys.executable, "-c", HOLDING, out], stdout=subprocess.PIPE)
    assert holder.stdout.readline() == b"open\n"
    with pytest.raises(BatchError, match="another process is writing"):
        batch_equity(whole / "in.csv", out, **SAMPLED)
    holder.kill()
    holder.communicate()
    assert (run_folder(out) / "lock").exists()
    batch_equity(whole / "in.csv", out, **SAMPLED)
    assert out.read_bytes() == (whole / "out.csv").read_bytes()


def test_outputs_that_cannot_be_written_are_refused(whole, tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.csv").mkdir()
    for out, said in (
        (tmp_path / "nothing" / "out.csv", "the folder .* does not exist"),
        (tmp_path / "file" / "out.csv", "the folder .* does not exist"),
        (tmp_path / "folder.csv", "is a folder, not a file"),
    ):
        with pytest.raises(BatchError, match=said):
            batch_equity(whole / "in.csv", out, **SAMPLED)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.csv"]


def test_what_is_no_regular_file_is_not_replaced(whole, tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "null.csv").symlink_to(os.devnull)
    (tmp_path / "circle.csv").symlink_to(tmp_path / "circle.csv")
    for name, said in (
        ("pipe.csv", "no regular file"),
        ("null.csv", "no regular file"),
        ("circle.csv", "circle"),
    ):
        for force in (False, True):
            with pytest.raises(BatchError, match=said):
                batch_equity(whole / "in.csv", tmp_path / name, force=force, **SAMPLED)
    with pytest.raises(BatchError, match="'/dev/null' is no regular file"):
        batch_equity(whole / "in.csv", os.devnull, output_format="csv", force=True, **SAMPLED)
    assert (tmp_path / "pipe.csv").is_fifo()
    assert Path(os.devnull).is_char_device()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["circle.csv", "null.csv", "pipe.csv"]


@pytest.mark.parametrize("is_there", [False, True])
def test_a_link_is_written_where_it_leads_to(whole, tmp_path, monkeypatch, is_there):
    (tmp_path / "far").mkdir()
    link, target = tmp_path / "link.csv", tmp_path / "far" / "real.data"
    link.symlink_to(Path("far") / "real.data")
    if is_there:
        target.write_text("mine")
        with pytest.raises(BatchError, match="exists"):
            batch_equity(whole / "in.csv", link, **SAMPLED)
    with monkeypatch.context() as patch:
        stop_after(patch, 2)
        with pytest.raises(Stop):
            batch_equity(whole / "in.csv", link, force=is_there, **SAMPLED)
    assert run_folder(target).is_dir()
    assert batch_equity(whole / "in.csv", link, resume=True, force=is_there, **SAMPLED).continued == 2 * PIECE
    assert link.is_symlink()
    assert target.read_bytes() == (whole / "out.csv").read_bytes()
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["far", "link.csv", "real.data"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_refused(whole, tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError):
        batch_equity(whole / "in.csv", tmp_path / "out.csv", **SAMPLED)


def test_the_input_is_not_the_output(whole, tmp_path):
    shutil.copy(whole / "in.csv", tmp_path / "in.csv")
    (tmp_path / "link.csv").symlink_to(tmp_path / "in.csv")
    for out in ("in.csv", "link.csv"):
        with pytest.raises(BatchError, match="is the input"):
            batch_equity(tmp_path / "in.csv", tmp_path / out, force=True, **SAMPLED)
    assert (tmp_path / "in.csv").read_bytes() == (whole / "in.csv").read_bytes()


@pytest.fixture
def small_disk(tmp_path):
    """Return a function that gives a disk of so many kilobytes."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def mount(kilobytes, *more):
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", ",".join([f"size={kilobytes}k", *more]), "tmpfs", folder],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            pytest.skip(f"no small disk can be mounted: {done.stderr.strip()}")
        return folder

    yield mount
    subprocess.run(["umount", "--lazy", folder], capture_output=True, check=False)


@pytest.mark.skipif(shutil.which("mount") is None, reason="it takes a disk, which cannot be mounted here")
@pytest.mark.parametrize("is_there", [False, True])
def test_a_disk_that_cannot_be_written_is_refused(whole, small_disk, is_there):
    """Also for root."""
    out = small_disk(1000) / "out.csv"
    if is_there:
        out.write_text("mine")
    small_disk(1000, "remount", "ro")
    with pytest.raises(OSError, match="Read-only file system"):
        batch_equity(whole / "in.csv", out, force=True, **SAMPLED)
    done = run(whole / "in.csv", "--out", out, "--force")
    assert done.returncode == 1
    assert done.stderr == f"error: file {str(run_folder(out))!r} cannot be used: read-only file system\n"
    assert [path.name for path in out.parent.iterdir()] == ["out.csv"] * is_there


@pytest.mark.skipif(
    shutil.which("mount") is None, reason="it takes a small disk, which cannot be mounted here"
)
@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("moment", ["at once", "in the middle", "at the end"])
def test_a_full_disk_loses_nothing(whole, tmp_path, small_disk, monkeypatch, kind, moment):
    """Texts are written as they are answered, Parquet when all pieces are there."""
    interrupted(monkeypatch, whole / f"in.{kind}", tmp_path / f"out.{kind}", COUNT // PIECE)
    pages = (run_folder(tmp_path / f"out.{kind}") / "journal").stat().st_size // 4096
    disk = small_disk({"at once": 4, "in the middle": 2 * pages, "at the end": 4 * pages + 16}[moment])
    out = disk / f"out.{kind}"
    with pytest.raises(BatchError, match=r"no space is left on the disk of .*--resume continues it"):
        batch_equity(whole / f"in.{kind}", out, **SAMPLED)
    assert not out.exists()
    with pytest.raises(BatchError, match="no space is left"):
        batch_equity(whole / f"in.{kind}", out, resume=True, **SAMPLED)
    small_disk(10_000, "remount")
    summary = batch_equity(whole / f"in.{kind}", out, resume=True, **SAMPLED)
    assert (summary.continued > 0) == (moment != "at once")
    if (kind, moment) == ("parquet", "at the end"):
        assert summary.continued == COUNT
    assert out.read_bytes() == (whole / f"out.{kind}").read_bytes()
    assert [path.name for path in disk.iterdir()] == [out.name]
