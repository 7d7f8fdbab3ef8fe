"""Exact equity of ranges beside OMPEval: `python benchmarks/ranges.py [--quick]`.

Both take turns on one thread, warm, in one run; the best time of each counts, and the answers must agree. The
limit is the part of OMPEval's time that ours may take. `--quick` leaves out what OMPEval needs half a minute
and more for.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from calculators import ODDCHIP_EQUITY, OMPEVAL_EQUITY, EquityCalculator
from spots import Spot
from targets import RANGE_LIMITS

ROUNDS = 15
LONGEST = 3.0
"""Seconds of rounds for a spot, after the first."""
TOLERANCE = 1e-6


class RangeSpotCase(NamedTuple):
    """A spot, our way to its equities, and the part of OMPEval's time that it may take."""

    spot: Spot
    ours: EquityCalculator
    limit: float

    @property
    def name(self) -> str:
        """What the table calls it."""
        return f"{self.spot.name}{self.ours.name.removeprefix(ODDCHIP_EQUITY.name)}"

    @property
    def hands(self) -> tuple[str, ...]:
        return self.spot.hands

    @property
    def slow(self) -> bool:
        return self.spot.slow


CASES = tuple(RangeSpotCase(*limit) for limit in RANGE_LIMITS)


class Comparison(NamedTuple):
    """Best times of both, in seconds."""

    case: RangeSpotCase
    ours: float
    theirs: float

    @property
    def row(self) -> tuple[str, ...]:
        """A row of the table."""
        part = self.ours / self.theirs
        return (
            self.case.name,
            f"{1000 * self.ours:.3g}",
            f"{1000 * self.theirs:.4g}",
            f"{1 / part:.3g}",
            f"{1 / self.case.limit:g}",
            "met" if part <= self.case.limit else "MISSED",
        )


def our_equity(case: RangeSpotCase) -> float:
    """Return the first player's equity as the package calculates it."""
    return case.ours.equities(case.ours.run(case.spot))[0]


def their_equity(case: RangeSpotCase) -> float:
    """Return the first player's equity as OMPEval calculates it."""
    return OMPEVAL_EQUITY.equities(OMPEVAL_EQUITY.run(case.spot))[0]


def compare(case: RangeSpotCase) -> Comparison:
    """Measure both by turns; raise `ValueError` if they disagree."""
    contestants: tuple[Callable[[RangeSpotCase], float], ...] = (our_equity, their_equity)
    our_equity(case)  # loads compiled code and tables
    best = [float("inf")] * 2
    started = time.perf_counter()
    for done in range(ROUNDS):
        if done and time.perf_counter() - started > LONGEST:
            break
        answers = []
        for number, contestant in enumerate(contestants):
            before = time.perf_counter()
            answers.append(contestant(case))
            best[number] = min(best[number], time.perf_counter() - before)
        if abs(answers[0] - answers[1]) > TOLERANCE:
            raise ValueError(f"{case.name}: {answers[0]} is not {answers[1]}")
    return Comparison(case, *best)


def comparisons(*, quick: bool) -> Iterator[Comparison]:
    """Yield every comparison as soon as it is measured."""
    for case in CASES:
        if not (quick and case.slow):
            yield compare(case)


def main() -> None:
    """Print the table row by row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave out what takes OMPEval half a minute")
    quick = parser.parse_args().quick
    heads = ("spot", "oddchip ms", "OMPEval ms", "times as fast", "wanted", "")
    sys.stdout.write(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}\n")
    for comparison in comparisons(quick=quick):
        sys.stdout.write(f"| {' | '.join(comparison.row)} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
