"""How many rows of a batch a second: ours beside the loop that one would write over a calculator."""

from collections.abc import Sequence

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from oddchip.benchmarks.answers import check_rows
from oddchip.benchmarks.rows import ROW_SOLVERS, Row, RowSolver, frame_of, right_rows, spots_of_rows
from oddchip.benchmarks.spots import Spot

ROWS = 500
Right = Sequence[Sequence[float]]


@pytest.fixture(scope="module")
def task() -> tuple[tuple[Row, ...], tuple[Spot, ...], Right]:
    rows, spots = spots_of_rows(ROWS)
    return rows, spots, right_rows(spots)


@pytest.mark.parametrize("solver", ROW_SOLVERS, ids=lambda solver: solver.name)
@pytest.mark.benchmark(group=f"batch of {ROWS} rows", disable_gc=True)
def test_rows(
    benchmark: BenchmarkFixture, task: tuple[tuple[Row, ...], tuple[Spot, ...], Right], solver: RowSolver
) -> None:
    if not solver.available():
        pytest.skip(f"{solver.name} is not usable here")
    rows, spots, right = task

    answer = benchmark.pedantic(solver.run, (frame_of(rows), spots), rounds=5, warmup_rounds=1)

    check_rows(solver.name, solver.equities(answer), right, spots)
    benchmark.extra_info["rows"] = len(rows)
