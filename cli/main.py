"""The command group, and what all commands share: options, errors, exit codes.

Commands import what they need when they run: `oddchip --help` must not wait for Numba, whose import takes
longer than everything else together.
"""

import click

from oddchip.cli.equity_command import equity
from oddchip.cli.evaluate_command import evaluate
from oddchip.cli.preflop_command import preflop
from oddchip.cli.range_command import range_command
from oddchip.cli.replay_command import replay
from oddchip.cli.showdown_command import showdown
from oddchip.cli.warmup_command import warmup


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 wrong cards or files, 2 wrong usage, 130 interrupted.",
)
@click.version_option(package_name="oddchip", message="%(prog)s %(version)s")
def group() -> None:
    """Tell what Texas Hold'em hands and ranges are worth.

    \b
    Examples:
      oddchip equity AhKh QQ+
      oddchip equity AhKh QsQd "22+, AJo+" --board 2h7h9c
      oddchip range 15%
      oddchip showdown AhKd AsQh --board Ac9c7d4s2s --pot 25
    """


for command in (equity, evaluate, range_command, preflop, showdown, replay, warmup):
    group.add_command(command)


def run() -> None:
    """Run the command line and leave with its exit code."""
    group(prog_name="oddchip")
