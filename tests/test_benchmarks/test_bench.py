"""What is measured counts only if it is right, and is told only if it is steady."""

import json

import pytest
from click.testing import CliRunner

from oddchip.benchmarks import bench, machine, spots
from oddchip.benchmarks.answers import WrongAnswerError
from oddchip.benchmarks.bench import FEW_ROUNDS, FULL, QUICK, TOO_NOISY, Bench, Comparison
from oddchip.benchmarks.bench_output import CSV_HEADS, csv_of, facts_of, json_of, notes_of, tables_of
from oddchip.benchmarks.measure import Task, Timing, alternate
from oddchip.benchmarks.report import measure_equity
from oddchip.cli.bench_command import SECTIONS
from oddchip.cli.main import group
from oddchip.evaluator.tables import TABLE_DIGEST

STEADY = ((1.0, 1.01), (1.0,), (1.01,))
OURS, PEER = "oddchip", "peer"


def timing(name, rounds, work=1):
    return Timing(name, work, rounds)


def comparison(ours=STEADY, peer=((3.0,), (3.0,), (3.03,))):
    return Comparison("exact", "spot", {OURS: timing(OURS, ours), PEER: timing(PEER, peer)}, OURS)


def bench_of(*comparisons, **fields):
    return Bench(QUICK, {"processor": "fast"}, {PEER: "1.0"}, {}, **fields, comparisons=list(comparisons))


def told(made):
    return json_of(bench_of(made))["comparisons"][0]["contestants"][1]


def test_a_steady_ratio_is_told():
    fields = told(comparison())
    assert fields["times_as_fast"] == pytest.approx(3.0, abs=0.02)
    assert fields["times_as_fast_low"] <= fields["times_as_fast"] <= fields["times_as_fast_high"]
    assert fields["note"] is None


@pytest.mark.parametrize(
    "made",
    [
        comparison(peer=((3.0,), (6.0,), (9.0,))),
        comparison(peer=((3.0, 9.0), (3.0, 9.0), (3.0, 9.0))),
        comparison(ours=((1.0, 3.0), (1.0, 3.0), (1.0, 3.0))),
        comparison(peer=((3.0,), (12.0,))),
    ],
    ids=["rounds differ", "calls of the peer differ", "our calls differ", "two rounds that differ"],
)
def test_a_ratio_that_varies_is_not_told(made):
    assert made.verdict(PEER) == TOO_NOISY
    fields = told(made)
    assert [fields[each] for each in ("times_as_fast", "times_as_fast_low", "times_as_fast_high")] == [
        None
    ] * 3
    (table,) = tables_of(bench_of(made))
    assert table.rows[1][-1] == TOO_NOISY
    assert TOO_NOISY in notes_of(bench_of(made))[0]


def test_a_ratio_of_few_rounds_says_so():
    made = comparison(peer=((3.0,),))
    assert made.verdict(PEER) == FEW_ROUNDS
    assert told(made)["times_as_fast"] == pytest.approx(3.0, abs=0.02)
    assert told(made)["times_as_fast_low"] is None
    assert tables_of(bench_of(made))[0].rows[1][-1] == "~2.99"


def test_ours_has_no_ratio():
    assert comparison().times_as_fast(OURS) is None
    assert Comparison("startup", "", {PEER: timing(PEER, STEADY)}, "").times_as_fast(PEER) is None


def test_peers_that_are_missing_are_listed_with_their_command(monkeypatch):
    monkeypatch.setattr(machine, "is_installed", lambda name: False)
    monkeypatch.setattr(machine, "_peers", lambda: {"eval7": False, "treys": True})
    missing = machine.missing_peers()
    assert missing == {"eval7": "pip install eval7"}
    made = bench_of(comparison())
    made.missing = missing
    assert "not measured: eval7 (pip install eval7)" in notes_of(made)


def wrong(answer):
    raise WrongAnswerError("peer gave wrong strengths")


def test_a_peer_that_is_wrong_is_left_out_and_named():
    failures = {}
    tasks = [Task(OURS, lambda: 1, lambda _: None, is_ours=True), Task(PEER, lambda: 1, wrong)]
    assert list(alternate(tasks, 2, 0.0, failures=failures)) == [OURS]
    assert failures == {PEER: "peer gave wrong strengths"}
    assert notes_of(bench_of(failures=failures)) == [
        "peer was not measured to the end: peer gave wrong strengths"
    ]


def test_a_peer_that_raises_is_left_out_and_named():
    failures = {}
    assert alternate([Task(PEER, lambda: 1 / 0, lambda _: None)], 2, 0.0, failures=failures) == {}
    assert "ZeroDivisionError" in failures[PEER]


@pytest.mark.parametrize("is_ours", [True, False])
def test_a_wrong_answer_is_an_error_elsewhere(is_ours):
    failures = {} if is_ours else None
    with pytest.raises(WrongAnswerError):
        alternate([Task(OURS, lambda: 1, wrong, is_ours=is_ours)], 2, 0.0, failures=failures)


def test_all_spots_have_a_name_of_their_own():
    for chosen in (spots.SPOTS, spots.SAMPLED_SPOTS):
        assert len({spot.name for spot in chosen}) == len(chosen)
    assert {spot.name for spot in QUICK.spots} <= {spot.name for spot in FULL.spots}


def test_wrong_equities_of_ours_are_refused():
    spot = spots.PAIRS._replace(equities=(0.5, 0.5))
    with pytest.raises(WrongAnswerError, match=r"oddchip gave .* for AA v KK"):
        measure_equity([spot], 1, quick=True)


def test_rows_of_csv_have_all_columns():
    heads, *rows = csv_of(bench_of(comparison()))
    assert heads == CSV_HEADS
    assert [len(row) for row in rows] == [len(CSV_HEADS)] * 2


def test_the_command_knows_all_sections():
    assert SECTIONS == bench.SECTIONS


@pytest.fixture(scope="module")
def exact_run():
    arguments = ["bench", "--quick", "--only", "exact", "--rounds", "1", "--format", "json"]
    result = CliRunner().invoke(group, arguments, prog_name="oddchip")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_command_measures_its_spots(exact_run):
    assert [each["comparison"] for each in exact_run["comparisons"]] == [spot.name for spot in QUICK.spots]
    for each in exact_run["comparisons"]:
        assert each["section"] == "exact"
        assert each["contestants"][0]["name"] == each["ours"] == "oddchip"
        assert all(one["median_s"] > 0 and one["calls"] >= 1 for one in each["contestants"])


def test_the_command_says_where_figures_come_from(exact_run):
    facts = exact_run["machine"]
    assert facts["evaluator tables"] == TABLE_DIGEST[:16]
    assert {"processor", "cores", "Python", "oddchip", "numba"} <= set(facts)
    assert dict(facts_of(bench_of()))["threads"].startswith("1")
    assert exact_run["failures"] == {}


def test_the_command_prints_tables():
    arguments = ["bench", "--quick", "--only", "batch", "--rounds", "1"]
    result = CliRunner().invoke(group, arguments, prog_name="oddchip")
    assert result.exit_code == 0, result.stderr
    assert "evaluator tables" in result.stdout
    assert "rows/s" in result.stdout


@pytest.mark.parametrize("arguments", [["--only", "everything"], ["--rounds", "0"], ["--format", "xml"]])
def test_wrong_options_are_wrong_usage(arguments):
    assert CliRunner().invoke(group, ["bench", *arguments]).exit_code == 2
