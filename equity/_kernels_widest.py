"""Kernels for any number of players on boards: all combos of one at once against what the others hold."""

import numpy as np

from oddchip.equity._kernels_joint import write_strengths
from oddchip.evaluator._jit import kernel, kernel_reordering_sums


@kernel
def walk_widest(boards, counts, field, tables, others, widest, bits, tally):
    """Add up who wins on every board, whichever of the combos one player has.

    boards: (n, 5) ids; counts: how often each board counts; others: what the others hold, (places, weights),
    as `list_holdings` writes it; widest: (places, weights, fits) of the one player's combos, the weights
    empty if all are 1, fits: uint16 (combos of the field, width), all bits set where the two share no card;
    bits: of each of the others, then of the one player; tally: weight by set of winners.
    """
    places, weights = others
    own_places, own_weights, fits = widest
    own_bit = bits[-1]
    strengths = np.zeros(field.masks.shape[0], dtype=np.uint16)
    suit_ranks = np.zeros(4, dtype=np.int64)
    own = np.zeros(fits.shape[1], dtype=np.uint16)
    left = np.zeros(fits.shape[1], dtype=np.uint16)
    for index in range(boards.shape[0]):
        write_strengths(boards, index, field, tables, suit_ranks, strengths)
        for combo in range(own_places.shape[0]):
            own[combo] = strengths[own_places[combo]]
        for holding in range(places.shape[0]):
            best = np.uint16(0)
            weakest = np.uint16(65535)
            winners = 0
            for other in range(places.shape[1]):
                strength = strengths[places[holding, other]]
                winners = winners * (strength <= best) | np.int64(strength >= best) * bits[other]
                best = max(best, strength)
                weakest = min(weakest, strength)
            if weakest == 0:
                continue
            write_left(own, fits, places, holding, left)
            if own_weights.shape[0]:
                below, equal, above = weigh_compared(left, own_weights, best)
            else:
                below, equal, above = count_compared(left, best)
            weight = np.float64(counts[index]) * weights[holding]
            tally[winners] += weight * below
            tally[winners | own_bit] += weight * equal
            tally[own_bit] += weight * above


@kernel
def count_fitting(places, fits):
    """Return how many joint holdings there are: what the others hold, with a combo that shares no card."""
    found = np.int64(0)
    every = np.full(fits.shape[1], 1, dtype=np.uint16)
    left = np.zeros(fits.shape[1], dtype=np.uint16)
    for holding in range(places.shape[0]):
        write_left(every, fits, places, holding, left)
        _, equal, _ = count_compared(left, np.uint16(1))
        found += np.int64(equal)
    return found


@kernel
def write_left(own, fits, places, holding, left):
    """Write the strength of each combo, 0 for those that share a card with what the others hold."""
    # Without views of rows and holdings, whose references would be counted: 60 ns of 90.
    place = places[holding, 0]
    for combo in range(own.shape[0]):
        left[combo] = own[combo] & fits[place, combo]
    for other in range(1, places.shape[1]):
        place = places[holding, other]
        for combo in range(own.shape[0]):
            left[combo] &= fits[place, combo]


@kernel
def count_compared(strengths, best):
    """Return how many strengths are below the best, but not 0, how many equal and how many above it."""
    # In 16 bits throughout, of which the widest vector instructions take 32 at once.
    below, equal, above = np.uint16(0), np.uint16(0), np.uint16(0)
    one = np.uint16(1)
    last_below = np.uint16(best - one)
    for combo in range(strengths.shape[0]):
        strength = strengths[combo]
        # 0 becomes the highest number.
        below = np.uint16(below + np.uint16(np.uint16(strength - one) < last_below))
        equal = np.uint16(equal + np.uint16(strength == best))
        above = np.uint16(above + np.uint16(strength > best))
    return np.float64(below), np.float64(equal), np.float64(above)


@kernel_reordering_sums
def weigh_compared(strengths, weights, best):
    """Return the weight of those that `count_compared` counts."""
    below = equal = above = 0.0
    one = np.uint16(1)
    last_below = np.uint16(best - one)
    for combo in range(weights.shape[0]):
        strength, weight = strengths[combo], weights[combo]
        below += weight if np.uint16(strength - one) < last_below else 0.0
        equal += weight if strength == best else 0.0
        above += weight if strength > best else 0.0
    return below, equal, above
