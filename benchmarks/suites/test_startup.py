"""How long whole commands take, from the start of the process to its end."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from oddchip.benchmarks.startup import COMMANDS, EQUITY, Command, empty_cache


@pytest.fixture(scope="module")
def compiled_cache() -> Iterator[Path]:
    with empty_cache() as cache:
        for command in filter(Command.available, COMMANDS):
            command.run(cache)
        yield cache


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
@pytest.mark.benchmark(group="whole commands, kernels compiled")
def test_command(benchmark: BenchmarkFixture, compiled_cache: Path, command: Command) -> None:
    if not command.available():
        pytest.skip("the oddchip command is not installed beside this Python")

    output = benchmark.pedantic(command.run, (compiled_cache,), rounds=7, warmup_rounds=1)

    command.check(output)


@pytest.mark.benchmark(group="whole commands, first use ever")
def test_first_use(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    if not EQUITY.available():
        pytest.skip("the oddchip command is not installed beside this Python")

    output = benchmark.pedantic(EQUITY.run, (tmp_path,), rounds=1)

    EQUITY.check(output)
    assert any(tmp_path.rglob("*")), "nothing was compiled, or the kernels were not kept"
