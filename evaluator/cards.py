"""Cards as numbers and as text.

A card id is `4 * rank + suit`: ranks 2..A are 0..12, suits clubs, diamonds, hearts, spades are 0..3,
so `2c` is 0 and `As` is 51.
"""

import operator
from collections.abc import Iterable, Sequence
from typing import SupportsIndex, TypeAlias

from oddchip.evaluator.errors import CardError, DuplicateCardError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
DECK_SIZE = 52

Cards: TypeAlias = str | Sequence[SupportsIndex | str]
"""What the functions of this package accept as cards: one text, or a sequence of ids or of texts."""

_RANK_OF = {char: rank for rank, char in enumerate(RANKS)} | {
    char.lower(): rank for rank, char in enumerate(RANKS)
}
_SUIT_OF = {
    char: suit for chars in (SUITS, SUITS.upper(), SUIT_SYMBOLS, "♧♢♡♤") for suit, char in enumerate(chars)
}
# U+FE0E and U+FE0F choose between the text and the emoji form of the suit before them.
_IGNORED = " \t\r\n,;\ufe0e\ufe0f"
_RANKS_HELP = f"ranks are {RANKS}"
_SUITS_HELP = f"suits are {SUITS} or {SUIT_SYMBOLS}"


def parse_cards(cards: Cards) -> tuple[int, ...]:
    """Return the card ids that a text, or a sequence of ids or texts, stands for.

    In texts upper and lower case are the same, `10` is `T`, suits may be symbols, and spaces and
    commas may stand between cards. No card may come twice.

    Raises `CardError` with the position of what is not a card, `DuplicateCardError` for a card that
    comes twice, and `TypeError` for what is neither text nor sequence.

    >>> parse_cards("2cAs")
    (0, 51)
    >>> parse_cards("10♥ kd") == parse_cards(["Th", "Kd"]) == parse_cards([34, 45])
    True
    """
    if isinstance(cards, str):
        ids, positions = _parse_text(cards)
        if len(set(ids)) < len(ids):
            raise _duplicate(
                ids, [f"at position {position} of {cards!r}" for position in positions], cards, positions
            )
    else:
        ids = [
            _parse_item(item, index) if isinstance(item, str) else check_card_id(item, f" at index {index}")
            for index, item in enumerate(cards)
        ]
        if len(set(ids)) < len(ids):
            raise _duplicate(ids, [f"at index {index}" for index in range(len(ids))])
    return tuple(ids)


def format_cards(cards: Iterable[SupportsIndex], *, symbols: bool = False, separator: str = "") -> str:
    """Return the text of card ids, such as `AsKd`, or `A♠K♦` with `symbols`.

    Raises `CardError` for a number that is not a card id.

    >>> format_cards([51, 45])
    'AsKd'
    >>> format_cards([51, 45], symbols=True, separator=" ")
    'A♠ K♦'
    """
    suits = SUIT_SYMBOLS if symbols else SUITS
    ids = [check_card_id(card) for card in cards]
    return separator.join(RANKS[card >> 2] + suits[card & 3] for card in ids)


def check_card_id(card: SupportsIndex, place: str = "") -> int:
    """Return a card id as `int`; raise `CardError` if it is not 0..51."""
    number = operator.index(card)
    if not 0 <= number < DECK_SIZE:
        raise CardError(f"{number}{place} is not a card id (ids are 0 for 2c to 51 for As)")
    return number


def _parse_item(item: str, index: int) -> int:
    ids, _ = _parse_text(item)
    if len(ids) != 1:
        raise CardError(f"{item!r} at index {index} is {len(ids)} cards (one each, such as Ah)", text=item)
    return ids[0]


def _parse_text(text: str) -> tuple[list[int], list[int]]:
    """Card ids and the position of each in the text."""
    ids: list[int] = []
    positions: list[int] = []
    at = 0
    while at < len(text):
        if text[at] in _IGNORED:
            at += 1
            continue
        start = at
        if text.startswith("10", at):
            rank: int | None = _RANK_OF["T"]
            at += 2
        else:
            rank = _RANK_OF.get(text[at])
            at += 1
        if rank is None:
            raise CardError(
                f"unknown rank {text[start]!r} at position {start} of {text!r} ({_RANKS_HELP})",
                text=text,
                position=start,
            )
        if at == len(text):
            raise CardError(
                f"the card at position {start} of {text!r} has no suit ({_SUITS_HELP})",
                text=text,
                position=start,
            )
        suit = _SUIT_OF.get(text[at])
        if suit is None:
            raise CardError(
                f"unknown suit {text[at]!r} at position {at} of {text!r} ({_SUITS_HELP})",
                text=text,
                position=at,
            )
        at += 1
        ids.append(4 * rank + suit)
        positions.append(start)
    return ids, positions


def _duplicate(
    ids: list[int], places: list[str], text: str = "", positions: list[int] | None = None
) -> DuplicateCardError:
    """The error that names the first card which comes twice, and both places."""
    again = next(index for index, card in enumerate(ids) if card in ids[:index])
    first = ids.index(ids[again])
    return DuplicateCardError(
        format_cards([ids[again]]),
        places[first],
        places[again],
        text=text,
        position=positions[again] if positions else None,
    )
