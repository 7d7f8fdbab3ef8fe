"""Who does the work: this process, worker processes of this machine, or a Dask cluster.

Work is a pure function of one piece, so that pieces can be done anywhere, and again after a worker has died.
"""

import re
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from oddchip.equity.workers_dask import open_cluster
from oddchip.equity.workers_local import open_processes
from oddchip.evaluator import WorkerError
from oddchip.evaluator._threads import thread_count

Piece = TypeVar("Piece")
Result = TypeVar("Result")

AHEAD = 4
"""Pieces begun for each worker: enough for the others to go on while one takes long, few enough to hold."""

SCHEDULERS_HELP = "local:N for N processes, or a Dask scheduler such as tcp://10.0.0.1:8786"
_LOCAL = re.compile(r"local:([0-9]{1,4})")
_ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx|inproc)://\S+")


class Workers(Protocol):
    """What `open_workers` gives."""

    def map_in_order(self, function: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """Yield the results of a function for each piece, in the order of the pieces.

        function: pure and importable by name (or a `functools.partial` of such), as workers may be elsewhere.
        pieces: read in the calling thread, only a few ahead of the results. What the function or the
        iterable raises ends it and is raised.
        """


class _Serial:
    def map_in_order(self, function: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        return map(function, pieces)


class _Pooled:
    """Workers behind something that takes a function with a piece and gives a future."""

    def __init__(self, submit: Callable[[Callable[[Any], Any], Any], Any], count: Callable[[], int]) -> None:
        self._submit = submit
        self._count = count

    def map_in_order(
        self, function: Callable[[Piece], Result], pieces: Iterable[Piece]
    ) -> Generator[Result, None, None]:
        begun: deque[Any] = deque()
        try:
            for piece in pieces:
                begun.append(self._submit(function, piece))
                if len(begun) >= AHEAD * self._count():
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        finally:
            for future in begun:
                future.cancel()


def check_scheduler(scheduler: str | None) -> int | str | None:
    """Return the number of processes of `local:N`, the address of a cluster, or None for this process.

    Raises `ValueError` for anything else.

    >>> check_scheduler("local:4"), check_scheduler("tcp://10.0.0.1:8786"), check_scheduler(None)
    (4, 'tcp://10.0.0.1:8786', None)
    """
    if scheduler is None:
        return None
    local = _LOCAL.fullmatch(scheduler)
    if local and int(local[1]) > 0:
        return int(local[1])
    if _ADDRESS.fullmatch(scheduler):
        return scheduler
    raise ValueError(f"unknown scheduler {scheduler!r} ({SCHEDULERS_HELP})")


@contextmanager
def open_workers(count: int | None = None, scheduler: str | None = None) -> Iterator[Workers]:
    """Open workers for a `with` block: threads of this process, its child processes, or a Dask cluster.

    count: threads of this process, all cores by default; of no effect where there is a scheduler. Threads
    speed up compiled code only, and Ctrl-C waits for the pieces that they have begun.
    scheduler: `local:N` for N worker processes, or the address of a Dask scheduler. Pieces of workers that
    die are done again; a piece with which three processes have died, or as many of a cluster as its scheduler
    allows (by default four), raises `WorkerError`, as does a cluster that cannot be used or has no workers
    any more. Ctrl-C ends worker processes at once.

    >>> with open_workers(2) as workers:
    ...     list(workers.map_in_order(len, ["AhKh", "QsQ"]))
    [4, 3]
    """
    where = check_scheduler(scheduler)
    if isinstance(where, str):
        with open_cluster(where) as cluster:
            yield _Pooled(cluster.submit, cluster.count)
    elif where is not None:
        with open_processes(where) as submit:
            yield _Pooled(submit, lambda: where)
    elif thread_count(count) == 1:
        yield _Serial()
    else:
        pool = ThreadPoolExecutor(thread_count(count))
        try:
            yield _Pooled(pool.submit, lambda: thread_count(count))
        finally:
            pool.shutdown(cancel_futures=True)


__all__ = ["WorkerError", "Workers", "check_scheduler", "open_workers"]
