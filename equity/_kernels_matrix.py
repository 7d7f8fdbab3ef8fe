"""Kernel for many ranges: one sort of each board, then a sweep of the weights of all ranges at once.

The sweep is the walk of `_kernels_walk` with a row of weights, of up to 64 ranges, in the place of one
weight: the loop over the row is what vector instructions are for. Boards are sorted `SORTED` at a time, so
that the sums of a row, half a megabyte, stay in the second-level cache while all these boards add to them.
"""

import numpy as np

from oddchip.equity._kernels_order import order_classes, same_ranks, sequence_combos
from oddchip.equity._kernels_walk import new_scratch
from oddchip.evaluator._jit import kernel

SORTED = 32


@kernel
def walk_ranges(boards, counts, field, tables, roles, weights, below, upto):
    """Add, for each combo and each range, the weight of the range that the combo beats, and beats or ties.

    boards: (n, 5) ids; counts: how often each board counts; field: `Field`; roles: two bool (combos,), which
    combos are asked and which the ranges hold; weights, below, upto: float64 (rows, combos, ranges in a row).
    With an upto of no combos only `below` is filled.
    """
    classes, combos = field.class_sums.shape[0], field.masks.shape[0]
    order = np.arange(classes)
    strengths = np.empty(classes, dtype=np.uint16)
    scratch, sequence = new_scratch(combos)
    places, ends, _ = sequence
    all_places = np.empty((SORTED, combos + 1), dtype=np.int16)
    all_ends = np.empty((SORTED, combos + 1), dtype=np.int16)
    groups = np.empty(SORTED, dtype=np.int64)
    seen = np.empty((52, weights.shape[2]), dtype=np.float64)
    totals = np.empty(weights.shape[2], dtype=np.float64)
    middle = 0
    for start in range(0, boards.shape[0], SORTED):
        stop = min(start + SORTED, boards.shape[0])
        for index in range(start, stop):
            if index == 0 or not same_ranks(boards, index):
                middle = order_classes(boards, index, field, tables, order, strengths)
            found = sequence_combos(boards[index], middle, order, strengths, field, tables, scratch, sequence)
            groups[index - start] = found
            all_ends[index - start, :found] = ends[:found]
            if found > 0:
                size = ends[found - 1]
                all_places[index - start, :size] = places[:size]
        for row in range(weights.shape[0]):
            for index in range(start, stop):
                sorted_combos = (
                    all_places[index - start],
                    all_ends[index - start, : groups[index - start]],
                    np.float64(counts[index]),
                )
                sweep_board(
                    sorted_combos, field.cards, roles, weights[row], (totals, seen), below[row], upto[row]
                )


@kernel
def sweep_board(sorted_combos, cards, roles, weights, sums, below, upto):
    """Walk through the combos of one board for one row of ranges; sums: what is passed, and at each card."""
    places, ends, count = sorted_combos
    is_asked, is_held = roles
    totals, seen = sums
    width, with_upto = weights.shape[1], upto.shape[0] > 0
    totals[:] = 0.0
    seen[:] = 0.0
    start = 0
    for end in ends:
        for place in range(start, end):
            combo = np.int64(places[place])
            if is_asked[combo]:
                a, b = np.int64(cards[combo, 0]), np.int64(cards[combo, 1])
                for column in range(width):
                    met = totals[column] - seen[a, column] - seen[b, column]
                    below[combo, column] += count * met
        for place in range(start, end):
            combo = np.int64(places[place])
            if is_held[combo]:
                a, b = np.int64(cards[combo, 0]), np.int64(cards[combo, 1])
                for column in range(width):
                    totals[column] += weights[combo, column]
                for column in range(width):
                    seen[a, column] += weights[combo, column]
                for column in range(width):
                    seen[b, column] += weights[combo, column]
        for place in range(start, end if with_upto else start):
            combo = np.int64(places[place])
            if is_asked[combo]:
                a, b = np.int64(cards[combo, 0]), np.int64(cards[combo, 1])
                for column in range(width):
                    met = totals[column] - seen[a, column] - seen[b, column] + weights[combo, column]
                    upto[combo, column] += count * met
        start = end
