"""What the commands share: the error boundary, common options, and notes on stderr."""

import functools
import logging
import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from oddchip.cli.help import OUTPUT, option
from oddchip.cli.names import shortened_within

Command = TypeVar("Command", bound=Callable[..., Any])

INTERRUPTED = 130
"""Exit code of what Ctrl-C ended, as shells have it."""

LONGEST_EXCERPT = 70
"""Characters of a text that are shown above a caret."""

LONGEST_QUOTE, LONGEST_PATH, LONGEST_MESSAGE = 60, 300, 1200
"""Characters of what is quoted in a message, of it if it may be the path of a file, and of all together."""

_QUOTED = re.compile(r"""(?<!\w)(?P<mark>['"])(?P<quoted>(?:\\.|(?!(?P=mark)).)*)(?P=mark)""", re.DOTALL)


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
    """Add `--debug`, and turn errors into a sentence on stderr and exit code 1, Ctrl-C into exit code 130."""

    @option("--debug", is_flag=True, heading=OUTPUT, everyday=False, help="Show the traceback of an error.")
    @functools.wraps(command)
    def bounded(*args: Any, debug: bool, **options: Any) -> None:
        logging.getLogger("oddchip.compiling").addHandler(_CompileNote())
        logging.getLogger("oddchip.compiling").setLevel(logging.INFO)
        logging.getLogger("oddchip.workers").addHandler(_CompileNote())
        try:
            command(*args, **options)
        except KeyboardInterrupt:
            say_interrupted()
            raise SystemExit(INTERRUPTED) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if debug:
                raise
            for line in error_lines(error):
                click.echo(line, err=True)
            raise SystemExit(1) from None

    return bounded  # type: ignore[return-value]


def say_interrupted() -> None:
    """Say on stderr that Ctrl-C has ended the program."""
    click.echo("oddchip: interrupted", err=True)


def error_lines(error: Exception) -> list[str]:
    """Return what is wrong in a sentence and, where it is known, the text with a caret below the place.

    >>> from oddchip.evaluator import CardError
    >>> print("\\n".join(error_lines(CardError("unknown rank '1'", text="Ah1h", position=2))))
    error: unknown rank '1'
      Ah1h
        ^
    """
    from oddchip.evaluator.errors import OddchipError

    if isinstance(error, OddchipError):
        return _lines_of_ours(error)
    if isinstance(error, OSError):
        return [f"error: {legible(_file_problem(error))}"]
    if isinstance(error, MemoryError):
        return ["error: this needs more memory than there is"]
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return [f"error: {legible(what)} (not expected, so please report it; --debug shows where)"]


def _lines_of_ours(error: Exception) -> list[str]:
    from oddchip.cli.sourced_text import SourcedText

    message = str(error)
    text, position = getattr(error, "text", ""), getattr(error, "position", None)
    if isinstance(text, SourcedText):
        source, place = text.origin(position or 0)
        if position is not None:
            message = message.replace(f"(position {position})", f"(position {place})")
        message = f"{source.place}: {message}" if source.place else message
        text, position = source.text, None if position is None else place
    message = legible(message)
    if not text or position is None:
        return [f"error: {message}"]
    return [f"error: {message}", *_caret(text, position)]


def legible(message: str) -> str:
    r"""Return a message with what is quoted cut to a length, and with escapes for what cannot be printed.

    >>> legible(f"unknown card {'Ah' * 1000!r}")
    "unknown card 'AhAhAhAhAhAhAhAhAhAhAhAhAhAhAh…hAhAhAhAhAhAhAhAhAhAhAhAhAhAh'"
    >>> print(legible("card \x1b[31m"))
    card \x1b[31m
    """
    printable = "".join(char if char.isprintable() else repr(char)[1:-1] for char in _cut_quotes(message))
    return shortened_within(printable, LONGEST_MESSAGE)


def _cut_quotes(message: str) -> str:
    def cut(match: re.Match[str]) -> str:
        quoted, mark = match["quoted"], match["mark"]
        longest = LONGEST_PATH if "/" in quoted or "\\" in quoted else LONGEST_QUOTE
        return f"{mark}{shortened_within(quoted, longest)}{mark}"

    return _QUOTED.sub(cut, message)


def _caret(text: str, position: int) -> list[str]:
    """The text around a position, and a caret below it."""
    start = 0 if len(text) <= LONGEST_EXCERPT else max(0, position - LONGEST_EXCERPT // 2)
    before, after = text[start:position], text[position : start + LONGEST_EXCERPT]
    dots = "..." if start else "", "..." if start + LONGEST_EXCERPT < len(text) else ""
    shown = "".join(char if char.isprintable() else " " for char in before + after)
    return [f"  {dots[0]}{shown}{dots[1]}", f"  {' ' * len(dots[0] + before)}^"]


def _file_problem(error: OSError) -> str:
    problem = (error.strerror or str(error) or type(error).__name__).lower()
    return problem if error.filename is None else f"file {str(error.filename)!r} cannot be used: {problem}"


class _CompileNote(logging.Handler):
    """Says once on stderr that kernels are being compiled, and whether they can be kept."""

    def __init__(self) -> None:
        super().__init__()
        self._said = False

    def emit(self, record: logging.LogRecord) -> None:
        """Print the first note about compiling, and every warning."""
        if record.levelno >= logging.WARNING:
            click.echo(f"oddchip: {legible(record.getMessage())}", err=True)
        elif not self._said:
            self._said = True
            click.echo("oddchip: compiling for this machine, which takes some seconds once ...", err=True)
