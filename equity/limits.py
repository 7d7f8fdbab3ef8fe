"""When sampling stops, and what it tells on the way."""

import operator
from collections.abc import Callable
from dataclasses import dataclass

from oddchip.equity.result import PlayerResult

METHODS = ("auto", "exact", "monte-carlo")
USUAL_ERROR = 5e-4
"""The standard error that is aimed at where nothing else is said: 0.05 points of a hundred."""
REPORT_SECONDS = 0.1
"""Between two calls of a callback with the progress."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far sampling has come; given to a callback about ten times a second."""

    players: tuple[PlayerResult, ...]
    """Equities and standard errors so far."""
    samples: int
    rate: float
    """Samples a second."""
    elapsed_s: float
    part: float
    """Roughly which part of the work is done, 0..1."""


OnProgress = Callable[[Progress], object]
"""Is called with the progress; returning False ends the sampling."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: at the first of these; None is no limit."""

    std_error: float | None
    """The largest standard error that any player may have."""
    samples: int | None
    seconds: float | None


def make_limits(std_error: float | None, samples: int | None, seconds: float | None) -> Limits:
    """Return the limits that are set, the usual error if none is; `ValueError` for what is not above 0.

    >>> make_limits(None, 1000, None)
    Limits(std_error=None, samples=1000, seconds=None)
    """
    for name, value in (("std_error", std_error), ("samples", samples), ("time_limit", seconds)):
        if value is not None and not value > 0:
            raise ValueError(f"{name} is {value}, which is not above 0")
    if std_error is None and samples is None and seconds is None:
        std_error = USUAL_ERROR
    return Limits(std_error, None if samples is None else operator.index(samples), seconds)
