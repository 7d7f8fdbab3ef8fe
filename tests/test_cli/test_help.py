"""What `--help` and `--help-all` print: one screen, an example, every option, and nothing heavy imported."""

import re
import shlex
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from oddchip.cli.completion_command import SHELLS
from oddchip.cli.help import HEADINGS, TwoPageCommand
from oddchip.cli.main import group

LINES, COLUMNS = 24, 80
"""Of the smallest terminal; one line is for the prompt that follows."""

HEAVY = {"numpy", "numba", "llvmlite", "rich", "polars", "matplotlib", "dask", "distributed", "tomli_w"}
COMMANDS = sorted(group.commands)
TWO_PAGES = [name for name in COMMANDS if getattr(group.commands[name], "has_two_pages", False)]


def help_of(*arguments: str, page: str = "--help") -> list[str]:
    result = CliRunner().invoke(group, [*arguments, page], prog_name="oddchip", env={"COLUMNS": str(COLUMNS)})
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


def long_options(name: str) -> set[str]:
    parameters = group.commands[name].get_params(click.Context(group.commands[name]))
    options = (each for each in parameters if isinstance(each, click.Option) and not each.hidden)
    return {text for each in options for text in each.opts if text.startswith("--")}


def listed(lines: list[str]) -> set[str]:
    """The options at the beginning of lines."""
    return {text for line in lines for text in re.findall(r"^  (?:-\w, )?(--[\w-]+)", line)}


def test_there_is_something_to_look_at():
    assert {"equity", "range", "preflop", "evaluate", "showdown", "replay"} <= set(COMMANDS)
    assert "equity" in TWO_PAGES


@pytest.mark.parametrize("arguments", [[], *[[name] for name in COMMANDS]], ids=" ".join)
def test_help_fits_one_screen(arguments):
    lines = help_of(*arguments)
    assert len(lines) < LINES
    assert max(map(len, lines)) <= COLUMNS


def test_there_is_room_for_eleven_commands():
    assert len(help_of()) + 11 - len(COMMANDS) < LINES


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example_that_can_be_read(name):
    examples = [line.strip() for line in help_of(name) if line.startswith("    oddchip ")]
    if name == "completion":
        assert sum(f"oddchip completion {shell}" in line for line in help_of(name) for shell in SHELLS) >= 3
        return
    assert examples
    command = group.commands[name]
    for example in examples:
        _, called, *arguments = shlex.split(re.split(" {4,}", example)[0])  # what it does may stand behind
        assert called == name
        command.make_parser(click.Context(command)).parse_args(arguments)  # knows every option


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_listed(name):
    if name in TWO_PAGES:
        assert listed(help_of(name)) < long_options(name)
        assert help_of(name)[-1].split()[0] == "--help-all"
        assert listed(help_of(name, page="--help-all")) == long_options(name)
    else:
        assert listed(help_of(name)) == long_options(name)


@pytest.mark.parametrize("name", TWO_PAGES)
def test_the_long_page_has_headings(name):
    lines = help_of(name, page="--help-all")
    headings = [line.removesuffix(":") for line in lines if re.fullmatch(r"\S.*:", line)]
    assert headings == [heading for heading in HEADINGS if heading in headings]
    assert len(headings) > 1
    assert max(map(len, lines)) <= COLUMNS


def test_the_short_page_tells_how_many_options_are_missing():
    last = help_of("equity")[-1]
    missing = len(long_options("equity") - listed(help_of("equity")))
    assert last.split()[1:] == ["Show", "the", "other", str(missing), "options,", "too."]


def test_the_long_page_says_more_than_the_short_one():
    assert "@FILE" not in " ".join(help_of("equity"))
    assert "@FILE" in " ".join(help_of("equity", page="--help-all"))


def test_help_all_comes_before_everything_else():
    result = CliRunner().invoke(
        group, ["equity", "AA", "--std-error", "-5", "--help-all"], prog_name="oddchip"
    )
    assert result.exit_code == 0
    assert "--threads" in result.stdout


def test_hidden_options_are_suggested():
    result = CliRunner().invoke(group, ["equity", "AA", "KK", "--thread", "2"], prog_name="oddchip")
    assert result.exit_code == 2
    assert "--threads" in result.stderr
    result = CliRunner().invoke(group, ["equity", "--help-al"], prog_name="oddchip")
    assert "--help-all" in result.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_all_options_are_completed(name):
    result = CliRunner().invoke(
        group,
        [],
        prog_name="oddchip",
        env={"_ODDCHIP_COMPLETE": "bash_complete", "COMP_WORDS": f"oddchip {name} --", "COMP_CWORD": "2"},
    )
    assert {line.partition(",")[2] for line in result.stdout.splitlines()} == long_options(name)


def test_options_of_a_group_stand_in_its_usage():
    assert help_of()[0] == "Usage: oddchip [--version] [--help] COMMAND [--help] ..."


def test_a_command_without_rare_options_has_one_page():
    command = TwoPageCommand("plain", params=[click.Option(["--all"])])
    assert "--help-all" not in CliRunner().invoke(command, ["--help"]).stdout
    assert CliRunner().invoke(command, ["--help-all"]).exit_code == 2


@pytest.mark.parametrize("page", ["--help", "--help-all"])
def test_help_imports_nothing_heavy(page):
    """One process for all commands: what one of them loads stays loaded."""
    commands = [[], *[[name] for name in (COMMANDS if page == "--help" else TWO_PAGES)]]
    if page == "--help-all":
        commands = commands[1:]
    program = f"""
import sys
from oddchip.cli.main import group
for arguments in {commands!r}:
    group.main([*arguments, {page!r}], prog_name="oddchip", standalone_mode=False)
print(*{{name.partition(".")[0] for name in sys.modules}}, file=sys.stderr)
"""
    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert finished.stdout.count("Usage: oddchip") == len(commands)
    loaded = set(finished.stderr.split())
    assert "click" in loaded
    assert not HEAVY & loaded
