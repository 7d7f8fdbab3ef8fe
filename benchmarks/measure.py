"""Timing that can be compared: all contestants take turns in one process, and wrong answers end it.

The first call of each loads tables and compiled code; its answer is checked and its time is dropped (what
a cold start costs is measured on whole commands, in `startup.py`). Then come rounds; in each round
everyone has a turn, which is one call that does not count, to have the caches warm again (calls of over
0.1 s do without), and then calls until the turn's time is used up. What disturbs the machine for a second
so disturbs everyone.
Slow calculators get fewer turns: after the first no more than fit into `MOST_SECONDS`. If the checked call
took longer and had nothing to load, it is what counts, and no turn follows.
"""

import gc
import math
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from oddchip.benchmarks.answers import WrongAnswerError, check_equities, check_sampled, check_strengths
from oddchip.benchmarks.calculators import EquityCalculator
from oddchip.benchmarks.peers import Evaluator
from oddchip.benchmarks.sampling import Contest, EquitySampler
from oddchip.benchmarks.spots import RUNS, Hands, Spot, sample
from oddchip.evaluator import evaluate_many

OURS = "oddchip"
"""The distribution whose failures are errors."""

TURN_TIME = 0.1
Failures = dict[str, str]
"""By the name of a peer, why it was not measured to the end."""

LONG_CALL = 0.1
"""Seconds: filling the caches again, a few milliseconds, does not show in such calls."""
MOST_SECONDS = 3.0
"""How long one calculator's turns on one spot may take, all together and roughly."""


@dataclass(frozen=True)
class Task:
    """Something to time, and a check that raises when its answer is wrong."""

    name: str
    call: Callable[[], Any]
    check: Callable[[Any], None]
    work: int = 1
    """How much one call does, such as the number of hands."""
    is_ours: bool = False
    starts_warm: bool = False
    """Whether the first call has nothing to load or compile."""


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
    def calls(self) -> int:
        """How many were timed."""
        return len(self._calls)

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
    median: float
    low: float
    high: float
    """By the medians of each round: the median and the middle half of these ratios."""
    rounds: int
    """How many both had."""

    @property
    def spread(self) -> float:
        """The middle half of the ratios, as a part of their median."""
        return (self.high - self.low) / self.median


def ratio(fast: Timing, slow: Timing) -> Ratio:
    """Return how many times as fast the first task is; by rounds as far as both had them."""
    by_round = [
        (statistics.median(slow_calls) / slow.work) / (statistics.median(fast_calls) / fast.work)
        for fast_calls, slow_calls in zip(fast.rounds, slow.rounds, strict=False)
    ]
    low, high = _middle_half(by_round)
    return Ratio(
        best=fast.rate / slow.rate,
        median=statistics.median(by_round),
        low=low,
        high=high,
        rounds=len(by_round),
    )


@dataclass
class _Contestant:
    """A task and the turns that it has had."""

    task: Task
    most_seconds: float
    rounds: list[tuple[float, ...]] = field(default_factory=list)
    seconds: float = 0.0
    last_call: float = 0.0

    def begin(self) -> None:
        """Make the first call and check its answer."""
        seconds, answer = timed(self.task.call)
        self.task.check(answer)
        if self.task.starts_warm or not self.task.is_ours:
            self.last_call = seconds
        if self.task.starts_warm and seconds > self.most_seconds:
            self.rounds.append((seconds,))
            self.seconds = seconds

    def take_turn(self, turn_time: float) -> None:
        """Take a turn if there is time left for one like the last ones."""
        each = self.seconds / max(1, len(self.rounds))
        if not self.rounds or self.seconds + each <= self.most_seconds:
            is_long = self.last_call > LONG_CALL
            seconds, calls = timed(lambda: _turn(self.task, turn_time, warm_caches=not is_long))
            self.last_call = calls[-1]
            self.rounds.append(calls)
            self.seconds += seconds


def alternate(
    tasks: Iterable[Task],
    rounds: int,
    turn_time: float = TURN_TIME,
    most_seconds: float = math.inf,
    failures: Failures | None = None,
) -> dict[str, Timing]:
    """Return the timing of each task by its name; they take turns, and every turn's answer is checked.

    most_seconds: how long one task's turns may take; it has at least one.
    failures: gets the names of peers that fail or answer wrongly, and why, and the others go on. Without it,
    and for ours, that is an error.
    """
    contestants = [_Contestant(task, most_seconds) for task in tasks]
    contestants = [one for one in contestants if _succeeds(one, one.begin, failures)]
    for _ in range(rounds):
        contestants = [
            one for one in contestants if _succeeds(one, partial(one.take_turn, turn_time), failures)
        ]
    return {one.task.name: Timing(one.task.name, one.task.work, tuple(one.rounds)) for one in contestants}


def _succeeds(contestant: _Contestant, turn: Callable[[], None], failures: Failures | None) -> bool:
    try:
        turn()
    except Exception as error:  # a peer's new release may raise anything
        if failures is None or contestant.task.is_ours:
            raise
        failures[contestant.task.name] = f"{error}" if isinstance(error, WrongAnswerError) else repr(error)
        return False
    return True


def measure_evaluators(
    evaluators: Iterable[Evaluator],
    hands: Hands,
    rounds: int,
    turn_time: float = TURN_TIME,
    failures: Failures | None = None,
) -> dict[str, Timing]:
    """Time evaluators on hands of one array, each on as many as it can do in a turn."""
    strengths = evaluate_many(hands)
    part = turn_time / TURN_TIME
    tasks = (_evaluator_task(one, hands, strengths, part) for one in evaluators)
    return alternate(tasks, rounds, turn_time, failures=failures)


def measure_calculators(
    calculators: Iterable[EquityCalculator],
    spot: Spot,
    rounds: int,
    turn_time: float = TURN_TIME,
    most_seconds: float = MOST_SECONDS,
    failures: Failures | None = None,
) -> dict[str, Timing]:
    """Time the equity calculators that take a spot on it."""
    able = [one for one in calculators if one.takes(spot)]
    tasks = (_calculator_task(one, spot) for one in able)
    return alternate(tasks, rounds, turn_time, most_seconds, failures)


def measure_samplers(
    contest: Contest,
    spot: Spot,
    rounds: int,
    most_seconds: float,
    turn_time: float = TURN_TIME,
    failures: Failures | None = None,
) -> dict[str, Timing]:
    """Time those of a contest that are usable on a spot."""
    usable = [one for one in (contest.ours, contest.other) if one.available()]
    tasks = (_sampler_task(one, spot, contest.showdowns) for one in usable)
    return alternate(tasks, rounds, turn_time, most_seconds, failures)


def _middle_half(values: list[float]) -> tuple[float, float]:
    if len(values) < 2:
        return values[0], values[0]
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def _evaluator_task(
    evaluator: Evaluator, hands: Hands, strengths: npt.NDArray[np.uint16], part: float
) -> Task:
    size = min(max(RUNS, int(evaluator.sample_size * part) // RUNS * RUNS), len(hands))
    # With the first call, so that a peer that cannot be imported fails as one that gives wrong answers.
    prepared = cache(lambda: evaluator.prepare(sample(hands, size)))
    expected = sample(strengths, size)
    return Task(
        evaluator.name,
        call=lambda: evaluator.run(prepared()),
        is_ours=evaluator.distribution == OURS,
        check=lambda answers: check_strengths(evaluator, answers, expected),
        work=size,
    )


def _calculator_task(calculator: EquityCalculator, spot: Spot) -> Task:
    return Task(
        calculator.name,
        call=lambda: calculator.run(spot),
        check=lambda answer: check_equities(calculator, answer, spot),
        is_ours=calculator.distribution == OURS,
        starts_warm=calculator.starts_warm,
    )


def _sampler_task(sampler: EquitySampler, spot: Spot, showdowns: int) -> Task:
    # A new seed for each call, so that nothing can be remembered; the same ones for both of a contest.
    seeds = count(1)
    return Task(
        sampler.name,
        call=lambda: sampler.run(spot, next(seeds)),
        check=lambda answer: check_sampled(sampler, answer, spot),
        is_ours=sampler.distribution == OURS,
        work=showdowns,
    )


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return how long a call takes, and its answer."""
    started = time.perf_counter()
    answer = call()
    return time.perf_counter() - started, answer


def _turn(task: Task, turn_time: float, *, warm_caches: bool) -> tuple[float, ...]:
    calls: list[float] = []
    if warm_caches:
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
