"""Kernels that list boards, one of each class under a group of suit permutations.

A board is a set of cards, its form the list of them in increasing order. A board stands for its class if no
permutation of the group turns it into one whose form comes earlier. Then the same holds for the first cards
of its form: a permutation that moves those forward moves the whole board forward. So boards can be built
card by card, and whatever is not first of its class is dropped with all that would follow from it.
"""

import numpy as np

from oddchip.evaluator._jit import kernel

DECK = 52
SUIT_COLUMN = np.uint64(0x1111111111111)
TOP = 51


@kernel
def list_boards(first, missing, deck, group, boards, counts):
    """Write the boards of `missing` cards of the deck that begin with its card `first`.

    deck: ids in increasing order; group: (g, 4) suit permutations; boards: (many, missing) ids;
    counts: how many boards each stands for. Returns how many were written, or would have been:
    boards beyond the end of `boards` are counted only.
    """
    chosen = np.zeros(5, dtype=np.int64)
    # forms[d]: of the first d cards, card 0 the highest bit, so that an earlier form is a larger number
    forms = np.zeros(6, dtype=np.uint64)
    written = 0
    depth = 0
    chosen[0] = first
    while True:
        form = forms[depth] | (np.uint64(1) << np.uint64(TOP - deck[chosen[depth]]))
        count = class_size(form, group)
        if count > 0 and depth == missing - 1:
            if written < boards.shape[0]:
                for place in range(missing):
                    boards[written, place] = deck[chosen[place]]
                counts[written] = count
            written += 1
        if count > 0 and depth < missing - 1:
            forms[depth + 1] = form
            depth += 1
            chosen[depth] = chosen[depth - 1] + 1
            continue
        while depth > 0 and chosen[depth] >= deck.shape[0] - missing + depth:
            depth -= 1
        if depth == 0:
            return written
        chosen[depth] += 1


@kernel
def class_size(form, group):
    """Return how many boards the class of a form has, or 0 if another form of it comes earlier."""
    same = 0
    for g in range(group.shape[0]):
        moved = np.uint64(0)
        for suit in range(4):
            # Forms run against the ids: suit s of a rank is bit 3 - s of its four.
            column = (form >> np.uint64(3 - suit)) & SUIT_COLUMN
            moved |= column << np.uint64(3 - group[g, suit])
        if moved > form:
            return 0
        same += np.int64(moved == form)
    return group.shape[0] // same


@kernel
def list_all_boards(missing, deck, group, boards, counts):
    """Write the boards of every first card; return how many.

    Arguments are those of `list_boards`; if `boards` is too short, nothing in it is of use.
    """
    written = 0
    for first in range(deck.shape[0] - missing + 1):
        written += list_boards(first, missing, deck, group, boards[written:], counts[written:])
    return written


@kernel
def sort_by_ranks(missing, boards, counts, sorted_boards, sorted_counts):
    """Write boards in the order of their ranks, and otherwise in the order they had."""
    starts = np.zeros(13**missing + 1, dtype=np.int64)
    for index in range(counts.shape[0]):
        starts[rank_number(missing, boards, index) + 1] += 1
    for number in range(starts.shape[0] - 1):
        starts[number + 1] += starts[number]
    for index in range(counts.shape[0]):
        number = rank_number(missing, boards, index)
        target = starts[number]
        starts[number] += 1
        for place in range(missing):
            sorted_boards[target, sorted_boards.shape[1] - missing + place] = boards[index, place]
        sorted_counts[target] = counts[index]


@kernel
def rank_number(missing, boards, index):
    """Return the ranks of a board as one number."""
    number = 0
    for place in range(missing):
        number = 13 * number + (np.int64(boards[index, place]) >> 2)
    return number
