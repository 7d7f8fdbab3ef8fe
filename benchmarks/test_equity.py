"""How long the exact equity of known hands takes: ours beside the calculators that are installed."""

import pytest
from answers import check_equities
from peers import CALCULATORS, ODDCHIP_EQUITY, EquityCalculator
from pytest_benchmark.fixture import BenchmarkFixture
from spots import SPOTS, TWO_HANDS, Spot

CASES = [
    pytest.param(spot, calculator, id=f"{spot.name}, {calculator.name}")
    for spot in SPOTS
    for calculator in CALCULATORS
    if len(spot.hands) <= calculator.max_players
]


@pytest.mark.parametrize(("spot", "calculator"), CASES)
@pytest.mark.benchmark(disable_gc=True, warmup=True, warmup_iterations=10)
def test_equity(benchmark: BenchmarkFixture, spot: Spot, calculator: EquityCalculator) -> None:
    if not calculator.available():
        pytest.skip(f"{calculator.name} is not usable here")
    benchmark.group = f"exact equity, {spot.name}"

    answer = benchmark(calculator.run, spot)

    check_equities(calculator, answer, spot)
    benchmark.extra_info |= {"version": calculator.version, "deals": spot.deals}


@pytest.mark.benchmark(group="exact equity, counts")
def test_counts_of_two_hands(benchmark: BenchmarkFixture) -> None:
    result = benchmark(ODDCHIP_EQUITY.run, TWO_HANDS)

    assert result.deals == TWO_HANDS.deals == 1_712_304
    # Known from other programs' enumerations, OMPEval's among them.
    assert dict(result.outcomes) == {(1,): 787_966, (2,): 917_606, (1, 2): 6_732}
