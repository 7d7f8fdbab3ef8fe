"""The equity of a spot with ranges, exact or sampled, and of known hands with details."""

import time
from collections.abc import Mapping

from oddchip.equity.breakdowns import category_chances, combo_results, count_deals, next_cards, whole_outcomes
from oddchip.equity.calculate import ASKED_FOR, QUICK
from oddchip.equity.cancelling import loses_digits, without_blocked
from oddchip.equity.exact import LONGEST, NO_LIMIT, describe_seconds, plan_exact
from oddchip.equity.limits import USUAL_ERROR, Limits, OnProgress
from oddchip.equity.monte_carlo import sample_until
from oddchip.equity.result import Result, SamplingReport, exact_result
from oddchip.equity.sampler import make_sampler
from oddchip.equity.spot import AnySpot, RangeSpot, as_ranges
from oddchip.evaluator import TooLargeError, format_cards

AUTO_SECONDS = 1.0
"""What is estimated to take longer is sampled instead if that may be chosen."""


def solve(
    spot: AnySpot,
    method: str,
    limits: Limits,
    seed: int | None,
    on_progress: OnProgress | None,
    threads: int | None,
    started: float,
) -> Result:
    """Return the equities of a spot by a method, as `calculate_equity` describes."""
    reason = ASKED_FOR
    if method != "monte-carlo":
        ranges = as_ranges(spot)
        try:
            if method == "exact":
                return _solve_exactly(ranges, NO_LIMIT, threads, started, ASKED_FOR)
            return _solve_exactly(ranges, AUTO_SECONDS, threads, started, QUICK)
        except TooLargeError as error:
            if method == "exact":
                raise
            reason = f"an exact answer would take about {describe_seconds(error.seconds)}"
    sampler = make_sampler(spot, seed=seed, std_error=limits.std_error or USUAL_ERROR)
    totals, stopped_by = sample_until(sampler, limits, on_progress, threads)
    return Result(
        method="monte-carlo",
        deals=None,
        samples=totals.deals,
        seed=sampler.seed,
        board=format_cards(spot.board),
        dead=format_cards(spot.dead),
        players=totals.players(),
        outcomes=totals.outcomes,
        elapsed_s=time.perf_counter() - started,
        combos=spot.combo_counts,
        reason=reason,
        sampling=SamplingReport(stopped_by, totals.acceptance, totals.effective_samples, totals.boards),
    )


def solve_with_details(
    spot: AnySpot, details: Mapping[str, bool], insists: bool, threads: int | None, started: float
) -> Result:
    """Return exact equities with details; details: whether each of them is wanted, by name, one at least.

    Raises `TooLargeError` for what takes long, unless somebody insists.
    """
    asked = " and ".join(name for name, is_wanted in details.items() if is_wanted)
    longest, reason = (
        (NO_LIMIT, ASKED_FOR) if insists else (LONGEST, f"{asked} can only be calculated exactly")
    )
    return _solve_exactly(as_ranges(spot), longest, threads, started, reason, **details)


def _solve_exactly(
    spot: RangeSpot,
    longest: float,
    threads: int | None,
    started: float,
    reason: str,
    *,
    by_combo: bool = False,
    categories: bool = False,
    next_card: bool = False,
) -> Result:
    asked = without_blocked(spot) if len(spot.names) == 2 and loses_digits(spot) else spot
    plan = plan_exact(asked, longest=longest, detail=by_combo, categories=categories, threads=threads)
    solved = plan.solve()
    outcomes = whole_outcomes(asked, solved)
    return exact_result(
        spot,
        outcomes,
        deals=count_deals(asked, solved, outcomes),
        reason=reason,
        started=started,
        by_combo=combo_results(spot, solved) if by_combo else None,
        categories=category_chances(solved) if categories else None,
        next_cards=next_cards(asked, longest=longest, threads=threads) if next_card else None,
    )
