"""What the players could expect when no more betting was possible, against what they got."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from oddchip.equity import calculate_equity
from oddchip.rules.hand import Hand
from oddchip.rules.pots import Pot
from oddchip.rules.replay import Replay


class PotEquity(NamedTuple):
    """A pot, and what each claimant can expect of it."""

    pot: Pot
    equities: Mapping[int, float]
    """By claimant, the part of the pot, 0..1."""


class AllIn(NamedTuple):
    """The moment after which only cards decided."""

    action: int
    """The number of the action that ended the betting; 0 for the blinds."""
    board: tuple[int, ...]
    pots: tuple[PotEquity, ...]
    """The main pot first."""
    expected: tuple[float, ...]
    """By player, the stack that he could expect at the end."""
    got: tuple[float, ...] | None
    """By player, the stack that he had; None if the history stops before."""

    @property
    def luck(self) -> tuple[float, ...] | None:
        """By player, how many chips more he got than he could expect."""
        if self.got is None:
            return None
        return tuple(got - expected for got, expected in zip(self.got, self.expected, strict=True))


def find_all_in(replay: Replay) -> AllIn | None:
    """Return the moment in which betting ended with cards to come, if all hands left in it are known.

    Hands that are shown later count as known. Cards of players who have folded cannot come if they are known.
    Returns None where there is no such moment.

    >>> from oddchip.rules import parse_history, replay
    >>> played = replay(parse_history('''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ["d dh p1 QsQd", "d dh p2 AhKh", "p2 cbr 100", "p1 cc"]
    ... '''))
    >>> [round(chips, 2) for chips in find_all_in(played).expected]
    [107.57, 92.43]
    """
    for action, hand in enumerate(replay.states):
        if hand.is_all_in and len(hand.board) < 5:
            return _all_in(replay, action, hand)
    return None


def equities_of(hand: Hand, later: Hand) -> dict[int, float] | None:
    """Return what part of one pot each player who is left could expect.

    None unless the hands of all of them are known.
    later: a later state of the same hand, in which more hands may have been shown.
    """
    return _equities(hand, later, tuple(player for player in hand.live))


def _all_in(replay: Replay, action: int, hand: Hand) -> AllIn | None:
    later = replay.hand
    side_pots = hand.side_pots()
    pots = []
    expected = [Fraction(stack) for stack in hand.stacks]
    for player, chips in side_pots.returned.items():
        expected[player - 1] += Fraction(chips)
    for pot in side_pots.pots:
        equities = _equities(hand, later, pot.claimants)
        if equities is None:
            return None
        pots.append(PotEquity(pot, equities))
        for player, equity in equities.items():
            expected[player - 1] += Fraction(pot.amount) * Fraction(equity)
    got = replay.settlement and tuple(float(stack) for stack in replay.settlement.stacks)
    return AllIn(action, hand.board, tuple(pots), tuple(float(chips) for chips in expected), got)


def _equities(hand: Hand, later: Hand, claimants: tuple[int, ...]) -> dict[int, float] | None:
    if len(claimants) == 1:
        return {claimants[0]: 1.0}
    known = [[card for card in cards if card is not None] for cards in later.hole_cards]
    if any(len(known[player - 1]) < 2 for player in claimants):
        return None
    dead = [card for player, cards in enumerate(known, start=1) if player not in claimants for card in cards]
    hands = [known[player - 1] for player in claimants]
    result = calculate_equity(hands, hand.board, dead=dead, threads=1)
    return {player: each.equity for player, each in zip(claimants, result.players, strict=True)}
