"""The table: where the button and the blinds are, and where they go from hand to hand.

Seats are numbered from 1, clockwise. Which of them are live, so get cards, the caller says before every hand.
Busted players are not live, nor are cash players who sit out; absent players of a tournament are, as they go
on paying their blinds.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from oddchip.evaluator import IllegalActionError
from oddchip.rules.chips import Chips, as_chips

MIN_PLAYERS, MAX_PLAYERS = 2, 10


@dataclass(frozen=True, slots=True)
class Table:
    """The seats of one hand (R10 to R17); `first_hand` makes the first, `next_hand` the following.

    Made directly it is a position taken over from elsewhere, whose seats must fit the rules: raises
    `IllegalActionError` for less than two or more than ten seats or players, seats that are not there, and a
    button or blinds out of order.

    >>> Table(seats=6, live=frozenset({1, 3, 4, 5}), button=2, small_blind_seat=3, big_blind=4).seats_in_order
    (3, 4, 5, 1)
    """

    seats: int
    live: frozenset[int]
    """The seats of the players who get cards."""
    button: int
    """The seat with the button, which may be an empty one: then the button is dead."""
    small_blind_seat: int
    """Where the small blind is due; nobody pays it if the seat is not live."""
    big_blind: int
    """The seat that pays the big blind."""

    def __post_init__(self) -> None:
        _refuse_unfit(self.live, self.seats)
        for what, seat in (("button", self.button), ("small blind", self.small_blind_seat)):
            if not 1 <= seat <= self.seats:
                raise IllegalActionError(
                    f"the {what} is at seat {seat}, but there are seats 1 to {self.seats}"
                )
        if self.big_blind not in self.live:
            raise IllegalActionError(f"the big blind is at seat {self.big_blind}, where nobody plays")
        if len(self.live) == 2:
            self._refuse_out_of_order_of_two()
        else:
            self._refuse_out_of_order()

    @property
    def small_blind(self) -> int | None:
        """The seat that pays the small blind; None if nobody does, because its player is out (R16).

        >>> first_hand({1, 2, 3, 4}, button=1, seats=4).next_hand({1, 2, 4}).small_blind is None
        True
        """
        return self.small_blind_seat if self.small_blind_seat in self.live else None

    @property
    def seats_in_order(self) -> tuple[int, ...]:
        """The live seats clockwise from the left of the button, players 1, 2, ... of the hand (R10, R14).

        The last is the button or, if it is dead, the nearest live seat to its right. It acts last after the
        flop, the first acts first. Of two players the first has the big blind, the second the button (R13).

        >>> first_hand({1, 2, 4}, button=2, seats=6).seats_in_order
        (4, 1, 2)
        """
        return tuple(sorted(self.live, key=lambda seat: self._steps(self.button, seat)))

    @property
    def first_to_act(self) -> int:
        """The seat that acts first before the flop: the first one left of the big blind (R14, R29).

        >>> first_hand({1, 2}, button=1, seats=2).first_to_act
        1
        """
        return self._next_live(self.big_blind, self.live)

    def blinds(self, small: Chips | str, big: Chips | str) -> tuple[Chips, ...]:
        """Return what is due from each of `seats_in_order`, in chips; 0 from those who have no blind.

        If nobody has the small blind, player 1 has the big blind; of two players too (R13), whose blinds
        come in the order big, small. Amounts are per hand: new ones begin with the next hand, never within
        one (R18). Who has less posts what he has (R21).

        Raises `IllegalActionError` for a big blind of nothing or below the small one (R12), `ValueError`
        and `TypeError` for what is no amount.

        >>> first_hand({1, 2, 3, 4}, button=1, seats=4).blinds(50, 100)
        (50, 100, 0, 0)
        >>> first_hand({1, 2}, button=1, seats=4).blinds(50, 100)
        (100, 50)
        """
        small, big = as_chips(small, "the small blind"), as_chips(big, "the big blind")
        if not big:
            raise IllegalActionError("the big blind is 0; it must be above 0")
        if big < small:
            raise IllegalActionError(f"the big blind of {big} is below the small blind of {small}")
        due = {self.small_blind_seat: small, self.big_blind: big}
        return tuple(due.get(seat, 0) for seat in self.seats_in_order)

    def next_hand(self, live: Iterable[int], *, dead_button: bool = True) -> "Table":
        """Return the table of the following hand, given the seats that are live in it (R15 to R17, D11).

        The next big blind is the first live seat after the last one; the small blind is due where the big
        blind was, and the button goes where the small blind was due, even if nobody is there any more. So
        nobody pays the big blind twice in a row. Of two players the one without the big blind has button
        and small blind. With `dead_button=False`, a simplification for cash games, the button goes to the
        next live seat and the blinds to the next two: some pay twice, some never.

        Raises `IllegalActionError` for less than two live seats, for seats that are not there, and with a
        dead button for newcomers who `must_wait`.

        >>> table = first_hand({1, 2, 3, 4, 5, 6}, button=1, seats=6)
        >>> table = table.next_hand({1, 2, 4, 5, 6})  # the big blind is out
        >>> table.button, table.small_blind, table.big_blind
        (2, None, 4)
        >>> table = table.next_hand({1, 2, 4, 5, 6})
        >>> table.button, table.small_blind, table.big_blind
        (3, 4, 5)
        """
        players = frozenset(live)
        _refuse_unfit(players, self.seats)
        if not dead_button:
            return first_hand(players, self._next_live(self.button, players), self.seats)
        waiting = self.must_wait(players)
        if waiting:
            raise IllegalActionError(
                f"seat {min(waiting)} would be between the button and the small blind"
                " (a newcomer there must wait until the button has passed)"
            )
        big_blind = self._next_live(self.big_blind, players)
        if len(players) == 2:
            button = small_blind_seat = self._next_live(big_blind, players)
        else:
            button, small_blind_seat = self.small_blind_seat, self.big_blind
        return Table(self.seats, players, button, small_blind_seat, big_blind)

    def must_wait(self, live: Iterable[int]) -> frozenset[int]:
        """Return those of the seats that cannot come in with the next hand under the dead button (R16).

        They sat out between small and big blind, and so would be between button and small blind, where
        they had the best position without having paid for it. Of two players nobody waits. If fewer than two
        can play without them, begin again with `first_hand`.

        >>> table = first_hand({1, 3}, button=1, seats=3)
        >>> table.must_wait({1, 2, 3})
        frozenset({2})
        >>> table.next_hand({1, 3}).must_wait({1, 2, 3})
        frozenset()
        """
        players = frozenset(live)
        if len(players) == 2:
            return frozenset()
        return self._between(self.small_blind_seat, self.big_blind, players)

    def _steps(self, start: int, seat: int) -> int:
        """How many seats lie between the two, clockwise."""
        return (seat - start - 1) % self.seats

    def _next_live(self, start: int, live: frozenset[int]) -> int:
        """The first live seat clockwise after a seat."""
        return min(live, key=lambda seat: self._steps(start, seat))

    def _between(self, start: int, end: int, live: frozenset[int]) -> frozenset[int]:
        """The live seats between two seats, clockwise, both excluded."""
        steps = self._steps(start, end)
        return frozenset(seat for seat in live if self._steps(start, seat) < steps)

    def _refuse_out_of_order_of_two(self) -> None:
        if {self.button, self.big_blind} != self.live or self.small_blind_seat != self.button:
            raise IllegalActionError(
                "of two players one has button and small blind, the other the big blind"
                f" (not {self.button}, {self.small_blind_seat} and {self.big_blind})"
            )

    def _refuse_out_of_order(self) -> None:
        to_small, to_big = (
            self._steps(self.button, seat) for seat in (self.small_blind_seat, self.big_blind)
        )
        if self.button in (self.small_blind_seat, self.big_blind) or to_small >= to_big:
            raise IllegalActionError(
                f"button {self.button}, small blind {self.small_blind_seat} and big blind {self.big_blind}"
                " are not clockwise, each at a seat of its own"
            )
        for what, start, end in (
            ("button and small blind", self.button, self.small_blind_seat),
            ("small and big blind", self.small_blind_seat, self.big_blind),
        ):
            between = self._between(start, end, self.live)
            if between:
                raise IllegalActionError(
                    f"seat {min(between)} is live between {what} (only empty seats can be)"
                )


def first_hand(live: Iterable[int], button: int, seats: int) -> Table:
    """Return the table of a first hand: the two seats left of the button pay the blinds (R01, R11, R13).

    live: the seats of the players, 2 to 10; button: the seat of the one who has it; seats: how many seats the
    table has. Raises `IllegalActionError` for other numbers and for a button where nobody plays.

    >>> table = first_hand({1, 2, 3, 4, 5, 6}, button=1, seats=6)
    >>> table.small_blind, table.big_blind, table.first_to_act
    (2, 3, 4)
    >>> table = first_hand({1, 2}, button=1, seats=6)  # of two, the button has the small blind
    >>> table.small_blind, table.big_blind, table.first_to_act
    (1, 2, 1)
    """
    players = frozenset(live)
    _refuse_unfit(players, seats)
    if button not in players:
        raise IllegalActionError(
            f"the button is at seat {button}, where nobody plays (in a first hand it is live)"
        )
    small_blind_seat, big_blind = sorted(players, key=lambda seat: (seat - button - 1) % seats)[:2]
    if len(players) == 2:
        small_blind_seat, big_blind = big_blind, small_blind_seat
    return Table(seats, players, button, small_blind_seat, big_blind)


def _refuse_unfit(live: frozenset[int], seats: int) -> None:
    if not MIN_PLAYERS <= seats <= MAX_PLAYERS:
        raise IllegalActionError(f"a table of {seats} seats ({MIN_PLAYERS} to {MAX_PLAYERS} are possible)")
    for seat in sorted(live):
        if not 1 <= seat <= seats:
            raise IllegalActionError(f"seat {seat} is not at the table (there are seats 1 to {seats})")
    if len(live) < MIN_PLAYERS:
        count = f"{len(live)} live {'player' if len(live) == 1 else 'players'}"
        raise IllegalActionError(f"{count} (a hand takes at least {MIN_PLAYERS})")
