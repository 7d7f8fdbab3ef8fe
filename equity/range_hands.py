"""The hands that one token of a range stands for: `AKs`, `QQ+`, `A5s-A2s`, `AhKd`, `Ah*h`, `15%`, `random`.

Weights, brackets and removals are read by `range_parser`, which also documents the notation.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from oddchip.equity.combos import COMBOS, Combos, class_combos, class_name, combo_index
from oddchip.evaluator import RANKS, SUITS, RangeSyntaxError
from oddchip.evaluator.cards import SUIT_SYMBOLS

DASHES = "-–—−‐‑‒"
"""The hyphen, and what word processors and web pages make of it."""

NUMBER = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
"""A number in a range text, as a regular expression."""

_ALL_RANKS, _ALL_SUITS = range(len(RANKS)), range(len(SUITS))
_TOP = len(RANKS) - 1
_RANKS_OF: dict[str, Sequence[int]] = {
    char: (rank,) for ranks in (RANKS, RANKS.lower()) for rank, char in enumerate(ranks)
}
_SUITS_OF: dict[str, Sequence[int]] = {
    char: (suit,) for suits in (SUITS, SUITS.upper(), SUIT_SYMBOLS, "♧♢♡♤") for suit, char in enumerate(suits)
}
for _any in "*xX":
    _RANKS_OF[_any], _SUITS_OF[_any] = _ALL_RANKS, _ALL_SUITS
_RANKS_OF["10"] = _RANKS_OF["T"]
_SUFFIXES = {"s": "s", "S": "s", "o": "o", "O": "o"}
# U+FE0E and U+FE0F choose between the text and the emoji form of the suit before them.
_SYMBOL = re.compile("10|[^\ufe0e\ufe0f]", re.DOTALL)
_PERCENT = re.compile(rf"(?P<first>{NUMBER})%(?:[{DASHES}](?P<second>{NUMBER})%)?")

_CHARS_HELP = f"ranks {RANKS}, suits {SUITS} or {SUIT_SYMBOLS}, s, o, + and * or x for any"
_HAND_HELP = "two cards such as 'AhKd', or a class such as 'AKs', with ',' between hands"
_PERCENT_HELP = "'15%', or '5%-20%', above 0 and at most 100"


class Piece(NamedTuple):
    """A part of a range text that knows its place, for errors."""

    whole: str
    start: int
    stop: int

    @property
    def text(self) -> str:
        """What is written there."""
        return self.whole[self.start : self.stop]

    def part(self, start: int, stop: int) -> "Piece":
        """Return a part of this piece, counted from where the piece begins."""
        return Piece(self.whole, self.start + start, self.start + stop)

    def error(self, problem: str, expected: str, position: int | None = None) -> RangeSyntaxError:
        """Return the error that names this piece, the place in the whole text and what to write instead."""
        position = self.start if position is None else position
        return RangeSyntaxError(
            f"range {self.text!r}: {problem} (position {position}); write {expected}",
            text=self.whole,
            position=position,
            expected=expected,
        )


class _Cards(NamedTuple):
    """Two cards as written, each with the ranks and suits that it may have; as classes, any suits."""

    ranks: tuple[Sequence[int], Sequence[int]]
    suits: tuple[Sequence[int], Sequence[int]] = (_ALL_SUITS, _ALL_SUITS)
    suffix: str = ""


class _Class(NamedTuple):
    """A pair, or two ranks with `s`, `o` or nothing for both."""

    high: int
    low: int
    suffix: str

    @property
    def name(self) -> str:
        return class_name(*self)

    @property
    def gap(self) -> int:
        return self.high - self.low


def parse_hands(piece: Piece) -> Combos:
    """Return the combos that a token without weight stands for.

    Raises `RangeSyntaxError` for what is not in the notation.

    >>> len(parse_hands(Piece("QQ+", 0, 3)))
    18
    """
    text = piece.text
    if text.lower() in ("random", "any"):
        return np.arange(COMBOS)
    if "%" in text:
        return _percent_combos(piece)
    dashes = [match.start() for match in re.finditer(f"[{DASHES}]", text)]
    plus = text.find("+")
    if plus >= 0 and (dashes or not 0 < plus == len(text) - 1):
        raise piece.error(
            "a '+' stands once, at the end of a hand, and not with '-'",
            "'QQ+' or '99-66', and '!' before hands to take out",
            piece.start + plus,
        )
    if dashes:
        return _span_combos(piece, dashes)
    if plus >= 0:
        return _plus_combos(piece)
    hand = _read_hand(piece)
    if isinstance(hand, _Class):
        return _combos_of([hand])
    return _matching_combos(hand)


def _combos_of(classes: Iterable[_Class]) -> Combos:
    names = []
    for hand in classes:
        both = hand.gap > 0 and not hand.suffix
        names += [hand.name + suffix for suffix in ("so" if both else [""])]
    return np.concatenate([class_combos(name) for name in names])


def _matching_combos(cards: _Cards) -> Combos:
    first, second = (
        [4 * rank + suit for rank in ranks for suit in suits]
        for ranks, suits in zip(cards.ranks, cards.suits, strict=True)
    )
    matching = {
        combo_index(one, other)
        for one in first
        for other in second
        if one != other and cards.suffix in ("", "s" if one % 4 == other % 4 else "o")
    }
    return np.array(sorted(matching), dtype=np.intp)


def _percent_combos(piece: Piece) -> Combos:
    match = _PERCENT.fullmatch(piece.text)
    if match is None:
        raise piece.error("not a percentage of hands", _PERCENT_HELP)
    start, end = sorted(float(number) for number in match.groups(default="0"))
    if not 0 < end <= 100:
        raise piece.error(f"{end:g}% is not a part of all hands", _PERCENT_HELP)
    if (start, end) == (0, 100):
        return np.arange(COMBOS)
    names = _class_order()[_classes_in(start) : _classes_in(end)]
    if not names:
        raise piece.error("no class of hands lies between", "percentages that are further apart")
    return np.concatenate([class_combos(name) for name in names])


def _classes_in(percent: float) -> int:
    """How many of the best classes a percentage takes, by their shares of the combos in two decimals.

    So the shares that tables print, such as 15.08, take the class beside which they stand. No class is
    so small that this could let in another.
    """
    if percent == 0:
        return 0
    combos = 0
    for count, name in enumerate(_class_order()):
        combos += len(class_combos(name))
        if round(100 * combos / COMBOS, 2) > percent:
            return max(count, 1)
    return len(_class_order())


def _class_order() -> tuple[str, ...]:
    # Only percentages need the table of preflop equities.
    from oddchip.equity.preflop import class_order  # noqa: PLC0415

    return class_order()


def _plus_combos(piece: Piece) -> Combos:
    base = piece.part(0, len(piece.text) - 1)
    hand = _read_hand(base)
    if not isinstance(hand, _Class):
        raise piece.error(
            "'+' goes with a pair or a class of hands only",
            "'QQ+', 'ATs+', or each of the hands",
            piece.stop - 1,
        )
    if hand.gap == 0:
        return _combos_of(_Class(rank, rank, "") for rank in range(hand.high, _TOP + 1))
    if hand.gap == 1:
        top = _Class(_TOP, _TOP - 1, hand.suffix)
        span = "" if hand == top else f", or '{top.name}-{hand.name}'"
        raise piece.error(
            f"programs disagree: {hand.name} only, or all connectors from it up",
            f"'{hand.name}'{span}",
            piece.stop - 1,
        )
    return _combos_of(_Class(hand.high, low, hand.suffix) for low in range(hand.low, hand.high))


def _span_combos(piece: Piece, dashes: list[int]) -> Combos:
    ends = piece.part(0, dashes[0]), piece.part(dashes[0] + 1, len(piece.text))
    if len(dashes) > 1 or not all(end.text for end in ends):
        raise piece.error(
            "a '-' stands once, between two hands",
            "'99-66' without spaces for hands between, or '!66' to take hands out",
            piece.start + dashes[-1],
        )
    first, second = (_read_end(end, piece) for end in ends)
    if second.suffix and not first.suffix and first.gap:  # AK-87s
        first = first._replace(suffix=second.suffix)
    return _combos_of(_classes_between(first, second, piece, ends[1].start))


def _read_end(end: Piece, span: Piece) -> _Class:
    hand = _read_hand(end)
    if not isinstance(hand, _Class):
        raise span.error(
            "only pairs and classes of hands have others between them",
            "each of the hands, with ',' between",
            end.start,
        )
    return hand


def _classes_between(first: _Class, second: _Class, span: Piece, position: int) -> list[_Class]:
    both = f"'{first.name},{second.name}' for these two"
    if (first.gap == 0) != (second.gap == 0):
        raise span.error("nothing lies between a pair and a hand that is not one", both, position)
    if first.suffix != second.suffix:
        raise span.error(
            "both ends must be suited, or offsuit, or neither",
            f"{both}, or '{first.name}-{second._replace(suffix=first.suffix).name}'",
            position,
        )
    if first.high == second.high and first.gap:
        lows = range(min(first.low, second.low), max(first.low, second.low) + 1)
        return [first._replace(low=low) for low in lows]
    if first.gap == second.gap:
        highs = range(min(first.high, second.high), max(first.high, second.high) + 1)
        return [_Class(high, high - first.gap, first.suffix) for high in highs]
    raise span.error("both ends must have the same top card or the same gap", both, position)


def _read_hand(piece: Piece) -> _Class | _Cards:
    symbols = [(match[0], piece.start + match.start()) for match in _SYMBOL.finditer(piece.text)]
    for symbol, position in symbols:
        if not (symbol in _RANKS_OF or symbol in _SUITS_OF or symbol in _SUFFIXES):
            raise _unknown(piece, symbol, position)
    if len(symbols) in (2, 3):
        return _read_class(piece, symbols)
    if len(symbols) == 4:
        return _read_cards(piece, symbols)
    if len(symbols) == 1 and piece.text in _RANKS_OF:
        raise piece.error("one rank is not a hand", f"'{piece.text}x' for this rank with any other")
    raise piece.error("not a hand", _HAND_HELP)


def _unknown(piece: Piece, symbol: str, position: int) -> RangeSyntaxError:
    if re.fullmatch(NUMBER, piece.text):
        return piece.error("a number is not a hand", "'AA:0.5' for a weight, '15%' for the best hands")
    return piece.error(f"unknown character {symbol!r}", _CHARS_HELP, position)


def _read_class(piece: Piece, symbols: list[tuple[str, int]]) -> _Class | _Cards:
    (first, _), (second, second_position) = symbols[:2]
    if first not in _RANKS_OF:
        raise piece.error(f"{first!r} is not a rank", _HAND_HELP)
    if second not in _RANKS_OF:
        card = first + second
        if second not in _SUITS_OF:
            raise piece.error(f"{second!r} is not a rank", _HAND_HELP, second_position)
        if len(symbols) == 2:
            raise piece.error("one card is not a hand", f"'{card}**' for this card with any other")
        if symbols[2][0] not in _RANKS_OF:
            raise piece.error(f"{symbols[2][0]!r} is not a rank", _HAND_HELP, symbols[2][1])
        raise piece.error("the second card has no suit", f"'{piece.text}*' for any", symbols[2][1])
    suffix = _read_suffix(piece, symbols)
    ranks = _RANKS_OF[first], _RANKS_OF[second]
    if len(ranks[0]) > 1 or len(ranks[1]) > 1:
        return _Cards(ranks, suffix=suffix)
    low, high = sorted((ranks[0][0], ranks[1][0]))
    if low == high and suffix:
        problem = "a pair cannot be suited" if suffix == "s" else "a pair is never written as offsuit"
        raise piece.error(problem, f"'{class_name(high, low)}'", symbols[2][1])
    return _Class(high, low, suffix)


def _read_suffix(piece: Piece, symbols: list[tuple[str, int]]) -> str:
    if len(symbols) == 2:
        return ""
    suffix, position = symbols[2]
    if suffix not in _SUFFIXES:
        hand = symbols[0][0] + symbols[1][0]
        raise piece.error(
            f"{suffix!r} after two ranks is neither s (suited) nor o (offsuit)",
            f"'{hand}s', '{hand}o' or '{hand}'",
            position,
        )
    return _SUFFIXES[suffix]


def _read_cards(piece: Piece, symbols: list[tuple[str, int]]) -> _Cards:
    parts: list[Sequence[int]] = []
    for place, (symbol, position) in enumerate(symbols):
        allowed, what = (_SUITS_OF, "suit") if place % 2 else (_RANKS_OF, "rank")
        if symbol not in allowed:
            raise piece.error(f"{symbol!r} is not a {what}", _HAND_HELP, position)
        parts.append(allowed[symbol])
    cards = _Cards((parts[0], parts[2]), (parts[1], parts[3]))
    if all(len(part) == 1 for part in parts) and parts[:2] == parts[2:]:
        card = symbols[0][0] + symbols[1][0]
        raise piece.error(
            f"{card} comes twice",
            f"two different cards, or '{card}{symbols[2][0]}*' for any suit of the second",
            symbols[2][1],
        )
    return cards
