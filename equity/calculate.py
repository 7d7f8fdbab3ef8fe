"""The equity of a spot."""

import time
from collections.abc import Sequence
from typing import Any

from oddchip.equity.breakdowns import category_chances, combo_results, count_deals, next_cards, whole_outcomes
from oddchip.equity.exact import LONGEST, NO_LIMIT, describe_seconds, plan_exact
from oddchip.equity.known import outcomes_of, tally_known_hands
from oddchip.equity.monte_carlo import Limits, OnProgress, make_limits, sample_until
from oddchip.equity.result import Result, SamplingReport, Winners, exact_players
from oddchip.equity.sampler import USUAL_ERROR, make_sampler
from oddchip.equity.spot import Hand, RangeSpot, Spot, parse_spot
from oddchip.evaluator import Cards, TooLargeError, format_cards

METHODS = ("auto", "exact", "monte-carlo")

AUTO_SECONDS = 1.0
"""What is estimated to take longer is sampled instead if that may be chosen."""

AnySpot = Spot | RangeSpot


def calculate_equity(
    hands: Sequence[Hand],
    board: Cards = "",
    *,
    dead: Cards = "",
    method: str = "auto",
    std_error: float | None = None,
    samples: int | None = None,
    time_limit: float | None = None,
    seed: int | None = None,
    by_combo: bool = False,
    categories: bool = False,
    next_card: bool = False,
    on_progress: OnProgress | None = None,
    threads: int | None = None,
) -> Result:
    """Return the equity of two to ten hands or ranges, exact where that takes no longer than a second or so.

    hands: for each player two cards, as text or card ids, or a range as text, `Range` or 1326 weights.
    board: the 0 to 5 cards that lie there already.
    dead: cards that can neither come nor be held, such as folded ones.
    method: `exact` and `monte-carlo` insist on it; `auto` is exact where the estimate is below a second.
    std_error, samples, time_limit: Monte Carlo stops when every player's standard error is so small, at so
    many deals or after so many seconds, whichever comes first; at an error of 0.0005 if nothing is set.
    seed: of the samples, 0 or more; drawn and reported if none is given.
    by_combo, categories, next_card: also fill these fields of the result, which are only calculated exactly;
    `auto` then refuses what would take longer than about ten seconds.
    on_progress: called with a `Progress` about ten times a second while sampling; if it returns False, the
    result so far is returned.
    threads: all cores by default. The result does not depend on it.

    Raises `TooLargeError` with an estimate for what is refused, `ValueError` for limits that are not above
    0, and the errors that `parse_spot` describes for what cannot be dealt. Ctrl-C while sampling gives the
    result so far.

    >>> result = calculate_equity(["AhKh", "QsQd"])
    >>> result.deals, result.players[0].equity
    (1712304, 0.46214457245909607)
    >>> result.outcomes
    {(1,): 787966, (2,): 917606, (1, 2): 6732}
    >>> round(calculate_equity(["AA:0.5, KK", "22+, AK"], "Kh 7h 2c").players[0].equity, 4)
    0.884
    >>> sampled = calculate_equity(["AA", "KK", "QQ", "random"], seed=1)
    >>> sampled.method, round(sampled.players[0].equity, 2), sampled.players[0].std_error <= 0.0005
    ('monte-carlo', 0.57, True)
    """
    started = time.perf_counter()
    if method not in METHODS:
        raise ValueError(f"unknown method {method!r} (methods are {', '.join(METHODS)})")
    limits = make_limits(std_error, samples, time_limit)
    details = {"by_combo": by_combo, "categories": categories, "next_card": next_card}
    asked = [name for name, wanted in details.items() if wanted]
    if method == "monte-carlo" and asked:
        raise ValueError(f"{' and '.join(asked)} can only be calculated exactly, not by method monte-carlo")
    spot = parse_spot(hands, board, dead)
    if method == "monte-carlo":
        return _sampled(spot, limits, seed, on_progress, threads, started, "asked for")
    if method == "exact":
        return _exact(spot, NO_LIMIT, threads, started, "asked for", **details)
    if asked:
        reason = f"{' and '.join(asked)} can only be calculated exactly"
        return _exact(spot, LONGEST, threads, started, reason, **details)
    try:
        reason = "an exact answer takes less than a second"
        return _exact(spot, AUTO_SECONDS, threads, started, reason, **details)
    except TooLargeError as error:
        reason = f"an exact answer would take about {describe_seconds(error.seconds)}"
    return _sampled(spot, limits, seed, on_progress, threads, started, reason)


def _exact(
    spot: AnySpot,
    longest: float,
    threads: int | None,
    started: float,
    reason: str,
    *,
    by_combo: bool,
    categories: bool,
    next_card: bool,
) -> Result:
    combos = final_categories = cards = None
    if isinstance(spot, Spot) and not (by_combo or categories or next_card):
        outcomes: dict[Winners, Any] = outcomes_of(tally_known_hands(spot), len(spot.hands))
        deals = sum(outcomes.values())
    else:
        ranges = spot.with_ranges() if isinstance(spot, Spot) else spot
        plan = plan_exact(ranges, longest=longest, detail=by_combo, categories=categories, threads=threads)
        solved = plan.solve()
        outcomes = whole_outcomes(ranges, solved)
        deals = count_deals(ranges, solved, outcomes)
        combos = combo_results(ranges, solved) if by_combo else None
        final_categories = category_chances(solved) if categories else None
        cards = next_cards(ranges, longest=longest, threads=threads) if next_card else None
    return Result(
        method="exact",
        deals=deals,
        samples=None,
        seed=None,
        board=format_cards(spot.board),
        dead=format_cards(spot.dead),
        players=exact_players(spot.names, outcomes),
        outcomes=outcomes,
        elapsed_s=time.perf_counter() - started,
        combos=spot.combo_counts,
        reason=reason,
        by_combo=combos,
        categories=final_categories,
        next_cards=cards,
    )


def _sampled(
    spot: AnySpot,
    limits: Limits,
    seed: int | None,
    on_progress: OnProgress | None,
    threads: int | None,
    started: float,
    reason: str,
) -> Result:
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
