"""A hand in progress that changes in place: what `Hand` shows from outside, and what replaying is fast with.

An action that is not legal raises before anything has changed. Players are numbered from 1; the lists have
player 1 first.
"""

from collections.abc import Sequence

from oddchip.evaluator import DuplicateCardError, HandSizeError, IllegalActionError, format_cards
from oddchip.rules.betting import wager
from oddchip.rules.chips import Chips, counted
from oddchip.rules.hole_cards import HoleCards
from oddchip.rules.legal import LegalActions
from oddchip.rules.options import Rules
from oddchip.rules.pots import SidePots, live_pots

STREETS = ("preflop", "flop", "turn", "river")
BOARD_SIZE = 5
BIG_STREET = 2
"""From the turn on the steps of fixed limit double (R67)."""

NOTHING: Chips = 0


class LiveHand:
    """See `Hand` for what the attributes mean; `post` makes one."""

    __slots__ = (
        "acted_at",
        "aggressor",
        "antes",
        "bets",
        "bets_of_streets",
        "board",
        "can_bet",
        "dealt",
        "folded",
        "full_bets",
        "full_bets_seen",
        "full_level",
        "hole_cards",
        "is_blind_short",
        "left",
        "level",
        "mucked",
        "paid",
        "rules",
        "shown",
        "stacks",
        "starters",
        "starting_stacks",
        "step",
        "street",
        "turn",
    )

    def __init__(
        self,
        rules: Rules,
        bets_of_streets: tuple[Chips, Chips],
        starting_stacks: tuple[Chips, ...],
        antes: tuple[Chips, ...],
        bets: Sequence[Chips],
        level: Chips,
    ) -> None:
        players = len(starting_stacks)
        self.rules = rules
        self.bets_of_streets = bets_of_streets
        self.starting_stacks = starting_stacks
        self.antes = antes
        self.bets = list(bets)
        self.paid = list(bets)
        self.stacks: list[Chips] = [
            stack - ante - bet for stack, ante, bet in zip(starting_stacks, antes, bets, strict=True)
        ]
        self.folded = [False] * players
        self.hole_cards: list[HoleCards] = [()] * players
        self.shown = [False] * players
        self.mucked = [False] * players
        self.board: tuple[int, ...] = ()
        self.dealt = 0  # a bit for each card that is known to be somewhere
        self.street = 0
        self.level = level
        self.full_level = level
        # The posted blinds are the bet to be raised (R50); a straddle is one of them.
        is_limit = rules.betting == "fixed-limit"
        self.step = bets_of_streets[0] if is_limit else max(bets_of_streets[0], level)
        self.full_bets = 1 if level else 0
        self.acted_at: list[Chips | None] = [None] * players
        self.full_bets_seen = [0] * players
        self.aggressor: int | None = None
        self.starters = players
        self.left = players  # players who have neither folded nor mucked
        self.can_bet = sum(stack > 0 for stack in self.stacks)
        self.is_blind_short = max(self.bets) < level
        self.turn: int | None = None

    def copy(self) -> "LiveHand":
        """Return another hand in the same state."""
        other = LiveHand.__new__(LiveHand)
        for name in LiveHand.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if type(value) is list else value)
        return other

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
            for player, (folded, mucked) in enumerate(zip(self.folded, self.mucked, strict=True), start=1)
            if not (folded or mucked)
        )

    @property
    def pot_total(self) -> Chips:
        """All chips that are in, those in front of the players included."""
        return sum(self.paid) + sum(self.antes)

    @property
    def awaits_board(self) -> bool:
        """Whether the next board cards are due: the round is over, and more than one player is left."""
        return self.turn is None and len(self.board) < BOARD_SIZE and self.left > 1

    @property
    def awaits_showdown(self) -> bool:
        """Whether hands are still to be shown: nobody acts, and more than one player is left (R82)."""
        if self.turn is not None or len(self.board) < BOARD_SIZE or self.left < 2:
            return False
        return not all(self.shown[player - 1] for player in self.live)

    @property
    def is_over(self) -> bool:
        """Whether the hand can be settled."""
        if self.turn is not None:
            return False
        if self.left == 1:
            return True
        return len(self.board) == BOARD_SIZE and not self.awaits_showdown

    @property
    def is_all_in(self) -> bool:
        """Whether more than one player is left, and there will be no more betting (R36)."""
        return self.turn is None and self.left > 1 and self.can_bet < 2

    def what_is_next(self) -> str:
        """Say what has to happen, for messages."""
        if self.turn is not None:
            return f"player {self.turn} is to act"
        live = self.live
        if len(live) == 1:
            return f"player {live[0]} has won"
        if len(self.board) < BOARD_SIZE:
            return f"the {STREETS[self.street + 1]} is due"
        return "the hands are to be shown" if self.awaits_showdown else "the hand is over"

    def side_pots(self) -> SidePots:
        """Return the pots as they are now: what is not called goes back, bets of this round are in (R78)."""
        live = [player for player, gone in enumerate(self.folded, start=1) if not gone]
        if self.rules.antes_are_dead:
            return live_pots(self.paid.copy(), live, sum(self.antes))
        paid: list[Chips] = [chips + ante for chips, ante in zip(self.paid, self.antes, strict=True)]
        return live_pots(paid, live, NOTHING)

    def legal_actions(self) -> LegalActions:
        """Return what the player whose turn it is may do; `IllegalActionError` if it is nobody's turn."""
        player = self._acting()
        to_call = self.owed(player)
        amounts = wager(self, player)
        return LegalActions(
            player=player + 1,
            can_fold=to_call > 0 or self.rules.fold_when_checking_is_free,
            can_check=to_call == 0,
            call=min(to_call, self.stacks[player]) if to_call else None,
            bet=None if self.level else amounts,
            raise_to=amounts if self.level else None,
        )

    def owed(self, player: int) -> Chips:
        """Return what a player, counted from 0, must add to call.

        Over a big blind that is short because its owner is all-in, the whole blind is owed (R22), unless
        nobody who is left can match it (R23).
        """
        owed = self.level - self.bets[player]
        if owed <= 0:
            return NOTHING
        if self.is_blind_short:
            most = max(
                bet + stack
                for other, (bet, stack, gone) in enumerate(
                    zip(self.bets, self.stacks, self.folded, strict=True)
                )
                if other != player and not gone
            )
            owed = max(NOTHING, min(self.level, most) - self.bets[player])
        return owed

    # Actions of the player whose turn it is

    def fold(self) -> None:
        """Give up (R38)."""
        player = self._acting()
        if not self.rules.fold_when_checking_is_free and not self.owed(player):
            raise self._illegal("fold")
        self.folded[player] = True
        self.left -= 1
        self.can_bet -= 1  # who has his turn has chips
        self._pass_turn(player)

    def check(self) -> None:
        """Put nothing in (R41)."""
        player = self._acting()
        if self.owed(player):
            raise self._illegal("check")
        self._pass_turn(player)

    def call(self) -> None:
        """Match the highest bet, or put in what is left (R39, R55)."""
        player = self._acting()
        owed = self.owed(player)
        if not owed:
            raise self._illegal("call")
        self._put_in(player, min(owed, self.stacks[player]))
        self._pass_turn(player)

    def bet_to(self, total: Chips, verb: str) -> None:
        """Bet or raise, whichever `verb` says, to a total in front of the player (R42 to R54, R66 to R70)."""
        player = self._acting()
        amounts = wager(self, player)
        if amounts is None or (verb == "bet") == (self.level > 0) or not amounts[0] <= total <= amounts[1]:
            raise self._illegal(f"{verb} {total}")
        if self.rules.betting == "fixed-limit":
            # An all-in of half a bet counts as one; what is less can be completed to the full bet (R70).
            is_full = 2 * (total - self.full_level) >= self.step
        else:
            is_full = total - self.level >= self.step
            if is_full:
                self.step = total - self.level
        self._put_in(player, total - self.bets[player])
        self.level = total
        self.is_blind_short = False
        if is_full:
            self.full_level = total
            self.full_bets += 1
        self.aggressor = player + 1
        self._pass_turn(player)

    def all_in(self) -> None:
        """Put in all that is left: a call, a bet or a raise (R54)."""
        player = self._acting()
        total = self.bets[player] + self.stacks[player]
        if total <= self.level:
            self.call()
        else:
            self.bet_to(total, "raise to" if self.level else "bet")

    # Everything else

    def fold_absent(self, player: int) -> None:
        """Fold a player who is all-in, as rooms do with absent ones (R38)."""
        self.check_player(player)
        if player not in self.live or self.stacks[player - 1]:
            raise IllegalActionError(f"player {player} is not all-in")
        if self.left == 1:
            raise IllegalActionError(f"player {player} has won: nobody else is left")
        self.folded[player - 1] = True
        self.left -= 1
        self.is_blind_short = True
        if self.turn is not None:
            self.find_turn(self.turn - 1)

    def deal_hole_cards(self, player: int, cards: HoleCards) -> None:
        """Give a player his two cards, once (R02)."""
        self.check_player(player)
        if self.hole_cards[player - 1]:
            raise IllegalActionError(f"player {player} has hole cards already")
        if len(cards) != 2:
            raise HandSizeError(
                f"player {player} is dealt {counted(len(cards), 'card')}, not 2", expected="2", got=len(cards)
            )
        self._take_from_deck(cards, f"in the hand of player {player}")
        self.hole_cards[player - 1] = cards

    def deal_board(self, cards: tuple[int, ...]) -> None:
        """Turn the flop, the turn or the river (R04)."""
        if not self.awaits_board:
            raise IllegalActionError(f"no board cards are due: {self.what_is_next()}")
        wanted = 1 if self.board else 3
        if len(cards) != wanted:
            raise HandSizeError(
                f"the {STREETS[self.street + 1]} has {wanted}, not {counted(len(cards), 'card')}",
                expected=str(wanted),
                got=len(cards),
            )
        self._take_from_deck(cards, "on the board")
        players = len(self.stacks)
        self.board += cards
        self.street += 1
        self.bets = [NOTHING] * players
        self.level = self.full_level = NOTHING
        self.step = self.bets_of_streets[self.street >= BIG_STREET]
        self.full_bets = 0
        self.acted_at = [None] * players
        self.full_bets_seen = [0] * players
        self.aggressor = None
        self.starters = self.left
        self.find_turn(0)

    def replace_hole_cards(self, player: int, cards: HoleCards) -> None:
        """Give a player whose cards were not all known the cards that he shows."""
        before = self.hole_cards[player - 1]
        known = {card for card in before if card is not None}
        if known - set(cards):
            shown = "".join("??" if card is None else format_cards([card]) for card in cards)
            raise IllegalActionError(f"player {player} shows {shown}, but was dealt other cards")
        new = tuple(card for card in cards if card not in known)
        self._take_from_deck(new, f"in the hand of player {player}")
        self.hole_cards[player - 1] = cards

    def put_away(self, player: int) -> None:
        """Muck a player's hand, whether he may or not."""
        self.mucked[player - 1] = True
        self.left -= 1

    def find_turn(self, first: int) -> None:
        """Set the turn of the next player who has to act, from a place on (R28 to R36).

        Who owes nothing has his turn once, unless there is nobody left to bet against.
        """
        self.turn = None
        if self.left < 2:
            return
        players = len(self.stacks)
        for place in range(first, first + players):
            player = place if place < players else place - players
            if self.folded[player] or not self.stacks[player]:
                continue
            if self.bets[player] < self.level and self.owed(player):
                self.turn = player + 1
                return
            if self.acted_at[player] is None and self.can_bet > 1:
                self.turn = player + 1
                return

    def check_player(self, player: int) -> None:
        """Raise `IllegalActionError` for a player who is not there."""
        if not 1 <= player <= len(self.stacks):
            raise IllegalActionError(f"there is no player {player} (players are 1 to {len(self.stacks)})")

    def _acting(self) -> int:
        """The player whose turn it is, from 0."""
        if self.turn is None:
            raise IllegalActionError(f"nobody has to act: {self.what_is_next()}")
        return self.turn - 1

    def _illegal(self, attempt: str) -> IllegalActionError:
        return IllegalActionError(f"player {self.turn} cannot {attempt} (legal: {self.legal_actions()})")

    def _put_in(self, player: int, chips: Chips) -> None:
        self.stacks[player] -= chips
        self.bets[player] += chips
        self.paid[player] += chips
        if not self.stacks[player]:
            self.can_bet -= 1

    def _pass_turn(self, player: int) -> None:
        self.acted_at[player] = self.level
        self.full_bets_seen[player] = self.full_bets
        self.find_turn(player + 1)

    def _take_from_deck(self, cards: HoleCards, place: str) -> None:
        """Note that cards are in a place, if all of them were in the deck."""
        dealt = self.dealt
        for card in cards:
            if card is not None:
                if dealt >> card & 1:
                    raise self._twice(card, place)
                dealt |= 1 << card
        self.dealt = dealt

    def _twice(self, card: int, place: str) -> DuplicateCardError:
        where = "on the board" if card in self.board else f"{place} again"
        for player, cards in enumerate(self.hole_cards, start=1):
            if card in cards:
                where = f"in the hand of player {player}"
        first, second = (place, where) if where.endswith("again") else (where, place)
        return DuplicateCardError(format_cards([card]), first, second)
