"""Kernel that gathers what the walks need to know of the combos in play."""

import numpy as np

from oddchip.evaluator._jit import kernel

RANKS = 13
SUITS = 4


@kernel
def select_combos(weights, blocked):
    """Return the combos of the field, their cards and classes, and ranks and first combo of each class."""
    players = weights.shape[0]
    combos = np.empty(1326, dtype=np.int16)
    cards = np.empty((1326, 2), dtype=np.uint8)
    classes = np.empty(1326, dtype=np.int16)
    class_ranks = np.empty((91, 2), dtype=np.int64)
    class_starts = np.zeros(92, dtype=np.int64)
    size = class_count = 0
    for high in range(RANKS):
        for low in range(high + 1):
            before = size
            for first in range(4 * low, 4 * low + SUITS):
                for second in range(max(4 * high, first + 1), 4 * high + SUITS):
                    combo = second * (second - 1) // 2 + first
                    bits = (np.uint64(1) << np.uint64(first)) | (np.uint64(1) << np.uint64(second))
                    held = False
                    for player in range(players):
                        held |= weights[player, combo] > 0
                    if held and not bits & blocked:
                        combos[size] = combo
                        cards[size, 0] = first
                        cards[size, 1] = second
                        classes[size] = class_count
                        size += 1
            if size > before:
                class_ranks[class_count] = high, low
                class_count += 1
                class_starts[class_count] = size

    return (
        combos[:size],
        cards[:size],
        classes[:size],
        class_ranks[:class_count],
        class_starts[: class_count + 1],
    )


@kernel
def gather_combos(weights, blocked, rank_keys):
    """Return the arrays of a `Field` for the combos that somebody holds and no blocked card is in.

    weights: (players, 1326); blocked: uint64, a bit for each card that lies on the board or is dead.
    """
    combos, cards, classes, class_ranks, class_starts = select_combos(weights, blocked)
    size, class_count = combos.shape[0], class_ranks.shape[0]
    players = weights.shape[0]
    slots = np.empty((size, 2), dtype=np.uint8)
    masks = np.empty(size, dtype=np.uint64)
    suit_ranks = np.zeros((SUITS, size), dtype=np.uint16)
    field_weights = np.empty((players, size), dtype=np.float64)
    holding_counts = np.zeros(53, dtype=np.int64)
    for place in range(size):
        first, second = np.int64(cards[place, 0]), np.int64(cards[place, 1])
        slots[place, 0] = first & 3 if first >> 2 == second >> 2 else SUITS + (first & 3)
        slots[place, 1] = second & 3
        masks[place] = (np.uint64(1) << np.uint64(first)) | (np.uint64(1) << np.uint64(second))
        suit_ranks[first & 3, place] |= np.uint16(1 << (first >> 2))
        suit_ranks[second & 3, place] |= np.uint16(1 << (second >> 2))
        holding_counts[first + 1] += 1
        holding_counts[second + 1] += 1
        for player in range(players):
            field_weights[player, place] = weights[player, combos[place]]
    holding_starts = np.cumsum(holding_counts)
    holders = np.empty(2 * size, dtype=np.int16)
    filled = holding_starts.copy()
    for place in range(size):
        for card in cards[place]:
            holders[filled[card]] = place
            filled[card] += 1
    suit_holders, suit_counts = sort_by_suit(cards)
    class_sums = np.empty(class_count, dtype=np.uint32)
    class_cards = np.empty((class_count, 2), dtype=np.int64)
    for index in range(class_count):
        high, low = class_ranks[index]
        class_sums[index] = rank_keys[high] + rank_keys[low]
        class_cards[index] = 4 * high, 4 * low
    return (
        combos.copy(),
        cards.copy(),
        masks,
        suit_ranks,
        field_weights,
        classes.copy(),
        class_sums,
        class_cards,
        class_starts.copy(),
        slots,
        holding_starts,
        holders,
        suit_holders,
        suit_counts,
    )


@kernel
def sort_by_suit(cards):
    """Return, by suit, the combos with two of its cards, then those with one, then the others, and counts.

    The counts are of the combos that make a flush when a board has three, four or five cards of the suit.
    """
    size = cards.shape[0]
    holders = np.empty((SUITS, size), dtype=np.int16)
    counts = np.zeros((SUITS, 6), dtype=np.int64)
    for place in range(size):
        first, second = cards[place, 0] & 3, cards[place, 1] & 3
        counts[first, 4] += 1
        if first == second:
            counts[first, 3] += 1
        else:
            counts[second, 4] += 1
    ends = np.zeros((SUITS, 3), dtype=np.int64)  # where the next with two, one and none is put
    for suit in range(SUITS):
        counts[suit, 5] = size
        ends[suit, 1] = counts[suit, 3]
        ends[suit, 2] = counts[suit, 4]
    for place in range(size):
        for suit in range(SUITS):
            without = 2 - (cards[place, 0] & 3 == suit) - (cards[place, 1] & 3 == suit)
            holders[suit, ends[suit, without]] = place
            ends[suit, without] += 1
    return holders, counts
