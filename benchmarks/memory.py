"""The peak memory of the heaviest equities, each in a process of its own.

The peak is `VmHWM` where the system has it. `ru_maxrss` also counts what the parent held when it started the
process, which is why it only serves elsewhere, and there is too high if the parent is large.
"""

import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec

from oddchip.benchmarks.answers import WrongAnswerError

IMPORT = "from oddchip.equity import calculate_equity"
BASELINE = IMPORT
PEAK = """
import pathlib, resource, sys
status = pathlib.Path("/proc/self/status")
if status.exists():
    peak = next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
print(peak)
"""
RUNS = 2
"""Whatever the first one has to compile, the second one loads."""

_WIDE = "22+,A2s+,K2s+,Q6s+,J7s+,T7s+,A9o+,KJo+"


@dataclass(frozen=True)
class Load:
    """A call of `calculate_equity` that needs much memory."""

    name: str
    arguments: str

    @property
    def code(self) -> str:
        return f"{IMPORT}\ncalculate_equity({self.arguments}, method='exact', threads=1)"


_RANDOM = "['random', 'random'], dead='2c'"
_ASYMMETRIC = f"['{_WIDE},JhTc,9h8h', '{_WIDE},QsTh,7s6c'], dead='2c3d'"
_FOUR = "['88+'] * 4, '2c3d4h5s7c'"
LOADS = (
    Load("random v random, 2c dead", _RANDOM),
    Load("random v random, 2c dead, by_combo", f"{_RANDOM}, by_combo=True"),
    Load("two asymmetric ranges, 2c 3d dead", _ASYMMETRIC),
    Load("two asymmetric ranges, 2c 3d dead, by_combo", f"{_ASYMMETRIC}, by_combo=True"),
    Load("four times 88+ on a river", _FOUR),
)


def measurable() -> bool:
    """Say whether the system tells a process its peak."""
    return find_spec("resource") is not None


def peak_memory(code: str) -> float:
    """Return the peak memory of a new Python that runs this code, in megabytes."""
    peaks = []
    for _ in range(RUNS):
        done = subprocess.run(
            [sys.executable, "-c", code + PEAK], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise WrongAnswerError(f"{code!r} ended with {done.returncode}: {done.stderr}")
        peaks.append(int(done.stdout))
    return min(peaks) * 1024 / 1e6


def measure_memory() -> dict[str, float]:
    """Return the peak of importing the package and of each load, in MB."""
    if not measurable():
        return {}
    return {BASELINE: peak_memory(BASELINE)} | {load.name: peak_memory(load.code) for load in LOADS}
