"""Rows a second and memory of batches: `python benchmarks/batches.py [--rows N] [--memory-rows N]`.

Two files are generated, always the same for a number of rows. The mixed one has hands against hands, ranges
against ranges and three players, boards of all sizes, and one bad row in a hundred, of every kind; nothing in
it repeats on purpose. The other one is long and cheap: two hands on a flop, a turn or a river, each spot five
times under other names of suits. Each run is a process of its own, from an empty folder to the written file.

The loop over pokerfast gets the first good rows of the mixed file, as many as end in 40 seconds, in this
process and without reading or writing files; ours gets a file of the same rows, on one thread.
"""

import argparse
import csv
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from oddchip.benchmarks.calculators import OMPEVAL_EQUITY
from oddchip.benchmarks.spots import Spot
from oddchip.evaluator import format_cards

COLUMNS = ("id", "p1", "p2", "p3", "board", "dead")
SEED = 7
RANGES = (
    "QQ+,AK",
    "TT+,AQ+,KQs",
    "22+,A2s+,KTs+,QTs+,JTs,ATo+,KJo+",
    "66+,ATs+,T9s,98s,87s",
    "A2s+,KTs+",
    "55+,AJ+",
)
BAD = (
    ("AhKz", "QsQd", "", "2c7d9h", ""),
    ("AhKh", "AhQd", "", "2c7d9h", ""),
    ("AhKh", "QsQd", "", "2c7d9hAh", ""),
    ("AhKh", "QsQd", "", "2c7d9hTsJs4c", ""),
    ("AhKh", "", "", "", ""),
    ("AhKh", "", "QsQd", "", ""),
    ("AAs", "QsQd", "", "", ""),
    ("QQ+,", "", "", "", ""),
    ("AA", "KK", "", "AsAhAdAc", ""),
    ("hello", "QQ", "", "", "zz"),
)
RUN = "import sys; from oddchip.cli import run; sys.argv[0] = 'oddchip'; run()"
PEER_SECONDS = 40.0


class Measured(NamedTuple):
    """What one run took."""

    seconds: float
    busy: float
    """Seconds of processor time, of all processes together; a busy machine changes it less."""
    largest: float
    """MB: the peak of the largest process."""
    together: float
    """MB: the peak of all processes together, shared memory shared out among them."""


def mixed_rows(count: int) -> Iterator[tuple[str, ...]]:
    """Yield rows of all kinds, one in a hundred of them bad."""
    chance = random.Random(SEED)
    for number in range(count):
        if number % 100 == 50:
            yield (str(number), *BAD[number // 100 % len(BAD)])
            continue
        cards = chance.sample(range(52), 13)
        hands = [format_cards(cards[at : at + 2]) for at in (0, 2, 4)]
        board = format_cards(cards[6 : 6 + chance.choice((0, 3, 3, 4, 5))])
        dead = format_cards(cards[11:]) if chance.random() < 0.1 and board else ""
        kind = chance.random()
        if kind < 0.5:
            hands[2] = ""
        elif kind < 0.75:
            hands = [chance.choice(RANGES), chance.choice(RANGES), ""]
        elif kind < 0.9:
            hands[1] = hands[1] if not board else chance.choice(RANGES)
        yield (str(number), *hands, board, dead)


def cheap_rows(count: int) -> Iterator[tuple[str, ...]]:
    """Yield two hands on a flop, turn or river, each spot five times with other suits."""
    chance = random.Random(SEED)
    cards: list[int] = []
    for number in range(count):
        if number % 5 == 0:
            cards = chance.sample(range(52), 4 + chance.choice((3, 4, 5)))
        suits = chance.sample(range(4), 4)
        moved = [card & ~3 | suits[card & 3] for card in cards]
        yield (
            str(number),
            format_cards(moved[:2]),
            format_cards(moved[2:4]),
            "",
            format_cards(moved[4:]),
            "",
        )


def write_rows(path: Path, rows: Iterator[tuple[str, ...]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(COLUMNS)
        writer.writerows(rows)


def run_batch(source: Path, threads: int) -> Measured:
    """Run the command in a process of its own, and watch its memory."""
    out = source.with_name(f"{source.stem}-{threads}{source.suffix}")
    command = [sys.executable, "-c", RUN, "batch", str(source), "--out", str(out), "--force", "--seed", "1"]
    started, used = time.perf_counter(), _processor_seconds()
    process = subprocess.Popen([*command, "--threads", str(threads)], stderr=subprocess.PIPE, text=True)
    peaks: dict[int, float] = {}
    together = [0.0]
    watcher = threading.Thread(target=_watch, args=(process, peaks, together))
    watcher.start()
    _, said = process.communicate()
    seconds = time.perf_counter() - started
    watcher.join()
    if process.returncode:
        raise SystemExit(f"the batch ended with {process.returncode}: {said}")
    busy = _processor_seconds() - used
    return Measured(seconds, busy, max(peaks.values(), default=0.0), together[0])


def _processor_seconds() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _watch(process: "subprocess.Popen[str]", peaks: dict[int, float], together: list[float]) -> None:
    while process.poll() is None:
        now = 0.0
        for child in _family(process.pid):
            with suppress(OSError, StopIteration):
                peaks[child] = _kilobytes(child, "status", "VmHWM") / 1e3
                now += _kilobytes(child, "smaps_rollup", "Pss") / 1e3
        together[0] = max(together[0], now)
        time.sleep(0.2)


def _family(parent: int) -> list[int]:
    """A process and its children, where the system lists them."""
    with suppress(OSError):
        listed = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        threads = [
            Path(f"/proc/{parent}/task/{each}/children") for each in os.listdir(f"/proc/{parent}/task")
        ]
        for path in threads:
            with suppress(OSError):
                listed += path.read_text().split()
        return [parent, *{int(child) for child in listed}]
    return []


def _kilobytes(process: int, file: str, name: str) -> int:
    lines = Path(f"/proc/{process}/{file}").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


def beside_pokerfast(folder: Path, what: str, is_wanted: Callable[[tuple[str, ...]], bool]) -> str:
    """Compare with the loop that one would write over pokerfast, on the rows that are wanted."""
    if not OMPEVAL_EQUITY.available():
        return "pokerfast: left out, as it is not installed or not usable here"
    rows = enumerate(mixed_rows(1_000_000))
    good = (row for number, row in rows if number % 100 != 50 and is_wanted(row))
    OMPEVAL_EQUITY.run(Spot("", ("AhKh", "QsQd")))
    done, theirs = [], []
    started = time.perf_counter()
    while (spent := time.perf_counter() - started) < PEER_SECONDS:
        row = next(good)
        spot = Spot("", tuple(hand for hand in row[1:4] if hand), board=row[4], dead=row[5])
        theirs.append(OMPEVAL_EQUITY.equities(OMPEVAL_EQUITY.run(spot)))
        done.append(row)
    source = folder / "peer.csv"
    write_rows(source, iter(done))
    ours = run_batch(source, 1)
    _refuse_differences(folder / "peer-1.csv", theirs)
    return (
        f"{what}, {len(done):,} rows: loop over pokerfast {spent:.1f} s ({len(done) / spent:,.0f} a second),"
        f" oddchip with its start and files {ours.seconds:.1f} s ({len(done) / ours.seconds:,.0f} a second),"
        f" {spent / ours.seconds:.1f} times as many"
    )


def _refuse_differences(path: Path, theirs: list[Sequence[float]]) -> None:
    with path.open(newline="", encoding="utf-8") as stream:
        for row, equities in zip(csv.DictReader(stream), theirs, strict=True):
            tolerance = 1e-6 if row["method"] == "exact" else 6 * 5e-4
            for player, equity in enumerate(equities, start=1):
                if abs(float(row[f"p{player}_equity"]) - equity) > tolerance:
                    raise SystemExit(f"row {row} differs from pokerfast's {equities}")


def main() -> None:
    """Measure, and write a line for each run to standard output."""
    parser = argparse.ArgumentParser(description="Batches: rows a second and memory.")
    parser.add_argument("--rows", type=int, default=100_000, help="of the mixed file")
    parser.add_argument("--memory-rows", type=int, default=1_000_000, help="of the long, cheap file")
    parser.add_argument("--no-peer", action="store_true", help="leave pokerfast out")
    options = parser.parse_args()
    subprocess.run([sys.executable, "-c", RUN, "warmup"], stdout=subprocess.DEVNULL, check=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = ((mixed_rows, options.rows, (1, 2)), (cheap_rows, options.memory_rows, (2,)))
        for rows, count, threads in files:
            if not count:
                continue
            source = folder / f"{rows.__name__}.csv"
            write_rows(source, rows(count))
            seconds = []
            for each in threads:
                measured = run_batch(source, each)
                seconds.append(measured.seconds)
                sys.stdout.write(
                    f"{rows.__name__}, {count:,} rows, {each} threads: {measured.seconds:.1f} s,"
                    f" {count / measured.seconds:,.0f} a second, {measured.busy:.1f} s of processor time,"
                    f" largest process {measured.largest:.0f} MB, all together {measured.together:.0f} MB\n"
                )
                sys.stdout.flush()
            if len(seconds) > 1:
                sys.stdout.write(f"two threads / one: {seconds[0] / seconds[1]:.2f}\n")
            same = {(folder / f"{rows.__name__}-{each}.csv").read_bytes() for each in threads}
            if len(same) > 1:
                raise SystemExit("the files differ")
        if not options.no_peer:
            sys.stdout.write(beside_pokerfast(folder, "mixed_rows", bool) + "\n")
            # Before the flop it needs up to seconds for ranges, where ours has a table.
            sys.stdout.write(
                beside_pokerfast(folder, "of these with a board", lambda row: row[4] != "") + "\n"
            )


if __name__ == "__main__":
    main()
