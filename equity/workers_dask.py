"""The workers of a Dask cluster, which `docs/cluster.md` says how to start."""

import functools
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


class Cluster:
    """A scheduler that has workers."""

    def __init__(self, client: "Client", address: str) -> None:
        self._client = client
        self._address = address
        self._cores = 1

    def count(self) -> int:
        """Return how many pieces the workers that are there now do at once."""
        # An empty answer while workers restart must not stop the flow.
        cores = sum(worker["nthreads"] for worker in self._client.scheduler_info(-1)["workers"].values())
        self._cores = cores or self._cores
        return self._cores

    def submit(self, function: Callable[[Any], Any], piece: Any) -> "_Future":
        """Send a piece; workers that die have theirs done again by others, as the scheduler sees to."""
        future = self._client.submit(run_piece, function, piece, version("oddchip"), pure=False)
        return _Future(future, self._address)


class _Future:
    """A future of Dask that raises our errors."""

    def __init__(self, future: Any, address: str) -> None:
        self._future = future
        self._address = address

    def result(self) -> Any:
        from distributed.scheduler import KilledWorker

        try:
            return self._future.result()
        except KilledWorker as error:
            raise WorkerError(
                f"several workers of the cluster died with the same piece of work: {error}"
            ) from None
        except CancelledError:
            raise WorkerError(f"the scheduler at {self._address} has gone") from None
        except ModuleNotFoundError as error:
            raise WorkerError(f"a worker of the cluster has no {error.name} (all need {INSTALL})") from None

    def cancel(self) -> None:
        self._future.cancel()


@contextmanager
def open_cluster(address: str) -> Iterator[Cluster]:
    """Connect to a scheduler for a `with` block; `WorkerError` if it or its workers are not there."""
    try:
        from distributed import Client
    except ImportError:
        raise WorkerError(f"a Dask cluster needs the package distributed: {INSTALL}") from None
    try:
        client = Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        raise WorkerError(
            f"no Dask scheduler answers at {address} (start one with: dask scheduler)"
        ) from None
    try:
        try:
            client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
        except TimeoutError:
            raise WorkerError(
                f"the scheduler at {address} has no workers (start some with: dask worker {address})"
            ) from None
        yield Cluster(client, address)
    finally:
        client.close()


def run_piece(function: Callable[[Any], Any], piece: Any, wanted: str) -> Any:
    """Do a piece on a worker of the cluster, if it has the same version as who asks."""
    found = version("oddchip")
    if found != wanted:
        raise WorkerError(f"a worker of the cluster has oddchip {found}, not {wanted} (all need the same)")
    warm_once()
    return function(piece)


@functools.cache
def warm_once() -> None:
    """Load the compiled code, or compile it."""
    from oddchip.equity.warm import warm_up  # which imports all that workers do

    warm_up()
