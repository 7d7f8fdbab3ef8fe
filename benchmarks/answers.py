"""What the right answers are: nobody's time counts before its answers have been found right."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from oddchip.benchmarks.calculators import EquityCalculator
from oddchip.benchmarks.peers import STRONGEST, Evaluator, Values
from oddchip.benchmarks.sampling import EquitySampler
from oddchip.benchmarks.spots import SEVEN_CARD_CATEGORIES, SEVEN_CARD_DIGEST, SEVEN_CARD_HANDS, Spot
from oddchip.equity.known import outcomes_of, tally_by_boards
from oddchip.equity.result import exact_players
from oddchip.equity.spot import RangeSpot, parse_spot
from oddchip.evaluator import OddchipError, Sweep, sweep

EQUITY_TOLERANCE = 1e-6
MOST_ERRORS = 6
"""How many standard errors an estimate may be off."""
REACHED_STRENGTHS = 4824


class WrongAnswerError(OddchipError):
    """A peer gave an answer that is not right, so that its speed means nothing."""


def checked_sweep(threads: int | None = None) -> Sweep:
    """Evaluate all seven-card hands, and refuse any result but the published one."""
    result = sweep(7, threads=threads)
    right = Sweep(SEVEN_CARD_HANDS, SEVEN_CARD_CATEGORIES, REACHED_STRENGTHS, SEVEN_CARD_DIGEST)
    if result != right:
        raise WrongAnswerError(f"the sweep of all seven-card hands gave {result}, not {right}")
    return result


def check_strengths(evaluator: Evaluator, answers: Any, strengths: npt.NDArray[np.uint16]) -> None:
    """Refuse answers that are not these strengths, or that order the hands in another way."""
    values = evaluator.values(answers)
    right = np.array_equal(values, strengths) if evaluator.gives_strengths else same_order(values, strengths)
    if not right:
        raise WrongAnswerError(f"{evaluator.name} gave wrong strengths")


def same_order(values: Values, strengths: npt.NDArray[np.uint16]) -> bool:
    """Say whether equal strengths have equal values and higher strengths higher values."""
    value_of = np.zeros(STRONGEST + 1, dtype=np.int64)
    value_of[strengths] = values
    reached = np.unique(strengths)
    return np.array_equal(value_of[strengths], values) and bool((np.diff(value_of[reached]) > 0).all())


@cache
def right_equities(spot: Spot) -> tuple[float, ...]:
    """Return the equities of a spot: of known hands by walking through every board, of ranges OMPEval's."""
    if spot.equities:
        return spot.equities
    parsed = parse_spot(spot.hands, spot.board)
    if isinstance(parsed, RangeSpot):
        raise TypeError(f"{spot.name}: the equities of ranges have to be given")
    outcomes = outcomes_of(tally_by_boards(parsed), len(spot.hands))
    if sum(outcomes.values()) != spot.deals:
        raise WrongAnswerError(f"{spot.name}: {sum(outcomes.values())} boards instead of {spot.deals}")
    return tuple(player.equity for player in exact_players(spot.hands, outcomes))


def check_equities(calculator: EquityCalculator, answer: Any, spot: Spot) -> None:
    """Refuse equities that are off by more than a millionth, and a wrong number of deals."""
    equities = calculator.equities(answer)
    if not np.allclose(equities, right_equities(spot), rtol=0, atol=EQUITY_TOLERANCE):
        raise WrongAnswerError(f"{calculator.name} gave {list(equities)} for {spot.name}")
    deals = calculator.deals(answer)
    if deals is not None and deals != spot.deals:
        raise WrongAnswerError(
            f"{calculator.name} counted {deals} deals instead of {spot.deals} for {spot.name}"
        )


def check_sampled(sampler: EquitySampler, answer: Any, spot: Spot) -> None:
    """Refuse estimates that are too far off for their errors, and those that ended too soon."""
    equities = np.array(sampler.equities(answer))
    allowed = MOST_ERRORS * np.array(sampler.errors(answer)) + EQUITY_TOLERANCE
    if (abs(equities - right_equities(spot)) > allowed).any():
        raise WrongAnswerError(f"{sampler.name} gave {equities.tolist()} for {spot.name}")
    if not sampler.is_complete(answer):
        raise WrongAnswerError(f"{sampler.name} ended too soon on {spot.name}")


def check_rows(
    name: str, answers: Iterable[Sequence[float]], right: Sequence[Sequence[float]], spots: Sequence[Spot]
) -> None:
    """Refuse rows whose equities are off by more than a millionth."""
    for answer, expected, spot in zip(answers, right, spots, strict=True):
        if len(answer) != len(expected) or not np.allclose(answer, expected, rtol=0, atol=EQUITY_TOLERANCE):
            raise WrongAnswerError(f"{name} gave {list(answer)} for {' v '.join(spot.hands)} on {spot.board}")
