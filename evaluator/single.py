"""The strength of one hand, without compiled code: 1..7462, higher is better, equal strengths tie."""

from functools import cache
from typing import TypeAlias

from oddchip.evaluator.cards import Cards, parse_cards
from oddchip.evaluator.errors import HandSizeError
from oddchip.evaluator.tables import ROW_SHIFT, load_tables

SIZES_HELP = "a hand has 5, 6 or 7 cards"
FLUSH_BITS = 0x08080808 << 32

IntView: TypeAlias = "memoryview[int]"


@cache
def _python_tables() -> tuple[list[int], list[int], IntView, IntView, IntView]:
    """The tables as Python objects, which answer a single look-up faster than arrays do."""
    tables = load_tables()
    return (
        tables.card_keys.tolist(),
        tables.start_keys.tolist(),
        tables.offsets.data,
        tables.strengths.data,
        tables.flush_strengths.data,
    )


def evaluate(cards: Cards) -> int:
    """Return the strength of the best five of 5, 6 or 7 cards: 1..7462, higher is better.

    cards: text, or a sequence of card ids or texts, as `parse_cards` takes them.

    Raises `HandSizeError` for another number of cards, `CardError` for what is not a card and
    `DuplicateCardError` for a card twice. Needs no compilation; `evaluate_many` is for arrays.

    >>> evaluate("AsKsQsJsTs2c3d")
    7462
    >>> evaluate("7c5d4h3s2c")
    1
    """
    ids = parse_cards(cards)
    if not 5 <= len(ids) <= 7:
        count = "1 card is" if len(ids) == 1 else f"{len(ids)} cards are"
        raise HandSizeError(f"{count} no hand ({SIZES_HELP})", expected="5 to 7", got=len(ids))
    return strength_of_ids(ids)


def strength_of_ids(ids: tuple[int, ...]) -> int:
    """Return the strength of five to seven different card ids, which the caller has checked."""
    card_keys, start_keys, offsets, strengths, flush_strengths = _python_tables()
    key = start_keys[len(ids)]
    for card in ids:
        key += card_keys[card]
    flush = key & FLUSH_BITS
    if flush:
        suit = (flush.bit_length() - 36) >> 3
        return flush_strengths[sum(1 << (card >> 2) for card in ids if card & 3 == suit)]
    rank_sum = key & 0xFFFFFFFF
    return strengths[rank_sum + offsets[rank_sum >> ROW_SHIFT]]
