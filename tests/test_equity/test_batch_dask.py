"""Batches on a Dask cluster of two processes: the same file, also when a worker is killed."""

import operator
import os
import random
import signal
import sys
from functools import partial

import pytest
from batch_spots import spots, write_csv

from oddchip.equity import batch
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

    monkeypatch.setattr(batch, "REPORT_SECONDS", 0)
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


def test_a_scheduler_that_is_not_there_is_said(monkeypatch):
    monkeypatch.setattr("oddchip.equity.workers_dask.SECONDS_TO_ANSWER", 1)
    told = pytest.raises(WorkerError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9")
    with told, open_workers(scheduler="tcp://127.0.0.1:9"):
        pass


def test_without_the_extra_the_command_to_install_it_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = pytest.raises(WorkerError, match=r"pip install 'oddchip\[cluster\]'")
    with told, open_workers(scheduler="tcp://127.0.0.1:9"):
        pass
