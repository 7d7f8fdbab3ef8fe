"""A hand of hold'em from the blinds to the showdown, as a state that never changes: actions return new ones.

Players are numbered from 1, clockwise from the left of the button; the last one has the button. With three or
more, player 1 has the small and player 2 the big blind; of two, player 1 has the big blind and player 2 the
button and the small blind (R13, R14). In the tuples of a hand, player 1 comes first.

>>> from oddchip.rules import start_hand
>>> hand = start_hand([1000, 1000, 1000], blinds=(5, 10))
>>> hand.turn, str(hand.legal_actions())
(3, 'fold, call 10, raise to 20 to 1000')
>>> hand = hand.raise_to(30).fold().call().deal_board("Ah 7c 2d")
>>> hand.turn, hand.pot_total
(2, 65)
"""

from collections.abc import Callable, Sequence
from typing import SupportsIndex

from oddchip.evaluator import Cards, parse_cards
from oddchip.rules.chips import Chips, as_chips
from oddchip.rules.hole_cards import HoleCards, as_hole_cards
from oddchip.rules.legal import LegalActions
from oddchip.rules.live_hand import LiveHand
from oddchip.rules.options import Rules
from oddchip.rules.pots import SidePots


class Hand:
    """The state of a hand. Make one with `start_hand`; hands with equal states are equal."""

    __slots__ = ("_live",)

    def __init__(self, live: LiveHand) -> None:
        """Take over a hand in progress, which must not be changed any more."""
        self._live = live

    # How the hand stands

    @property
    def rules(self) -> Rules:
        """By which rules it is played."""
        return self._live.rules

    @property
    def starting_stacks(self) -> tuple[Chips, ...]:
        """What each player had before antes and blinds."""
        return self._live.starting_stacks

    @property
    def stacks(self) -> tuple[Chips, ...]:
        """What each player has behind."""
        return tuple(self._live.stacks)

    @property
    def antes(self) -> tuple[Chips, ...]:
        """What each has paid as an ante."""
        return self._live.antes

    @property
    def paid(self) -> tuple[Chips, ...]:
        """What each has put in during the hand, blinds and bets, without antes."""
        return tuple(self._live.paid)

    @property
    def bets(self) -> tuple[Chips, ...]:
        """The part of it that he has put in front of him in this round."""
        return tuple(self._live.bets)

    @property
    def level(self) -> Chips:
        """The highest bet of the round, which is to be matched; a short big blind does not lower it (R22)."""
        return self._live.level

    @property
    def folded(self) -> tuple[bool, ...]:
        """Who has folded."""
        return tuple(self._live.folded)

    @property
    def hole_cards(self) -> tuple[HoleCards, ...]:
        """The two card ids of each, None for one that is not known; empty before the deal."""
        return tuple(self._live.hole_cards)

    @property
    def shown(self) -> tuple[bool, ...]:
        """Who has shown."""
        return tuple(self._live.shown)

    @property
    def mucked(self) -> tuple[bool, ...]:
        """Who has put his cards away unseen."""
        return tuple(self._live.mucked)

    @property
    def board(self) -> tuple[int, ...]:
        """Card ids."""
        return self._live.board

    @property
    def street(self) -> int:
        """0 before the flop to 3 on the river."""
        return self._live.street

    @property
    def aggressor(self) -> int | None:
        """The player who bet or raised last in this round, if any did."""
        return self._live.aggressor

    @property
    def turn(self) -> int | None:
        """The player who must act, if any."""
        return self._live.turn

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._live.players

    @property
    def live(self) -> tuple[int, ...]:
        """The players who have neither folded nor mucked."""
        return self._live.live

    @property
    def pot_total(self) -> Chips:
        """All chips that are in, those in front of the players included."""
        return self._live.pot_total

    @property
    def is_betting_over(self) -> bool:
        """Whether nobody has to act in this round."""
        return self._live.turn is None

    @property
    def awaits_board(self) -> bool:
        """Whether the next board cards are due: the round is over, and more than one player is left."""
        return self._live.awaits_board

    @property
    def awaits_showdown(self) -> bool:
        """Whether hands are still to be shown: nobody acts, and more than one player is left (R82)."""
        return self._live.awaits_showdown

    @property
    def is_all_in(self) -> bool:
        """Whether more than one player is left, and there will be no more betting (R36)."""
        return self._live.is_all_in

    @property
    def is_over(self) -> bool:
        """Whether the hand can be settled."""
        return self._live.is_over

    def what_is_next(self) -> str:
        """Say what has to happen, for messages."""
        return self._live.what_is_next()

    def side_pots(self) -> SidePots:
        """Return the pots as they are now: what is not called goes back, bets of this round are in (R78)."""
        return self._live.side_pots()

    def legal_actions(self) -> LegalActions:
        """Return what the player whose turn it is may do; `IllegalActionError` if it is nobody's turn."""
        return self._live.legal_actions()

    # Actions

    def fold(self) -> "Hand":
        """Return the hand after a fold (R38)."""
        return self.changed(LiveHand.fold)

    def check(self) -> "Hand":
        """Return the hand after a check (R41)."""
        return self.changed(LiveHand.check)

    def call(self) -> "Hand":
        """Return the hand after a call, for less if that is all the player has (R39, R55)."""
        return self.changed(LiveHand.call)

    def bet(self, amount: Chips | str) -> "Hand":
        """Return the hand after the first bet of a round (R42, R45)."""
        chips = as_chips(amount, "the bet")
        return self.changed(lambda live: live.bet_to(chips, "bet"))

    def raise_to(self, total: Chips | str) -> "Hand":
        """Return the hand after a raise; total: what the player has in front of him then (R46)."""
        chips = as_chips(total, "the raise")
        return self.changed(lambda live: live.bet_to(chips, "raise to"))

    def all_in(self) -> "Hand":
        """Return the hand after the player has put in all he has: a bet, a raise or a call (R54, R55)."""
        return self.changed(LiveHand.all_in)

    def fold_absent(self, player: int) -> "Hand":
        """Return the hand after a player who is all-in was folded, as rooms do with absent ones (R38)."""
        return self.changed(lambda live: live.fold_absent(player))

    def deal_hole_cards(self, player: int, cards: str | Sequence[SupportsIndex | str | None]) -> "Hand":
        """Return the hand with a player's two cards, once; None stands for a card that is not known (R02)."""
        known = as_hole_cards(cards)
        return self.changed(lambda live: live.deal_hole_cards(player, known))

    def deal_board(self, cards: Cards) -> "Hand":
        """Return the hand with the flop, the turn or the river, when that is due (R04)."""
        known = parse_cards(cards)
        return self.changed(lambda live: live.deal_board(known))

    def changed(self, change: Callable[[LiveHand], None]) -> "Hand":
        """Return the hand after a change of a copy of what is inside."""
        live = self._live.copy()
        change(live)
        return Hand(live)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return all(getattr(self._live, name) == getattr(other._live, name) for name in LiveHand.__slots__)

    def __hash__(self) -> int:
        return hash((self.stacks, self.paid, self.board, self.hole_cards, self.turn))

    def __repr__(self) -> str:
        return (
            f"<Hand: {self.what_is_next()}, stacks {', '.join(map(str, self.stacks))}, pot {self.pot_total}>"
        )
