"""Kernels for Monte Carlo: several joint holdings on each of many boards in a random order.

A board and a try to deal the holdings are drawn independently of each other, so that those that fit together
follow the joint distribution of both. All tries on one board are a cluster, whose sums are squared as one.
"""

import numpy as np

from oddchip.equity._kernels_bits import lowest_bit
from oddchip.equity._kernels_draw import deal_holdings
from oddchip.equity._kernels_random import ONE, ROUNDS, new_keys, scatter
from oddchip.evaluator._jit import kernel
from oddchip.evaluator._kernels import FLUSH_BITS, RANK_MASK, strength_without_flush

BATCH = 1024
"""Tries at a time: their arrays stay in the first two levels of cache."""
ZERO = np.uint64(0)
GROUPS_A_WORD, FIELD = 3, 20
"""A field holds the share of a cluster: up to 64 deals of pots of lcm(1..10) = 2520 make 161,280."""
FIELD_MASK = np.uint64((1 << FIELD) - 1)
KEY, MASK = np.uint64(0), np.uint64(1)
FIRST_FLUSH_BIT, BITS_A_SUIT = 35, 8
"""Where the suits' counters of a key say that there is a flush."""


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
        part = numbers[found:]
        for offset in range(size):
            part[offset] = at + np.uint64(offset)
        scatter(part, size, bits, keys)
        for offset in range(size):
            number = part[offset]
            numbers[found] = number
            found += np.int64(number) < order.boards
        place += size
    return found, place


@kernel
def write_boards(numbers, count, order, board_keys, board_masks):
    """Write the keys and the cards, as bits, of the first `count` boards, by their numbers.

    A board is looked up in two halves: 5 ns, against 27 ns for adding up its cards one by one.
    """
    for index in range(count):
        number = numbers[index]
        high = np.uint64(order.guesses[number >> order.guess_shift])
        while number >= order.starts[high + ONE]:
            high += ONE
        low = number - order.starts[high]
        board_keys[index] = order.highs[high, KEY] + order.lows[low, KEY]
        board_masks[index] = order.highs[high, MASK] | order.lows[low, MASK]


@kernel
def flush_strength_of(key, cards, tables):
    """Return the strength of a hand with a flush from its key and its cards as bits."""
    suit = (lowest_bit(key & FLUSH_BITS) - FIRST_FLUSH_BIT) // BITS_A_SUIT
    # Every fourth bit is of this suit: these are moved together, in groups of twice as many each time.
    ranks = (cards >> np.uint64(suit)) & np.uint64(0x1111_1111_1111_1111)
    ranks = (ranks | (ranks >> np.uint64(3))) & np.uint64(0x0303_0303_0303_0303)
    ranks = (ranks | (ranks >> np.uint64(6))) & np.uint64(0x000F_000F_000F_000F)
    ranks = (ranks | (ranks >> np.uint64(12))) & np.uint64(0x0000_00FF_0000_00FF)
    ranks |= ranks >> np.uint64(24)
    return tables.flush_strengths[ranks & RANK_MASK]


@kernel
def evaluate_combos(boards, combos, tables, deals, drawn, strengths):
    """Write the strength of one player's combo in each deal.

    boards: (keys, masks) of boards; deals: (how many, the numbers of their boards).
    """
    board_keys, board_masks = boards
    count, deal_boards = deals
    flushes = np.empty(BATCH + 1, dtype=np.int64)
    flush_count = 0
    for index in range(count):
        deal = np.uint64(index)
        key = board_keys[np.uint64(deal_boards[deal])] + combos.keys[np.uint64(drawn[deal])]
        flushes[flush_count] = index
        flush_count += (key & FLUSH_BITS) != 0
        strengths[deal] = strength_without_flush(key, tables)
    for noted in range(flush_count):
        deal = flushes[noted]
        board, combo = deal_boards[deal], drawn[deal]
        key = board_keys[board] + combos.keys[combo]
        strengths[deal] = flush_strength_of(key, board_masks[board] | combos.masks[combo], tables)


@kernel
def find_winners(strengths, count, winners):
    """Write the set of winners of each of the first `count` deals; strengths: (players, n)."""
    best = np.zeros(BATCH, dtype=np.uint16)
    for player in range(strengths.shape[0]):
        own = strengths[player]
        for deal in range(count):
            best[deal] = max(best[deal], own[deal])
    winners[:count] = 0
    for player in range(strengths.shape[0]):
        own = strengths[player]
        for deal in range(count):
            winners[deal] |= np.uint16(own[deal] == best[deal]) << np.uint16(player)


@kernel
def boards_until(most, deals, boards, ends):
    """Write behind which deal each board ends; return how many boards and deals, at most `most` or so.

    deals: (how many, the numbers of their boards in increasing order); boards: how many; ends: (boards,).
    """
    count, deal_boards = deals
    ends[:boards] = 0
    for index in range(count):
        ends[np.uint64(deal_boards[index])] = index + 1
    last = 0
    for board in range(boards):
        last = max(last, ends[board])
        ends[board] = last
        if last >= most:
            return board + 1, last
    return boards, count


@kernel
def count_winners(count, winners, tally):
    """Count the sets of winners of deals."""
    # Four counts in turn, as each addition has to wait for the one before it to the same place.
    counts = np.zeros((tally.shape[0], 4), dtype=np.int64)
    for index in range(count):
        counts[np.uint64(winners[index]), np.uint64(index & 3)] += 1
    for won in range(tally.shape[0]):
        for part in range(4):
            tally[won] += counts[won, part]


@kernel
def add_clusters(counts, ends, winners, shares, clusters):
    """Add up the squares of the deals on each board; counts: how many boards and deals.

    ends: see `boards_until`; shares: (`packed`, `whole_pot`): words of up to three groups' parts of the pot
    by set of winners, and the whole, of which the last group gets what is left.
    """
    boards, deals = counts
    packed, whole_pot = shares
    groups = clusters.shape[0] - 1
    # Sums of words from the start, of which the fields may run over: their differences do not.
    sums, of_board = np.zeros(BATCH + 1, dtype=np.uint64), np.empty(BATCH, dtype=np.uint64)
    own = np.empty((groups, BATCH), dtype=np.int64)
    for word in range(packed.shape[1]):
        total = ZERO
        for index in range(deals):
            total += packed[np.uint64(winners[index]), np.uint64(word)]
            sums[index + 1] = total
        start = ZERO
        for board in range(boards):
            end = sums[ends[board]]
            of_board[board] = end - start
            start = end
        for place in range(min(GROUPS_A_WORD, groups - 1 - word * GROUPS_A_WORD)):
            fields = own[word * GROUPS_A_WORD + place]
            for board in range(boards):
                fields[board] = np.int64((of_board[board] >> np.uint64(place * FIELD)) & FIELD_MASK)
    sizes = np.empty(BATCH, dtype=np.int64)
    before = 0
    for board in range(boards):
        sizes[board] = ends[board] - before
        before = ends[board]
        own[groups - 1, board] = sizes[board] * whole_pot
    for group in range(groups - 1):
        for board in range(boards):
            own[groups - 1, board] -= own[group, board]
    for group in range(groups):
        squared = by_size = 0
        for board in range(boards):
            squared += own[group, board] * own[group, board]
            by_size += own[group, board] * sizes[board]
        clusters[group, 0] += squared
        clusters[group, 1] += by_size
    squared = 0
    for board in range(boards):
        squared += sizes[board] * sizes[board]
    clusters[groups, 0] += squared


@kernel
def add_single_deals(tally, parts, clusters):
    """Add clusters of one deal each, all that are counted in `tally`; parts: (sets of winners, groups)."""
    groups = parts.shape[1]
    for won in range(tally.shape[0]):
        for group in range(groups):
            clusters[group, 0] += tally[won] * parts[won, group] * parts[won, group]
            clusters[group, 1] += tally[won] * parts[won, group]
        clusters[groups, 0] += tally[won]


@kernel
def add_weighted_clusters(counts, ends, dealt, parts, sums):
    """Add up weighted deals; dealt: (winners, weights) of each; the rest as in `add_clusters` and below."""
    boards, _ = counts
    winners, weights = dealt
    tally, squares, clusters = sums
    groups = parts.shape[1]
    own = np.empty(groups, dtype=np.float64)
    start = 0
    for board in range(boards):
        total = 0.0
        own[:] = 0.0
        for index in range(start, ends[board]):
            won, weight = winners[index], weights[index]
            total += weight
            tally[won] += weight
            squares[won] += weight * weight
            for group in range(groups):
                own[group] += weight * parts[won, group]
        start = ends[board]
        for group in range(groups):
            clusters[group, 0] += own[group] * own[group]
            clusters[group, 1] += own[group] * total
        clusters[groups, 0] += total * total


@kernel
def sample_boards(start, end, most, order, hands, tables, stream, sums):
    """Add up who wins on the boards at places start..end-1 of the order; return how many boards and deals.

    most: stop after the board on which so many deals are reached; order: `BoardOrder`;
    hands: (dealing, combos, shares, tries), `Dealing`, `ComboKeys`, `Shares` of the groups of players
    and how often to deal to each board; sums: (tally, squares, clusters), float64: weights of
    deals by set of winners, and their squares unless all are 1; by group the squares of a cluster's share
    and its product with the cluster's weight, and in the last row the squares of the cluster's weight.
    """
    dealing, combos, shares, tries = hands
    players = dealing.known.shape[0]
    most_boards = BATCH // tries
    boards = np.empty(most_boards, dtype=np.uint64), np.empty(most_boards, dtype=np.uint64)
    used, weights = np.empty(BATCH, dtype=np.uint64), np.empty(BATCH, dtype=np.float64)
    ends = np.empty(BATCH, dtype=np.int64)
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
        write_boards(numbers, count, order, boards[0], boards[1])
        for board in range(count):
            for attempt in range(board * tries, (board + 1) * tries):
                used[attempt] = boards[1][board]
                deal_boards[attempt] = board
        weights[:] = dealing.scale
        found = deal_holdings(dealing, stream, count * tries, used, weights, deal_boards, drawn)
        deals = found, deal_boards
        for player in range(players):
            evaluate_combos(boards, combos, tables, deals, drawn[player], strengths[player])
        find_winners(strengths, found, winners)
        count, found = boards_until(most - all_deals, deals, count, ends)
        if dealing.is_weighted:
            dealt = winners, weights
            add_weighted_clusters((count, found), ends, dealt, shares.parts, sums)
        else:
            count_winners(found, winners, sums[0])
            if tries > 1:
                add_clusters((count, found), ends, winners, (shares.packed, shares.whole_pot), sums[2])
        all_boards += count
        all_deals += found
    if tries == 1 and not dealing.is_weighted:
        add_single_deals(sums[0], shares.parts, sums[2])
    return all_boards, all_deals
