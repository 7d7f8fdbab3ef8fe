"""Kernel for few joint holdings before the flop: the patterns of boards for each holding.

Holdings of the same classes of combos come one after the other. What they have in common is counted once: the
boards without flushes, and what the flushes of a suit change for each way that cards of the hands are of it.
Three players have 64 such ways, however many holdings there are; that is five times as fast as counting each
holding by itself.
"""

import numpy as np

from oddchip.equity._kernels_joint import SHARE, TIE, TOTAL, WIN
from oddchip.equity._kernels_patterns import add_flushes, count_by_rank, tally_without_flushes
from oddchip.evaluator._jit import kernel

NOTHING = -1


@kernel
def holdings_alike(holding, moved, group):
    """Return how many joint holdings are the same as one under a group, or 0 if another of them comes first.

    holding: combos, 0..1325, by player.
    """
    same = 0
    for member in group:
        differs = False
        for player in range(holding.shape[0]):
            other = moved[member, holding[player]]
            if other < holding[player]:
                return 0
            if other > holding[player]:
                differs = True
                break
        same += not differs
    return group.shape[0] // same


@kernel
def same_classes(places, index, field):
    """Say whether a holding has the same classes of combos as the one before it."""
    for player in range(places.shape[1]):
        if field.classes[places[index, player]] != field.classes[places[index - 1, player]]:
            return False
    return True


@kernel
def suited_cards(hands, suit):
    """Return as a number which cards of the hands are of a suit, in the same way for the two of a pair."""
    found = 0
    for player in range(hands.shape[0]):
        low, high = hands[player, 0], hands[player, 1]
        cards = (np.int64(low & 3 == suit) << 1) | np.int64(high & 3 == suit)
        found = (found << 2) | (min(cards, 1) if low >> 2 == high >> 2 else cards)
    return found


@kernel
def slot_of(cards, suit, slots):
    """Return where in the memo something about suited cards is, and its key; suit: 0 if all are alike."""
    key = (cards << 2) | suit
    return (cards + suit * (slots >> 2)) & (slots - 1), key


@kernel
def add_outcomes(own_tally, weight, places, tally, rows):
    """Add how often each set of players wins with one joint holding; places: of the players' combos."""
    players = places.shape[0]
    for winners in range(1, tally.shape[0]):
        if own_tally[winners] == 0:
            continue
        part = weight * own_tally[winners]
        tally[winners] += part
        sharing = 0
        for player in range(players):
            sharing += winners >> player & 1
        for player in range(players):
            rows[places[player], player, TOTAL] += part
            if winners >> player & 1:
                rows[places[player], player, SHARE] += part / sharing
                rows[places[player], player, WIN if sharing == 1 else TIE] += part


@kernel
def walk_patterns(holdings, field, symmetry, live, suited, tables, memo, results):
    """Add up who wins in every joint holding, over all boards of live cards.

    holdings: (places of combos in the field, weights), those of the same classes together; symmetry: (moved,
    group); live: bool, (4, 13), what is not dead; memo: (known, changes, plain), int64, (slots,),
    (slots, sets of winners) and (sets of winners,), slots a power of two; results: (tally, rows) as for
    `walk_holdings`.
    """
    places, weights = holdings
    moved, group = symmetry
    known, changes, plain = memo
    tally, rows = results
    players = places.shape[1]
    has_dead = not live.all()
    combos = np.empty(players, dtype=np.int64)
    hands = np.empty((players, 2), dtype=np.int64)
    hand_sums = np.empty(players, dtype=np.uint32)
    own_tally = np.empty(tally.shape[0], dtype=np.int64)
    own_live = np.empty_like(live)
    is_new = True
    for index in range(places.shape[0]):
        is_new = is_new or index == 0 or not same_classes(places, index, field)
        for player in range(players):
            combos[player] = field.combos[places[index, player]]
        alike = holdings_alike(combos, moved, group)
        if alike == 0:
            continue
        own_live[:] = live
        for player in range(players):
            hand_sums[player] = field.class_sums[field.classes[places[index, player]]]
            for card in range(2):
                hands[player, card] = field.cards[places[index, player], card]
                own_live[hands[player, card] & 3, hands[player, card] >> 2] = False
        cards = own_live, count_by_rank(own_live)
        if is_new:
            known[:] = NOTHING
            plain[:] = 0
            tally_without_flushes(hand_sums, cards[1], tables, plain)
            is_new = False
        own_tally[:] = plain
        for suit in range(4):
            slot, key = slot_of(suited_cards(hands, suit), suit if has_dead else 0, known.shape[0])
            if known[slot] != key:
                known[slot] = key
                changes[slot] = 0
                add_flushes(hands, hand_sums, suit, cards, suited, tables, changes[slot])
            own_tally += changes[slot]
        add_outcomes(own_tally, weights[index] * alike, places[index], tally, rows)
