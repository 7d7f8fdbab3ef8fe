"""Kernels for any number of players with few joint holdings: every holding on every board.

A joint holding is one combo for each player, no card twice.
"""

import numpy as np

from oddchip.equity._kernels_order import flush_suit_of
from oddchip.equity._kernels_walk import category_of
from oddchip.evaluator._jit import kernel
from oddchip.evaluator._kernels import strength_without_flush

WIN, SHARE, TIE, TOTAL = range(4)
MOST_STEPS = 1 << 28
"""Of a search, half a second or so; four million holdings of ten players take a fifth of it."""


@kernel
def list_holdings(field, holdings, weights):
    """Write the combos and the weight of each joint holding; return how many there are.

    field: `Field` of all players; holdings: int16 (many, players); weights: float64 (many,). If there
    are more than fit, the rest is not looked for and one more than fits is returned; so it is if the search
    is too long because nearly all combos exclude each other.
    """
    players, combos = field.weights.shape
    steps = 0
    chosen = np.full(players, -1, dtype=np.int64)
    taken = np.zeros(players + 1, dtype=np.uint64)
    weight = np.ones(players + 1, dtype=np.float64)
    found = 0
    player = 0
    while player >= 0:
        steps += 1
        if steps > MOST_STEPS:
            return holdings.shape[0] + 1
        chosen[player] += 1
        combo = chosen[player]
        if combo == combos:
            chosen[player] = -1
            player -= 1
            continue
        if field.weights[player, combo] == 0.0 or field.masks[combo] & taken[player]:
            continue
        weight[player + 1] = weight[player] * field.weights[player, combo]
        taken[player + 1] = taken[player] | field.masks[combo]
        if player < players - 1:
            player += 1
            continue
        if found == holdings.shape[0]:
            return found + 1
        for each in range(players):
            holdings[found, each] = chosen[each]
        weights[found] = weight[players]
        found += 1
    return found


@kernel
def walk_holdings(boards, counts, field, tables, holdings, results):
    """Add up who wins in every joint holding on every board.

    boards: (n, 5) ids; counts: how often each board counts; holdings: (combos, weights);
    results: (tally, rows, categories): weight by set of winners; by combo and player what it wins alone,
    its share, ties and all; by player and category.
    """
    combos, weights = holdings
    tally, rows, categories = results
    players = combos.shape[1]
    strengths = np.zeros(field.masks.shape[0], dtype=np.uint16)
    suit_ranks = np.zeros(4, dtype=np.int64)
    for index in range(boards.shape[0]):
        write_strengths(boards, index, field, tables, suit_ranks, strengths)
        count = np.float64(counts[index])
        for holding in range(combos.shape[0]):
            best = np.uint16(0)
            weakest = np.uint16(65535)
            for player in range(players):
                best = max(best, strengths[combos[holding, player]])
                weakest = min(weakest, strengths[combos[holding, player]])
            if weakest == 0:
                continue
            winners = sharing = 0
            for player in range(players):
                wins = np.int64(strengths[combos[holding, player]] == best)
                winners |= wins << player
                sharing += wins
            weight = count * weights[holding]
            tally[winners] += weight
            for player in range(players):
                combo = combos[holding, player]
                rows[combo, player, TOTAL] += weight
                categories[player, category_of(strengths[combo])] += weight
                if winners >> player & 1:
                    rows[combo, player, SHARE] += weight / sharing
                    rows[combo, player, WIN if sharing == 1 else TIE] += weight


@kernel
def write_strengths(boards, index, field, tables, suit_ranks, strengths):
    """Write the strength of each combo on a board, 0 for those that a card of the board is in."""
    board_sum = np.uint32(0)
    gone = np.uint64(0)
    for place in range(5):
        board_sum += tables.rank_keys[boards[index, place] >> 2]
        gone |= np.uint64(1) << np.uint64(boards[index, place])
    flush_suit = flush_suit_of(boards, index, suit_ranks)
    for combo in range(field.masks.shape[0]):
        strengths[combo] = 0
        if field.masks[combo] & gone:
            continue
        rank_sum = np.uint64(board_sum + field.class_sums[field.classes[combo]])
        strength = strength_without_flush(rank_sum, tables)
        if flush_suit >= 0:
            ranks = suit_ranks[flush_suit] | np.int64(field.suit_ranks[flush_suit, combo])
            strength = max(strength, tables.flush_strengths[ranks])
        strengths[combo] = strength
