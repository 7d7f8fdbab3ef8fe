"""Kernels that put combos into the order of their strengths on a board.

Without a flush the combos of two ranks, a class, are worth the same, so the 91 classes at most are sorted,
and only once for boards of the same ranks in a row. Combos that make a flush are linked into one list for
each strength. No class is worth as much as a flush, so the two are never mixed within a group of ties; there
are four parts: classes below a flush, flushes, full houses and quads, straight flushes.
"""

import numpy as np

from oddchip.equity._kernels_bits import lowest_bit
from oddchip.evaluator._jit import kernel
from oddchip.evaluator._kernels import strength_without_flush

NO_COMBO = -1
STRAIGHT = 5863  # the strongest; above it are the flushes
FIRST_FLUSH_WORD = 91
STRAIGHT_FLUSH_WORD = 116  # strengths 7424 and up: of flush hands, only straight flushes
END_WORD = 117


@kernel
def same_ranks(boards, index):
    """Say whether a board has the same ranks in the same places as the one before it."""
    for place in range(5):
        if boards[index, place] >> 2 != boards[index - 1, place] >> 2:
            return False
    return True


@kernel
def flush_suit_of(boards, index, suit_ranks):
    """Return the suit of three or more cards of a board, or -1; write the ranks it has in each suit."""
    for suit in range(4):
        suit_ranks[suit] = 0
    for place in range(5):
        card = boards[index, place]
        suit_ranks[card & 3] |= 1 << (card >> 2)
    for suit in range(4):
        ranks = suit_ranks[suit] & (suit_ranks[suit] - 1)
        if ranks & (ranks - 1):
            return suit
    return -1


@kernel
def has_more_bits(bits, count):
    """Say whether more than `count` bits are set."""
    for _ in range(count):
        bits &= bits - 1
    return bits != 0


@kernel
def order_classes(boards, index, field, tables, order, strengths):
    """Write the strength of each class without flushes, sort `order` by it; return how many are below one."""
    board_sum = np.uint32(0)
    for place in range(5):
        board_sum += tables.rank_keys[boards[index, place] >> 2]
    for rank_class in range(order.shape[0]):
        rank_sum = np.uint64(board_sum + field.class_sums[rank_class])
        strengths[rank_class] = strength_without_flush(rank_sum, tables)
    for start in range(1, order.shape[0]):
        rank_class = order[start]
        place = start
        while place > 0 and strengths[order[place - 1]] > strengths[rank_class]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = rank_class
    middle = 0
    while middle < order.shape[0] and strengths[order[middle]] <= STRAIGHT:
        middle += 1
    return middle


@kernel
def new_lists(combos):
    """Return empty lists of combos by strength: the first by strength, the next by combo, a bit for each."""
    return (
        np.full(7463, NO_COMBO, dtype=np.int16),
        np.empty(combos, dtype=np.int16),
        np.zeros(END_WORD, dtype=np.uint64),
    )


@kernel
def list_flushes(suit, ranks, gone, field, tables, flushes, lists):
    """Write the combos that make a flush with the ranks of the board in a suit; return how many there are.

    gone: uint64, the cards that combos cannot have; flushes: gets the combos; lists: from
    `new_lists`, all empty before.
    """
    heads, following, words = lists
    on_board = 3
    while on_board < 5 and has_more_bits(ranks, on_board):
        on_board += 1
    found = 0
    for place in range(field.suit_counts[suit, on_board]):
        combo = field.suit_holders[suit, place]
        if not field.masks[combo] & gone:
            strength = tables.flush_strengths[ranks | np.int64(field.suit_ranks[suit, combo])]
            flushes[found] = combo
            found += 1
            following[combo] = heads[strength]
            heads[strength] = combo
            words[strength >> np.uint16(6)] |= np.uint64(1) << np.uint64(strength & np.uint16(63))
    return found


@kernel
def sequence_combos(board, middle, order, strengths, field, tables, scratch, sequence):
    """Write the combos that a board leaves to sequence.combos, weakest first; return the number of groups.

    middle, order, strengths: from `order_classes`; scratch: (flushes, lists, suit_ranks, is_flush);
    sequence: (combos, ends, strengths), the last two by group of equal strength.
    """
    flushes, lists, suit_ranks, is_flush = scratch
    gone = np.uint64(0)
    for card in board:
        gone |= np.uint64(1) << np.uint64(card)
    flush_suit = flush_suit_of(board.reshape(1, 5), 0, suit_ranks)
    found = 0
    if flush_suit >= 0:
        found = list_flushes(flush_suit, suit_ranks[flush_suit], gone, field, tables, flushes, lists)
        for place in range(found):
            is_flush[flushes[place]] = True
    state = (0, 0)
    state = append_classes((0, middle), order, strengths, gone, field, is_flush, sequence, state)
    if found > 0:
        state = append_flushes(FIRST_FLUSH_WORD, STRAIGHT_FLUSH_WORD, lists, sequence, state)
    state = append_classes((middle, order.shape[0]), order, strengths, gone, field, is_flush, sequence, state)
    if found > 0:
        state = append_flushes(STRAIGHT_FLUSH_WORD, END_WORD, lists, sequence, state)
        for place in range(found):
            is_flush[flushes[place]] = False
    return state[1]


@kernel
def append_classes(part, order, strengths, gone, field, is_flush, sequence, state):
    """Append the combos of the classes order[start:end] but for flushes; state is (combos, groups)."""
    combos, ends, group_strengths = sequence
    size, groups = state
    start, end = part
    for place in range(start, end):
        rank_class = order[place]
        before = size
        for combo in range(field.class_starts[rank_class], field.class_starts[rank_class + 1]):
            combos[size] = combo
            size += not (field.masks[combo] & gone or is_flush[combo])
        if size > before:
            strength = strengths[rank_class]
            if groups == 0 or group_strengths[groups - 1] != strength:
                group_strengths[groups] = strength
                groups += 1
            ends[groups - 1] = size
    return size, groups


@kernel
def append_flushes(start, end, lists, sequence, state):
    """Append the combos listed in words[start:end], which are emptied; state is (combos, groups)."""
    heads, following, words = lists
    combos, ends, group_strengths = sequence
    size, groups = state
    for word in range(start, end):
        while words[word]:
            strength = 64 * word + lowest_bit(words[word])
            words[word] &= words[word] - np.uint64(1)
            combo = heads[strength]
            heads[strength] = NO_COMBO
            while combo != NO_COMBO:
                combos[size] = combo
                size += 1
                combo = following[combo]
            group_strengths[groups] = strength
            ends[groups] = size
            groups += 1
    return size, groups
