"""How the equity of a range is spread over its combos: graphs, histograms, classes and sorted lists.

All of it is made from the combos of one player in a result, `Result.by_combo`, each of which counts with the
probability that it is held. The equity graph is the one of graphical calculators: the range on the horizontal
axis, best combos first, against the equity of each (as Power-Equilab draws it).
"""

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import fsum
from typing import Any, Final, NamedTuple, Protocol, SupportsIndex, TypeVar

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import CLASS_OF_COMBO, CLASSES, combo_index
from oddchip.equity.result import ComboResult
from oddchip.evaluator import parse_cards

Floats = npt.NDArray[np.float64]

BINS: Final = 20
"""Bands of a histogram by default, five points of equity each."""

DIGITS: Final = 12
"""Numbers that agree to so many decimals are equal when combos are sorted: suits that play the same part can
differ by the rounding of a sum."""


class HasShare(Protocol):
    """A combo of a range, or a flop of many, with its equity and how likely it is."""

    @property
    def equity(self) -> float: ...  # noqa: D102
    @property
    def probability(self) -> float: ...  # noqa: D102


Share = TypeVar("Share", bound=HasShare)

_KEYS: dict[str, Callable[[ComboResult], float]] = {
    "equity": lambda combo: combo.equity,
    "weight": lambda combo: combo.weight,
    "held": lambda combo: combo.probability,
}


class EquityCurve(NamedTuple):
    """The combos of a range, best first: each is a step of the curve; n of them, with (n,) float64 arrays."""

    shares: Floats
    """Where each step ends: the part of the range that is this combo or one before it; the last is 1."""
    equities: Floats
    """The equity of each combo, never rising."""

    def at(self, shares: npt.ArrayLike) -> Floats:
        """Return the equity at parts of the range from the top, 0..1, in the shape of the input.

        Raises `ValueError` for parts outside 0..1.

        >>> curve = EquityCurve(np.array([0.25, 1.0]), np.array([0.9, 0.4]))
        >>> curve.at([0, 0.2, 0.5, 1])
        array([0.9, 0.9, 0.4, 0.4])
        """
        parts = np.asarray(shares, dtype=np.float64)
        if not ((parts >= 0) & (parts <= 1)).all():
            raise ValueError("there are shares outside 0 to 1")
        return self.equities[np.searchsorted(self.shares, parts)]


class Histogram(NamedTuple):
    """How much of a range has an equity in which band."""

    edges: Floats
    """(bins + 1,) equities from 0 to 1. A band has its lower edge, not the upper one; the last has both."""
    masses: Floats
    """(bins,) probabilities, of sum 1, that a combo of the band is held."""


@dataclass(frozen=True, slots=True)
class ClassEquity:
    """One of the 169 classes of hands in a range; averages are over its combos, as they are held."""

    name: str
    combos: int
    """How many of its combos can be held."""
    probability: float
    """That one of them is held."""
    equity: float
    win: float
    tie: float

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a dict."""
        return asdict(self)


def equity_curve(combos: Iterable[HasShare]) -> EquityCurve:
    """Return the equity graph of a range: its combos from the best to the worst, by their share of the range.

    The area below the steps is the equity of the player.

    combos: those of one player in `Result.by_combo`, or flops, from `FlopTable.shares`.

    Raises `ValueError` if there are none.

    >>> from oddchip.equity import calculate_equity
    >>> result = calculate_equity(["AA, QJs", "KK"], "Ks 8d 3c 2h", by_combo=True)
    >>> curve = equity_curve(result.by_combo[0])
    >>> curve.shares.round(3).tolist()
    [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    >>> curve.equities.round(3).tolist()
    [0.045, 0.045, 0.045, 0.045, 0.045, 0.045, 0.0, 0.0, 0.0, 0.0]
    """
    given = _given(combos)
    equities = np.array([combo.equity for combo in given])
    order = np.argsort(-equities, kind="stable")
    ends = _probabilities(given)[order].cumsum()
    return EquityCurve(shares=ends / ends[-1], equities=equities[order])


def histogram(combos: Iterable[HasShare], bins: SupportsIndex = BINS) -> Histogram:
    """Return the probability of each band of equity; the bands have equal width and cover 0 to 1.

    combos: those of one player in `Result.by_combo`, or flops, from `FlopTable.shares`.
    bins: the number of bands.

    Raises `ValueError` if there are no combos or no bands.

    >>> from oddchip.equity import calculate_equity
    >>> result = calculate_equity(["AA, QJs", "KK"], "Ks 8d 3c 2h 2d", by_combo=True)
    >>> histogram(result.by_combo[1], bins=4).masses
    array([0., 0., 0., 1.])
    """
    given, count = _given(combos), operator.index(bins)
    if count < 1:
        raise ValueError(f"bins is {count} (at least 1 is needed)")
    probabilities = _probabilities(given)
    # Sums can be off in the last digit: without rounding, 0.3 could fall below its edge and 1 out of range.
    equities = np.array([round(combo.equity, DIGITS) for combo in given])
    edges = np.arange(count + 1) / count
    bands = np.searchsorted(edges.round(DIGITS), equities, side="right") - 1
    masses = np.bincount(bands.clip(0, count - 1), probabilities, minlength=count)
    return Histogram(edges, masses / probabilities.sum())


def class_equities(combos: Iterable[ComboResult]) -> Mapping[str, ClassEquity]:
    """Return each class of hands that can be held, by its name, in the order of the 13 x 13 grid.

    Classes without a combo are missing. The mean of all, each with its probability, is the player's equity.

    combos: those of one player in `Result.by_combo`.

    Raises `ValueError` if there are none.

    >>> from oddchip.equity import calculate_equity
    >>> result = calculate_equity(["AA:0.5, AKs", "KK"], "As 8d 3c 2h 2d", by_combo=True)
    >>> for row in class_equities(result.by_combo[0]).values():
    ...     print(row.name, row.combos, round(row.probability, 3), row.equity)
    AA 3 0.5 1.0
    AKs 3 0.5 1.0
    """
    members: dict[int, list[ComboResult]] = {}
    given = _given(combos)
    for combo in given:
        members.setdefault(_class_of(combo), []).append(combo)
    total = fsum(combo.probability for combo in given)
    return {CLASSES[place]: _class_equity(place, members[place], total) for place in sorted(members)}


def sorted_combos(
    combos: Iterable[ComboResult], by: str = "equity", *, best_first: bool = True
) -> tuple[ComboResult, ...]:
    """Return the combos in order; equal ones stay as they were, in a result the highest cards first.

    combos: those of one player in `Result.by_combo`.
    by: `equity`; `weight`, in the range; or `held`, the probability that the combo is held, which takes into
    account the cards that others need.
    best_first: the largest first, else last.

    Raises `ValueError` for another `by` and if there are no combos.

    >>> from oddchip.equity import calculate_equity
    >>> result = calculate_equity(["AhQh, AcAd, 9c8c", "KK"], "Kh 8h 3c", by_combo=True)
    >>> [combo.combo for combo in sorted_combos(result.by_combo[0])]
    ['AhQh', 'AdAc', '9c8c']
    """
    if by not in _KEYS:
        raise ValueError(f"unknown order {by!r} (combos are sorted by {', '.join(_KEYS)})")
    key = _KEYS[by]
    return tuple(sorted(_given(combos), key=lambda combo: round(key(combo), DIGITS), reverse=best_first))


def _given(combos: Iterable[Share]) -> Sequence[Share]:
    given = tuple(combos)
    if not given:
        raise ValueError("there are no combos")
    return given


def _probabilities(combos: Sequence[HasShare]) -> Floats:
    return np.array([combo.probability for combo in combos])


def _class_of(combo: ComboResult) -> int:
    """The place in `CLASSES` of a combo."""
    return int(CLASS_OF_COMBO[combo_index(*parse_cards(combo.combo))])


def _class_equity(place: int, members: Sequence[ComboResult], total: float) -> ClassEquity:
    held = fsum(combo.probability for combo in members)

    def mean(key: Callable[[ComboResult], float]) -> float:
        return fsum(combo.probability * key(combo) for combo in members) / held

    return ClassEquity(
        name=CLASSES[place],
        combos=len(members),
        probability=held / total,
        equity=mean(lambda combo: combo.equity),
        win=mean(lambda combo: combo.win),
        tie=mean(lambda combo: combo.tie),
    )
