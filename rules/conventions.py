"""Conventions of live games: words and chips that do not agree, bets in two motions, misdeals.

A hand takes one action a turn and never needs these. They are for whoever turns what happened at a table into
such actions; on the finer points a house may have other rules, so agree on them before the game (R106).
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from oddchip.evaluator import IllegalActionError
from oddchip.rules.chips import Chips, as_chips

WITH_CHIPS = frozenset({"call", "bet", "raise", "all-in"})
WITHOUT_CHIPS = frozenset({"fold", "check"})
POST = "post"
"""A blind, ante or straddle, which is no action."""


class Ruling(NamedTuple):
    """What an action counts as."""

    kind: Literal["fold", "check", "call", "bet", "raise"]
    to: Chips
    """What the player then has in front of him in this round."""
    back: Chips
    """How many of the pushed chips he takes back."""
    owed: Chips
    """How many chips he still has to put in."""


class _Turn(NamedTuple):
    """What a player faces, checked."""

    to_call: Chips
    min_raise_to: Chips | None
    in_front: Chips
    stack: Chips | None
    pushes: tuple[Chips, ...]

    @property
    def level(self) -> Chips:
        """The bet to be matched."""
        return self.in_front + self.to_call

    @property
    def most(self) -> Chips | None:
        """What he has in front when all-in, if that is known."""
        return None if self.stack is None else self.in_front + self.stack


def resolve_string_bet(
    pushes: Sequence[Chips | str],
    to_call: Chips | str,
    min_raise_to: Chips | str | None,
    *,
    in_front: Chips | str = 0,
    stack: Chips | str | None = None,
) -> Ruling:
    """Return what chips count as that were pushed in without a word, in one motion or in several (R105).

    Only the first push counts: as a bet or raise if it is one, else as a call (a check, if nothing is to be
    called). So a push between the call and the least raise is a call, and one below the call must be made up
    to it; a push of the whole stack is all-in, whatever the amount (R54).

    pushes: the chips of each motion, in order; to_call: how many the player must add to call; min_raise_to:
    the total of the least bet or raise, None if he may not raise; in_front: what he had in front before, such
    as a blind; stack: what he had behind before, if it may be too little for all that.

    Raises `IllegalActionError` if nothing was pushed or more than the stack, `ValueError` and `TypeError` for
    amounts that are none or do not fit together.

    >>> resolve_string_bet([200, 400], to_call=200, min_raise_to=400)
    Ruling(kind='call', to=200, back=400, owed=0)
    >>> resolve_string_bet([600, 400], to_call=200, min_raise_to=400)
    Ruling(kind='raise', to=600, back=400, owed=0)
    """
    turn = _read_turn(pushes, to_call, min_raise_to, in_front, stack)
    if not turn.pushes:
        raise IllegalActionError("no chips were pushed")
    return _by_chips(turn)


def resolve_announcement(
    said: str,
    pushes: Sequence[Chips | str],
    to_call: Chips | str,
    min_raise_to: Chips | str | None,
    *,
    to: Chips | str | None = None,
    in_front: Chips | str = 0,
    stack: Chips | str | None = None,
    chips_first: bool = False,
) -> Ruling:
    """Return what an action counts as that was announced: words bind, whatever chips are pushed (R104).

    Words beat chips that came later or at the same time; with `chips_first` the chips decide, as in
    `resolve_string_bet`, and the words are too late. A raise announced with an amount may be pushed in any
    number of motions. Without an amount the first push fixes it, or the first two if the first is just the
    call; it is a raise to at least the least.

    said: "fold", "check", "call", "bet", "raise" or "all-in", which needs the stack; to: the total announced
    with a bet or raise; the rest as in `resolve_string_bet`, but pushes may be empty.

    Raises `IllegalActionError` for an announcement that the rules do not allow, such as a raise below the
    least (R49); the player then has to act anew. `ValueError` and `TypeError` as in `resolve_string_bet`.

    >>> resolve_announcement("call", [1000], to_call=200, min_raise_to=400)
    Ruling(kind='call', to=200, back=800, owed=0)
    >>> resolve_announcement("raise", [200, 300], to_call=200, min_raise_to=400, to=600)
    Ruling(kind='raise', to=600, back=0, owed=100)
    >>> resolve_announcement("call", [1000], to_call=200, min_raise_to=400, chips_first=True)
    Ruling(kind='raise', to=1000, back=0, owed=0)
    """
    turn = _read_turn(pushes, to_call, min_raise_to, in_front, stack)
    total = None if to is None else as_chips(to, "the announced total")
    if said not in WITH_CHIPS | WITHOUT_CHIPS:
        raise ValueError(f"unknown announcement {said!r} (fold, check, call, bet, raise or all-in)")
    if total is not None and said not in ("bet", "raise"):
        raise ValueError(f"{said!r} was announced with a total of {total} (only a bet or raise has one)")
    if chips_first and turn.pushes:
        return _by_chips(turn)
    if said == "fold":
        return _ruling("fold", turn.in_front, turn)
    if said == "check" and turn.to_call:
        raise IllegalActionError(f"checking is not possible with {turn.to_call} to call")
    if said in ("check", "call"):
        return _call(turn)
    if said == "all-in":
        if turn.most is None:
            raise ValueError("all-in was announced, but the stack is not given")
        return _wager(turn, turn.most)
    return _wager(turn, _total_of_pushes(turn) if total is None else total)


def substantial_action(actions: Iterable[str]) -> bool:
    """Return whether so much has been done that a misdeal can no longer be declared (R08).

    That is two actions in turn of which one puts chips in, or any three. actions: those of the hand so far,
    in order: "fold", "check", "call", "bet", "raise", "all-in"; "post" is for blinds, which are no action.
    Raises `ValueError` for other words.

    >>> substantial_action(["post", "post", "fold", "call"]), substantial_action(["fold", "fold"])
    (True, False)
    """
    done = [action for action in actions if action != POST]
    for action in done:
        if action not in WITH_CHIPS | WITHOUT_CHIPS:
            raise ValueError(f"unknown action {action!r} (fold, check, call, bet, raise, all-in or post)")
    return len(done) >= 3 or (len(done) == 2 and not WITH_CHIPS.isdisjoint(done))


def is_misdeal(hands: Sequence[Sequence[int]], actions: Iterable[str] = (), *, exposed: int = 0) -> bool:
    """Return whether the hand must be dealt anew: the deal has a fault, and no substantial action followed.

    A fault is a card that was exposed in the deal, a player without exactly two cards, or a card that came
    twice (R02, R08). hands: the card ids that each player got; actions: what was done since, as in
    `substantial_action`; exposed: how many cards were exposed.

    The new deal is an exact replay: the same stacks, as blinds and bets go back, the same `Table` with its
    button, and another shuffle. After substantial action the hand plays on, and the host decides about it.

    >>> is_misdeal([(0, 1), (2, 3, 4)]), is_misdeal([(0, 1), (2, 3)])
    (True, False)
    >>> is_misdeal([(0, 1), (2, 3)], ["raise", "fold"], exposed=1)
    False
    """
    cards = [card for hand in hands for card in hand]
    has_fault = exposed > 0 or any(len(hand) != 2 for hand in hands) or len(set(cards)) < len(cards)
    return not substantial_action(actions) and has_fault


def _read_turn(
    pushes: Sequence[Chips | str],
    to_call: Chips | str,
    min_raise_to: Chips | str | None,
    in_front: Chips | str,
    stack: Chips | str | None,
) -> _Turn:
    turn = _Turn(
        as_chips(to_call, "the amount to call"),
        None if min_raise_to is None else as_chips(min_raise_to, "the least raise"),
        as_chips(in_front, "the amount in front"),
        None if stack is None else as_chips(stack, "the stack"),
        tuple(as_chips(push, f"push {number}") for number, push in enumerate(pushes, start=1)),
    )
    if turn.min_raise_to is not None and turn.min_raise_to <= turn.level:
        raise ValueError(
            f"the least raise is to {turn.min_raise_to}, not above the {turn.level} to be matched"
        )
    if 0 in turn.pushes:
        raise IllegalActionError(f"push {turn.pushes.index(0) + 1} has no chips")
    pushed = sum(turn.pushes)
    if turn.stack is not None and pushed > turn.stack:
        raise IllegalActionError(f"{pushed} were pushed from a stack of {turn.stack}")
    return turn


def _by_chips(turn: _Turn) -> Ruling:
    """Decide by the first push alone."""
    to = turn.in_front + turn.pushes[0]
    is_enough = turn.min_raise_to is not None and (to >= turn.min_raise_to or to == turn.most)
    return _wager(turn, to) if is_enough else _call(turn)


def _total_of_pushes(turn: _Turn) -> Chips:
    """What a bet or raise without an amount goes to: at least the least, but no more than there is."""
    first_two = turn.pushes[:2]
    counted = sum(first_two if first_two[:1] == (turn.to_call,) else first_two[:1])
    to = max(turn.in_front + counted, turn.min_raise_to or 0)
    return to if turn.most is None else min(to, turn.most)


def _call(turn: _Turn) -> Ruling:
    to = turn.level if turn.most is None else min(turn.level, turn.most)
    return _ruling("call" if turn.to_call else "check", to, turn)


def _wager(turn: _Turn, to: Chips) -> Ruling:
    """Bet or raise to a total, if it is legal; an all-in that raises nothing is a call (R54, R55)."""
    verb: Literal["bet", "raise"] = "raise" if turn.level else "bet"
    if turn.most is not None and to > turn.most:
        raise IllegalActionError(f"a {verb} to {to} is more than the player has (all-in is {turn.most})")
    if to == turn.most and to <= turn.level:
        return _call(turn)
    if turn.min_raise_to is None:
        raise IllegalActionError(f"this player may not {verb} (only fold, or call {turn.to_call})")
    if to < turn.min_raise_to and to != turn.most:
        raise IllegalActionError(f"a {verb} to {to} is too small (the least is {turn.min_raise_to})")
    return _ruling(verb, to, turn)


def _ruling(kind: Literal["fold", "check", "call", "bet", "raise"], to: Chips, turn: _Turn) -> Ruling:
    missing = to - turn.in_front - sum(turn.pushes)
    return Ruling(kind, to, back=max(-missing, 0), owed=max(missing, 0))
