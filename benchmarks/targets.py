"""The figures that a report boils down to, what they should be, and whether they are."""

from collections.abc import Mapping
from dataclasses import dataclass

from oddchip.benchmarks import memory, startup
from oddchip.benchmarks.calculators import (
    ODDCHIP_EQUITY,
    ODDCHIP_WALK,
    OMPEVAL_EQUITY,
    OURS,
    EquityCalculator,
)
from oddchip.benchmarks.measure import Timing, ratio
from oddchip.benchmarks.peers import (
    EVAL7,
    ODDCHIP,
    ODDCHIP_THREADS,
    ODDCHIP_THREADS_UNCHECKED,
    ODDCHIP_UNCHECKED,
    OMPEVAL,
    PHEVALUATOR,
    Evaluator,
)
from oddchip.benchmarks.sampling import BY_SHOWDOWNS, BY_THREADS, TO_ERROR, Contest
from oddchip.benchmarks.spots import (
    CLASSES,
    FOUR_FLOP,
    HAND_V_RANDOM,
    NARROW_FLOP,
    PAIRS,
    RANDOM_FLOP,
    RANDOM_PREFLOP,
    RANDOM_RIVER,
    RANDOM_TURN,
    RANGES,
    RANGES_2C_DEAD,
    SIX_HANDS,
    THREE_FLOP,
    THREE_HANDS,
    THREE_RANGES,
    TWO_HANDS,
    WIDE_FLOP,
    Spot,
)

Timings = Mapping[str, Timing]
Figures = dict[str, float]

TIMES, MILLIONS, SECONDS, MEGABYTES, NUMBER_OF_SPOTS = "x", "M/s", "s", "MB", "spots"
MOST_MEMORY = 300
AT_MOST_HALF = f"{TO_ERROR.title}, at most half of OMPEval's time"
RANDOM, IN_ORDER, SINGLE = "random order", "enumeration order", "single calls"


@dataclass(frozen=True)
class Target:
    """A limit for one figure."""

    figure: str
    limit: float
    unit: str
    at_least: bool = True
    binding: bool = True
    """False where the limit was measured on another machine, so that it says little here."""

    @property
    def text(self) -> str:
        return f"{'≥' if self.at_least else '≤'} {self.limit:g} {self.unit}"

    def verdict(self, figures: Mapping[str, float]) -> str:
        """Say whether the figures of a run meet this target."""
        if self.figure not in figures:
            return "not measured"
        figure = figures[self.figure]
        reached = figure >= self.limit if self.at_least else figure <= self.limit
        if not self.binding:
            return f"{'above' if reached else 'below'} (another machine's figure, for information)"
        return "met" if reached else "MISSED"


def faster(fast: str, slow: str, order: str) -> str:
    """Name the figure of how many times as fast one evaluator is as another."""
    return f"{fast} / {slow}, {order}"


def rate(name: str, order: str) -> str:
    """Name the figure of an evaluator's millions of hands a second."""
    return f"{name}, {order}"


def part_of_ompeval(spot_name: str, calculator: str = ODDCHIP_EQUITY.name) -> str:
    """Name the figure of our time for a spot as a part of OMPEval's."""
    return f"exact equity, time of {calculator} / OMPEval, {spot_name}"


def seconds(spot_name: str, calculator: str) -> str:
    """Name the figure of our time for a spot."""
    return f"exact equity, {calculator}, {spot_name}"


def part_of_sampling(spot_name: str) -> str:
    """Name the figure of our time to a standard error as a part of OMPEval's."""
    return f"Monte Carlo, time of oddchip / OMPEval, {spot_name}"


def more_showdowns(spot_name: str) -> str:
    """Name the figure of how many times poker-equity's showdowns a second ours are."""
    return f"Monte Carlo, showdowns of oddchip / poker-equity, {spot_name}"


def sampling_threads(spot_name: str) -> str:
    """Name the figure of how many times as fast as one thread two are at sampling."""
    return f"Monte Carlo, oddchip, 2 threads / oddchip, {spot_name}"


def memory_above_import(load: str) -> str:
    """Name the figure of how much more memory a load takes than importing the package does."""
    return f"peak memory above the import, {load}"


def evaluator_figures(order: str, timings: Timings) -> Figures:
    """Return the rates in one order of hands, and the ratios between those that the targets name."""
    figures = {rate(name, order): timing.rate / 1e6 for name, timing in timings.items()}
    pairs: list[tuple[Evaluator, Evaluator]] = [
        (ours, peer) for ours in (ODDCHIP, ODDCHIP_UNCHECKED) for peer in (EVAL7, PHEVALUATOR, OMPEVAL)
    ]
    pairs += [(ODDCHIP_THREADS, ODDCHIP), (ODDCHIP_THREADS_UNCHECKED, ODDCHIP_UNCHECKED)]
    for fast, slow in pairs:
        if fast.name in timings and slow.name in timings:
            compared = ratio(timings[fast.name], timings[slow.name])
            figures[faster(fast.name, slow.name, order)] = compared.best
    return figures


def equity_figures(timings: Mapping[str, Timings]) -> Figures:
    """Return our times as parts of OMPEval's for each spot that both did, and the time of the walk."""
    figures = {
        part_of_ompeval(spot, ours.name): 1 / ratio(by_name[ours.name], by_name[OMPEVAL_EQUITY.name]).best
        for spot, by_name in timings.items()
        for ours in OURS
        if ours.name in by_name and OMPEVAL_EQUITY.name in by_name
    }
    walked = timings.get(RANDOM_PREFLOP.name, {}).get(ODDCHIP_WALK.name)
    if walked:
        figures[seconds(RANDOM_PREFLOP.name, ODDCHIP_WALK.name)] = walked.best
    return figures


def sampling_figures(timings: Mapping[str, Mapping[str, Timings]]) -> Figures:
    """Return the figures of those contests that were held; timings are by title, spot and sampler."""

    def times_as_fast(contest: Contest) -> dict[str, float]:
        return {
            spot: ratio(by_name[contest.ours.name], by_name[contest.other.name]).best
            for spot, by_name in timings.get(contest.title, {}).items()
        }

    figures = {part_of_sampling(spot): 1 / times for spot, times in times_as_fast(TO_ERROR).items()}
    if figures:
        figures[AT_MOST_HALF] = sum(part <= 0.5 for part in figures.values())
    figures |= {more_showdowns(spot): times for spot, times in times_as_fast(BY_SHOWDOWNS).items()}
    return figures | {sampling_threads(spot): times for spot, times in times_as_fast(BY_THREADS).items()}


def memory_figures(peaks: Mapping[str, float]) -> Figures:
    """Return how many MB each load takes beyond the import."""
    return {
        memory_above_import(name): peak - peaks[memory.BASELINE]
        for name, peak in peaks.items()
        if name != memory.BASELINE
    }


def startup_figures(timings: Timings) -> Figures:
    """Return the wall time of each command: the median, because users do not get the best call."""
    return {name: timing.median for name, timing in timings.items()}


RANGE_LIMITS: tuple[tuple[Spot, EquityCalculator, float], ...] = (
    (PAIRS, ODDCHIP_EQUITY, 1 / 5),
    (CLASSES, ODDCHIP_EQUITY, 1 / 5),
    (HAND_V_RANDOM, ODDCHIP_EQUITY, 1 / 100),
    (RANGES, ODDCHIP_EQUITY, 1 / 100),
    (RANGES_2C_DEAD, ODDCHIP_EQUITY, 1 / 3),
    (RANDOM_PREFLOP, ODDCHIP_EQUITY, 1 / 10_000),
    (RANDOM_PREFLOP, ODDCHIP_WALK, 1 / 100),
    (NARROW_FLOP, ODDCHIP_EQUITY, 1.0),
    (WIDE_FLOP, ODDCHIP_EQUITY, 1 / 5),
    (RANDOM_FLOP, ODDCHIP_EQUITY, 1 / 75),
    (RANDOM_TURN, ODDCHIP_EQUITY, 1 / 75),
    (RANDOM_RIVER, ODDCHIP_EQUITY, 1 / 50),
    (THREE_FLOP, ODDCHIP_EQUITY, 1 / 3),
    (FOUR_FLOP, ODDCHIP_EQUITY, 1 / 3),
    (THREE_RANGES, ODDCHIP_EQUITY, 1 / 20),
)
"""What part of OMPEval's time ours may be."""

TARGETS = (
    Target(faster(ODDCHIP.name, EVAL7.name, RANDOM), 100, TIMES),
    Target(faster(ODDCHIP.name, PHEVALUATOR.name, RANDOM), 200, TIMES),
    Target(faster(ODDCHIP.name, OMPEVAL.name, RANDOM), 1.1, TIMES),
    Target(faster(ODDCHIP_THREADS.name, ODDCHIP.name, RANDOM), 1.8, TIMES),
    Target(faster(ODDCHIP_THREADS_UNCHECKED.name, ODDCHIP_UNCHECKED.name, RANDOM), 1.8, TIMES),
    Target(rate(ODDCHIP.name, RANDOM), 298, MILLIONS, binding=False),
    Target(rate(ODDCHIP_UNCHECKED.name, RANDOM), 298, MILLIONS, binding=False),
    Target(rate(ODDCHIP.name, IN_ORDER), 610, MILLIONS, binding=False),
    Target(rate(ODDCHIP_UNCHECKED.name, IN_ORDER), 610, MILLIONS, binding=False),
    *(
        Target(part_of_ompeval(spot.name), 0.5, TIMES, at_least=False)
        for spot in (TWO_HANDS, THREE_HANDS, SIX_HANDS)
    ),
    *(
        Target(part_of_ompeval(spot.name, ours.name), limit, TIMES, at_least=False)
        for spot, ours, limit in RANGE_LIMITS
    ),
    Target(seconds(RANDOM_PREFLOP.name, ODDCHIP_WALK.name), 0.8, SECONDS, at_least=False),
    *(Target(part_of_sampling(spot.name), 1, TIMES, at_least=False) for spot in TO_ERROR.spots),
    Target(AT_MOST_HALF, 3, NUMBER_OF_SPOTS),
    *(Target(more_showdowns(spot.name), 10, TIMES) for spot in BY_SHOWDOWNS.spots),
    *(Target(sampling_threads(spot.name), 1.8, TIMES) for spot in BY_THREADS.spots),
    *(
        Target(memory_above_import(load.name), MOST_MEMORY, MEGABYTES, at_least=False)
        for load in memory.LOADS
    ),
    Target(startup.EQUITY.name, 0.45, SECONDS, at_least=False),
    Target(startup.HELP.name, 0.2, SECONDS, at_least=False),
    Target(startup.FIRST_USE, 12, SECONDS, at_least=False),
)
