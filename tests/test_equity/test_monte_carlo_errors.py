"""Monte Carlo against answers that are known: it is unbiased, and the errors it states are the ones it makes.

Every sample has its seed, so that each test finds the same numbers in every run. Limits are those of the
normal distribution for the number of samples, and were not chosen by what came out.
"""

from math import sqrt
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from cases import KNOWN_SPOTS, RANGE_SPOTS, shared_equities

from oddchip.equity import calculate_equity, combo_index, make_sampler, parse_spot
from oddchip.equity.combos import COMBO_CARDS, COMBOS
from oddchip.evaluator import ImpossibleSpotError, evaluate_many

STD_ERROR = 1e-3
FARTHEST = 4.5
"""Standard errors that no equity may be off, of some thousands."""
LEAST_SQUARE, MOST_SQUARE = 0.8, 1.2

WIDE = "22+,A2s+,K5s+,A7o+,KTo+,QTs+"
"""So wide that of six players with it two hold the same card more often than not: deals are weighted."""

MOST_COMBOS = {2: 40, 3: 12, 4: 6, 5: 4, 6: 3}
"""By players, the most combos in a range for which an exact answer after the flop is a matter of moments."""
MOST_COMBOS_BEFORE = {2: 40, 3: 6, 4: 3, 5: 2, 6: 2}


class Answer(NamedTuple):
    """A spot and the equities that are known of it, with the precision to which they are known."""

    hands: tuple
    board: str | tuple[int, ...]
    dead: str
    equities: tuple[float | None, ...]
    tolerance: float


def answers_of_the_project():
    for spot in KNOWN_SPOTS:
        equities = tuple(
            sum(deals / len(who) for who, deals in spot.outcomes.items() if player in who)
            / sum(spot.outcomes.values())
            for player in range(1, len(spot.hands) + 1)
        )
        yield Answer(spot.hands, spot.board, spot.dead, equities, 1e-12)
    for spot in RANGE_SPOTS:
        win, _, tie = spot.counts
        equity = (win + tie / 2) / sum(spot.counts)
        yield Answer(spot.hands, spot.board, spot.dead, (equity, 1 - equity), 1e-12)


def shared_answers():
    """The shared cases, none where they are not there."""
    lines = [param.values[0] for param in shared_equities()]
    for line in filter(None, lines):
        yield Answer(
            tuple(line["hands"]), line["board"], line["dead"], tuple(line["equity"]), line["tol"] + 1e-12
        )


def random_answer(number):
    """Two to six weighted ranges of the same few cards on a board of up to four, and their exact equities."""
    random = Random(f"Monte Carlo {number}")
    while True:
        players, board_size = random.randint(2, 6), random.randint(0, 4)
        deck = random.sample(range(52), 52)
        board = tuple(deck[:board_size])
        pool = random.sample(deck[board_size:], random.randint(2 * players + 2, 24))
        most = (MOST_COMBOS if board_size >= 3 else MOST_COMBOS_BEFORE)[players]
        ranges = [np.zeros(COMBOS) for _ in range(players)]
        for weights in ranges:
            for _ in range(random.randint(1, most)):
                weights[combo_index(*random.sample(pool, 2))] = random.choice([0.1, 0.25, 0.5, 1.0, 1.0])
        try:
            exact = calculate_equity(ranges, board, method="exact")
        except ImpossibleSpotError:
            continue
        return Answer(tuple(ranges), board, "", tuple(player.equity for player in exact.players), 1e-12)


def squared_deviation(answer, seed, std_error=STD_ERROR):
    """Sample a spot; return a player's squared deviation in units of its stated error, None if it has none.

    Everybody's deviation has to be within bounds, and nothing where the error says so. The deviations of
    players of one spot hang together, so that one of them is taken, by the seed.
    """
    result = calculate_equity(
        answer.hands,
        answer.board,
        dead=answer.dead,
        method="monte-carlo",
        std_error=std_error,
        seed=seed,
        threads=1,
    )
    known = [
        (player.equity - equity, player.std_error)
        for player, equity in zip(result.players, answer.equities, strict=True)
        if equity is not None
    ]
    for deviation, error in known:
        assert error <= std_error
        assert abs(deviation) <= FARTHEST * error + answer.tolerance, (answer, seed, result.players)
    deviation, error = known[seed % len(known)]
    is_dead = answer.equities[seed % len(known)] in (0, 1)  # then the error says what deals might yet show
    return None if is_dead or not error else (deviation / error) ** 2


def mean_square(answers, runs):
    """Return the mean of the squared deviations, and how many there are; every run has a seed of its own.

    With one seed, spots that have as many cards left see the same boards.
    """
    squares = [
        squared_deviation(answer, runs * place + run)
        for place, answer in enumerate(answers)
        for run in range(runs)
    ]
    squares = [square for square in squares if square is not None]
    return np.mean(squares), len(squares)


def test_errors_of_the_cases_of_the_project_are_as_large_as_stated():
    mean, count = mean_square(answers_of_the_project(), 14)
    assert count >= 400
    assert LEAST_SQUARE < mean < MOST_SQUARE


def test_errors_of_the_shared_cases_are_as_large_as_stated():
    answers = [*shared_answers()]
    if not answers:
        pytest.skip("the shared cases are not there")
    assert len(answers) >= 40
    mean, count = mean_square(answers, 10)
    assert count >= 400
    assert LEAST_SQUARE < mean < MOST_SQUARE


def test_errors_of_a_hundred_random_spots_are_as_large_as_stated():
    mean, count = mean_square(map(random_answer, range(100)), 5)
    assert count >= 400
    assert LEAST_SQUARE < mean < MOST_SQUARE


def test_errors_of_weighted_deals_are_as_large_as_stated():
    """Ranges that differ by a hundredth of one combo have equities that differ by less than can be seen."""
    squares = []
    for players in (6, 7, 8):
        hands = [f"{WIDE},2h2d:0.99{player}" for player in range(players)]
        assert make_sampler(parse_spot(hands)).dealing.is_weighted
        for seed in range(25):
            result = calculate_equity(hands, method="monte-carlo", std_error=4e-3, seed=seed, threads=1)
            squares += [((player.equity - 1 / players) / player.std_error) ** 2 for player in result.players]
    assert max(squares) < FARTHEST**2
    assert LEAST_SQUARE < np.mean(squares) < MOST_SQUARE


@pytest.mark.parametrize(
    ("hands", "equity"),
    [
        pytest.param(["AA", "22,QQ:0.01"], 0.8221011, id="C062, B54"),
        pytest.param(["AA", "22,QQ:0.99"], 0.8188358, id="C063, B54"),
        pytest.param(["QhQs", "TT+"], 0.5001251, id="C059, B55"),
        pytest.param(["AA", "KK"], 0.8194605, id="C048, B57"),
        pytest.param(["AA,22", "AK"], 0.6529029016, id="C064, B58"),
        pytest.param(["AA,AA,22", "AK"], 0.6529029016, id="C066"),
        pytest.param(["AA,22", "random"], 0.6776887, id="C067a"),
        pytest.param(["AA,22:0.5", "random"], 0.7358048, id="C067b"),
        pytest.param(["KcQc", "6c5c,AQo,AKo"], 0.3137573, id="C068a"),
        pytest.param(["KcQc", "6c5c,AQ,AK"], 0.3070401, id="C068b"),
    ],
)
def test_spots_that_others_sampled_with_a_bias(hands, equity):
    """Holdings drawn player by player, or drawn again for one player only, miss these by far."""
    result = calculate_equity(hands, method="monte-carlo", std_error=2e-4, seed=54)
    player, opponent = result.players
    assert player.std_error <= 2e-4
    assert abs(player.equity - equity) <= 4 * player.std_error
    assert abs(opponent.equity - (1 - equity)) <= 4 * opponent.std_error


def test_the_mean_of_many_small_runs_is_the_exact_equity():
    exact = calculate_equity(["AK", "QQ"]).players[0].equity
    equities = [
        calculate_equity(["AK", "QQ"], method="monte-carlo", samples=2000, seed=seed, threads=1)
        .players[0]
        .equity
        for seed in range(400)
    ]
    assert abs(np.mean(equities) - exact) < 4 * np.std(equities, ddof=1) / sqrt(400)


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        pytest.param(["AhKh", "QsQd"], "", id="known hands"),
        pytest.param(["QQ+,AK:0.5", "22+,AJ+"], "", id="ranges that share cards"),
        pytest.param(["AKs", "QQ", "random"], "", id="three players, one with any cards"),
        pytest.param([WIDE, "random", *[WIDE] * 5], "", id="weighted deals"),
        pytest.param(["QQ+,AK", "22+,AJ+"], "Kh7h2c", id="the flop"),
    ],
)
def test_the_stated_error_is_the_standard_deviation_over_seeds(hands, board):
    results = [
        calculate_equity(hands, board, method="monte-carlo", samples=20_000, seed=seed, threads=1)
        for seed in range(200)
    ]
    for player in (0, -1):
        deviation = np.std([result.players[player].equity for result in results], ddof=1)
        stated = np.mean([result.players[player].std_error for result in results])
        assert 0.85 < deviation / stated < 1.15


def deals_by_rejection(spot, count, seed):
    """Deal combos to all players and a board, throw away every deal with a card twice: hands and boards."""
    rng = np.random.default_rng(seed)
    combos = np.stack(
        [rng.choice(COMBOS, size=count, p=weights / weights.sum()) for weights in spot.weights], axis=1
    )
    cards = np.sort(COMBO_CARDS[combos].reshape(count, -1), axis=1)
    combos = combos[(np.diff(cards.astype(int), axis=1) > 0).all(axis=1)]
    order = rng.random((len(combos), 52))
    np.put_along_axis(order, COMBO_CARDS[combos].reshape(len(combos), -1).astype(int), 2.0, axis=1)
    return COMBO_CARDS[combos], np.argsort(order, axis=1)[:, :5]


def test_weighted_deals_agree_with_deals_thrown_away():
    """Eight wide ranges, of which plain rejection keeps one deal in some thirty."""
    spot = parse_spot(["50%", "40%", "30%", "50%", "35%", "45%", "25%", "40%"])
    assert make_sampler(spot).dealing.is_weighted
    hands, boards = deals_by_rejection(spot, 1_000_000, seed=1)
    assert len(hands) > 10_000
    boards = np.broadcast_to(boards[:, np.newaxis], (len(hands), 8, 5))
    sevens = np.concatenate([hands, boards], axis=2).astype(np.uint8)
    strengths = evaluate_many(sevens.reshape(-1, 7)).reshape(-1, 8)
    won = strengths == strengths.max(axis=1, keepdims=True)
    shares = won / won.sum(axis=1, keepdims=True)
    errors = shares.std(axis=0) / sqrt(len(shares))
    result = calculate_equity(spot.names, method="monte-carlo", std_error=5e-4, seed=2)
    for player, equity, error in zip(result.players, shares.mean(axis=0), errors, strict=True):
        assert abs(player.equity - equity) < 4 * sqrt(player.std_error**2 + error**2)
