"""Kernel for few joint holdings before the flop: the patterns of boards for each holding."""

import numpy as np

from oddchip.equity._kernels_joint import SHARE, TIE, TOTAL, WIN
from oddchip.equity._kernels_patterns import tally_patterns
from oddchip.evaluator._jit import kernel


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
def walk_patterns(holdings, field, symmetry, live, suited, tables, results):
    """Add up who wins in every joint holding, over all boards of live cards.

    holdings: (places of combos in the field, weights); symmetry: (moved, group); live: bool, (4, 13), what
    is neither dead nor on the board; results: (tally, rows) as for `walk_holdings`.
    """
    places, weights = holdings
    moved, group = symmetry
    tally, rows = results
    players = places.shape[1]
    combos = np.empty(players, dtype=np.int64)
    hands = np.empty((players, 2), dtype=np.uint8)
    own_tally = np.empty(tally.shape[0], dtype=np.int64)
    own_live = np.empty_like(live)
    for index in range(places.shape[0]):
        for player in range(players):
            combos[player] = field.combos[places[index, player]]
        alike = holdings_alike(combos, moved, group)
        if alike == 0:
            continue
        own_live[:] = live
        for player in range(players):
            for card in range(2):
                hands[player, card] = field.cards[places[index, player], card]
                own_live[hands[player, card] & 3, hands[player, card] >> 2] = False
        own_tally[:] = 0
        tally_patterns(hands, own_live, suited, tables, own_tally)
        weight = weights[index] * alike
        for winners in range(1, tally.shape[0]):
            if own_tally[winners] == 0:
                continue
            part = weight * own_tally[winners]
            tally[winners] += part
            sharing = 0
            for player in range(players):
                sharing += winners >> player & 1
            for player in range(players):
                rows[places[index, player], player, TOTAL] += part
                if winners >> player & 1:
                    rows[places[index, player], player, SHARE] += part / sharing
                    rows[places[index, player], player, WIN if sharing == 1 else TIE] += part
