"""Did-you-mean for misspelt commands and options."""

import click
import pytest
from click.testing import CliRunner

from oddchip.cli.main import group
from oddchip.cli.suggestions import suggestion


def said(*arguments):
    result = CliRunner().invoke(group, arguments, prog_name="oddchip")
    assert result.exit_code == 2
    assert result.stdout == ""
    return result.stderr.splitlines()[-1]


MISSPELT = {
    "equty": "Error: No such command 'equty'. Did you mean 'equity'?",
    "evalute": "Error: No such command 'evalute'. Did you mean 'evaluate'?",
    "xxxxx": "Error: No such command 'xxxxx'.",
}


@pytest.mark.parametrize(("name", "message"), MISSPELT.items())
def test_misspelt_command(name, message):
    assert said(name, "AhKh", "QQ") == message


@pytest.mark.parametrize(("name", "message"), MISSPELT.items())
def test_misspelt_command_where_click_says_nothing(monkeypatch, name, message):
    """As click did before 8.4."""

    def resolve_command(self, ctx, args):
        ctx.fail(f"No such command {args[0]!r}.")

    monkeypatch.setattr(click.Group, "resolve_command", resolve_command)
    assert said(name, "AhKh", "QQ") == message


def test_several_commands_alike():
    assert suggestion("cat", ["cut", "cot"]) == " (Did you mean one of: 'cot', 'cut'?)"


def test_misspelt_option():
    message = said("equity", "AhKh", "QQ", "--bord", "2c")
    assert "--bord" in message
    assert "Did you mean" in message
    assert "--board" in message


def test_misspelt_option_of_the_program():
    message = said("--versio")
    assert "Did you mean" in message
    assert "--version" in message


def test_misspelt_choice_shows_the_choices():
    assert "'auto', 'exact', 'monte-carlo'" in said("equity", "AhKh", "QQ", "--method", "exat")
