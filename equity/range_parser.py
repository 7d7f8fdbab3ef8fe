"""Range text to weights.

Tokens are separated by commas, semicolons or white space, and read from left to right: a combo counts
once, and a later token overrides the weight of an earlier one. Upper and lower case are the same, `10` is
`T`, suits may be symbols, and the dashes of web pages are `-`. A comma follows a token: one at the end is
fine, two in a row are an error, as something may have been lost between them.

Hands:

* `AA`, `AKs`, `AKo`, `AK` (both), ranks in either order. `AKS` is `AKs`; four characters are two cards, so
  `ASKS` and `AsKs` are one combo.
* `QQ+`: this pair and every higher. `ATs+`: the kicker climbs to just below the top card. With neighbouring
  ranks (`T9s+`, `AK+`) it is an error, since programs disagree.
* `99-66`, `A5s-A2s`, `JTs-76s`, either way round: pairs, the same top card, or the same gap. Where only the
  second end says `s` or `o`, it says so for both (`AK-87s`).
* `*` or `x` is any rank or suit: `Ax`, `Axs` and `Axo` (which has AA), `Ah*h`, `Ah**`, `A*K*`.
* `random`, `any`, `**`, `100%`: all 1326.
* `15%`: the best hands by equity against a random hand, in whole classes, as long as their share of the
  1326 combos, rounded to two decimals, is at most 15 %; the best class always belongs. `5%-20%` is `20%`
  without `5%`.

Weights are fractions in (0, 1] after `:` or `=` (`AKs:0.5`, `AcAd=0.5`) and before parentheses
(`0.5(AA,KK)`), percentages in (0, 100] after `@` and in square brackets (`AKs@50`, `[50]AA,KK[/50]`), so
`@0.5` is half a percent. With `%` every one of them is a percentage (`AKs:50%`, `50%(AA)`). A token may have
one weight only: one inside another is an error, not a product.

`!AKs` or `-AKs` takes hands out of what stands before it, and `!` needs no comma (`99+!AA`). It has no
weight, stands outside brackets and must take something out.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import COMBOS, Combos
from oddchip.equity.range_hands import DASHES, NUMBER, Piece, parse_hands

Weights = npt.NDArray[np.float64]
"""A weight for each of the 1326 combos."""

_PLAIN: Final = r"[^\s,;!:@=()\[\]]"
_LEXEME: Final = re.compile(
    rf"""(?P<space>\s+)
    | (?P<comma>[,;])
    | (?P<close>\[/[^\[\]]*\]|\))
    | (?P<open>\[[^\[\]]*\]|!?{_PLAIN}*\()
    | (?P<hands>(?P<removal>[{DASHES}!])?(?P<body>{_PLAIN}+)(?:\s*(?P<mark>[:@=])\s*(?P<weight>{_PLAIN}*))?)
    | (?P<stray>.)""",
    re.VERBOSE | re.DOTALL,
)
_WEIGHT: Final = re.compile(rf"({NUMBER})(%?)")
_STRAY_HELP: Final = {
    "!": ("a '!' with no hands behind it", "the hands to take out, such as '!AA'"),
    "[": ("a '[' that is not closed", "'[50]' before and '[/50]' after the hands"),
    "]": ("a ']' that was not opened", "'[50]' before and '[/50]' after the hands"),
}


class _Item(NamedTuple):
    """A token: hands to take in with a weight, or to take out."""

    piece: Piece
    hands: Piece
    weight: float
    is_removal: bool


class _Group(NamedTuple):
    """Brackets that are open: the opening one, what closes it, and the weight of the tokens inside."""

    opening: Piece
    closing: str
    weight: float


def parse_range(text: str) -> Weights:
    """Return the weight of each combo in a range text; at least one is above 0.

    Raises `RangeSyntaxError`, with the position, for what the notation of this module does not have.

    >>> weights = parse_range("QQ+, AKs:0.5")
    >>> int((weights > 0).sum()), float(weights.sum())
    (22, 20.0)
    """
    weights = np.zeros(COMBOS)
    last = None
    for item in _items(text):
        last = item
        combos = parse_hands(item.hands)
        if item.is_removal:
            _take_out(weights, combos, item.piece)
        else:
            weights[combos] = item.weight
    if last is None:
        raise Piece(text, 0, len(text)).error("an empty range", "'random' for every hand")
    if not weights.any():
        raise last.piece.error("nothing is left of the range", "fewer hands to take out")
    return weights


def _take_out(weights: Weights, combos: Combos, piece: Piece) -> None:
    if not weights.any():
        raise piece.error(
            "nothing stands before it to take hands out of", f"'random,{piece.text}' for all but these"
        )
    if not weights[combos].any():
        raise piece.error("takes nothing out of what stands before it", "it behind the hands it is to cut")
    weights[combos] = 0


def _items(text: str) -> Iterator[_Item]:
    """The tokens of a text in order, each with the weight that it or its brackets say."""
    group: _Group | None = None
    before = "comma"  # the kind of the lexeme before
    expects_hands = True  # since the last comma or opening bracket
    for match in _LEXEME.finditer(text):
        kind = str(match.lastgroup)
        piece = Piece(text, *match.span())
        if kind == "stray":
            raise piece.error(*_stray_help(piece.text))
        if kind == "hands":
            yield _read_item(piece, match, group)
        elif kind == "comma" and expects_hands:
            raise piece.error(f"no hands before the {piece.text!r}", "one ',' between hands")
        elif kind == "open":
            group = _open(piece, group, before)
        elif kind == "close":
            _check_close(piece, group)
            group = None
        if kind != "space":
            expects_hands = kind in ("comma", "open")
        before = kind
    if group:
        raise group.opening.error("these brackets are not closed", f"{group.closing!r} after the hands")


def _stray_help(char: str) -> tuple[str, str]:
    return _STRAY_HELP.get(char, (f"a {char!r} with no hands before it", "hands before it, such as 'AA:0.5'"))


def _read_item(piece: Piece, match: re.Match[str], group: _Group | None) -> _Item:
    hands = Piece(piece.whole, *match.span("body"))
    weight = group.weight if group else 1.0
    if match["removal"] and (group or match["mark"]):
        raise piece.error("a removal has no weight", f"'!{hands.text}' outside brackets")
    if match["mark"]:
        number = Piece(piece.whole, *match.span("weight"))
        if group:
            raise piece.error("a weight inside brackets that have one", "one weight", match.start("mark"))
        weight = _read_weight(piece, number, is_percent=match["mark"] == "@")
    return _Item(piece, hands, weight, bool(match["removal"]))


def _read_weight(piece: Piece, number: Piece, *, is_percent: bool) -> float:
    match = _WEIGHT.fullmatch(number.text)
    is_percent = is_percent or number.text.endswith("%")
    expected = "a percentage above 0 and at most 100" if is_percent else "a fraction above 0 and at most 1"
    if match is None:
        raise piece.error(f"{number.text!r} is not a weight", expected, number.start)
    value = float(match[1])
    weight = value / 100 if is_percent else value
    if not 0 < weight <= 1:
        if value > 1 and not is_percent:
            expected += ", or a percentage with '%'"
        elif weight == 0:
            expected += ", or leave the hands out"
        raise piece.error(f"a weight of {number.text}", expected, number.start)
    return weight


def _open(piece: Piece, group: _Group | None, before: str) -> _Group:
    if group:
        raise piece.error("brackets inside brackets", f"{group.closing!r} before it")
    if before == "hands":
        raise piece.error("brackets that touch the hands before them", "',' between")
    if piece.text.startswith("["):
        number = piece.part(1, len(piece.text) - 1)
        return _Group(piece, f"[/{number.text}]", _read_weight(piece, number, is_percent=True))
    number = piece.part(0, len(piece.text) - 1)
    if number.text.startswith(("!", *DASHES)):
        raise piece.error("a removal has no weight and no brackets", "'!AA' for each of the hands")
    if not number.text:
        raise piece.error("parentheses without a weight", "'0.5(AA)', or the hands alone")
    return _Group(piece, ")", _read_weight(piece, number, is_percent=False))


def _check_close(piece: Piece, group: _Group | None) -> None:
    if not group:
        raise piece.error("brackets that were not opened", "'[50]AA[/50]' or '0.5(AA)'")
    if piece.text != group.closing:
        raise piece.error(f"closes {group.opening.text!r} with another sign", repr(group.closing))
    if not piece.whole[group.opening.stop : piece.start].strip():
        raise piece.error("no hands in the brackets", "hands between them")
