"""Main pot and side pots: who has a claim to which chips, and how they are shared.

Players are numbered from 1, in the order in which they sit clockwise.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from oddchip.rules.chips import Chips, as_chips, as_unit, smallest_unit


class Pot(NamedTuple):
    """Chips, and the players who can win them."""

    amount: Chips
    claimants: tuple[int, ...]


class SidePots(NamedTuple):
    """All pots of a hand, the main pot first, and what is no part of them because nobody called it."""

    pots: tuple[Pot, ...]
    returned: Mapping[int, Chips]
    """By player, chips that go back before the pots are counted (R64)."""


class Award(NamedTuple):
    """Who gets a pot."""

    amount: Chips
    claimants: tuple[int, ...]
    winners: tuple[int, ...]
    shares: Mapping[int, Chips]
    """By winner."""
    odd_chips: tuple[int, ...]
    """Winners who got one chip more than others, because the pot could not be divided evenly."""


def side_pots(contributions: Sequence[Chips], folded: Collection[int] = (), dead: Chips = 0) -> SidePots:
    """Return the pots that the players' contributions make (R71 to R81).

    contributions: what each player put in during the whole hand; folded: the players who have no claim, whose
    chips stay in (R75); dead: chips in the main pot that no player put in for himself, such as a big-blind
    ante (R79). Raises `ValueError` for negative amounts, unknown players and if everybody has folded.

    >>> for pot in side_pots([1000, 1000, 100, 300]).pots:  # R73: two are all-in for less
    ...     print(pot.amount, pot.claimants)
    400 (1, 2, 3, 4)
    600 (1, 2, 4)
    1400 (1, 2)
    >>> side_pots([400, 1000])
    SidePots(pots=(Pot(amount=800, claimants=(1, 2)),), returned={2: 600})
    """
    paid = [
        as_chips(amount, f"contribution {number}") for number, amount in enumerate(contributions, start=1)
    ]
    live = [player for player in range(1, len(paid) + 1) if player not in folded]
    for player in folded:
        if not 1 <= player <= len(paid):
            raise ValueError(f"player {player} has folded, but there are players 1 to {len(paid)}")
    if not live:
        raise ValueError("all players have folded; one must be left to win the pot")
    return live_pots(paid, live, as_chips(dead, "the sum of dead chips"))


def live_pots(paid: list[Chips], live: list[int], dead: Chips) -> SidePots:
    """Do what `side_pots` does, without checking; `paid` is changed."""
    returned = _take_back_uncalled(paid, live)
    levels = sorted({paid[player - 1] for player in live})
    if len(levels) == 1:
        return SidePots((Pot(dead + sum(paid), tuple(live)),), returned)
    pots = [Pot(dead, tuple(live))] if dead else []
    for below, level in pairwise([0, *levels]):
        if level == below:
            continue
        # Chips above the highest level were put in by players who then left (R77): they go into the last pot.
        top = level if level < levels[-1] else max(paid)
        amount = sum(min(chips, top) - min(chips, below) for chips in paid)
        claimants = tuple(player for player in live if paid[player - 1] >= level)
        if pots and pots[-1].claimants == claimants:
            pots[-1] = Pot(pots[-1].amount + amount, claimants)
        else:
            pots.append(Pot(amount, claimants))
    return SidePots(tuple(pots), returned)


def _take_back_uncalled(paid: list[Chips], live: list[int]) -> dict[int, Chips]:
    """Take out of what was paid the part that no other player matched."""
    most = max(paid)
    if paid.count(most) > 1 or paid.index(most) + 1 not in live:
        return {}
    player = paid.index(most)
    matched = max((chips for other, chips in enumerate(paid) if other != player), default=0)
    paid[player] = matched
    return {player + 1: most - matched}


def award_pots(
    pots: Sequence[Pot],
    strengths: Mapping[int, int],
    *,
    button: int | None = None,
    players: int | None = None,
    unit: Chips | None = None,
) -> tuple[Award, ...]:
    """Return who gets which pot, from the last side pot back to the main pot (R74, R97 to R102).

    strengths: of the players who compete, higher is better; a pot with one claimant left needs none. Odd
    chips go one each to the winners, clockwise from the left of the button, in every pot anew (R99 to R101).
    button: the player with the button, the last one if not given; players: how many there are, by default the
    highest number that has a claim; unit: the smallest chip, by default 1 or the last decimal in use. Raises
    `ValueError` for a pot whose claimants have no strengths and for a button that is not a player.

    >>> award_pots([Pot(25, (2, 3))], {2: 5000, 3: 5000}, button=3)[0].shares  # R99
    {2: 13, 3: 12}
    """
    count = players or max((player for pot in pots for player in pot.claimants), default=0)
    last = count if button is None else button
    if not 1 <= last <= max(count, 1):
        raise ValueError(f"the button is at player {last}, but there are players 1 to {count}")
    check_claimants(pots, count)
    for pot in pots:
        as_chips(pot.amount, "a pot")
    step = smallest_unit([pot.amount for pot in pots]) if unit is None else as_unit(unit)
    return tuple(_award(pot, strengths, last, count, step) for pot in reversed(pots))


def check_claimants(pots: Iterable[Pot], players: int) -> None:
    """Raise `ValueError` for a claimant who is not one of so many players, or is there twice."""
    for pot in pots:
        for player in pot.claimants:
            if not 1 <= player <= players:
                raise ValueError(f"player {player} claims a pot, but there are players 1 to {players}")
            if pot.claimants.count(player) > 1:
                raise ValueError(f"player {player} claims a pot twice")


def check_units(pots: Iterable[Pot], unit: Chips) -> None:
    """Raise `ValueError` for a pot that cannot be paid out in chips of a unit (R102).

    >>> check_units([Pot(100, (1, 2)), Pot(15, (1,))], 25)
    Traceback (most recent call last):
    ValueError: a pot of 15 cannot be paid out in chips of 25
    """
    for pot in pots:
        if pot.amount % as_unit(unit):
            raise ValueError(f"a pot of {pot.amount} cannot be paid out in chips of {unit}")


def _award(pot: Pot, strengths: Mapping[int, int], button: int, players: int, unit: Chips) -> Award:
    competing = [player for player in pot.claimants if player in strengths]
    if not competing:
        if len(pot.claimants) != 1:
            names = " and ".join(map(str, pot.claimants))
            raise ValueError(
                f"players {names} claim a pot of {pot.amount}, but none of them has a hand to show"
                if names
                else f"nobody claims a pot of {pot.amount} who has a hand to show"
            )
        competing = list(pot.claimants)
    best = max(strengths.get(player, 0) for player in competing)
    winners = sorted(
        (player for player in competing if strengths.get(player, 0) == best),
        key=lambda player: (player - button - 1) % players,
    )
    if len(winners) == 1:
        return Award(pot.amount, pot.claimants, tuple(winners), {winners[0]: pot.amount}, ())
    whole, odd = divmod(pot.amount, unit * len(winners))
    even = whole * unit
    shares = {}
    given = []
    for winner in winners:
        extra = min(odd, unit)  # less than a unit only where the pot itself is no whole number of units
        odd -= extra
        shares[winner] = even + extra
        if extra:
            given.append(winner)
    return Award(pot.amount, pot.claimants, tuple(winners), shares, tuple(given))
