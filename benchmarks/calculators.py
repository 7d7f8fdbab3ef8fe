"""Equity calculators, ours and others', each behind the same interface, all on one thread."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from oddchip.benchmarks.peers import Distribution, PokerFast
from oddchip.benchmarks.spots import Spot
from oddchip.equity import Result, calculate_equity, two
from oddchip.equity.breakdowns import whole_outcomes
from oddchip.equity.exact import field_and_symmetry
from oddchip.equity.result import Winners, exact_players
from oddchip.equity.spot import RangeSpot, parse_spot

Outcomes = dict[Winners, int | float]


class EquityCalculator(Protocol):
    """Something that tells the exact equities of a spot."""

    @property
    def name(self) -> str: ...
    @property
    def distribution(self) -> str:
        """What to install for it."""

    @property
    def version(self) -> str: ...
    @property
    def starts_warm(self) -> bool:
        """Whether nothing is left to be loaded or compiled once it is known to be available."""

    def available(self) -> bool: ...
    def takes(self, spot: Spot) -> bool:
        """Whether it is to be measured on this spot."""

    def run(self, spot: Spot) -> Any:
        """Calculate from texts to equities; this is what is timed."""

    def equities(self, answer: Any) -> Sequence[float]: ...
    def deals(self, answer: Any) -> int | float | None:
        """Return how many deals an answer is about, or None if it does not say."""


@dataclass(frozen=True)
class OddchipEquity(Distribution):
    """`calculate_equity`; with `by_combo` on the spots that ask for it."""

    by_combo: bool = False

    distribution = "oddchip"
    starts_warm = False

    @property
    def name(self) -> str:
        return "oddchip, by_combo" if self.by_combo else "oddchip"

    def takes(self, spot: Spot) -> bool:
        return spot.by_combo or not self.by_combo

    def run(self, spot: Spot) -> Result:
        return calculate_equity(
            spot.hands, spot.board, dead=spot.dead, method="exact", by_combo=self.by_combo, threads=1
        )

    def equities(self, answer: Result) -> Sequence[float]:
        if answer.by_combo is None:
            return [player.equity for player in answer.players]
        return [sum(combo.probability * combo.equity for combo in combos) for combos in answer.by_combo]

    def deals(self, answer: Result) -> int | float | None:
        return answer.deals


class OddchipWalk(Distribution):
    """What `calculate_equity` would do with two ranges before the flop if there were no stored table."""

    name = "oddchip, no table"
    distribution = "oddchip"
    starts_warm = False

    def takes(self, spot: Spot) -> bool:
        return spot.walk

    def run(self, spot: Spot) -> tuple[tuple[str, ...], Outcomes]:
        parsed = parse_spot(spot.hands, spot.board, spot.dead)
        if not isinstance(parsed, RangeSpot):
            raise TypeError(f"{spot.name}: known hands are not walked as ranges")
        field, group = field_and_symmetry(parsed)
        return parsed.names, whole_outcomes(parsed, two.by_totals(parsed, field, group, 1))

    def equities(self, answer: tuple[tuple[str, ...], Outcomes]) -> Sequence[float]:
        return [player.equity for player in exact_players(*answer)]

    def deals(self, answer: tuple[tuple[str, ...], Outcomes]) -> int | float | None:
        return sum(answer[1].values())


class OmpEvalEquity(PokerFast):
    """OMPEval's exact enumeration through pokerfast, on one thread that it starts for each call.

    It divides by the number of hands + 1e-9, so its equities are too low by some 1e-15 before the flop.
    """

    name = "OMPEval (C++)"
    starts_warm = True
    max_players = 6

    def takes(self, spot: Spot) -> bool:
        return len(spot.hands) <= self.max_players

    def run(self, spot: Spot) -> list[float]:
        from pokerfast import equity

        equities: list[float] = equity.equity(spot.hands, spot.board, spot.dead, exact=True, threads=1)
        return equities

    def equities(self, answer: list[float]) -> Sequence[float]:
        return answer

    def deals(self, answer: list[float]) -> int | float | None:
        return None


class PokerEquity(Distribution):
    """poker-equity, which is written in Rust."""

    name = "poker-equity (Rust)"
    distribution = "poker-equity"

    def texts(self, spot: Spot) -> list[str]:
        """Return the hands of a spot in its notation."""
        return ["**" if hand == "random" else hand for hand in spot.hands]


class PokerEquityExact(PokerEquity):
    """poker-equity's `exact_from_text`, which gives up beyond some millions of deals."""

    starts_warm = False
    most_deals = 2_000_000

    def takes(self, spot: Spot) -> bool:
        return spot.deals <= self.most_deals

    def run(self, spot: Spot) -> dict[str, Any]:
        import poker_equity

        answer: dict[str, Any] = poker_equity.exact_from_text(
            "holdem", self.texts(spot), spot.board, spot.dead
        )
        return answer

    def equities(self, answer: dict[str, Any]) -> Sequence[float]:
        return [player["equity"] for player in answer["players"]]

    def deals(self, answer: dict[str, Any]) -> int | float | None:
        return int(answer["samples"])


ODDCHIP_EQUITY = OddchipEquity()
ODDCHIP_BY_COMBO = OddchipEquity(by_combo=True)
ODDCHIP_WALK = OddchipWalk()
OMPEVAL_EQUITY = OmpEvalEquity()
POKER_EQUITY = PokerEquityExact()

OURS: tuple[EquityCalculator, ...] = (ODDCHIP_EQUITY, ODDCHIP_WALK, ODDCHIP_BY_COMBO)
CALCULATORS: tuple[EquityCalculator, ...] = (*OURS, OMPEVAL_EQUITY, POKER_EQUITY)
