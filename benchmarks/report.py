"""Measures everything and prints a report: `python benchmarks/report.py [--json FILE] [--quick]`."""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oddchip.benchmarks.answers import checked_sweep
from oddchip.benchmarks.calculators import CALCULATORS, ODDCHIP_EQUITY, OMPEVAL_EQUITY, OURS
from oddchip.benchmarks.layout import number, table
from oddchip.benchmarks.machine import machine, peer_versions
from oddchip.benchmarks.measure import (
    MOST_SECONDS,
    Timing,
    measure_calculators,
    measure_evaluators,
    measure_samplers,
    ratio,
)
from oddchip.benchmarks.memory import BASELINE, measure_memory
from oddchip.benchmarks.peers import EVAL7, EVALUATORS, PHEVALUATOR, SINGLE_HANDS, SINGLES
from oddchip.benchmarks.rows import ROWS, measure_rows
from oddchip.benchmarks.sampling import CONTESTS, Contest
from oddchip.benchmarks.spots import (
    ARRAY_SIZE,
    HAND_SPOTS,
    RANGE_SPOTS,
    SPOTS,
    Spot,
    hands_in_order,
    random_hands,
)
from oddchip.benchmarks.startup import SCRIPT, measure_startup
from oddchip.benchmarks.targets import (
    IN_ORDER,
    RANDOM,
    SINGLE,
    TARGETS,
    Figures,
    Timings,
    equity_figures,
    evaluator_figures,
    memory_figures,
    sampling_figures,
    startup_figures,
)

ROUNDS, QUICK_ROUNDS = 15, 3
FIRST_USES, QUICK_FIRST_USES = 3, 1
SAMPLING_SECONDS, QUICK_SAMPLING_SECONDS = 16.0, MOST_SECONDS
FEW_ROUNDS = 3
"""Fewer have no middle half worth showing."""


@dataclass
class Report:
    """What one run of the program measured."""

    machine: dict[str, str]
    peers: dict[str, str]
    rounds: int
    quick: bool = False
    """Whether the figures are rough, of few rounds and without what takes long."""
    sweep: dict[str, Any] = field(default_factory=dict)
    evaluators: dict[str, Timings] = field(default_factory=dict)
    """By order of hands, then by evaluator."""
    equity: dict[str, Timings] = field(default_factory=dict)
    """By spot, then by calculator."""
    sampling: dict[str, dict[str, Timings]] = field(default_factory=dict)
    """By the title of a contest, then by spot and sampler."""
    batch: dict[str, Timing] = field(default_factory=dict)
    """Of many rows, one after the other."""
    memory: dict[str, float] = field(default_factory=dict)
    """Peaks in MB."""
    startup: dict[str, Timing] = field(default_factory=dict)

    def figures(self) -> Figures:
        """Return the figures that targets are set for, and those like them."""
        figures: Figures = {}
        for order, timings in self.evaluators.items():
            figures |= evaluator_figures(order, timings)
        figures |= equity_figures(self.equity) | sampling_figures(self.sampling)
        return figures | memory_figures(self.memory) | startup_figures(self.startup)


def measure_all(rounds: int, first_uses: int, *, quick: bool = False) -> Report:
    """Measure everything that the report shows; `quick` leaves out what takes OMPEval half a minute."""
    report = Report(machine=machine(), peers=peer_versions(), rounds=rounds, quick=quick)
    _progress("whole commands")
    report.startup = measure_startup(first_uses, rounds)
    _progress("the sweep of all seven-card hands")
    started = time.perf_counter()
    report.sweep = checked_sweep(threads=1)._asdict()
    report.sweep["seconds"] = time.perf_counter() - started
    usable = [one for one in EVALUATORS if one.available()]
    for order, hands in ((RANDOM, random_hands()), (IN_ORDER, hands_in_order())):
        _progress(f"evaluators, {order}")
        report.evaluators[order] = measure_evaluators(usable, hands, rounds)
    _progress("evaluators, single calls")
    report.evaluators[SINGLE] = measure_evaluators(
        [one for one in SINGLES if one.available()], random_hands(SINGLE_HANDS), rounds
    )
    report.equity = measure_equity(SPOTS, rounds, quick=quick)
    report.sampling = measure_sampling(rounds, QUICK_SAMPLING_SECONDS if quick else SAMPLING_SECONDS)
    _progress("batch")
    report.batch = measure_rows(ROWS, rounds)
    _progress("memory")
    report.memory = measure_memory()
    return report


def measure_equity(spots: Iterable[Spot], rounds: int, *, quick: bool) -> dict[str, Timings]:
    """Return the timings for each spot by its name; `quick` leaves OMPEval out where it is slow."""
    calculators = [one for one in CALCULATORS if one.available()]
    timings: dict[str, Timings] = {}
    for spot in spots:
        _progress(f"equity, {spot.name}")
        chosen = [one for one in calculators if not (quick and spot.slow and one is OMPEVAL_EQUITY)]
        timings[spot.name] = measure_calculators(chosen, spot, rounds)
    return timings


def measure_sampling(rounds: int, most_seconds: float) -> dict[str, dict[str, Timings]]:
    """Return the timings of the contests that can be held here, by their titles, spots and samplers."""
    timings: dict[str, dict[str, Timings]] = {}
    for contest in CONTESTS:
        if not contest.available():
            continue
        timings[contest.title] = {}
        for spot in contest.spots:
            _progress(f"{contest.title}, {spot.name}")
            timings[contest.title][spot.name] = measure_samplers(contest, spot, rounds, most_seconds)
    return timings


def text_of(report: Report) -> str:
    """Return the whole report as Markdown."""
    sections = (
        _machine_section(report),
        _sweep_section(report),
        *(_evaluator_section(order, timings) for order, timings in report.evaluators.items()),
        equity_section("Exact equity of known hands, one thread", HAND_SPOTS, report.equity),
        equity_section("Exact equity of ranges, one thread", RANGE_SPOTS, report.equity),
        *(sampling_section(contest, report.sampling) for contest in CONTESTS),
        _batch_section(report.batch),
        _memory_section(report),
        _startup_section(report),
        _target_section(report.figures()),
    )
    return "\n\n".join(sections) + "\n"


def json_of(report: Report) -> dict[str, Any]:
    """Return the report as dicts and numbers: seconds, and hands a second."""
    return {
        "machine": report.machine,
        "peers": report.peers,
        "rounds": report.rounds,
        "quick": report.quick,
        "sweep": report.sweep,
        "evaluators": {order: _json_timings(timings) for order, timings in report.evaluators.items()},
        "equity": {spot: _json_timings(timings) for spot, timings in report.equity.items()},
        "sampling": {
            title: {spot: _json_timings(timings) for spot, timings in by_spot.items()}
            for title, by_spot in report.sampling.items()
        },
        "batch": _json_timings(report.batch),
        "memory": report.memory,
        "startup": _json_timings(report.startup),
        "figures": report.figures(),
        "targets": [
            {"figure": target.figure, "target": target.text, "verdict": target.verdict(report.figures())}
            for target in TARGETS
        ],
    }


def _json_timings(timings: Timings) -> dict[str, dict[str, float]]:
    return {
        name: {
            "work": timing.work,
            "best_s": timing.best,
            "median_s": timing.median,
            "spread": timing.spread,
            "per_second": timing.rate,
        }
        for name, timing in timings.items()
    }


def _machine_section(report: Report) -> str:
    rows = [*report.machine.items(), *report.peers.items(), ("rounds", str(report.rounds))]
    return _section("Machine", ("", ""), rows)


def _sweep_section(report: Report) -> str:
    sweep = report.sweep
    return (
        "## All seven-card hands\n\n"
        f"{sweep['hands']:,} hands, {sweep['distinct_strengths']:,} different strengths, as they should be,"
        f" in {sweep['seconds']:.2f} s on one thread (listing, digest and counting included). Digest:\n\n"
        f"    {sweep['digest']}"
    )


def _evaluator_section(order: str, timings: Timings) -> str:
    heads = ("", "M hands/s, best", "median", "spread", f"x {EVAL7.name}", f"x {PHEVALUATOR.name}")
    rows = [
        (
            name,
            number(timing.rate / 1e6),
            number(timing.median_rate / 1e6),
            _percent(timing.spread),
            _ratio_to(timings.get(EVAL7.name), timing),
            _ratio_to(timings.get(PHEVALUATOR.name), timing),
        )
        for name, timing in timings.items()
    ]
    return _section(f"Evaluating seven cards, {order}, up to {ARRAY_SIZE:,} hands", heads, rows)


def equity_section(title: str, spots: Iterable[Spot], timings: Mapping[str, Timings]) -> str:
    """Return a table with a row for each of our ways to each spot."""
    rows = []
    for spot in spots:
        by_name = timings[spot.name]
        peer = by_name.get(OMPEVAL_EQUITY.name)
        peer_times = _milliseconds(peer) if peer else ("left out" if spot.slow else "-", "-", "-")
        for ours in (by_name[one.name] for one in OURS if one.name in by_name):
            label = f"{spot.name}{ours.name.removeprefix(ODDCHIP_EQUITY.name)}"
            rows.append((label, f"{spot.deals:,}", *_milliseconds(ours), *peer_times, _ratio_to(peer, ours)))
    our_heads = ("", "deals", "oddchip ms, best", "median", "spread")
    peer_heads = (f"{OMPEVAL_EQUITY.name} ms, best", "median", "spread", "times as fast")
    note = "\n\n*Left out*: OMPEval needs half a minute or more, so `--quick` does without."
    left_out = any(row[5] == "left out" for row in rows)
    return _section(title, our_heads + peer_heads, rows) + (note if left_out else "")


def sampling_section(contest: Contest, timings: Mapping[str, Mapping[str, Timings]]) -> str:
    """Return a table with a row for each spot, of rates where showdowns count and of times elsewhere."""
    if contest.title not in timings:
        return f"## {contest.title}\n\nLeft out: {contest.without}."
    numbers, unit = (_millions, "M/s") if contest.showdowns > 1 else (_milliseconds, "ms")
    rows = []
    for spot, by_name in timings[contest.title].items():
        ours, other = by_name[contest.ours.name], by_name[contest.other.name]
        rows.append((spot, *numbers(ours), *numbers(other), _ratio_to(other, ours)))
    heads = [(f"{one.name} {unit}, best", "median", "spread") for one in (contest.ours, contest.other)]
    return _section(contest.title, ("", *heads[0], *heads[1], "times as fast"), rows)


def _batch_section(timings: Timings) -> str:
    rows = [
        (name, number(timing.rate), number(timing.median_rate), _percent(timing.spread))
        for name, timing in timings.items()
    ]
    return _section(f"{ROWS:,} rows, exact, one thread", ("", "rows/s, best", "median", "spread"), rows)


def _memory_section(report: Report) -> str:
    base = report.memory.get(BASELINE, 0.0)
    rows = [(name, number(peak), f"{peak - base:+.0f}") for name, peak in report.memory.items()]
    return _section("Peak memory, each in a new process, one thread", ("", "MB", "above the import"), rows)


def _startup_section(report: Report) -> str:
    note = "" if SCRIPT else "\n\nThe `oddchip` command is not installed beside this Python: left out."
    rows = [
        (name, f"{timing.best:.3f}", f"{timing.median:.3f}", _percent(timing.spread))
        for name, timing in report.startup.items()
    ]
    return _section("Whole commands", ("", "s, best", "median", "spread"), rows) + note


def _target_section(figures: Figures) -> str:
    rows = [
        (
            target.figure,
            target.text,
            f"{number(figures[target.figure])} {target.unit}" if target.figure in figures else "-",
            target.verdict(figures),
        )
        for target in TARGETS
    ]
    return _section("Targets", ("", "target", "here", ""), rows)


def _ratio_to(slow: Timing | None, fast: Timing) -> str:
    if slow is None:
        return "-"
    compared = ratio(fast, slow)
    if min(len(fast.rounds), len(slow.rounds)) < FEW_ROUNDS:
        return number(compared.best)
    return f"{number(compared.best)} ({number(compared.low)} - {number(compared.high)})"


def _milliseconds(timing: Timing) -> tuple[str, str, str]:
    return number(timing.best * 1e3), number(timing.median * 1e3), _percent(timing.spread)


def _millions(timing: Timing) -> tuple[str, str, str]:
    return number(timing.rate / 1e6), number(timing.median_rate / 1e6), _percent(timing.spread)


def _percent(part: float) -> str:
    return f"{part:.0%}"


def _section(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return f"## {title}\n\n{table(heads, list(rows))}"


def _progress(what: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"measuring {what} ...\n")


def main() -> None:
    """Measure, and write the report to standard output."""
    parser = argparse.ArgumentParser(description="Measure oddchip beside the peers that are installed.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file, too")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: rough figures in a few minutes")
    options = parser.parse_args()
    rounds, first_uses = (QUICK_ROUNDS, QUICK_FIRST_USES) if options.quick else (ROUNDS, FIRST_USES)
    report = measure_all(rounds, first_uses, quick=options.quick)
    sys.stdout.write(text_of(report))
    if options.json:
        options.json.write_text(json.dumps(json_of(report), indent=2) + "\n")


if __name__ == "__main__":
    main()
