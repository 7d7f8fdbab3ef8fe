"""The command group, and what all commands share: options, errors, exit codes.

Commands import what they need when they run: `oddchip --help` must not wait for Numba, whose import takes
longer than everything else together.
"""

import _thread
import gc
import io
import platform
import sys
import threading
from importlib.metadata import version

import click

from oddchip.cli.batch_command import batch
from oddchip.cli.bench_command import bench
from oddchip.cli.completion_command import completion
from oddchip.cli.equity_command import equity
from oddchip.cli.evaluate_command import evaluate
from oddchip.cli.help import OneScreenGroup
from oddchip.cli.matrix_command import matrix
from oddchip.cli.preflop_command import preflop
from oddchip.cli.range_command import range_command
from oddchip.cli.replay_command import replay
from oddchip.cli.shared import INTERRUPTED, legible, say_interrupted
from oddchip.cli.showdown_command import showdown
from oddchip.cli.streams import finish_output, prepare_streams
from oddchip.cli.warmup_command import warmup

PROGRAM = "oddchip"


def _print_versions(context: click.Context, parameter: click.Parameter, is_wanted: bool) -> None:
    if not is_wanted or context.resilient_parsing:
        return
    from oddchip.evaluator.tables import TABLE_DIGEST

    click.echo(f"{PROGRAM} {version(PROGRAM)}")
    click.echo(f"Python {platform.python_version()}")
    for package in ("numpy", "numba"):
        click.echo(f"{package} {version(package)}")
    click.echo(f"evaluator tables {TABLE_DIGEST[:16]}")
    context.exit()


@click.group(
    cls=OneScreenGroup,
    options_metavar="[--version] [--help]",
    subcommand_metavar="COMMAND [--help] ...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 wrong cards or files, 2 wrong usage, 130 interrupted.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_versions,
    help="Show the versions of oddchip and of what it calculates with.",
)
def group() -> None:
    """Tell what Texas Hold'em hands and ranges are worth.

    \b
      oddchip equity AhKh QsQd "22+, AJo+" --board 2h7h9c
      oddchip range 15%
      oddchip showdown AhKd AsQh --board Ac9c7d4s2s --pot 25
    """


for command in (
    equity,
    evaluate,
    range_command,
    preflop,
    matrix,
    batch,
    showdown,
    replay,
    bench,
    completion,
    warmup,
):
    group.add_command(command)


def run() -> None:
    """Run the command line and leave with its exit code."""
    # Imports make 200,000 objects, none of them garbage. Not to look for some saves 20 ms while they are made
    # and 50 ms when the process ends.
    gc.set_threshold(100_000, 50, 50)
    prepare_streams()
    sys.unraisablehook = _deliver_again
    code = _run_group()
    problem = finish_output()
    if problem:
        click.echo(f"error: the output cannot be written: {problem}", err=True)
        code = 1
    gc.freeze()
    raise SystemExit(code)


def _deliver_again(lost: "sys.UnraisableHookArgs") -> None:
    """Repeat a Ctrl-C that came while compiled code was calling Python, where it is printed and forgotten."""
    if not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
    elif not sys.is_finalizing():
        again = threading.Timer(0.02, _thread.interrupt_main)
        again.daemon = True
        again.start()


def _run_group() -> int | str | None:
    try:
        # Commands return nothing; what comes back is the code of `context.exit`.
        code: int | None = group.main(prog_name=PROGRAM, standalone_mode=False)
        return code
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        for line in shown.getvalue().splitlines():
            click.echo(legible(line.expandtabs()), err=True)
        return error.exit_code
    except click.Abort:  # Ctrl-C outside the commands, which see to theirs
        say_interrupted()
        return INTERRUPTED
    except SystemExit as end:
        return end.code
