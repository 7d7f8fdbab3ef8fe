"""Exact equity of ranges under pytest-benchmark, each answer checked against OMPEval's once."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from ranges import CASES, RangeSpotCase, our_equity, their_equity


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_range_equity(benchmark: BenchmarkFixture, case: RangeSpotCase) -> None:
    benchmark.group = "exact equity of ranges"
    equity = benchmark(our_equity, case)
    if not case.slow:
        pytest.importorskip("pokerfast")
        assert equity == pytest.approx(their_equity(case), abs=1e-6)
    elif case.hands == ("random", "random"):
        assert equity == 0.5
