"""Help on one screen: the everyday options by `--help`, all of them under headings by `--help-all`.

A command of the class `TwoPageCommand` declares its options with `option`, which says under which heading
one stands and whether it is of every day. Of the docstring, `--help-all` also shows what stands behind a line
with a form feed.
"""

import functools
import inspect
from typing import Any

import click

from oddchip.cli.suggestions import SuggestingGroup

INPUT, METHOD, SHOW, PICTURES, OUTPUT = "Input", "Method", "What to show", "Pictures", "Output"
HEADINGS = (INPUT, METHOD, SHOW, PICTURES, OUTPUT)

HELP_ALL = "--help-all"


class HeadedOption(click.Option):
    """An option with its place in the help.

    heading: one of `HEADINGS`. everyday: whether `--help` lists it, too, not only `--help-all`.
    """

    def __init__(
        self, *declarations: Any, heading: str = OUTPUT, everyday: bool = True, **attributes: Any
    ) -> None:
        super().__init__(*declarations, **attributes)
        self.heading = heading
        self.everyday = everyday


option = functools.partial(click.option, cls=HeadedOption)
"""`click.option` with two more arguments, `heading` and `everyday`."""


class TwoPageCommand(click.Command):
    """A command with a short `--help`, and a long `--help-all` if it has options that are not of every day.

    >>> from click.testing import CliRunner
    >>> slowly = HeadedOption(["--slowly"], heading=METHOD, everyday=False, help="Take long.")
    >>> aloud = HeadedOption(["--aloud"], heading=METHOD, everyday=False, help="Say it.")
    >>> command = TwoPageCommand("count", help="Count.\\n\\f\\nTo ten.", params=[slowly, aloud])
    >>> print(CliRunner().invoke(command, ["--help"]).stdout)
    Usage: count [OPTIONS]
    <BLANKLINE>
      Count.
    <BLANKLINE>
    Options:
      --help      Show this message and exit.
      --help-all  Show the other 2 options, too.
    <BLANKLINE>
    >>> print(CliRunner().invoke(command, ["--help-all"]).stdout)
    Usage: count [OPTIONS]
    <BLANKLINE>
      Count.
    <BLANKLINE>
      To ten.
    <BLANKLINE>
    Method:
      --slowly TEXT  Take long.
      --aloud TEXT   Say it.
    <BLANKLINE>
    Output:
      --help         Show the everyday options.
      --help-all     Show this message and exit.
    <BLANKLINE>
    """

    def __init__(self, *arguments: Any, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.has_two_pages = not all(map(_is_everyday, self.params))
        if self.has_two_pages:
            self.params.append(
                click.Option(
                    [HELP_ALL],
                    is_flag=True,
                    is_eager=True,
                    expose_value=False,
                    callback=_print_help_all,
                    help="Show all options.",
                )
            )

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the everyday options."""
        all_rows = self._rows(ctx)
        rows = [row for each, row in all_rows if _is_everyday(each)]
        if self.has_two_pages:
            rows.append((HELP_ALL, f"Show the other {len(all_rows) - len(rows)} options, too."))
        with formatter.section("Options"):
            formatter.write_dl(rows)

    def get_help_all(self, ctx: click.Context) -> str:
        """Return what `--help-all` prints."""
        formatter = ctx.make_formatter()
        self.format_usage(ctx, formatter)
        short = self.help
        try:
            self.help = inspect.cleandoc(short or "").replace("\f", "")
            self.format_help_text(ctx, formatter)
        finally:
            self.help = short
        self._format_sections(ctx, formatter)
        self.format_epilog(ctx, formatter)
        return formatter.getvalue().rstrip("\n")

    def _format_sections(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {heading: [] for heading in HEADINGS}
        for each, (names, text) in self._rows(ctx):
            is_help = self.has_two_pages and "--help" in each.opts
            sections[_heading(each)].append((names, "Show the everyday options." if is_help else text))
        if self.has_two_pages:
            sections[OUTPUT].append((HELP_ALL, "Show this message and exit."))
        width = max(len(names) for rows in sections.values() for names, _ in rows)
        for heading, rows in sections.items():
            if rows:
                with formatter.section(heading):
                    formatter.write_dl([(names.ljust(width), text) for names, text in rows], col_max=width)

    def _rows(self, ctx: click.Context) -> list[tuple[click.Parameter, tuple[str, str]]]:
        """The options and what the help says of each, that for help last and without `--help-all`."""
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        rows = [(each, each.get_help_record(ctx)) for each in options if HELP_ALL not in each.opts]
        return [(each, row) for each, row in rows if row is not None]


class OneScreenGroup(SuggestingGroup):
    """A group whose help has the commands alone; its few options stand in the line of usage."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands."""
        self.format_commands(ctx, formatter)


def _is_everyday(parameter: click.Parameter) -> bool:
    return getattr(parameter, "everyday", True)


def _heading(parameter: click.Parameter) -> str:
    return getattr(parameter, "heading", OUTPUT)


def _print_help_all(ctx: click.Context, parameter: click.Parameter, is_wanted: bool) -> None:
    if is_wanted and not ctx.resilient_parsing and isinstance(ctx.command, TwoPageCommand):
        click.echo(ctx.command.get_help_all(ctx), color=ctx.color)
        ctx.exit()
