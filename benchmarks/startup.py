"""Whole commands, from the start of the process to its end: what a cold start costs.

The files that they read are in the system's file cache, as they are after the first command of a day.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from answers import WrongAnswerError
from measure import Task, Timing, alternate, timed

CACHE_VARIABLE = "ODDCHIP_CACHE_DIR"
SCRIPT = shutil.which("oddchip", path=str(Path(sys.executable).parent))
"""The `oddchip` of the environment that this Python runs in."""


@dataclass(frozen=True)
class Command:
    """A command line and a text that its output has if it works."""

    name: str
    arguments: tuple[str, ...]
    expected: str = ""

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
IMPORT_NUMBA = _python("Python: import numba", "import numba")
BARE_PYTHON = _python("Python: nothing", "")

COMMANDS = (EQUITY, HELP, PYTHON_EQUITY, PYTHON_STRENGTHS, IMPORT_NUMBA, BARE_PYTHON)
FIRST_USE = "oddchip equity AhKh QsQd, first use ever"


@contextmanager
def empty_cache() -> Iterator[Path]:
    """Give a new folder for compiled kernels, and remove it in the end."""
    with tempfile.TemporaryDirectory(prefix="oddchip-benchmark-") as folder:
        yield Path(folder)


def measure_first_use(rounds: int) -> dict[str, Timing]:
    """Time the first equity ever, which compiles; each time with an empty cache."""
    if not EQUITY.available():
        return {}
    calls = []
    for _ in range(rounds):
        with empty_cache() as cache:
            seconds, output = timed(partial(EQUITY.run, cache))
        EQUITY.check(output)
        calls.append((seconds,))
    return {FIRST_USE: Timing(FIRST_USE, work=1, rounds=tuple(calls))}


def measure_commands(rounds: int) -> dict[str, Timing]:
    """Time commands in turn, the kernels that they need being compiled already."""
    with empty_cache() as cache:
        tasks = [
            Task(command.name, call=partial(command.run, cache), check=command.check)
            for command in COMMANDS
            if command.available()
        ]
        return alternate(tasks, rounds)
