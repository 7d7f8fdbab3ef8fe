"""What `oddchip bench` measures: sections of comparisons, each of them measured in turns."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from oddchip.benchmarks.calculators import CALCULATORS, ODDCHIP_EQUITY, OMPEVAL_EQUITY
from oddchip.benchmarks.machine import machine, missing_peers, peer_versions
from oddchip.benchmarks.measure import (
    MOST_SECONDS,
    TURN_TIME,
    Failures,
    Ratio,
    Timing,
    measure_calculators,
    measure_evaluators,
    measure_samplers,
    ratio,
)
from oddchip.benchmarks.peers import EVALUATORS, ODDCHIP, ODDCHIP_SINGLE, SINGLE_HANDS, SINGLES
from oddchip.benchmarks.rows import ODDCHIP_BATCH, ROWS, measure_rows
from oddchip.benchmarks.sampling import CONTESTS, Contest, by_showdowns, to_error
from oddchip.benchmarks.spots import (
    ARRAY_SIZE,
    FLOP,
    NARROW_FLOP,
    PAIRS,
    RANDOM_PREFLOP,
    RANDOM_RIVER,
    SAMPLED_FLOP,
    SAMPLED_HANDS,
    SAMPLED_SIX,
    SIX_HANDS,
    SPOTS,
    THREE_FLOP,
    TWO_HANDS,
    WIDE_FLOP,
    Spot,
    hands_in_order,
    random_hands,
)
from oddchip.benchmarks.startup import (
    BARE_PYTHON,
    COMMANDS,
    EQUITY,
    FIRST_USE,
    HELP,
    IMPORT_NUMBA,
    PEER_COMMANDS,
    PEER_EQUITIES,
    PEER_STRENGTHS,
    PYTHON_EQUITY,
    PYTHON_STRENGTH,
    measure_startup,
)
from oddchip.benchmarks.targets import IN_ORDER, RANDOM, SINGLE

Progress = Callable[[str], Any]

EVALUATOR, EXACT, MONTE_CARLO, BATCH, STARTUP = "evaluator", "exact", "monte-carlo", "batch", "startup"
SECTIONS = (EVALUATOR, EXACT, MONTE_CARLO, BATCH, STARTUP)

WIDEST_RATIO, WIDEST_CALLS = 0.2, 0.5
"""Spreads of the rounds' ratios and of the calls, with which a ratio is still told. On an idle machine both
are a few hundredths; on a busy one the rounds' ratios may be alike while calls take twice their time."""
TOO_NOISY, FEW_ROUNDS = "too noisy", "few rounds"
FEWEST_ROUNDS = 3
"""With which a ratio has a spread."""


@dataclass(frozen=True)
class Comparison:
    """What did the same work in turns."""

    section: str
    name: str
    timings: Mapping[str, Timing]
    ours: str = ""
    """With what the others are compared, if that makes sense."""
    unit: str = ""
    """What is counted by the second; without it, it is the time that counts."""

    def times_as_fast(self, name: str) -> Ratio | None:
        """Return how many times as fast ours is as one of the others."""
        if self.ours not in self.timings or name == self.ours:
            return None
        return ratio(self.timings[self.ours], self.timings[name])

    def verdict(self, name: str) -> str:
        """Return what is to be said of that ratio, or nothing: `TOO_NOISY` or `FEW_ROUNDS`."""
        compared = self.times_as_fast(name)
        if compared is None:
            return ""
        spreads = (self.timings[each].spread for each in (self.ours, name))
        if max(spreads) > WIDEST_CALLS:
            return TOO_NOISY
        if compared.rounds < FEWEST_ROUNDS:
            return FEW_ROUNDS
        return TOO_NOISY if compared.spread > WIDEST_RATIO else ""


@dataclass(frozen=True)
class Effort:
    """How much is measured, and for how long."""

    rounds: int
    turn_time: float
    most_seconds: float
    array_size: int
    single_hands: int
    spots: tuple[Spot, ...]
    contests: tuple[Contest, ...]
    sampling_seconds: float
    rows: int
    first_uses: int
    command_rounds: int
    is_quick: bool = False


FULL = Effort(
    rounds=15,
    turn_time=TURN_TIME,
    most_seconds=MOST_SECONDS,
    array_size=ARRAY_SIZE,
    single_hands=SINGLE_HANDS,
    spots=SPOTS,
    contests=CONTESTS,
    sampling_seconds=16.0,
    rows=ROWS,
    first_uses=3,
    command_rounds=15,
)
QUICK = Effort(
    rounds=4,
    turn_time=0.015,
    most_seconds=0.3,
    array_size=1 << 20,
    single_hands=1 << 14,
    spots=(
        TWO_HANDS,
        SIX_HANDS,
        FLOP,
        PAIRS,
        RANDOM_PREFLOP._replace(walk=False),
        NARROW_FLOP,
        WIDE_FLOP,
        RANDOM_RIVER,
        THREE_FLOP,
    ),
    contests=(
        to_error(2e-4, (SAMPLED_FLOP,)),
        by_showdowns(1 << 17, (SAMPLED_HANDS, SAMPLED_SIX)),
    ),
    sampling_seconds=0.5,
    rows=100,
    first_uses=1,
    command_rounds=3,
    is_quick=True,
)


@dataclass
class Bench:
    """What one run has measured."""

    effort: Effort
    machine: dict[str, str] = field(default_factory=machine)
    peers: dict[str, str] = field(default_factory=peer_versions)
    missing: dict[str, str] = field(default_factory=missing_peers)
    """By distribution, the command that installs it, or why it is of no use here."""
    failures: Failures = field(default_factory=dict)
    comparisons: list[Comparison] = field(default_factory=list)


def measure(
    sections: Iterable[str] = SECTIONS,
    *,
    quick: bool = False,
    rounds: int | None = None,
    progress: Progress = lambda _: None,
) -> Bench:
    """Measure sections; `progress` is told what comes next.

    quick: fewer spots and rounds, so that all of it takes less than half a minute on an idle machine.
    rounds: turns that everybody has, as far as there is time.
    """
    effort = QUICK if quick else FULL
    bench = Bench(effort if rounds is None else replace(effort, rounds=rounds, command_rounds=rounds))
    wanted = set(sections)
    for section in SECTIONS:
        if section in wanted:
            bench.comparisons += _SECTIONS[section](bench.effort, bench.failures, progress)
    return bench


def _evaluators(effort: Effort, failures: Failures, progress: Progress) -> Iterator[Comparison]:
    usable = [one for one in EVALUATORS if one.available()]
    singles = [one for one in SINGLES if one.available()]
    for name, make, size, evaluators, ours in (
        (RANDOM, random_hands, effort.array_size, usable, ODDCHIP.name),
        (IN_ORDER, hands_in_order, effort.array_size, usable, ODDCHIP.name),
        (SINGLE, random_hands, effort.single_hands, singles, ODDCHIP_SINGLE.name),
    ):
        progress(f"evaluators, {name}")
        timings = measure_evaluators(evaluators, make(size), effort.rounds, effort.turn_time, failures)
        yield Comparison(EVALUATOR, name, timings, ours, unit="hands")


def _exact(effort: Effort, failures: Failures, progress: Progress) -> Iterator[Comparison]:
    usable = [one for one in CALCULATORS if one.available()]
    for spot in effort.spots:
        progress(f"exact equity, {spot.name}")
        chosen = [one for one in usable if not (effort.is_quick and spot.slow and one is OMPEVAL_EQUITY)]
        timings = measure_calculators(
            chosen, spot, effort.rounds, effort.turn_time, effort.most_seconds, failures
        )
        yield Comparison(EXACT, spot.name, timings, ODDCHIP_EQUITY.name)


def _monte_carlo(effort: Effort, failures: Failures, progress: Progress) -> Iterator[Comparison]:
    for contest in effort.contests:
        if not contest.ours.available():
            continue
        for spot in contest.spots:
            name = f"{spot.name}, {contest.limit}"
            progress(f"Monte Carlo, {name}")
            timings = measure_samplers(
                contest, spot, effort.rounds, effort.sampling_seconds, effort.turn_time, failures
            )
            unit = "showdowns" if contest.showdowns > 1 else ""
            yield Comparison(MONTE_CARLO, name, timings, contest.ours.name, unit)


def _batch(effort: Effort, failures: Failures, progress: Progress) -> Iterator[Comparison]:
    progress("batch")
    timings = measure_rows(effort.rows, effort.rounds, effort.turn_time, effort.most_seconds, failures)
    yield Comparison(BATCH, f"{effort.rows:,} rows, exact", timings, ODDCHIP_BATCH.name, unit="rows")


def _startup(effort: Effort, failures: Failures, progress: Progress) -> Iterator[Comparison]:
    progress("whole commands")
    own = (EQUITY, HELP, PYTHON_EQUITY, PYTHON_STRENGTH) if effort.is_quick else COMMANDS
    peers = [command for command in PEER_COMMANDS if not (effort.is_quick and command.slow)]
    timings = measure_startup(effort.first_uses, effort.command_rounds, (*own, *peers), failures)
    commands = [command.name for command in own if command in (EQUITY, HELP, IMPORT_NUMBA, BARE_PYTHON)]
    equities = [command.name for command in (PYTHON_EQUITY, *PEER_EQUITIES)]
    strengths = [command.name for command in (PYTHON_STRENGTH, *PEER_STRENGTHS)]
    groups = (
        ("whole commands", [FIRST_USE, *commands], ""),
        ("a new Python, one equity", equities, PYTHON_EQUITY.name),
        ("a new Python, one strength", strengths, PYTHON_STRENGTH.name),
    )
    for name, members, ours in groups:
        yield Comparison(STARTUP, name, {each: timings[each] for each in members if each in timings}, ours)


_SECTIONS: dict[str, Callable[[Effort, Failures, Progress], Iterator[Comparison]]] = {
    EVALUATOR: _evaluators,
    EXACT: _exact,
    MONTE_CARLO: _monte_carlo,
    BATCH: _batch,
    STARTUP: _startup,
}
