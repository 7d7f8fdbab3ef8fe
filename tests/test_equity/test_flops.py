"""Many flops: how many there are, that each is right, and that they make the equity before the flop."""

from itertools import pairwise
from math import comb, fsum

import numpy as np
import pytest

from oddchip.equity import calculate_equity, equity_curve, flop_equities, flop_solving, histogram
from oddchip.equity.flop_lists import all_flops, flop_text
from oddchip.evaluator import CardError, ImpossibleSpotError, OddchipError, parse_cards

SPOTS = [
    pytest.param(["AhKh", "QsQd"], "", id="two hands"),
    pytest.param(["AhKh", "QQ+"], "", id="a suited hand"),
    pytest.param(["22+,AK", "random"], "", id="two ranges"),
    pytest.param(["AhKh:0.3,QQ,98s:0.123", "22+,AhQh:0.7,T9"], "2c3h", id="weights and dead cards"),
    pytest.param(["AhKh", "QsQd", "7c6c"], "", id="three hands"),
    pytest.param(["AKs:0.5", "QQ:0.25,JJ", "7c6c"], "", id="three with weights"),
]


@pytest.mark.parametrize(("hands", "dead"), SPOTS)
def test_the_mean_over_all_flops_is_the_equity_before_the_flop(hands, dead):
    table = flop_equities(hands, dead=dead)
    whole = calculate_equity(hands, dead=dead, method="exact")
    for mean, player in zip(table.players, whole.players, strict=True):
        assert mean.equity == pytest.approx(player.equity, rel=0, abs=1e-14)
        assert mean.win == pytest.approx(player.win, rel=0, abs=1e-14)
        assert mean.tie == pytest.approx(player.tie, rel=0, abs=1e-14)
        assert mean.std_error == 0
    # Every board has begun with one of ten flops.
    assert sum(flop.deals * flop.multiplicity for flop in table.flops) == comb(5, 3) * whole.deals
    assert fsum(flop.probability for flop in table.flops) == pytest.approx(1.0, abs=1e-12)
    assert table.seed is None


def test_there_are_22100_flops_of_which_1755_differ():
    assert all_flops().shape == (22_100, 3)
    table = flop_equities(["random", "random"])
    assert len(table.flops) == 1_755
    assert sum(flop.multiplicity for flop in table.flops) == 22_100
    assert {flop.multiplicity for flop in table.flops} == {4, 12, 24}
    assert all(flop.equities == (0.5, 0.5) for flop in table.flops)


def test_only_suits_that_a_spot_does_not_tell_apart_are_renamed():
    # With a known suited hand the three other suits are alike; 50 cards are left for the flop.
    assert sum(flop.multiplicity for flop in flop_equities(["AhKh", "22+"]).flops) == comb(50, 3)
    # Four hands in four suits: no two flops are the same.
    table = flop_equities(["AhKh", "9d8d", "7c6c", "5s4s"])
    assert len(table.flops) == comb(44, 3)
    assert {flop.multiplicity for flop in table.flops} == {1}


def test_numbers_of_flops():
    for number in (0, 1, 5_000, 22_099):
        cards = sorted(parse_cards(flop_text(number)))
        assert cards == all_flops()[number].tolist()
        low, middle, high = cards
        assert number == comb(high, 3) + comb(middle, 2) + low


@pytest.mark.parametrize(
    ("hands", "dead"),
    [
        (["AhKh:0.3,QQ,98s:0.123", "22+,AhQh:0.7,T9"], "2c3h"),
        (["AhKh", "QsQd"], ""),
        (["AhKh", "QsQd", "7c6c"], ""),
    ],
)
def test_each_flop_is_that_of_a_single_call(hands, dead):
    flops = ["Kh7d2h", "QhJhTh", "9c8c7d", "5s5d5h", "KsQd2s"]
    whole = {flop.flop: flop for flop in flop_equities(hands, dead=dead).flops}
    table = flop_equities(hands, flops, dead=dead)
    assert len(table.flops) + len(table.impossible) == 5
    for flop in table.flops:
        result = calculate_equity(hands, flop.flop, dead=dead, method="exact")
        for number, player in enumerate(result.players):
            assert flop.equities[number] == pytest.approx(player.equity, abs=1e-14)
            assert flop.wins[number] == pytest.approx(player.win, abs=1e-14)
            assert flop.ties[number] == pytest.approx(player.tie, abs=1e-14)
        assert flop.deals == result.deals
        assert flop.multiplicity == 1
        if flop.flop in whole:
            assert whole[flop.flop].equities == pytest.approx(flop.equities, abs=1e-14)


def test_three_ranges_on_a_flop():
    hands = ["AhKh, 22", "QQ, AhQh:0.5", "7c6c, 8h8d"]
    for flop in flop_equities(hands, ["Kh7d2h", "QhJhTh", "9c8c7d"], dead="As").flops:
        result = calculate_equity(hands, flop.flop, dead="As", method="exact")
        assert flop.equities == pytest.approx([player.equity for player in result.players], abs=1e-14)


def test_both_ways_for_two_players_agree(monkeypatch):
    hands = ["AhKh:0.3,QQ", "JJ+,AhQh:0.7"]
    one_walk = flop_equities(hands, 300, seed=1)
    monkeypatch.setattr(flop_solving, "BOARDS_OF_FLOP", 10**9)
    assert flop_equities(hands, 300, seed=1).flops == one_walk.flops
    monkeypatch.setattr(flop_solving, "BOARDS_OF_FLOP", 0)
    by_flop = flop_equities(hands, 300, seed=1)
    assert [flop.flop for flop in by_flop.flops] == [flop.flop for flop in one_walk.flops]
    for one, other in zip(by_flop.flops, one_walk.flops, strict=True):
        assert one.equities == pytest.approx(other.equities, abs=1e-14)
        assert one.probability == pytest.approx(other.probability, abs=1e-14)
        assert one.deals == other.deals


def test_flops_that_cannot_come():
    table = flop_equities(["AhKh", "QQ"], ["Ah 7d 2c", "Kd 7d 2c", "Qs Qd Qc"], dead="3c")
    assert [flop.flop for flop in table.flops] == ["Kd7d2c"]
    assert table.impossible == ("Ah7d2c", "QsQdQc")
    assert flop_equities(["AhKh", "QsQd"], ["3c7d2c", "Kd7d2c"], dead="3c").impossible == ("7d3c2c",)
    with pytest.raises(ImpossibleSpotError, match="none of the flops can come"):
        flop_equities(["AhKh", "QQ"], ["Ah7d2c"])
    # Aces need two of the four: three on the flop leave none.
    assert not {flop.flop for flop in flop_equities(["AA", "KK"]).flops} & {"AsAhAd", "KsKhKd"}


def test_order_is_best_first():
    equities = [flop.equities[0] for flop in flop_equities(["AhKh", "QQ+"]).flops]
    assert all(one >= other - 1e-12 for one, other in pairwise(equities))


def test_sample_of_flops():
    hands = ["AhKh", "QQ+"]
    table = flop_equities(hands, 200, seed=7)
    assert len(table.flops) == 200
    assert len({flop.flop for flop in table.flops}) == 200
    assert (table.choice, table.seed, table.sampled_of) == ("sample", 7, comb(50, 3))
    assert flop_equities(hands, 200, seed=7).flops == table.flops
    assert flop_equities(hands, 200, seed=8).flops != table.flops
    assert flop_equities(hands, 200).seed is not None
    with pytest.raises(ImpossibleSpotError, match="only 19,600 can come"):
        flop_equities(hands, 20_000)


def test_error_of_a_sample_of_flops_is_what_samples_scatter():
    hands = ["AhKh", "QQ+"]
    exact = calculate_equity(hands).players[0].equity
    means = [flop_equities(hands, 150, seed=seed).players[0] for seed in range(60)]
    squares = [((mean.equity - exact) / mean.std_error) ** 2 for mean in means]
    # The mean of 60 squared deviations in units of the error has a standard deviation of about 0.2.
    assert 0.4 < np.mean(squares) < 1.6
    every = flop_equities(hands, comb(50, 3), seed=1).players[0]
    assert every.equity == pytest.approx(exact, abs=1e-14)
    assert every.std_error == 0


def test_sampled_flops_state_their_errors():
    hands, flops = ["22+", "99+,AK", "QQ+,AKs"], ["Kh7d2c", "QhJhTh", "9c8c7d", "5s5d5h"]
    exact = flop_equities(hands, flops, method="exact")
    sampled = flop_equities(hands, flops, method="monte-carlo", std_error=0.003, seed=3)
    by_flop = {flop.flop: flop for flop in exact.flops}
    assert sampled.seed == 3
    for flop in sampled.flops:
        assert flop.method == "monte-carlo"
        assert flop.deals is None
        assert flop.samples > 0
        assert flop.probability == pytest.approx(by_flop[flop.flop].probability, abs=1e-12)
        for number, error in enumerate(flop.std_errors):
            assert 0 < error <= 0.003
            assert abs(flop.equities[number] - by_flop[flop.flop].equities[number]) < 4.5 * error
    # The same flop has the same numbers in whatever list it stands.
    alone = flop_equities(hands, ["QhJhTh"], method="monte-carlo", std_error=0.003, seed=3)
    assert alone.flops[0].equities == next(f for f in sampled.flops if f.flop == "QhJhTh").equities


def test_many_players_are_sampled_and_the_chances_of_flops_estimated():
    hands = ["22+,AK", "random", "random", "AA:0.2,QJs"]
    flops = [flop_text(number) for number in range(100, 22_000, 1_500)]
    table = flop_equities(hands, flops, std_error=0.01, seed=3)
    assert {flop.method for flop in table.flops} == {"monte-carlo"}
    assert fsum(flop.probability for flop in table.flops) == pytest.approx(1.0, abs=1e-12)
    assert fsum(player.equity for player in table.players) == pytest.approx(1.0, abs=1e-9)
    errors = [flop.std_errors[0] * flop.probability for flop in table.flops]
    assert table.players[0].std_error > np.sqrt(np.square(errors).sum())


def test_chances_that_are_estimated_are_those_that_are_counted(monkeypatch):
    hands = ["AA,AKs", "QQ,AK", "AQ,KK", "JJ"]
    flops = ["AhKd2c", "QsJs2d", "9c8c7d", "AsAcJh", "5c5d2h"]
    counted = flop_equities(hands, flops, method="exact")
    estimated = flop_equities(hands, flops, method="monte-carlo", std_error=0.01, seed=1)
    by_flop = {flop.flop: flop.probability for flop in counted.flops}
    for flop in estimated.flops:
        assert flop.probability == pytest.approx(by_flop[flop.flop], abs=0.01)


def test_the_same_digits_on_any_number_of_threads_and_processes():
    for hands, options in (
        (["AhKh:0.3333333,QQ", "JJ+,AhQh:0.777777"], {}),
        (["22+", "99+,AK", "QQ+"], {"flops": 20, "method": "monte-carlo", "std_error": 0.02}),
    ):
        one = flop_equities(hands, threads=1, seed=5, **options)
        for where in ({"threads": 3}, {"scheduler": "local:2"}):
            other = flop_equities(hands, seed=5, **where, **options)
            assert other.flops == one.flops
            assert other.players == one.players


def test_graphs_take_flops():
    table = flop_equities(["AhKh", "QQ+"])
    for player in (1, 2):
        curve = equity_curve(table.shares(player))
        area = float(np.diff(curve.shares, prepend=0.0) @ curve.equities)
        assert area == pytest.approx(table.players[player - 1].equity, abs=1e-12)
        assert histogram(table.shares(player)).masses.sum() == pytest.approx(1.0)


def test_progress_goes_up_to_1():
    for options in ({}, {"flops": 10}):
        parts = []
        flop_equities(["AhKh", "QQ+"], on_progress=parts.append, **options)
        assert parts == sorted(parts)
        assert parts[-1] == 1.0


@pytest.mark.parametrize(
    ("flops", "message"),
    [
        (["Kh7d"], "flop 1 is Kh7d, 2 cards"),
        (["Kh7d2c", "7d2cKh"], "flop 2 is Kh7d2c, which flop 1 is, too"),
        (["Kh7d2x"], "flop 1: unknown suit 'x'"),
        (["KhKh2c"], "flop 1"),
    ],
)
def test_what_is_no_flop(flops, message):
    with pytest.raises(CardError, match=message):
        flop_equities(["AA", "QQ"], flops)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"flops": "some"}, "unknown flops 'some'"),
        ({"flops": 1}, "1 flops are asked for"),
        ({"flops": []}, "there are no flops"),
        ({"method": "guess"}, "unknown method"),
        ({"seed": -1}, "is negative"),
        ({"std_error": 0.0}, "not above 0"),
        ({"method": "exact", "std_error": 0.01}, "std_error says nothing to method exact"),
    ],
)
def test_other_wrong_arguments(options, message):
    with pytest.raises(ValueError, match=message):
        flop_equities(["AA", "QQ"], **options)


def test_wrong_hands():
    with pytest.raises(OddchipError, match="card Ah"):
        flop_equities(["AhKh", "AhQh"])
