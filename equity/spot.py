"""A spot: who holds what, the board and the dead cards, checked once at the border."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import COMBO_CARDS, COMBOS, HIGH_CARDS, LOW_CARDS, combo_index
from oddchip.equity.ranges import Range
from oddchip.evaluator import (
    DECK_SIZE,
    CardError,
    Cards,
    DuplicateCardError,
    HandSizeError,
    ImpossibleSpotError,
    RangeSyntaxError,
    format_cards,
    parse_cards,
)

MIN_PLAYERS, MAX_PLAYERS = 2, 10
BOARD_SIZE = 5
SCALES = (1, 2, 4, 8, 10, 20, 100, 1000, 10_000)
"""What makes weights whole numbers that have up to four digits."""

Hand: TypeAlias = Cards | Range | npt.NDArray[np.floating]
"""What a player holds: two cards as text or ids, a range as text or `Range`, or an array of 1326 weights."""

CardIds = tuple[int, ...]

ON_BOARD, AMONG_DEAD = "on the board", "among the dead cards"


class Spot(NamedTuple):
    """Two known cards for each player, a board of up to five, and cards that cannot come."""

    hands: tuple[CardIds, ...]
    board: CardIds
    dead: CardIds

    @property
    def names(self) -> tuple[str, ...]:
        """The hands as text."""
        return tuple(format_cards(hand) for hand in self.hands)

    @property
    def deck(self) -> CardIds:
        """The cards that may still come to the board, in increasing order."""
        gone = {card for hand in self.hands for card in hand} | set(self.board) | set(self.dead)
        return tuple(card for card in range(DECK_SIZE) if card not in gone)

    @property
    def combo_counts(self) -> tuple[int, ...]:
        """How many combos each player may hold: one."""
        return (1,) * len(self.hands)

    def with_ranges(self) -> "RangeSpot":
        """Return the same spot as one of ranges of one combo each."""
        weights = np.zeros((len(self.hands), COMBOS))
        for player, hand in enumerate(self.hands):
            weights[player, combo_index(*hand)] = 1.0
        return RangeSpot(self.names, weights, self.board, self.dead)


class RangeSpot(NamedTuple):
    """A range for each player, a board of up to five, and cards that cannot come."""

    names: tuple[str, ...]
    """The hands and ranges as text."""
    weights: npt.NDArray[np.float64]
    """(players, 1326): whole numbers if the weights are decimals of up to four digits, else up to 1; 0 for
    combos that have a card of the board, a dead card or one that another player is known to hold."""
    board: CardIds
    dead: CardIds

    @property
    def boards_per_deal(self) -> int:
        """The number of boards that any one joint holding leaves."""
        left = DECK_SIZE - len(self.board) - len(self.dead) - 2 * len(self.names)
        return comb(left, BOARD_SIZE - len(self.board))

    @property
    def combo_counts(self) -> tuple[int, ...]:
        """How many combos each player may hold."""
        return held_counts(self.weights)

    @property
    def is_whole(self) -> bool:
        """Whether all weights are whole numbers, so that their sums are exact."""
        return bool((self.weights == np.rint(self.weights)).all())

    def without_weights(self) -> "RangeSpot":
        """Return the spot with weight 1 for every combo that has any, whose sums say what is possible at all.

        Sums of other weights leave crumbs where the difference should be nothing.
        """
        return self._replace(weights=(self.weights > 0).astype(np.float64))

    @property
    def is_unweighted(self) -> bool:
        """Whether all weights are 0 or 1, so that weights of deals are numbers of deals."""
        return self.is_whole and bool(self.weights.max() <= 1)


AnySpot: TypeAlias = Spot | RangeSpot


def held_counts(weights: npt.NDArray[np.float64]) -> tuple[int, ...]:
    """Return how many combos each player holds; row by row, a third of the time that an axis takes NumPy."""
    return tuple(int(np.count_nonzero(own)) for own in weights)


def as_ranges(spot: AnySpot) -> RangeSpot:
    """Return a spot with a range for each player, of one combo where the hand is known."""
    return spot.with_ranges() if isinstance(spot, Spot) else spot


def parse_spot(hands: Sequence[Hand], board: Cards = "", dead: Cards = "") -> AnySpot:
    """Return the spot that texts, ranges or card ids describe: a `Spot` if every hand is two known cards.

    Raises `ImpossibleSpotError` for fewer than two or more than ten hands, for too few cards left and for a
    range of which no combo is left, `HandSizeError` for a board of more than five and cards that are not two,
    `RangeSyntaxError` for what is neither cards nor a range, `CardError` for what is not a card, and
    `DuplicateCardError` for a card in two places.

    >>> parse_spot(["AhKh", "QsQd"], "2c 7d 9h").board
    (0, 21, 30)
    >>> parse_spot(["AhKh", "QQ+"]).weights.sum(axis=1)  # of aces and kings three each are left
    array([ 1., 12.])
    """
    if isinstance(hands, str):
        raise TypeError(f"hands is the text {hands!r}, not a sequence with one hand for each player")
    if not MIN_PLAYERS <= len(hands) <= MAX_PLAYERS:
        raise ImpossibleSpotError(
            f"{len(hands)} {'player' if len(hands) == 1 else 'players'} given"
            f" ({MIN_PLAYERS} to {MAX_PLAYERS} can be compared)"
        )
    held = [parse_hand(hand, f"hand {player}") for player, hand in enumerate(hands, start=1)]
    known = [
        (f"in hand {player}", hand) for player, hand in enumerate(held, start=1) if isinstance(hand, tuple)
    ]
    board_cards, dead_cards = parse_board(board, dead, len(held), known)
    places = [*known, (ON_BOARD, board_cards), (AMONG_DEAD, dead_cards)]
    if len(known) == len(held):
        return Spot(tuple(cards for _, cards in known), board_cards, dead_cards)
    names = tuple(format_cards(hand) if isinstance(hand, tuple) else str(hand) for hand in held)
    weights = np.stack([_weights_left(hand, player, places) for player, hand in enumerate(held, start=1)])
    return RangeSpot(names, weights, board_cards, dead_cards)


def parse_board(
    board: Cards, dead: Cards, players: int, known: Sequence[tuple[str, CardIds]] = ()
) -> tuple[CardIds, CardIds]:
    """Return the ids of board and dead cards for so many players.

    known: cards that lie elsewhere, each with its place in words. Raises what `parse_spot` describes.
    """
    board_cards, dead_cards = _parse_place(board, ON_BOARD), _parse_place(dead, AMONG_DEAD)
    if len(board_cards) > BOARD_SIZE:
        raise HandSizeError(
            f"the board {format_cards(board_cards)} has {len(board_cards)} cards (at most {BOARD_SIZE})",
            expected="0 to 5",
            got=len(board_cards),
        )
    _refuse_duplicates([*known, (ON_BOARD, board_cards), (AMONG_DEAD, dead_cards)])
    _refuse_a_short_deck(players, board_cards, dead_cards)
    return board_cards, dead_cards


def parse_hand(hand: Hand, place: str) -> CardIds | Range:
    """Return the two cards of a known hand, or a range; errors begin with the place, such as `hand 1`."""
    if isinstance(hand, Range):
        return hand
    try:
        if isinstance(hand, np.ndarray):
            return _parse_array(hand)
        if isinstance(hand, str):
            return _parse_text(hand)
        cards = parse_cards(hand)
    except (CardError, RangeSyntaxError) as error:
        error.args = (f"{place}: {error.args[0]}",)
        raise
    except HandSizeError as error:
        error.args = (f"{place} {error.args[0]}",)
        raise
    if len(cards) != 2:
        raise _wrong_size(format_cards(cards) or "empty", len(cards), f"{place} ")
    return cards


def _parse_array(array: npt.NDArray[Any]) -> CardIds | Range:
    """Two card ids, or 1326 weights."""
    return parse_cards(array.tolist()) if array.shape == (2,) else Range.from_array(array)


def _parse_text(text: str) -> CardIds | Range:
    """Two cards, or a range; what is neither is reported as the one it looks more like."""
    problem: CardError | HandSizeError | None = None
    try:
        cards = parse_cards(text)
        if len(cards) == 2:
            return cards
        problem = _wrong_size(repr(text), len(cards))
    except DuplicateCardError as error:
        problem = error
    except CardError:
        pass
    try:
        return _range_of(text)
    except RangeSyntaxError:
        if problem is not None:
            raise problem from None
        raise


@lru_cache(maxsize=1024)
def _range_of(text: str) -> Range:
    return Range.parse(text)


def _wrong_size(what: str, size: int, place: str = "") -> HandSizeError:
    count = "1 card" if size == 1 else f"{size} cards"
    return HandSizeError(f"{place}is {what}, {count} (2 are needed, such as AhKh)", expected="2", got=size)


def _parse_place(cards: Cards, place: str) -> CardIds:
    try:
        return parse_cards(cards)
    except CardError as error:
        error.args = (f"{place}: {error.args[0]}",)
        raise


def _refuse_duplicates(places: list[tuple[str, CardIds]]) -> None:
    first_place: dict[int, str] = {}
    for place, cards in places:
        for card in cards:
            if card in first_place:
                raise DuplicateCardError(format_cards([card]), first_place[card], place)
            first_place[card] = place


def _refuse_a_short_deck(players: int, board: CardIds, dead: CardIds) -> None:
    missing, left = BOARD_SIZE - len(board), DECK_SIZE - 2 * players - len(board) - len(dead)
    if left < missing:
        count = f"{left} {'card is' if left == 1 else 'cards are'} left" if left >= 0 else "no cards are left"
        raise ImpossibleSpotError(f"{count} for {missing} board cards ({len(dead)} are dead; fewer must be)")


def _weights_left(
    hand: CardIds | Range, player: int, places: list[tuple[str, CardIds]]
) -> npt.NDArray[np.float64]:
    """The weights of a hand or range without the cards in other places, the largest made 1."""
    if isinstance(hand, tuple):
        weights = np.zeros(COMBOS)
        weights[combo_index(*hand)] = 1.0
        return weights
    gone = np.zeros(DECK_SIZE, dtype=np.bool_)
    gone[[card for _, cards in places for card in cards]] = True
    weights = np.where(gone[LOW_CARDS] | gone[HIGH_CARDS], 0.0, hand.weights)
    if not weights.any():
        taken = [
            f"{format_cards(hits)} {place}"
            for place, cards in places
            if (hits := [card for card in cards if np.any(COMBO_CARDS[hand.weights > 0] == card)])
        ]
        raise ImpossibleSpotError(
            f"hand {player} is {hand}, of which no combo is left with {', '.join(taken)}",
            player=player,
        )
    return as_whole_numbers(weights)


def as_whole_numbers(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the same ratios of weights: the smallest whole numbers for decimals, else 1 for the largest.

    Sums of whole numbers are exact, those of tenths are not.
    """
    held = weights[weights > 0]
    if held.min() == held.max():
        return (weights > 0).astype(np.float64)
    for scale in SCALES:
        whole = np.rint(held * scale)
        if (np.abs(held * scale - whole) < 1e-12 * whole).all():
            divisor = int(np.gcd.reduce(whole.astype(np.int64)))
            return np.rint(weights * scale) / divisor
    largest: float = held.max()
    return weights / largest
