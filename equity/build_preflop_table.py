"""Makes the table of matchups before the flop: `python -m oddchip.equity.build_preflop_table [FILE]`.

Every matchup that is different up to a renaming of suits is counted by `tally_patterns`, in about 20 s.
"""

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import COMBO_CARDS
from oddchip.equity.known import tally_by_patterns
from oddchip.equity.preflop_table import MATCHUPS, PREFLOP_FILE, digest_of, matchup_numbers, representatives
from oddchip.equity.spot import Spot


def build_wins() -> npt.NDArray[np.uint32]:
    """Return how many boards the first hand of each matchup wins, in the order of `matchup_numbers`."""
    wins = np.zeros(MATCHUPS, dtype=np.uint32)
    numbers = matchup_numbers()
    for place, hand in enumerate(representatives()):
        own_numbers, combos = np.unique(numbers[place], return_index=True)
        for number, combo in zip(own_numbers, combos, strict=True):
            if number >= 0:
                wins[number] = wins_of(hand, combo)
    return wins


def wins_of(first: int, second: int) -> int:
    """Return how many of the 1,712,304 boards the first of two combos wins."""
    hands = tuple(tuple(map(int, COMBO_CARDS[combo])) for combo in (first, second))
    return int(tally_by_patterns(Spot(hands=hands, board=(), dead=()))[1])


def main() -> None:
    """Write the table to the path given, or over the one in the package."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PREFLOP_FILE
    wins = build_wins()
    np.savez_compressed(target, wins=wins)
    sys.stdout.write(f"{target}: {target.stat().st_size} bytes, digest {digest_of(wins)}\n")


if __name__ == "__main__":
    main()
