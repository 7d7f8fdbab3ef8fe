"""The workers of a Dask cluster, which `docs/cluster.md` says how to start."""

import functools
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from oddchip.evaluator import WorkerError

if TYPE_CHECKING:
    from distributed import Client

INSTALL = "pip install 'oddchip[cluster]'"
SECONDS_TO_ANSWER = 10
SECONDS_FOR_WORKERS = 30
"""How long a cluster may be without workers, at first and later."""
SECONDS_TO_LOOK = 1.0
"""After which it is looked whether there are any."""
LENGTH_BYTES, LONGEST_GREETING = 8, 1 << 20
SILENT = logging.CRITICAL + 1
NOTES = logging.getLogger("oddchip.workers")
"""Tells of a cluster that has lost its workers."""


class Cluster:
    """A scheduler that has workers."""

    def __init__(self, client: "Client", address: str) -> None:
        self._client = client
        self._address = address
        self._cores = 1
        self._deserted: float | None = None

    def count(self) -> int:
        """Return how many pieces the workers that are there now do at once."""
        # An empty answer while workers restart must not stop the flow.
        self._cores = self._cores_now() or self._cores
        return self._cores

    def _cores_now(self) -> int:
        try:
            workers = self._client.scheduler_info(-1)["workers"]
        except OSError:  # as the scheduler is going, which the result that is waited for tells
            return self._cores
        return sum(worker["nthreads"] for worker in workers.values())

    def result_of(self, future: Any) -> Any:
        """Wait for a result; `WorkerError` when there has been no worker to give it for too long.

        A result that is there goes with the worker that has it, so that it is never waited for without end.
        """
        seconds = SECONDS_TO_LOOK
        while True:
            try:
                result = future.result(timeout=seconds)
            except TimeoutError:
                if future.status == "error":  # of the piece, perhaps this one
                    return future.result()
                self._refuse_desertion()
                # As a result that takes longer to arrive would begin again each time.
                seconds = min(2 * seconds, SECONDS_FOR_WORKERS)
            else:
                self._deserted = None
                return result

    def _refuse_desertion(self) -> None:
        now = time.monotonic()
        if self._cores_now():
            self._deserted = None
        elif self._deserted is None:
            self._deserted = now
            NOTES.warning(
                "the scheduler at %s has lost its workers; waiting %d seconds for others",
                self._address,
                SECONDS_FOR_WORKERS,
            )
        elif now - self._deserted >= SECONDS_FOR_WORKERS:
            raise WorkerError(
                f"the scheduler at {self._address} has had no workers for {SECONDS_FOR_WORKERS} seconds"
                f" (start some with: dask worker {self._address})"
            )

    def submit(self, function: Callable[[Any], Any], piece: Any) -> "_Future":
        """Send a piece; workers that die have theirs done again by others, as the scheduler sees to."""
        if self._client.status == "closed":
            raise self.gone()
        future = self._client.submit(run_piece, function, piece, version("oddchip"), pure=False)
        return _Future(future, self)

    def gone(self) -> WorkerError:
        """Return the error for a scheduler that has ended."""
        return WorkerError(f"the scheduler at {self._address} has gone")


class _Future:
    """A future of Dask that raises our errors."""

    def __init__(self, future: Any, cluster: Cluster) -> None:
        self._future = future
        self._cluster = cluster

    def result(self) -> Any:
        from distributed.scheduler import KilledWorker

        try:
            return self._cluster.result_of(self._future)
        except KilledWorker as error:
            raise WorkerError(
                f"several workers of the cluster died with the same piece of work: {error}"
            ) from None
        except CancelledError:
            raise self._cluster.gone() from None
        except ModuleNotFoundError as error:
            raise WorkerError(f"a worker of the cluster has no {error.name} (all need {INSTALL})") from None

    def cancel(self) -> None:
        if not self._future.cancelled():  # as they all are once the scheduler has gone
            self._future.cancel()


@contextmanager
def open_cluster(address: str) -> Iterator[Cluster]:
    """Connect to a scheduler for a `with` block; `WorkerError` if it or its workers are not there."""
    try:
        from distributed import Client
    except ImportError:
        raise WorkerError(f"a Dask cluster needs the package distributed: {INSTALL}") from None
    with _without_logs():
        _refuse_strangers(address)
        client = _connected(Client, address)
        try:
            yield Cluster(client, address)
        finally:
            client.close()


@contextmanager
def _without_logs() -> Iterator[None]:
    """Keep Dask from writing what it meets to stderr, with tracebacks: it is said in a sentence."""
    names = [name for name in logging.root.manager.loggerDict if f"{name}.".startswith("distributed.")]
    levels = {logger: logger.level for logger in map(logging.getLogger, names)}
    for logger in levels:
        logger.setLevel(SILENT)
    try:
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)


def _refuse_strangers(address: str) -> None:
    """Raise `WorkerError` for what is no scheduler, such as the port of its pages, which Dask waits for.

    A scheduler speaks first: the eight bytes of the length of a message, which is short.
    """
    scheme, _, place = address.rpartition("://")
    if scheme not in ("", "tcp"):
        return
    host, _, port = place.rpartition(":")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=SECONDS_TO_ANSWER) as peer:
            greeting = peer.recv(LENGTH_BYTES, socket.MSG_WAITALL)
    except (OSError, ValueError):
        raise _no_answer(address) from None
    if len(greeting) < LENGTH_BYTES or int.from_bytes(greeting, sys.byteorder) > LONGEST_GREETING:
        raise WorkerError(
            f"what answers at {address} is no Dask scheduler (dask scheduler prints its address)"
        )


def _no_answer(address: str) -> WorkerError:
    return WorkerError(f"no Dask scheduler answers at {address} (start one with: dask scheduler)")


def _connected(make: Callable[..., "Client"], address: str) -> "Client":
    """A client of a scheduler that has workers."""
    try:
        client = make(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        raise _no_answer(address) from None
    try:
        client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
    except BaseException as error:
        client.close()
        if not isinstance(error, TimeoutError):
            raise
        raise WorkerError(
            f"the scheduler at {address} has no workers (start some with: dask worker {address})"
        ) from None
    return client


def run_piece(function: Callable[[Any], Any], piece: Any, wanted: str) -> Any:
    """Do a piece on a worker of the cluster, if it has the same version as who asks."""
    found = version("oddchip")
    if found != wanted:
        raise WorkerError(f"a worker of the cluster has oddchip {found}, not {wanted} (all need the same)")
    with _WARMING:  # all threads of a worker begin at once, and ast.parse of Python 3.11 fails in two
        warm_once()
    return function(piece)


_WARMING = threading.Lock()


@functools.cache
def warm_once() -> None:
    """Load the compiled code, or compile it."""
    from oddchip.equity.warm import warm_up  # which imports all that workers do

    warm_up()
