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

import numpy as np

from oddchip.equity import calculate_equity, two
from oddchip.equity.breakdowns import whole_outcomes
from oddchip.equity.field import bits_of, make_field
from oddchip.equity.result import exact_players
from oddchip.equity.spot import RangeSpot, parse_spot
from oddchip.equity.symmetry import spot_symmetry

ROUNDS = 15
LONGEST = 3.0
"""Seconds of rounds for a spot, after the first."""
TOLERANCE = 1e-6
WIDE = "22+,A2s+,K5s+,Q8s+,J8s+,T8s+,97s,86s,75s,A8o+,KTo+,QTo+"
WIDE_TOO = "22+,A2s+,K2s+,Q6s+,J7s+,T7s+,97s,87s,76s,65s,A9o+,KJo+"


class RangeSpotCase(NamedTuple):
    """A spot, and the part of OMPEval's time that ours may take."""

    hands: tuple[str, ...]
    board: str
    dead: str
    limit: float
    slow: bool = False
    by_walk: bool = False
    """Whether the stored table is switched off."""

    @property
    def name(self) -> str:
        """What the table calls it."""
        extras = [
            self.board and f"on {self.board}",
            self.dead and f"{self.dead} dead",
            self.by_walk and "no table",
        ]
        return ", ".join([" v ".join(self.hands), *[extra for extra in extras if extra]])


CASES = (
    RangeSpotCase(("AA", "KK"), "", "", 1 / 5),
    RangeSpotCase(("AK", "QQ"), "", "", 1 / 5),
    RangeSpotCase(("AhKh", "random"), "", "", 1 / 100),
    RangeSpotCase(("QQ+,AK", "22+,A2s+,KTs+,QTs+,JTs"), "", "", 1 / 100),
    RangeSpotCase(("QQ+,AK", "22+,A2s+,KTs+,QTs+,JTs"), "", "2c", 1 / 3),
    RangeSpotCase(("random", "random"), "", "", 1 / 10_000, slow=True),
    RangeSpotCase(("random", "random"), "", "", 1 / 100, slow=True, by_walk=True),
    RangeSpotCase(("QQ+,AKs", "TT+,AQs+,KQs"), "Kh7h2c", "", 1.0),
    RangeSpotCase((WIDE, WIDE_TOO), "Kh7h2c", "", 1 / 5),
    RangeSpotCase(("random", "random"), "Kh7h2c", "", 1 / 75),
    RangeSpotCase(("random", "random"), "Kh7h2c9d", "", 1 / 75),
    RangeSpotCase(("random", "random"), "Kh7h2c9d3s", "", 1 / 50),
    RangeSpotCase(("QQ+,AKs", "A2s+", "22+"), "2c4c5h", "", 1 / 3),
    RangeSpotCase(("QQ+,AK", "TT+,AQ+", "22+,A2s+"), "", "", 1 / 10, slow=True),
)


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
    if not case.by_walk:
        result = calculate_equity(case.hands, case.board, dead=case.dead, method="exact", threads=1)
        return result.players[0].equity
    spot = parse_spot(case.hands, case.board, case.dead)
    if not isinstance(spot, RangeSpot):
        raise TypeError("known hands have no walk")
    field = make_field(spot.weights, (*spot.board, *spot.dead))
    kept = np.array([bits_of(spot.board), bits_of(spot.dead)], dtype=np.uint64)
    solved = two.by_totals(spot, field, spot_symmetry(spot.weights, field.combos, kept), 1)
    return exact_players(spot.names, whole_outcomes(spot, solved))[0].equity


def their_equity(case: RangeSpotCase) -> float:
    """Return the first player's equity as OMPEval calculates it."""
    from pokerfast import equity

    return float(equity.equity(case.hands, case.board, case.dead, exact=True, threads=1)[0])


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
