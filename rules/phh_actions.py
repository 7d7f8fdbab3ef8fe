"""The actions of a hand history in the PHH format, as values and as the texts that stand for them."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeAlias

from oddchip.evaluator import DECK_SIZE, HistoryError, format_cards
from oddchip.rules.chips import Chips

MAX_PLAYERS = 23
"""As many as one deck serves with two cards each and a board of five."""

HistoryCards: TypeAlias = tuple[int | None, ...]
"""Card ids, and None for each card that the history does not know."""

_CARD_OF: dict[str, int | None] = {"??": None} | {format_cards([card]): card for card in range(DECK_SIZE)}
_PLAYER_OF = {f"p{number}": number for number in range(1, MAX_PLAYERS + 1)}
_NOT_HOLDEM = {"pb": "the bring-in of stud games", "sd": "the draw of draw games"}
_VERBS = "f, cc, cbr or sm"
_AFTER = {"f": "nothing", "cc": "nothing", "cbr": "an amount", "sm": "two joined cards, - or nothing"}


@dataclass(frozen=True, slots=True)
class DealHole:
    """Two cards for a player: `d dh p1 AhKd`, or `????` if they are not known."""

    player: int
    cards: HistoryCards
    commentary: str | None = None
    text: str = field(default="", init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class DealBoard:
    """Three cards of the flop, or one of the turn or river: `d db Jc3d5c`."""

    cards: HistoryCards
    commentary: str | None = None
    text: str = field(default="", init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """A player gives up: `p3 f`."""

    player: int
    commentary: str | None = None
    text: str = field(default="", init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class CheckOrCall:
    """A player checks if he owes nothing, else calls: `p3 cc`."""

    player: int
    commentary: str | None = None
    text: str = field(default="", init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class BetOrRaiseTo:
    """A player bets or raises to a total of this betting round: `p3 cbr 200`."""

    player: int
    amount: Chips
    commentary: str | None = None
    text: str = field(default="", init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Show:
    """A player shows cards, `p3 sm AhKd` or one of them `p3 sm ??Kd`; None is `-`: those dealt to him."""

    player: int
    cards: HistoryCards | None
    commentary: str | None = None
    text: str = field(default="", init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Muck:
    """A player puts his cards away at the showdown: `p3 sm`."""

    player: int
    commentary: str | None = None
    text: str = field(default="", init=False, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class NoOperation:
    """Nothing happens, but something may be said: `# the lights went out`."""

    commentary: str | None = None
    text: str = field(default="", init=False, repr=False, compare=False)


Action: TypeAlias = DealHole | DealBoard | Fold | CheckOrCall | BetOrRaiseTo | Show | Muck | NoOperation
"""Players are numbered from 1; `text` is what was read, and empty in actions made in any other way."""


def parse_action(
    text: str, players: int = MAX_PLAYERS, *, hand: str | None = None, number: int | None = None
) -> Action:
    """Return the action that a text stands for, at a table with so many players.

    hand, number: the name of the hand and the place of the action in it, for the error.

    Raises `HistoryError` for what is not an action of hold'em.

    >>> parse_action("p3 cbr 0.30")
    BetOrRaiseTo(player=3, amount=Decimal('0.30'), commentary=None)
    >>> parse_action("d dh p1 ??2c # a flash of the deuce")
    DealHole(player=1, cards=(None, 0), commentary='a flash of the deuce')
    """
    words, mark, commentary = text.partition("#")
    try:
        action = _read(words.split(), players, commentary.removeprefix(" ") if mark else None)
    except HistoryError as error:
        place = f"action {number} {text!r}" if number else repr(text)
        where = place if hand is None else f"hand {hand}, {place}"
        raise HistoryError(f"{where}: {error}", hand=hand, action=number) from None
    object.__setattr__(action, "text", text)  # no argument, so that `replace` does not carry it on
    return action


def format_action(action: Action) -> str:
    """Return the text of an action: as it was read, or else in the words of the format.

    >>> format_action(DealBoard((36, 5, None))), format_action(Show(2, None, "proudly"))
    ('d db Jc3d??', 'p2 sm - # proudly')
    >>> format_action(parse_action("p3  f"))
    'p3  f'
    """
    return action.text or " ".join(filter(None, (_words_of(action), _format_commentary(action.commentary))))


def _read(words: list[str], players: int, commentary: str | None) -> Action:
    """The action of these words; errors are raised without the place."""
    match words:
        case [actor, "f"]:
            return Fold(_player(actor, players), commentary)
        case [actor, "cc"]:
            return CheckOrCall(_player(actor, players), commentary)
        case [actor, "cbr", amount]:
            return BetOrRaiseTo(_player(actor, players), _amount(amount), commentary)
        case ["d", "dh", player, cards]:
            return DealHole(_player(player, players), _cards(cards, (2,)), commentary)
        case ["d", "db", cards]:
            return DealBoard(_cards(cards, (3, 1)), commentary)
        case [actor, "sm", *shown] if len(shown) <= 1:
            return _show_or_muck(_player(actor, players), shown, commentary)
        case []:
            return NoOperation(commentary)
    raise HistoryError(_problem_of(words, players))


def _show_or_muck(player: int, shown: list[str], commentary: str | None) -> Show | Muck:
    if not shown:
        return Muck(player, commentary)
    return Show(player, None if shown[0] == "-" else _cards(shown[0], (2,)), commentary)


def _player(actor: str, players: int) -> int:
    number = _PLAYER_OF.get(actor)
    if number is not None and number <= players:
        return number
    if actor == "d":
        raise HistoryError("the dealer d only deals (d dh or d db)")
    if number is not None:
        raise HistoryError(f"there is no player {actor} (p1 to p{players})")
    raise HistoryError(f"unknown actor {actor!r} (d for the dealer, or a player from p1 on)")


def _cards(text: str, counts: tuple[int, ...]) -> HistoryCards:
    try:
        cards = tuple([_CARD_OF[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError as error:
        raise HistoryError(f"{error.args[0]!r} is not a card (such as Ah, or ?? if unknown)") from None
    if len(cards) not in counts:
        expected = "two for a player" if counts == (2,) else "three for a flop, else one"
        raise HistoryError(f"{text!r} is {len(cards)} card{'s' * (len(cards) > 1)} ({expected})")
    known = [card for card in cards if card is not None]
    if len(set(known)) < len(known):
        raise HistoryError(f"a card comes twice in {text!r}")
    return cards


def _amount(text: str) -> Chips:
    try:
        if not text.isascii() or "_" in text:
            raise ValueError
        amount = int(text) if text.isdecimal() else Decimal(text)
        if isinstance(amount, Decimal) and not amount.is_finite():
            raise ValueError
    except (ValueError, ArithmeticError):
        raise HistoryError(f"{text!r} is not a number (such as 200 or 0.30)") from None
    if amount <= 0:
        raise HistoryError(f"the amount {text} is not above 0")
    return amount


def _problem_of(words: list[str], players: int) -> str:
    """What is wrong with words that have the form of no action."""
    actor, verb, *others = (*words, "", "")[: max(len(words), 2)]
    if actor == "d":
        if verb == "dh":
            return "expected a player and two joined cards after d dh (such as d dh p1 AhKd)"
        if verb == "db":
            return "expected joined cards after d db (such as d db Jc3d5c)"
        return f"unknown verb {verb!r} of the dealer (dh or db)" if verb else "d needs a verb (dh or db)"
    _player(actor, players)
    if not verb:
        return f"{actor} needs a verb ({_VERBS})"
    if verb in _NOT_HOLDEM:
        return f"{verb!r}, {_NOT_HOLDEM[verb]}, is not part of hold'em ({_VERBS})"
    if verb not in _AFTER:
        return f"unknown verb {verb!r} ({_VERBS})"
    found = repr(" ".join(others)) if others else "nothing"
    return f"found {found} after {actor} {verb} (expected {_AFTER[verb]})"


def _words_of(action: Action) -> str:
    match action:
        case DealHole(player, cards):
            return f"d dh p{player} {_format_cards(cards)}"
        case DealBoard(cards):
            return f"d db {_format_cards(cards)}"
        case Fold(player):
            return f"p{player} f"
        case CheckOrCall(player):
            return f"p{player} cc"
        case BetOrRaiseTo(player, amount):
            return f"p{player} cbr {amount}"
        case Show(player, cards):
            return f"p{player} sm {'-' if cards is None else _format_cards(cards)}"
        case Muck(player):
            return f"p{player} sm"
        case NoOperation():
            return ""


def _format_cards(cards: HistoryCards) -> str:
    return "".join(["??" if card is None else format_cards([card]) for card in cards])


def _format_commentary(commentary: str | None) -> str:
    if commentary is None:
        return ""
    return f"# {commentary}" if commentary else "#"
