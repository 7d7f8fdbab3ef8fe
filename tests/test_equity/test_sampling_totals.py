"""The same seed gives the same samples, on any number of threads, in any order and grouping."""

import pickle
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from cases import error_saying

from oddchip.equity import calculate_equity, make_sampler, parse_spot, sampler
from oddchip.equity.sampler import random_stream

WIDE = "22+,A2s+,K5s+,A7o+,KTo+,QTs+"

SPOTS = [
    pytest.param(["AhKh", "QsQd"], "", id="known hands"),
    pytest.param(["QQ+,AK:0.5", "22+,AJ+"], "", id="ranges that share cards"),
    pytest.param(["AhKh", "22+:0.3,AK", "random"], "2c7d", id="three players"),
    pytest.param(["22+,AK", "random"], "Kh7h2c9s", id="the turn"),
    pytest.param(["22+,AK", "QQ+,A9s+", "random"], "Kh7h2c9sAs", id="the river"),
    pytest.param([f"{WIDE},2h2d:0.99{player}" for player in range(6)], "", id="weighted deals"),
]


def without_time(result):
    return replace(result, elapsed_s=0.0)


@pytest.mark.parametrize(("hands", "board"), SPOTS)
@pytest.mark.parametrize(
    "limits", [{"std_error": 2e-3}, {"samples": 50_000}, {"samples": 77, "std_error": 1e-3}], ids=str
)
def test_the_number_of_threads_changes_no_digit(hands, board, limits):
    first, *others = [
        without_time(calculate_equity(hands, board, method="monte-carlo", seed=3, threads=threads, **limits))
        for threads in (1, 2, 8, 1)
    ]
    assert others == [first] * 3
    assert [repr(other) for other in others] == [repr(first)] * 3


@pytest.mark.parametrize(("hands", "board"), SPOTS)
def test_other_seeds_give_other_samples(hands, board):
    results = [
        calculate_equity(hands, board, method="monte-carlo", seed=seed, samples=5000) for seed in range(5)
    ]
    assert [result.seed for result in results] == [*range(5)]
    assert len({str(result.outcomes) for result in results}) > 1


def test_a_seed_that_is_drawn_is_told_and_gives_the_same_again():
    hands = ["QQ+", "22+", "random"]
    results = [calculate_equity(hands, method="monte-carlo", samples=3000) for _ in range(2)]
    assert results[0].seed != results[1].seed
    for result in results:
        again = calculate_equity(hands, method="monte-carlo", samples=3000, seed=result.seed)
        assert without_time(again) == without_time(result)


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**64 + 1, 10**40])
def test_seeds_may_be_any_whole_number_from_0(seed):
    result = calculate_equity(["AA", "KK"], method="monte-carlo", samples=100, seed=seed)
    assert result.seed == seed


def test_seeds_below_0_are_refused():
    with error_saying(ValueError, "seed is -1", "negative"):
        calculate_equity(["AA", "KK"], method="monte-carlo", seed=-1)
    with error_saying(ValueError, "seed is -7", "negative"):
        make_sampler(parse_spot(["AA", "KK"]), seed=-7)


def test_each_chunk_has_the_random_numbers_of_its_own_child_of_the_seed(monkeypatch):
    asked = []
    monkeypatch.setattr(
        sampler,
        "random_stream",
        lambda seed, child: asked.append((seed, child)) or random_stream(seed, child),
    )
    made = make_sampler(parse_spot(["AA", "KK,AK"]), seed=7)
    of_the_pilot = asked.copy()
    made.sample([0, 3, 1])
    assert asked[len(of_the_pilot) :] == [(7, (0,)), (7, (3,)), (7, (1,))]
    assert all(seed == 7 and len(child) == 2 for seed, child in of_the_pilot)
    for index, child in enumerate(np.random.SeedSequence(7).spawn(100)):
        counter, step = child.generate_state(2, np.uint64)
        stream = random_stream(7, (index,))
        assert stream[0] == counter
        assert stream[1] in (step | np.uint64(1), (step | np.uint64(1)) ^ np.uint64(0xAAAA_AAAA_AAAA_AAAA))


def test_steps_of_random_numbers_are_odd_and_irregular():
    """G. L. Steele, D. Lea and C. H. Flood ask for 24 changes between neighbouring bits."""
    steps = [int(random_stream(seed, (0,))[1]) for seed in range(20_000)]
    assert all(step % 2 for step in steps)
    assert all((step ^ (step >> 1)).bit_count() >= 24 for step in steps)
    assert len(set(steps)) == len(steps)


def random_sum(random, totals):
    """Add up totals in a random order and grouping."""
    totals = random.sample(totals, len(totals))
    while len(totals) > 1:
        first, second = (totals.pop(random.randrange(len(totals))) for _ in range(2))
        totals.append(first + second)
    return totals[0]


@pytest.mark.parametrize(("hands", "board"), SPOTS)
def test_chunks_can_be_added_in_any_order_and_grouping(hands, board):
    made = make_sampler(parse_spot(hands, board), seed=5)
    chunks = [made.sample_chunk(index) for index in range(12)]
    whole = made.sample(range(12))
    assert whole.chunks == (range(12),)
    assert made.sample(reversed(range(12)), threads=3) == whole
    for seed in range(20):
        total = random_sum(Random(seed), chunks)
        assert total == whole
        assert total.players() == whole.players()
        assert total.std_errors() == whole.std_errors()
        assert [*total.outcomes.items()] == [*whole.outcomes.items()]


@pytest.mark.parametrize(("hands", "board"), SPOTS)
def test_chunks_of_another_place_are_the_same(hands, board):
    """Samplers and totals can be sent, and equal arguments make equal samplers."""
    made = make_sampler(parse_spot(hands, board), seed=5)
    whole = made.sample(range(6))
    sent, again = pickle.loads(pickle.dumps(made)), make_sampler(parse_spot(hands, board), seed=5)
    parts = [sent.sample([1, 4]), again.sample([0, 2]), made.sample([5, 3])]
    sent_parts = [pickle.loads(pickle.dumps(part)) for part in parts]
    assert sent_parts == parts
    assert sent_parts[0] + sent_parts[1] + sent_parts[2] == whole


def test_totals_name_their_chunks():
    made = make_sampler(parse_spot(["AA", "KK"]), seed=5)
    assert made.sample([3, 1, 2]).chunks == (range(1, 4),)
    assert made.sample([7, 0, 1, 5]).chunks == (range(2), range(5, 6), range(7, 8))
    assert (made.sample([0, 2]) + made.sample([1, 3])).chunks == (range(4),)


def test_no_chunk_counts_twice():
    made = make_sampler(parse_spot(["AA", "KK"]), seed=5)
    for first, second in (
        ([0], [0]),
        (range(4), [2]),
        ([2], range(4)),
        ([0, 2, 4], [1, 3, 4]),
        (range(5), range(4, 9)),
    ):
        with error_saying(ValueError, "chunk ", "is in both totals"):
            made.sample(first) + made.sample(second)


def test_totals_of_other_samplers_cannot_be_added():
    def one_chunk(hands, board="", dead="", seed=5, std_error=5e-4, chunk=0):
        return make_sampler(parse_spot(hands, board, dead), seed=seed, std_error=std_error).sample([chunk])

    own = one_chunk(["AA", "KK"])
    for other in (
        one_chunk(["AA", "KK"], seed=6, chunk=1),
        one_chunk(["KK", "AA"], chunk=1),
        one_chunk(["AA", "KK:0.5,QQ"], chunk=1),
        one_chunk(["AA", "KK"], board="2c3c4d", chunk=1),
        one_chunk(["AA", "KK"], dead="2c", chunk=1),
        one_chunk(["AA", "KK", "QQ"], chunk=1),
        one_chunk(["AA", "KK"], std_error=1e-7, chunk=1),  # more deals to a board
    ):
        with error_saying(ValueError, "different spots, seeds or ways of sampling"):
            own + other
        with error_saying(ValueError, "different spots, seeds or ways of sampling"):
            other + own


def test_weights_tell_samplers_apart_whatever_the_names():
    spots = [
        parse_spot([text, "QQ"])._replace(names=("hero", "villain")) for text in ("AA,KK:0.5", "AA,KK:0.6")
    ]
    first, second = (make_sampler(spot, seed=5).sample([chunk]) for chunk, spot in enumerate(spots))
    assert first.names == second.names
    with error_saying(ValueError, "different spots"):
        first + second


@pytest.mark.parametrize(("hands", "board"), SPOTS)
def test_results_are_sums_of_chunks(hands, board):
    """A limit of the error ends sampling after the first chunk with which no player's error is above it."""
    limit = 2e-3
    result = calculate_equity(hands, board, method="monte-carlo", std_error=limit, seed=9)
    made = make_sampler(parse_spot(hands, board), seed=9, std_error=limit)
    totals = made.sample([0])
    index = 1
    while max(totals.std_errors()) > limit:
        totals += made.sample([index])
        index += 1
    assert result.players == totals.players()
    assert result.outcomes == totals.outcomes
    assert result.samples == totals.deals
    assert result.sampling.boards == totals.boards
    assert (result.sampling.acceptance, result.sampling.effective_samples) == (
        totals.acceptance,
        totals.effective_samples,
    )
    assert result.sampling.stopped_by == "std_error"


@pytest.mark.parametrize(("hands", "board"), SPOTS)
def test_what_totals_say(hands, board):
    made = make_sampler(parse_spot(hands, board), seed=9)
    totals = made.sample(range(3))
    assert sum(player.equity for player in totals.players()) == pytest.approx(1, rel=1e-12)
    assert 0 < totals.acceptance <= 1
    if made.dealing.is_weighted:
        assert 0 < totals.effective_samples < totals.deals
    else:
        assert totals.effective_samples == totals.deals == sum(totals.outcomes.values())
    assert totals.deals == round(totals.acceptance * totals.boards * totals.tries)
