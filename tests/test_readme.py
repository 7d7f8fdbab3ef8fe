"""The examples of the README and of docs/ as they stand: what the commands print, and the Python sessions."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddchip.cli.main import group

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^```\n\$ oddchip (.+)\n((?:.+\n|\n)*?)```$", README, re.MULTILINE)
SECONDS = re.compile(r'(, |"elapsed_s": )[0-9.]+( s)?$', re.MULTILINE)


def without_times(printed: str) -> list[str]:
    return [line.rstrip() for line in SECONDS.sub(r"\1", printed).splitlines()]


def test_there_are_examples():
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_command_prints_what_the_readme_says(command, printed):
    result = CliRunner().invoke(group, shlex.split(command), prog_name="oddchip")
    assert result.exit_code == 0
    assert without_times(result.stdout) == without_times(printed)


@pytest.mark.parametrize("page", ["README.md", "docs/monte-carlo.md", "docs/rules.md"])
def test_python_session(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    session = "\n".join(re.findall(r"^```python\n(.+?)^```$", text, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert len(test.examples) >= 8
