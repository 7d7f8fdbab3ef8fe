"""What ranges win of ranges, n against m of them: from the stored table, in single calls, or in one sweep.

For a range b, what a combo wins of b on all boards depends neither on the range that the combo is in nor on
how many there are. So all boards are walked through once, which gives a table of combos by ranges b; the
weights of the ranges a times this table is the whole matrix.
"""

from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_matrix import walk_ranges
from oddchip.equity.cancelling import without_blocked
from oddchip.equity.combos import COMBO_CARDS, COMBOS
from oddchip.equity.exact import NO_LIMIT, Plan, plan_exact
from oddchip.equity.field import (
    Boards,
    CardSet,
    Field,
    bits_of,
    board_count,
    list_boards_of,
    make_field,
    split_boards,
)
from oddchip.equity.pieces import MapInOrder, OnPart
from oddchip.equity.preflop_table import BOARDS, load_matchups
from oddchip.equity.spot import CardIds, RangeSpot
from oddchip.equity.symmetry import spot_symmetry
from oddchip.evaluator import DECK_SIZE, TooLargeError
from oddchip.evaluator.tables import load_tables

Floats = npt.NDArray[np.float64]

ROW = 64
"""Ranges in a row of the sweep; half as many took a third longer for each range."""

MOST_SWEPT = 1024
"""Ranges that share a sort: the sums of more would take gigabytes on the way."""

FEW_BOARDS, PIECE, LARGE_PIECE = 4096, 256, 4096
"""Boards in a piece of work: a flop has 1,176, which are to be several pieces; before it are millions."""

SECONDS_A_BOARD, SECONDS_A_WEIGHT, SECONDS_A_PLAN = 1.2e-5, 1.5e-9, 1e-3
"""Roughly, on one core of an Emerald Rapids server."""


class Sums(NamedTuple):
    """Weight of deals by pair of ranges, (n, m) each."""

    wins: Floats
    losses: Floats
    total: Floats


class Ranges(NamedTuple):
    """What is compared."""

    rows: Floats
    """(n, 1326) weights, whole where they can be."""
    columns: Floats
    board: CardIds
    dead: CardIds
    is_square: bool
    """Whether rows and columns are the same ranges."""


class Sweep(NamedTuple):
    """What every piece of a sweep needs; small enough to be sent with each."""

    held: Floats
    """(1, 1326): above 0 for what any range holds."""
    blocked: CardSet
    roles: tuple[npt.NDArray[np.bool_], ...]
    weights: Floats
    """(rows, combos, ranges in a row)."""
    with_upto: bool


def pair_weights(rows: Floats, columns: Floats) -> Floats:
    """Return the weight of all pairs of combos that share no card, (n, m).

    One card in common is in the sum over cards once, a combo with itself twice.
    """
    has_card = (COMBO_CARDS[:, :, None] == np.arange(DECK_SIZE)).any(axis=1).astype(np.float64)
    sums = rows.sum(axis=1)[:, None] * columns.sum(axis=1)
    pairs: Floats = sums - (rows @ has_card) @ (columns @ has_card).T + rows @ columns.T
    return pairs


def by_table(given: Ranges) -> Sums:
    """Return the sums before the flop: the table of all matchups between the weights of both sides."""
    matchups = load_matchups()
    wins = matchups.wins[matchups.classes[:, None], matchups.moved[matchups.renamings]].astype(np.float64)
    shares_card = (COMBO_CARDS[:, None, :, None] == COMBO_CARDS[None, :, None, :]).any(axis=(2, 3))
    wins[shares_card] = 0.0
    won = given.rows @ (wins @ given.columns.T)
    lost = won.T if given.is_square else (given.columns @ (wins @ given.rows.T)).T
    return Sums(won, lost, pair_weights(given.rows, given.columns) * BOARDS)


def plan_single_calls(
    given: Ranges, ways: npt.NDArray[np.int64], threads: int | None
) -> dict[tuple[int, int], Plan] | None:
    """Return a plan for each possible pair, or None if sweeping all boards is faster than all of them.

    Dead cards before the flop leave two million boards, but few combos can be compared in milliseconds.
    """
    held = np.count_nonzero(given.rows.any(axis=0) | given.columns.any(axis=0))
    boards = board_count(given.board, given.dead, len(_symmetry(given)[1]))
    swept = min(len(given.rows), len(given.columns))
    left = boards * (SECONDS_A_BOARD + SECONDS_A_WEIGHT * held * swept)
    plans = {}
    for row, column in zip(*(places.tolist() for places in ways.nonzero()), strict=True):
        if given.is_square and column < row:
            continue
        spot = RangeSpot(
            ("", ""), np.stack([given.rows[row], given.columns[column]]), given.board, given.dead
        )
        try:
            plan = plan_exact(spot, longest=left, detail=False, categories=False, threads=threads)
        except TooLargeError:
            return None
        left -= plan.seconds + SECONDS_A_PLAN
        if left < 0:
            return None
        plans[row, column] = plan
    return plans


def by_single_calls(plans: dict[tuple[int, int], Plan], given: Ranges) -> Sums:
    """Return the sums of pairs that are calculated one by one."""
    sums = Sums(*np.zeros((3, len(given.rows), len(given.columns))))
    for (row, column), plan in plans.items():
        outcomes = plan.solve().outcomes
        sums.wins[row, column], sums.losses[row, column] = outcomes.get((1,), 0), outcomes.get((2,), 0)
        sums.total[row, column] = sum(outcomes.values())
    if not given.is_square:
        return sums
    below = np.tril_indices(len(given.rows), -1)
    for values, mirrored in zip(sums, (sums.losses.T, sums.wins.T, sums.total.T), strict=True):
        values[below] = mirrored[below]
    return sums


def set_by_single_call(sums: Sums, given: Ranges, row: int, column: int, threads: int | None) -> None:
    """Put what a calculation of one pair gives in the place of its sums, however long that takes."""
    weights = np.stack([given.rows[row], given.columns[column]])
    spot = without_blocked(RangeSpot(("", ""), weights, given.board, given.dead))
    plan = plan_exact(spot, longest=NO_LIMIT, detail=False, categories=False, threads=threads)
    outcomes = plan.solve().outcomes
    wins, losses, total = outcomes.get((1,), 0), outcomes.get((2,), 0), sum(outcomes.values())
    if given.is_square and row == column:
        wins = losses = (wins + losses) / 2
    sums.wins[row, column], sums.losses[row, column], sums.total[row, column] = wins, losses, total
    if given.is_square:
        sums.wins[column, row], sums.losses[column, row], sums.total[column, row] = losses, wins, total


def _symmetry(given: Ranges) -> tuple[Field, npt.NDArray[np.int64]]:
    """The combos in play, and the suit permutations that leave all ranges and cards as they are."""
    weights = given.rows if given.is_square else np.concatenate([given.rows, given.columns])
    field = make_field(np.atleast_2d(weights.any(axis=0)).astype(np.float64), (*given.board, *given.dead))
    kept = np.array([bits_of(given.board), bits_of(given.dead)], dtype=np.uint64)
    return field, spot_symmetry(weights, field.combos, kept)


def by_sweeping(
    given: Ranges,
    boards_per_deal: int,
    map_in_order: MapInOrder,
    on_progress: OnPart | None,
) -> Sums:
    """On every board, sweep the ranges of the shorter side past the combos of the other."""
    field, group = _symmetry(given)
    boards = list_boards_of(given.board, given.dead, group)
    is_turned = len(given.rows) < len(given.columns)
    asked, swept = (given.columns, given.rows) if is_turned else (given.rows, given.columns)
    wins, not_lost = np.zeros((2, len(asked), len(swept)))
    total = pair_weights(asked, swept) * boards_per_deal
    starts = range(0, len(swept), MOST_SWEPT)
    for number, start in enumerate(starts):
        part = swept[start : start + MOST_SWEPT]
        sweep = _make_sweep(given, field, asked, part)
        pieces = split_boards(boards, PIECE if len(boards.counts) <= FEW_BOARDS else LARGE_PIECE)
        below, upto = np.zeros_like(sweep.weights), np.zeros_like(_upto(sweep))
        done = 0
        for piece, sums in zip(pieces, map_in_order(partial(sweep_piece, sweep), pieces), strict=True):
            below += sums[0]
            upto += sums[1]
            done += len(piece.counts)
            if on_progress is not None:
                on_progress((number + done / len(boards.counts)) / len(starts))
        columns = slice(start, start + len(part))
        wins[:, columns] = asked[:, field.combos] @ _by_range(below, len(part))
        if sweep.with_upto:
            not_lost[:, columns] = asked[:, field.combos] @ _by_range(upto, len(part))
    losses = wins.T if given.is_square else total - not_lost
    return Sums(losses.T, wins.T, total.T) if is_turned else Sums(wins, losses, total)


def _make_sweep(given: Ranges, field: Field, asked: Floats, swept: Floats) -> Sweep:
    """Rows of equal width, as narrow as they can be."""
    rows = -(-len(swept) // ROW)
    width = -(-len(swept) // (8 * rows)) * 8
    padded = np.zeros((rows * width, len(field.combos)))
    padded[: len(swept)] = swept[:, field.combos]
    held = np.zeros((1, COMBOS))
    held[0, field.combos] = 1.0
    return Sweep(
        held=held,
        blocked=(*given.board, *given.dead),
        roles=tuple(np.asarray(weights[:, field.combos].any(axis=0)) for weights in (asked, swept)),
        weights=np.ascontiguousarray(padded.reshape(rows, width, -1).transpose(0, 2, 1)),
        # Of the same ranges, what one wins the other loses.
        with_upto=not given.is_square,
    )


def _upto(sweep: Sweep) -> Floats:
    rows, combos, width = sweep.weights.shape
    return np.zeros((rows, combos if sweep.with_upto else 0, width))


def sweep_piece(sweep: Sweep, piece: Boards) -> tuple[Floats, Floats]:
    """What each combo beats of each range, and beats or ties, on some boards; a pure function."""
    below, upto = np.zeros_like(sweep.weights), _upto(sweep)
    field = make_field(sweep.held, sweep.blocked)
    walk_ranges(piece.cards, piece.counts, field, load_tables(), sweep.roles, sweep.weights, below, upto)
    return below, upto


def _by_range(sums: Floats, count: int) -> Floats:
    """Sums as (combos, ranges), without what fills the last row."""
    rows, combos, width = sums.shape
    return sums.transpose(1, 0, 2).reshape(combos, rows * width)[:, :count]
