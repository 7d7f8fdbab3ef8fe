"""How long exact equity takes: ours beside the calculators that are installed.

What takes OMPEval half a minute and more is left to `report.py`.
"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from oddchip.benchmarks.answers import check_equities
from oddchip.benchmarks.calculators import (
    CALCULATORS,
    ODDCHIP_EQUITY,
    ODDCHIP_WALK,
    OMPEVAL_EQUITY,
    EquityCalculator,
)
from oddchip.benchmarks.measure import MOST_SECONDS, TURN_TIME, timed
from oddchip.benchmarks.spots import RANDOM_PREFLOP, SPOTS, TWO_HANDS, Spot

CASES = [
    pytest.param(spot, calculator, id=f"{spot.name}, {calculator.name}")
    for spot in SPOTS
    for calculator in CALCULATORS
    if calculator.takes(spot) and not (spot.slow and calculator is OMPEVAL_EQUITY)
]


@pytest.mark.parametrize(("spot", "calculator"), CASES)
@pytest.mark.benchmark(disable_gc=True, warmup=True, warmup_iterations=10)
def test_equity(benchmark: BenchmarkFixture, spot: Spot, calculator: EquityCalculator) -> None:
    if not calculator.available():
        pytest.skip(f"{calculator.name} is not usable here")
    benchmark.group = f"exact equity, {spot.name}"
    calculator.run(spot)  # loads compiled code and tables
    seconds, _ = timed(lambda: calculator.run(spot))

    if seconds < TURN_TIME:
        answer = benchmark(calculator.run, spot)
    else:
        rounds = max(1, int(MOST_SECONDS / seconds))
        answer = benchmark.pedantic(calculator.run, (spot,), rounds=rounds)

    check_equities(calculator, answer, spot)
    benchmark.extra_info |= {"version": calculator.version, "deals": spot.deals}


@pytest.mark.benchmark(group="exact equity, counts")
def test_counts_of_two_hands(benchmark: BenchmarkFixture) -> None:
    result = benchmark(ODDCHIP_EQUITY.run, TWO_HANDS)

    assert result.deals == TWO_HANDS.deals == 1_712_304
    # Known from other programs' enumerations, OMPEval's among them.
    assert dict(result.outcomes) == {(1,): 787_966, (2,): 917_606, (1, 2): 6_732}


@pytest.mark.benchmark(group="exact equity, counts")
def test_table_and_walk_agree(benchmark: BenchmarkFixture) -> None:
    # The equities are a half each for any symmetric mistake; the ties are not.
    result = benchmark(ODDCHIP_EQUITY.run, RANDOM_PREFLOP)

    _, walked = ODDCHIP_WALK.run(RANDOM_PREFLOP)
    assert dict(result.outcomes) == walked
