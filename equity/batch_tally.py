"""How far a batch has come, and what it has done."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from oddchip.equity.batch_rows import Solved
from oddchip.equity.limits import REPORT_SECONDS


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far a batch has come; given to a callback up to ten times a second."""

    rows: int
    """Done in this stage, with those of the run that is continued."""
    total: int
    errors: int
    rate: float
    """Rows a second that this process has calculated, or written while it writes; 0 while there are none."""
    seconds_left: float | None
    """Of this stage, at that rate; None while there is none."""
    stage: str = "calculating"
    """Or `reading`, what an interrupted run has done, or `writing` Parquet; texts are written meanwhile."""


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """What a batch has done."""

    rows: int
    calculated: int
    """Spots that were calculated; the other rows had errors, or were the same as others before."""
    errors: int
    first_error: str | None
    """The error of the first row that has one, and the number of that row, from 1."""
    continued: int
    """Rows that an earlier, interrupted run had done."""
    seed: int
    """Of the run; drawn if none was given."""
    elapsed_s: float
    """Of this process."""
    out: str


OnBatchProgress = Callable[[BatchProgress], Any]


class Tally:
    """Counts rows, and tells of the progress."""

    def __init__(self, total: int, started: float, on_progress: OnBatchProgress | None) -> None:
        self.rows = self.errors = self.calculated = self.before = 0
        self.first_error: str | None = None
        self._total = total
        self._started = self._began = started
        self._reported = float("-inf")
        self._stage = "reading"
        self._on_progress = on_progress

    def begin(self) -> None:
        """Take what was counted so far as done before; what comes now is calculated."""
        self.before = self.rows
        self._enter("calculating")

    def add(self, solved: Solved) -> None:
        """Count a piece."""
        for number, row in enumerate(solved.rows, start=self.rows + 1):
            if row.error is not None:
                self.errors += 1
                self.first_error = self.first_error or f"row {number}: {row.error}"
        self.rows += len(solved.rows)
        self.calculated += solved.calculated
        # The rows of another process say nothing of how fast this one is.
        new = 0 if self._stage == "reading" else self.rows - self.before
        self._report(self.rows, new)

    def writing(self, pieces: Iterable[Solved]) -> Iterator[Solved]:
        """Yield the pieces again, telling how many of their rows are written."""
        self._enter("writing")
        rows = 0
        for solved in pieces:
            yield solved
            rows += len(solved.rows)
            self._report(rows, rows)

    def summary(self, seed: int, out: str) -> BatchSummary:
        """Return what was done."""
        return BatchSummary(
            rows=self.rows,
            calculated=self.calculated,
            errors=self.errors,
            first_error=self.first_error,
            continued=self.before,
            seed=seed,
            elapsed_s=time.perf_counter() - self._started,
            out=out,
        )

    def _enter(self, stage: str) -> None:
        self._stage = stage
        self._began = time.perf_counter()

    def _report(self, rows: int, new: int) -> None:
        now = time.perf_counter()
        if self._on_progress is None or (now - self._reported < REPORT_SECONDS and rows != self._total):
            return
        self._reported = now
        rate = new / max(now - self._began, 1e-9)
        left = (self._total - rows) / rate if rate else None
        self._on_progress(BatchProgress(rows, self._total, self.errors, rate, left, self._stage))
