"""Running one serial kernel over many chunks on several threads."""

import operator
import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import TypeVar

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")


def thread_count(threads: int | None) -> int:
    """Return the number of threads to use: all cores this process may run on when none is given.

    Raises `ValueError` below 1 and `TypeError` for what is not a whole number.
    """
    if threads is None:
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity else os.cpu_count() or 1
    if operator.index(threads) < 1:
        raise ValueError(f"threads is {threads}, which is not a positive number")
    return threads


def map_chunks(work: Callable[[Chunk], Result], chunks: Iterable[Chunk], threads: int | None) -> list[Result]:
    """Return the results of `work` for each chunk, in the order of the chunks.

    The calling thread works as well, so that one chunk needs no other thread. An exception in a chunk, and
    Ctrl-C, cancel the chunks that have not begun and are raised.
    """
    todo = deque(enumerate(chunks))
    workers = min(thread_count(threads), len(todo))
    results: dict[int, Result] = {}
    errors: list[BaseException] = []

    def work_off() -> None:
        while todo:
            try:
                index, chunk = todo.popleft()
            except IndexError:  # another thread took the last one
                return
            try:
                results[index] = work(chunk)
            except BaseException as error:  # noqa: BLE001  (raised by the calling thread, below)
                todo.clear()
                errors.append(error)

    helpers = [threading.Thread(target=work_off) for _ in range(workers - 1)]
    for helper in helpers:
        helper.start()
    try:
        work_off()
        for helper in helpers:
            helper.join()
    finally:
        todo.clear()
    if errors:
        raise errors[0]
    return [result for _, result in sorted(results.items())]


def in_order(work: Callable[[int], Result], threads: int | None) -> Generator[Result, None, None]:
    """Yield the results of `work` for 0, 1, 2, ... in this order, until the generator is closed.

    One thread does nothing ahead; more do up to two pieces each, of which those after the end are lost.
    """
    workers = thread_count(threads)
    if workers == 1:
        yield from map(work, count())
        return
    pool = ThreadPoolExecutor(workers)
    try:
        ahead = deque(pool.submit(work, index) for index in range(2 * workers))
        for index in count(2 * workers):
            yield ahead.popleft().result()
            ahead.append(pool.submit(work, index))
    finally:
        pool.shutdown(cancel_futures=True)
