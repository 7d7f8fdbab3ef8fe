"""A spot: who holds what, the board and the dead cards, checked once at the border."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from oddchip.evaluator import (
    DECK_SIZE,
    CardError,
    Cards,
    DuplicateCardError,
    HandSizeError,
    ImpossibleSpotError,
    format_cards,
    parse_cards,
)

MIN_PLAYERS, MAX_PLAYERS = 2, 10
BOARD_SIZE = 5
# What range notations are made of, to tell a range from a misspelt hand.
_LOOKS_LIKE_RANGE = re.compile(
    r"(?:10|[2-9tjqka]){2}[so]?|(?:10|[2-9tjqka])x[so]?|random|any|.*[-+*%:@!()\[\]].*", re.IGNORECASE
)


class Spot(NamedTuple):
    """Two known cards for each player, a board of up to five, and cards that cannot come."""

    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]

    @property
    def deck(self) -> tuple[int, ...]:
        """The cards that may still come to the board, in increasing order."""
        gone = {card for hand in self.hands for card in hand} | set(self.board) | set(self.dead)
        return tuple(card for card in range(DECK_SIZE) if card not in gone)


def parse_spot(hands: Sequence[Cards], board: Cards = "", dead: Cards = "") -> Spot:
    """Return the spot that texts or card ids describe.

    Raises `ImpossibleSpotError` for fewer than two or more than ten hands and for too few cards left,
    `HandSizeError` for a hand without exactly two cards and a board of more than five, `CardError` for
    what is not a card, and `DuplicateCardError` for a card in two places.

    >>> parse_spot(["AhKh", "QsQd"], "2c 7d 9h").board
    (0, 21, 30)
    """
    if isinstance(hands, str):
        raise TypeError(f"hands is the text {hands!r}, not a sequence with one hand for each player")
    if not MIN_PLAYERS <= len(hands) <= MAX_PLAYERS:
        raise ImpossibleSpotError(
            f"{len(hands)} {'player' if len(hands) == 1 else 'players'} given"
            f" ({MIN_PLAYERS} to {MAX_PLAYERS} can be compared)"
        )
    spot = Spot(
        hands=tuple(_parse_hand(hand, player) for player, hand in enumerate(hands, start=1)),
        board=_parse_place(board, "on the board"),
        dead=_parse_place(dead, "among the dead cards"),
    )
    if len(spot.board) > BOARD_SIZE:
        raise HandSizeError(
            f"the board {format_cards(spot.board)} has {len(spot.board)} cards (at most {BOARD_SIZE})",
            expected="0 to 5",
            got=len(spot.board),
        )
    _refuse_duplicates(spot)
    missing, left = BOARD_SIZE - len(spot.board), len(spot.deck)
    if left < missing:
        raise ImpossibleSpotError(
            f"{left} cards are left for {missing} board cards ({len(spot.dead)} are dead; fewer must be)"
        )
    return spot


def _parse_hand(hand: Cards, player: int) -> tuple[int, ...]:
    try:
        cards = parse_cards(hand)
    except CardError as error:
        if isinstance(hand, str) and _LOOKS_LIKE_RANGE.fullmatch(hand.strip()):
            raise CardError(
                f"hand {player} is {hand!r}, which reads as a range; only two known cards, such as AhKh,"
                " can be given so far",
                text=hand,
                position=0,
            ) from None
        raise _prefixed(error, f"hand {player}") from None
    if len(cards) != 2:
        what = repr(hand) if isinstance(hand, str) else format_cards(cards) or "empty"
        count = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        raise HandSizeError(
            f"hand {player} is {what}, {count} (2 are needed, such as AhKh)", expected="2", got=len(cards)
        )
    return cards


def _parse_place(cards: Cards, place: str) -> tuple[int, ...]:
    try:
        return parse_cards(cards)
    except CardError as error:
        raise _prefixed(error, place) from None


def _prefixed(error: CardError, place: str) -> CardError:
    error.args = (f"{place}: {error.args[0]}",)
    return error


def _refuse_duplicates(spot: Spot) -> None:
    places = [(f"in hand {player}", hand) for player, hand in enumerate(spot.hands, start=1)]
    places += [("on the board", spot.board), ("among the dead cards", spot.dead)]
    first_place: dict[int, str] = {}
    for place, cards in places:
        for card in cards:
            if card in first_place:
                raise DuplicateCardError(format_cards([card]), first_place[card], place)
            first_place[card] = place
