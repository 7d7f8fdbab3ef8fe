"""Kernels for known hands before the flop that sum over patterns of boards instead of boards.

Who wins depends on the ranks of the board and, where somebody can make a flush, on the ranks it shows in
that suit. So: first every board counts as if there were no flushes, which takes the 6,175 multisets of
ranks, each times its number of boards. Then, for each suit, the boards with enough of it for somebody's
flush are counted again: their outcome without the flush is taken back, the outcome with it put in its
place. A board has three cards of at most one suit, so no correction meets another.

Two hands take some 45,000 patterns instead of 1,712,304 boards. The innermost loops run over patterns, not
players, so that the compiler can use vector instructions and no branch depends on who is ahead: 3 ns a
pattern instead of 8 for two hands.
"""

import numpy as np

from oddchip.evaluator._jit import kernel
from oddchip.evaluator._kernels import strength_without_flush

RANKS = 13
NO_RANK = -1
RANK_MULTISETS = 6175
TALLIES = 4
"""Copies of the tally, used in turn: adding to the same counter again must wait for the last addition."""


@kernel
def tally_patterns(hands, live, suited, tables, tally):
    """Add to `tally` the winners of every board of five live cards.

    hands: (players, 2) ids; live: bool, (4, 13), the cards that may come, by suit and rank;
    suited: every set of three to five ranks as `SuitedRanks`; tally: int64, by set of winners.
    """
    players = hands.shape[0]
    hand_sums = np.empty(players, dtype=np.uint32)
    for player in range(players):
        first, second = hands[player]
        hand_sums[player] = tables.rank_keys[first >> 2] + tables.rank_keys[second >> 2]
    live_of_rank = count_by_rank(live)
    tally_without_flushes(hand_sums, live_of_rank, tables, tally)
    for suit in range(4):
        add_flushes(hands, hand_sums, suit, (live, live_of_rank), suited, tables, tally)


@kernel
def count_by_rank(live):
    """Return how many cards of each rank may come."""
    live_of_rank = np.zeros(RANKS, dtype=np.int64)
    for suit in range(4):
        for rank in range(RANKS):
            live_of_rank[rank] += live[suit, rank]
    return live_of_rank


@kernel
def add_flushes(hands, hand_sums, suit, cards, suited, tables, tally):
    """Add what the boards with a flush in a suit change.

    cards: (live, live_of_rank), by suit and rank, and by rank. What is added depends on the ranks of the
    hands and of the dead cards, and on which of these are of the suit.
    """
    live, live_of_rank = cards
    players = hands.shape[0]
    suit_ranks = np.zeros(players, dtype=np.int64)
    for player in range(players):
        for card in hands[player]:
            if card & 3 == suit:
                suit_ranks[player] |= 1 << (card >> 2)
    live_elsewhere = np.empty(RANKS, dtype=np.int64)
    for rank in range(RANKS):
        live_elsewhere[rank] = live_of_rank[rank] - live[suit, rank]
    tallies = np.zeros((TALLIES, tally.shape[0]), dtype=np.int64)
    correct_for_flushes(hand_sums, suit_ranks, live[suit], live_elsewhere, suited, tables, tallies)
    for copy in range(TALLIES):
        for winners in range(tally.shape[0]):
            tally[winners] += tallies[copy, winners]


@kernel
def tally_without_flushes(hand_sums, live, tables, tally):
    """Add the winners of every board as if no hand were a flush.

    hand_sums: the sum of rank keys of each hand; live: how many cards of each rank may come.
    """
    sums = np.empty(RANK_MULTISETS, dtype=np.uint32)
    boards = np.empty(RANK_MULTISETS, dtype=np.int64)
    count = list_rank_multisets(live, tables.rank_keys, sums, boards)
    strengths = np.empty((hand_sums.shape[0], count), dtype=np.uint16)
    winners = np.empty(count, dtype=np.uint16)
    for player in range(hand_sums.shape[0]):
        write_rank_strengths(sums, hand_sums[player], tables, strengths[player])
    write_winners(strengths, winners)
    tallies = np.zeros((TALLIES, tally.shape[0]), dtype=np.int64)
    for i in range(count):
        tallies[i & (TALLIES - 1), winners[i]] += boards[i]
    for copy in range(TALLIES):
        for won in range(tally.shape[0]):
            tally[won] += tallies[copy, won]


@kernel
def list_rank_multisets(live, rank_keys, sums, boards):
    """Write the sum of keys and the number of boards of every multiset of five ranks that has any.

    Returns how many there are.
    """
    count = 0
    start = (1, 1, 0, NO_RANK)
    for a in range(RANKS):
        one = with_rank(start, a, live)
        for b in range(a, RANKS):
            two = with_rank(one, b, live)
            for c in range(b, RANKS):
                three = with_rank(two, c, live)
                first_three = rank_keys[a] + rank_keys[b] + rank_keys[c]
                for d in range(c, RANKS):
                    four = with_rank(three, d, live)
                    for e in range(d, RANKS):
                        five = with_rank(four, e, live)
                        if five[1] > 0:
                            sums[count] = first_three + rank_keys[d] + rank_keys[e]
                            boards[count] = five[1]
                            count += 1
    return count


@kernel
def with_rank(multiset, rank, live):
    """Return a multiset with one more rank, not below its last.

    A multiset is (boards of all ranks but the last, boards, copies of the last rank, last rank).
    """
    before, boards, copies, last = multiset
    if rank == last:
        copies += 1
    else:
        before, copies = boards, 1
    return before, before * choose(live[rank], copies), copies, rank


@kernel
def choose(n, k):
    """Return the number of ways to choose k of n cards of a rank, n at most 4."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@kernel
def write_rank_strengths(sums, hand_sum, tables, strengths):
    """Write the strength, no flush, of one hand on each board, given the sums of rank keys."""
    for i in range(strengths.shape[0]):
        strengths[i] = strength_without_flush(np.uint64(sums[i] + hand_sum), tables)


@kernel
def write_winners(strengths, winners):
    """Write the set of players with the highest strength in each column of `strengths`."""
    players, count = strengths.shape
    best = np.empty(count, dtype=np.uint16)
    for i in range(count):
        best[i] = strengths[0, i]
        winners[i] = 0
    for player in range(1, players):
        for i in range(count):
            best[i] = max(best[i], strengths[player, i])
    for player in range(players):
        bit = np.uint16(1 << player)
        for i in range(count):
            winners[i] |= bit if strengths[player, i] == best[i] else np.uint16(0)


@kernel
def correct_for_flushes(hand_sums, suit_ranks, live, live_elsewhere, suited, tables, tallies):
    """Replace, on the boards that give somebody a flush in a suit, the outcome without it.

    suit_ranks: the ranks that each hand has in the suit, as bits; live: bool, by rank, the cards of the
    suit that may come; live_elsewhere: how many cards of each rank may come in the other suits.
    """
    players = hand_sums.shape[0]
    live_ranks = most = 0
    for rank in range(RANKS):
        live_ranks |= np.int64(live[rank]) << rank
    for player in range(players):
        most = max(most, bit_count(suit_ranks[player]))
    for count in range(5 - most, 6):
        first, end = suited.starts[count], suited.starts[count + 1]
        sums = np.empty(end - first, dtype=np.uint32)
        flushes = np.empty((players, end - first), dtype=np.uint16)
        sets = 0
        for index in range(first, end):
            ranks = suited.ranks[index]
            if ranks & ~live_ranks:
                continue
            sums[sets] = suited.sums[index]
            for player in range(players):
                has_flush = count + bit_count(suit_ranks[player]) >= 5
                flushes[player, sets] = (
                    tables.flush_strengths[ranks | suit_ranks[player]] if has_flush else np.uint16(0)
                )
            sets += 1
        replace_outcomes(hand_sums, sums[:sets], flushes, 5 - count, live_elsewhere, tables, tallies)


@kernel
def replace_outcomes(hand_sums, sums, flushes, others, live_elsewhere, tables, tallies):
    """Replace the outcomes without flushes on boards of suited ranks and 0, 1 or 2 other cards.

    sums: of the suited ranks; flushes: strength of each player's flush with them, 0 without one.
    """
    players, sets = hand_sums.shape[0], sums.shape[0]
    other_sums = np.empty(91, dtype=np.uint32)
    other_boards = np.empty(91, dtype=np.int64)
    plain = np.empty((players, sets), dtype=np.uint16)
    better = np.empty((players, sets), dtype=np.uint16)
    plain_winners = np.empty(sets, dtype=np.uint16)
    winners = np.empty(sets, dtype=np.uint16)
    for other in range(list_others(others, live_elsewhere, tables.rank_keys, other_sums, other_boards)):
        for player in range(players):
            hand_sum = np.uint32(hand_sums[player] + other_sums[other])
            write_rank_strengths(sums, hand_sum, tables, plain[player])
            for i in range(sets):
                better[player, i] = max(plain[player, i], flushes[player, i])
        write_winners(plain, plain_winners)
        write_winners(better, winners)
        boards = other_boards[other]
        for i in range(sets):
            tallies[i & (TALLIES - 1), plain_winners[i]] -= boards
            tallies[i & (TALLIES - 1), winners[i]] += boards


@kernel
def list_others(cards, live, rank_keys, sums, boards):
    """Write the sum of keys and the number of boards of every multiset of 0, 1 or 2 live ranks.

    Returns how many there are.
    """
    if cards == 0:
        sums[0] = 0
        boards[0] = 1
        return 1
    count = 0
    for a in range(RANKS):
        if cards == 1 and live[a] > 0:
            sums[count] = rank_keys[a]
            boards[count] = live[a]
            count += 1
        for b in range(a, RANKS if cards == 2 else 0):
            ways = choose(live[a], 2) if a == b else live[a] * live[b]
            if ways > 0:
                sums[count] = rank_keys[a] + rank_keys[b]
                boards[count] = ways
                count += 1
    return count


@kernel
def bit_count(ranks):
    """Return how many bits are set."""
    count = 0
    while ranks:
        ranks &= ranks - 1
        count += 1
    return count
