"""Where the figures come from: the processor, the versions, and how busy the machine is."""

import os
import platform
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import llvmlite.binding

from oddchip.benchmarks.calculators import CALCULATORS, EquityCalculator
from oddchip.benchmarks.peers import EVALUATORS, Evaluator, is_installed
from oddchip.benchmarks.sampling import CONTESTS, EquitySampler
from oddchip.evaluator._kernels_simd import is_supported
from oddchip.evaluator._threads import thread_count
from oddchip.evaluator.tables import TABLE_DIGEST

LIBRARIES = ("oddchip", "numpy", "numba", "llvmlite")


def machine() -> dict[str, str]:
    """Return what a reader must know to compare the figures with others, by label."""
    facts = {
        "processor": processor(),
        "LLVM's name for it": llvmlite.binding.get_host_cpu_name(),
        "cores": str(thread_count(None)),
        "system": platform.platform(),
        "Python": platform.python_version(),
    }
    facts |= {name: metadata.version(name) for name in LIBRARIES}
    facts["evaluator tables"] = TABLE_DIGEST[:16]
    facts["AVX-512 kernel"] = "in use" if is_supported() else "not in use"
    if hasattr(os, "getloadavg"):
        facts["load when started"] = f"{os.getloadavg()[0]:.2f} (should be near 0)"
    return facts


def processor() -> str:
    """Return the processor's model as the system names it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or "unknown"


def peer_versions() -> dict[str, str]:
    """Return the version of every peer's distribution, or that it is not usable here."""
    missing = missing_peers()
    return {
        name: f"left out: {missing[name]}" if name in missing else metadata.version(name) for name in _peers()
    }


def missing_peers() -> dict[str, str]:
    """Return for every peer's distribution that is not usable here what to do, or why that is so."""
    return {
        name: "has nothing compiled for this system" if is_installed(name) else f"pip install {name}"
        for name, usable in _peers().items()
        if not usable
    }


def _peers() -> dict[str, bool]:
    """By distribution, whether any of what it offers can be used."""
    samplers = (contest.other for contest in CONTESTS)
    peers: Iterable[Evaluator | EquityCalculator | EquitySampler] = (*EVALUATORS, *CALCULATORS, *samplers)
    usable: dict[str, bool] = {}
    for peer in peers:
        if peer.distribution != "oddchip":
            usable[peer.distribution] = usable.get(peer.distribution, False) or peer.available()
    return usable
