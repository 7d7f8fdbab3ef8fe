"""Kernels for two ranges: on each board, walk through all combos from the weakest to the strongest.

On the way the opponent's weight that has been passed is kept as one total and one sum for each card. A combo
(a, b) beats total - sum[a] - sum[b] of it: what it cannot meet is taken out, for no other combo holds both
a and b. The same after its own strength has been added gives what it beats or ties; there the combo itself
is counted out twice, so its weight comes back once. A board costs a step for each combo of either range, not
one for each pair.
"""

import numpy as np

from oddchip.equity._kernels_order import new_lists, order_classes, same_ranks, sequence_combos
from oddchip.evaluator._jit import kernel


@kernel
def new_scratch(combos):
    """Return what `sequence_combos` works in, and the sequence it writes, for so many combos."""
    scratch = (
        np.empty(combos, dtype=np.int16),
        new_lists(combos),
        np.zeros(4, dtype=np.int64),
        np.zeros(combos, dtype=np.bool_),
    )
    sequence = (
        np.empty(combos + 1, dtype=np.int16),
        np.empty(combos + 1, dtype=np.int16),
        np.empty(combos + 1, dtype=np.uint16),
    )
    return scratch, sequence


@kernel
def category_of(strength):
    """Return the category, 0 for a high card to 8 for a straight flush, of a strength."""
    category = 0
    for strongest in (1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452):
        category += strength > strongest
    return category


@kernel
def walk_combos(boards, counts, field, tables, below, upto, categories):
    """Add, for each combo of each of two players, the opponent's weight it beats, and beats or ties.

    boards: (n, 5) ids; counts: how often each board counts; field: `Field` of two players;
    below, upto: float64 (combos, 2); categories: float64 (2, 9), gets the weight of the deals in which a
    player's hand ends in each category.
    """
    classes, combos = field.class_sums.shape[0], field.masks.shape[0]
    order = np.arange(classes)
    strengths = np.empty(classes, dtype=np.uint16)
    scratch, sequence = new_scratch(combos)
    places, ends, group_strengths = sequence
    seen = np.empty((52, 2), dtype=np.float64)
    middle = 0
    for index in range(boards.shape[0]):
        if index == 0 or not same_ranks(boards, index):
            middle = order_classes(boards, index, field, tables, order, strengths)
        groups = sequence_combos(boards[index], middle, order, strengths, field, tables, scratch, sequence)
        count = np.float64(counts[index])
        seen[:] = 0.0
        total_0 = total_1 = 0.0
        start = 0
        for group in range(groups):
            end = ends[group]
            for place in range(start, end):
                combo = places[place]
                a, b = field.cards[combo, 0], field.cards[combo, 1]
                below[combo, 0] += count * (total_1 - seen[a, 1] - seen[b, 1])
                below[combo, 1] += count * (total_0 - seen[a, 0] - seen[b, 0])
            for place in range(start, end):
                combo = places[place]
                a, b = field.cards[combo, 0], field.cards[combo, 1]
                weight_0, weight_1 = field.weights[0, combo], field.weights[1, combo]
                total_0 += weight_0
                total_1 += weight_1
                seen[a, 0] += weight_0
                seen[a, 1] += weight_1
                seen[b, 0] += weight_0
                seen[b, 1] += weight_1
            for place in range(start, end):
                combo = places[place]
                a, b = field.cards[combo, 0], field.cards[combo, 1]
                own_0, own_1 = field.weights[0, combo], field.weights[1, combo]
                upto[combo, 0] += count * (total_1 - seen[a, 1] - seen[b, 1] + own_1)
                upto[combo, 1] += count * (total_0 - seen[a, 0] - seen[b, 0] + own_0)
            start = end
        start = 0
        for group in range(groups):
            category = category_of(group_strengths[group])
            for place in range(start, ends[group]):
                combo = places[place]
                a, b = field.cards[combo, 0], field.cards[combo, 1]
                own_0, own_1 = field.weights[0, combo], field.weights[1, combo]
                categories[0, category] += count * own_0 * (total_1 - seen[a, 1] - seen[b, 1] + own_1)
                categories[1, category] += count * own_1 * (total_0 - seen[a, 0] - seen[b, 0] + own_0)
            start = ends[group]
