"""Makes the evaluator's table file: `python -m oddchip.evaluator.build_tables [FILE]`.

Without a flush the strength of a hand depends on how many cards of each rank it holds: 49,205 ways with
seven cards, 18,395 with six, 6,175 with five. Each rank has a key, chosen so that the sums of seven keys
are all different (then so are the sums of fewer). Hands of six and five cards start from a number that
lifts their sums above all sums of seven keys. A sum finds its strength in two steps: its upper bits are a
row, the row has an offset, and offset + sum is a place in one dense array. Rows are laid into that array one
after the other, the fullest first, each at the first offset where its sums meet only free places
("row displacement": Tarjan and Yao, Storing a sparse table, CACM 22, 1979).

With a flush the strength depends on the ranks of the flush suit alone, a 13-bit mask: five of a suit
leave two cards, too few for four of a kind or a full house.
"""

import operator
import sys
from itertools import combinations
from pathlib import Path

import numpy as np

from oddchip.evaluator.ranking import five_card_orders, order_of_flush, order_without_flush, rank_multisets
from oddchip.evaluator.tables import ROW_SHIFT, SUIT_COUNTERS, TABLE_FILE, EvaluatorTables, digest_of

RANK_KEYS = (0, 1, 5, 22, 98, 458, 2056, 8804, 29419, 93698, 232142, 588592, 1477441)
"""One by one the smallest key that leaves all sums of seven different, but for the sixth, seventh and
eleventh, where 2, 2 and 6 such keys were passed over: the best of a few random choices of what to pass
over. The largest sum is 7,675,540, against 7,825,759 when nothing is passed over."""

ROW_SIZE = 1 << ROW_SHIFT


def start_sums() -> dict[int, int]:
    """Return the number at which the rank sum of a hand of 7, 6 and 5 cards starts.

    Room is left for five to seven copies of the dearest key, so that even a hand that does not exist
    stays inside the arrays.
    """
    starts, start = {}, 0
    for cards in (7, 6, 5):
        starts[cards] = start
        start += (cards * max(RANK_KEYS) // ROW_SIZE + 1) * ROW_SIZE
    return starts


def pack_rows(sums: list[int]) -> tuple[dict[int, int], int]:
    """Return the offset of each row and the length of the array that holds all of them."""
    rows: dict[int, list[int]] = {}
    for total in sorted(sums):
        rows.setdefault(total >> ROW_SHIFT, []).append(total)
    offsets: dict[int, int] = {}
    used = 0  # one bit for each place taken; whole rows are compared at once
    for row, members in sorted(rows.items(), key=lambda item: -len(item[1])):
        first = members[0] & (ROW_SIZE - 1)
        blocked = 0
        for member in members:
            blocked |= used >> (member - members[0])
        # Sums that no hand has may point anywhere in the row: keep all of it at or behind the start.
        place = first
        free = ~(blocked >> place)
        place += (free & -free).bit_length() - 1
        offsets[row] = place - members[0]
        for member in members:
            used |= 1 << (place + member - members[0])
    return offsets, used.bit_length() + ROW_SIZE


def build_tables() -> EvaluatorTables:
    """Return the tables, made from the rules of the game alone."""
    strength_of = {order: strength for strength, order in enumerate(five_card_orders(), start=1)}
    starts = start_sums()
    by_size = {
        cards: {
            starts[cards] + sum(map(operator.mul, counts, RANK_KEYS)): strength_of[
                order_without_flush(counts)
            ]
            for counts in rank_multisets(cards)
        }
        for cards in (7, 6, 5)
    }
    if [len(by_sum) for by_sum in by_size.values()] != [49205, 18395, 6175]:
        raise ValueError("two hands have the same sum of rank keys")
    offsets: dict[int, int] = {}
    strengths: dict[int, int] = {}
    size = 0
    # Seven-card sums first, on their own, so that the hands that matter most share cache lines.
    for by_sum in by_size.values():
        packed, length = pack_rows(list(by_sum))
        offsets |= {row: offset + size for row, offset in packed.items()}
        strengths |= {total + offsets[total >> ROW_SHIFT]: strength for total, strength in by_sum.items()}
        size += length
    rows = (starts[5] + 5 * max(RANK_KEYS)) // ROW_SIZE + 1
    row_offsets = -ROW_SIZE * np.arange(rows, dtype=np.int32)  # a row without hands points at the start
    row_offsets[list(offsets)] = list(offsets.values())
    strength_array = np.zeros(size, dtype=np.uint16)
    strength_array[list(strengths)] = list(strengths.values())

    flush_array = np.zeros(1 << 13, dtype=np.uint16)
    for suited in range(5, 8):
        for ranks in combinations(range(13), suited):
            flush_array[sum(1 << rank for rank in ranks)] = strength_of[order_of_flush(set(ranks))]

    card_keys = np.zeros(256, dtype=np.uint64)
    for card in range(52):
        card_keys[card] = RANK_KEYS[card >> 2] + (1 << (32 + 8 * (card & 3)))
    rank_keys = np.zeros(16, dtype=np.uint32)
    rank_keys[:13] = RANK_KEYS
    start_keys = np.zeros(8, dtype=np.uint64)
    for cards, start in starts.items():
        start_keys[cards] = SUIT_COUNTERS + start
    return EvaluatorTables(
        card_keys=card_keys,
        rank_keys=rank_keys,
        start_keys=start_keys,
        offsets=row_offsets,
        strengths=strength_array,
        flush_strengths=flush_array,
    )


def main() -> None:
    """Write the table file to the path given, or over the one in the package."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE_FILE
    tables = build_tables()
    np.savez_compressed(target, **tables._asdict())
    sys.stdout.write(f"{target}: {target.stat().st_size} bytes, digest {digest_of(tables)}\n")


if __name__ == "__main__":
    main()
