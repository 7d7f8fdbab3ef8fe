"""Kernels for Monte Carlo: several joint holdings on each of many boards in a random order.

A board and a try to deal the holdings are drawn independently of each other, so that those that fit together
follow the joint distribution of both. All tries on one board are a cluster, whose sums are squared as one.
"""

import numpy as np

from oddchip.equity._kernels_bits import lowest_bit
from oddchip.equity._kernels_draw import deal_holdings
from oddchip.equity._kernels_random import ONE, ROUNDS, new_keys, scatter
from oddchip.evaluator._jit import kernel
from oddchip.evaluator._kernels import FLUSH_BITS, strength_from_masks, strength_without_flush

BATCH = 1024
"""Tries at a time: their arrays stay in the first two levels of cache."""
ZERO = np.uint64(0)
TRIPLE = 3
SHIFT_4, SHIFT_5 = np.uint64(6), np.uint64(9)
"""The bits of the number of a board that do not count for a first guess of its highest card."""


@kernel
def write_board(number, order, board):
    """Write the board of a number: places in the deck, numbered in colexicographic order."""
    if order.missing > TRIPLE + 1:
        place = np.int64(order.guesses_5[np.uint64(number) >> SHIFT_5])
        while number >= order.binomials[place + 1, 5]:
            place += 1
        board[4] = place
        number -= order.binomials[place, 5]
    if order.missing > TRIPLE:
        place = np.int64(order.guesses_4[np.uint64(number) >> SHIFT_4])
        while number >= order.binomials[place + 1, 4]:
            place += 1
        board[3] = place
        number -= order.binomials[place, 4]
    for index in range(order.lowest.shape[1]):
        board[index] = order.lowest[number, index]


@kernel
def next_numbers(place, end, order, keys, numbers):
    """Write the numbers of the boards at the next places of the order, up to `end`, as many as there is room.

    keys: for `scatter`, of the pass before, brought up to date; returns how many, and the place after them.
    """
    bits = order.bits
    last = (ONE << bits) - ONE
    found = 0
    while place < end and found < numbers.shape[0] - 1:
        at = np.uint64(place) & last
        if at == 0:
            new_keys(order.key, place >> np.int64(bits), keys)
        # No more places than there is room for, and none of another pass; without a branch for each.
        size = min(end - place, np.int64(last - at) + 1, numbers.shape[0] - 1 - found)
        for offset in range(size):
            number = scatter(at + np.uint64(offset), bits, keys)
            numbers[found] = number
            found += np.int64(number) < order.boards
        place += size
    return found, place


@kernel
def write_boards(numbers, order, boards):
    """Write the keys, ranks and masks of boards, by their numbers."""
    board_keys, board_ranks, board_masks = boards
    board = np.zeros(5, dtype=np.int64)
    for index in range(numbers.shape[0]):
        write_board(np.int64(numbers[index]), order, board)
        key, ranks, mask = order.start_key, order.start_ranks, ZERO
        for card in range(order.missing):
            position = np.uint64(board[card])
            key += order.keys[position]
            ranks |= order.ranks[position]
            mask |= order.masks[position]
        board_keys[index] = key
        board_ranks[index] = ranks
        board_masks[index] = mask


@kernel
def evaluate_combos(boards, combos, tables, deal_boards, drawn, strengths):
    """Write the strength of one player's combo in each deal; deal_boards: the numbers of the boards."""
    board_keys, board_ranks, _ = boards
    flushes = np.empty(deal_boards.shape[0] + 1, dtype=np.int64)
    flush_count = 0
    for index in range(deal_boards.shape[0]):
        deal = np.uint64(index)
        key = board_keys[np.uint64(deal_boards[deal])] + combos.keys[np.uint64(drawn[deal])]
        flushes[flush_count] = index
        flush_count += (key & FLUSH_BITS) != 0
        strengths[deal] = strength_without_flush(key, tables)
    for noted in range(flush_count):
        deal = flushes[noted]
        ranks = board_ranks[deal_boards[deal]] | combos.ranks[drawn[deal]]
        strengths[deal] = strength_from_masks(ranks, tables)


@kernel
def find_winners(strengths, winners):
    """Write the set of winners of each deal; strengths: (players, n); winners: (n,)."""
    players = strengths.shape[0]
    best = np.zeros(winners.shape[0], dtype=np.uint16)
    for player in range(players):
        for deal in range(winners.shape[0]):
            best[deal] = max(best[deal], strengths[player, deal])
    winners[:] = 0
    for player in range(players):
        for deal in range(winners.shape[0]):
            winners[deal] |= np.uint16(strengths[player, deal] == best[deal]) << np.uint16(player)


@kernel
def add_clusters(most, deal_boards, dealt, is_weighted, pot_shares, groups, sums):
    """Add up the deals of a batch board by board; return how many boards and deals, at most `most` or so.

    deal_boards: int64 (n,), in increasing order; dealt: (boards, winners, weights), the number of boards and
    for each deal the set of winners and the weight.
    """
    boards, winners, weights = dealt
    tally, squares, clusters = sums
    size = clusters.shape[0] - 1
    shares = np.zeros(size, dtype=np.float64)
    index = 0
    for board in range(boards):
        total = 0.0
        while index < winners.shape[0] and deal_boards[index] == board:
            won, weight = np.uint64(winners[index]), weights[index]
            total += weight
            tally[won] += weight
            if is_weighted:
                squares[won] += weight * weight
            share = weight * pot_shares[won]
            while won:
                shares[groups[lowest_bit(won)]] += share
                won &= won - ONE
            index += 1
        for group in range(size):
            clusters[group, 0] += shares[group] * shares[group]
            clusters[group, 1] += shares[group] * total
            shares[group] = 0.0
        clusters[size, 0] += total * total
        if index >= most:
            return board + 1, index
    return boards, index


@kernel
def sample_boards(start, end, most, order, hands, tables, stream, sums):
    """Add up who wins on the boards at places start..end-1 of the order; return how many boards and deals.

    most: stop after the board on which so many deals are reached; order: `BoardOrder`;
    hands: (dealing, combos, pot_shares, groups, tries), `Dealing`, `ComboKeys`, the share of each winner by
    set of winners, each player's group and how often to deal to each board; sums: (tally, squares, clusters),
    float64: weights of deals by set of winners, and their squares unless all are 1; by group the squares of a
    cluster's share and its product with the cluster's weight, and in the last row the squares of the
    cluster's weight.
    """
    dealing, combos, pot_shares, groups, tries = hands
    players = dealing.known.shape[0]
    most_boards = BATCH // tries
    boards = (
        np.empty(most_boards, dtype=np.uint64),
        np.empty(most_boards, dtype=np.uint64),
        np.empty(most_boards, dtype=np.uint64),
    )
    used, weights = np.empty(BATCH, dtype=np.uint64), np.empty(BATCH, dtype=np.float64)
    deal_boards, drawn = np.empty(BATCH, dtype=np.int64), np.empty((players, BATCH), dtype=np.int16)
    for player in range(players):
        drawn[player] = dealing.known[player]
    strengths, winners = np.empty((players, BATCH), dtype=np.uint16), np.empty(BATCH, dtype=np.uint16)
    numbers, keys = np.empty(most_boards + 1, dtype=np.uint64), np.empty(2 * ROUNDS, dtype=np.uint64)
    new_keys(order.key, start >> np.int64(order.bits), keys)
    all_boards = all_deals = 0
    place = start
    while place < end and all_deals < most:
        count, place = next_numbers(place, end, order, keys, numbers)
        write_boards(numbers[:count], order, boards)
        size = count * tries
        for board in range(count):
            for attempt in range(board * tries, (board + 1) * tries):
                used[attempt] = boards[2][board]
                deal_boards[attempt] = board
        weights[:size] = dealing.scale
        found = deal_holdings(
            dealing, stream, used[:size], weights[:size], deal_boards[:size], drawn[:, :size]
        )
        for player in range(players):
            evaluate_combos(boards, combos, tables, deal_boards[:found], drawn[player], strengths[player])
        find_winners(strengths[:, :found], winners[:found])
        dealt = (count, winners[:found], weights)
        count, found = add_clusters(
            most - all_deals, deal_boards, dealt, dealing.is_weighted, pot_shares, groups, sums
        )
        all_boards += count
        all_deals += found
    return all_boards, all_deals
