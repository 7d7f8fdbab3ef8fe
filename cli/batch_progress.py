"""A line on stderr about a batch, if stderr is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oddchip.equity.batch_tally import BatchProgress, OnBatchProgress


@contextmanager
def batch_progress() -> Iterator["OnBatchProgress | None"]:
    """Give a callback that shows how far a batch is; the line is gone at the end."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    bar = Progress(
        BarColumn(bar_width=20),
        TextColumn("{task.description}"),
        console=Console(stderr=True, highlight=False, markup=False),
        transient=True,
        auto_refresh=False,
    )
    with bar:
        task = bar.add_task("looking through the input", total=None)
        bar.refresh()

        def show(progress: "BatchProgress") -> None:
            text = progress_text(progress)
            bar.update(task, completed=progress.rows, total=progress.total, description=text, refresh=True)

        yield show


def progress_text(progress: "BatchProgress") -> str:
    """Return how far a batch is, in a line.

    >>> from oddchip.equity.batch_tally import BatchProgress
    >>> progress_text(BatchProgress(rows=25_000, total=100_000, errors=17, rate=5123.4, seconds_left=74.6))
    '25,000 of 100,000 rows, 5,120/s, 1:15 left, 17 errors'
    """
    what = "" if progress.stage == "calculating" else f"{progress.stage}: "
    parts = [f"{what}{progress.rows:,} of {progress.total:,} rows"]
    if progress.stage != "reading":
        parts.append(f"{_rounded(progress.rate)}/s")
    if progress.seconds_left is not None:
        parts.append(f"{_clock(progress.seconds_left)} left")
    if progress.errors:
        parts.append(counted(progress.errors, "error"))
    return ", ".join(parts)


def counted(number: int, what: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "row"), counted(2000, "row")
    ('1 row', '2,000 rows')
    """
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _rounded(rate: float) -> str:
    """A rate with three digits."""
    return f"{float(f'{rate:.3g}'):,.0f}" if rate >= 100 else f"{rate:.3g}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
