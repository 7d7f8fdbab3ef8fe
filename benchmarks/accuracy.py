"""Compares exact answers with other programs' counts, and stated errors with true ones.

`python benchmarks/accuracy.py` writes what it finds to `results/accuracy.json`, which takes a minute.
"""

import json
import sys
from collections.abc import Sequence
from math import sqrt
from statistics import fmean
from typing import Any, NamedTuple

from oddchip.benchmarks.answers import REACHED_STRENGTHS, checked_sweep, right_equities
from oddchip.benchmarks.spots import (
    CLASSES,
    NARROW_FLOP,
    RANGES,
    SAMPLED_FLOP,
    SAMPLED_HANDS,
    SAMPLED_RANGES,
    SAMPLED_THREE,
    THREE_FLOP,
    WIDE_FLOP,
    Spot,
)
from oddchip.benchmarks.tables import ACCURACY
from oddchip.equity import calculate_equity

STD_ERROR = 1e-3
RUNS = 200
"""Of each spot, each with a seed of its own: 1,800 runs tell a mean square of 1 to 0.03."""

OMPEVAL, BOTH, OMPEVAL_TEST = "OMPEval", "OMPEval, poker-equity", "OMPEval's tests"


class Counted(NamedTuple):
    """A spot, and how many deals each set of players wins or shares by the count of others."""

    hands: tuple[str, ...]
    board: str
    dead: str
    deals: dict[tuple[int, ...], int]
    counted_by: str

    @property
    def name(self) -> str:
        """The hands, the board and the dead cards in words."""
        board = f" on {self.board}" if self.board else ""
        dead = f", {self.dead} dead" if self.dead else ""
        return f"{' v '.join(self.hands)}{board}{dead}"


def _two(hands: str, wins: int, losses: int, ties: int, counted_by: str, board: str = "") -> Counted:
    first, second = hands.split(" v ")
    return Counted((first, second), board, "", {(1,): wins, (2,): losses, (1, 2): ties}, counted_by)


COUNTED = (
    _two("AcAs v KcKs", 1410336, 292660, 9308, BOTH),
    _two("KcQc v 6c5c", 1083296, 615437, 13571, BOTH),
    _two("AhAd v KsKc", 907, 83, 0, BOTH, board="2c7d9h"),
    _two("AdKd v AcAs", 19, 971, 0, OMPEVAL, board="6sJc5h"),
    _two("AA v KK", 50371344, 10986372, 285228, OMPEVAL_TEST),
    _two("22 v AKo", 64528740, 57996648, 760500, OMPEVAL),
    _two("AA,22 v AK", 159939228, 84536148, 2096400, BOTH),
    _two("QhQs v TT+", 20500392, 20489682, 1817526, OMPEVAL),
    _two("AA v random", 1781508418 * 6, 304661670 * 6, 11402312 * 6, OMPEVAL),
    _two("AK v random", 159167583, 108567320, 6233737, OMPEVAL_TEST, board="2c3c"),
    _two("QQ+,AKs v TT+,AQs+,KQs", 358504, 138134, 17172, BOTH, board="Kh7h2c"),
    Counted(
        ("AcKd", "JsTs", "2h2c"), "", "", {(1,): 487593, (2,): 491838, (3,): 385860, (1, 2, 3): 5463}, BOTH
    ),
    Counted(
        ("3d7d", "2h9h", "2c9c"),
        "5d5h5c",
        "3s3c",
        {(1,): 183, (2,): 28, (3,): 28, (2, 3): 380, (1, 2, 3): 201},
        OMPEVAL_TEST,
    ),
    Counted(
        ("AA,KK", "KK,QQ", "QQ,AA"),
        "",
        "",
        {
            (1,): 348272820,
            (2,): 119882736,
            (3,): 303253020,
            (1, 2): 37653912,
            (1, 3): 74015280,
            (2, 3): 1266624,
            (1, 2, 3): 3904200,
        },
        OMPEVAL_TEST,
    ),
)
"""`AA` v `random` was counted for one of the six combos, which have the same counts."""

SAMPLED = (
    SAMPLED_HANDS,
    CLASSES,
    RANGES,
    NARROW_FLOP,
    WIDE_FLOP,
    THREE_FLOP,
    SAMPLED_RANGES,
    SAMPLED_THREE,
    SAMPLED_FLOP,
)


def compare_counts() -> list[dict[str, Any]]:
    """Return for each spot of `COUNTED` the deals that others counted and those counted here."""
    return [_compare(spot) for spot in COUNTED]


def compare_errors(spots: Sequence[Spot] = SAMPLED, runs: int = RUNS) -> list[dict[str, Any]]:
    """Return for each spot how far its first player's sampled equities are from the exact one.

    Deviations are in units of the error that each run states.
    """
    return [_calibrate(spot, runs * place, runs) for place, spot in enumerate(spots)]


def _compare(spot: Counted) -> dict[str, Any]:
    found = calculate_equity(spot.hands, spot.board, dead=spot.dead, method="exact").outcomes
    return {
        "spot": spot.name,
        "counted_by": spot.counted_by,
        "theirs": _by_text({who: deals for who, deals in spot.deals.items() if deals}),
        "ours": _by_text(found),
    }


def _by_text(outcomes: Any) -> dict[str, int | float]:
    return {",".join(map(str, who)): deals for who, deals in sorted(outcomes.items())}


def _calibrate(spot: Spot, first_seed: int, runs: int) -> dict[str, Any]:
    right = right_equities(spot)[0]
    deviations, errors = [], []
    for seed in range(first_seed, first_seed + runs):
        result = calculate_equity(
            spot.hands, spot.board, method="monte-carlo", std_error=STD_ERROR, seed=seed, threads=1
        )
        deviations.append(result.players[0].equity - right)
        errors.append(result.players[0].std_error)
    in_errors = [abs(deviation) / error for deviation, error in zip(deviations, errors, strict=True)]
    return {
        "spot": spot.name,
        "runs": runs,
        "stated_error": fmean(errors),
        "true_error": sqrt(fmean(deviation**2 for deviation in deviations)),
        "mean_square": fmean(each**2 for each in in_errors),
        "within_one": fmean(each <= 1 for each in in_errors),
        "within_two": fmean(each <= 2 for each in in_errors),
    }


def main() -> None:
    """Compare everything and save what was found."""
    counts = compare_counts()
    sweep = checked_sweep()
    found = {
        "counts": counts,
        "sweep": {
            "hands": sweep.hands,
            "categories": list(sweep.categories),
            "strengths": REACHED_STRENGTHS,
        },
        "errors": compare_errors(),
    }
    ACCURACY.write_text(json.dumps(found, indent=2) + "\n")
    sys.stdout.write(f"{ACCURACY} is new; benchmarks/tables.py writes its tables\n")


if __name__ == "__main__":
    main()
