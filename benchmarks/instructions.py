"""Counts the instructions of three kernels, which do not change with the load or the speed of the machine.

    python benchmarks/instructions.py            # beside the stored counts; ends with 1 if they differ
    python benchmarks/instructions.py --update   # stores what is counted now

The kernels are compiled for one fixed processor, in a cache of their own, so that counts depend on nothing
but the kernels and the versions of Python, NumPy, Numba and llvmlite. They run under `valgrind
--tool=callgrind`, which counts only while they do: each of them once and then twice, and the difference is
what one run takes.
"""

import argparse
import ctypes
import gc
import json
import mmap
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

STORED = Path(__file__).resolve().parent / "results" / "instructions.json"
MARGIN = 0.03
"""Three runs in a row gave the same counts; what a compiler makes of a small change may be a hundredth."""

PROCESSOR = {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+avx2,+bmi,+bmi2,+fma,+lzcnt,+popcnt"}
"""What kernels are compiled for: the most that valgrind can run is AVX2."""
CACHE_VARIABLE = "ODDCHIP_CACHE_DIR"

HANDS = 1 << 18
BOARD_BITS, TRIES = 15, 8

START, STOP, ZERO, DUMP = 4, 5, 1, 3
"""The requests of callgrind that are made, as callgrind.h numbers them."""
REQUEST_BASE = ord("C") << 24 | ord("T") << 16
REQUEST_CODE = bytes.fromhex(
    "4889f8"  # mov rax, rdi: where the request is
    "31d2"  # xor edx, edx: the answer if nobody listens
    "48c1c703 48c1c70d 48c1c73d 48c1c733"  # rol rdi, 3; 13; 61; 51: together nothing, but valgrind knows them
    "4887db"  # xchg rbx, rbx: now it reads the request
    "4889d0"  # mov rax, rdx
    "c3"  # ret
)


def versions() -> dict[str, str]:
    """Return what the counts depend on, besides the kernels."""
    found = {name: metadata.version(name) for name in ("numba", "llvmlite", "numpy")}
    return {"python": platform.python_version(), "machine": platform.machine()} | found


def why_not() -> str:
    """Return why nothing can be counted here, or nothing."""
    if platform.machine() != "x86_64":
        return f"the processor is {platform.machine()}, not x86_64"
    return "" if shutil.which("valgrind") else "valgrind is not installed"


def load_stored() -> dict[str, Any]:
    """Return the stored counts and the versions that they belong to."""
    stored: dict[str, Any] = json.loads(STORED.read_text(encoding="utf-8"))
    return stored


def count_instructions() -> dict[str, int]:
    """Return how many instructions a run of each kernel takes."""
    with tempfile.TemporaryDirectory(prefix="oddchip-instructions-") as name:
        folder = Path(name)
        environment = os.environ | PROCESSOR | {CACHE_VARIABLE: name, "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-P", "-m", "oddchip.benchmarks.instructions", "--kernels"]
        _run(command, environment)  # compiles
        out = folder / "counts"
        _run(
            ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}", *command],
            environment,
        )
        return _differences(_dumps(folder, out.name))


def differences(counts: Mapping[str, int], stored: Mapping[str, int]) -> dict[str, float]:
    """Return by how much each count differs from the stored one, as a part of it."""
    return {name: counts[name] / stored[name] - 1 for name in stored}


def _run(command: list[str], environment: Mapping[str, str]) -> None:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-2000:]}")


def _dumps(folder: Path, name: str) -> dict[str, int]:
    """The instructions of each dump, by the text of the request that made it."""
    counts = {}
    for path in folder.glob(f"{name}.*"):
        text = path.read_text(encoding="utf-8")
        asked = re.search(r"^desc: Trigger: Client Request: (.+)$", text, flags=re.MULTILINE)
        total = re.search(r"^(?:totals|summary): (\d+)$", text, flags=re.MULTILINE)
        if asked and total:
            counts[asked[1]] = int(total[1])
    return counts


def _differences(counts: Mapping[str, int]) -> dict[str, int]:
    names = [name.removesuffix(" once") for name in counts if name.endswith(" once")]
    return {name: counts[f"{name} twice"] - counts[f"{name} once"] for name in sorted(names)}


def run_kernels() -> None:
    """Run each kernel once and twice; under callgrind, each of these is counted."""
    callgrind = _Callgrind()
    gc.disable()
    for name, run in _kernels().items():
        run()  # loads or compiles
        callgrind.request(START)
        for times, word in ((1, "once"), (2, "twice")):
            callgrind.request(ZERO)
            for _ in range(times):
                run()
            callgrind.request(DUMP, f"{name} {word}")
        callgrind.request(STOP)


def _kernels() -> dict[str, Callable[[], Any]]:
    import llvmlite.binding
    import numpy as np

    # The folder of compiled code is named by the processor, and valgrind shows another one than it has.
    llvmlite.binding.get_host_cpu_name = lambda: PROCESSOR["NUMBA_CPU_NAME"]
    llvmlite.binding.get_host_cpu_features = llvmlite.binding.targets.FeatureMap

    from oddchip.benchmarks.spots import SAMPLED_RANGES, WIDE_FLOP, random_hands
    from oddchip.equity import two
    from oddchip.equity.exact import field_and_symmetry
    from oddchip.equity.sampler import make_sampler
    from oddchip.equity.spot import RangeSpot, parse_spot
    from oddchip.evaluator._kernels import evaluate_seven_card_hands
    from oddchip.evaluator.tables import load_tables

    hands, strengths, tables = random_hands(HANDS), np.zeros(HANDS, dtype=np.uint16), load_tables()
    flop = parse_spot(WIDE_FLOP.hands, WIDE_FLOP.board)
    if not isinstance(flop, RangeSpot):
        raise TypeError(f"{WIDE_FLOP.name} is no spot of ranges")
    field, group = field_and_symmetry(flop)
    three = parse_spot(SAMPLED_RANGES.hands, SAMPLED_RANGES.board)
    # Fixed, because what is best is chosen by estimates of time, which may change without the kernel.
    sampler = replace(make_sampler(three, seed=1), tries=TRIES, chunk_bits=BOARD_BITS)
    return {
        "evaluate_seven_card_hands": lambda: evaluate_seven_card_hands(
            hands, 0, HANDS, tables, False, strengths
        ),
        "walk_totals": lambda: two.by_totals(flop, field, group, 1),
        "sample_boards": lambda: sampler.sample_chunk(0),
    }


class _Callgrind:
    """Makes requests to callgrind; nothing happens where the program does not run under it."""

    def __init__(self) -> None:
        self._page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self._page.write(REQUEST_CODE)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self._page))
        self._function = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p)(address)

    def request(self, code: int, text: str = "") -> None:
        name = ctypes.create_string_buffer(text.encode())
        words = (ctypes.c_size_t * 6)(REQUEST_BASE + code, ctypes.addressof(name))
        self._function(ctypes.addressof(words))


def main() -> None:
    """Count, and compare with what is stored or store it."""
    parser = argparse.ArgumentParser(description="Count the instructions of three kernels.")
    parser.add_argument("--update", action="store_true", help="store what is counted now")
    parser.add_argument("--kernels", action="store_true", help="only run the kernels, as valgrind is to do")
    options = parser.parse_args()
    if options.kernels:
        run_kernels()
        return
    reason = why_not()
    if reason:
        raise SystemExit(f"nothing is counted: {reason}")
    counts = count_instructions()
    if options.update:
        STORED.write_text(json.dumps({"versions": versions(), "instructions": counts}, indent=2) + "\n")
        sys.stdout.write(f"{STORED} is new\n")
        return
    stored = load_stored()
    if stored["versions"] != versions():
        raise SystemExit(f"the stored counts belong to {stored['versions']}, this is {versions()}")
    changes = differences(counts, stored["instructions"])
    for name, change in changes.items():
        sys.stdout.write(f"{name}: {counts[name]:,} instructions, {change:+.3%}\n")
    if max(map(abs, changes.values())) > MARGIN:
        raise SystemExit(f"a count differs by more than {MARGIN:.0%}; --update stores the new ones")


if __name__ == "__main__":
    main()
