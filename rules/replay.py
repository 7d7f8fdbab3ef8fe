"""Playing a hand history: every state of the hand, how it ended, and what the rules do not foresee."""

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from oddchip.evaluator import HistoryError, IllegalActionError, OddchipError
from oddchip.rules.betting import owed
from oddchip.rules.chips import Chips
from oddchip.rules.hand import Hand, HoleCards
from oddchip.rules.options import Rules
from oddchip.rules.phh import History
from oddchip.rules.phh_actions import (
    Action,
    BetOrRaiseTo,
    CheckOrCall,
    DealBoard,
    DealHole,
    Fold,
    Muck,
    NoOperation,
    Show,
)
from oddchip.rules.showdown import Settlement, is_last_claimant, muck, put_away, settle, show
from oddchip.rules.start import post

BOARD_SIZE = 5


class Remark(NamedTuple):
    """Something in a history that the rules do not foresee, but rooms let happen."""

    action: int
    """The number of the action, from 1."""
    text: str


class Replay(NamedTuple):
    """A history, played."""

    history: History
    states: tuple[Hand, ...]
    """After the blinds, and after each action."""
    remarks: tuple[Remark, ...]
    settlement: Settlement | None
    """How the hand ended; None if the history stops before."""

    @property
    def hand(self) -> Hand:
        """The last state."""
        return self.states[-1]

    @property
    def comparison(self) -> str | None:
        """How the stacks at the end compare with those that the history records.

        `equal`, `rake` if the winners have less by the rake that was taken, `half chips` if odd chips were
        divided, `different`; None if one of the two is not there.
        """
        recorded = self.history.finishing_stacks
        if self.settlement is None or recorded is None:
            return None
        return _compared(self.settlement.stacks, recorded, self.history.extra)


def replay(history: History) -> Replay:
    """Return a history, played by the usual rules (docs/rules.md).

    What rooms let happen is accepted and remarked on: a raise that nobody can call (R65), a fold when
    checking is free (D12), an absent player folded though all-in, hands not shown or shown in part. Raises
    `HistoryError` with the number of the action for what cannot be played.

    >>> from oddchip.rules.phh import parse_history
    >>> played = replay(parse_history('''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [200, 200]
    ... actions = ["d dh p1 AhKh", "d dh p2 ????", "p2 cbr 6", "p1 f"]
    ... '''))
    >>> played.settlement.stacks
    (198, 202)
    """
    hand = _start(history)
    states = [hand]
    remarks: list[Remark] = []
    for number, action in enumerate(history.actions, start=1):
        try:
            hand, remark = _played(hand, action)
        except OddchipError as error:
            raise HistoryError(
                f"{_name(history)}action {number}, {action.text!r}: {error}", hand=history.name, action=number
            ) from error
        if remark:
            remarks.append(Remark(number, remark))
        states.append(hand)
    return Replay(history, tuple(states), tuple(remarks), settle(hand) if hand.is_over else None)


def _name(history: History) -> str:
    return "" if history.name is None else f"hand {history.name}, "


def _start(history: History) -> Hand:
    is_limit = history.variant == "FT"
    rules = Rules(betting="fixed-limit" if is_limit else "no-limit", antes_are_dead=not history.ante_trimming)
    least = history.small_bet if is_limit else history.min_bet
    later = history.big_bet if is_limit else history.min_bet
    if least is None or later is None:
        raise HistoryError(f"{_name(history)}the least bet is missing", hand=history.name)
    return post(history.starting_stacks, history.ante_posts, history.posts, (least, later), rules)


def _played(hand: Hand, action: Action) -> tuple[Hand, str]:
    """The hand after an action, and a remark if there is one to make."""
    match action:
        case DealHole():
            return hand.deal_hole_cards(action.player, action.cards), ""
        case DealBoard():
            return hand.deal_board(_known_cards(action.cards)), ""
        case Fold():
            return _folded(hand, action.player)
        case CheckOrCall():
            _refuse_out_of_turn(hand, action.player)
            return (hand.call() if owed(hand, action.player - 1) else hand.check()), ""
        case BetOrRaiseTo():
            return _raised(hand, action.player, action.amount)
        case Show():
            return _shown(hand, action)
        case Muck():
            return _mucked(hand, action.player)
        case NoOperation():
            return hand, ""


def _known_cards(cards: HoleCards) -> tuple[int, ...]:
    known = tuple(card for card in cards if card is not None)
    if len(known) < len(cards):
        raise IllegalActionError("board cards must be known")
    return known


def _refuse_out_of_turn(hand: Hand, player: int) -> None:
    if hand.turn != player:
        whose = f"it is the turn of player {hand.turn}" if hand.turn else hand.what_is_next()
        raise IllegalActionError(f"player {player} acts out of turn: {whose}")


def _folded(hand: Hand, player: int) -> tuple[Hand, str]:
    if hand.turn == player:
        remark = "" if owed(hand, player - 1) else f"player {player} folds where checking is free"
        return hand.fold(), remark
    place = player - 1
    if player in hand.live and not hand.stacks[place]:
        return hand.fold_absent(player), f"player {player} is folded although all-in"
    _refuse_out_of_turn(hand, player)
    return hand, ""


def _raised(hand: Hand, player: int, total: Chips) -> tuple[Hand, str]:
    _refuse_out_of_turn(hand, player)
    can_be_called = any(
        other != player and not gone and bet + stack > hand.level
        for other, (bet, stack, gone) in enumerate(
            zip(hand.bets, hand.stacks, hand.folded, strict=True), start=1
        )
    )
    raised = hand.raise_to(total) if hand.level else hand.bet(total)
    return raised, "" if can_be_called else f"player {player} raises although nobody can call"


def _shown(hand: Hand, action: Show) -> tuple[Hand, str]:
    player = action.player
    if len(hand.live) == 1:
        return hand, ""
    if action.cards is not None and None in action.cards:
        return _mucked(hand, player)[0], f"player {player} shows one card only, which claims nothing"
    return show(hand, player, action.cards), ""


def _mucked(hand: Hand, player: int) -> tuple[Hand, str]:
    if len(hand.live) == 1:
        return hand, ""
    if is_last_claimant(hand, player):
        return hand, f"player {player} mucks, but a pot has no other claimant left"
    if hand.is_all_in and len(hand.board) < BOARD_SIZE:
        return put_away(hand, player), f"player {player} mucks although all-in hands lie face up"
    return muck(hand, player), ""


def _compared(stacks: tuple[Chips, ...], recorded: tuple[Chips, ...], extra: Mapping[str, object]) -> str:
    missing: list[Chips] = [computed - written for computed, written in zip(stacks, recorded, strict=True)]
    if not any(missing):
        return "equal"
    rake = extra.get("_rake")
    if isinstance(rake, int | Decimal) and rake and sum(missing) == rake and min(missing) >= 0:
        return "rake"
    if not sum(missing) and max(missing) < 1 and min(missing) > -1 and any(chips % 1 for chips in recorded):
        return "half chips"
    return "different"
