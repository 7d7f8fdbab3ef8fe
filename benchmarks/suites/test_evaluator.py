"""How many seven-card hands a second: ours beside the evaluators that are installed."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from oddchip.benchmarks.answers import check_strengths, checked_sweep
from oddchip.benchmarks.peers import EVALUATORS, SINGLE_HANDS, SINGLES, Evaluator
from oddchip.benchmarks.spots import Hands, hands_in_order, random_hands, sample
from oddchip.evaluator import evaluate_many

ORDERS = {"random order": random_hands, "enumeration order": hands_in_order}


@pytest.fixture(scope="module", params=ORDERS)
def order(request: pytest.FixtureRequest) -> tuple[str, Hands]:
    return request.param, ORDERS[request.param]()


@pytest.mark.parametrize("evaluator", EVALUATORS, ids=lambda evaluator: evaluator.name)
@pytest.mark.benchmark(disable_gc=True, warmup=True, warmup_iterations=1)
def test_evaluator(benchmark: BenchmarkFixture, order: tuple[str, Hands], evaluator: Evaluator) -> None:
    if not evaluator.available():
        pytest.skip(f"{evaluator.name} is not usable here")
    name, hands = order
    chosen = sample(hands, evaluator.sample_size)
    benchmark.group = f"seven cards, {name} (the number of hands differs: compare hands_per_second)"

    answers = benchmark(evaluator.run, evaluator.prepare(chosen))

    check_strengths(evaluator, answers, evaluate_many(chosen))
    benchmark.extra_info |= {"version": evaluator.version, "hands": len(chosen)}
    if benchmark.stats:
        benchmark.extra_info["hands_per_second"] = len(chosen) / benchmark.stats.stats.min


@pytest.mark.parametrize("evaluator", SINGLES, ids=lambda evaluator: evaluator.name)
@pytest.mark.benchmark(
    disable_gc=True,
    warmup=True,
    warmup_iterations=1,
    group="seven cards, single calls: compare hands_per_second",
)
def test_single_calls(benchmark: BenchmarkFixture, evaluator: Evaluator) -> None:
    if not evaluator.available():
        pytest.skip(f"{evaluator.name} is not usable here")
    hands = random_hands(min(SINGLE_HANDS, evaluator.sample_size))

    answers = benchmark(evaluator.run, evaluator.prepare(hands))

    check_strengths(evaluator, answers, evaluate_many(hands))
    benchmark.extra_info |= {"version": evaluator.version, "hands": len(hands)}
    if benchmark.stats:
        benchmark.extra_info["hands_per_second"] = len(hands) / benchmark.stats.stats.min


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.benchmark(group="sweep of all seven-card hands")
def test_sweep(benchmark: BenchmarkFixture, threads: int) -> None:
    result = benchmark.pedantic(checked_sweep, (threads,), rounds=3)

    benchmark.extra_info |= {"digest": result.digest, "hands": result.hands}
    if benchmark.stats:
        benchmark.extra_info["hands_per_second"] = result.hands / benchmark.stats.stats.min
