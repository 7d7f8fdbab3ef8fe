"""Kernels that turn card ids into strengths, one hand after the other.

A wrong card id or a card twice gives a meaningless strength, but stays inside the tables. Kernels that
check return the index of the first faulty hand, or -1.

All indices are unsigned: Numba wraps signed ones around like Python does, at a cost of 15 % here.
"""

import numpy as np

from oddchip.evaluator._jit import kernel

ROW_SHIFT = np.uint64(10)
LOW_HALF = np.uint64(0xFFFF_FFFF)
FLUSH_BITS = np.uint64(0x0808_0808_0000_0000)
ONE = np.uint64(1)
TWO = np.uint64(2)
SUIT_BITS = np.uint64(3)
BITS_PER_SUIT = np.uint64(16)
RANK_MASK = np.uint64(0x1FFF)
SIX_BITS = np.uint64(63)
PAST_THE_DECK = np.uint64(1 << 52)
C0, C1, C2, C3, C4, C5, C6, SEVEN = (np.uint64(column) for column in range(8))

BLOCK = 512
"""Hands with a flush are noted and evaluated after each block: 342 M/s, against 289 M/s with a branch for
them in the loop, which is mispredicted for each of the 3 % (random hands, Emerald Rapids, one core)."""


@kernel
def strength_without_flush(key, tables):
    """Return the strength of a hand with fewer than five cards of each suit, from its key."""
    rank_sum = key & LOW_HALF
    return tables.strengths[rank_sum + np.uint64(tables.offsets[rank_sum >> ROW_SHIFT])]


@kernel
def strength_from_masks(masks, tables):
    """Return the strength of a hand with a flush from its four rank masks, 16 bits a suit, clubs lowest.

    Only the flush suit has five ranks; the masks of the others are worth 0.
    """
    best = np.uint16(0)
    for suit in range(4):
        strength = tables.flush_strengths[(masks >> (BITS_PER_SUIT * np.uint64(suit))) & RANK_MASK]
        best = max(best, strength)
    return best


@kernel
def flush_strength(hands, i, tables):
    """Return the strength of hand `i`, which has a flush."""
    masks = np.uint64(0)
    for j in range(hands.shape[1]):
        card = np.uint64(hands[i, j])
        masks |= ONE << ((card & SUIT_BITS) * BITS_PER_SUIT + (card >> TWO))
    return strength_from_masks(masks, tables)


@kernel
def first_faulty_hand(hands, start, end):
    """Return the index of the first hand in start..end-1 with an id above 51 or a card twice, or -1."""
    # A card twice makes the sum of the bits differ from their union, without a branch for each card.
    for i in range(start, end):
        ids = union = total = np.uint64(0)
        for j in range(hands.shape[1]):
            card = np.uint64(hands[np.uint64(i), np.uint64(j)])
            bit = ONE << (card & SIX_BITS)
            ids |= card
            union |= bit
            total += bit
        if (total != union) | (union >= PAST_THE_DECK) | (ids > SIX_BITS):
            return i
    return -1


@kernel
def evaluate_hands(hands, tables, check, out):
    """Write the strength of each hand of five or six cards to `out`; (n, 5 or 6) ids, uint8."""
    keys = tables.card_keys
    start = tables.start_keys[hands.shape[1]]
    if check:
        faulty = first_faulty_hand(hands, 0, hands.shape[0])
        if faulty >= 0:
            return faulty
    for i in range(hands.shape[0]):
        key = start
        for j in range(hands.shape[1]):
            key += keys[hands[i, j]]
        out[i] = flush_strength(hands, i, tables) if key & FLUSH_BITS else strength_without_flush(key, tables)
    return -1


@kernel
def evaluate_seven_card_hands(hands, start, end, tables, check, out):
    """Write the strengths of the hands start..end-1 to `out`; (n, 7) ids, uint8."""
    keys = tables.card_keys
    start_key = tables.start_keys[SEVEN]
    flushes = np.empty(BLOCK + 1, dtype=np.int64)
    for block_start in range(start, end, BLOCK):
        block_end = min(block_start + BLOCK, end)
        if check:
            faulty = first_faulty_hand(hands, block_start, block_end)
            if faulty >= 0:
                return faulty
        flush_count = np.uint64(0)
        for hand in range(block_start, block_end):
            i = np.uint64(hand)
            # As a tree, so that the loads need not wait for each other's additions.
            key = ((start_key + keys[hands[i, C0]]) + (keys[hands[i, C1]] + keys[hands[i, C2]])) + (
                (keys[hands[i, C3]] + keys[hands[i, C4]]) + (keys[hands[i, C5]] + keys[hands[i, C6]])
            )
            flushes[flush_count] = hand
            flush_count += np.uint64((key & FLUSH_BITS) != 0)
            out[i] = strength_without_flush(key, tables)
        for noted in range(flush_count):
            hand = flushes[noted]
            out[hand] = flush_strength(hands, hand, tables)
    return -1
