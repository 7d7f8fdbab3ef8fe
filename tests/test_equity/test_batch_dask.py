"""Batches on a Dask cluster of two processes: the same file, also when a worker is killed."""

import json
import logging
import operator
import os
import random
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

import pytest
from batch_spots import command, spots, write_csv

from oddchip.equity import batch, workers_dask
from oddchip.equity.batch import batch_equity
from oddchip.equity.workers import open_workers
from oddchip.evaluator import WorkerError

distributed = pytest.importorskip("distributed", reason="dask[distributed] is not installed")

pytestmark = pytest.mark.filterwarnings("ignore")  # of the cluster, whose workers come and go

OPTIONS = {"method": "monte-carlo", "samples": 2000, "seed": 9}
ROWS = [(hands[:3], board, dead) for hands, board, dead in spots(600, seed=21)]


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as started:
        yield started


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    write_csv(folder / "in.csv", ROWS)
    batch_equity(folder / "in.csv", folder / "out.csv", threads=1, **OPTIONS)
    return folder


def test_a_cluster_gives_the_same_file_though_a_worker_is_killed(cluster, whole, tmp_path, monkeypatch):
    monkeypatch.setattr(batch, "PIECE", 5)
    monkeypatch.setattr(batch, "PIECES_OF_CLUSTER", 4)
    killed = []

    def kill(progress):
        if not killed and progress.rows >= 60:
            killed.append(random.Random(1).choice(sorted(worker.pid for worker in cluster.workers.values())))
            os.kill(killed[0], signal.SIGKILL)

    monkeypatch.setattr("oddchip.equity.batch_tally.REPORT_SECONDS", 0)
    summary = batch_equity(
        whole / "in.csv",
        tmp_path / "out.csv",
        scheduler=cluster.scheduler_address,
        on_progress=kill,
        **OPTIONS,
    )
    assert killed
    assert (summary.rows, summary.errors) == (len(ROWS), 0)
    assert (tmp_path / "out.csv").read_bytes() == (whole / "out.csv").read_bytes()


def test_errors_of_workers_are_raised_here(cluster):
    with open_workers(scheduler=cluster.scheduler_address) as workers:
        assert list(workers.map_in_order(abs, range(-20, 0))) == list(range(20, 0, -1))
        with pytest.raises(ZeroDivisionError):
            list(workers.map_in_order(partial(operator.truediv, 1), [0]))


def test_another_version_on_a_worker_is_refused(cluster, monkeypatch):
    monkeypatch.setattr("oddchip.equity.workers_dask.version", lambda name: "99.0")
    told = pytest.raises(WorkerError, match=r"has oddchip 0\..*, not 99\.0")
    with open_workers(scheduler=cluster.scheduler_address) as workers, told:
        list(workers.map_in_order(abs, [1]))


@pytest.fixture
def processes(tmp_path):
    """Return a scheduler and a worker as processes of their own, a function for more workers, the address."""
    found = tmp_path / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with ExitStack() as stack:

        def start(program, *arguments):
            begun = [sys.executable, "-m", f"distributed.cli.{program}", *arguments, "--no-dashboard"]
            process = stack.enter_context(subprocess.Popen(begun, **quiet))
            stack.callback(process.kill)
            return process

        def worker(threads=1):
            return start("dask_worker", address, "--nthreads", str(threads), "--no-nanny")

        scheduler = start(
            "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(found)
        )
        while not (found.exists() and found.stat().st_size):
            time.sleep(0.05)
        address = json.loads(found.read_text())["address"]
        yield scheduler, worker, address


def when_a_line_is_there(process, out):
    journal = out.parent / f"{out.name}.oddchip-run" / "journal"
    while not (journal.exists() and journal.stat().st_size):
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)


@contextmanager
def running(tmp_path, address):
    """Run a batch that goes on for long, up to its first line."""
    source = write_csv(tmp_path / "in.csv", [(hands[:3], *more) for hands, *more in spots(8000, seed=22)])
    options = ("--method", "monte-carlo", "--samples", "4000", "--seed", "1", "--scheduler", address)
    asked = command(source, "--out", tmp_path / "out.csv", *options)
    with subprocess.Popen(asked, stderr=subprocess.PIPE, text=True) as process:
        try:
            when_a_line_is_there(process, tmp_path / "out.csv")
            yield process
        finally:
            process.kill()


def test_a_scheduler_that_dies_is_said_in_a_line(processes, tmp_path):
    scheduler, worker, address = processes
    worker()
    with running(tmp_path, address) as process:
        scheduler.kill()
        _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert said == f"error: the scheduler at {address} has gone\n"


def test_a_cluster_that_loses_its_workers_is_said(processes, tmp_path, monkeypatch, caplog):
    """First a note, and others that come go on; then an error."""
    monkeypatch.setattr("oddchip.equity.workers_dask.SECONDS_FOR_WORKERS", 20)
    monkeypatch.setattr("oddchip.equity.workers_dask.SECONDS_TO_LOOK", 0.1)
    _, worker, address = processes
    first = worker()
    said = f"the scheduler at {address} has lost its workers; waiting 20 seconds for others"
    with open_workers(scheduler=address) as workers, caplog.at_level(logging.WARNING, "oddchip.workers"):
        results = workers.map_in_order(time.sleep, [0] + [0.5] * 6)
        next(results)
        first.kill()
        first.wait()
        second = worker()
        assert len(list(results)) == 6
        results = workers.map_in_order(operator.neg, range(4))
        next(results)
        time.sleep(1)  # till the others are done, too, but still where they were done
        second.kill()
        second.wait()
        caplog.clear()
        monkeypatch.setattr("oddchip.equity.workers_dask.SECONDS_FOR_WORKERS", 1)
        with pytest.raises(
            WorkerError, match=r"has had no workers for 1 seconds \(start some with: dask wor"
        ):
            list(results)
        assert [record.getMessage() for record in caplog.records] == [said.replace("20 s", "1 s")]


def test_the_command_says_that_there_are_no_workers_any_more(processes, tmp_path):
    _, worker, address = processes
    first = worker()
    with running(tmp_path, address) as process:
        first.kill()
        assert process.stderr.readline() == (
            f"oddchip: the scheduler at {address} has lost its workers; waiting 30 seconds for others\n"
        )


def test_errors_of_pieces_that_look_like_waiting_are_raised(cluster):
    told = pytest.raises(TimeoutError, match="of the piece")
    with open_workers(scheduler=cluster.scheduler_address) as workers, told:
        list(workers.map_in_order(exec, ["raise TimeoutError('of the piece')"]))


def test_loggers_of_dask_are_as_before(cluster):
    logger = logging.getLogger("distributed.client")
    level = logger.level
    with open_workers(scheduler=cluster.scheduler_address):
        assert not logger.isEnabledFor(logging.CRITICAL)
    assert logger.level == level


def test_several_threads_of_a_worker_give_the_same_file(processes, whole, tmp_path, monkeypatch):
    monkeypatch.setattr(batch, "PIECE", 5)
    monkeypatch.setattr(batch, "PIECES_OF_CLUSTER", 2)
    _, worker, address = processes
    worker(threads=4)
    batch_equity(whole / "in.csv", tmp_path / "out.csv", scheduler=address, **OPTIONS)
    assert (tmp_path / "out.csv").read_bytes() == (whole / "out.csv").read_bytes()


def test_a_scheduler_that_is_not_there_is_said(monkeypatch):
    monkeypatch.setattr("oddchip.equity.workers_dask.SECONDS_TO_ANSWER", 1)
    told = pytest.raises(WorkerError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9")
    with told, open_workers(scheduler="tcp://127.0.0.1:9"):
        pass


@pytest.mark.parametrize(
    ("greeting", "said"),
    [(b"", "no Dask scheduler answers"), (b"HTTP/1.1 400 Bad Request\r\n", "is no Dask scheduler")],
)
def test_what_is_no_scheduler_is_said(greeting, said, monkeypatch):
    """Dask itself waits for a server that says nothing, and takes eight letters for a length."""
    monkeypatch.setattr(workers_dask, "SECONDS_TO_ANSWER", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as pool:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"

        def greet():
            caller, _ = server.accept()
            with caller:
                caller.sendall(greeting)
                caller.settimeout(5)
                with suppress(ConnectionResetError):  # as not all was read
                    assert caller.recv(1) == b""

        greeted = pool.submit(greet)
        with pytest.raises(WorkerError, match=said), open_workers(scheduler=address):
            pass
        greeted.result(5)


def test_a_run_that_never_started_is_not_in_the_way(tmp_path, monkeypatch):
    monkeypatch.setattr(workers_dask, "SECONDS_TO_ANSWER", 0.5)
    write_csv(tmp_path / "in.csv", ROWS[:10])
    with pytest.raises(WorkerError, match="no Dask scheduler answers"):
        batch_equity(tmp_path / "in.csv", tmp_path / "out.csv", scheduler="tcp://127.0.0.1:1")
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def test_without_the_extra_the_command_to_install_it_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = pytest.raises(WorkerError, match=r"pip install 'oddchip\[cluster\]'")
    with told, open_workers(scheduler="tcp://127.0.0.1:9"):
        pass
