"""Decks, and the order in which cards come off them.

A deck is a tuple of card ids, dealt from the front. Dealing takes cards off and returns what is left, so a
deck that was dealt from is as it was.

>>> hands, rest = deal_hole_cards(shuffled_deck(seed=7), players=4)
>>> flop, rest = deal_street(rest, 3)
>>> turn, rest = deal_street(rest, 1)
>>> river, rest = deal_street(rest, 1)
>>> [len(hand) for hand in hands], len(flop + turn + river), len(rest)
([2, 2, 2, 2], 5, 36)
"""

from random import Random

from oddchip.evaluator import DECK_SIZE, Cards, IllegalActionError, ImpossibleSpotError, parse_cards
from oddchip.rules.table import MAX_PLAYERS, MIN_PLAYERS

CardIds = tuple[int, ...]

HOLE_CARDS = 2
STREET_SIZES = (3, 1)
"""The flop comes at once, turn and river are one card (R04)."""


def shuffled_deck(seed: int) -> CardIds:
    """Return the 52 card ids in an order that the seed decides; the same seed always gives the same deck.

    It does so in every version of Python. The order is good for simulations, not for play against people who
    could guess the seed. Raises `ValueError` for a negative seed.

    >>> deck = shuffled_deck(7)
    >>> deck == shuffled_deck(7), deck == shuffled_deck(8), sorted(deck) == list(range(52))
    (True, False, True)
    """
    if seed < 0:
        raise ValueError(f"seed is {seed}, which is negative")  # Random(-1) is the same as Random(1)
    random = Random(seed)
    # Of the functions of Random only random() is promised to stay as it is from version to version.
    return tuple(sorted(range(DECK_SIZE), key=lambda _: random.random()))


def cards_needed(players: int, *, burn: bool = True) -> int:
    """Return how many cards a hand takes up to the river: two a player, five, and three burned (R01, R06).

    Raises `IllegalActionError` for less than two or more than ten players.

    >>> cards_needed(10), cards_needed(10, burn=False)
    (28, 25)
    """
    _refuse_unfit(players)
    return HOLE_CARDS * players + 5 + (3 if burn else 0)


def deal_hole_cards(deck: Cards, players: int) -> tuple[tuple[CardIds, ...], CardIds]:
    """Return the two cards of every player, and what is left of the deck (R02, R09).

    Cards are dealt one at a time, twice around, from the first seat left of the button to the button; the
    hands come in that order, so of two players the big blind's is first. deck: ids or text, from the top.

    Raises `IllegalActionError` for less than two or more than ten players, `ImpossibleSpotError` if the deck
    has too few cards, and `CardError` or `DuplicateCardError` for a deck that is none.

    >>> deal_hole_cards("2c 2d 2h 3c 3d 3h As", players=3)
    (((0, 4), (1, 5), (2, 6)), (51,))
    """
    _refuse_unfit(players)
    cards = parse_cards(deck)
    count = HOLE_CARDS * players
    if len(cards) < count:
        raise ImpossibleSpotError(
            f"the deck has {_cards(len(cards))} ({count} are dealt to {players} players)"
        )
    return tuple(cards[player:count:players] for player in range(players)), cards[count:]


def deal_street(deck: Cards, count: int, *, burn: bool = True) -> tuple[CardIds, CardIds]:
    """Return the cards of the flop (3), or of turn or river (1), and what is left of the deck (R04, R06).

    deck: what is left, ids or text, from the top. With `burn`, the first card goes away unseen before.

    Raises `IllegalActionError` for another number of cards, `ImpossibleSpotError` if the deck has too few,
    and `CardError` or `DuplicateCardError` for a deck that is none.

    >>> deal_street("2c 3d 3h 3s As", 3)
    ((5, 6, 7), (51,))
    >>> deal_street("2c 3d 3h 3s As", 3, burn=False)
    ((0, 5, 6), (7, 51))
    """
    if count not in STREET_SIZES:
        raise IllegalActionError(f"{_cards(count)} for a street (3 are the flop, 1 is the turn or the river)")
    cards = parse_cards(deck)
    first = 1 if burn else 0
    if len(cards) < first + count:
        burned = " after a burned one" if burn else ""
        raise ImpossibleSpotError(
            f"{_cards(len(cards))} left in the deck ({_cards(count)} must come{burned})"
        )
    return cards[first : first + count], cards[first + count :]


def _refuse_unfit(players: int) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        count = "1 player" if players == 1 else f"{players} players"
        raise IllegalActionError(f"{count} ({MIN_PLAYERS} to {MAX_PLAYERS} can play)")


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
