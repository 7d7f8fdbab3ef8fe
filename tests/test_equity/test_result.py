"""Results: what must hold for every spot, and what they look like as JSON."""

import json
from fractions import Fraction
from math import comb

import oracle
import pytest
from cases import KNOWN_SPOTS, by_id
from hypothesis import given, settings
from hypothesis import strategies as st

from oddchip.equity import calculate_equity
from oddchip.equity.result import exact_players
from oddchip.evaluator import format_cards


@st.composite
def spots(draw, board_sizes=(0, 3, 4, 5), most_dead=15):
    """Hands of two to ten players, a board and dead cards, as card ids."""
    players = draw(st.integers(2, 10))
    board, dead = draw(st.sampled_from(board_sizes)), draw(st.integers(0, most_dead))
    cards = draw(st.permutations(range(52)))
    hands = [cards[2 * player : 2 * player + 2] for player in range(players)]
    used = 2 * players
    return hands, cards[used : used + board], cards[used + board : used + board + dead]


def numbers(result):
    return [(player.equity, player.win, player.tie) for player in result.players]


def share(outcomes, player):
    """Return a player's part of the pots, as a fraction."""
    won = sum((Fraction(count, len(who)) for who, count in outcomes.items() if player in who), Fraction())
    return won / sum(outcomes.values())


@settings(max_examples=60)
@given(spots())
def test_outcomes_are_all_deals_and_players_follow_from_them(spot):
    hands, board, dead = spot
    result = calculate_equity(hands, board, dead=dead)
    deck = 52 - 2 * len(hands) - len(board) - len(dead)
    assert result.deals == sum(result.outcomes.values()) == comb(deck, 5 - len(board))
    assert all(count > 0 for count in result.outcomes.values())
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-14)
    for number, player in enumerate(result.players, start=1):
        alone = result.outcomes.get((number,), 0)
        shared = sum(count for who, count in result.outcomes.items() if number in who) - alone
        # B87: integers, divided once, so that the result is the nearest float.
        assert player.equity == float(share(result.outcomes, number))
        assert player.win == float(Fraction(alone, result.deals))
        assert player.tie == float(Fraction(shared, result.deals))
        assert player.std_error == 0
        assert player.hand == format_cards(hands[number - 1])


@settings(max_examples=25)
@given(spots(board_sizes=(4, 5), most_dead=30))
def test_small_spots_agree_with_the_oracle(spot):
    hands, board, dead = spot
    hands = hands[:4]
    assert calculate_equity(hands, board, dead=dead).outcomes == oracle.outcomes(hands, board, dead)


@settings(max_examples=30)
@given(spots(), st.permutations(range(4)))
def test_other_suits_are_the_same_spot(spot, suits):
    def relabelled(cards):
        return [card // 4 * 4 + suits[card % 4] for card in cards]

    hands, board, dead = spot
    result = calculate_equity(hands, board, dead=dead)
    other = calculate_equity([*map(relabelled, hands)], relabelled(board), dead=relabelled(dead))
    assert other.outcomes == result.outcomes
    assert numbers(other) == numbers(result)


@settings(max_examples=30)
@given(spots(), st.randoms(use_true_random=False))
def test_other_seats_get_the_same(spot, random):
    hands, board, dead = spot
    seats = random.sample(range(len(hands)), len(hands))
    result = calculate_equity(hands, board, dead=dead)
    other = calculate_equity([hands[seat] for seat in seats], board, dead=dead)
    assert numbers(other) == [numbers(result)[seat] for seat in seats]
    moved = {
        tuple(sorted(seats[number - 1] + 1 for number in who)): count for who, count in other.outcomes.items()
    }
    assert moved == result.outcomes


@settings(max_examples=30)
@given(spots(), st.randoms(use_true_random=False))
def test_the_order_of_cards_does_not_matter(spot, random):
    def shuffled(cards):
        return random.sample(cards, len(cards))

    hands, board, dead = spot
    result = calculate_equity(hands, board, dead=dead)
    other = calculate_equity([*map(shuffled, hands)], shuffled(board), dead=shuffled(dead))
    assert other.outcomes == result.outcomes


def test_outcomes_are_listed_alone_first_then_by_players():
    result = calculate_equity(["3d7d", "2h9h", "2c9c"], "5d5h5c", dead="3s3c")
    assert [*result.outcomes] == [(1,), (2,), (3,), (2, 3), (1, 2, 3)]


@pytest.mark.parametrize("spot", by_id(KNOWN_SPOTS))
def test_json(spot):
    result = calculate_equity(spot.hands, spot.board, dead=spot.dead)
    data = json.loads(json.dumps(result.to_json()))
    assert [*data] == [
        "method", "deals", "samples", "seed", "board", "dead", "players", "outcomes", "elapsed_s",
        "combos", "reason",
    ]  # fmt: skip
    assert (data["method"], data["samples"], data["seed"]) == ("exact", None, None)
    assert data["deals"] == sum(spot.outcomes.values())
    assert (data["board"], data["dead"]) == (spot.board, spot.dead)
    assert [player["hand"] for player in data["players"]] == [*spot.hands]
    for player, expected in zip(data["players"], result.players, strict=True):
        assert [*player] == ["hand", "equity", "win", "tie", "std_error"]
        assert [player[name] for name in player] == [getattr(expected, name) for name in player]
    assert data["outcomes"] == {
        ",".join(map(str, who)): count / data["deals"] for who, count in spot.outcomes.items()
    }
    assert data["elapsed_s"] >= 0
    assert data["reason"] == result.reason


def test_board_and_dead_cards_are_repeated_in_short():
    result = calculate_equity(["ah kh", [43, 41]], "2♣ 10d 9h", dead=["3s"])
    assert (result.board, result.dead) == ("2cTd9h", "3s")
    assert [player.hand for player in result.players] == ["AhKh", "QsQd"]


def test_probabilities_of_outcomes():
    result = calculate_equity(["AdAh", "AcAs"])
    probabilities = result.outcome_probabilities
    assert probabilities == {who: count / 1712304 for who, count in result.outcomes.items()}


def test_shares_of_ten_are_exact():
    """All ten share two of three pots: 1/3 + 2/3 * 1/10 for the first, 2/3 * 1/10 for the others."""
    players = exact_players(("",) * 10, {(1,): 1, tuple(range(1, 11)): 2})
    assert [player.equity for player in players] == [float(Fraction(12, 30))] + [float(Fraction(2, 30))] * 9
    assert [player.win for player in players] == [1 / 3] + [0.0] * 9
    assert [player.tie for player in players] == [2 / 3] * 10


def test_a_result_cannot_be_changed():
    result = calculate_equity(["AhKh", "QsQd"], "2c7d9hTs3d")
    with pytest.raises(AttributeError):
        result.deals = 2
    with pytest.raises(AttributeError):
        result.players[0].equity = 1.0
