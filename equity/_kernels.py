"""Kernels for known hands that walk through every board.

A deal's winners are a set of players, bit p for player p; a tally counts deals by winners.
"""

import numpy as np

from oddchip.evaluator._jit import kernel
from oddchip.evaluator._kernels import FLUSH_BITS, strength_from_masks, strength_without_flush


@kernel
def winners_of(strengths):
    """Return the set of players with the highest strength."""
    # Without a branch on who is ahead: it would be mispredicted about every other time.
    best = strengths[0]
    for player in range(1, strengths.shape[0]):
        best = max(best, strengths[player])
    winners = 0
    for player in range(strengths.shape[0]):
        winners |= np.int64(strengths[player] == best) << player
    return winners


@kernel
def tally_boards(hands, board, deck, tables, tally):
    """Add to `tally` the winners of every way to complete the board from the deck.

    hands: (players, 2) ids; board, deck: ids; tally: int64, by set of winners.
    """
    players = hands.shape[0]
    missing = 5 - board.shape[0]
    strengths = np.empty(players, dtype=np.uint16)
    # keys[d], masks[d]: of the board and the first d cards dealt to it
    keys = np.zeros(6, dtype=np.uint64)
    masks = np.zeros(6, dtype=np.uint64)
    for card in board:
        keys[0] += tables.card_keys[card]
        masks[0] |= card_mask(card)
    hand_keys = np.empty(players, dtype=np.uint64)
    hand_masks = np.empty(players, dtype=np.uint64)
    for player in range(players):
        first, second = hands[player]
        hand_keys[player] = tables.start_keys[7] + tables.card_keys[first] + tables.card_keys[second]
        hand_masks[player] = card_mask(first) | card_mask(second)

    chosen = np.arange(6)  # places in the deck, increasing
    dealt = 0
    while True:
        while dealt < missing:
            card = deck[chosen[dealt]]
            keys[dealt + 1] = keys[dealt] + tables.card_keys[card]
            masks[dealt + 1] = masks[dealt] | card_mask(card)
            dealt += 1
            if dealt < missing:
                chosen[dealt] = chosen[dealt - 1] + 1
        for player in range(players):
            key = keys[missing] + hand_keys[player]
            if key & FLUSH_BITS:
                strengths[player] = strength_from_masks(masks[missing] | hand_masks[player], tables)
            else:
                strengths[player] = strength_without_flush(key, tables)
        tally[winners_of(strengths)] += 1
        # The next board: move the last card that can still move.
        dealt -= 1
        while dealt >= 0 and chosen[dealt] == deck.shape[0] - missing + dealt:
            dealt -= 1
        if dealt < 0:
            return
        chosen[dealt] += 1


@kernel
def card_mask(card):
    """Return the bit of a card in four rank masks of 16 bits, clubs lowest."""
    return np.uint64(1) << (
        (np.uint64(card) & np.uint64(3)) * np.uint64(16) + (np.uint64(card) >> np.uint64(2))
    )
