"""What holds in every hand: 2 to 10 players with uneven stacks, antes or none, no-limit and fixed limit."""

from copy import deepcopy
from fractions import Fraction
from itertools import pairwise

import oracle
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_rules.playing import pots
from test_rules.random_hands import (
    Dealer,
    contributions,
    final_state,
    games,
    not_folded,
    showdown_of,
    states_of,
)

from oddchip.evaluator import IllegalActionError
from oddchip.rules import Pot, award_pots, settle, side_pots

few = settings(max_examples=100)
amounts = st.lists(st.integers(0, 60), min_size=2, max_size=10)


def refusal_of(attempt):
    """Return what is said about something that is refused."""
    with pytest.raises(IllegalActionError) as caught:
        attempt()
    return str(caught.value)


# Pots


@few
@given(games())
def test_r80_no_chip_comes_or_goes_and_every_pot_has_a_claimant(game):
    everything = sum(game.hand.starting_stacks)
    for hand in states_of(game):
        assert sum(hand.stacks) + hand.pot_total == everything
        found = hand.side_pots()
        assert sum(pot.amount for pot in found.pots) + sum(found.returned.values()) == hand.pot_total
        assert {*found.pots[0].claimants} <= {*not_folded(hand)}
        if hand.turn is None:
            assert {*found.pots[0].claimants} == {*not_folded(hand)}
        for pot in found.pots:
            assert pot.claimants
        for lower, upper in pairwise(found.pots):
            assert {*upper.claimants} < {*lower.claimants}
            assert upper.amount > 0
        assert len(found.returned) <= 1
        assert all(chips > 0 and player in not_folded(hand) for player, chips in found.returned.items())


@settings(max_examples=250)
@given(games())
def test_r78_pots_made_at_every_all_in_are_those_of_the_totals(game):
    dealer = Dealer(game.hand)
    for hand in states_of(game):
        if hand.turn is None and any(hand.bets):
            dealer.take_round(hand)
            assert dealer.pots(hand) == pots(hand)
            assert dict(+dealer.returned) == hand.side_pots().returned


@few
@given(games())
def test_r78_pots_depend_on_the_totals_only(game):
    for hand in states_of(game):
        paid, dead = contributions(hand)
        folded = [player for player, gone in enumerate(hand.folded, start=1) if gone]
        assert hand.side_pots() == side_pots(paid, folded, dead)


@given(amounts, st.randoms(use_true_random=False), st.integers(0, 9), st.data())
def test_the_same_contributions_make_the_same_pots_in_any_order(paid, random, dead, data):
    folded = data.draw(st.sets(st.integers(1, len(paid)), max_size=len(paid) - 1))
    seats = random.sample(range(1, len(paid) + 1), len(paid))
    moved = [0] * len(paid)
    for chips, seat in zip(paid, seats, strict=True):
        moved[seat - 1] = chips
    here = side_pots(paid, folded, dead)
    there = side_pots(moved, [seats[player - 1] for player in folded], dead)
    assert [(pot.amount, sorted(seats[player - 1] for player in pot.claimants)) for pot in here.pots] == [
        (pot.amount, [*pot.claimants]) for pot in there.pots
    ]
    assert {seats[player - 1]: chips for player, chips in here.returned.items()} == there.returned


@given(amounts, st.integers(0, 9), st.data())
def test_r77_r80_no_contribution_is_lost_whoever_folded(paid, dead, data):
    folded = data.draw(st.sets(st.integers(1, len(paid)), max_size=len(paid) - 1))
    made = side_pots(paid, folded, dead)
    assert sum(pot.amount for pot in made.pots) + sum(made.returned.values()) == sum(paid) + dead
    for pot in made.pots:
        assert pot.claimants
        assert folded.isdisjoint(pot.claimants)
    assert folded.isdisjoint(made.returned)


@given(
    st.integers(0, 5000), st.sets(st.integers(1, 10), min_size=1), st.integers(1, 10), st.sampled_from([1, 5])
)
def test_r99_r101_shares_of_a_pot(amount, winners, button, unit):
    assume(amount % unit == 0)
    award = award_pots(
        [Pot(amount, tuple(winners))], dict.fromkeys(winners, 7), button=button, players=10, unit=unit
    )[0]
    order = [(button + step) % 10 + 1 for step in range(10) if (button + step) % 10 + 1 in winners]
    shares = [award.shares[player] for player in order]
    assert sum(shares) == amount
    assert shares == sorted(shares, reverse=True)
    assert shares[0] - shares[-1] in (0, unit)
    assert all(share % unit == 0 for share in shares)
    assert list(award.odd_chips) == ([] if shares[0] == shares[-1] else order[: shares.count(shares[0])])


# Who wins what


def fair_shares(hand, values):
    """Return what everybody would win if chips could be divided, layer by layer of what anybody put in.

    values: of the hands that compete, by player.
    """
    paid, dead = contributions(hand)
    for player, chips in hand.side_pots().returned.items():
        paid[player - 1] -= chips
    won = dict.fromkeys(range(1, hand.players + 1), Fraction(0))
    # Dead chips are for whoever is left, whatever he put in.
    layers = [(Fraction(dead), [*values])]
    for below, level in zip([0, *sorted({*paid})], sorted({*paid}), strict=False):
        chips = sum(min(each, level) - min(each, below) for each in paid)
        layers.append(
            (Fraction(chips), [player for player in values if paid[player - 1] >= level] or layers[-1][1])
        )
    for chips, eligible in layers:
        best = max(values[player] for player in eligible)
        winners = [player for player in eligible if values[player] == best]
        for player in winners:
            won[player] += chips / len(winners)
    return won


@settings(max_examples=150)
@given(games(), st.lists(st.integers(0, 99), max_size=10))
def test_everybody_wins_his_part_of_every_layer(game, decisions):
    """But for odd chips, less than one of each pot; and exactly where nobody ties."""
    hand = showdown_of(final_state(game), decisions)
    values = (
        {player: oracle.value([*hand.hole_cards[player - 1], *hand.board]) for player in hand.live}
        if len(hand.live) > 1
        else {hand.live[0]: 0}
    )
    fair = fair_shares(hand, values)
    won = settle(hand)
    for player in range(1, hand.players + 1):
        got = won.stacks[player - 1] - hand.stacks[player - 1] - won.returned.get(player, 0)
        difference = abs(Fraction(got) - fair[player])
        assert difference < game.unit * len(won.awards)
        if all(len(award.winners) == 1 for award in won.awards):
            assert difference == 0
    assert sum(won.stacks) == sum(hand.starting_stacks)


@few
@given(games(), st.lists(st.integers(0, 99), max_size=10))
def test_r72_nobody_wins_more_of_another_than_he_put_in(game, decisions):
    """Dead antes apart, which anybody can win."""
    hand = showdown_of(final_state(game), decisions)
    paid, dead = contributions(hand)
    won = settle(hand)
    for player, (own, behind) in enumerate(zip(paid, hand.stacks, strict=True), start=1):
        at_most = sum(min(own, others) for others in paid) + dead
        gained = won.stacks[player - 1] - behind - won.returned.get(player, 0)
        assert 0 <= gained <= at_most


@few
@given(games(antes_are_dead=False), st.lists(st.integers(0, 99), max_size=10))
def test_r72_the_best_hand_wins_the_lesser_of_two_stakes_from_everybody(game, decisions):
    hand = showdown_of(final_state(game), decisions)
    won = settle(hand)
    best = won.awards[-1].winners
    if len(best) == 1:
        paid, _ = contributions(hand)
        own = paid[best[0] - 1]
        assert won.stacks[best[0] - 1] == hand.starting_stacks[best[0] - 1] + sum(
            min(own, chips) for player, chips in enumerate(paid, start=1) if player != best[0]
        )


@few
@given(games(), st.lists(st.integers(0, 99), max_size=10))
def test_r38_r86_who_folded_or_mucked_gets_nothing(game, decisions):
    hand = showdown_of(final_state(game), decisions)
    won = settle(hand)
    gone = {*range(1, hand.players + 1)} - {*hand.live}
    for award in won.awards:
        assert gone.isdisjoint(award.winners)
        assert gone.isdisjoint(award.shares)
    for player in gone:
        assert player not in won.hands
        assert won.stacks[player - 1] == hand.stacks[player - 1] + won.returned.get(player, 0)


# Actions


@few
@given(games())
def test_least_and_most_are_legal_and_a_unit_less_or_more_is_not(game):
    for hand in states_of(game):
        if hand.turn is None or (amounts := hand.legal_actions().wager) is None:
            continue
        least, most = amounts
        act = hand.raise_to if hand.level else hand.bet
        player = hand.turn - 1
        for total in {least, most, least + (most - least) // (2 * game.unit) * game.unit}:
            after = act(total)
            assert after.bets[player] == after.level == total
            assert hand.stacks[player] - after.stacks[player] == total - hand.bets[player]
            assert after.aggressor == player + 1
        for total in (least - game.unit, most + game.unit):
            assert str(hand.legal_actions()) in refusal_of(lambda act=act, total=total: act(total))


def illegal_attempts(hand, unit):
    """Return all kinds of things that the player whose turn it is may not do."""
    actions = hand.legal_actions()
    far = hand.level + sum(hand.starting_stacks)
    attempts = [lambda: hand.bet(far), lambda: hand.raise_to(far), lambda: hand.raise_to(hand.level)]
    attempts.append(hand.check if actions.call else hand.call)
    attempts.append((lambda: hand.bet(hand.level + unit)) if hand.level else lambda: hand.raise_to(unit))
    if actions.wager is None:
        attempts += [lambda: hand.raise_to(hand.level + unit), lambda: hand.bet(unit)]
    elif actions.wager[0] - unit > hand.level:
        attempts.append(lambda: hand.raise_to(hand.level + unit))
    if not actions.can_fold:
        attempts.append(hand.fold)
    return attempts


@few
@given(games(fold_when_checking_is_free=False))
def test_r108_what_is_refused_names_what_is_legal_and_changes_nothing(game):
    for hand in states_of(game):
        before = deepcopy(hand)
        if hand.turn is None:
            for attempt in (hand.fold, hand.check, hand.call, hand.all_in, hand.legal_actions):
                assert refusal_of(attempt) == f"nobody has to act: {hand.what_is_next()}"
        else:
            for attempt in illegal_attempts(hand, game.unit):
                message = refusal_of(attempt)
                assert message.startswith(f"player {hand.turn} cannot ")
                assert message.endswith(f"(legal: {hand.legal_actions()})")
        assert hand == before


@few
@given(games())
def test_an_action_leaves_the_hand_before_it_as_it_was(game):
    states = [(hand, deepcopy(hand)) for hand in states_of(game)]
    for hand, copy in states:
        assert hand == copy
    assert len({hand for hand, _ in states}) == len(states)


@few
@given(games())
def test_r54_all_in_is_a_call_or_the_highest_legal_amount(game):
    for hand in states_of(game):
        if hand.turn is None:
            continue
        actions = hand.legal_actions()
        total = hand.bets[hand.turn - 1] + hand.stacks[hand.turn - 1]
        if total <= hand.level:
            assert hand.all_in() == hand.call()
        elif actions.wager and actions.wager[1] == total:
            assert hand.all_in() == (hand.raise_to(total) if hand.level else hand.bet(total))
        else:
            verb = "raise to" if hand.level else "bet"
            assert refusal_of(hand.all_in) == f"player {hand.turn} cannot {verb} {total} (legal: {actions})"


# Whose turn it is


class Turns:
    """Who is still to be asked in a round: everybody at first, and after a bet or raise all others."""

    def __init__(self, hand, first):
        self.line = self.clockwise(hand, first)

    @staticmethod
    def clockwise(hand, first):
        return [(first - 1 + step) % hand.players + 1 for step in range(hand.players)]

    def see(self, before, after):
        actor = before.turn
        if after.level > before.level:
            self.line = self.clockwise(after, actor)
        self.line = [player for player in self.line if player != actor]

    def next(self, hand):
        """Return the next who has a decision, if anybody has."""
        left = not_folded(hand)
        totals = {player: hand.bets[player - 1] + hand.stacks[player - 1] for player in left}
        with_chips = [player for player in left if hand.stacks[player - 1]]
        for player in self.line:
            others = [total for other, total in totals.items() if other != player]
            if player in with_chips and others:
                faced = min(hand.level, max(others))
                if hand.bets[player - 1] < faced or len(with_chips) > 1:
                    return player
        return None


@few
@given(games())
def test_r28_to_r36_whose_turn_it_is(game):
    states = [*states_of(game)]
    first = 2 if game.hand.players == 2 else 3
    turns = Turns(game.hand, (first - 1) % game.hand.players + 1)
    for before, after in pairwise(states):
        assert before.turn == turns.next(before)
        if before.turn is None:
            turns = Turns(after, 1)
        else:
            turns.see(before, after)
    assert states[-1].turn is None
    if len(states[-1].live) > 1:
        assert len(states[-1].board) == 5


@few
@given(games())
def test_r33_when_a_round_is_over_all_who_have_chips_have_put_in_the_same(game):
    for hand in states_of(game):
        if hand.turn is None and len(hand.live) > 1:
            left = {hand.bets[player - 1]: player for player in hand.live if hand.stacks[player - 1]}
            most = max(hand.bets[player - 1] for player in hand.live)
            if left and most:
                assert max(left) == most or hand.is_all_in
                assert len(left) == 1
