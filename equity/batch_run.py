"""A run over a file that can be interrupted anywhere: a folder beside the output, with a lock and a journal.

The folder has `run.json`, which says what is calculated, and `journal`, which has a line for each piece that
is done, in order, with a checksum, and one of the rows that it answers. What a killed process or a lost power
supply leaves of the last lines is cut off when the run goes on, and so is what answers other rows.
"""

import errno
import filecmp
import json
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from oddchip.equity.batch_rows import RowResult, Solved
from oddchip.evaluator import BatchError

SUFFIX = ".oddchip-run"
_FILES = ("output", "run.json.tmp", "run.json", "journal")
"""Of the folder, with `lock`."""
_LOCKED = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}
_NO_SPACE = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


def run_folder(out: Path) -> Path:
    """Return where a run into a file keeps what is done."""
    return out.with_name(out.name + SUFFIX)


@contextmanager
def saying_no_space(out: Path) -> Iterator[None]:
    """Raise `BatchError` where the disk is full."""
    try:
        yield
    except OSError as error:
        if error.errno not in _NO_SPACE:
            raise
        raise BatchError(
            f"no space is left on the disk of {str(out)!r}: what is done is kept in {str(run_folder(out))!r},"
            " and --resume continues it once there is space"
        ) from None


class Run:
    """A run into a file, which this process alone has open."""

    def __init__(self, out: Path, lock: IO[bytes], force: bool) -> None:
        self.out = out
        self.folder = run_folder(out)
        self.description: dict[str, Any] = {}
        self._lock = lock
        self._force = force
        self._journal: IO[bytes] | None = None

    def begin(self, description: dict[str, Any]) -> None:
        """Begin anew."""
        self._path("journal").unlink(missing_ok=True)
        partial = self._path("run.json.tmp")
        with partial.open("w", encoding="utf-8") as stream:
            json.dump(description, stream, indent=1)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(self._path("run.json"))
        _sync_folder(self.folder)
        self.description = description

    def is_begun(self) -> bool:
        """Whether there is something to continue."""
        return self._path("run.json").exists()

    def has_results(self) -> bool:
        """Whether anything would be lost with it."""
        journal = self._path("journal")
        return self.is_begun() and journal.exists() and journal.stat().st_size > 0

    def read_description(self) -> dict[str, Any]:
        """Return what was begun; `BatchError` if that is damaged."""
        try:
            described = json.loads(self._path("run.json").read_bytes())
        except ValueError:
            described = None
        if not isinstance(described, dict):
            raise BatchError(
                f"{str(self._path('run.json'))!r} is damaged (--force without --resume begins anew)"
            )
        self.description = described
        return described

    def open_journal(self, is_next: Callable[[Solved], bool]) -> Iterator[Solved]:
        """Yield the pieces that are done; after the last one pieces can be added.

        is_next: whether a piece answers the rows that come next in the input; it and what comes after it is
        cut off if it does not.
        """
        path = self._path("journal")
        path.touch()
        end = 0
        with path.open("rb") as stream:
            for line in stream:
                solved = _piece_of(line)
                if solved is None or not is_next(solved):
                    break
                end += len(line)
                yield solved
        self._journal = path.open("rb+")
        self._journal.truncate(end)
        self._journal.seek(end)

    def add(self, solved: Solved) -> None:
        """Add the next piece."""
        if self._journal is None:
            raise ValueError("the journal is not open")
        self._journal.write(_line_of(solved))
        # Not to the disk each time: after a loss of power the checksums tell what is there.
        self._journal.flush()

    def pieces(self) -> Iterator[Solved]:
        """Yield all pieces that are done."""
        with self._path("journal").open("rb") as stream:
            for line in stream:
                solved = _piece_of(line)
                if solved is None:
                    raise BatchError(
                        f"{str(self._path('journal'))!r} is damaged (--resume does the rest again)"
                    )
                yield solved

    def finish(self, write: Callable[[Path], None]) -> None:
        """Put the output into its place, whole, and take the folder away."""
        partial = self._path("output")
        try:
            write(partial)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
        if self.out.exists() and not self._force and not filecmp.cmp(partial, self.out, shallow=False):
            raise already_there(self.out)
        partial.replace(self.out)
        _sync_folder(self.out.parent)
        self._path("run.json").unlink()

    def close(self) -> None:
        """Close the journal."""
        if self._journal is not None:
            with suppress(OSError):  # of a full disk, which was raised before
                self._journal.close()
            self._journal = None

    def _path(self, name: str) -> Path:
        return self.folder / name


def already_there(out: Path) -> BatchError:
    """Return the error for an output that exists."""
    return BatchError(f"file {str(out)!r} exists (--force replaces it)")


@contextmanager
def open_run(out: Path, *, force: bool) -> Iterator[Run]:
    """Open the run into a file for this process alone; `BatchError` if another one has it."""
    out = _place_of(out)
    if not out.parent.is_dir():
        raise BatchError(f"the folder {str(out.parent)!r} of {out.name!r} does not exist")
    folder = run_folder(out)
    with saying_no_space(out):
        lock = _locked(folder)
    run = Run(out, lock, force)
    try:
        yield run
    finally:
        run.close()
        _leave(folder, lock, is_over=not run.has_results())  # as nothing was done, or everything


def _place_of(out: Path) -> Path:
    """Where a file is to be written: what a link leads to, which is not to become a file itself."""
    if out.is_dir():
        raise BatchError(f"{str(out)!r} is a folder, not a file")
    if out.exists() and not out.is_file():
        raise BatchError(f"{str(out)!r} is no regular file (an output is put into its place as a whole)")
    if not out.is_symlink():
        return out
    place = Path(os.path.realpath(out))
    if place.is_symlink():
        raise BatchError(f"{str(out)!r} is a link that leads in a circle")
    return place


def _leave(folder: Path, lock: IO[bytes], *, is_over: bool) -> None:
    """Unlock a folder; if its run is over, take it away, the lock last: nobody is to begin in it before."""
    # What is not ours stays, and the folder with it. Where open files cannot be removed the lock goes first.
    with suppress(OSError):
        if is_over:
            for name in _FILES:
                (folder / name).unlink(missing_ok=True)
        if os.name == "nt":
            lock.close()
        if is_over:
            (folder / "lock").unlink()
            folder.rmdir()
    lock.close()


def _locked(folder: Path) -> IO[bytes]:
    """The open lock file of a folder, which the system unlocks however this process ends."""
    while True:
        folder.mkdir(exist_ok=True)
        try:
            lock = (folder / "lock").open("ab")
        except FileNotFoundError:  # the folder has just been taken away by the process that was in it
            continue
        try:
            _lock(lock)
        except OSError as error:
            if error.errno in _LOCKED:
                lock.close()
                raise BatchError(
                    f"another process is writing in {str(folder)!r} (wait for it, or end it)"
                ) from None
            _leave(folder, lock, is_over=not (folder / "run.json").exists())
            raise BatchError(
                f"{str(folder)!r} cannot be locked: {(error.strerror or str(error)).lower()}"
                " (the output must be on a file system with locks)"
            ) from None
        try:
            if os.path.samestat(os.fstat(lock.fileno()), (folder / "lock").stat()):
                return lock
        except FileNotFoundError:
            pass
        lock.close()


def _lock(file: IO[bytes]) -> None:
    try:
        import fcntl
    except ImportError:
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _line_of(solved: Solved) -> bytes:
    rows = [
        row.error
        if row.error is not None
        else [row.method, *(number for player in row.players for number in player)]
        for row in solved.rows
    ]
    content = json.dumps([solved.calculated, solved.asked, rows], separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(content), content)


def _piece_of(line: bytes) -> Solved | None:
    """The piece of a line, or None if the line is not whole."""
    content = line[9:-1]
    if not line.endswith(b"\n") or b"%08x " % zlib.crc32(content) != line[:9]:
        return None
    calculated, asked, rows = json.loads(content)
    return Solved([_result_of(row) for row in rows], calculated, asked)


def _result_of(row: str | list[Any]) -> RowResult:
    if isinstance(row, str):
        return RowResult(None, (), row)
    numbers = iter(row[1:])
    return RowResult(row[0], tuple(zip(numbers, numbers, numbers, numbers, strict=True)), None)


def _sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
