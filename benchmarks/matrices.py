"""A matrix of 50 ranges on a flop beside the 1,275 single calls that it replaces, and equities on all flops.

`python benchmarks/matrices.py` prints the times; both sides of a comparison are warm, take turns in one
process, and must agree to 1e-12. No board of a flop is alike another where the ranges name suits.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from oddchip.equity import Range, RangeMatrix, calculate_equity, flop_equities, range_matrix, warm_up

RANGES, ROUNDS, SEED = 50, 3, 20_240_229
CALLS = 10
"""Of the matrix in a round: it takes a hundredth of the round."""
BOARDS = ("Kh7d2c", "Kh7h2c", "9h8h7h")
CLASSES = (
    "22+", "77-22", "A2s+", "A9s-A2s", "KTs+", "QTs+", "J9s+", "T8s+", "97s+", "87s", "76s", "65s",
    "AJo+", "ATo-A2o", "KTo+", "QTo+", "JTo", "98o", "AA:0.3", "KK:0.25", "AKs:0.75", "AhKh", "9h8h", "7c6c",
)  # fmt: skip
SPOTS = (("random", "random"), ("AhKh", "QQ+"), ("AhKh", "QsQd"))


def made_ranges() -> list[Range]:
    """Return ranges of five to fourteen of the classes each, some combos with weights."""
    random = Random(SEED)
    return [
        Range.parse(", ".join(sorted(random.sample(CLASSES, random.randint(5, 14))))) for _ in range(RANGES)
    ]


def single_calls(ranges: list[Range], board: str) -> list[float]:
    """Return the equity of each pair, one after the other; the same ranges as `Range` objects."""
    return [
        calculate_equity(pair, board, method="exact").players[0].equity
        for pair in combinations_with_replacement(ranges, 2)
    ]


def check(matrix: RangeMatrix, singles: list[float]) -> float:
    """Return the largest difference; end the run if it is one that should not be."""
    places = combinations_with_replacement(range(len(matrix.rows)), 2)
    worst = max(
        abs(float(matrix.equity[place]) - single) for place, single in zip(places, singles, strict=True)
    )
    if worst > 1e-12:
        raise SystemExit(f"the matrix and the single calls differ by {worst}")
    return worst


def seconds(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return how long a call takes, and what it returns."""
    started = time.perf_counter()
    answer = call()
    return time.perf_counter() - started, answer


def main() -> None:
    """Print the comparison."""
    warm_up()
    ranges = made_ranges()
    for range_ in ranges:
        str(range_)
    pairs = RANGES * (RANGES + 1) // 2
    out = sys.stdout.write
    out(f"{RANGES} ranges, {pairs:,} pairs, the best of {ROUNDS} rounds in seconds\n")
    for board in BOARDS:
        whole, single = [], []
        for _ in range(ROUNDS):
            for _ in range(CALLS):
                took, matrix = seconds(partial(range_matrix, ranges, None, board))
                whole.append(took)
            took, answers = seconds(partial(single_calls, ranges, board))
            single.append(took)
            worst = check(matrix, answers)
        ratio = min(single) / min(whole)
        out(f"{board}: matrix {min(whole):.3f}, single calls {min(single):.2f}, {ratio:.0f} times;")
        out(f" largest difference {worst:.1e}\n")
    for hands in SPOTS:
        times = [seconds(partial(flop_equities, hands)) for _ in range(ROUNDS)]
        took, table = min(times, key=lambda each: each[0])
        out(f"{' v '.join(hands)}: {len(table.flops):,} flops in {took:.2f}\n")


if __name__ == "__main__":
    main()
