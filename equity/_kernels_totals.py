"""Kernel for the totals of two ranges: on each board, walk through classes of combos instead of combos.

Without a flush all combos of the same two ranks are worth the same, so they are passed together: the walk
of `_kernels_walk` with 91 steps at most instead of 1,081. A class keeps, for each player, its weight and the
weight at each of its (up to) eight cards. Cards that come to the board take combos out of their classes;
boards are listed so that neighbours share cards, and only what differs is done again. Where a board has three
or more cards of a suit, combos that make a flush are taken out of their classes as well and walked one by
one, in the four parts that `_kernels_order` explains.
"""

import numpy as np

from oddchip.equity._kernels_bits import lowest_bit
from oddchip.equity._kernels_order import (
    END_WORD,
    FIRST_FLUSH_WORD,
    NO_COMBO,
    STRAIGHT_FLUSH_WORD,
    flush_suit_of,
    list_flushes,
    new_lists,
    order_classes,
    same_ranks,
)
from oddchip.evaluator._jit import kernel

LEVELS = 6
TOTAL_0, TOTAL_1, OWN, CARDS_0, CARDS_1, COLUMNS = 0, 1, 2, 8, 16, 24


@kernel
def walk_totals(boards, missing, field, tables, results):
    """Write what player 0's combos beat, and beat or tie, of player 1's on each board, weight times weight.

    boards: (n, 5) ids, the last `missing` of them come; field: `Field` of two players; results: float64
    (n, 2), beaten, and beaten or tied.
    """
    classes = field.class_sums.shape[0]
    # By level, the number of cards that have come; by class; then the weight of each player and at each
    # of the eight cards of each player, and the weight times weight of the same combo.
    left = np.zeros((LEVELS, classes, COLUMNS), dtype=np.float64)
    for combo in range(field.masks.shape[0]):
        change_class(combo, 1.0, field, left, 0)
    gone = np.zeros(LEVELS, dtype=np.uint64)
    touched = np.zeros(classes, dtype=np.bool_)
    order = np.arange(classes)
    strengths = np.empty(classes, dtype=np.uint16)
    lists = new_lists(field.masks.shape[0])
    flushes = np.empty(field.masks.shape[0], dtype=np.int16)
    suit_ranks = np.zeros(4, dtype=np.int64)
    seen = np.zeros(52, dtype=np.float64)
    middle = 0
    for index in range(boards.shape[0]):
        take_board_out(boards, index, missing, field, left, gone, touched)
        if index == 0 or not same_ranks(boards, index):
            middle = order_classes(boards, index, field, tables, order, strengths)
        flush_suit = flush_suit_of(boards, index, suit_ranks)
        if flush_suit >= 0:
            found = list_flushes(
                flush_suit, suit_ranks[flush_suit], gone[missing], field, tables, flushes, lists
            )
            for place in range(found):
                change_class(flushes[place], -1.0, field, left, missing)
                touched[field.classes[flushes[place]]] = True
        seen[:] = 0.0
        state = (0.0, 0.0, 0.0)
        state = pass_classes((0, middle, missing), order, strengths, field, left, seen, state)
        if flush_suit >= 0:
            state = pass_flushes(FIRST_FLUSH_WORD, STRAIGHT_FLUSH_WORD, lists, field, seen, state)
            state = pass_classes((middle, classes, missing), order, strengths, field, left, seen, state)
            state = pass_flushes(STRAIGHT_FLUSH_WORD, END_WORD, lists, field, seen, state)
        else:
            state = pass_classes((middle, classes, missing), order, strengths, field, left, seen, state)
        results[index, 0], results[index, 1] = state[1], state[2]


@kernel
def take_board_out(boards, index, missing, field, left, gone, touched):
    """Bring `left` up to date with a board, given that it is with the one before."""
    fixed = 5 - missing
    same = 0
    if index > 0:
        while same < missing - 1 and boards[index, fixed + same] == boards[index - 1, fixed + same]:
            same += 1
    for level in range(same, missing):
        # Only the last card differs most of the time, and touches few classes.
        restore_all = index == 0 or same < missing - 1
        for rank_class in range(touched.shape[0]):
            if restore_all or touched[rank_class]:
                for column in range(COLUMNS):
                    left[level + 1, rank_class, column] = left[level, rank_class, column]
                touched[rank_class] = False
        card = boards[index, fixed + level]
        gone[level + 1] = gone[level] | (np.uint64(1) << np.uint64(card))
        for place in range(field.holding_starts[card], field.holding_starts[card + 1]):
            combo = field.holders[place]
            if not field.masks[combo] & gone[level]:
                change_class(combo, -1.0, field, left, level + 1)
                touched[field.classes[combo]] = True


@kernel
def change_class(combo, sign, field, left, level):
    """Put a combo's weights into its class, or take them out."""
    rank_class = field.classes[combo]
    first, second = field.slots[combo, 0], field.slots[combo, 1]
    weight_0, weight_1 = sign * field.weights[0, combo], sign * field.weights[1, combo]
    left[level, rank_class, TOTAL_0] += weight_0
    left[level, rank_class, TOTAL_1] += weight_1
    left[level, rank_class, CARDS_0 + first] += weight_0
    left[level, rank_class, CARDS_0 + second] += weight_0
    left[level, rank_class, CARDS_1 + first] += weight_1
    left[level, rank_class, CARDS_1 + second] += weight_1
    left[level, rank_class, OWN] += weight_0 * field.weights[1, combo]


@kernel
def met(rank_class, field, left, level, seen, total):
    """Return player 0's weight in a class times the seen weight that its combos can meet, combo by combo."""
    high, low = field.class_cards[rank_class, 0], field.class_cards[rank_class, 1]
    return left[level, rank_class, TOTAL_0] * total - (
        (
            (
                left[level, rank_class, CARDS_0] * seen[high]
                + left[level, rank_class, CARDS_0 + 1] * seen[high + 1]
            )
            + (
                left[level, rank_class, CARDS_0 + 2] * seen[high + 2]
                + left[level, rank_class, CARDS_0 + 3] * seen[high + 3]
            )
        )
        + (
            (
                left[level, rank_class, CARDS_0 + 4] * seen[low]
                + left[level, rank_class, CARDS_0 + 5] * seen[low + 1]
            )
            + (
                left[level, rank_class, CARDS_0 + 6] * seen[low + 2]
                + left[level, rank_class, CARDS_0 + 7] * seen[low + 3]
            )
        )
    )


@kernel
def pass_classes(part, order, strengths, field, left, seen, state):
    """Walk past a part (start, end, level) of `order`; state and result are (seen weight, beaten, upto)."""
    start, end, level = part
    total, beaten, upto = state
    group = start
    while group < end:
        strength = strengths[order[group]]
        group_end = group
        while group_end < end and strengths[order[group_end]] == strength:
            rank_class = order[group_end]
            if left[level, rank_class, TOTAL_0] > 0:
                beaten += met(rank_class, field, left, level, seen, total)
            group_end += 1
        for place in range(group, group_end):
            rank_class = order[place]
            if left[level, rank_class, TOTAL_1] > 0:
                high, low = field.class_cards[rank_class, 0], field.class_cards[rank_class, 1]
                total += left[level, rank_class, TOTAL_1]
                for suit in range(4):
                    seen[high + suit] += left[level, rank_class, CARDS_1 + suit]
                for suit in range(4):
                    seen[low + suit] += left[level, rank_class, CARDS_1 + 4 + suit]
        for place in range(group, group_end):
            rank_class = order[place]
            if left[level, rank_class, TOTAL_0] > 0:
                upto += met(rank_class, field, left, level, seen, total) + left[level, rank_class, OWN]
        group = group_end
    return total, beaten, upto


@kernel
def pass_flushes(start, end, lists, field, seen, state):
    """Walk past the combos listed in words[start:end], which are emptied."""
    heads, following, words = lists
    total, beaten, upto = state
    for word in range(start, end):
        while words[word]:
            strength = 64 * word + lowest_bit(words[word])
            words[word] &= words[word] - np.uint64(1)
            first = heads[strength]
            heads[strength] = NO_COMBO
            combo = first
            while combo != NO_COMBO:
                a, b = field.cards[combo, 0], field.cards[combo, 1]
                beaten += field.weights[0, combo] * (total - seen[a] - seen[b])
                combo = following[combo]
            combo = first
            while combo != NO_COMBO:
                a, b = field.cards[combo, 0], field.cards[combo, 1]
                weight = field.weights[1, combo]
                total += weight
                seen[a] += weight
                seen[b] += weight
                combo = following[combo]
            combo = first
            while combo != NO_COMBO:
                a, b = field.cards[combo, 0], field.cards[combo, 1]
                upto += field.weights[0, combo] * (total - seen[a] - seen[b] + field.weights[1, combo])
                combo = following[combo]
    return total, beaten, upto
