"""Writes the tables of the pages from saved results: `python benchmarks/tables.py`.

A table stands in a page between `<!-- table: NAME -->` and `<!-- end -->`; what is between them is replaced.
The results are those that `report.py --json benchmarks/results/speed.json` and `accuracy.py` have saved.
"""

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from oddchip.benchmarks.calculators import ODDCHIP_EQUITY, ODDCHIP_WALK, OMPEVAL_EQUITY, OURS
from oddchip.benchmarks.layout import number, table
from oddchip.benchmarks.memory import BASELINE
from oddchip.benchmarks.peers import (
    EVAL7,
    ODDCHIP,
    ODDCHIP_THREADS,
    ODDCHIP_THREADS_UNCHECKED,
    ODDCHIP_UNCHECKED,
    OMPEVAL,
    PHEVALUATOR,
)
from oddchip.benchmarks.rows import ROWS
from oddchip.benchmarks.sampling import CONTESTS, TO_ERROR, Contest
from oddchip.benchmarks.spots import (
    FOUR_FLOP,
    HAND_V_RANDOM,
    NARROW_FLOP,
    RANDOM_FLOP,
    RANDOM_PREFLOP,
    RANDOM_RIVER,
    RANDOM_TURN,
    SAMPLED_FLOP,
    SAMPLED_HANDS,
    SAMPLED_RANGES,
    SAMPLED_THREE,
    SIX_HANDS,
    SPOTS,
    THREE_FLOP,
    THREE_HANDS,
    THREE_RANGES,
    TWO_HANDS,
    Spot,
)
from oddchip.benchmarks.targets import IN_ORDER, RANDOM, SINGLE

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "docs/performance.md", "docs/exactness.md")
RESULTS = Path(__file__).parent / "results"
SPEED, ACCURACY = RESULTS / "speed.json", RESULTS / "accuracy.json"

Saved = Mapping[str, Any]
"""What a JSON file holds."""

IN_README = "readme-"
"""How the names of the tables of the README begin, which rough figures do not get into."""

NOT_MEASURED = "-"

README_EXACT: tuple[tuple[str, tuple[Spot, ...], str], ...] = (
    ("two, three, six known hands before the flop", (TWO_HANDS, THREE_HANDS, SIX_HANDS), ODDCHIP_EQUITY.name),
    ("`AhKh` v `random` before the flop", (HAND_V_RANDOM,), ODDCHIP_EQUITY.name),
    ("`random` v `random` before the flop", (RANDOM_PREFLOP,), ODDCHIP_EQUITY.name),
    ("the same without the stored table", (RANDOM_PREFLOP,), ODDCHIP_WALK.name),
    ("`QQ+,AKs` v `TT+,AQs+,KQs` on a flop", (NARROW_FLOP,), ODDCHIP_EQUITY.name),
    (
        "`random` v `random` on a flop, turn, river",
        (RANDOM_FLOP, RANDOM_TURN, RANDOM_RIVER),
        ODDCHIP_EQUITY.name,
    ),
    ("`QQ+,AKs` v `A2s+` v `22+` on a flop", (THREE_FLOP,), ODDCHIP_EQUITY.name),
    ("`TT+,AQ+` v `66+,ATs+` v `JTs,T9s,98s,87s` v `AhQh` on a flop", (FOUR_FLOP,), ODDCHIP_EQUITY.name),
    ("`QQ+,AK` v `TT+,AQ+` v `22+,A2s+` before the flop", (THREE_RANGES,), ODDCHIP_EQUITY.name),
)
README_SAMPLED = (
    ("`AhKh` v `QsQd`", SAMPLED_HANDS),
    ("`QQ+,AKs` v `A2s+` v `random`", SAMPLED_RANGES),
    ("`AhKh` v `random` v `random`", SAMPLED_THREE),
    ("`AhKh` v `QQ+` v `22+,A2s+` v `random` on a flop", SAMPLED_FLOP),
)


def speed_tables(speed: Saved) -> dict[str, str]:
    """Return the tables of speed by their names; of a quick run without those of the README."""
    tables = {
        "run": _run(speed),
        "evaluators": _evaluators(speed),
        "exact": _exact(speed),
        **{_name_of(contest): _sampling(speed, contest) for contest in CONTESTS},
        "single": _singles(speed),
        "batch": _batch(speed),
        "memory": _memory(speed),
        "commands": _commands(speed),
    }
    if not speed["quick"]:
        tables |= {
            f"{IN_README}run": _readme_run(speed),
            f"{IN_README}evaluators": _readme_evaluators(speed),
            f"{IN_README}exact": _readme_exact(speed),
            f"{IN_README}monte-carlo": _readme_sampling(speed),
        }
    return tables


def accuracy_tables(accuracy: Saved) -> dict[str, str]:
    """Return the tables of accuracy by their names."""
    return {"counts": _counts(accuracy), "errors": _errors(accuracy)}


def verdict(row: Saved) -> str:
    """Say whether what was counted here is what others counted."""
    return "the same" if row["ours"] == row["theirs"] else f"NOT: {_deals(row['ours'])}"


def load_tables() -> dict[str, str]:
    """Return all tables that the saved results give."""
    saved = [json.loads(path.read_text(encoding="utf-8")) for path in (SPEED, ACCURACY)]
    return speed_tables(saved[0]) | accuracy_tables(saved[1])


def filled(page: str, tables: Mapping[str, str]) -> str:
    """Return a page with these tables in their places.

    Raises `ValueError` for a place whose table there is not, but leaves alone those of the README.
    """

    def block(found: re.Match[str]) -> str:
        name = found[1]
        if name in tables:
            return f"<!-- table: {name} -->\n{tables[name]}\n<!-- end -->"
        if name.startswith(IN_README):
            return found[0]
        raise ValueError(f"there is no table {name!r} (tables are {', '.join(tables)})")

    return re.sub(r"<!-- table: (.+?) -->\n.*?<!-- end -->", block, page, flags=re.DOTALL)


def _run(speed: Saved) -> str:
    machine = speed["machine"]
    rough = " A quick run: rough figures, and none of what takes OMPEval long." if speed["quick"] else ""
    return (
        f"{machine['processor']} ({machine[_LLVM_NAME]}, AVX-512 kernel {machine['AVX-512 kernel']}),"
        f" Python {machine['Python']}, NumPy {machine['numpy']}, Numba {machine['numba']},"
        f" {speed['rounds']} rounds.{rough}"
    )


_LLVM_NAME = "LLVM's name for it"


def _evaluators(speed: Saved) -> str:
    orders = (RANDOM, IN_ORDER)
    names = list(speed["evaluators"][RANDOM])
    rows = [(name, *(_millions(speed["evaluators"][order].get(name)) for order in orders)) for name in names]
    return table(("seven-card hands, M/s", *orders), rows)


def _singles(speed: Saved) -> str:
    timings = speed["evaluators"].get(SINGLE, {})
    rows = [(name, number(timing["per_second"] / 1e3)) for name, timing in timings.items()]
    return table(("one hand a call", "thousand hands/s"), rows)


def _batch(speed: Saved) -> str:
    rows = [(name, number(timing["per_second"])) for name, timing in speed["batch"].items()]
    return table((f"batch of {ROWS:,} rows, exact, one thread", "rows/s"), rows)


def _exact(speed: Saved) -> str:
    rows = []
    for spot in SPOTS:
        by_name = speed["equity"][spot.name]
        peer = by_name.get(OMPEVAL_EQUITY.name)
        for one in OURS:
            if ours := by_name.get(one.name):
                label = f"{spot.name}{one.name.removeprefix(ODDCHIP_EQUITY.name)}"
                rows.append((label, _milliseconds(ours), _milliseconds(peer), _ratio(ours, peer)))
    return table(("exact equity", "oddchip, ms", "OMPEval, ms", "times as fast"), rows)


def _sampling(speed: Saved, contest: Contest) -> str:
    ours, other = contest.ours.name, contest.other.name
    shown, unit = (_millions, "M/s") if contest.showdowns > 1 else (_milliseconds, "ms")
    rows = []
    for spot, by_name in speed["sampling"].get(contest.title, {}).items():
        each = by_name.get(ours), by_name.get(other)
        rows.append((spot, shown(each[0]), shown(each[1]), _ratio(*each)))
    return table((contest.title, f"{ours}, {unit}", f"{other}, {unit}", "times as fast"), rows)


def _memory(speed: Saved) -> str:
    rows = [
        (name, number(peak), number(peak - speed["memory"][BASELINE]))
        for name, peak in speed["memory"].items()
        if name != BASELINE
    ]
    return table(("peak memory", "MB", "above the import"), rows)


def _commands(speed: Saved) -> str:
    rows = [(name, f"{timing['median_s']:.3f}") for name, timing in speed["startup"].items()]
    return table(("whole commands, median", "s"), rows)


def _readme_run(speed: Saved) -> str:
    machine = speed["machine"]
    python, numba = (".".join(machine[name].split(".")[:2]) for name in ("Python", "numba"))
    return (
        f"One core of a server ({machine['processor']}, {machine[_LLVM_NAME]}), Python {python},"
        f" numba {numba}, everything warm, each\ncomparison in one run:"
    )


def _readme_evaluators(speed: Saved) -> str:
    timings = speed["evaluators"][RANDOM]

    def rates(*names: str) -> str:
        return " / ".join(_millions(timings.get(name)) for name in names)

    rows = [
        ("oddchip, unchecked / checked", rates(ODDCHIP_UNCHECKED.name, ODDCHIP.name)),
        (
            "oddchip, two cores, unchecked / checked",
            rates(ODDCHIP_THREADS_UNCHECKED.name, ODDCHIP_THREADS.name),
        ),
        ("OMPEval (C++, checked), through pokerfast", rates(OMPEVAL.name)),
        ("eval7", rates(EVAL7.name)),
        ("phevaluator", rates(PHEVALUATOR.name)),
    ]
    return table(("seven-card hands, random order", "M hands/s"), rows)


def _readme_exact(speed: Saved) -> str:
    def times(spots: Iterable[Spot], name: str) -> str:
        return ", ".join(_milliseconds(speed["equity"][spot.name].get(name)) for spot in spots)

    rows = [
        (label, times(spots, name), times(spots, OMPEVAL_EQUITY.name)) for label, spots, name in README_EXACT
    ]
    return table(("exact equity", "oddchip ms", "OMPEval ms"), rows)


def _readme_sampling(speed: Saved) -> str:
    by_spot = speed["sampling"].get(TO_ERROR.title, {})
    rows = [
        (
            label,
            *(
                _milliseconds(by_spot.get(spot.name, {}).get(one.name))
                for one in (TO_ERROR.ours, TO_ERROR.other)
            ),
        )
        for label, spot in README_SAMPLED
    ]
    return table(("Monte Carlo until a standard error of 0.0001", "oddchip ms", "OMPEval ms"), rows)


def _counts(accuracy: Saved) -> str:
    rows = [
        (f"`{each['spot']}`", _deals(each["theirs"]), each["counted_by"], verdict(each))
        for each in accuracy["counts"]
    ]
    sweep = accuracy["sweep"]
    rows.append((f"all {sweep['hands']:,} seven-card hands", "the nine categories", "published", "the same"))
    return table(("spot", "deals that each set of players wins", "counted by", "oddchip"), rows)


def _deals(outcomes: Mapping[str, int]) -> str:
    ordered = sorted(outcomes.items(), key=lambda item: (len(item[0]), item[0]))
    return "; ".join(f"{who.replace(',', '+')}: {deals:,}" for who, deals in ordered)


def _errors(accuracy: Saved) -> str:
    spots: Sequence[Saved] = accuracy["errors"]
    rows = [
        (
            f"`{each['spot'].split(', ')[0]}`" + ", flop" * each["spot"].endswith(", flop"),
            *_error_cells(each),
        )
        for each in spots
    ]
    runs = sum(each["runs"] for each in spots)
    mean = {
        name: sum(each[name] * each["runs"] for each in spots) / runs
        for name in ("mean_square", "within_one", "within_two")
    }
    rows.append(("all", "", "", *_error_cells(mean | {"stated_error": 0, "true_error": 0})[2:]))
    heads = ("spot", "stated error", "true error", "squared, in stated errors", "within one", "within two")
    return table(heads, rows)


def _error_cells(row: Saved) -> tuple[str, ...]:
    return (
        f"{row['stated_error']:.6f}",
        f"{row['true_error']:.6f}",
        f"{row['mean_square']:.2f}",
        f"{row['within_one']:.1%}",
        f"{row['within_two']:.1%}",
    )


def _name_of(contest: Contest) -> str:
    """A name without the figures of its title, which may change."""
    return f"monte-carlo-{CONTESTS.index(contest) + 1}"


def _millions(timing: Saved | None) -> str:
    return number(timing["per_second"] / 1e6) if timing else NOT_MEASURED


def _milliseconds(timing: Saved | None) -> str:
    return number(timing["best_s"] * 1e3) if timing else NOT_MEASURED


def _ratio(fast: Saved | None, slow: Saved | None) -> str:
    return number(fast["per_second"] / slow["per_second"]) if fast and slow else NOT_MEASURED


def main() -> None:
    """Write the tables into the pages."""
    tables = load_tables()
    for name in PAGES:
        path = ROOT / name
        page = path.read_text(encoding="utf-8")
        if (new := filled(page, tables)) != page:
            path.write_text(new, encoding="utf-8")
            sys.stdout.write(f"{path} is new\n")


if __name__ == "__main__":
    main()
