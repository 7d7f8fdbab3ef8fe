"""Who does the work: results in order, few pieces ahead, errors, workers that die, Ctrl-C."""

import operator
import os
import pickle
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from oddchip.equity import Range
from oddchip.equity.workers import AHEAD, check_scheduler, open_workers
from oddchip.equity.workers_local import MOST_DEATHS, START
from oddchip.evaluator import OddchipError, RangeSyntaxError, WorkerError

KINDS = ({"count": 1}, {"count": 3}, {"scheduler": "local:2"})


def late(piece):
    number, seconds = piece
    time.sleep(seconds)
    return number


def children_of(process):
    listed = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=False)
    return [int(child) for child in listed.stdout.split()]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_results_come_in_the_order_of_the_pieces(kind):
    pieces = [(number, 0.05 if number % 4 == 0 else 0.0) for number in range(20)]
    with open_workers(**kind) as workers:
        assert list(workers.map_in_order(partial(operator.mul, 3), range(50))) == list(range(0, 150, 3))
        if "scheduler" not in kind:  # this file cannot be imported elsewhere
            assert list(workers.map_in_order(late, pieces)) == list(range(20))


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_few_pieces_are_taken_ahead(kind):
    taken = []

    def pieces():
        for number in range(1000):
            taken.append(number)
            yield number

    with open_workers(**kind) as workers:
        results = workers.map_in_order(operator.neg, pieces())
        for number in range(10):
            assert next(results) == -number
            assert len(taken) <= number + 1 + AHEAD * 3


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_errors_are_raised_with_what_they_know(kind):
    with open_workers(**kind) as workers:
        with pytest.raises(ZeroDivisionError):
            list(workers.map_in_order(partial(operator.truediv, 1), [1, 0, 1]))
        with pytest.raises(RangeSyntaxError, match="a pair cannot be suited") as caught:
            list(workers.map_in_order(Range.parse, ["AA", "AAs"]))
        assert (caught.value.text, caught.value.position) == ("AAs", 2)
        assert list(workers.map_in_order(operator.neg, [1])) == [-1]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_errors_of_the_pieces_are_raised(kind):
    def pieces():
        yield 1
        raise OddchipError("no more")

    with open_workers(**kind) as workers, pytest.raises(OddchipError, match="no more"):
        list(workers.map_in_order(operator.neg, pieces()))


def test_results_that_cannot_be_sent_are_errors():
    with open_workers(scheduler="local:1") as workers, pytest.raises(TypeError, match="pickle"):
        list(workers.map_in_order(open, [__file__]))


def test_a_piece_of_a_dead_worker_is_done_again():
    with open_workers(scheduler="local:2") as workers:
        assert list(workers.map_in_order(operator.neg, [1])) == [-1]
        results = workers.map_in_order(time.sleep, [0.05] * 30)
        next(results)
        os.kill(children_of(os.getpid())[0], signal.SIGKILL)
        assert len(list(results)) == 29


def test_a_piece_that_ends_every_worker_is_given_up():
    with open_workers(scheduler="local:2") as workers:
        with pytest.raises(WorkerError, match=f"{MOST_DEATHS} worker processes ended .* exit code 7"):
            list(workers.map_in_order(os._exit, [7]))
        assert list(workers.map_in_order(operator.neg, [1])) == [-1]


def test_printing_does_not_disturb():
    with open_workers(scheduler="local:1") as workers:
        assert list(workers.map_in_order(print, ["to stderr"])) == [None]


def test_workers_need_no_guard_in_the_script_that_asks(tmp_path):
    """As with multiprocessing, where each worker would run the script again."""
    script = tmp_path / "script.py"
    script.write_text(
        "import operator\n"
        "from oddchip.equity.workers import open_workers\n"
        "with open_workers(scheduler='local:2') as workers:\n"
        "    print(sum(workers.map_in_order(operator.neg, range(10))))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "-45\n"


WAITING = """
import time
from oddchip.equity.workers import open_workers
with open_workers(scheduler="local:2") as workers:
    results = workers.map_in_order(time.sleep, [0.0, 0.0] + [600] * 4)
    next(results)
    next(results)
    print("waiting", flush=True)
    next(results)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=lambda how: how.name)
def test_workers_end_with_the_process_that_started_them(how):
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "waiting\n"
    assert len(children_of(process.pid)) == 2
    process.send_signal(how)
    _, said = process.communicate(timeout=60)  # which waits for all that have stderr open
    assert process.returncode in (-how, 130)
    assert "Traceback" not in said or how == signal.SIGINT  # of this script, not of the workers
    assert said.count("Traceback") <= 1


def test_a_worker_whose_parent_has_gone_ends_without_a_word():
    """Also when it learns it from an answer that it cannot write, while it waits for what is to be done."""
    worker = subprocess.Popen(
        [sys.executable, "-P", "-c", START],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    worker.stdout.close()
    for content in (sys.path, (operator.neg, 1)):
        worker.stdin.write(pickle.dumps(content))
        worker.stdin.flush()
    assert worker.wait(timeout=60) == 0
    assert worker.stderr.read() == b""
    worker.stdin.close()
    worker.stderr.close()


@pytest.mark.parametrize("wrong", ["local", "local:0", "local:x", "10.0.0.1:8786", "http://x", ""])
def test_unknown_schedulers_are_refused(wrong):
    with pytest.raises(ValueError, match=r"unknown scheduler .*local:N"):
        check_scheduler(wrong)
