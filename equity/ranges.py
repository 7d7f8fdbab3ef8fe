"""Ranges: how likely each of the 1326 combos is to be held, as weights."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import CLASS_OF_COMBO, CLASSES, COMBO_CARDS, COMBOS, combo_text
from oddchip.equity.range_hands import Piece, parse_hands
from oddchip.equity.range_parser import Weights, parse_range
from oddchip.equity.range_text import range_text
from oddchip.evaluator import Cards, ImpossibleSpotError, RangeSyntaxError, format_cards, parse_cards

_WEIGHTS_HELP = f"{COMBOS} weights from 0 to 1, one of them above 0"
_COMBOS_PER_CLASS = np.bincount(CLASS_OF_COMBO)


class Range:
    """A weight from 0 to 1 for each of the 1326 combos, at least one of them above 0; it never changes.

    Only the ratios of the weights matter for an equity. Combos are in the order of `oddchip.equity.combos`.

    >>> tens_up = Range.parse("TT+, AKs:0.5")
    >>> len(tens_up), tens_up.total_weight, str(tens_up - Range.parse("QQ"))
    (34, 32.0, 'KK+,JJ-TT,AKs:0.5')
    """

    __slots__ = ("_text", "_weights")

    def __init__(self, weights: npt.ArrayLike) -> None:
        self._weights = _checked(weights)
        self._text = ""

    @classmethod
    def parse(cls, text: str) -> "Range":
        """Return the range that a text stands for; `oddchip.equity.range_parser` documents the notation.

        Raises `RangeSyntaxError`, with the position, for what is not in the notation or an empty range.

        >>> len(Range.parse("QQ+, AJo+, !AA, 8s7s, A5s-A2s:0.5"))
        65
        """
        if not isinstance(text, str):
            raise TypeError(f"the text of a range is a {type(text).__name__}, not a str")
        return cls(parse_range(text))

    @classmethod
    def from_mapping(cls, weights: Mapping[str, float]) -> "Range":
        """Return the range of hands and their weights, 0 to 1.

        The hands are combos or anything else that a range text may have, without weights and removals; a
        later one overrides the weight of an earlier one, also with 0.

        Raises `RangeSyntaxError` for what is neither a hand nor a weight, and for an empty range.

        >>> str(Range.from_mapping({"AhKd": 0.5, "QQ+": 1.0, "AA": 0}))
        'KK-QQ,AhKd:0.5'
        """
        array = np.zeros(COMBOS)
        for hands, weight in weights.items():
            if not isinstance(hands, str) or not isinstance(weight, float | int | np.floating | np.integer):
                raise TypeError(f"{hands!r}: {weight!r} is not a text with a number")
            piece = Piece(hands, 0, len(hands))
            if not 0 <= weight <= 1:
                raise piece.error(f"a weight of {weight}", "a weight from 0 to 1")
            array[parse_hands(piece)] = weight
        return cls(array)

    @classmethod
    def from_array(cls, weights: npt.ArrayLike) -> "Range":
        """Return the range of 1326 weights, 0 to 1, in the order of `oddchip.equity.combos`.

        Raises `RangeSyntaxError` for another shape, other weights, and an empty range.

        >>> Range.from_array(Range.full().weights / 2).total_weight
        663.0
        """
        return cls(weights)

    @classmethod
    def full(cls) -> "Range":
        """Return the range of all combos with weight 1.

        >>> str(Range.full())
        'random'
        """
        return cls(np.ones(COMBOS))

    @property
    def weights(self) -> Weights:
        """The weight of each combo: (1326,) float64, read-only.

        >>> Range.parse("AsAh:0.5").weights[1325]
        np.float64(0.5)
        """
        return self._weights

    @property
    def total_weight(self) -> float:
        """The sum of all weights: the number of combos where each counts by its weight.

        >>> Range.parse("AA:0.5, KK").total_weight
        9.0
        """
        return float(self._weights.sum())

    @property
    def percent(self) -> float:
        """The total weight as a percentage of the 1326 combos.

        >>> round(Range.parse("22+").percent, 2)
        5.88
        """
        return 100 * self.total_weight / COMBOS

    def __len__(self) -> int:
        """Return the number of combos with a weight above 0."""
        return int(np.count_nonzero(self._weights))

    def __or__(self, other: "Range") -> "Range":
        """Return the union: of each combo the larger weight."""
        if not isinstance(other, Range):
            return NotImplemented
        return Range(np.maximum(self._weights, other._weights))

    def __and__(self, other: "Range") -> "Range":
        """Return the intersection: of each combo the smaller weight."""
        if not isinstance(other, Range):
            return NotImplemented
        return _not_empty(np.minimum(self._weights, other._weights), "the ranges have no combo in common")

    def __sub__(self, other: "Range") -> "Range":
        """Return the difference: without all combos that have any weight in the other."""
        if not isinstance(other, Range):
            return NotImplemented
        left = np.where(other._weights > 0, 0, self._weights)
        return _not_empty(left, "no combo is left, as all are in the range taken away")

    def __invert__(self) -> "Range":
        """Return the complement: of each combo 1 minus its weight."""
        return _not_empty(1 - self._weights, "the complement of all combos is empty")

    def without(self, cards: Cards) -> "Range":
        """Return the range without the combos that hold any of these cards.

        Raises `ImpossibleSpotError` if no combo is left.

        >>> str(Range.parse("AA, 7c2d").without("As Ah 7c"))
        'AdAc'
        """
        gone = parse_cards(cards)
        left = np.where(np.isin(COMBO_CARDS, gone).any(axis=1), 0, self._weights)
        return _not_empty(left, f"no combo of the range is left without {format_cards(gone, separator=' ')}")

    def to_mapping(self) -> dict[str, float]:
        """Return the weight of each combo that has one, from AsAh down to 2d2c by the higher card.

        >>> Range.parse("AsAh, KsQs:0.5").to_mapping()
        {'AsAh': 1.0, 'KsQs': 0.5}
        """
        return {
            combo_text(index): float(self._weights[index]) for index in np.flatnonzero(self._weights)[::-1]
        }

    def to_json(self) -> dict[str, Any]:
        """Return what `oddchip range --format json` prints: text, combos, percent and each combo's weight."""
        return {
            "range": str(self),
            "combos": len(self),
            "percent": self.percent,
            "weights": self.to_mapping(),
        }

    def grid(self) -> Weights:
        """Return the mean weight of each class: (13, 13), ace first, suited above the diagonal.

        >>> grid = Range.parse("AA, AsKs").grid()
        >>> grid[0, :3].tolist(), grid[1, 0]
        ([1.0, 0.25, 0.0], np.float64(0.0))
        """
        totals = np.bincount(CLASS_OF_COMBO, self._weights, minlength=len(CLASSES))
        return (totals / _COMBOS_PER_CLASS).reshape(13, 13)

    def kinds(self) -> dict[str, float]:
        """Return the total weight of pairs, suited and offsuit hands.

        >>> Range.parse("QQ+, AK").kinds()
        {'pairs': 18.0, 'suited': 4.0, 'offsuit': 12.0}
        """
        grid = np.bincount(CLASS_OF_COMBO, self._weights, minlength=len(CLASSES)).reshape(13, 13)
        pairs, suited, offsuit = np.trace(grid), np.triu(grid, 1).sum(), np.tril(grid, -1).sum()
        return {"pairs": float(pairs), "suited": float(suited), "offsuit": float(offsuit)}

    def compare(self, other: "Range") -> tuple[float, float, float]:
        """Return what this range has more, what the other has more, and what both have, in combos by weight.

        >>> Range.parse("QQ+").compare(Range.parse("JJ, QQ:0.5"))
        (15.0, 6.0, 3.0)
        """
        more, less = self._weights - other._weights, other._weights - self._weights
        both = np.minimum(self._weights, other._weights)
        return float(more.clip(0).sum()), float(less.clip(0).sum()), float(both.sum())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return np.array_equal(self._weights, other._weights)

    def __hash__(self) -> int:
        return hash(self._weights.tobytes())

    def __str__(self) -> str:
        """Return the shortest canonical text, which parses back to exactly this range."""
        if not self._text:  # made when first asked for: it takes as long as a small equity
            self._text = range_text(self._weights)
        return self._text

    def __repr__(self) -> str:
        return f"Range.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Range, (self._weights,))  # pickled alone, the array would come back writeable


def _checked(weights: npt.ArrayLike) -> Weights:
    """A read-only copy of weights, if they are a range."""
    if isinstance(weights, str):
        raise TypeError("the weights of a range are a text (Range.parse reads one)")
    given = np.asarray(weights)
    if given.dtype.kind not in "biuf":
        raise TypeError(
            f"the weights of a range have dtype {given.dtype} (a real number such as float64 is needed)"
        )
    if given.shape != (COMBOS,):
        raise _no_range(f"weights of shape {given.shape}")
    array = given.astype(np.float64) + 0.0  # -0.0 becomes 0.0, so equal ranges have equal bytes
    wrong = np.flatnonzero(~((array >= 0) & (array <= 1)))
    if wrong.size:
        raise _no_range(f"a weight of {array[wrong[0]]}", combo_text(int(wrong[0])))
    if not array.any():
        raise _no_range("an empty range")
    array.flags.writeable = False
    return array


def _no_range(problem: str, text: str = "") -> RangeSyntaxError:
    where = f" for {text}" if text else ""
    return RangeSyntaxError(
        f"{problem}{where} (a range is {_WEIGHTS_HELP})", text=text, position=0, expected=_WEIGHTS_HELP
    )


def _not_empty(weights: Weights, message: str) -> Range:
    if not weights.any():
        raise ImpossibleSpotError(message)
    return Range(weights)
