"""Random hands for the tests of the rules, and a dealer who makes the pots as they come, all-in by all-in."""

from collections import Counter
from decimal import Decimal
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from oddchip.evaluator import parse_cards
from oddchip.rules import Hand, Rules, muck, show, show_order, start_hand

ROYAL_FLUSH = parse_cards("AcKcQcJcTc")


class Game(NamedTuple):
    """A hand at its beginning, what the players will do, and the cards that come."""

    hand: Hand
    unit: int | Decimal
    choices: list
    deck: list


@st.composite
def games(draw, **rules):
    """Draw a hand of 2 to 10 players, whole chips or cents, with blinds and perhaps antes."""
    players = draw(st.integers(2, 10))
    unit = draw(st.sampled_from([1, Decimal("0.01")]))
    big = draw(st.integers(2, 20))
    small = draw(st.just(big) | st.integers(1, big))
    stacks = draw(st.lists(st.integers(1, 40) | st.integers(1, 400), min_size=players, max_size=players))
    ante = draw(st.sampled_from([0, 0, big // 2, big]))
    given_rules = {
        "betting": draw(st.sampled_from(["no-limit", "no-limit", "fixed-limit"])),
        "antes_are_dead": draw(st.booleans()),
        "short_all_in_reopens": draw(st.booleans()),
        "short_all_ins_add_up": draw(st.booleans()),
    } | rules
    antes = [ante] * players
    if given_rules["antes_are_dead"] and draw(st.booleans()):
        antes = [ante if player == min(1, players - 1) else 0 for player in range(players)]
    hand = start_hand(
        [stack * unit for stack in stacks],
        (small * unit, big * unit),
        ante=[each * unit for each in antes],
        rules=Rules(**given_rules),
    )
    random = Random(draw(st.integers(0, 10**6)))
    board_plays = draw(st.sampled_from([ROYAL_FLUSH, (), ()]))  # then everybody ties
    deck = random.sample([card for card in range(52) if card not in board_plays], 52 - len(board_plays))
    for player in range(1, players + 1):
        hand = hand.deal_hole_cards(player, [deck.pop(), deck.pop()])
    deck += board_plays
    # Drawn numbers alone would be few and small, and the hands tame.
    choices = draw(st.lists(st.integers(0, 99), max_size=20)) + [random.randrange(100) for _ in range(200)]
    return Game(hand, unit, choices, deck)


def choose(hand, number, unit):
    """Return the hand after the action that a number 0..99 stands for, or one near it that is legal."""
    actions = hand.legal_actions()
    if number < 10 and actions.can_fold:
        return hand.fold()
    if number < 68 or actions.wager is None:
        return hand.check() if actions.can_check else hand.call()
    least, most = actions.wager
    steps = int((most - least) / unit)
    part = (0, 0, steps // 9, steps // 3, steps)[(number - 68) // 7]
    total = least + part * unit
    return hand.bet(total) if actions.bet else hand.raise_to(total)


def states_of(game):
    """Yield every state of the hand up to the showdown or until one player is left."""
    hand, deck = game.hand, list(game.deck)
    numbers = iter(game.choices)
    yield hand
    while hand.turn is not None or hand.awaits_board:
        if hand.turn is not None:
            hand = choose(hand, next(numbers, 50), game.unit)
        else:
            hand = hand.deal_board([deck.pop() for _ in range(1 if hand.board else 3)])
        yield hand


def final_state(game):
    """Return the last state before the showdown."""
    *_, last = states_of(game)
    return last


def showdown_of(hand, choices=()):
    """Return the hand after everybody has shown or, where the numbers say so and it is possible, mucked."""
    if len(hand.live) == 1:
        return hand
    numbers = iter(choices)
    for player in show_order(hand):
        others = [other for other in hand.live if other != player]
        pots = [[one for one in pot.claimants if one in hand.live] for pot in hand.side_pots().pots]
        if others and next(numbers, 0) % 3 == 2 and [player] not in pots:
            hand = muck(hand, player)
        elif others:
            hand = show(hand, player)
    return hand


def contributions(hand):
    """Return what everybody put in for himself, and what is dead."""
    if hand.rules.antes_are_dead:
        return [*hand.paid], sum(hand.antes)
    return [paid + ante for paid, ante in zip(hand.paid, hand.antes, strict=True)], 0


def not_folded(hand):
    """Return the players who have not folded."""
    return [player for player, folded in enumerate(hand.folded, start=1) if not folded]


class Dealer:
    """Pots made at the table: after each round the bets go into a pot, which every all-in closes."""

    def __init__(self, hand):
        self.closed = []
        self.amount = 0
        self.playing = {*range(1, hand.players + 1)}
        self.returned = Counter()
        self.take_antes(hand)

    def take_antes(self, hand):
        left = [stack - ante for stack, ante in zip(hand.starting_stacks, hand.antes, strict=True)]
        if hand.rules.antes_are_dead:
            self.amount = sum(hand.antes)
            self.close({player for player, chips in enumerate(left, start=1) if not chips})
        else:
            self.collect(hand.antes, left, set())

    def take_round(self, hand):
        """Take what lies in front of the players."""
        self.collect(hand.bets, hand.stacks, {*range(1, hand.players + 1)} - {*not_folded(hand)})

    def collect(self, bets, stacks, folded):
        bets = dict(enumerate(bets, start=1))
        *_, second, first = sorted(bets.values())
        for player, bet in bets.items():
            if bet == first > second and player not in folded:
                self.returned[player] += first - second
                bets[player] = second
        while any(bets.values()):
            all_in = {player for player, bet in bets.items() if bet and not stacks[player - 1]} - folded
            level = min([bets[player] for player in all_in] or bets.values(), default=0)
            level = level if all_in else max(bets.values())
            through = {player for player in all_in if bets[player] == level}
            for player, bet in bets.items():
                self.amount += min(bet, level)
                bets[player] = bet - min(bet, level)
            self.close(through)

    def close(self, all_in):
        """Begin another pot, of which those who are all-in have no part."""
        if all_in:
            self.closed.append((self.amount, self.playing))
            self.amount, self.playing = 0, self.playing - all_in

    def pots(self, hand):
        """Return the pots of those who have not folded, where those of the same players are one."""
        found = []
        for amount, playing in [*self.closed, (self.amount, self.playing)]:
            claimants = tuple(sorted(playing & {*not_folded(hand)}))
            if found and found[-1][1] == claimants:
                found[-1] = (found[-1][0] + amount, claimants)
            elif amount or not found:
                found.append((amount, claimants))
        return found
