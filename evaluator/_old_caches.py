"""Which folders of compiled code are still used, and the removal of those that are not.

Each version of the sources, of Numba and so on has a folder of its own, of several megabytes, which nothing
would ever remove. Neither marking nor removing ever fails: what cannot be done is left.
"""

import contextlib
import os
import re
import time
from functools import cache
from pathlib import Path

DAY = 86_400.0
DAYS_KEPT = 30
_DIGEST = re.compile(r"[0-9a-f]{24}")


@cache
def mark_used(folder: Path) -> None:
    """Let the time of a folder say, to the day, when it was last used; once in a process."""
    with contextlib.suppress(OSError):
        if _age(folder) > DAY:
            os.utime(folder)


def remove_unused(own: Path) -> None:
    """Remove the folders beside one's own that nobody used for 30 days, and files of writers that died.

    Folders that are named otherwise, or have anything else in them, are left as they are.
    """
    with contextlib.suppress(OSError):
        for folder in [*own.parent.iterdir()]:
            if folder != own and _DIGEST.fullmatch(folder.name) and not folder.is_symlink():
                _clean(folder)


def _clean(folder: Path) -> None:
    with contextlib.suppress(OSError):
        is_unused = _age(folder) > DAYS_KEPT * DAY
        files = [*folder.iterdir()]
        is_ours = all(path.suffix in (".bin", ".tmp") and path.is_file() for path in files)
        for path in files:
            is_stale = path.suffix == ".tmp" and path.is_file() and _age(path) > DAY
            if is_stale or (is_unused and is_ours):
                path.unlink()
        if is_unused and is_ours:
            folder.rmdir()


def _age(path: Path) -> float:
    """Seconds since a change."""
    return time.time() - path.stat().st_mtime
