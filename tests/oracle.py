"""What the tests believe: hold'em hands and equities by the plainest means, without the package.

A card is a number 0..51, `4 * rank + suit`, deuces first. A five-card hand is worth the place of its name in
`NAMES`, then its ranks, those held most often first. More cards are worth their best five. Nothing here is
fast, and nothing is shared with the code under test.
"""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement

NAMES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)

NAME_OF_COPIES = {
    (1, 1, 1, 1, 1): "high card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two pair",
    (3, 1, 1): "three of a kind",
    (3, 2): "full house",
    (4, 1): "four of a kind",
}

WHEEL = (12, 3, 2, 1, 0)


def value_of_five(cards):
    """Return what five cards are worth: the larger the better, equal for a tie."""
    copies = Counter(card // 4 for card in cards)
    ranks = tuple(sorted(copies, key=lambda rank: (copies[rank], rank), reverse=True))
    name = NAME_OF_COPIES[tuple(copies[rank] for rank in ranks)]
    is_flush = len({card % 4 for card in cards}) == 1
    if ranks == WHEEL:
        ranks = (3, 2, 1, 0, -1)
    is_straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if is_straight and is_flush:
        name = "straight flush"
    elif is_flush:
        name = "flush"
    elif is_straight:
        name = "straight"
    return NAMES.index(name), ranks


def value(cards):
    """Return what the best five of the cards are worth."""
    return max(map(value_of_five, combinations(cards, 5)))


def name(cards):
    """Return the name of the best five of the cards."""
    return NAMES[value(cards)[0]]


@cache
def strength_by_value():
    """Return the place of each of the 7,462 different hands, 1 for the worst."""
    hands = [*map(without_flush, rank_patterns(5)), *map(in_one_suit, combinations(range(13), 5))]
    return {worth: place for place, worth in enumerate(sorted(set(map(value_of_five, hands))), start=1)}


def strength(cards):
    """Return the place of the best five of the cards among all different hands, 1 for the worst."""
    return strength_by_value()[value(cards)]


def rank_patterns(size):
    """Return every increasing tuple of ranks that some hand of this size has."""
    patterns = combinations_with_replacement(range(13), size)
    return [ranks for ranks in patterns if all(copies <= 4 for copies in Counter(ranks).values())]


def without_flush(ranks):
    """Return cards of these increasing ranks, at most seven, with no more than two of a suit."""
    return [4 * rank + place % 4 for place, rank in enumerate(ranks)]


def in_one_suit(ranks, suit=0):
    """Return the cards of these ranks in one suit."""
    return [4 * rank + suit for rank in ranks]


def winners(hands, board):
    """Return the numbers, from 1, of the hands that win or share on a full board."""
    values = [value([*hand, *board]) for hand in hands]
    return tuple(number for number, worth in enumerate(values, start=1) if worth == max(values))


def outcomes(hands, board=(), dead=()):
    """Return how many ways to complete the board each set of winners has."""
    gone = {*board, *dead, *(card for hand in hands for card in hand)}
    deck = [card for card in range(52) if card not in gone]
    return dict(Counter(winners(hands, [*board, *more]) for more in combinations(deck, 5 - len(board))))


def joint_holdings(ranges, gone):
    """Yield the hands and the weight of every way to give each player a hand of a range, no card twice.

    ranges: for each player a dict of hands, pairs of cards, and their weights.
    """
    if not ranges:
        yield (), 1
        return
    for hand, weight in ranges[0].items():
        if weight and not gone & set(hand):
            for others, other_weight in joint_holdings(ranges[1:], gone | set(hand)):
                yield (hand, *others), weight * other_weight


class RangeEquity:
    """Equity of ranges: every holding of all players on every board, added up by who wins.

    outcomes: weight by set of winners; combos: for each player, by hand, [weight of its deals, share, won
    alone, tied]; categories: for each player, weight by name of the final hand; deals: how many.
    """

    def __init__(self, ranges, board=(), dead=()):
        self.outcomes = Counter()
        self.combos = [{} for _ in ranges]
        self.categories = [Counter() for _ in ranges]
        self.deals = 0
        gone = {*board, *dead}
        worth = cache(lambda hand, full: value([*hand, *full]))
        for hands, weight in joint_holdings(ranges, gone):
            taken = gone.union(*hands)
            deck = [card for card in range(52) if card not in taken]
            for more in combinations(deck, 5 - len(board)):
                self.add(hands, weight, [worth(hand, (*board, *more)) for hand in hands])

    def add(self, hands, weight, values):
        self.deals += 1
        best = [player for player, worth in enumerate(values) if worth == max(values)]
        self.outcomes[tuple(player + 1 for player in best)] += weight
        for player, hand in enumerate(hands):
            row = self.combos[player].setdefault(hand, [0, 0, 0, 0])
            row[0] += weight
            self.categories[player][NAMES[values[player][0]]] += weight
            if player in best:
                row[1] += weight / len(best)
                row[2 if len(best) == 1 else 3] += weight
