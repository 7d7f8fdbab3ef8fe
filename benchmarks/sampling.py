"""Monte Carlo, ours and others', each behind the same interface, and which of them is measured beside which.

Each of ours is timed with everything that `calculate_equity` does: reading the texts, a first look at the
spot, sampling and the errors. It stops when every player's error is small enough, which is the default of
the product; OMPEval looks at the first player's only, and that only every 0.2 seconds, so that its times
come in such steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from oddchip.benchmarks.calculators import OMPEVAL_EQUITY, PokerEquity
from oddchip.benchmarks.peers import Distribution, PokerFast
from oddchip.benchmarks.spots import SAMPLED_RANGES, SAMPLED_SPOTS, SAMPLED_THREE, Spot
from oddchip.equity import Result, calculate_equity
from oddchip.evaluator._threads import thread_count

STD_ERROR, LONG_STD_ERROR = 1e-4, 5e-5
SHOWDOWNS = 1 << 20
"""A showdown is one deal, settled among all players."""


class EquitySampler(Protocol):
    """Something that estimates the equities of a spot."""

    @property
    def name(self) -> str: ...
    @property
    def distribution(self) -> str:
        """What to install for it."""

    @property
    def version(self) -> str: ...
    def available(self) -> bool: ...
    def run(self, spot: Spot, seed: int) -> Any:
        """Estimate from texts to equities; this is what is timed."""

    def equities(self, answer: Any) -> Sequence[float]: ...
    def errors(self, answer: Any) -> Sequence[float]:
        """Return the standard error of each equity."""

    def is_complete(self, answer: Any) -> bool:
        """Say whether the error or the number of showdowns that was asked for is reached."""


@dataclass(frozen=True)
class OddchipSampling(Distribution):
    """`calculate_equity` up to an error of every player, or to a number of showdowns."""

    std_error: float | None = None
    showdowns: int | None = None
    threads: int = 1

    distribution = "oddchip"

    @property
    def name(self) -> str:
        return f"oddchip, {self.threads} threads" if self.threads > 1 else "oddchip"

    def available(self) -> bool:
        return self.threads <= thread_count(None)

    def run(self, spot: Spot, seed: int) -> Result:
        return calculate_equity(
            spot.hands,
            spot.board,
            method="monte-carlo",
            std_error=self.std_error,
            samples=self.showdowns,
            seed=seed,
            threads=self.threads,
        )

    def equities(self, answer: Result) -> Sequence[float]:
        return [player.equity for player in answer.players]

    def errors(self, answer: Result) -> Sequence[float]:
        return [player.std_error for player in answer.players]

    def is_complete(self, answer: Result) -> bool:
        return max(self.errors(answer)) <= (self.std_error or 1.0) and (answer.samples or 0) >= (
            self.showdowns or 0
        )


@dataclass(frozen=True)
class OmpEvalSampling(PokerFast):
    """OMPEval's Monte Carlo through pokerfast, up to an error of the first player.

    It seeds itself, and tells neither its errors nor how many deals it made.
    """

    std_error: float

    name = OMPEVAL_EQUITY.name

    def run(self, spot: Spot, seed: int) -> list[float]:
        from pokerfast import equity

        equities: list[float] = equity.equity(
            spot.hands, spot.board, spot.dead, exact=False, stdev=self.std_error, threads=1
        )
        return equities

    def equities(self, answer: list[float]) -> Sequence[float]:
        return answer

    def errors(self, answer: list[float]) -> Sequence[float]:
        # On our spots no other player's error is twice the first one's.
        return [self.std_error, *[2 * self.std_error] * (len(answer) - 1)]

    def is_complete(self, answer: list[float]) -> bool:
        return True


@dataclass(frozen=True)
class PokerEquitySampling(PokerEquity):
    """poker-equity's `chunk_from_text`, up to a number of showdowns."""

    showdowns: int

    def run(self, spot: Spot, seed: int) -> dict[str, Any]:
        import poker_equity

        answer: dict[str, Any] = poker_equity.chunk_from_text(
            "holdem",
            self.texts(spot),
            spot.board,
            spot.dead,
            samples=self.showdowns,
            seed=seed,
            threads=1,
        )
        return answer

    def equities(self, answer: dict[str, Any]) -> Sequence[float]:
        return [player["equity"] for player in answer["players"]]

    def errors(self, answer: dict[str, Any]) -> Sequence[float]:
        return [player["std_error"] for player in answer["players"]]

    def is_complete(self, answer: dict[str, Any]) -> bool:
        return bool(answer["samples"] >= self.showdowns)


@dataclass(frozen=True)
class Contest:
    """One of ours beside one other, on the same spots."""

    title: str
    ours: EquitySampler
    other: EquitySampler
    spots: tuple[Spot, ...]
    limit: str
    """At what a call ends, in few words."""
    without: str
    """Why it is left out where one of the two is not usable."""
    showdowns: int = 1
    """How many a call makes, if that is what counts."""

    def available(self) -> bool:
        """Say whether both can be measured here."""
        return self.ours.available() and self.other.available()


def to_error(std_error: float, spots: tuple[Spot, ...]) -> Contest:
    """Return the contest with OMPEval, which ends at an error."""
    return Contest(
        f"Monte Carlo to a standard error of {std_error:g}, one thread",
        OddchipSampling(std_error=std_error),
        OmpEvalSampling(std_error),
        spots,
        limit=f"to {std_error:g}",
        without="`pip install pokerfast`, which has OMPEval for some platforms only",
    )


def by_showdowns(showdowns: int, spots: tuple[Spot, ...]) -> Contest:
    """Return the contest with poker-equity, which ends at a number of showdowns."""
    return Contest(
        f"Monte Carlo of {showdowns:,} showdowns, one thread",
        OddchipSampling(showdowns=showdowns),
        PokerEquitySampling(showdowns),
        spots,
        limit=f"{showdowns:,} showdowns",
        without="`pip install poker-equity`",
        showdowns=showdowns,
    )


ODDCHIP_LONG = OddchipSampling(std_error=LONG_STD_ERROR)
ODDCHIP_LONG_THREADS = OddchipSampling(std_error=LONG_STD_ERROR, threads=2)

TO_ERROR = to_error(STD_ERROR, SAMPLED_SPOTS)
BY_SHOWDOWNS = by_showdowns(SHOWDOWNS, SAMPLED_SPOTS)
BY_THREADS = Contest(
    f"Monte Carlo to a standard error of {LONG_STD_ERROR:g}, two threads beside one",
    ODDCHIP_LONG_THREADS,
    ODDCHIP_LONG,
    (SAMPLED_RANGES, SAMPLED_THREE),
    limit=f"to {LONG_STD_ERROR:g}",
    without="it takes two cores",
)
CONTESTS = (TO_ERROR, BY_SHOWDOWNS, BY_THREADS)
