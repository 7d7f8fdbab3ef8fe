"""From weights of deals to what a result says: whole numbers, combos, categories, next cards."""

from collections.abc import Mapping

import numpy as np

from oddchip.equity.combos import COMBO_CARDS, combo_text
from oddchip.equity.exact import field_and_symmetry, plan_exact, refuse_too_large
from oddchip.equity.result import ComboResult, NextCard, Winners, exact_players
from oddchip.equity.solved import SHARE, TIE, TOTAL, WIN, Solved
from oddchip.equity.spot import RangeSpot
from oddchip.equity.symmetry import all_permutations
from oddchip.equity.three import joint_weight
from oddchip.equity.two import weight_met
from oddchip.evaluator import DECK_SIZE, Category, ImpossibleSpotError, format_cards

EXACT_FLOATS = 2**53
"""Floats hold every whole number up to this one."""


def whole_outcomes(spot: RangeSpot, solved: Solved) -> dict[Winners, int | float]:
    """Return the outcomes that have any weight, single winners first, as integers where they are exact."""
    ordered = sorted(solved.outcomes.items(), key=lambda item: (len(item[0]), item[0]))
    if spot.is_whole and sum(solved.outcomes.values()) < EXACT_FLOATS:
        return {winners: round(weight) for winners, weight in ordered if round(weight)}
    # Differences of sums of floats leave crumbs where nothing is.
    crumb = 1e-13 * sum(solved.outcomes.values())
    return {winners: weight for winners, weight in ordered if weight > crumb}


def count_deals(spot: RangeSpot, solved: Solved, outcomes: Mapping[Winners, int | float]) -> int:
    """Return how many deals have a weight."""
    if solved.holdings is not None:
        return solved.holdings * spot.boards_per_deal
    if spot.is_unweighted:
        return int(sum(outcomes.values()))
    possible = spot.without_weights()
    if len(spot.names) == 2:
        holdings = weight_met(*possible.weights).dot(possible.weights[0])
    else:
        holdings = joint_weight(possible)
    return round(float(holdings)) * spot.boards_per_deal


def combo_results(spot: RangeSpot, solved: Solved) -> tuple[tuple[ComboResult, ...], ...]:
    """Return for each player the result of each combo that can be held, the highest combo first."""
    if solved.combos is None:
        raise ValueError("the combos were not asked for")
    players = []
    for weights, rows in zip(spot.weights, solved.combos, strict=True):
        total = rows[:, TOTAL].sum()
        players.append(
            tuple(
                ComboResult(
                    combo=combo_text(index),
                    weight=float(weights[index] / weights.max()),
                    probability=float(rows[index, TOTAL] / total),
                    equity=float(rows[index, SHARE] / rows[index, TOTAL]),
                    win=float(rows[index, WIN] / rows[index, TOTAL]),
                    tie=float(rows[index, TIE] / rows[index, TOTAL]),
                )
                for index in np.flatnonzero(rows[:, TOTAL] > 0)[::-1].tolist()
            )
        )
    return tuple(players)


def category_chances(solved: Solved) -> tuple[dict[str, float], ...]:
    """Return for each player the probability of each category of the final hand, by its name."""
    if solved.categories is None:
        raise ValueError("the categories were not asked for")
    return tuple(
        {category.label: float(weights[category] / weights.sum()) for category in Category}
        for weights in solved.categories
    )


def next_cards(spot: RangeSpot, *, longest: float, threads: int | None) -> tuple[NextCard, ...]:
    """Return what each next board card makes of a spot, deuces first; none on a complete board.

    Cards that a renaming of suits makes into each other, with all else unchanged, are calculated once.
    Raises `TooLargeError` when all cards together would take longer than so many seconds.
    """
    if len(spot.board) == 5:
        return ()
    first_alike = _first_alike(spot)
    plans = {}
    for card in sorted({first_alike[card] for card in range(DECK_SIZE)} - {*spot.board, *spot.dead}):
        try:
            plans[card] = plan_exact(
                _with_card(spot, card), longest=longest, detail=False, categories=False, threads=threads
            )
        except ImpossibleSpotError:
            continue  # somebody is sure to hold it
    refuse_too_large(sum(plan.seconds for plan in plans.values()), longest)
    solved = {card: plan.solve().outcomes for card, plan in plans.items()}
    weights = {card: sum(solved[first].values()) for card, first in enumerate(first_alike) if first in solved}
    total = sum(weights.values())
    return tuple(
        _next_card(spot, card, weight / total, solved[first_alike[card]]) for card, weight in weights.items()
    )


def _next_card(spot: RangeSpot, card: int, probability: float, outcomes: dict[Winners, float]) -> NextCard:
    players = exact_players(spot.names, outcomes)
    return NextCard(
        card=format_cards([card]),
        probability=probability,
        equities=tuple(player.equity for player in players),
        wins=tuple(player.win for player in players),
        ties=tuple(player.tie for player in players),
    )


def _with_card(spot: RangeSpot, card: int) -> RangeSpot:
    weights = np.where(np.equal(COMBO_CARDS, card).any(axis=1), 0.0, spot.weights)
    return spot._replace(weights=weights, board=(*spot.board, card))


def _first_alike(spot: RangeSpot) -> list[int]:
    """For each card the lowest that a permutation of suits makes of it and that leaves the spot as it is."""
    _, group = field_and_symmetry(spot)
    suits = all_permutations()[group].min(axis=0).tolist()
    return [4 * (card >> 2) + suits[card & 3] for card in range(DECK_SIZE)]
