"""Hands a second of replaying histories beside pokerkit: `python benchmarks/replays.py FILE...`.

Files are PHH, as `oddchip replay` takes them; without any, the project's own hands are played. Both read the
files first; what is timed is playing every action and settling, in turns, as `measure` has it. Hands that
pokerkit refuses count as played.
"""

import argparse
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from oddchip.benchmarks.measure import Task, alternate, ratio
from oddchip.rules import History, load_histories, replay

OWN_HANDS = Path(__file__).resolve().parents[1] / "tests" / "hands" / "own.phhs"
ROUNDS = 10
OURS, PEER = "oddchip", "pokerkit"


def play_ours(histories: list[History]) -> int:
    """Play all hands; return how many of them ended."""
    return sum(replay(history).settlement is not None for history in histories)


def pokerkit_player(files: list[Path]) -> Callable[[], int] | None:
    """Return what plays the same files with pokerkit, or None if it is not installed."""
    try:
        from pokerkit import HandHistory
    except ImportError:
        return None
    hands: list[Any] = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        hands += HandHistory.loads_all(text) if path.suffix == ".phhs" else [HandHistory.loads(text)]

    def play() -> int:
        played = 0
        for hand in hands:
            try:
                for _ in hand:
                    pass
            except ValueError:
                continue
            played += 1
        return played

    return play


def main() -> None:
    """Measure, and write a line for each engine to standard output."""
    parser = argparse.ArgumentParser(description="Replay hand histories beside pokerkit.")
    parser.add_argument("files", nargs="*", type=Path, default=[OWN_HANDS], metavar="FILE")
    files = parser.parse_args().files
    warnings.simplefilter("ignore")  # pokerkit warns of what rooms let happen
    histories = [history for path in files for history in load_histories(path)]
    ended = play_ours(histories)
    tasks = [Task(OURS, lambda: play_ours(histories), _must_be(ended), work=len(histories))]
    peer = pokerkit_player(files)
    if peer is not None:
        tasks.append(Task(PEER, peer, _must_be(peer()), work=len(histories)))
    timings = alternate(tasks, ROUNDS)
    for name, timing in timings.items():
        sys.stdout.write(
            f"{name}: {len(histories)} hands in {1000 * timing.best:.1f} ms,"
            f" {timing.rate:,.0f} hands a second (median {timing.median_rate:,.0f})\n"
        )
    if peer is None:
        sys.stdout.write("pokerkit is not installed: pip install pokerkit\n")
    else:
        compared = ratio(timings[OURS], timings[PEER])
        sys.stdout.write(
            f"oddchip / pokerkit: {compared.best:.1f} ({compared.low:.1f} to {compared.high:.1f})\n"
        )


def _must_be(expected: int) -> Callable[[Any], None]:
    def check(found: Any) -> None:
        if found != expected:
            raise AssertionError(f"{found} hands ended, not {expected}")

    return check


if __name__ == "__main__":
    main()
