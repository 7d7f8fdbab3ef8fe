"""Weights to the shortest range text.

Pairs come first, from the aces down, then the hands with an ace, a king and so on; of these first the
classes that are whole both suited and offsuit, then suited, then offsuit ones, each by its kicker. Whole
classes of equal weight are joined: `QQ+`, `99-66`, `ATs+`, `A5s-A2s`, and where it is shorter `JTs-87s`.
Suited and offsuit hands with one top card become `AK` or `AT+` where that is not longer. A class whose
combos are not all there, or not of one weight, is written combo by combo in its place. Every combo stands
in one token, so the order decides nothing; all 1326 with one weight are `random`.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import CLASSES, class_combos, class_name, combo_text
from oddchip.evaluator import RANKS

_TOP = len(RANKS) - 1

Cell = tuple[int, int]
"""The two ranks of a class, the higher one first."""

CellWeights = dict[Cell, float]

_PAIRS: list[Cell] = [(rank, rank) for rank in range(_TOP, -1, -1)]


class _Token(NamedTuple):
    """Classes of one kind and weight next to each other, the highest first, or one combo of a class."""

    cells: tuple[Cell, ...]
    suffix: str
    weight: float
    combo: int = -1

    @property
    def order(self) -> tuple[bool, int, int, int, int]:
        high, low = self.cells[0]
        return (high != low, -high, ("", "s", "o").index(self.suffix), -low, -self.combo)

    @property
    def is_lone_class(self) -> bool:
        """Whether this is one class, and not a pair."""
        high, low = self.cells[0]
        return len(self.cells) == 1 and self.combo < 0 and high != low

    @property
    def text(self) -> str:
        return self._hands() + _weight_text(self.weight)

    def _hands(self) -> str:
        if self.combo >= 0:
            return combo_text(self.combo)
        (high, low), last = self.cells[0], class_name(*self.cells[-1], self.suffix)
        if len(self.cells) == 1:
            return last
        # Nothing is above the first: the aces, or the highest kicker beside this top card.
        if (high == low == _TOP) or (self.cells[-1][0] == high == low + 1):
            return f"{last}+"
        return f"{class_name(high, low, self.suffix)}-{last}"


def range_text(weights: npt.NDArray[np.float64]) -> str:
    """Return the shortest text of 1326 weights, in its canonical order.

    >>> from oddchip.equity.range_parser import parse_range
    >>> range_text(parse_range("AA:0.5, KK, QQ, JJ:0.5"))
    'AA:0.5,KK-QQ,JJ:0.5'
    """
    if weights.min() == weights.max():
        return "random" + _weight_text(float(weights[0]))
    whole, tokens = _split(weights)
    tokens += _runs(_PAIRS, whole[""], "")
    for high in range(_TOP, 0, -1):
        tokens += _row(high, whole["s"], whole["o"])
    tokens = _join_diagonals(tokens)
    return ",".join(token.text for token in sorted(tokens, key=lambda token: token.order))


def _weight_text(weight: float) -> str:
    return "" if weight == 1 else f":{weight!r}"


def _split(weights: npt.NDArray[np.float64]) -> tuple[dict[str, CellWeights], list[_Token]]:
    """The weights of whole pairs, suited and offsuit classes, and tokens for the combos of the others."""
    whole: dict[str, CellWeights] = {"": {}, "s": {}, "o": {}}
    tokens = []
    for name in CLASSES:
        combos = class_combos(name)
        cell, suffix = (RANKS.index(name[0]), RANKS.index(name[1])), name[2:]
        own: list[float] = weights[combos].tolist()
        if min(own) == max(own):
            if own[0] > 0:
                whole[suffix][cell] = own[0]
        else:
            each = zip(combos.tolist(), own, strict=True)
            tokens += [_Token((cell,), suffix, weight, combo) for combo, weight in each if weight > 0]
    return whole, tokens


def _runs(chain: Iterable[Cell], weights: CellWeights, suffix: str) -> list[_Token]:
    """A token for every run of neighbours in the chain that have the same weight."""
    return [
        _Token(tuple(cells), suffix, weight)
        for weight, cells in groupby(chain, weights.get)
        if weight is not None
    ]


def _row(high: int, suited: CellWeights, offsuit: CellWeights) -> list[_Token]:
    """Tokens for the hands with one top card, with `AK` for `AKs,AKo` unless that is longer."""
    row = [(high, low) for low in range(high - 1, -1, -1)]
    both = {cell: suited[cell] for cell in row if cell in suited and suited[cell] == offsuit.get(cell)}
    joined = _runs(row, both, "")
    for weights, suffix in ((suited, "s"), (offsuit, "o")):
        joined += _runs(row, {cell: weights[cell] for cell in weights if cell not in both}, suffix)
    return min(joined, _runs(row, suited, "s") + _runs(row, offsuit, "o"), key=_length)


def _join_diagonals(tokens: list[_Token]) -> list[_Token]:
    """Write classes that stand alone as `JTs-87s` where that is shorter."""
    joined = [token for token in tokens if not token.is_lone_class]
    for suffix in ("", "s", "o"):
        lone = {
            token.cells[0]: token.weight for token in tokens if token.is_lone_class and token.suffix == suffix
        }
        for gap in range(1, _TOP + 1):
            for run in _runs(((high, high - gap) for high in range(_TOP, gap - 1, -1)), lone, suffix):
                joined += min([run._replace(cells=(cell,)) for cell in run.cells], [run], key=_length)
    return joined


def _length(tokens: Iterable[_Token]) -> int:
    return sum(len(token.text) + 1 for token in tokens)
