"""The equity of a spot."""

import time
from collections.abc import Sequence

from oddchip.equity.known import outcomes_of, tally_known_hands
from oddchip.equity.limits import METHODS, Limits, OnProgress, make_limits
from oddchip.equity.result import Result, exact_result
from oddchip.equity.spot import AnySpot, Hand, Spot, parse_spot
from oddchip.evaluator import Cards

ASKED_FOR, QUICK = "asked for", "an exact answer takes less than a second"
"""Reasons for a method."""


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
    >>> sampled = calculate_equity(["AA", "KK", "random", "random"], seed=1)
    >>> sampled.method, round(sampled.players[0].equity, 2), sampled.players[0].std_error <= 0.0005
    ('monte-carlo', 0.6, True)
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
    if asked:
        from oddchip.equity.solve import solve_with_details  # noqa: PLC0415 - see calculate_spot

        return solve_with_details(spot, details, method == "exact", threads, started)
    return calculate_spot(
        spot,
        method=method,
        limits=limits,
        seed=seed,
        on_progress=on_progress,
        threads=threads,
        started=started,
    )


def calculate_spot(
    spot: AnySpot,
    *,
    method: str,
    limits: Limits,
    seed: int | None = None,
    on_progress: OnProgress | None = None,
    threads: int | None = None,
    started: float | None = None,
) -> Result:
    """Return the equities of a parsed spot, exact or sampled, as `calculate_equity` does and describes.

    started: the reading of `time.perf_counter` from which on the time counts; now by default.
    """
    started = time.perf_counter() if started is None else started
    if isinstance(spot, Spot) and method != "monte-carlo":
        return _of_known_hands(spot, started, ASKED_FOR if method == "exact" else QUICK)
    # Known hands need not wait for the imports of all other ways: 40 ms of a command that takes 400.
    from oddchip.equity.solve import solve  # noqa: PLC0415

    return solve(spot, method, limits, seed, on_progress, threads, started)


def _of_known_hands(spot: Spot, started: float, reason: str) -> Result:
    outcomes = outcomes_of(tally_known_hands(spot), len(spot.hands))
    return exact_result(spot, outcomes, deals=sum(outcomes.values()), reason=reason, started=started)
