"""Kernel for three ranges: the walk of two, with pairs of opponents' combos that share a card taken out.

A player's combo (a, b) meets pairs of one combo of each opponent. Take only combos without a and b. If x and
y are the opponents' weights passed, x[c] and y[c] those at a card, and both the product of weights where
the two would hold the same combo, then the pairs that share no card weigh x * y - sum(x[c] * y[c]) + both: a
pair with one card in common is in the sum once, a pair of the same combo twice.

Two states are kept, what is below the combo's strength and what is not above it. With one opponent in each
state, they give the four numbers that tell who wins and who ties.
"""

import numpy as np

from oddchip.equity._kernels_order import order_classes, same_ranks, sequence_combos
from oddchip.equity._kernels_walk import category_of, new_scratch
from oddchip.evaluator._jit import kernel, kernel_reordering_sums

PLAYERS = 3
BELOW, UPTO = 0, 1
DECK = 52


@kernel
def walk_three(boards, counts, field, tables, heroes, passed, categories):
    """Add, for each combo of the first `heroes` players, the weight of opponents' pairs that it passes.

    boards: (n, 5) ids; counts: how often each board counts; field: `Field` of three players;
    passed: float64 (combos, 3, 4), both opponents below, the next one upto, the one after upto, both upto;
    categories: float64 (3, 9), gets the weight of the deals in which a player's hand ends in each category,
    if all three are heroes.
    """
    classes, combos = field.class_sums.shape[0], field.masks.shape[0]
    order = np.arange(classes)
    strengths = np.empty(classes, dtype=np.uint16)
    scratch, sequence = new_scratch(combos)
    places, ends, _ = sequence
    # By state and player: weight, weight at each card, at each two cards, and both of two players.
    totals = np.zeros((2, PLAYERS), dtype=np.float64)
    at_card = np.zeros((2, PLAYERS, DECK), dtype=np.float64)
    at_both = np.zeros((2, PLAYERS, DECK, DECK), dtype=np.float64)
    same = np.zeros((2, PLAYERS), dtype=np.float64)
    same_at = np.zeros((2, PLAYERS, DECK), dtype=np.float64)
    states = (totals, at_card, at_both, same, same_at)
    four = np.empty(4, dtype=np.float64)
    middle = 0
    for index in range(boards.shape[0]):
        if index == 0 or not same_ranks(boards, index):
            middle = order_classes(boards, index, field, tables, order, strengths)
        groups = sequence_combos(boards[index], middle, order, strengths, field, tables, scratch, sequence)
        count = np.float64(counts[index])
        start = 0
        for group in range(groups):
            end = ends[group]
            for place in range(start, end):
                pass_combo(places[place], field, UPTO, states)
            for place in range(start, end):
                combo = places[place]
                for hero in range(heroes):
                    if field.weights[hero, combo] > 0.0:
                        weigh_pairs(combo, hero, field, states, four)
                        for which in range(4):
                            passed[combo, hero, which] += count * four[which]
            for place in range(start, end):
                pass_combo(places[place], field, BELOW, states)
            start = end
        if heroes == PLAYERS:
            tally_categories(groups, sequence, count, field, states, four, categories)
        forget(start, places, field, states)


@kernel
def tally_categories(groups, sequence, count, field, states, four, categories):
    """Add the weight of the deals with each final category, when all combos of a board have been passed."""
    places, ends, group_strengths = sequence
    start = 0
    for group in range(groups):
        category = category_of(group_strengths[group])
        for place in range(start, ends[group]):
            combo = places[place]
            for hero in range(PLAYERS):
                if field.weights[hero, combo] > 0.0:
                    weigh_pairs(combo, hero, field, states, four)
                    categories[hero, category] += count * field.weights[hero, combo] * four[3]
        start = ends[group]


@kernel
def forget(size, places, field, states):
    """Empty the states; of the weights at two cards, which are many, only those that were written."""
    totals, at_card, at_both, same, same_at = states
    totals[:] = 0.0
    at_card[:] = 0.0
    same[:] = 0.0
    same_at[:] = 0.0
    for place in range(size):
        a, b = field.cards[places[place], 0], field.cards[places[place], 1]
        for state in range(2):
            for player in range(PLAYERS):
                at_both[state, player, a, b] = 0.0
                at_both[state, player, b, a] = 0.0


@kernel
def pass_combo(combo, field, state, states):
    """Put a combo's weights into a state. `same` of a player is of the two others."""
    totals, at_card, at_both, same, same_at = states
    a, b = field.cards[combo, 0], field.cards[combo, 1]
    for player in range(PLAYERS):
        weight = field.weights[player, combo]
        totals[state, player] += weight
        at_card[state, player, a] += weight
        at_card[state, player, b] += weight
        at_both[state, player, a, b] = weight
        at_both[state, player, b, a] = weight
        product = field.weights[(player + 1) % PLAYERS, combo] * field.weights[(player + 2) % PLAYERS, combo]
        same[state, player] += product
        same_at[state, player, a] += product
        same_at[state, player, b] += product


@kernel
def weigh_all_pairs(field, weighed):
    """Write, for each combo of player 0, the weight of the opponents' pairs it can meet at all."""
    states = (
        np.zeros((2, PLAYERS), dtype=np.float64),
        np.zeros((2, PLAYERS, DECK), dtype=np.float64),
        np.zeros((2, PLAYERS, DECK, DECK), dtype=np.float64),
        np.zeros((2, PLAYERS), dtype=np.float64),
        np.zeros((2, PLAYERS, DECK), dtype=np.float64),
    )
    four = np.empty(4, dtype=np.float64)
    for combo in range(field.masks.shape[0]):
        pass_combo(combo, field, UPTO, states)
    for combo in range(field.masks.shape[0]):
        weigh_pairs(combo, 0, field, states, four)
        weighed[combo] = four[3]


@kernel_reordering_sums
def weigh_pairs(combo, hero, field, states, four):
    """Write the weight of pairs of the next and the last opponent in the states (below, below), (upto,
    below), (below, upto) and (upto, upto).

    With sums in the order written this takes 120 ns, with vector instructions 60.
    """
    totals, at_card, at_both, same, same_at = states
    a, b = np.int64(field.cards[combo, 0]), np.int64(field.cards[combo, 1])
    following, last = (hero + 1) % PLAYERS, (hero + 2) % PLAYERS
    shared_00 = shared_01 = shared_10 = shared_11 = 0.0
    for card in range(DECK):
        # Only weight that holds neither a nor b; at a and b themselves nothing is left to share.
        kept = 0.0 if card in (a, b) else 1.0
        x_0 = kept * (
            at_card[0, following, card] - at_both[0, following, a, card] - at_both[0, following, b, card]
        )
        x_1 = kept * (
            at_card[1, following, card] - at_both[1, following, a, card] - at_both[1, following, b, card]
        )
        y_0 = at_card[0, last, card] - at_both[0, last, a, card] - at_both[0, last, b, card]
        y_1 = at_card[1, last, card] - at_both[1, last, a, card] - at_both[1, last, b, card]
        shared_00 += x_0 * y_0
        shared_01 += x_0 * y_1
        shared_10 += x_1 * y_0
        shared_11 += x_1 * y_1
    own = field.weights[following, combo], field.weights[last, combo]
    x_0 = totals[0, following] - at_card[0, following, a] - at_card[0, following, b]
    x_1 = totals[1, following] - at_card[1, following, a] - at_card[1, following, b] + own[0]
    y_0 = totals[0, last] - at_card[0, last, a] - at_card[0, last, b]
    y_1 = totals[1, last] - at_card[1, last, a] - at_card[1, last, b] + own[1]
    same_0 = same[0, hero] - same_at[0, hero, a] - same_at[0, hero, b]
    same_1 = same[1, hero] - same_at[1, hero, a] - same_at[1, hero, b] + own[0] * own[1]
    four[0] = x_0 * y_0 - shared_00 + same_0
    four[1] = x_1 * y_0 - shared_10 + same_0
    four[2] = x_0 * y_1 - shared_01 + same_0
    four[3] = x_1 * y_1 - shared_11 + same_1
