"""What holds for every spot of ranges, tried on examples that Hypothesis makes."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from oddchip.equity import calculate_equity
from oddchip.equity.combos import COMBO_CARDS, COMBOS, combo_index
from oddchip.evaluator import ImpossibleSpotError, parse_cards

WEIGHTS = (1.0, 1.0, 0.5, 0.3, 0.125, 1 / 3)


@st.composite
def range_weights(draw, cards):
    """Weights of one to ten combos of these cards."""
    combos = draw(st.lists(st.permutations(cards).map(lambda order: order[:2]), min_size=1, max_size=10))
    weights = np.zeros(COMBOS)
    for combo in combos:
        weights[combo_index(*combo)] = draw(st.sampled_from(WEIGHTS))
    return weights


@st.composite
def spots(draw):
    """Weights of two or three players that share cards, a board of three to five, and dead cards."""
    cards = draw(st.permutations(range(52)))
    board = cards[: draw(st.integers(3, 5))]
    dead = cards[5 : 5 + draw(st.integers(0, 10))]
    pool = cards[15 : 15 + draw(st.integers(8, 20))]
    return [draw(range_weights(pool)) for _ in range(draw(st.integers(2, 3)))], board, dead


def solved(hands, board, dead, **details):
    """Return the result, or give up the example where no deal is possible."""
    try:
        return calculate_equity(hands, board, dead=dead, threads=1, **details)
    except ImpossibleSpotError:
        assume(False)


def numbers(result):
    return np.array([(player.equity, player.win, player.tie) for player in result.players])


def agree(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)


@settings(max_examples=80)
@given(spots())
def test_equities_add_up_to_one(spot):
    result = solved(*spot)
    assert sum(player.equity for player in result.players) == pytest.approx(1, rel=1e-14)
    assert sum(result.outcome_probabilities.values()) == pytest.approx(1, rel=1e-14)
    for player in result.players:
        assert 0 <= player.win <= player.equity + 1e-14
        assert player.equity <= player.win + player.tie + 1e-14 <= 1 + 2e-14


@settings(max_examples=80)
@given(spots(), st.permutations(range(4)))
def test_other_suits_are_the_same_spot(spot, suits):
    hands, board, dead = spot

    def renamed(cards):
        return [card // 4 * 4 + suits[card % 4] for card in cards]

    def renamed_weights(weights):
        other = np.zeros(COMBOS)
        for index in np.flatnonzero(weights):
            other[combo_index(*renamed(COMBO_CARDS[index].tolist()))] = weights[index]
        return other

    result = solved(hands, board, dead)
    other = calculate_equity([*map(renamed_weights, hands)], renamed(board), dead=renamed(dead), threads=1)
    assert other.deals == result.deals
    agree(numbers(other), numbers(result))


@settings(max_examples=80)
@given(spots(), st.randoms(use_true_random=False))
def test_other_seats_get_the_same(spot, random):
    hands, board, dead = spot
    seats = random.sample(range(len(hands)), len(hands))
    result = solved(hands, board, dead, by_combo=True)
    other = calculate_equity([hands[seat] for seat in seats], board, dead=dead, threads=1, by_combo=True)
    assert other.deals == result.deals
    agree(numbers(other), numbers(result)[seats])
    for place, seat in enumerate(seats):
        assert [combo.combo for combo in other.by_combo[place]] == [
            combo.combo for combo in result.by_combo[seat]
        ]
        agree(
            [combo.equity for combo in other.by_combo[place]],
            [combo.equity for combo in result.by_combo[seat]],
        )


@settings(max_examples=80)
@given(spots(), st.randoms(use_true_random=False))
def test_the_parts_of_a_range_average_to_it(spot, random):
    """Each part by the weight of all deals with it, which by_combo says."""
    hands, board, dead = spot
    result = solved(hands, board, dead, by_combo=True)
    combos = [combo_index(*parse_cards(combo.combo)) for combo in result.by_combo[0]]
    assume(len(combos) >= 2)
    inside = random.sample(combos, random.randint(1, len(combos) - 1))
    mean = np.zeros((len(hands), 3))
    for part in (inside, [combo for combo in combos if combo not in inside]):
        weights = np.zeros(COMBOS)
        weights[part] = hands[0][part]
        chance = sum(
            combo.probability
            for combo, index in zip(result.by_combo[0], combos, strict=True)
            if index in part
        )
        mean += chance * numbers(calculate_equity([weights, *hands[1:]], board, dead=dead, threads=1))
    agree(mean, numbers(result))


@settings(max_examples=80)
@given(spots(), st.sampled_from([0.5, 0.1, 0.37, 1 / 3, 1e-3]), st.integers(0, 2))
def test_only_ratios_of_weights_matter(spot, factor, player):
    hands, board, dead = spot
    player = player % len(hands)
    result = solved(hands, board, dead, by_combo=True)
    scaled = [weights * factor if seat == player else weights for seat, weights in enumerate(hands)]
    other = calculate_equity(scaled, board, dead=dead, threads=1, by_combo=True)
    assert other.deals == result.deals
    agree(numbers(other), numbers(result))
    agree(
        [combo.probability for combos in other.by_combo for combo in combos],
        [combo.probability for combos in result.by_combo for combo in combos],
    )


@settings(max_examples=40)
@given(st.data())
def test_before_the_flop_too(data):
    """From the table: seats, suits and the scale of weights."""
    cards = data.draw(st.permutations(range(52)))[:12]
    first, second = (data.draw(range_weights(cards)) for _ in range(2))
    result = solved([first, second], [], [])
    suits = data.draw(st.permutations(range(4)))
    target = [
        combo_index(*(card // 4 * 4 + suits[card % 4] for card in combo)) for combo in COMBO_CARDS.tolist()
    ]
    renamed = [np.zeros(COMBOS), np.zeros(COMBOS)]
    renamed[0][target], renamed[1][target] = first, second
    agree(numbers(calculate_equity([second, first]))[::-1], numbers(result))
    agree(numbers(calculate_equity(renamed)), numbers(result))
    agree(numbers(calculate_equity([first / 7, second])), numbers(result))
