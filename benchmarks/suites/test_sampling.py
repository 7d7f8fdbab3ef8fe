"""How long Monte Carlo takes: ours beside the samplers that are installed."""

from itertools import count

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from oddchip.benchmarks.answers import check_sampled
from oddchip.benchmarks.measure import MOST_SECONDS, timed
from oddchip.benchmarks.sampling import CONTESTS, Contest, EquitySampler
from oddchip.benchmarks.spots import Spot

CASES = [
    pytest.param(contest, spot, sampler, id=f"{contest.title}, {spot.name}, {sampler.name}")
    for contest in CONTESTS
    for spot in contest.spots
    for sampler in (contest.ours, contest.other)
]


@pytest.mark.parametrize(("contest", "spot", "sampler"), CASES)
@pytest.mark.benchmark(disable_gc=True)
def test_sampling(benchmark: BenchmarkFixture, contest: Contest, spot: Spot, sampler: EquitySampler) -> None:
    if not sampler.available():
        pytest.skip(f"{sampler.name} is not usable here")
    benchmark.group = f"{contest.title}, {spot.name}"
    seeds = count(1)
    sampler.run(spot, next(seeds))  # loads compiled code and tables
    seconds, _ = timed(lambda: sampler.run(spot, next(seeds)))

    rounds = max(1, int(MOST_SECONDS / seconds))
    answer = benchmark.pedantic(lambda: sampler.run(spot, next(seeds)), rounds=rounds)

    check_sampled(sampler, answer, spot)
    benchmark.extra_info |= {"version": sampler.version, "showdowns": contest.showdowns}
