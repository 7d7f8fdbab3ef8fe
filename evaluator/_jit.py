"""The one place that decides how kernels are compiled, and where the compiled code is kept.

Kernels are compiled with `nogil`, without `fastmath` (but see `kernel_reordering_sums`) and without
`parallel`: threads are ours, one serial kernel per chunk. Compiled code is kept in the user's cache folder,
not beside the sources: Numba's own cache checks only the file that defines a function, so after an upgrade a
cached caller could go on using an old helper from another file, and it leaves files behind in site-packages.
Here one folder belongs to one digest of every kernel source, the versions of Python, NumPy, Numba and
llvmlite, and the processor; whatever changes, the folder changes. A kernel file holds a checksum of its
content and appears whole or not at all, so a damaged file is compiled again and two processes may compile at
once. Where nothing can be written, kernels are compiled in memory, each time anew. Whoever makes a new
folder removes those that nobody used for 30 days.

Kernels live in files named `_kernels*.py`. They may import nothing of ours but other kernel files and
this one, because Numba freezes the constants they import into the machine code.
"""

import contextlib
import hashlib
import io
import logging
import os
import pickle
import platform
import sys
import uuid
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import llvmlite
import llvmlite.binding
import numba
import numpy as np
import platformdirs
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.environment import Environment, lookup_environment
from numba.core.runtime._nrt_python import c_helpers
from numba.core.serialize import dumps

from oddchip.evaluator._old_caches import mark_used, remove_unused

P = ParamSpec("P")
R = TypeVar("R")

CACHE_FOLDER_VARIABLE = "ODDCHIP_CACHE_DIR"
PACKAGES = ("evaluator", "equity", "rules")
CHECKSUM_SIZE = 32

COMPILING = logging.getLogger("oddchip.compiling")
"""Says at level INFO which kernel is being compiled, and once as a WARNING that nothing can be kept."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of a `_kernels*.py` file on its first call, or load it compiled."""
    return _compiled(function, fastmath=False)


def kernel_reordering_sums(function: Callable[P, R]) -> Callable[P, R]:
    """Do what `kernel` does, and let the compiler add floats in another order than written.

    Only so can it use vector instructions for a sum. Sums of whole numbers stay exact; others may differ in
    the last digit from processor to processor, never from run to run.
    """
    return _compiled(function, fastmath={"reassoc", "nsz", "contract"})


def _compiled(function: Callable[P, R], fastmath: Any) -> Callable[P, R]:
    source = _resolved(function.__code__.co_filename)
    if source not in kernel_sources():
        raise ValueError(
            f"kernel {function.__qualname__} is in {source}, not in a _kernels*.py file of oddchip"
        )
    dispatcher = numba.njit(nogil=True, error_model="numpy", fastmath=fastmath)(function)
    dispatcher._cache = KernelCache(f"{function.__module__}.{function.__qualname__}")
    return cast(Callable[P, R], dispatcher)


@cache
def _resolved(path: str) -> Path:
    return Path(path).resolve()


@cache
def kernel_sources() -> frozenset[Path]:
    """Return the files whose contents the cache depends on."""
    root = Path(__file__).resolve().parent.parent
    found: Iterator[Path] = (
        path for package in PACKAGES for path in (root / package).glob("_kernels*.py") if path.is_file()
    )
    return frozenset(found) | {Path(__file__).resolve()}


@cache
def cache_folder() -> Path:
    """Return the folder of the code compiled from these sources, by these versions, for this processor."""
    chosen = os.environ.get(CACHE_FOLDER_VARIABLE)
    base = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("oddchip", appauthor=False))
    digest = hashlib.sha256()
    for path in sorted(kernel_sources()):
        digest.update(f"{path.parent.name}/{path.name}".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    surroundings = (
        sys.version,
        platform.machine(),
        np.__version__,
        numba.__version__,
        llvmlite.__version__,
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
        # Numba's own switches, such as NUMBA_CPU_NAME and NUMBA_BOUNDSCHECK, change the code too.
        sorted((key, value) for key, value in os.environ.items() if key.startswith("NUMBA_")),
    )
    digest.update(repr(surroundings).encode())
    return base / "kernels" / digest.hexdigest()[:24]


class KernelCache(_Cache):  # type: ignore[misc]
    """The compiled code of one kernel, a file for each signature."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled code for a signature, or None where there is none that is intact."""
        # Not `target_context.refresh()`, which also imports everything that compiling needs: 130 ms of a
        # command that takes 400. Loaded code needs the functions of the memory runtime alone, and not those
        # that `rtsys.initialize` compiles, 20 ms, of which it has its own.
        _name_runtime_functions()
        try:
            content = self._file(sig).read_bytes()
        except OSError:
            content = b""
        checksum, payload = content[:CHECKSUM_SIZE], content[CHECKSUM_SIZE:]
        if hashlib.sha256(payload).digest() == checksum:
            mark_used(cache_folder())
            return CompileResult._rebuild(target_context, *_CompiledCode(io.BytesIO(payload)).load())
        COMPILING.info("compiling %s", self._name)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the compiled code of a signature, if there is a place to write to."""
        payload = dumps(data._reduce())
        target = self._file(sig)
        partial = target.with_name(f"{target.name}.{uuid.uuid4().hex}.tmp")
        try:
            if not target.parent.is_dir():
                target.parent.mkdir(parents=True, exist_ok=True)
                remove_unused(target.parent)
            partial.write_bytes(hashlib.sha256(payload).digest() + payload)
            partial.replace(target)
        except OSError as error:
            with contextlib.suppress(OSError):
                partial.unlink()
            _warn_not_kept(f"{target.parent}: {error.strerror}")

    def enable(self) -> None:
        """Do nothing: the cache is always on."""

    def disable(self) -> None:
        """Do nothing: the cache is always on."""

    def flush(self) -> None:
        """Do nothing: a change of the sources changes the folder."""

    def _file(self, sig: Any) -> Path:
        signature = hashlib.sha256(repr(sig).encode()).hexdigest()[:12]
        return cache_folder() / f"{self._name}-{signature}.bin"


class _CompiledCode(pickle.Unpickler):
    """Reads compiled code without importing the parts of Numba that its pieces came from, 20 ms."""

    def find_class(self, module: str, name: str) -> Any:
        """Return what a name stands for."""
        return _environment if name == "_rebuild_env" else super().find_class(module, name)


def _environment(module: str, constants: list[Any], name: str) -> Any:
    """What Numba's `_rebuild_env` returns; code that needs no interpreter looks up no globals in it."""
    known = lookup_environment(name)
    if known is not None:
        return known
    made = Environment({"__name__": module})
    made.consts[:] = constants
    made.env_name = name
    Environment._memo[name] = made
    return made


@cache
def _name_runtime_functions() -> None:
    """Tell LLVM where the functions of Numba's memory runtime are."""
    for name, address in c_helpers.items():
        llvmlite.binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


@cache
def _warn_not_kept(reason: str) -> None:
    COMPILING.warning(
        "compiled code cannot be kept (%s); set %s to a folder that can be written to",
        reason,
        CACHE_FOLDER_VARIABLE,
    )
