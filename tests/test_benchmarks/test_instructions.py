"""The kernels take as many instructions as are stored, which no load of the machine changes."""

import json
from pathlib import Path

import pytest

from oddchip.benchmarks import instructions

# Not the module's own: it may be installed without the results.
STORED = Path(__file__).resolve().parents[2] / "benchmarks" / "results" / "instructions.json"
KERNELS = {"evaluate_seven_card_hands", "walk_totals", "sample_boards"}


@pytest.fixture(scope="module")
def stored():
    return json.loads(STORED.read_text(encoding="utf-8"))


def test_each_kernel_has_a_stored_count(stored):
    assert set(stored["instructions"]) == KERNELS
    assert min(stored["instructions"].values()) > 1_000_000


def test_kernels_take_as_many_instructions_as_stored(stored):
    if reason := instructions.why_not():
        pytest.skip(f"nothing can be counted: {reason}")
    if stored["versions"] != instructions.versions():
        pytest.skip(f"the counts belong to {stored['versions']}, this is {instructions.versions()}")
    counts = instructions.count_instructions()
    changes = instructions.differences(counts, stored["instructions"])
    assert max(map(abs, changes.values())) < instructions.MARGIN, (
        f"{changes}; if that is as it should be, run python benchmarks/instructions.py --update"
    )


def test_a_kernel_that_takes_more_is_seen():
    assert instructions.differences({"walk": 104}, {"walk": 100}) == {"walk": pytest.approx(0.04)}
