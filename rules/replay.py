"""Playing a hand history: every state of the hand, how it ended, and what the rules do not foresee."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from oddchip.evaluator import HistoryError, IllegalActionError, OddchipError
from oddchip.rules.chips import Chips
from oddchip.rules.hand import Hand
from oddchip.rules.hole_cards import HoleCards
from oddchip.rules.live_hand import BOARD_SIZE, LiveHand
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
    Show,
)
from oddchip.rules.showdown import Settlement, is_last_claimant, muck_in, settle, show_in
from oddchip.rules.start import post


class Remark(NamedTuple):
    """Something in a history that the rules do not foresee, but rooms let happen."""

    action: int
    """The number of the action, from 1."""
    text: str


@dataclass(frozen=True)
class Replay:
    """A history, played."""

    history: History
    hand: Hand
    """The last state."""
    remarks: tuple[Remark, ...]
    settlement: Settlement | None
    """How the hand ended; None if the history stops before."""

    @cached_property
    def states(self) -> tuple[Hand, ...]:
        """The states after the blinds and after each action; made when they are asked for."""
        live = _start(self.history)
        states = [Hand(live.copy())]
        for action in self.history.actions:
            _play(live, action)
            states.append(Hand(live.copy()))
        return tuple(states)

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
    live = _start(history)
    remarks: list[Remark] = []
    for number, action in enumerate(history.actions, start=1):
        try:
            remark = _play(live, action)
        except OddchipError as error:
            raise HistoryError(
                f"{_name(history)}action {number}, {action.text!r}: {error}", hand=history.name, action=number
            ) from error
        if remark:
            remarks.append(Remark(number, remark))
    return Replay(history, Hand(live), tuple(remarks), settle(live) if live.is_over else None)


def _name(history: History) -> str:
    return "" if history.name is None else f"hand {history.name}, "


def _start(history: History) -> LiveHand:
    is_limit = history.variant == "FT"
    rules = Rules(betting="fixed-limit" if is_limit else "no-limit", antes_are_dead=not history.ante_trimming)
    least = history.small_bet if is_limit else history.min_bet
    later = history.big_bet if is_limit else history.min_bet
    if least is None or later is None:
        raise HistoryError(f"{_name(history)}the least bet is missing", hand=history.name)
    return post(history.starting_stacks, history.ante_posts, history.posts, (least, later), rules)


def _play(hand: LiveHand, action: Action) -> str:
    """Play an action; return a remark if there is one to make."""
    if isinstance(action, Fold):
        return _fold(hand, action.player)
    if isinstance(action, CheckOrCall):
        _refuse_out_of_turn(hand, action.player)
        if hand.owed(action.player - 1):
            hand.call()
        else:
            hand.check()
    elif isinstance(action, DealHole):
        hand.deal_hole_cards(action.player, action.cards)
    elif isinstance(action, BetOrRaiseTo):
        return _raise(hand, action.player, action.amount)
    elif isinstance(action, DealBoard):
        hand.deal_board(_known_cards(action.cards))
    elif isinstance(action, Show):
        return _show(hand, action)
    elif isinstance(action, Muck):
        return _muck(hand, action.player)
    return ""


def _known_cards(cards: HoleCards) -> tuple[int, ...]:
    known = tuple(card for card in cards if card is not None)
    if len(known) < len(cards):
        raise IllegalActionError("board cards must be known")
    return known


def _refuse_out_of_turn(hand: LiveHand, player: int) -> None:
    if hand.turn != player:
        whose = f"it is the turn of player {hand.turn}" if hand.turn else hand.what_is_next()
        raise IllegalActionError(f"player {player} acts out of turn: {whose}")


def _fold(hand: LiveHand, player: int) -> str:
    place = player - 1
    if hand.turn == player:
        is_free = not hand.owed(place)
        hand.fold()
        return f"player {player} folds where checking is free" if is_free else ""
    if player in hand.live and not hand.stacks[place]:
        hand.fold_absent(player)
        return f"player {player} is folded although all-in"
    _refuse_out_of_turn(hand, player)
    return ""


def _raise(hand: LiveHand, player: int, total: Chips) -> str:
    _refuse_out_of_turn(hand, player)
    can_be_called = any(
        other != player and not gone and bet + stack > hand.level
        for other, (bet, stack, gone) in enumerate(
            zip(hand.bets, hand.stacks, hand.folded, strict=True), start=1
        )
    )
    hand.bet_to(total, "raise to" if hand.level else "bet")
    return "" if can_be_called else f"player {player} raises although nobody can call"


def _show(hand: LiveHand, action: Show) -> str:
    player = action.player
    if hand.left == 1:
        return ""
    if action.cards is not None and None in action.cards:
        _muck(hand, player)
        return f"player {player} shows one card only, which claims nothing"
    show_in(hand, player, action.cards)
    return ""


def _muck(hand: LiveHand, player: int) -> str:
    if hand.left == 1:
        return ""
    if is_last_claimant(hand, player):
        return f"player {player} mucks, but a pot has no other claimant left"
    if hand.is_all_in and len(hand.board) < BOARD_SIZE:
        hand.put_away(player)
        return f"player {player} mucks although all-in hands lie face up"
    muck_in(hand, player)
    return ""


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
