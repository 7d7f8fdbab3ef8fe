"""The equity of a spot."""

import time
from collections.abc import Sequence
from typing import Any

from oddchip.equity.breakdowns import category_chances, combo_results, count_deals, next_cards, whole_outcomes
from oddchip.equity.exact import solve_exact
from oddchip.equity.known import outcomes_of, tally_known_hands
from oddchip.equity.result import Result, Winners, exact_players
from oddchip.equity.spot import Hand, Spot, parse_spot
from oddchip.evaluator import Cards, format_cards

METHODS = ("auto", "exact")


def calculate_equity(
    hands: Sequence[Hand],
    board: Cards = "",
    *,
    dead: Cards = "",
    method: str = "auto",
    by_combo: bool = False,
    categories: bool = False,
    next_card: bool = False,
    threads: int | None = None,
) -> Result:
    """Return the exact equity of two to ten hands or ranges.

    hands: for each player two cards, as text or card ids, or a range as text, `Range` or 1326 weights.
    board: the 0 to 5 cards that lie there already.
    dead: cards that can neither come nor be held, such as folded ones.
    method: `auto` refuses what would take longer than about ten seconds, `exact` insists on it.
    by_combo, categories, next_card: also fill these fields of the result.
    threads: all cores by default. The result does not depend on it.

    Raises `TooLargeError` with an estimate for what is refused, and the errors that `parse_spot` describes
    for what cannot be dealt.

    >>> result = calculate_equity(["AhKh", "QsQd"])
    >>> result.deals, result.players[0].equity
    (1712304, 0.46214457245909607)
    >>> result.outcomes
    {(1,): 787966, (2,): 917606, (1, 2): 6732}
    >>> round(calculate_equity(["AA:0.5, KK", "22+, AK"], "Kh 7h 2c").players[0].equity, 4)
    0.884
    """
    started = time.perf_counter()
    if method not in METHODS:
        raise ValueError(f"unknown method {method!r} (methods are {' and '.join(METHODS)})")
    spot = parse_spot(hands, board, dead)
    insist = method == "exact"
    combos = final_categories = cards = None
    if isinstance(spot, Spot) and not (by_combo or categories or next_card):
        outcomes: dict[Winners, Any] = outcomes_of(tally_known_hands(spot), len(spot.hands))
        deals = sum(outcomes.values())
    else:
        ranges = spot.with_ranges() if isinstance(spot, Spot) else spot
        solved = solve_exact(ranges, insist=insist, detail=by_combo, categories=categories, threads=threads)
        outcomes = whole_outcomes(ranges, solved)
        deals = count_deals(ranges, solved, outcomes)
        combos = combo_results(ranges, solved) if by_combo else None
        final_categories = category_chances(solved) if categories else None
        cards = next_cards(ranges, insist=insist, threads=threads) if next_card else None
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
        by_combo=combos,
        categories=final_categories,
        next_cards=cards,
    )
