"""What a run of `oddchip bench` prints: rows of tables, rows of CSV, or what becomes JSON."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from oddchip.benchmarks.bench import (
    FEW_ROUNDS,
    SECTIONS,
    TOO_NOISY,
    WIDEST_CALLS,
    WIDEST_RATIO,
    Bench,
    Comparison,
)
from oddchip.benchmarks.layout import number
from oddchip.benchmarks.measure import Timing

TITLES = dict(
    zip(
        SECTIONS,
        (
            "Strengths of seven cards",
            "Exact equity, one thread",
            "Monte Carlo",
            "Batch, one thread",
            "From the start of a process to its end",
        ),
        strict=True,
    )
)
HEADS = (
    ("", "left"),
    ("", "left"),
    ("median", "right"),
    ("spread", "right"),
    ("oddchip is x times as fast", "right"),
)
CSV_HEADS = (
    "section",
    "comparison",
    "name",
    "work",
    "calls",
    "median_s",
    "best_s",
    "spread",
    "per_second",
    "times_as_fast",
    "times_as_fast_low",
    "times_as_fast_high",
    "note",
)


class Table(NamedTuple):
    """A heading and rows of texts under `HEADS`."""

    title: str
    rows: list[tuple[str, ...]]


def facts_of(bench: Bench) -> list[tuple[str, str]]:
    """Return what a reader must know of machine, versions and peers, by label."""
    rough = ", quick: rough figures of a part" if bench.effort.is_quick else ""
    peers = {name: version for name, version in bench.peers.items() if name not in bench.missing}
    return [
        *bench.machine.items(),
        ("threads", "1 unless a name says otherwise"),
        (
            "rounds",
            f"{bench.effort.rounds}{rough}",
        ),
        *peers.items(),
    ]


def tables_of(bench: Bench) -> list[Table]:
    """Return a table for each section that was measured."""
    tables = []
    for section, title in TITLES.items():
        found = [each for each in bench.comparisons if each.section == section]
        if found:
            tables.append(Table(title, [row for each in found for row in _rows(each)]))
    return tables


def notes_of(bench: Bench) -> list[str]:
    """Return what tells how to read the tables, and which peers are not in them."""
    verdicts = {each.verdict(name) for each in bench.comparisons for name in each.timings}
    notes = []
    if TOO_NOISY in verdicts:
        notes.append(
            f"{TOO_NOISY}: the middle half of the calls is wider than {WIDEST_CALLS:.0%} of their median, or"
            f" that of the rounds' ratios than {WIDEST_RATIO:.0%}; measure again on an idle machine, or with"
            " more --rounds"
        )
    if FEW_ROUNDS in verdicts:
        notes.append("~: from one or two rounds, so that nothing is known of its spread")
    notes += [f"{name} was not measured to the end: {why}" for name, why in bench.failures.items()]
    return notes + [f"not measured: {name} ({command})" for name, command in bench.missing.items()]


def json_of(bench: Bench) -> dict[str, Any]:
    """Return everything as dicts, lists and numbers; seconds, and work by the second in the median call."""
    return {
        "machine": bench.machine,
        "peers": bench.peers,
        "missing": bench.missing,
        "failures": bench.failures,
        "rounds": bench.effort.rounds,
        "quick": bench.effort.is_quick,
        "comparisons": [
            {
                "section": each.section,
                "comparison": each.name,
                "ours": each.ours or None,
                "contestants": [_fields(each, name) for name in each.timings],
            }
            for each in bench.comparisons
        ],
    }


def csv_of(bench: Bench) -> Iterator[tuple[Any, ...]]:
    """Yield a row of headings and one for each contestant of each comparison."""
    yield CSV_HEADS
    for each in bench.comparisons:
        for name in each.timings:
            fields = {"section": each.section, "comparison": each.name, **_fields(each, name)}
            yield tuple("" if fields[head] is None else fields[head] for head in CSV_HEADS)


def _fields(comparison: Comparison, name: str) -> dict[str, Any]:
    timing, compared = comparison.timings[name], comparison.times_as_fast(name)
    verdict = comparison.verdict(name)
    told = None if verdict == TOO_NOISY else compared
    sure = None if verdict else compared
    return {
        "name": name,
        "work": timing.work,
        "calls": timing.calls,
        "median_s": timing.median,
        "best_s": timing.best,
        "spread": timing.spread if timing.calls > 1 else None,
        "per_second": timing.median_rate,
        "times_as_fast": told and told.median,
        "times_as_fast_low": sure and sure.low,
        "times_as_fast_high": sure and sure.high,
        "note": verdict or None,
    }


def _rows(comparison: Comparison) -> Iterator[tuple[str, ...]]:
    for place, (name, timing) in enumerate(comparison.timings.items()):
        spread = f"{timing.spread:.0%}" if timing.calls > 1 else "-"
        what = "" if place else comparison.name
        yield what, name, _median(comparison, timing), spread, _times_as_fast(comparison, name)


def _median(comparison: Comparison, timing: Timing) -> str:
    if comparison.unit:
        rate = timing.median_rate
        scale, letter = next((each for each in ((1e6, "M "), (1e3, "k ")) if rate >= each[0]), (1, ""))
        return f"{number(rate / scale)} {letter}{comparison.unit}/s"
    if timing.median >= 1:
        return f"{number(timing.median)} s"
    return f"{number(timing.median * 1e3)} ms"


def _times_as_fast(comparison: Comparison, name: str) -> str:
    compared = comparison.times_as_fast(name)
    if compared is None:
        return ""
    verdict = comparison.verdict(name)
    if verdict == TOO_NOISY:
        return TOO_NOISY
    return f"{'~' if verdict else ''}{number(compared.median)}"
