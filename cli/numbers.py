"""Checks of numbers given as options, whose messages say what would be accepted."""

import math
from collections.abc import Callable
from typing import TypeVar

import click

Number = TypeVar("Number", int, float)

Check = Callable[[click.Context, click.Parameter, Number | None], Number | None]
"""A callback of an option."""


def above_0(most: float = math.inf) -> Check[float]:
    """Return a check that a number is above 0, finite and not above a limit."""

    def check(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
        if value is not None and (not 0 < value <= most or math.isinf(value)):
            end = "" if math.isinf(most) else f" and up to {most:g}"
            raise click.BadParameter(f"{value:g} is not a number above 0{end}.", context, parameter)
        return value

    return check


def at_least(least: int) -> Check[int]:
    """Return a check that a whole number is not below a limit."""

    def check(context: click.Context, parameter: click.Parameter, value: int | None) -> int | None:
        if value is not None and value < least:
            raise click.BadParameter(f"{value} is not a whole number from {least} on.", context, parameter)
        return value

    return check
