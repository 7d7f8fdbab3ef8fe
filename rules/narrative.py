"""A replayed hand in words."""

from typing import NamedTuple

from oddchip.evaluator import format_cards
from oddchip.rules.all_in import equities_of
from oddchip.rules.chips import Chips
from oddchip.rules.hand import Hand
from oddchip.rules.hole_cards import HoleCards
from oddchip.rules.live_hand import STREETS
from oddchip.rules.phh_actions import (
    Action,
    BetOrRaiseTo,
    CheckOrCall,
    DealBoard,
    DealHole,
    Fold,
    Muck,
    Show,
)
from oddchip.rules.replay import Replay


class StreetNarrative(NamedTuple):
    """What happened in one round."""

    street: str
    """`preflop`, `flop`, `turn`, `river` or `showdown`."""
    board: str
    pot: str
    """The chips in all pots when the street began."""
    equities: dict[int, float] | None
    """By player, the part of the pot each could expect then; None unless the hands of all who are left are
    known."""
    lines: tuple[str, ...]


def narrate(replay: Replay, *, with_equities: bool = True) -> list[StreetNarrative]:
    """Return what happened, street by street.

    >>> from oddchip.rules import parse_history, replay
    >>> played = replay(parse_history('''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ["d dh p1 QsQd", "d dh p2 AhKh", "p2 cbr 6", "p1 f"]
    ... '''))
    >>> narrate(played)[0].lines[2:]
    ('player 1 has QsQd', 'player 2 has AhKh', 'player 2 raises to 6', 'player 1 folds')
    """
    sections = [_Section("preflop", replay.states[0], _posts(replay))]
    for before, action, after in zip(replay.states, replay.history.actions, replay.states[1:], strict=False):
        if isinstance(action, DealBoard):
            sections.append(_Section(STREETS[after.street], after, []))
        elif isinstance(action, Show | Muck) and len(after.board) == 5 and sections[-1].street != "showdown":
            sections.append(_Section("showdown", after, []))
        line = describe_action(replay, before, action)
        if line:
            sections[-1].lines.append(line)
    return [_finished(section, replay, with_equities) for section in sections]


def describe_action(replay: Replay, before: Hand, action: Action) -> str:
    """Return an action in words; nothing for cards that are dealt."""
    match action:
        case Fold():
            return f"{name_of(replay, action.player)} folds"
        case CheckOrCall():
            to_call = before.legal_actions().call
            stack = before.stacks[action.player - 1]
            what = "checks" if to_call is None else f"calls {to_call}"
            return f"{name_of(replay, action.player)} {what}{_all_in(to_call == stack)}"
        case BetOrRaiseTo():
            total = before.bets[action.player - 1] + before.stacks[action.player - 1]
            what = f"raises to {action.amount}" if before.level else f"bets {action.amount}"
            return f"{name_of(replay, action.player)} {what}{_all_in(action.amount == total)}"
        case Show():
            cards = action.cards or before.hole_cards[action.player - 1]
            return f"{name_of(replay, action.player)} shows {cards_text(cards)}"
        case Muck():
            return f"{name_of(replay, action.player)} mucks"
        case DealHole() if any(card is not None for card in action.cards):
            return f"{name_of(replay, action.player)} has {cards_text(action.cards)}"
    return ""


def name_of(replay: Replay, player: int) -> str:
    """Return the name of a player in the history, or his number."""
    names = replay.history.players
    return names[player - 1] if names else f"player {player}"


def cards_text(cards: HoleCards) -> str:
    """Return cards as text, `??` for those that are not known.

    >>> cards_text((50, None))
    'Ah??'
    """
    return "".join("??" if card is None else format_cards([card]) for card in cards)


class _Section(NamedTuple):
    street: str
    begins: Hand
    lines: list[str]


def _posts(replay: Replay) -> list[str]:
    hand = replay.states[0]
    lines = []
    for player, (ante, bet) in enumerate(zip(hand.antes, hand.bets, strict=True), start=1):
        posted = [f"an ante of {ante}"] if ante else []
        posted += [str(bet)] if bet else []
        if posted:
            done = _all_in(not hand.stacks[player - 1])
            lines.append(f"{name_of(replay, player)} posts {' and '.join(posted)}{done}")
    return lines


def _chips_in(hand: Hand) -> Chips:
    """The chips in the pots; what nobody called is no part of them once a round is over."""
    if not hand.board:
        return hand.pot_total
    return sum(pot.amount for pot in hand.side_pots().pots)


def _all_in(is_all_in: bool) -> str:
    return " (all-in)" if is_all_in else ""


def _finished(section: _Section, replay: Replay, with_equities: bool) -> StreetNarrative:
    equities = None
    if with_equities and section.street != "showdown" and len(section.begins.live) > 1:
        equities = equities_of(section.begins, replay.hand)
    return StreetNarrative(
        street=section.street,
        board=format_cards(section.begins.board),
        pot=str(_chips_in(section.begins)),
        equities=equities,
        lines=tuple(section.lines),
    )
