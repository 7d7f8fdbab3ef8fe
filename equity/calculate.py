"""The equity of a spot."""

import time
from collections.abc import Sequence

from oddchip.equity.known import outcomes_of, tally_known_hands
from oddchip.equity.result import Result, exact_players
from oddchip.equity.spot import parse_spot
from oddchip.evaluator import Cards, format_cards


def calculate_equity(hands: Sequence[Cards], board: Cards = "", *, dead: Cards = "") -> Result:
    """Return the exact equity of two to ten known hands.

    hands: two cards for each player, as text or card ids.
    board: the 0 to 5 cards that lie there already.
    dead: cards that can neither come nor be held, such as folded ones.

    Raises `OddchipError`s that `parse_spot` describes for a spot that cannot be dealt.

    >>> result = calculate_equity(["AhKh", "QsQd"])
    >>> result.deals, result.players[0].equity
    (1712304, 0.46214457245909607)
    >>> result.outcomes
    {(1,): 787966, (2,): 917606, (1, 2): 6732}
    """
    started = time.perf_counter()
    spot = parse_spot(hands, board, dead)
    outcomes = outcomes_of(tally_known_hands(spot), len(spot.hands))
    names = tuple(format_cards(hand) for hand in spot.hands)
    return Result(
        method="exact",
        deals=sum(outcomes.values()),
        samples=None,
        seed=None,
        board=format_cards(spot.board),
        dead=format_cards(spot.dead),
        players=exact_players(names, outcomes),
        outcomes=outcomes,
        elapsed_s=time.perf_counter() - started,
    )
