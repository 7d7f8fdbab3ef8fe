"""Running one serial kernel over many chunks on several threads."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")


def thread_count(threads: int | None) -> int:
    """Return the number of threads to use: all cores this process may run on when none is given.

    Raises `ValueError` below 1.
    """
    if threads is None:
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity else os.cpu_count() or 1
    if threads < 1:
        raise ValueError(f"threads is {threads}, which is not a positive number")
    return threads


def map_chunks(work: Callable[[Chunk], Result], chunks: Iterable[Chunk], threads: int | None) -> list[Result]:
    """Return the results of `work` for each chunk, in the order of the chunks.

    An exception in one chunk, and Ctrl-C, cancel the chunks that have not begun and are raised.
    """
    todo = list(chunks)
    workers = min(thread_count(threads), len(todo))
    if workers <= 1:
        return [work(chunk) for chunk in todo]
    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(work, chunk) for chunk in todo]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
