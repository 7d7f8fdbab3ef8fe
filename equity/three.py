"""Exact equity of three ranges, by walking through boards."""

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_three import walk_three, weigh_all_pairs
from oddchip.equity.combos import COMBOS
from oddchip.equity.field import Boards, Field, list_boards_of, make_field
from oddchip.equity.result import Winners
from oddchip.equity.solved import SHARE, TIE, TOTAL, WIN, Floats, Solved, spread_over_group, sum_over_boards
from oddchip.equity.spot import RangeSpot
from oddchip.evaluator.tables import load_tables

ALONE, WITH_NEXT, WITH_LAST, WITH_BOTH = range(4)


def joint_weight(spot: RangeSpot) -> float:
    """Return the weight of all joint holdings of three players."""
    field = make_field(spot.weights, ())
    pairs = np.empty(len(field.masks))
    weigh_all_pairs(field, pairs)
    return float((field.weights[0] * pairs).sum())


def by_walking(
    spot: RangeSpot, field: Field, group: npt.NDArray[np.int64], threads: int | None, *, detail: bool
) -> Solved:
    """Return the result of a spot of three ranges.

    Without detail the last player's combos are not asked: what he wins alone is what is left.
    """
    boards = list_boards_of(spot.board, spot.dead, group)
    heroes = 3 if detail else 2

    def work(part: Boards) -> tuple[Floats, Floats]:
        passed, categories = np.zeros((len(field.masks), 3, 4)), np.zeros((3, 9))
        walk_three(part.cards, part.counts, field, load_tables(), heroes, passed, categories)
        return passed, categories

    passed, categories = sum_over_boards(boards, work, threads)
    both_below, next_upto, last_upto, both_upto = np.moveaxis(passed * field.weights.T[:, :, None], 2, 0)
    won = np.stack(
        [
            both_below,
            next_upto - both_below,
            last_upto - both_below,
            both_upto - next_upto - last_upto + both_below,
        ]
    )
    outcomes = _outcomes(won.sum(axis=1), joint_weight(spot) * spot.boards_per_deal)
    if not detail:
        return Solved(outcomes)
    combos = np.zeros((3, COMBOS, 4))
    for player in range(3):
        alone, with_next, with_last, with_both = won[:, :, player]
        rows = np.zeros((len(field.masks), 4))
        rows[:, WIN] = alone
        rows[:, TIE] = with_next + with_last + with_both
        rows[:, SHARE] = alone + (with_next + with_last) / 2 + with_both / 3
        rows[:, TOTAL] = _met(spot, player)[field.combos]
        combos[player, field.combos] = rows
        combos[player, _met(spot.without_weights(), player) == 0] = 0.0  # no crumbs
    return Solved(outcomes, spread_over_group(combos, group), categories)


def _outcomes(won: Floats, total: float) -> dict[Winners, float]:
    """By set of winners; won: (4, 3), what each player wins alone, with next, with last, with both."""
    outcomes: dict[Winners, float] = {
        (1,): won[ALONE, 0],
        (2,): won[ALONE, 1],
        (1, 2): won[WITH_NEXT, 0],
        (1, 3): won[WITH_LAST, 0],
        (2, 3): won[WITH_NEXT, 1],
        (1, 2, 3): won[WITH_BOTH, 0],
    }
    outcomes[(3,)] = total - sum(outcomes.values())
    return {winners: float(weight) for winners, weight in outcomes.items()}


def _met(spot: RangeSpot, player: int) -> Floats:
    """The weight of the deals with each combo of a player, (1326,)."""
    order = [player, (player + 1) % 3, (player + 2) % 3]
    field = make_field(spot.weights[order], ())
    pairs = np.empty(len(field.masks))
    weigh_all_pairs(field, pairs)
    met = np.zeros(COMBOS)
    met[field.combos] = field.weights[0] * pairs * spot.boards_per_deal
    return met
