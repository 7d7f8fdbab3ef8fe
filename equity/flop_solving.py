"""The equities on many flops of one spot: all in one walk through the boards, or flop by flop.

Every board has begun with one of ten flops. Where many flops of two players are asked for, each board is
looked at once and counts for all ten of them: all 1,755 flops cost as much as the equity before the flop.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_flops import add_to_flops, weigh_flops
from oddchip.equity._kernels_totals import walk_totals
from oddchip.equity.breakdowns import count_deals, whole_outcomes
from oddchip.equity.calculate import calculate_spot
from oddchip.equity.cancelling import LEAST_PART
from oddchip.equity.combos import COMBO_CARDS
from oddchip.equity.exact import NO_LIMIT, plan_exact
from oddchip.equity.field import Boards, board_count, list_boards_of, make_field, split_boards
from oddchip.equity.flop_lists import FLOPS, all_flops, representatives
from oddchip.equity.known import outcomes_of, tally_known_hands
from oddchip.equity.limits import Limits
from oddchip.equity.pieces import MapInOrder, OnPart
from oddchip.equity.result import PlayerResult, exact_players
from oddchip.equity.solved import Solved
from oddchip.equity.spot import AnySpot, CardIds, RangeSpot, Spot, as_ranges
from oddchip.equity.three import joint_weight
from oddchip.equity.two import weight_met
from oddchip.evaluator import ImpossibleSpotError, TooLargeError
from oddchip.evaluator.tables import load_tables

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

BOARDS_IN_PIECE = 1 << 15
FLOPS_IN_PIECE = 16
MOST_PIECES = 64
"""Of few flops each is a piece."""

BOARDS_OF_FLOP = 1_176
AUTO_SECONDS, AUTO_FLOP_SECONDS = 60.0, 1.0
"""Of exact work on one thread, for all flops together and for one: what is beyond is sampled if it may be."""


class FlopAnswer(NamedTuple):
    """What one flop makes of a spot."""

    players: tuple[PlayerResult, ...]
    weight: float | None
    """Of all its deals, in the same units for all flops; None where nobody knows."""
    method: str
    deals: int | None
    samples: int | None


class Task(NamedTuple):
    """What all flops of a run have in common."""

    spot: AnySpot
    method: str
    longest: float
    """Seconds that an exact answer for one flop may take."""
    std_error: float
    seed: int


def solve_flops(
    task: Task, numbers: Numbers, group: Numbers, map_in_order: MapInOrder, on_progress: OnPart | None
) -> list[FlopAnswer | None]:
    """Return what each of the flops makes of a spot, None for one that cannot come.

    numbers: of flops that differ under the group of suit permutations that leaves the spot as it is;
    map_in_order: calls a pure function for each of many pieces, as `map` does.
    """
    ranges = as_ranges(task.spot)
    many = board_count((), ranges.dead, len(group)) < BOARDS_OF_FLOP * len(numbers)
    if len(ranges.names) == 2 and task.method != "monte-carlo" and many:
        return _by_one_walk(ranges, numbers, group, map_in_order, on_progress)
    flops = [tuple(cards) for cards in all_flops()[numbers].tolist()]
    size = max(1, min(FLOPS_IN_PIECE, len(flops) // MOST_PIECES))
    pieces = [flops[start : start + size] for start in range(0, len(flops), size)]
    solve = partial(solve_piece, task._replace(longest=_longest(task, len(flops))))
    answers: list[FlopAnswer | None] = []
    for piece in map_in_order(solve, pieces):
        answers += piece
        if on_progress is not None:
            on_progress(len(answers) / len(flops))
    return answers


def _longest(task: Task, flops: int) -> float:
    limits = {"exact": NO_LIMIT, "monte-carlo": 0.0, "auto": min(AUTO_FLOP_SECONDS, AUTO_SECONDS / flops)}
    return limits[task.method]


def solve_piece(task: Task, flops: Sequence[CardIds]) -> list[FlopAnswer | None]:
    """Return what each of some flops makes of a spot; a pure function."""
    return [_solve(task, flop) for flop in flops]


def _solve(task: Task, flop: CardIds) -> FlopAnswer | None:
    if {*flop} & {*task.spot.dead}:
        return None
    if isinstance(task.spot, Spot):
        if {*flop} & {card for hand in task.spot.hands for card in hand}:
            return None
        if task.longest > 0:
            spot = task.spot._replace(board=flop)
            outcomes = outcomes_of(tally_known_hands(spot), len(spot.hands))
            deals = sum(outcomes.values())
            return FlopAnswer(exact_players(spot.names, outcomes), float(deals), "exact", deals, None)
    ranges = as_ranges(task.spot)
    on_flop = _on_flop(ranges, flop)
    if not on_flop.weights.any(axis=1).all():
        return None
    try:
        try:
            return _exact(on_flop, task.longest)
        except TooLargeError:
            return _sampled(on_flop, task)
    except ImpossibleSpotError:
        return None


def _on_flop(spot: RangeSpot, flop: CardIds) -> RangeSpot:
    left = np.where(np.isin(COMBO_CARDS, flop).any(axis=1), 0.0, spot.weights)
    return spot._replace(weights=left, board=flop)


def _exact(spot: RangeSpot, longest: float) -> FlopAnswer:
    plan = plan_exact(
        spot, longest=longest, detail=False, categories=False, threads=1, will_sample=longest < NO_LIMIT
    )
    solved = plan.solve()
    outcomes = whole_outcomes(spot, solved)
    deals = count_deals(spot, solved, outcomes)
    weight = float(sum(outcomes.values()))
    return FlopAnswer(exact_players(spot.names, outcomes), weight, "exact", deals, None)


def _sampled(spot: RangeSpot, task: Task) -> FlopAnswer:
    # Each flop has random numbers of its own, the same in whatever list it stands.
    flop_seed = int(np.random.SeedSequence(task.seed, spawn_key=spot.board).generate_state(1, np.uint64)[0])
    limits = Limits(task.std_error, None, None)
    result = calculate_spot(spot, method="monte-carlo", limits=limits, seed=flop_seed, threads=1)
    if result.is_interrupted:
        raise KeyboardInterrupt
    weight = None
    if len(spot.names) == 2:
        weight = float(spot.weights[0].dot(weight_met(*spot.weights))) * spot.boards_per_deal
    elif len(spot.names) == 3:
        weight = joint_weight(spot) * spot.boards_per_deal
    return FlopAnswer(result.players, weight, "monte-carlo", None, result.samples)


class Walk(NamedTuple):
    """What every piece of the one walk needs."""

    weights: Floats
    dead: CardIds
    rows: npt.NDArray[np.int32]
    """(22100,): the row of each flop that is asked for, -1 for the others."""
    flops: int


def _by_one_walk(
    spot: RangeSpot,
    numbers: Numbers,
    group: Numbers,
    map_in_order: MapInOrder,
    on_progress: OnPart | None,
) -> list[FlopAnswer | None]:
    """What two players have on flops, each board of which one stands for its class looked at once.

    The sum over all flops of a class, of which only one is asked for, is that of one times their number.
    """
    boards = list_boards_of((), spot.dead, group)
    own_rows = np.full(FLOPS, -1, dtype=np.int32)
    own_rows[numbers] = np.arange(len(numbers))
    rows = own_rows[representatives(group)]
    sizes = np.bincount(rows[rows >= 0])
    walk = partial(walk_piece, Walk(spot.weights, spot.dead, rows, len(numbers)))
    pieces = split_boards(boards, BOARDS_IN_PIECE)
    sums = np.zeros((len(numbers), 2))
    for done, piece_sums in enumerate(map_in_order(walk, pieces), start=1):
        sums += piece_sums
        if on_progress is not None:
            on_progress(done / len(pieces))
    won, not_lost = (sums / sizes[:, None]).T
    boards_left = spot._replace(board=(0, 1, 2)).boards_per_deal
    flops = all_flops()[numbers]
    field = make_field(spot.weights, spot.dead)
    total, deals = np.empty(len(flops)), np.empty(len(flops))
    weigh_flops(flops, field, field.weights, total)
    weigh_flops(flops, field, (field.weights > 0).astype(np.float64), deals)
    least = LEAST_PART * float(spot.weights.sum(axis=1).prod())
    # Of such flops the walk may have lost the digits, of which `cancelling` tells.
    is_light = (total < least) & (not spot.is_whole)
    total *= boards_left
    deals = np.rint(deals * boards_left)
    deals[np.isin(flops, spot.dead).any(axis=1)] = 0
    answers: list[FlopAnswer | None] = []
    outcomes_by_flop = zip(won, total - not_lost, not_lost - won, strict=True)
    for flop, light, count, (wins, losses, ties) in zip(
        flops.tolist(), is_light, deals, outcomes_by_flop, strict=True
    ):
        if not count:
            answers.append(None)
            continue
        if light:
            answers.append(_exact(_on_flop(spot, tuple(flop)), NO_LIMIT))
            continue
        solved = Solved({(1,): float(wins), (2,): float(losses), (1, 2): float(ties)})
        outcomes = whole_outcomes(spot, solved)
        weight = float(sum(outcomes.values()))
        answers.append(FlopAnswer(exact_players(spot.names, outcomes), weight, "exact", int(count), None))
    return answers


def walk_piece(walk: Walk, boards: Boards) -> Floats:
    """Return what player 0 beats, and beats or ties, by flop, (flops, 2), on some boards; a pure function."""
    results = np.empty((len(boards.counts), 2))
    field = make_field(walk.weights, walk.dead)
    walk_totals(boards.cards, 5, field, load_tables(), results)
    sums = np.zeros((walk.flops, 2))
    add_to_flops(boards.cards, boards.counts, results, walk.rows, sums)
    return sums
