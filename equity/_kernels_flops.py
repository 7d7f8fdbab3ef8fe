"""Kernels for many flops of two players: what they can hold on each, and its part of what boards give."""

import numpy as np

from oddchip.evaluator._jit import kernel


@kernel
def add_to_flops(boards, counts, results, numbers, sums):
    """Add the results of each board to all flops that it may have begun with, ten of them.

    boards: (n, 5) ids; counts: how often each board counts; results: float64 (n, 2);
    numbers: int32 (22100,), the row of `sums` of each flop or -1, by its number, which for ids a < b < c is
    `c (c - 1) (c - 2) / 6 + b (b - 1) / 2 + a`; sums: float64 (rows, 2).
    """
    cards = np.empty(5, dtype=np.int64)
    for index in range(boards.shape[0]):
        for place in range(5):
            card = np.int64(boards[index, place])
            before = place
            while before > 0 and cards[before - 1] > card:
                cards[before] = cards[before - 1]
                before -= 1
            cards[before] = card
        won, not_lost = counts[index] * results[index, 0], counts[index] * results[index, 1]
        for high in range(2, 5):
            c = cards[high]
            for middle in range(1, high):
                b = cards[middle]
                for low in range(middle):
                    row = numbers[c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + cards[low]]
                    if row >= 0:
                        sums[row, 0] += won
                        sums[row, 1] += not_lost


@kernel
def weigh_flops(flops, field, weights, joint):
    """Write the weight of all joint holdings of two players on each flop.

    flops: (n, 3) ids; field: `Field`; weights: (2, combos); joint: float64 (n,).
    """
    at_card = np.empty(52, dtype=np.float64)
    for index in range(flops.shape[0]):
        gone = np.uint64(0)
        for card in flops[index]:
            gone |= np.uint64(1) << np.uint64(card)
        at_card[:] = 0.0
        total = 0.0
        for combo in range(field.masks.shape[0]):
            if not field.masks[combo] & gone:
                total += weights[1, combo]
                at_card[field.cards[combo, 0]] += weights[1, combo]
                at_card[field.cards[combo, 1]] += weights[1, combo]
        joint[index] = 0.0
        for combo in range(field.masks.shape[0]):
            if not field.masks[combo] & gone:
                met = total - at_card[field.cards[combo, 0]] - at_card[field.cards[combo, 1]]
                joint[index] += weights[0, combo] * (met + weights[1, combo])
