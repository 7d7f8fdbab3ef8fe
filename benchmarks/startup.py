"""Whole commands, from the start of the process to its end: what a cold start costs.

The files that they read are in the system's file cache, as they are after the first command of a day.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from oddchip.benchmarks.answers import WrongAnswerError
from oddchip.benchmarks.measure import Failures, Task, Timing, alternate, timed
from oddchip.benchmarks.peers import is_installed

CACHE_VARIABLE = "ODDCHIP_CACHE_DIR"
SCRIPT = shutil.which("oddchip", path=str(Path(sys.executable).parent))
"""The `oddchip` of the environment that this Python runs in."""


@dataclass(frozen=True)
class Command:
    """A command line and a text that its output has if it works."""

    name: str
    arguments: tuple[str, ...]
    expected: str = ""
    slow: bool = False
    """Whether it is a peer's and takes a third of a second."""

    def available(self) -> bool:
        return bool(self.arguments[0])

    def run(self, cache: Path) -> str:
        """Run it with the compiled kernels in `cache`, and return what it prints."""
        environment = os.environ | {CACHE_VARIABLE: str(cache)}
        done = subprocess.run(self.arguments, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise WrongAnswerError(f"{self.name} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def check(self, output: str) -> None:
        """Refuse an output without the expected text."""
        if self.expected not in output:
            raise WrongAnswerError(f"{self.name} printed {output!r}, without {self.expected!r}")


def _python(name: str, code: str, expected: str = "") -> Command:
    return Command(name, (sys.executable, "-c", code), expected)


def _peer(distribution: str, name: str, code: str, expected: str, *, slow: bool = False) -> Command:
    python = sys.executable if is_installed(distribution) else ""
    return Command(name, (python, "-W", "ignore", "-c", code), expected, slow)


_HAND = ["2c", "2d", "2h", "2s", "3c", "3d", "3h"]
"""The first seven cards."""

EQUITY = Command("oddchip equity AhKh QsQd", (SCRIPT or "", "equity", "AhKh", "QsQd"), expected="46.21")
HELP = Command("oddchip --help", (SCRIPT or "", "--help"), expected="equity")
PYTHON_EQUITY = _python(
    "Python: import, one calculate_equity",
    "from oddchip.equity import calculate_equity;"
    " print(calculate_equity(['AhKh', 'QsQd']).players[0].equity)",
    expected="0.4621",
)
PYTHON_STRENGTHS = _python(
    "Python: import, one evaluate_many",
    "from oddchip.evaluator import evaluate_many; print(evaluate_many([[0, 1, 2, 3, 4, 5, 6]])[0])",
    expected="7297",
)
PYTHON_STRENGTH = _python(
    "Python: import, one evaluate",
    "from oddchip.evaluator import evaluate; print(evaluate('2c2d2h2s3c3d3h'))",
    expected="7297",
)
IMPORT_NUMBA = _python("Python: import numba", "import numba")
BARE_PYTHON = _python("Python: nothing", "")

COMMANDS = (EQUITY, HELP, PYTHON_EQUITY, PYTHON_STRENGTHS, PYTHON_STRENGTH, IMPORT_NUMBA, BARE_PYTHON)

PEER_EQUITIES = (
    _peer(
        "pokerfast",
        "pokerfast: import, one equity",
        "from pokerfast.equity import equity;"
        " print(equity(['AhKh', 'QsQd'], '', '', exact=True, threads=1)[0])",
        expected="0.4621",
    ),
    _peer(
        "poker-equity",
        "poker-equity: import, one equity",
        "from poker_equity import exact_from_text;"
        " print(exact_from_text('holdem', ['AhKh', 'QsQd'], '', '')['players'][0]['equity'])",
        expected="0.4621",
        slow=True,
    ),
)
PEER_STRENGTHS = (
    _peer(
        "eval7",
        "eval7: import, one strength",
        f"from eval7 import Card, evaluate, handtype;"
        f" print(handtype(evaluate([Card(text) for text in {_HAND}])))",
        expected="Quads",
    ),
    _peer(
        "pkrbot",
        "pkrbot: import, one strength",
        f"from pkrbot import Card, evaluate, handtype;"
        f" print(handtype(evaluate([Card(text) for text in {_HAND}])))",
        expected="Quads",
    ),
    _peer(
        "phevaluator",
        "phevaluator: import, one strength",
        f"from phevaluator import evaluate_cards; print(evaluate_cards(*{_HAND}))",
        expected="166",
    ),
    _peer(
        "treys",
        "treys: import, one strength",
        f"from treys import Card, Evaluator; cards = [Card.new(text) for text in {_HAND}];"
        " print(Evaluator().evaluate(cards[:2], cards[2:]))",
        expected="166",
    ),
    _peer(
        "pokerkit",
        "pokerkit: import, one strength",
        f"from pokerkit import StandardHighHand; print(StandardHighHand.from_game({''.join(_HAND)!r}))",
        expected="Four",
        slow=True,
    ),
)
PEER_COMMANDS = PEER_EQUITIES + PEER_STRENGTHS
"""What starting the others costs; each finds the same as ours."""

FIRST_USE = "oddchip equity AhKh QsQd, first use ever"


@contextmanager
def empty_cache() -> Iterator[Path]:
    """Give a new folder for compiled kernels, and remove it in the end."""
    with tempfile.TemporaryDirectory(prefix="oddchip-benchmark-") as folder:
        yield Path(folder)


def measure_startup(
    first_uses: int, rounds: int, commands: Iterable[Command] = COMMANDS, failures: Failures | None = None
) -> dict[str, Timing]:
    """Time the first equity ever, each time with an empty cache, and then commands in turn."""
    timings: dict[str, Timing] = {}
    with empty_cache() as cache:
        if EQUITY.available():
            calls = [_first_use(cache)]
            for _ in range(first_uses - 1):
                with empty_cache() as other:
                    calls.append(_first_use(other))
            timings[FIRST_USE] = Timing(FIRST_USE, work=1, rounds=tuple((seconds,) for seconds in calls))
        tasks = [
            Task(
                command.name,
                call=partial(command.run, cache),
                check=command.check,
                is_ours=command not in PEER_COMMANDS,
            )
            for command in commands
            if command.available()
        ]
        # What has to be compiled is compiled by the first call, which does not count.
        return timings | alternate(tasks, rounds, turn_time=0.0, failures=failures)


def _first_use(cache: Path) -> float:
    seconds, output = timed(partial(EQUITY.run, cache))
    EQUITY.check(output)
    return seconds
