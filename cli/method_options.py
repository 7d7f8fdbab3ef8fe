"""Options of several commands: by which method equities are found, how exactly, on how many threads.

Each is a decorator once it is told what is its own in a command, such as `help` and `everyday`.
"""

import functools

import click

from oddchip.cli.help import METHOD, option
from oddchip.cli.numbers import above_0, at_least

method_option = functools.partial(
    option,
    "--method",
    type=click.Choice(["auto", "exact", "monte-carlo"]),
    metavar="M",
    default="auto",
    heading=METHOD,
)
std_error_option = functools.partial(
    option, "--std-error", type=float, callback=above_0(0.5), metavar="X", heading=METHOD
)
samples_option = functools.partial(
    option, "--samples", type=int, callback=at_least(1), metavar="N", heading=METHOD, everyday=False
)
seed_option = functools.partial(option, "--seed", type=int, callback=at_least(0), metavar="N", heading=METHOD)
threads_option = functools.partial(
    option, "--threads", type=int, callback=at_least(1), metavar="N", heading=METHOD
)
