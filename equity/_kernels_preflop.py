"""Kernels that weigh the stored matchups before the flop."""

import numpy as np

from oddchip.evaluator._jit import kernel


@kernel
def first_of_class(combo, moved, group):
    """Return how many combos are the same as one under a group, or 0 if another of them comes first."""
    same = 0
    for member in group:
        other = moved[member, combo]
        if other < combo:
            return 0
        same += other == combo
    return group.shape[0] // same


@kernel
def weigh_matchups(first, second, group, cards, matchups):
    """Return weight times wins, times losses, and the weight of all pairs of combos of two ranges.

    first, second: (1326,) weights; group: numbers of the suit permutations that change neither;
    cards: (1326, 2) ids; matchups: `Matchups`.
    """
    wins = losses = total = 0.0
    for combo in range(first.shape[0]):
        if first[combo] == 0.0:
            continue
        alike = first_of_class(combo, matchups.moved, group)
        if alike == 0:
            continue
        row = weigh_combo(combo, second, cards, matchups)
        weight = first[combo] * alike
        wins += weight * row[0]
        losses += weight * row[1]
        total += weight * row[2]
    return wins, losses, total


@kernel
def weigh_combo(combo, opponent, cards, matchups):
    """Return a combo's wins and losses against a range, and the opponent's weight it can meet."""
    wins = losses = total = 0.0
    own_class, own_renaming = matchups.classes[combo], matchups.renamings[combo]
    a, b = cards[combo, 0], cards[combo, 1]
    for other in range(opponent.shape[0]):
        weight = opponent[other]
        if weight == 0.0:
            continue
        c, d = cards[other, 0], cards[other, 1]
        if a in (c, d) or b in (c, d):
            continue
        wins += weight * matchups.wins[own_class, matchups.moved[own_renaming, other]]
        losses += (
            weight * matchups.wins[matchups.classes[other], matchups.moved[matchups.renamings[other], combo]]
        )
        total += weight
    return wins, losses, total


@kernel
def weigh_each_combo(own, opponent, cards, matchups, rows):
    """Write `weigh_combo` for each combo with weight to rows, (1326, 3)."""
    for combo in range(own.shape[0]):
        if own[combo] > 0.0:
            rows[combo, 0], rows[combo, 1], rows[combo, 2] = weigh_combo(combo, opponent, cards, matchups)


@kernel
def find_symmetry(weights, combos, kept_cards, moved, permutations, group):
    """Write the numbers of the suit permutations that change neither weights nor sets of cards.

    weights: (players, 1326); combos: those that anybody holds; kept_cards: (sets,) uint64, a bit for each
    card; group: int64, (24,). Returns how many there are.
    """
    found = 0
    for number in range(permutations.shape[0]):
        if keeps_sets(kept_cards, permutations[number]) and keeps_weights(weights, combos, moved[number]):
            group[found] = number
            found += 1
    return found


@kernel
def keeps_sets(sets, permutation):
    """Say whether a permutation of the suits changes none of the sets of cards."""
    for cards in sets:
        renamed = np.uint64(0)
        for suit in range(4):
            column = (cards >> np.uint64(suit)) & np.uint64(0x1111111111111)
            renamed |= column << np.uint64(permutation[suit])
        if renamed != cards:
            return False
    return True


@kernel
def keeps_weights(weights, combos, moved):
    """Say whether each combo has the weight of the one it becomes; it is enough to ask those with weight."""
    for player in range(weights.shape[0]):
        for combo in combos:
            if weights[player, combo] != weights[player, moved[combo]]:
                return False
    return True
