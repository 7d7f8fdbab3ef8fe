"""Monte Carlo, ours and others', each behind the same interface, and which of them is measured beside which.

Each of ours is timed with everything that `calculate_equity` does: reading the texts, a first look at the
spot, sampling and the errors. It stops when every player's error is small enough, which is the default of
the product; OMPEval looks at the first player's only, and that only every 0.2 seconds, so that its times
come in such steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from calculators import OMPEVAL_EQUITY
from peers import Distribution, PokerFast
from spots import SAMPLED_RANGES, SAMPLED_SPOTS, SAMPLED_THREE, Spot

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


class OmpEvalSampling(PokerFast):
    """OMPEval's Monte Carlo through pokerfast, up to an error of the first player.

    It seeds itself, and tells neither its errors nor how many deals it made.
    """

    name = OMPEVAL_EQUITY.name
    others_error = 2 * STD_ERROR
    """More than the error of any player on our spots when the first one's is reached."""

    def run(self, spot: Spot, seed: int) -> list[float]:
        from pokerfast import equity

        return equity.equity(spot.hands, spot.board, spot.dead, exact=False, stdev=STD_ERROR, threads=1)

    def equities(self, answer: list[float]) -> Sequence[float]:
        return answer

    def errors(self, answer: list[float]) -> Sequence[float]:
        return [STD_ERROR, *[self.others_error] * (len(answer) - 1)]

    def is_complete(self, answer: list[float]) -> bool:
        return True


class PokerEquity(Distribution):
    """poker-equity's `chunk_from_text`, written in Rust, up to a number of showdowns."""

    name = "poker-equity (Rust)"
    distribution = "poker-equity"

    def run(self, spot: Spot, seed: int) -> dict[str, Any]:
        import poker_equity

        hands = ["**" if hand == "random" else hand for hand in spot.hands]
        return poker_equity.chunk_from_text(
            "holdem", hands, spot.board, spot.dead, samples=SHOWDOWNS, seed=seed, threads=1
        )

    def equities(self, answer: dict[str, Any]) -> Sequence[float]:
        return [player["equity"] for player in answer["players"]]

    def errors(self, answer: dict[str, Any]) -> Sequence[float]:
        return [player["std_error"] for player in answer["players"]]

    def is_complete(self, answer: dict[str, Any]) -> bool:
        return answer["samples"] >= SHOWDOWNS


@dataclass(frozen=True)
class Contest:
    """One of ours beside one other, on the same spots."""

    title: str
    ours: EquitySampler
    other: EquitySampler
    spots: tuple[Spot, ...]
    without: str
    """Why it is left out where one of the two is not usable."""
    showdowns: int = 1
    """How many a call makes, if that is what counts."""

    def available(self) -> bool:
        """Say whether both can be measured here."""
        return self.ours.available() and self.other.available()


ODDCHIP_TO_ERROR = OddchipSampling(std_error=STD_ERROR)
OMPEVAL_TO_ERROR = OmpEvalSampling()
ODDCHIP_SHOWDOWNS = OddchipSampling(showdowns=SHOWDOWNS)
POKER_EQUITY = PokerEquity()
ODDCHIP_LONG = OddchipSampling(std_error=LONG_STD_ERROR)
ODDCHIP_LONG_THREADS = OddchipSampling(std_error=LONG_STD_ERROR, threads=2)

TO_ERROR = Contest(
    f"Monte Carlo to a standard error of {STD_ERROR:g}, one thread",
    ODDCHIP_TO_ERROR,
    OMPEVAL_TO_ERROR,
    SAMPLED_SPOTS,
    without="`pip install pokerfast`, which has OMPEval for some platforms only",
)
BY_SHOWDOWNS = Contest(
    f"Monte Carlo of {SHOWDOWNS:,} showdowns, one thread",
    ODDCHIP_SHOWDOWNS,
    POKER_EQUITY,
    SAMPLED_SPOTS,
    without="`pip install poker-equity`",
    showdowns=SHOWDOWNS,
)
BY_THREADS = Contest(
    f"Monte Carlo to a standard error of {LONG_STD_ERROR:g}, two threads beside one",
    ODDCHIP_LONG_THREADS,
    ODDCHIP_LONG,
    (SAMPLED_RANGES, SAMPLED_THREE),
    without="it takes two cores",
)
CONTESTS = (TO_ERROR, BY_SHOWDOWNS, BY_THREADS)
