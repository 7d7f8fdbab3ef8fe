"""Exact equity of two ranges: from the stored table before the flop, or by walking through boards."""

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_totals import walk_totals
from oddchip.equity._kernels_walk import walk_combos
from oddchip.equity.combos import COMBOS, HIGH_CARDS, LOW_CARDS
from oddchip.equity.field import Boards, Field, Weights, list_boards_of
from oddchip.equity.preflop import weigh_combos, weigh_ranges
from oddchip.equity.solved import SHARE, TIE, TOTAL, WIN, Floats, Solved, spread_over_group, sum_over_boards
from oddchip.equity.spot import RangeSpot
from oddchip.evaluator import DECK_SIZE
from oddchip.evaluator.tables import load_tables


def weight_met(own: Weights, opponent: Weights) -> Weights:
    """Return for each combo with weight in `own` the opponent's weight without its cards, (1326,)."""
    at_card = np.bincount(LOW_CARDS, opponent, DECK_SIZE) + np.bincount(HIGH_CARDS, opponent, DECK_SIZE)
    met = opponent.sum() - at_card[LOW_CARDS] - at_card[HIGH_CARDS] + opponent
    return np.where(own > 0, met, 0.0)


def by_table(spot: RangeSpot, group: npt.NDArray[np.int64], *, detail: bool) -> Solved:
    """Return the result of a spot of two ranges with neither board nor dead cards."""
    first, second = spot.weights
    wins, losses, total = weigh_ranges(first, second, group)
    combos = None
    if detail:
        combos = np.zeros((2, COMBOS, 4))
        for player, (own, opponent) in enumerate(((first, second), (second, first))):
            won, lost, met = weigh_combos(own, opponent).T * own
            combos[player] = _rows(won, met - lost, met)
    return Solved({(1,): wins, (2,): losses, (1, 2): total - wins - losses}, combos)


def by_totals(spot: RangeSpot, field: Field, group: npt.NDArray[np.int64], threads: int | None) -> Solved:
    """Return the result of a spot of two ranges, without that of its combos, class by class."""
    joint_weight = float(spot.weights[0].dot(weight_met(*spot.weights)))
    boards = list_boards_of(spot.board, spot.dead, group)

    def work(part: Boards) -> tuple[Floats]:
        results = np.empty((len(part.counts), 2))
        walk_totals(part.cards, 5 - len(spot.board), field, load_tables(), results)
        return ((part.counts[:, None] * results).sum(axis=0),)

    ((wins, upto),) = sum_over_boards(boards, work, threads)
    total = joint_weight * spot.boards_per_deal
    return Solved({(1,): float(wins), (2,): total - float(upto), (1, 2): float(upto - wins)})


def by_combos(spot: RangeSpot, field: Field, group: npt.NDArray[np.int64], threads: int | None) -> Solved:
    """Return the result of a spot of two ranges and of each of their combos."""
    boards = list_boards_of(spot.board, spot.dead, group)

    def work(part: Boards) -> tuple[Floats, Floats, Floats]:
        sums = np.zeros((len(field.masks), 2)), np.zeros((len(field.masks), 2)), np.zeros((2, 9))
        walk_combos(part.cards, part.counts, field, load_tables(), *sums)
        return sums

    below, upto, categories = sum_over_boards(boards, work, threads)
    combos = np.zeros((2, COMBOS, 4))
    for player, own in enumerate(spot.weights):
        weights = field.weights[player]
        opponent = spot.weights[1 - player]
        met = (weight_met(own, opponent) * own * spot.boards_per_deal)[field.combos]
        combos[player, field.combos] = _rows(below[:, player] * weights, upto[:, player] * weights, met)
        combos[player, weight_met(own, (opponent > 0).astype(np.float64)) == 0] = 0.0  # no crumbs
    wins, _, ties, total = combos[0].sum(axis=0)
    return Solved(
        {(1,): float(wins), (2,): float(total - wins - ties), (1, 2): float(ties)},
        spread_over_group(combos, group),
        categories,
    )


def _rows(won: Floats, not_lost: Floats, met: Floats) -> Floats:
    rows = np.zeros((len(won), 4))
    rows[:, WIN], rows[:, TIE], rows[:, TOTAL] = won, not_lost - won, met
    rows[:, SHARE] = (won + not_lost) / 2
    return rows
