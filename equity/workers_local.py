"""Worker processes of this machine, each behind a thread that hands it one piece after the other.

They are new Pythons that read pieces from their standard input. `multiprocessing` would run the user's script
again in each of them, and `ProcessPoolExecutor` gives up all its workers when one of them dies.
"""

import gc
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

from oddchip.evaluator import WorkerError

MOST_DEATHS = 3
START = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer);"
    "from oddchip.equity.workers_local import serve; serve()"
)
# Ctrl-C in a terminal goes to every process of the group; workers end when their parent does.
OWN_GROUP: dict[str, Any] = (
    {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    if os.name == "nt"
    else {"process_group": 0}
)

Submit = Callable[[Callable[[Any], Any], Any], "Future[Any]"]


@contextmanager
def open_processes(count: int) -> Iterator[Submit]:
    """Open worker processes for a `with` block; what it gives takes a function and a piece."""
    workers = [_Worker() for _ in range(count)]
    free: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
    for worker in workers:
        free.put(worker)

    def run(function: Callable[[Any], Any], piece: Any) -> Any:
        worker = free.get()
        try:
            return worker.run(function, piece)
        finally:
            free.put(worker)

    pool = ThreadPoolExecutor(count)
    try:
        for worker in workers:
            worker.start()
        if not workers[0].run(has_compiled_code, None):
            from oddchip.equity.warm import warm_up  # which imports all that workers do

            warm_up()  # once here, and not the same in every process
        yield lambda function, piece: pool.submit(run, function, piece)
    finally:
        for worker in workers:
            worker.close()
        pool.shutdown(cancel_futures=True)


def has_compiled_code(_: None) -> bool:
    """Return whether there is compiled code; for workers, as it takes Numba, whose import takes 0.2 s."""
    from oddchip.evaluator import cache_folder

    return cache_folder().is_dir()


class _Worker:
    """A process, started again after its death."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    def run(self, function: Callable[[Any], Any], piece: Any) -> Any:
        """Return what the function makes of the piece, or raise what it raises."""
        task = pickle.dumps((function, piece), protocol=pickle.HIGHEST_PROTOCOL)
        for _ in range(MOST_DEATHS):
            process = self.start()
            try:
                is_done, result = _exchange(process, task)
            except (OSError, EOFError, ValueError, pickle.UnpicklingError):  # all of broken or closed pipes
                code = self._drop()
                continue
            if is_done:
                return result
            raise result
        raise WorkerError(
            f"{MOST_DEATHS} worker processes ended with the same piece of work, the last with"
            f" {'signal' if code < 0 else 'exit code'} {abs(code)} (signal 9 often means too little memory)"
        )

    def start(self) -> "subprocess.Popen[bytes]":
        """Return the process, which is started if there is none."""
        with self._lock:
            if self._is_closed:
                raise WorkerError("the worker processes have been ended")
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-c", START],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    **OWN_GROUP,
                )
                with suppress(OSError):  # of a process that has ended already, which the first piece shows
                    _write(self._process, pickle.dumps(sys.path))
            return self._process

    def close(self) -> None:
        """End the process at once, whatever it does."""
        with self._lock:
            self._is_closed = True
        self._drop()

    def _drop(self) -> int:
        """End the process, if there is one, and return its exit code."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return 0
        process.kill()
        code = process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # of what was not written yet
                if pipe is not None:
                    pipe.close()
        return code


def _exchange(process: "subprocess.Popen[bytes]", task: bytes) -> tuple[bool, Any]:
    _write(process, task)
    assert process.stdout is not None
    answer: tuple[bool, Any] = pickle.load(process.stdout)
    return answer


def _write(process: "subprocess.Popen[bytes]", content: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(content)
    process.stdin.flush()


def serve() -> None:
    """Do the pieces that come on standard input until it ends; this is what a worker process runs."""
    gc.set_threshold(100_000, 50, 50)  # as little of what is imported and calculated is ever garbage
    # Whatever prints goes to stderr, for stdout belongs to the results.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    pieces: queue.SimpleQueue[tuple[Callable[[Any], Any], Any]] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, pieces), daemon=True).start()
    while True:
        function, piece = pieces.get()
        try:
            answer = pickle.dumps((True, function(piece)), protocol=pickle.HIGHEST_PROTOCOL)
        except Exception as error:  # noqa: BLE001  (raised in the process that asked)
            answer = _dumped(error)
        try:
            answers.write(answer)
            answers.flush()
        except OSError:  # the parent has gone; an exit in order would wait for the thread that reads from it
            os._exit(0)


def _receive(stream: BinaryIO, pieces: "queue.SimpleQueue[tuple[Callable[[Any], Any], Any]]") -> None:
    """Take the pieces, and end the process in the middle of one when the parent has gone."""
    try:
        while True:
            pieces.put(pickle.load(stream))
    except EOFError:
        os._exit(0)
    except BaseException as error:  # noqa: BLE001  (nothing more can be received)
        sys.stderr.write(f"oddchip: a worker process cannot read its work: {error!r}\n")
        sys.stderr.flush()
        os._exit(1)


def _dumped(error: Exception) -> bytes:
    try:
        content = pickle.dumps((False, error))
        pickle.loads(content)
    except Exception:  # noqa: BLE001  (whatever its class does, it is to be told)
        return pickle.dumps((False, WorkerError(f"a worker failed: {type(error).__name__}: {error}")))
    return content
