"""Kernels that draw a combo for every player from the joint distribution of all their holdings.

Every way to give each player a combo, no card twice, is to come up as often as the product of its weights
says. A deal is thrown away as a whole when a card comes twice; to draw again only for the player who got it
would favour what the others hold. Two kinds of players may be drawn again alone: those who may hold any two
cards, because how many ways are left to deal to them does not depend on what the others have, and all of
them if the deal is then weighted by the part of each range that was free when its turn came (sequential
importance sampling).

Many deals are made at once, each step for all of them, which saves calls and lets the compiler use vector
instructions. `used` has a bit for each card that a deal cannot use again, `weights` a deal's weight, 0 if it
is thrown away.
"""

import numpy as np

from oddchip.equity._kernels_bits import lowest_bit
from oddchip.equity._kernels_random import ONE, as_unit, mixed, next_bits
from oddchip.evaluator._jit import kernel

ZERO = np.uint64(0)
LOW_HALF, HALF = np.uint64(0xFFFF_FFFF), np.uint64(32)
COMBO_SHIFT = np.uint64(52)
CARDS = np.uint64((1 << 52) - 1)
NARROW = 1.0 / 32
"""Where less than this part of a range is free, it is looked through instead of drawn from in vain."""


@kernel
def fill_aliases(weights, chances, aliases):
    """Write the alias table of a block: the chance that a row stays itself, and which one it else becomes.

    weights: float64 (n,), some above 0. M. D. Vose, "A linear algorithm for generating random numbers with
    a given distribution", 1991; aliases count from the first row of the block.
    """
    size = weights.shape[0]
    mean = weights.sum() / size
    waiting = np.empty(size, dtype=np.int64)  # rows below the mean from the start, others from the end
    small, large = 0, size
    for row in range(size):
        chances[row] = weights[row] / mean
        aliases[row] = row
        if chances[row] < 1.0:
            waiting[small] = row
            small += 1
        else:
            large -= 1
            waiting[large] = row
    while small > 0 and large < size:
        small -= 1
        poor, rich = waiting[small], waiting[large]
        aliases[poor] = rich
        chances[rich] -= 1.0 - chances[poor]
        if chances[rich] < 1.0:
            large += 1
            waiting[small] = rich
            small += 1
    while large < size:
        chances[waiting[large]] = 1.0
        large += 1
    while small > 0:  # left by rounding
        small -= 1
        chances[waiting[small]] = 1.0


@kernel
def deal_blocks(dealing, stream, count, used, weights, drawn):
    """Draw for the players in blocks, in the first `count` deals; drawn: int16 (players, n), gets combos."""
    rows = np.empty(count, dtype=np.int64)
    for block in range(dealing.block_rows.shape[0] - 1):
        start, end = dealing.block_rows[block], dealing.block_rows[block + 1]
        if dealing.is_weighted:
            part = (dealing.masks[start:end], dealing.chances[start:end], dealing.aliases[start:end])
            sums = (dealing.totals[block], dealing.card_sums[block], dealing.row_weights[start:end])
            draw_free_rows(part, sums, dealing.combo_weights[block], stream, used, weights, rows)
        else:
            chances, aliases = dealing.chances[start:end], dealing.aliases[start:end]
            draw_rows(chances, aliases, dealing.is_uniform[block], stream, rows)
            take_rows(dealing.masks[start:end], rows, used, weights)
        first, width = dealing.block_seats[block], dealing.block_seats[block + 1] - dealing.block_seats[block]
        cell = dealing.block_cells[block]
        for place in range(width):
            write_combos(dealing.combos[cell + place :], width, rows, drawn[dealing.seats[first + place]])


@kernel
def draw_rows(chances, aliases, is_uniform, stream, rows):
    """Draw rows by weight, with the alias table of a block, or without it where all weights are equal."""
    size = np.float64(chances.shape[0])
    places = np.empty(rows.shape[0], dtype=np.float64)
    counter, step = stream[0], stream[1]
    for deal in range(rows.shape[0]):
        counter += step
        places[deal] = as_unit(mixed(counter)) * size
    stream[0] = counter
    for deal in range(rows.shape[0]):
        rows[deal] = np.int64(places[deal])
    if not is_uniform:
        # Looked up first, then chosen, so that there is no branch; it would be mispredicted often.
        others = np.empty(rows.shape[0], dtype=np.int64)
        for deal in range(rows.shape[0]):
            row = np.uint64(rows[deal])
            others[deal] = aliases[row]
            places[deal] -= np.float64(row) + chances[row]
        for deal in range(rows.shape[0]):
            rows[deal] = rows[deal] if places[deal] < 0 else others[deal]


@kernel
def draw_row(chances, aliases, stream):
    """Draw one row by weight, with the alias table of a block."""
    place = as_unit(next_bits(stream)) * np.float64(chances.shape[0])
    row = np.int64(place)
    return row if place < np.float64(row) + chances[row] else aliases[row]


@kernel
def take_rows(masks, rows, used, weights):
    """Use the cards of a row in each deal, and throw away those in which one of them is used already."""
    taken = np.empty(rows.shape[0], dtype=np.uint64)
    for deal in range(rows.shape[0]):
        taken[deal] = masks[np.uint64(rows[deal])]
    for deal in range(rows.shape[0]):
        weights[deal] = 0.0 if taken[deal] & used[deal] else weights[deal]
        used[deal] |= taken[deal]


@kernel
def write_combos(combos, width, rows, drawn):
    """Write the first of each `width` combos for the rows that were drawn."""
    for deal in range(rows.shape[0]):
        drawn[deal] = combos[np.uint64(rows[deal] * width)]


@kernel
def draw_free_rows(part, sums, combo_weights, stream, used, weights, rows):
    """Draw a row of a block of one player that uses no used card, for each deal, and weight the deal.

    part: (masks, chances, aliases); sums: (total weight, weight by card, weight by row);
    combo_weights: float64 (1326,).
    """
    masks, chances, aliases = part
    total, card_sums, row_weights = sums
    for deal in range(rows.shape[0]):
        free = free_weight(total, card_sums, combo_weights, used[deal])
        if free >= NARROW * total:
            row = draw_row(chances, aliases, stream)
            while masks[row] & used[deal]:
                row = draw_row(chances, aliases, stream)
        else:
            row, free = search_row(masks, row_weights, used[deal], stream)
        rows[deal] = row
        weights[deal] *= free / total
        used[deal] |= masks[row]


@kernel
def free_weight(total, card_sums, combo_weights, used):
    """Return the weight of the combos that have none of the used cards.

    A combo with two used cards is taken out twice with their sums and comes back once.
    """
    while used:
        low = lowest_bit(used)
        used &= used - ONE
        total -= card_sums[low]
        others = used
        while others:
            high = lowest_bit(others)
            others &= others - ONE
            total += combo_weights[high * (high - 1) // 2 + low]
    return total


@kernel
def search_row(masks, row_weights, used, stream):
    """Return a row with no used card, drawn by weight, and the weight of all such rows, perhaps 0."""
    free = 0.0
    for row in range(masks.shape[0]):
        if not masks[row] & used:
            free += row_weights[row]
    left = as_unit(next_bits(stream)) * free
    chosen = 0
    for row in range(masks.shape[0]):
        if not masks[row] & used:
            chosen = row
            left -= row_weights[row]
            if left < 0:
                break
    return chosen, free


@kernel
def keep_dealt(seats, count, used, weights, boards, drawn):
    """Move what is left of the deals with a weight to the front; return how many there are."""
    kept = np.empty(count + 1, dtype=np.int64)
    found = 0
    for deal in range(count):
        kept[found] = deal
        found += weights[deal] > 0
    if found == count:
        return found
    for index in range(found):
        used[index] = used[kept[index]]
        weights[index] = weights[kept[index]]
        boards[index] = boards[kept[index]]
    for player in seats:
        combos = drawn[player]
        for index in range(found):
            combos[index] = combos[kept[index]]
    return found


@kernel
def deal_any_two(pairs, stream, count, used, drawn):
    """Draw two unused cards for one player in each of `count` deals.

    pairs: uint64, the cards of each combo as bits and the combo above them; drawn: int16, gets combos.
    """
    size = np.uint64(pairs.shape[0])
    todo = np.empty(count + 1, dtype=np.int64)
    firsts, seconds = np.empty(count, dtype=np.uint64), np.empty(count, dtype=np.uint64)
    counter, step = stream[0], stream[1]
    for deal in range(count):
        counter += step
        bits = mixed(counter)
        firsts[deal] = pairs[((bits >> HALF) * size) >> HALF]
        seconds[deal] = pairs[((bits & LOW_HALF) * size) >> HALF]
    # Of two combos the first that is free; in a loop of its own, which has no branch: it would be
    # mispredicted for every third combo, and cost more than all the rest.
    for deal in range(count):
        firsts[deal] = seconds[deal] if firsts[deal] & used[deal] else firsts[deal]
    left = 0
    for deal in range(count):
        todo[left] = deal
        left += (firsts[deal] & used[deal]) != 0
    for deal in range(count):
        drawn[deal] = firsts[deal] >> COMBO_SHIFT
        used[deal] |= ZERO if firsts[deal] & used[deal] else firsts[deal] & CARDS
    while left > 0:
        again = 0
        for index in range(left):
            deal = todo[index]
            counter += step
            pair = pairs[((mixed(counter) >> HALF) * size) >> HALF]
            drawn[deal] = pair >> COMBO_SHIFT
            is_free = pair & used[deal] == 0
            used[deal] |= pair & CARDS if is_free else ZERO
            todo[again] = deal
            again += 1 - is_free
        left = again
    stream[0] = counter


@kernel
def deal_holdings(dealing, stream, count, used, weights, boards, drawn):
    """Draw for all players who are not known; return how many deals are possible, moved to the front.

    count: how many deals are tried; boards: int64 (n,), anything that is to stay with its deal.
    """
    deal_blocks(dealing, stream, count, used, weights, drawn)
    found = keep_dealt(dealing.seats, count, used, weights, boards, drawn)
    for player in dealing.open_seats:
        deal_any_two(dealing.pairs, stream, found, used, drawn[player])
    return found
