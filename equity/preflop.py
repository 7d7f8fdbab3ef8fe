"""Exact equities before the flop, from the stored table of all matchups."""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_preflop import weigh_each_combo, weigh_matchups
from oddchip.equity.combos import CLASS_OF_COMBO, CLASSES, COMBO_CARDS, COMBOS
from oddchip.equity.preflop_table import BOARDS, load_matchups, representatives
from oddchip.equity.ranges import Range
from oddchip.evaluator import ImpossibleSpotError

Weights = npt.NDArray[np.float64]


class Weighed(NamedTuple):
    """Two ranges before the flop: weight of both combos times boards, by who wins."""

    wins: float
    losses: float
    total: float


def preflop_equity(first: Range | str, second: Range | str) -> float:
    """Return the exact equity of a range against another before the flop, in about a millisecond.

    Raises `RangeSyntaxError` for what is not a range and `ImpossibleSpotError` where the two can only hold
    the same cards.

    >>> round(preflop_equity("AA", "KK"), 7), preflop_equity("random", "random")
    (0.8194605, 0.5)
    """
    own, opponent = (
        (Range.parse(each) if isinstance(each, str) else each).weights.copy() for each in (first, second)
    )
    weighed = weigh_ranges(own, opponent, np.zeros(1, dtype=np.int64))
    if weighed.total == 0:
        raise ImpossibleSpotError("no deal is possible: the two ranges can only hold the same cards")
    return (weighed.total + weighed.wins - weighed.losses) / (2 * weighed.total)


def preflop_row(hand: Range | str) -> tuple[float, ...]:
    """Return the exact equity of a range against each of the 169 classes, in the order of `CLASSES`.

    Raises what `preflop_equity` raises.

    >>> dict(zip(CLASSES, preflop_row("72o")))["AA"] == preflop_equity("72o", "AA")
    True
    """
    own = Range.parse(hand) if isinstance(hand, str) else hand
    return tuple(preflop_equity(own, name) for name in CLASSES)


def weigh_ranges(first: Weights, second: Weights, group: npt.NDArray[np.int64]) -> Weighed:
    """Return what two ranges win of each other; (1326,) weights.

    group: numbers of the suit permutations that change neither range, at least that which changes nothing.
    """
    wins, losses, pairs = weigh_matchups(first, second, group, COMBO_CARDS, load_matchups())
    return Weighed(wins, losses, pairs * BOARDS)


def weigh_combos(own: Weights, opponent: Weights) -> npt.NDArray[np.float64]:
    """Return for each combo with weight in `own` what it wins and loses, and all it meets, (1326, 3)."""
    rows = np.zeros((COMBOS, 3))
    weigh_each_combo(own, opponent, COMBO_CARDS, load_matchups(), rows)
    rows[:, 2] *= BOARDS
    return rows


@cache
def class_matrix() -> npt.NDArray[np.float64]:
    """Return the equity of each of the 169 classes against each, (169, 169), in the order of `CLASSES`.

    Row against column; the matrix plus its transpose is 1 everywhere. Read-only.

    >>> round(float(class_matrix()[CLASSES.index("AA"), CLASSES.index("KK")]), 4)
    0.8195
    """
    matchups = load_matchups()
    hands = representatives()
    wins = matchups.wins.astype(np.int64)
    losses = matchups.wins[CLASS_OF_COMBO, matchups.moved[matchups.renamings, hands[:, None]]].astype(
        np.int64
    )
    disjoint = (COMBO_CARDS[None, :, :, None] != COMBO_CARDS[hands][:, None, None, :]).all(axis=(2, 3))
    twice_won = np.where(disjoint, BOARDS + wins - losses, 0)
    members = (CLASS_OF_COMBO[:, None] == np.arange(len(CLASSES))).astype(np.int64)
    matrix: npt.NDArray[np.float64] = (twice_won @ members) / (2 * BOARDS * (disjoint @ members))
    matrix.flags.writeable = False
    return matrix


@cache
def class_against_random() -> tuple[float, ...]:
    """Return the equity of each class against a random hand, in the order of `CLASSES`.

    >>> round(class_against_random()[0], 7)
    0.8520371
    """
    everything = np.ones(COMBOS)
    rows = np.zeros((COMBOS, 3))
    own = np.zeros(COMBOS)
    own[representatives()] = 1.0
    weigh_each_combo(own, everything, COMBO_CARDS, load_matchups(), rows)
    wins, losses, pairs = rows[representatives()].T
    return tuple(((pairs * BOARDS + wins - losses) / (2 * pairs * BOARDS)).tolist())


@cache
def class_order() -> tuple[str, ...]:
    """Return the 169 classes by their equity against a random hand, best first: what "the top 15 %" means.

    >>> class_order()[:8]
    ('AA', 'KK', 'QQ', 'JJ', 'TT', '99', '88', 'AKs')
    """
    return tuple(name for _, name in sorted(zip(class_against_random(), CLASSES, strict=True), reverse=True))
