"""The order of hold'em hands, straight from the rules, with no tables and no speed.

The table file is made from this module. It is written to be read against `docs/rules.md`: a five-card
hand is a category and the ranks that decide within it, and hands compare as those tuples do.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

HandOrder = tuple[int, tuple[int, ...]]
"""Category (0 high card .. 8 straight flush), then the ranks that decide, most important first."""

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
FIVE_HIGH = 3
ACE = 12


def straight_high(ranks: set[int]) -> int | None:
    """Return the highest rank of the best straight among ranks; the ace also counts below the deuce."""
    low_ace = ranks | {-1} if ACE in ranks else ranks
    for high in range(ACE, FIVE_HIGH - 1, -1):
        if all(rank in low_ace for rank in range(high - 4, high + 1)):
            return high
    return None


def order_without_flush(counts: tuple[int, ...]) -> HandOrder:
    """Return the order of the best five of any number of cards, given how many there are of each rank.

    counts: thirteen numbers, deuces first; at least five cards in all; suits are taken to be mixed.
    """
    present = [rank for rank in range(ACE, -1, -1) if counts[rank]]
    quads = [rank for rank in present if counts[rank] == 4]
    trips = [rank for rank in present if counts[rank] == 3]
    pairs = [rank for rank in present if counts[rank] == 2]
    if quads:
        return QUADS, (quads[0], max(rank for rank in present if rank != quads[0]))
    if trips and (len(trips) > 1 or pairs):
        return FULL_HOUSE, (trips[0], max(trips[1:] + pairs))
    straight = straight_high(set(present))
    if straight is not None:
        return STRAIGHT, (straight,)
    if trips:
        return TRIPS, (trips[0], *[rank for rank in present if rank != trips[0]][:2])
    if len(pairs) > 1:
        return TWO_PAIR, (*pairs[:2], max(rank for rank in present if rank not in pairs[:2]))
    if pairs:
        return PAIR, (pairs[0], *[rank for rank in present if rank != pairs[0]][:3])
    return HIGH_CARD, tuple(present[:5])


def order_of_flush(ranks: set[int]) -> HandOrder:
    """Return the order of the best five of five or more cards of one suit."""
    straight = straight_high(ranks)
    if straight is not None:
        return STRAIGHT_FLUSH, (straight,)
    return FLUSH, tuple(sorted(ranks, reverse=True)[:5])


def rank_multisets(cards: int) -> Iterator[tuple[int, ...]]:
    """Yield the counts of each rank for every way to hold that many cards, at most four of a rank."""
    for ranks in combinations_with_replacement(range(13), cards):
        counts = [0] * 13
        for rank in ranks:
            counts[rank] += 1
        if max(counts) <= 4:
            yield tuple(counts)


def five_card_orders() -> list[HandOrder]:
    """Return all 7,462 distinct five-card hands from the weakest to the strongest."""
    mixed = {order_without_flush(counts) for counts in rank_multisets(5)}
    suited = {order_of_flush(set(ranks)) for ranks in combinations(range(13), 5)}
    return sorted(mixed | suited)
