"""Timing that can be compared: all contestants take turns in one process, and wrong answers end it.

The first call of each loads tables and compiled code; its answer is checked and its time is dropped (what
a cold start costs is measured on whole commands, in `startup.py`). Then come rounds; in each round
everyone has a turn, which is one call that does not count, to have the caches warm again, and then calls
until the turn's time is used up. What disturbs the machine for a second so disturbs everyone.
"""

import gc
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from answers import check_equities, check_strengths
from peers import EquityCalculator, Evaluator
from spots import Hands, Spot, sample

from oddchip.evaluator import evaluate_many

TURN_TIME = 0.1


@dataclass(frozen=True)
class Task:
    """Something to time, and a check that raises when its answer is wrong."""

    name: str
    call: Callable[[], Any]
    check: Callable[[Any], None]
    work: int = 1
    """How much one call does, such as the number of hands."""


@dataclass(frozen=True)
class Timing:
    """The times of one task, in seconds a call."""

    name: str
    work: int
    rounds: tuple[tuple[float, ...], ...]

    @property
    def _calls(self) -> list[float]:
        return [seconds for calls in self.rounds for seconds in calls]

    @property
    def best(self) -> float:
        return min(self._calls)

    @property
    def median(self) -> float:
        return statistics.median(self._calls)

    @property
    def spread(self) -> float:
        """The range of the middle half of all calls, as a part of the median."""
        low, high = _middle_half(self._calls)
        return (high - low) / self.median

    @property
    def rate(self) -> float:
        """Work a second in the best call."""
        return self.work / self.best

    @property
    def median_rate(self) -> float:
        """Work a second in the median call."""
        return self.work / self.median


@dataclass(frozen=True)
class Ratio:
    """How many times as fast one task does the same work as another of the same run."""

    best: float
    """By the best calls."""
    low: float
    high: float
    """By the medians of each round: the middle half of these ratios."""


def ratio(fast: Timing, slow: Timing) -> Ratio:
    """Return how many times as fast the first task is."""
    by_round = [
        (statistics.median(slow_calls) / slow.work) / (statistics.median(fast_calls) / fast.work)
        for fast_calls, slow_calls in zip(fast.rounds, slow.rounds, strict=True)
    ]
    low, high = _middle_half(by_round)
    return Ratio(best=fast.rate / slow.rate, low=low, high=high)


def alternate(tasks: Iterable[Task], rounds: int, turn_time: float = TURN_TIME) -> dict[str, Timing]:
    """Return the timing of each task by its name; they take turns, and every turn's answer is checked."""
    todo = list(tasks)
    for task in todo:
        task.check(task.call())
    turns: list[list[tuple[float, ...]]] = [[] for _ in todo]
    for _ in range(rounds):
        for task, done in zip(todo, turns, strict=True):
            done.append(_turn(task, turn_time))
    return {
        task.name: Timing(task.name, task.work, tuple(done)) for task, done in zip(todo, turns, strict=True)
    }


def measure_evaluators(evaluators: Iterable[Evaluator], hands: Hands, rounds: int) -> dict[str, Timing]:
    """Time evaluators on hands of one array, each on as many as it can do in a turn."""
    strengths = evaluate_many(hands)
    return alternate((_evaluator_task(one, hands, strengths) for one in evaluators), rounds)


def measure_calculators(
    calculators: Iterable[EquityCalculator], spot: Spot, rounds: int
) -> dict[str, Timing]:
    """Time the equity calculators that take so many players on one spot."""
    able = [one for one in calculators if len(spot.hands) <= one.max_players]
    return alternate((_calculator_task(one, spot) for one in able), rounds)


def _middle_half(values: list[float]) -> tuple[float, float]:
    if len(values) < 2:
        return values[0], values[0]
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def _evaluator_task(evaluator: Evaluator, hands: Hands, strengths: npt.NDArray[np.uint16]) -> Task:
    size = min(evaluator.sample_size, len(hands))
    prepared = evaluator.prepare(sample(hands, size))
    expected = sample(strengths, size)
    return Task(
        evaluator.name,
        call=lambda: evaluator.run(prepared),
        check=lambda answers: check_strengths(evaluator, answers, expected),
        work=size,
    )


def _calculator_task(calculator: EquityCalculator, spot: Spot) -> Task:
    return Task(
        calculator.name,
        call=lambda: calculator.run(spot),
        check=lambda answer: check_equities(calculator, answer, spot),
    )


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return how long a call takes, and its answer."""
    started = time.perf_counter()
    answer = call()
    return time.perf_counter() - started, answer


def _turn(task: Task, turn_time: float) -> tuple[float, ...]:
    calls: list[float] = []
    task.call()
    gc.disable()  # a collection set off by objects of the others would be counted here
    try:
        started = time.perf_counter()
        while not calls or time.perf_counter() - started < turn_time:
            seconds, answer = timed(task.call)
            calls.append(seconds)
    finally:
        gc.enable()
    task.check(answer)
    return tuple(calls)
