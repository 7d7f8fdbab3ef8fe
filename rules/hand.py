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

from typing import NamedTuple, TypeVar

from oddchip.evaluator import (
    Cards,
    DuplicateCardError,
    HandSizeError,
    IllegalActionError,
    format_cards,
    parse_cards,
)
from oddchip.rules.betting import must_act, owed, wager
from oddchip.rules.chips import Chips, as_chips
from oddchip.rules.legal import LegalActions
from oddchip.rules.options import Rules
from oddchip.rules.pots import SidePots, live_pots

STREETS = ("preflop", "flop", "turn", "river")
BOARD_SIZES = (0, 3, 4, 5)
BIG_STREET = 2
"""From the turn on the steps of fixed limit double (R67)."""

Value = TypeVar("Value")

HoleCards = tuple[int | None, ...]
"""Two card ids, None for a card that is not known; empty before the deal."""


class Hand(NamedTuple):
    """The state of a hand. Make one with `start_hand`, not by hand."""

    rules: Rules
    bets_of_streets: tuple[Chips, Chips]
    """The least bet before and on the flop, and later; in fixed limit the steps."""
    starting_stacks: tuple[Chips, ...]
    stacks: tuple[Chips, ...]
    """What each player has behind."""
    antes: tuple[Chips, ...]
    """What each has paid as an ante."""
    paid: tuple[Chips, ...]
    """What each has put in during the hand, blinds and bets, without antes."""
    bets: tuple[Chips, ...]
    """The part of it that he put in front of him in this round."""
    folded: tuple[bool, ...]
    hole_cards: tuple[HoleCards, ...]
    shown: tuple[bool, ...]
    mucked: tuple[bool, ...]
    board: tuple[int, ...]
    street: int
    """0 before the flop to 3 on the river."""
    level: Chips
    """The highest bet of the round, which is to be matched; a short big blind does not lower it (R22)."""
    full_level: Chips
    """The level of the last full bet or raise, where all-ins for less do not count."""
    step: Chips
    """By how much the next raise must raise at least: the last full bet or raise (R46)."""
    full_bets: int
    """How many full bets and raises there were in this round; the big blind is the first (D9)."""
    acted_at: tuple[Chips | None, ...]
    """By player, the level when he last acted in this round."""
    full_bets_seen: tuple[int, ...]
    """By player, `full_bets` when he last acted."""
    aggressor: int | None
    """The player who bet or raised last in this round, if any did."""
    starters: int
    """How many players began the round."""
    turn: int | None
    """The player who must act, if any."""

    # What is going on

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.stacks)

    @property
    def live(self) -> tuple[int, ...]:
        """The players who have neither folded nor mucked."""
        return tuple(
            player
            for player in range(1, len(self.stacks) + 1)
            if not (self.folded[player - 1] or self.mucked[player - 1])
        )

    @property
    def pot_total(self) -> Chips:
        """All chips that are in, those in front of the players included."""
        return sum(self.paid) + sum(self.antes)

    @property
    def is_betting_over(self) -> bool:
        """Whether nobody has to act in this round."""
        return self.turn is None

    @property
    def awaits_board(self) -> bool:
        """Whether the next board cards are due: the round is over, and more than one player is left."""
        return self.turn is None and len(self.board) < 5 and len(self.live) > 1

    @property
    def awaits_showdown(self) -> bool:
        """Whether hands are to be shown: nobody acts any more, and more than one player is left (R82)."""
        return self.turn is None and len(self.board) == 5 and len(self._undecided) > 0 and len(self.live) > 1

    @property
    def is_over(self) -> bool:
        """Whether the hand can be settled."""
        if self.turn is not None:
            return False
        return len(self.live) == 1 or (len(self.board) == 5 and not self._undecided)

    @property
    def is_all_in(self) -> bool:
        """Whether more than one player is left, and there will be no more betting (R36)."""
        return self.turn is None and self.folded.count(False) > 1 and self.can_bet < 2

    @property
    def can_bet(self) -> int:
        """How many players can still bet: they have chips and have not folded."""
        return sum(stack > 0 and not folded for stack, folded in zip(self.stacks, self.folded, strict=True))

    @property
    def _undecided(self) -> list[int]:
        """The players left who have neither shown nor mucked."""
        return [player for player in self.live if not self.shown[player - 1]]

    def side_pots(self) -> SidePots:
        """Return the pots as they are now: what is not called goes back, bets of this round are in (R78)."""
        paid = list(self.paid)
        dead: Chips = 0
        if self.rules.antes_are_dead:
            dead = sum(self.antes)
        else:
            paid = [chips + ante for chips, ante in zip(paid, self.antes, strict=True)]
        return live_pots(paid, [player + 1 for player, gone in enumerate(self.folded) if not gone], dead)

    def legal_actions(self) -> LegalActions:
        """Return what the player whose turn it is may do; `IllegalActionError` if it is nobody's turn."""
        if self.turn is None:
            raise IllegalActionError(f"nobody has to act: {self.what_is_next()}")
        to_call = owed(self, self.turn - 1)
        amounts = wager(self, self.turn - 1)
        return LegalActions(
            player=self.turn,
            can_fold=to_call > 0 or self.rules.fold_when_checking_is_free,
            can_check=to_call == 0,
            call=min(to_call, self.stacks[self.turn - 1]) if to_call else None,
            bet=None if self.level else amounts,
            raise_to=amounts if self.level else None,
        )

    # Actions

    def fold(self) -> "Hand":
        """Return the hand after a fold (R38)."""
        if not self.legal_actions().can_fold:
            raise self._illegal("fold")
        player = self._acting() - 1
        return self._acted(folded=_with(self.folded, player, True))

    def check(self) -> "Hand":
        """Return the hand after a check (R41)."""
        if owed(self, self._acting() - 1):
            raise self._illegal("check")
        return self._acted()

    def call(self) -> "Hand":
        """Return the hand after a call, for less if that is all the player has (R39, R55)."""
        player = self._acting() - 1
        to_call = owed(self, player)
        if not to_call:
            raise self._illegal("call")
        return self._put_in(player, min(to_call, self.stacks[player]))._acted()

    def bet(self, amount: Chips | str) -> "Hand":
        """Return the hand after the first bet of a round (R42, R45)."""
        self._acting()
        if self.level:
            raise self._illegal(f"bet {amount}")
        return self._bet_to(as_chips(amount, "the bet"), "bet")

    def raise_to(self, total: Chips | str) -> "Hand":
        """Return the hand after a raise; total: what the player has in front of him then (R46)."""
        self._acting()
        if not self.level:
            raise self._illegal(f"raise to {total}")
        return self._bet_to(as_chips(total, "the raise"), "raise to")

    def all_in(self) -> "Hand":
        """Return the hand after the player has put in all he has: a bet, a raise or a call (R54, R55)."""
        player = self._acting() - 1
        total = self.bets[player] + self.stacks[player]
        if self.stacks[player] <= owed(self, player):
            return self.call()
        return self._bet_to(total, "raise to" if self.level else "bet")

    def fold_absent(self, player: int) -> "Hand":
        """Return the hand after a player who is all-in was folded, as rooms do with absent ones (R38)."""
        self._check_player(player)
        if self.folded[player - 1] or self.stacks[player - 1]:
            raise IllegalActionError(f"player {player} is not all-in")
        hand = self._replace(folded=_with(self.folded, player - 1, True))
        return hand if self.turn is None else hand._with_turn_from(self.turn - 1)

    # Cards

    def deal_hole_cards(self, player: int, cards: Cards | HoleCards) -> "Hand":
        """Return the hand with a player's two cards, once; None stands for a card that is not known (R02)."""
        self._check_player(player)
        if self.hole_cards[player - 1]:
            raise IllegalActionError(f"player {player} has hole cards already")
        known = _cards_of(cards)
        if len(known) != 2:
            raise HandSizeError(
                f"player {player} is dealt {len(known)} cards, not 2", expected="2", got=len(known)
            )
        self._refuse_known(known, f"in the hand of player {player}")
        return self._replace(hole_cards=_with(self.hole_cards, player - 1, known))

    def deal_board(self, cards: Cards) -> "Hand":
        """Return the hand with the flop, the turn or the river, when that is due (R04)."""
        if not self.awaits_board:
            raise IllegalActionError(f"no board cards are due: {self.what_is_next()}")
        new = parse_cards(cards)
        wanted = 3 if not self.board else 1
        name = STREETS[self.street + 1]
        if len(new) != wanted:
            count = f"{len(new)} card{'s' if len(new) != 1 else ''}"
            raise HandSizeError(f"the {name} has {wanted}, not {count}", expected=str(wanted), got=len(new))
        self._refuse_known(new, "on the board")
        nobody: Chips = 0
        street = self.street + 1
        return self._replace(
            board=self.board + new,
            street=street,
            bets=(nobody,) * len(self.bets),
            level=nobody,
            full_level=nobody,
            step=self.bets_of_streets[street >= BIG_STREET],
            full_bets=0,
            acted_at=(None,) * len(self.bets),
            full_bets_seen=(0,) * len(self.bets),
            aggressor=None,
            starters=self.folded.count(False),
        )._with_turn_from(0)

    # How it works

    def _acting(self) -> int:
        if self.turn is None:
            raise IllegalActionError(f"nobody has to act: {self.what_is_next()}")
        return self.turn

    def _bet_to(self, total: Chips, verb: str) -> "Hand":
        """The hand after a bet or raise to a total, if it is legal."""
        player = self._acting() - 1
        amounts = wager(self, player)
        if amounts is None:
            raise self._illegal(f"{verb} {total}")
        least, most = amounts
        if not least <= total <= most:
            raise self._illegal(f"{verb} {total}")
        raised = total - self.level
        if self.rules.betting == "fixed-limit":
            # An all-in of half a bet counts as one; what is less can be completed to the full bet (R70).
            is_full = 2 * (total - self.full_level) >= self.step
            step = self.step
        else:
            is_full = raised >= self.step
            step = raised if is_full else self.step
        hand = self._put_in(player, total - self.bets[player])
        return hand._replace(
            level=total,
            full_level=total if is_full else self.full_level,
            step=step,
            full_bets=self.full_bets + is_full,
            aggressor=player + 1,
        )._acted()

    def _put_in(self, player: int, chips: Chips) -> "Hand":
        return self._replace(
            stacks=_with(self.stacks, player, self.stacks[player] - chips),
            bets=_with(self.bets, player, self.bets[player] + chips),
            paid=_with(self.paid, player, self.paid[player] + chips),
        )

    def _acted(self, folded: tuple[bool, ...] | None = None) -> "Hand":
        """The hand after the player whose turn it was has done what he does."""
        player = self._acting() - 1
        return self._replace(
            folded=self.folded if folded is None else folded,
            acted_at=_with(self.acted_at, player, self.level),
            full_bets_seen=_with(self.full_bets_seen, player, self.full_bets),
        )._with_turn_from(player + 1)

    def _with_turn_from(self, first: int) -> "Hand":
        """The hand with the turn of the next player who has to act, from a place on."""
        if self.folded.count(False) > 1:
            players = len(self.stacks)
            for place in range(first, first + players):
                if must_act(self, place % players):
                    return self._replace(turn=place % players + 1)
        return self._replace(turn=None)

    def _check_player(self, player: int) -> None:
        if not 1 <= player <= len(self.stacks):
            raise IllegalActionError(f"there is no player {player} (players are 1 to {len(self.stacks)})")

    def _refuse_known(self, cards: HoleCards, place: str) -> None:
        where = {
            card: f"in the hand of player {player}"
            for player, hole in enumerate(self.hole_cards, start=1)
            for card in hole
        }
        where |= dict.fromkeys(self.board, "on the board")
        for index, card in enumerate(cards):
            if card is None:
                continue
            if card in where:
                raise DuplicateCardError(format_cards([card]), where[card], place)
            if card in cards[:index]:
                raise DuplicateCardError(format_cards([card]), place, f"{place} again")

    def _illegal(self, attempt: str) -> IllegalActionError:
        return IllegalActionError(f"player {self.turn} cannot {attempt} (legal: {self.legal_actions()})")

    def what_is_next(self) -> str:
        """Say what has to happen, for messages."""
        if self.turn is not None:
            return f"player {self.turn} is to act"
        if len(self.live) == 1:
            return f"player {self.live[0]} has won"
        if len(self.board) < 5:
            return f"the {STREETS[self.street + 1]} is due"
        return "the hands are to be shown" if self._undecided else "the hand is over"


def _with(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    """A tuple with one value changed."""
    return (*values[:index], value, *values[index + 1 :])


def _cards_of(cards: Cards | HoleCards) -> HoleCards:
    if isinstance(cards, str):
        return parse_cards(cards)
    known = parse_cards([card for card in cards if card is not None])
    remaining = iter(known)
    return tuple(None if card is None else next(remaining) for card in cards)
