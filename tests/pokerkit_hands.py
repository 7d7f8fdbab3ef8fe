"""Random hands that this package and pokerkit play side by side, compared in every turn and at the end.

They must agree on who acts, on what he may do and for how much, on pots and on final stacks, except for the
points of `DIFFERENCES`, `is_idle` and `compare_showdown`, where the package follows other rules. M numbers
are lines of `cases/rules-bugs.md`, R numbers rows of `rules.md`, both beside the checkout. Players are
counted from 1 here, in pokerkit from 0; of two, both give the big blind to the first.

`python tests/pokerkit_hands.py 20000` plays the first 20,000 hands, `... 5000 15000` the last 5,000 of them.
"""

import sys
import warnings
from collections import Counter
from random import Random
from typing import NamedTuple

from pokerkit import Automation, FixedLimitTexasHoldem, Mode, NoLimitTexasHoldem

from oddchip.evaluator import IllegalActionError, format_cards
from oddchip.rules import Rules, settle, show, start_hand

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.BET_COLLECTION,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.CHIPS_PULLING,
)
MOST_BETS = 4
SHARE_OF_SHORT_BIG_BLINDS = 0.1
"""How many of the big blinds that turn out too short for their blind stay so: such hands end early."""


# What is played


class Spot(NamedTuple):
    """A hand before it begins."""

    stacks: tuple[int, ...]
    blinds: tuple[int, int]
    limit: bool
    antes: tuple[int, ...]
    """Of small and big blind, then of the players after them."""
    dead_antes: bool
    free_folds: bool
    """Whether who could check may fold."""
    hole_cards: tuple[str, ...]
    board: tuple[str, str, str]


class Style(NamedTuple):
    """How often the players of a hand fold to a bet, and how often they bet and raise."""

    fold: float
    wager: float


def random_spot(random):
    players = random.choice([2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8, 9])
    blinds = random.choice([(1, 2), (2, 5), (3, 7), (5, 10), (10, 25), (50, 100)])
    antes = random_antes(random, players, blinds)
    deal = random.choice([deal_any, deal_any, deal_ties])
    stacks = random.choice([mixed_stacks, mixed_stacks, crowded_stacks])(random, players, blinds[1])
    hole_cards, board = deal(random, players)
    return Spot(
        stacks=with_whole_big_blind(random, stacks, blinds[1], antes[1]),
        blinds=blinds,
        limit=random.random() < 0.3,
        antes=antes,
        dead_antes=len(set(antes)) > 1 or random.random() < 0.2,
        free_folds=random.random() < 0.5,
        hole_cards=hole_cards,
        board=board,
    )


def random_antes(random, players, blinds):
    small, big = blinds
    of_all = random.choice([0, 0, 0, 1, max(1, big // 10), small])
    of_big_blind = random.choice([0, 0, big, big // 2])
    if of_all or not of_big_blind:
        return (of_all,) * players
    return (0, of_big_blind, *[0] * (players - 2))


def mixed_stacks(random, players, big):
    """Return short and deep stacks."""
    deepest = random.choice([2, 4, 8, 30, 300])
    return [
        random.choice([random.randint(1, 2 * big), random.randint(big, deepest * big), deepest * big])
        for _ in range(players)
    ]


def crowded_stacks(random, players, big):
    """Return stacks of two to four big blinds and a few deep ones: many all-ins for a little more."""
    stacks = [random.randint(2 * big, 4 * big) for _ in range(players)]
    if random.random() < 0.5:
        stacks.sort()
    return [20 * big if random.random() < 0.3 else stack for stack in stacks]


def with_whole_big_blind(random, stacks, big, ante):
    """Return stacks in which the big blind can be paid, most often."""
    place = 0 if len(stacks) == 2 else 1
    if stacks[place] < ante + big and random.random() >= SHARE_OF_SHORT_BIG_BLINDS:
        stacks[place] = ante + big + random.choice([0, 1, stacks[place]])
    return tuple(stacks)


def deal_any(random, players):
    return in_places(random.sample(range(52), 2 * players + 5), players)


def deal_ties(random, players):
    """Deal hole cards below seven and a board above six, which most often plays for all who are left."""
    return in_places([*random.sample(range(20), 2 * players), *random.sample(range(20, 52), 5)], players)


def in_places(cards, players):
    names = [format_cards([card]) for card in cards]
    board = names[2 * players :]
    holes = tuple(names[2 * player] + names[2 * player + 1] for player in range(players))
    return holes, ("".join(board[:3]), board[3], board[4])


def random_style(random):
    return Style(fold=random.choice([0.05, 0.2, 0.4]), wager=random.choice([0.1, 0.3, 0.5, 0.8]))


# The two sides


def our_hand(spot):
    """Return the hand of this package, hole cards dealt."""
    rules = Rules(
        betting="fixed-limit" if spot.limit else "no-limit",
        fold_when_checking_is_free=spot.free_folds,
        antes_are_dead=spot.dead_antes,
    )
    antes = spot.antes if len(spot.antes) > 2 else spot.antes[::-1]
    hand = start_hand(spot.stacks, spot.blinds, ante=antes, rules=rules)
    for player, cards in enumerate(spot.hole_cards, start=1):
        hand = hand.deal_hole_cards(player, cards)
    return hand


def their_state(spot):
    """Return the state of pokerkit, hole cards dealt; it puts blinds and antes of two players in order."""
    game = FixedLimitTexasHoldem if spot.limit else NoLimitTexasHoldem
    big = spot.blinds[1]
    state = game.create_state(
        AUTOMATIONS,
        not spot.dead_antes,
        spot.antes,
        spot.blinds,
        *((big, 2 * big) if spot.limit else (big,)),
        spot.stacks,
        len(spot.stacks),
        mode=Mode.CASH_GAME if spot.free_folds else Mode.TOURNAMENT,
    )
    for cards in spot.hole_cards:
        state.deal_hole(cards)
    return state


class Offer(NamedTuple):
    """What a player may do."""

    player: int
    fold: bool
    call: int
    """How much he must add; 0 if he may check."""
    wager: tuple[int, int] | None
    """The least and the most that he may bet or raise to."""


def our_offer(hand):
    legal = hand.legal_actions()
    assert legal.can_check == (legal.call is None)
    assert legal.wager == (legal.raise_to if hand.street == 0 or max(hand.bets) else legal.bet)
    return Offer(legal.player, legal.can_fold, legal.call or 0, legal.wager)


def their_offer(state):
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    wager = None if least is None else (least, most)
    return Offer(state.actor_index + 1, state.can_fold(), state.checking_or_calling_amount, wager)


# What the differences depend on


class Round:
    """A round of betting, as the actions show it."""

    def __init__(self, spot, street):
        self.street = street
        self.limit = spot.limit
        self.step = spot.blinds[1] * (2 if spot.limit and street > 1 else 1)
        self.level = self.full_level = spot.blinds[1] if street == 0 else 0
        self.full_bets = self.full_bets_posted = 1 if street == 0 else 0
        self.wagers = 0
        self.largest = 0
        self.acted = {}
        """By player, level and number of full bets when he last acted."""

    def act(self, player, total=None):
        """Note that a player acted; total: of his bet or raise."""
        if total is not None:
            raised = total - self.level
            if self.limit:  # half a bet counts (R70)
                is_full = 2 * (total - self.full_level) >= self.step
            else:
                is_full = raised >= self.step
                self.step = max(self.step, raised)
            self.level = total
            self.full_level = total if is_full else self.full_level
            self.full_bets += is_full
            self.wagers += 1
            self.largest = max(self.largest, raised)
        self.acted[player] = self.level, self.full_bets


class Turn(NamedTuple):
    """A turn, by the chips on the table and what happened in the round."""

    spot: Spot
    round: Round
    player: int
    stack: int
    bet: int
    highest: int
    """The highest bet that lies on the table."""
    reach: int
    """The most that somebody else who is left has in front of him and behind."""
    held_against: int
    """How much short all-ins raised in all that for pokerkit bar the player from raising, as he has acted."""

    @property
    def most(self):
        return self.bet + self.stack

    @property
    def is_covered(self):
        """Whether nobody else can put in more than is bet already."""
        return self.reach <= self.highest

    @property
    def faced(self):
        """By how much it was raised since the player acted; None if he has not."""
        if self.player not in self.round.acted:
            return None
        return self.round.level - self.round.acted[self.player][0]

    @property
    def is_reopened(self):
        """Whether the player has acted and may raise again: there was a full raise since (R59, R60, R70)."""
        if self.faced is None:
            return False
        if self.round.limit:
            return self.round.full_bets > self.round.acted[self.player][1]
        return self.faced >= self.round.step

    @property
    def is_closed(self):
        """Whether the player has acted and may not raise again."""
        return self.faced is not None and not self.is_reopened

    @property
    def is_capped(self):
        return self.round.limit and self.round.full_bets == MOST_BETS

    def amounts(self, least):
        """Return what the player may bet or raise to when so much is the least that is not all-in."""
        least = min(least, self.most)
        return least, least if self.round.limit else self.most

    def right_amounts(self):
        """Return them by the rules: in fixed limit the last full bet is raised, in no-limit the level."""
        raised = self.round.full_level if self.round.limit else self.round.level
        return self.amounts(raised + self.round.step)

    def their_amounts(self):
        """Return them as pokerkit counts, which raises what lies on the table."""
        return self.amounts(self.highest + self.round.step)

    def offer(self, call, wager):
        return Offer(self.player, call > 0 or self.spot.free_folds, call, wager)

    def offers(self, ours, theirs):
        """Return what both offer, where only the wagers differ."""
        call = min(self.stack, self.highest - self.bet)
        return self.offer(call, ours), self.offer(call, theirs)


def turn_of(spot, round_, state):
    place = state.actor_index
    others = [other for other in state.player_indices if other != place and state.statuses[other]]
    has_acted = place in state.acted_player_indices
    return Turn(
        spot=spot,
        round=round_,
        player=place + 1,
        stack=state.stacks[place],
        bet=state.bets[place],
        highest=max(state.bets),
        reach=max(state.bets[other] + state.stacks[other] for other in others),
        held_against=sum(state.consecutive_short_all_in_amounts) if has_acted else 0,
    )


# The differences: each function returns what both offer, or None where it does not apply


def short_big_blind(turn):
    """The whole big blind is owed over one that is short, if anybody can match it (R22, R23).

    In pokerkit it is the highest bet on the table that is called and raised.
    """
    level = turn.round.level
    if turn.round.street or turn.highest >= level:
        return None
    call = max(0, min(level, turn.reach) - turn.bet)
    ours = turn.right_amounts() if turn.most > level else None
    theirs = turn.their_amounts() if turn.most > turn.highest and not turn.is_covered else None
    their_call = turn.highest - turn.bet
    return turn.offer(min(turn.stack, call), ours), turn.offer(min(turn.stack, their_call), theirs)


def all_covered(turn):
    """Who faces a bet may raise although nobody can call the raise (R65); pokerkit refuses."""
    return turn.offers(turn.right_amounts(), None) if turn.is_covered else None


def big_blind_is_a_bet(turn):
    """In fixed limit the big blind is the first of four bets (R68); pokerkit allows four more."""
    if not turn.is_capped or turn.round.street or turn.round.wagers != MOST_BETS - 1:
        return None
    return turn.offers(None, turn.their_amounts())


def short_all_in_is_no_bet(turn):
    """In fixed limit an all-in below half a bet is none of the four (R70, R68); pokerkit counts it."""
    if not turn.round.limit or turn.round.wagers != MOST_BETS or turn.is_capped or turn.is_closed:
        return None
    return turn.offers(turn.right_amounts(), None)


def completion(turn):
    """In fixed limit an all-in below half a bet is completed (R70); pokerkit adds a full bet to it."""
    if not turn.round.limit or turn.round.full_level == turn.round.level or turn.is_closed:
        return None
    return turn.offers(turn.right_amounts(), turn.their_amounts())


def half_a_bet_reopens(turn):
    """In fixed limit an all-in of half a bet lets those raise again who have acted (R70).

    In pokerkit it must be as much as the largest bet or raise.
    """
    if not turn.round.limit or not turn.is_reopened or turn.faced >= turn.round.largest:
        return None
    return turn.offers(turn.right_amounts(), None)


def short_all_in_closes(turn, street_matches):
    """Who has acted and faces less than a full bet may not raise (R61, R62).

    In pokerkit he may if there was no full bet or raise in the round, the big blind not counted.
    """
    if not turn.is_closed or not street_matches or turn.round.full_bets != turn.round.full_bets_posted:
        return None
    return turn.offers(None, turn.their_amounts())


def short_all_in_over_limpers(turn):
    return short_all_in_closes(turn, turn.round.street == 0)


def short_all_in_after_a_check(turn):
    return short_all_in_closes(turn, turn.round.street > 0)


def all_ins_add_up(turn):
    """All-ins that were a full raise together stay one when another short one follows (R59, R60).

    In pokerkit the last one alone counts then, and is too little for those who have acted.
    """
    if not turn.is_reopened or not 0 < turn.held_against < turn.round.largest <= turn.faced:
        return None
    return turn.offers(turn.right_amounts(), None)


DIFFERENCES = {
    "M03": short_big_blind,
    "M06": all_covered,
    "M09": big_blind_is_a_bet,
    "short all-in is no bet": short_all_in_is_no_bet,
    "M01": short_all_in_over_limpers,
    "M02": short_all_in_after_a_check,
    "M07": half_a_bet_reopens,
    "all-ins add up": all_ins_add_up,
    "M08": completion,
}
LISTED = ("M01", "M02", "M03", "M04", "M06", "M07", "M08", "M09")
"""Without M05, odd chips that are no whole numbers, and M10, about reading histories."""


def difference(turn, ours, theirs):
    """Return the name of the difference that makes the two offers what they are."""
    assert ours != theirs
    for name, offers in DIFFERENCES.items():
        expected = offers(turn)
        if expected is not None:
            assert (ours, theirs) == expected, name
            return name
    raise AssertionError(f"ours: {ours}, theirs: {theirs}")


def is_idle(state):
    """Whether pokerkit asks a player who can only check, as nobody is left to bet against (R36)."""
    can_bet = [place for place in state.player_indices if state.statuses[place] and state.stacks[place]]
    only_checks = state.checking_or_calling_amount == 0 and not state.can_complete_bet_or_raise_to()
    return can_bet == [state.actor_index] and only_checks


# The showdown


def divide(pots, hands, one_each):
    """Return what each player gets; of odd chips the winners get one each, or the first gets all."""
    shares = [0] * len(hands)
    for amount, claimants in pots:
        best = max(hands[place] for place in claimants if hands[place] is not None)
        winners = [place for place in claimants if hands[place] == best]
        share, odd = divmod(amount, len(winners))
        for number, winner in enumerate(winners):
            shares[winner] += share + (number < odd if one_each else odd * (number == 0))
    return shares


def pots_of(state):
    return [(pot.amount, pot.player_indices) for pot in state.pots]


def plus(stacks, shares):
    return tuple(stack + share for stack, share in zip(stacks, shares, strict=True))


def all_shown(hand):
    for player in hand.live:
        hand = show(hand, player)
    return hand


def kill(state):
    while state.can_kill_hand():
        state.kill_hand()


def push(state):
    while state.can_push_chips():
        state.push_chips()
    assert not state.status


def compare_showdown(hand, state):
    """Compare pots and final stacks; return the differences.

    M04: in pokerkit the first winner of a pot gets all its odd chips (R101). Merged pots: it takes away the
    hands that win nothing first, and pots that then have the same claimants are divided as one (R100).
    """
    pots = pots_of(state)
    ours = [(pot.amount, tuple(player - 1 for player in pot.claimants)) for pot in hand.side_pots().pots]
    assert ours == pots
    kill(state)
    merged = pots_of(state)
    hands = tuple(state.get_up_hands(0, 0))
    stacks = tuple(state.stacks)
    push(state)
    right = divide(pots, hands, one_each=True)
    all_to_first = divide(pots, hands, one_each=False)
    theirs = divide(merged, hands, one_each=False)
    assert settle(all_shown(hand)).stacks == plus(stacks, right)
    assert tuple(state.stacks) == plus(stacks, theirs)
    return ["M04"] * (all_to_first != right) + ["merged pots"] * (theirs != all_to_first)


# One hand


class Sides:
    """A hand that both sides play."""

    def __init__(self, spot):
        self.spot = spot
        self.hand = our_hand(spot)
        self.state = their_state(spot)
        self.round = Round(spot, 0)

    def offers(self):
        """Return what both allow the player whose turn it is."""
        return our_offer(self.hand), their_offer(self.state)

    def difference(self):
        """Return the name of the difference between the two, which must be exactly that."""
        return difference(turn_of(self.spot, self.round, self.state), *self.offers())

    def fold(self):
        self.state.fold()
        self.hand = self.hand.fold()

    def call(self):
        """Call, or check where nothing is to be called."""
        self.round.act(self.hand.turn)
        self.state.check_or_call()
        self.hand = self.hand.check() if self.hand.legal_actions().can_check else self.hand.call()

    def wager(self, total, *, as_all_in=False):
        """Bet or raise; as_all_in: without naming the amount, on our side."""
        self.round.act(self.hand.turn, total)
        self.state.complete_bet_or_raise_to(total)
        self.hand = self.hand.all_in() if as_all_in else our_wager(self.hand, total)

    def deal(self):
        self.show_in_pokerkit()
        cards = self.spot.board[self.hand.street]
        self.state.burn_card("??")
        self.state.deal_board(cards)
        self.hand = self.hand.deal_board(cards)
        self.round = Round(self.spot, self.hand.street)

    def show_in_pokerkit(self):
        """Show, if pokerkit asks for it: at the end, or as nobody can bet any more."""
        while self.state.showdown_index is not None:
            self.state.show_or_muck_hole_cards(True)

    def end(self):
        """Settle the hand; return the differences."""
        self.show_in_pokerkit()
        if len(self.hand.live) > 1:
            return compare_showdown(self.hand, self.state)
        push(self.state)
        assert settle(self.hand).stacks == tuple(self.state.stacks)
        return []

    def settled(self):
        """Settle the hand without comparing anything; return the final stacks of both."""
        self.show_in_pokerkit()
        kill(self.state)
        push(self.state)
        return settle(all_shown(self.hand)).stacks, tuple(self.state.stacks)


class Game(Sides):
    """A hand that both sides play at random, compared all the way."""

    def __init__(self, number):
        self.random = Random(f"pokerkit {number}")
        super().__init__(random_spot(self.random))
        self.style = random_style(self.random)
        self.turns = 0
        self.differences = Counter()

    def play(self):
        """Play the hand to its end, or until calling costs different amounts."""
        while self.state.actor_index is not None or self.hand.turn is not None or self.hand.awaits_board:
            if self.hand.turn is None:
                self.go_on()
            elif not self.play_turn():
                return
        self.differences.update(self.end())

    def go_on(self):
        if self.state.actor_index is None:
            self.deal()
        else:
            assert is_idle(self.state)
            self.state.check_or_call()
            self.differences["idle check"] += 1

    def play_turn(self):
        """Compare what the player may do, and do it; return whether the hand goes on."""
        assert self.hand.bets == tuple(self.state.bets)
        assert self.hand.stacks == tuple(self.state.stacks)
        assert self.hand.pot_total == self.state.total_pot_amount
        ours, theirs = self.offers()
        self.turns += 1
        if ours != theirs:
            self.differences[self.difference()] += 1
            if ours.call != theirs.call:
                return False
        else:
            self.try_illegal(ours)
        self.act(ours._replace(wager=common(ours.wager, theirs.wager)))
        return True

    def try_illegal(self, offer):
        """Bet or raise to just below the least or above the most."""
        least, most = offer.wager or (max(self.hand.bets) + self.round.step,) * 2
        total = self.random.choice([least - 1, most + 1])
        assert not self.state.can_complete_bet_or_raise_to(total)
        try:
            our_wager(self.hand, total)
        except IllegalActionError:
            return
        raise AssertionError(f"{total} was accepted")

    def act(self, offer):
        """Do at random what is legal on both sides."""
        if offer.wager and self.random.random() < self.style.wager:
            total = self.choose(offer.wager)
            bet, stack = self.hand.bets[offer.player - 1], self.hand.stacks[offer.player - 1]
            self.wager(total, as_all_in=total == bet + stack and self.random.random() < 0.5)
        elif offer.fold and self.random.random() < (self.style.fold if offer.call else 0.03):
            self.fold()
        else:
            self.call()

    def choose(self, amounts):
        """Return an amount, most often an extreme one."""
        least, most = amounts
        if most < least + self.round.step and self.random.random() < 0.6:
            return most
        some = self.random.randint(least, min(most, least + 2 * self.round.step))
        return self.random.choice([least, least, min(most, least + 1), most, max(least, most - 1), some])


def our_wager(hand, total):
    return hand.raise_to(total) if hand.street == 0 or max(hand.bets) else hand.bet(total)


def common(ours, theirs):
    """Return the amounts that are legal on both sides."""
    if ours is None or theirs is None:
        return None
    least, most = max(ours[0], theirs[0]), min(ours[1], theirs[1])
    return (least, most) if least <= most else None


class Summary(NamedTuple):
    """How many hands were played, turns compared and differences seen."""

    hands: int
    turns: int
    differences: Counter

    def __str__(self):
        lines = [f"{self.hands} hands, {self.turns} turns compared"]
        lines += [f"{name}: {count}" for name, count in sorted(self.differences.items())]
        return "\n".join(lines)


def play_hands(count, first=0):
    """Play the hands with these numbers, always the same; raise `AssertionError` where the sides differ."""
    turns, differences = 0, Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="There is no reason for this player to fold")
        for number in range(first, first + count):
            game = Game(number)
            try:
                game.play()
            except Exception as error:
                error.add_note(f"in hand {number}: {game.spot}\n{game.hand}")
                raise
            turns += game.turns
            differences += game.differences
    return Summary(count, turns, differences)


if __name__ == "__main__":
    sys.stdout.write(f"{play_hands(*map(int, sys.argv[1:]))}\n")
