"""Hole cards, of which some may not be known."""

from collections.abc import Sequence
from typing import SupportsIndex

from oddchip.evaluator import parse_cards

HoleCards = tuple[int | None, ...]
"""Two card ids, None for a card that is not known; empty before the deal."""


def as_hole_cards(cards: str | Sequence[SupportsIndex | str | None]) -> HoleCards:
    """Return cards as ids; None stays None."""
    if isinstance(cards, str):
        return parse_cards(cards)
    known = iter(parse_cards([card for card in cards if card is not None]))
    return tuple(None if card is None else next(known) for card in cards)
