"""Equity by Monte Carlo: sampling until the error is small enough, with progress on the way."""

import time
from contextlib import closing

from oddchip.equity.limits import REPORT_SECONDS, Limits, OnProgress, Progress
from oddchip.equity.sample_totals import SampleTotals
from oddchip.equity.sampler import Sampler
from oddchip.evaluator._threads import in_order

FEWEST_EFFECTIVE = 400
"""With fewer deals, weighted, an estimated error says little and does not end the sampling."""

WIN_VARIANCE = 0.04
"""Where all players have the same range, their equities are known, but how often they win alone is not: its
variance, divided by the deals, is to be below the square of the error."""

ERROR_REACHED, SAMPLES_REACHED, TIME_OVER, INTERRUPTED = "std_error", "samples", "time", "interrupted"
"""What can have ended the sampling."""


def sample_until(
    sampler: Sampler, limits: Limits, on_progress: OnProgress | None = None, threads: int | None = None
) -> tuple[SampleTotals, str]:
    """Return what was sampled, and what ended it.

    Chunks count in their order, whoever sampled them, so that the result depends on the seed alone; only a
    limit of time and an interruption choose their number by the clock. Ctrl-C ends the sampling, too, once
    there is a deal to tell of; before, `KeyboardInterrupt` is raised.
    """
    started = reported = time.perf_counter()
    totals: SampleTotals | None = None
    try:
        with closing(in_order(sampler.sample_chunk, threads)) as chunks:
            while True:
                before, chunk = totals, next(chunks)
                totals = chunk if before is None else before + chunk
                now = time.perf_counter()
                if not totals.deals:
                    continue
                reached = _reached(totals, limits, now - started)
                if reached == SAMPLES_REACHED and limits.samples is not None:
                    return _cut(sampler, before, chunk, limits.samples), reached
                if reached:
                    return totals, reached
                if on_progress is not None and now - reported >= REPORT_SECONDS:
                    reported = now
                    if on_progress(_progress(totals, limits, now - started)) is False:
                        return totals, INTERRUPTED
    except KeyboardInterrupt:
        if totals is None or not totals.deals:
            raise
        return totals, INTERRUPTED


def _reached(totals: SampleTotals, limits: Limits, seconds: float) -> str | None:
    if limits.samples is not None and totals.deals >= limits.samples:
        return SAMPLES_REACHED
    if limits.std_error is not None and _has_error(totals, limits.std_error):
        return ERROR_REACHED
    if limits.seconds is not None and seconds >= limits.seconds:
        return TIME_OVER
    return None


def _has_error(totals: SampleTotals, std_error: float) -> bool:
    """Whether every player's error is small enough, and says something."""
    effective = totals.effective_samples
    if effective < FEWEST_EFFECTIVE and effective != totals.deals:
        return False
    if totals.is_symmetric and totals.deals * std_error**2 < WIN_VARIANCE:
        return False
    return max(totals.std_errors()) <= std_error


def _cut(sampler: Sampler, before: SampleTotals | None, last: SampleTotals, samples: int) -> SampleTotals:
    """The totals with no more of the last chunk than is needed for a number of samples."""
    (chunk,) = last.chunks[0]
    part = sampler.sample_chunk(chunk, samples - (before.deals if before else 0))
    return before + part if before else part


def _progress(totals: SampleTotals, limits: Limits, seconds: float) -> Progress:
    parts = [0.0]
    if limits.samples:
        parts.append(totals.deals / limits.samples)
    if limits.seconds:
        parts.append(seconds / limits.seconds)
    if limits.std_error:
        parts.append((limits.std_error / max(totals.std_errors())) ** 2)
    return Progress(totals.players(), totals.deals, totals.deals / seconds, seconds, min(1.0, max(parts)))
