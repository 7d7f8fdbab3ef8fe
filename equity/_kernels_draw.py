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
def deal_blocks(dealing, stream, used, weights, drawn):
    """Draw for the players in blocks; drawn: int16 (players, n), gets combos."""
    for block in range(dealing.block_rows.shape[0] - 1):
        start, end = dealing.block_rows[block], dealing.block_rows[block + 1]
        rows = np.empty(used.shape[0], dtype=np.int64)
        if dealing.is_weighted:
            part = (dealing.masks[start:end], dealing.chances[start:end], dealing.aliases[start:end])
            sums = (dealing.totals[block], dealing.card_sums[block], dealing.row_weights[start:end])
            draw_free_rows(part, sums, dealing.combo_weights[block], stream, used, weights, rows)
        else:
            draw_rows(dealing.chances[start:end], dealing.aliases[start:end], stream, rows)
            take_rows(dealing.masks[start:end], rows, used, weights)
        first, width = dealing.block_seats[block], dealing.block_seats[block + 1] - dealing.block_seats[block]
        cell = dealing.block_cells[block]
        for place in range(width):
            write_combos(dealing.combos[cell + place :], width, rows, drawn[dealing.seats[first + place]])


@kernel
def draw_rows(chances, aliases, stream, rows):
    """Draw rows by weight, with the alias table of a block."""
    size = np.float64(chances.shape[0])
    counter, step = stream[0], stream[1]
    for deal in range(rows.shape[0]):
        counter += step
        place = as_unit(mixed(counter)) * size
        row = np.uint64(place)
        chance, other = chances[row], aliases[row]  # both, so that there is no branch
        rows[deal] = np.int64(row) if place - np.float64(row) < chance else other
    stream[0] = counter


@kernel
def take_rows(masks, rows, used, weights):
    """Use the cards of a row in each deal, and throw away those in which one of them is used already."""
    for deal in range(rows.shape[0]):
        mask = masks[np.uint64(rows[deal])]
        weights[deal] = 0.0 if mask & used[deal] else weights[deal]
        used[deal] |= mask


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
    one = np.empty(1, dtype=np.int64)
    for deal in range(rows.shape[0]):
        free = free_weight(total, card_sums, combo_weights, used[deal])
        if free >= NARROW * total:
            draw_rows(chances, aliases, stream, one)
            while masks[one[0]] & used[deal]:
                draw_rows(chances, aliases, stream, one)
        else:
            one[0], free = search_row(masks, row_weights, used[deal], stream)
        rows[deal] = one[0]
        weights[deal] *= free / total
        used[deal] |= masks[one[0]]


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
def keep_dealt(seats, used, weights, boards, drawn):
    """Move what is left of the deals with a weight to the front; return how many there are."""
    kept = np.empty(weights.shape[0] + 1, dtype=np.int64)
    found = 0
    for deal in range(weights.shape[0]):
        kept[found] = deal
        found += weights[deal] > 0
    if found == weights.shape[0]:
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
def deal_any_two(live, stream, used, drawn):
    """Draw any two unused cards for one player in each deal; live: int64; drawn: int16 (n,), gets combos."""
    size = np.uint64(live.shape[0])
    deals = used.shape[0]
    todo = np.empty(deals + 1, dtype=np.int64)
    masks = np.empty(deals, dtype=np.uint64)
    counter, step = stream[0], stream[1]
    for deal in range(deals):
        counter += step
        bits = mixed(counter)
        first = live[((bits & LOW_HALF) * size) >> HALF]
        second = live[((bits >> HALF) * size) >> HALF]
        masks[deal] = (ONE << np.uint64(first)) | (ONE << np.uint64(second)) if first != second else ZERO
        high, low = max(first, second), min(first, second)
        drawn[deal] = high * (high - 1) // 2 + low
    # Without a branch, which would be mispredicted for every third pair of cards.
    left = 0
    for deal in range(deals):
        is_free = (masks[deal] != 0) & (masks[deal] & used[deal] == 0)
        used[deal] |= masks[deal] if is_free else ZERO
        todo[left] = deal
        left += 1 - is_free
    while left > 0:
        again = 0
        for index in range(left):
            deal = todo[index]
            counter += step
            bits = mixed(counter)
            first = live[((bits & LOW_HALF) * size) >> HALF]
            second = live[((bits >> HALF) * size) >> HALF]
            mask = (ONE << np.uint64(first)) | (ONE << np.uint64(second))
            high, low = max(first, second), min(first, second)
            drawn[deal] = high * (high - 1) // 2 + low
            is_free = (first != second) & (mask & used[deal] == 0)
            used[deal] |= mask if is_free else ZERO
            todo[again] = deal
            again += 1 - is_free
        left = again
    stream[0] = counter


@kernel
def deal_holdings(dealing, stream, used, weights, boards, drawn):
    """Draw for all players who are not known; return how many deals are possible, moved to the front.

    boards: int64 (n,), anything that is to stay with its deal.
    """
    deal_blocks(dealing, stream, used, weights, drawn)
    found = keep_dealt(dealing.seats, used, weights, boards, drawn)
    for player in dealing.open_seats:
        deal_any_two(dealing.live, stream, used[:found], drawn[player])
    return found
