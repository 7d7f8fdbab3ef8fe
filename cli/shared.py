"""What the commands share: the error boundary, common options, and notes on stderr."""

import functools
import logging
from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def format_option(*formats: str) -> Callable[[Command], Command]:
    """Return the option `--format`, of which the first format is the default."""
    return click.option(
        "--format",
        "output_format",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="How to print the result.",
    )


def with_error_boundary(command: Command) -> Command:
    """Add `--debug`, and turn errors of ours into one line on stderr and exit code 1."""

    @click.option("--debug", is_flag=True, help="Show the traceback of an error.")
    @functools.wraps(command)
    def bounded(*args: Any, debug: bool, **options: Any) -> None:
        from oddchip.evaluator.errors import OddchipError

        logging.getLogger("oddchip.compiling").addHandler(_CompileNote())
        logging.getLogger("oddchip.compiling").setLevel(logging.INFO)
        try:
            command(*args, **options)
        except OddchipError as error:
            if debug:
                raise
            click.echo(f"error: {error}", err=True)
            text, position = getattr(error, "text", ""), getattr(error, "position", None)
            if text and position is not None:
                click.echo(f"  {text}\n  {' ' * position}^", err=True)
            raise SystemExit(1) from None

    return bounded  # type: ignore[return-value]


class _CompileNote(logging.Handler):
    """Says once on stderr that kernels are being compiled, and whether they can be kept."""

    def __init__(self) -> None:
        super().__init__()
        self._said = False

    def emit(self, record: logging.LogRecord) -> None:
        """Print the first note about compiling, and every warning."""
        if record.levelno >= logging.WARNING:
            click.echo(f"oddchip: {record.getMessage()}", err=True)
        elif not self._said:
            self._said = True
            click.echo("oddchip: compiling for this machine, which takes some seconds once ...", err=True)
