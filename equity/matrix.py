"""The equity of every range of a list against every range of a list."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from oddchip.equity.cancelling import LEAST_PART
from oddchip.equity.combos import COMBO_CARDS, COMBOS, combo_index
from oddchip.equity.pieces import OnPart
from oddchip.equity.ranges import Range
from oddchip.equity.spot import CardIds, Hand, RangeSpot, as_whole_numbers, parse_board, parse_hand
from oddchip.equity.sweep import (
    Ranges,
    Sums,
    by_single_calls,
    by_sweeping,
    by_table,
    pair_weights,
    plan_single_calls,
    set_by_single_call,
)
from oddchip.equity.workers import check_scheduler, open_workers
from oddchip.evaluator import Cards, format_cards

Floats = npt.NDArray[np.float64]
ManyHands = Sequence[Hand] | Mapping[str, Hand]


@dataclass(frozen=True, slots=True, eq=False)
class RangeMatrix:
    """The equity of n ranges against m; arrays are (n, m), row against column, read-only.

    Where two ranges can only hold cards that the other needs, or that lie elsewhere, no deal is possible:
    then `ways` is 0, `possible` False, and the other numbers are 0, which says nothing.
    """

    rows: tuple[str, ...]
    """The names of the n ranges, their texts if they were given none."""
    columns: tuple[str, ...]
    is_square: bool
    """Whether the columns are the rows: on the diagonal each range is against itself."""
    board: str
    dead: str
    equity: npt.NDArray[np.float64]
    """Share of the pot of the row's range, 0..1."""
    win: npt.NDArray[np.float64]
    tie: npt.NDArray[np.float64]
    ways: npt.NDArray[np.int64]
    """How many deals are possible: combos of both ranges, times boards."""
    is_swept: bool
    """Whether boards were walked through, which is what worker processes and clusters do."""
    elapsed_s: float

    @property
    def possible(self) -> npt.NDArray[np.bool_]:
        """Whether any deal is possible."""
        possible: npt.NDArray[np.bool_] = self.ways > 0
        return possible

    def to_json(self) -> dict[str, Any]:
        """Return what `oddchip matrix --format json` prints; None where no deal is possible."""
        return {
            "rows": list(self.rows),
            "columns": list(self.columns),
            "board": self.board,
            "dead": self.dead,
            "equity": self.listed(self.equity),
            "win": self.listed(self.win),
            "tie": self.listed(self.tie),
            "ways": self.ways.tolist(),
            "elapsed_s": self.elapsed_s,
        }

    def listed(self, values: Floats) -> list[list[float | None]]:
        """Return values, (n, m), row by row; None where no deal is possible."""
        return [
            [value if is_possible else None for value, is_possible in zip(row, known, strict=True)]
            for row, known in zip(values.tolist(), self.possible.tolist(), strict=True)
        ]


def range_matrix(
    a: ManyHands,
    b: ManyHands | None = None,
    board: Cards = "",
    *,
    dead: Cards = "",
    threads: int | None = None,
    scheduler: str | None = None,
    on_progress: OnPart | None = None,
) -> RangeMatrix:
    """Return the exact equity of every range of `a` against every range of `b`, of each other without `b`.

    a, b: ranges or known hands as `calculate_equity` takes them, or a dict of them by name.
    board: the 0 to 5 cards that lie there already; dead: cards that can neither come nor be held.
    threads: all cores by default; scheduler: `local:N` for N worker processes, or the address of a Dask
    cluster. The numbers do not depend on either.
    on_progress: called with the part of the boards that is done, 0..1, where boards are walked through.

    A range of which board and dead cards leave nothing has no possible deals. Raises the errors that
    `parse_spot` describes for what is not a range, and `ValueError` for no ranges at all.

    >>> matrix = range_matrix({"value": "QQ+, AKs", "draws": "AhQh, 8h7h:0.5"}, board="Kh 9h 2c")
    >>> matrix.equity.round(4).tolist()
    [[0.5, 0.6388], [0.3612, 0.5]]
    >>> matrix = range_matrix(["AA", "KK"], ["AsAh, AdAc", "KsKh"], "Ad Ac As")
    >>> matrix.possible.tolist(), matrix.to_json()["equity"]
    ([[False, False], [False, True]], [[None, None], [None, 0.5]])
    """
    started = time.perf_counter()
    check_scheduler(scheduler)
    row_names, row_ranges = _read(a, "a")
    column_names, column_ranges = (row_names, row_ranges) if b is None else _read(b, "b")
    board_cards, dead_cards = parse_board(board, dead, players=2)
    blocked = np.array(np.isin(COMBO_CARDS, (*board_cards, *dead_cards)).any(axis=1))
    rows = _weights_left(row_ranges, blocked)
    columns = rows if b is None else _weights_left(column_ranges, blocked)
    given = Ranges(rows, columns, board_cards, dead_cards, b is None)
    pairs = pair_weights((rows > 0).astype(np.float64), (columns > 0).astype(np.float64))
    spot = RangeSpot(("", ""), np.zeros((2, COMBOS)), board_cards, dead_cards)
    ways = np.rint(pairs).astype(np.int64) * spot.boards_per_deal
    is_swept = False
    if not ways.any():
        sums = Sums(*np.zeros((3, *ways.shape)))
    elif not board_cards and not dead_cards:
        sums = by_table(given)
    else:
        plans = None if board_cards else plan_single_calls(given, ways, threads)
        is_swept = plans is None
        if plans is None:
            with open_workers(threads, scheduler) as workers:
                sums = by_sweeping(given, spot.boards_per_deal, workers.map_in_order, on_progress)
        else:
            sums = by_single_calls(plans, given)
    for row, column in np.argwhere(_losing_digits(given, ways)).tolist():
        set_by_single_call(sums, given, row, column, threads)
    return RangeMatrix(
        rows=row_names,
        columns=column_names,
        is_square=b is None,
        board=format_cards(board_cards),
        dead=format_cards(dead_cards),
        **_chances(sums, ways),
        is_swept=is_swept,
        elapsed_s=time.perf_counter() - started,
    )


def _read(given: ManyHands, what: str) -> tuple[tuple[str, ...], list[CardIds | Range]]:
    """The names and the ranges."""
    if isinstance(given, str):
        raise TypeError(f"{what} is the text {given!r}, not a sequence or a dict of ranges")
    if not len(given):
        raise ValueError(f"{what} has no ranges (at least 1 is needed)")
    if isinstance(given, Mapping):
        return tuple(given), [parse_hand(hand, f"range {name!r}") for name, hand in given.items()]
    read = [parse_hand(hand, f"range {number}") for number, hand in enumerate(given, start=1)]
    return tuple(format_cards(hand) if isinstance(hand, tuple) else str(hand) for hand in read), read


def _weights_left(ranges: Sequence[CardIds | Range], blocked: npt.NDArray[np.bool_]) -> Floats:
    weights = np.zeros((len(ranges), COMBOS))
    for own, hand in zip(weights, ranges, strict=True):
        if isinstance(hand, Range):
            own[:] = hand.weights
        else:
            own[combo_index(*hand)] = 1.0
        own[blocked] = 0.0
        if own.any():
            own[:] = as_whole_numbers(own)
    return weights


def _losing_digits(given: Ranges, ways: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """The possible pairs, (n, m), that `loses_digits` is about; of a square matrix each only once."""
    products = given.rows.sum(axis=1)[:, None] * given.columns.sum(axis=1)
    are_whole = [(weights == np.rint(weights)).all(axis=1) for weights in (given.rows, given.columns)]
    is_light = pair_weights(given.rows, given.columns) < LEAST_PART * products
    losing = (ways > 0) & is_light & ~(are_whole[0][:, None] & are_whole[1])
    return np.triu(losing) if given.is_square else losing


def _chances(sums: Sums, ways: npt.NDArray[np.int64]) -> dict[str, Any]:
    """The arrays of a result."""
    possible = ways > 0
    total = np.where(possible, sums.total, 1.0)
    ties = sums.total - sums.wins - sums.losses
    arrays = {
        "equity": (sums.total + (sums.wins - sums.losses)) / (2 * total),
        "win": sums.wins / total,
        "tie": ties / total,
    }
    # Differences of sums of floats leave crumbs where nothing is.
    arrays = {
        name: np.where(possible & (values > 1e-13), np.minimum(values, 1.0), 0.0)
        for name, values in arrays.items()
    }
    for array in (*arrays.values(), ways):
        array.flags.writeable = False
    return {**arrays, "ways": ways}
