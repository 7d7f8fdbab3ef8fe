"""Sampling at its edges: nothing to deal, nothing to find out, every deal seen, hardly any deal possible."""

from math import sqrt

import numpy as np
import pytest
from cases import error_saying

from oddchip.equity import calculate_equity, make_sampler, parse_spot
from oddchip.evaluator import ImpossibleSpotError

FARTHEST = 4.5
WIDE = "22+,A2s+,K5s+,A7o+,KTo+,QTs+"


def sampled(hands, board="", dead="", **options):
    return calculate_equity(hands, board, dead=dead, method="monte-carlo", **{"seed": 1, **options})


def errors_of(result):
    return [player.std_error for player in result.players]


@pytest.mark.parametrize(
    "hands",
    [
        ["AA", "AA", "AA"],
        ["AA", "AA", "AA", "random"],
        ["AA"] * 4,
        ["KK", "KK", "AK", "AK"],
        ["AK"] * 5,
        ["AA,KK"] * 5,
        ["KK-JJ"] * 7,
        ["JJ+"] * 9,
        ["AsKs,AsQs", "AsJs,AsTs", "random"],
    ],
    ids="-".join,
)
@pytest.mark.parametrize("method", ["auto", "monte-carlo"])
@pytest.mark.parametrize("board", ["", "2c3d", "2c3d4h5c6d"])
def test_what_cannot_be_dealt_is_refused(method, hands, board):
    with error_saying(ImpossibleSpotError, "all hold a combo at once"):
        calculate_equity(hands, board, method=method)


@pytest.mark.parametrize(
    "hands", [["A2s+,A2o+"] * 5, ["A2s+,A2o+", "random", *["A2s+,A2o+"] * 4]], ids="-".join
)
def test_what_takes_long_to_prove_impossible_is_refused(hands):
    """Five players with an ace each."""
    with error_saying(ImpossibleSpotError, "all hold a combo at once"):
        sampled(hands)


@pytest.mark.parametrize("method", ["auto", "monte-carlo"])
def test_a_range_of_which_nothing_is_left_is_refused(method):
    with error_saying(ImpossibleSpotError, "hand 1 is AA", "no combo is left") as caught:
        calculate_equity(["AA", "random", "KK"], "AcAh4h", dead="As", method=method)
    assert caught.value.player == 1


@pytest.mark.parametrize(
    "hands",
    [
        ["KK", "AK", "AK", "AA"],
        ["AA,KK", "AA,KK"],
        ["AA", "AA", "KK"],
        ["AK"] * 4,
        ["AA,KK"] * 4,
        ["AhAd,AsAc:0.01", "AhKh,AdKd", "QsQd"],
    ],
    ids="-".join,
)
@pytest.mark.parametrize("board", ["", "2c7dTh"])
def test_what_can_only_just_be_dealt(hands, board):
    exact = calculate_equity(hands, board, method="exact")
    result = sampled(hands, board, std_error=1e-3)
    assert set(result.outcomes) == set(exact.outcomes)
    for player, known in zip(result.players, exact.players, strict=True):
        assert player.std_error <= 1e-3
        assert abs(player.equity - known.equity) <= FARTHEST * player.std_error


@pytest.mark.parametrize(
    "hands",
    [["KK-JJ"] * 6, ["QQ+,AKs"] * 6, ["TT+"] * 9, ["TT+"] * 10, ["99+"] * 10, [WIDE] * 10],
    ids=lambda hands: f"{len(hands)} x {hands[0]}",
)
def test_crowds_who_hold_each_others_cards(hands):
    """Whoever holds the same range has the same equity, here in deals of which few are possible."""
    result = sampled(hands, std_error=4e-3)
    assert make_sampler(parse_spot(hands), seed=1).dealing.is_weighted
    assert 0 < result.sampling.effective_samples < result.samples
    assert sum(player.equity for player in result.players) == pytest.approx(1, rel=1e-9)
    for player in result.players:
        assert player.std_error <= 4e-3
        assert abs(player.equity - 1 / len(hands)) <= FARTHEST * player.std_error


@pytest.mark.parametrize(
    "hands", [["AA", "KK"], ["AhKh", "QsQd"], ["random"] * 10, ["TT+"] * 4], ids="-".join
)
def test_deals_count_the_same_where_enough_are_possible(hands):
    result = sampled(hands, samples=20_000)
    assert result.sampling.effective_samples == result.samples == sum(result.outcomes.values())
    assert all(isinstance(count, int) for count in result.outcomes.values())


def test_how_many_tries_gave_a_deal():
    """AA beside AA is possible in 6 of 36 ways, and listed; then the board may not have a card of them."""
    result = sampled(["AA", "AA"], samples=500_000)
    assert result.sampling.acceptance == pytest.approx(1_712_304 / 2_598_960, abs=0.003)
    assert sampled(["AhAd", "AsAc"], samples=1000).sampling.acceptance == 1
    assert sampled(["AhAd", "random"], samples=1000).sampling.acceptance == 1


def test_sampling_without_repetition_ends_with_the_exact_answer():
    """Boards are not drawn twice: after 1,712,304 there is nothing left to be sampled."""
    exact = calculate_equity(["AhKh", "QsQd"])
    result = sampled(["AhKh", "QsQd"], std_error=2e-5)
    assert result.samples == result.sampling.boards == exact.deals == 1_712_304
    assert dict(result.outcomes) == dict(exact.outcomes)
    assert errors_of(result) == [0, 0]
    assert result.players == exact.players
    assert (result.deals, exact.samples) == (None, None)


def test_two_passes_count_each_board_twice():
    exact = calculate_equity(["AhKh", "QsQd"])
    result = sampled(["AhKh", "QsQd"], samples=2 * 1_712_304)
    assert {winners: count / 2 for winners, count in result.outcomes.items()} == exact.outcomes
    assert result.sampling.boards == 2 * 1_712_304
    assert errors_of(result) == [0, 0]


@pytest.mark.parametrize(
    ("hands", "board", "boards"),
    [
        (["AhAd", "KsKc"], "2c7d9h", 990),
        (["AhAd", "KsKc", "Jh8h"], "2c7d9h", 903),
        (["AsKs", "AcJc"], "Js8s5d2d", 44),
        (["AhAd", "KsKc"], "2c7d", 15_180),
    ],
)
def test_few_boards_are_all_visited(hands, board, boards):
    exact = calculate_equity(hands, board)
    assert exact.deals == boards
    result = sampled(hands, board)
    assert result.samples % boards == 0
    assert result.players == exact.players
    assert errors_of(result) == [0] * len(hands)
    part = sampled(hands, board, samples=boards // 2)
    assert part.samples == boards // 2
    assert min(errors_of(part)) > 0


def test_an_odd_number_of_visits_is_no_whole_pass():
    """After a pass and a half what is left out of the second counts."""
    once, one_and_a_half, twice = (
        sampled(["AhAd", "KsKc"], "2c7d9h", samples=size) for size in (990, 1485, 1980)
    )
    assert max(errors_of(once) + errors_of(twice)) == 0
    assert 0 < max(errors_of(one_and_a_half)) < 0.01


@pytest.mark.parametrize("samples", [1, 2, 64, 1000])
def test_a_complete_board_is_known_at_once(samples):
    """Known hands on it are one deal; there is nothing else."""
    for hands, board in ((["JcJd", "AdAc"], "Js6c4d6dQs"), (["AsKd", "QhJc"], "AhKhQsJsTd")):
        exact, result = calculate_equity(hands, board), sampled(hands, board, samples=samples)
        assert result.samples == samples
        assert result.players == exact.players


def test_ranges_on_a_complete_board():
    exact = calculate_equity(["QQ+,AK", "22+,AJ"], "Kh7h2c2d9s")
    result = sampled(["QQ+,AK", "22+,AJ"], "Kh7h2c2d9s", std_error=2e-4)
    for player, known in zip(result.players, exact.players, strict=True):
        assert 0 < player.std_error <= 2e-4
        assert abs(player.equity - known.equity) <= FARTHEST * player.std_error


@pytest.mark.parametrize(
    ("hands", "board", "equities"),
    [
        pytest.param(["AA", "7h2c"], "AhAdKhKd", [1, 0], id="nothing can help"),
        pytest.param(["AsAd", "QQ", "JJ"], "AhAcKhKd", [1, 0, 0], id="of three"),
        pytest.param(["2d3d", "4d5d:0.5,6d7d"], "AhKhQhJhTh", [0.5, 0.5], id="the board plays"),
        pytest.param(["22", "random"], "AhKhQhJhTh", [0.5, 0.5], id="for any two cards"),
    ],
)
def test_what_has_never_been_seen_is_not_taken_for_impossible(hands, board, equities):
    """Who won all or none of n deals of ranges might still do otherwise in one of the next n."""
    for samples in (1000, 10_000, 100_000):
        result = sampled(hands, board, samples=samples)
        assert [player.equity for player in result.players] == equities
        assert errors_of(result) == [1 / result.samples] * len(hands)


def test_drawing_dead_with_known_hands():
    """Before every board was seen it is not known for sure; then it is."""
    exact = calculate_equity(["AsAd", "7h2c"], "AhAcKh")
    assert [player.equity for player in exact.players] == [1, 0]
    some = sampled(["AsAd", "7h2c"], "AhAcKh", samples=100)
    assert errors_of(some) == [1 / 100] * 2
    assert errors_of(sampled(["AsAd", "7h2c"], "AhAcKh", samples=990)) == [0, 0]


def test_rare_wins_are_within_the_error():
    """C092: 19 of 990 boards. In some samples of ten boards there is none, and the error allows for it."""
    for seed in range(200):
        result = sampled(["AdKd", "AcAs"], "6sJc5h", samples=10, seed=seed)
        assert 0 < errors_of(result)[0] < 0.2
        assert abs(result.players[0].equity - 19 / 990) <= FARTHEST * errors_of(result)[0]


@pytest.mark.parametrize(
    ("hands", "board"), [(["QQ+,AK", "22+"], ""), (["AA", "random"], "Kh"), (["77+", *[WIDE] * 5], "")]
)
def test_four_times_the_samples_halve_the_error(hands, board):
    errors = [errors_of(sampled(hands, board, samples=samples))[0] for samples in (10_000, 40_000, 160_000)]
    assert errors[1] / errors[0] == pytest.approx(0.5, rel=0.15)
    assert errors[2] / errors[1] == pytest.approx(0.5, rel=0.15)


def test_what_boards_are_left_out_makes_the_error():
    """Of known hands on n of N boards: the error of n draws, times the root of what is left, 1 - n / N."""
    equity = calculate_equity(["AhKh", "QsQd"]).players[0].equity
    total = 1_712_304
    for samples in (total // 4, total // 2, total - 1000):
        stated = errors_of(sampled(["AhKh", "QsQd"], samples=samples))[0]
        of_draws = sqrt(equity * (1 - equity) / samples)
        assert stated == pytest.approx(of_draws * sqrt(1 - samples / total), rel=0.02)


@pytest.mark.parametrize(
    ("hands", "board"),
    [(["AA,KK", "QQ,22"], "2c7d9h"), (["AA", "random"], "2c7d9hTs"), (["AA", "22+"], "2c7d9hTs5c")],
)
def test_ranges_go_on_after_all_boards_were_visited(hands, board):
    exact = calculate_equity(hands, board)
    result = sampled(hands, board, std_error=1e-4)
    boards = make_sampler(parse_spot(hands, board), seed=1).order.boards
    assert result.sampling.boards > boards
    for player, known in zip(result.players, exact.players, strict=True):
        assert 0 < player.std_error <= 1e-4
        assert abs(player.equity - known.equity) <= FARTHEST * player.std_error


def test_cards_and_names_are_told_as_in_exact_results():
    for hands, board, dead in ((["AhKh", "QsQd"], "", "2c"), (["AA,KK:0.5", "QsQd"], "2d3c4h", "")):
        exact, result = calculate_equity(hands, board, dead=dead), sampled(hands, board, dead, samples=100)
        assert (result.board, result.dead) == (exact.board, exact.dead)
        assert [player.hand for player in result.players] == [player.hand for player in exact.players]


@pytest.mark.parametrize("hands", [["22+:0.0001,AA"] * 6, ["random:0.0001,AA"] * 7])
def test_deals_that_weigh_next_to_nothing_count_in_proportion(hands):
    result = sampled(hands, samples=2000)
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-9)
    assert 0 < result.sampling.effective_samples < result.samples


@pytest.mark.parametrize("hands", [["A2s+,A2o+"] * 5, ["KK-TT,QJ"] * 9])
@pytest.mark.parametrize("method", ["auto", "monte-carlo"])
def test_many_combos_that_exclude_each_other_are_refused(hands, method):
    with error_saying(ImpossibleSpotError, "hold a combo at once"):
        calculate_equity(hands, method=method)


@pytest.mark.parametrize("std_error", [1e-170, 1e-160, 5e-324])
def test_an_error_that_is_never_reached_is_sampled_for(std_error):
    result = sampled(["AA", "KK", "QQ"], std_error=std_error, samples=50_000)
    assert result.sampling.stopped_by == "samples"


def test_few_effective_samples_do_not_end_the_sampling():
    result = sampled(["random:0.000001,AA"] * 4, std_error=0.4, samples=3000)
    assert result.sampling.stopped_by == "samples" or result.sampling.effective_samples >= 400


def test_equal_ranges_have_equal_equities():
    result = sampled(["AhKh", "random", "random"], samples=5000)
    hero, *others = result.players
    assert others[0].equity == others[1].equity == pytest.approx((1 - hero.equity) / 2, abs=1e-12)
    assert others[0].std_error == others[1].std_error == pytest.approx(hero.std_error / 2, rel=1e-9)
    assert (others[0].win, others[0].tie) == (others[1].win, others[1].tie)


@pytest.mark.parametrize("hands", [["random"] * 3, [WIDE] * 6])
def test_where_all_ranges_are_equal_there_is_no_error(hands):
    result = sampled(hands, std_error=2e-3)
    assert [player.equity for player in result.players] == pytest.approx(
        [1 / len(hands)] * len(hands), abs=1e-12
    )
    assert errors_of(result) == [0] * len(hands)
    assert result.samples >= 10_000  # how often each wins alone still varies


@pytest.mark.parametrize("seed", [np.int64(3), np.uint8(3), True])
def test_seeds_are_plain_numbers(seed):
    result = sampled(["AA", "KK"], samples=100, seed=seed)
    assert type(result.seed) is int
    assert result.seed == int(seed)
