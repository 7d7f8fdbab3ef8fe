"""The examples of the README and of docs/ as they stand: what the commands print, and the Python sessions."""

import doctest
import re
from pathlib import Path

import pytest
from examples import examples_of, output_of, without_times

ROOT = Path(__file__).resolve().parents[1]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(ROOT.glob("docs/*.md"))
}
PAGES["README.md"] = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = {page: examples_of(text) for page, text in PAGES.items()}
COMMANDS = [
    pytest.param(command, printed, id=f"{page} {command}")
    for page, examples in EXAMPLES.items()
    for command, printed in examples
]
MADE = [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("docs/commands/*.md"))]
SESSION = re.compile(r"^```python\n(.+?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/tutorial.md"])
def test_there_are_examples(page):
    assert len(EXAMPLES[page]) >= 8


@pytest.mark.parametrize("page", PAGES)
def test_examples_are_found(page):
    """Without this an example that is written in another way would not be run."""
    assert len(EXAMPLES[page]) == PAGES[page].count("$ oddchip ")
    assert PAGES[page].count(">>> ") == sum(session.count(">>> ") for session in SESSION.findall(PAGES[page]))


@pytest.mark.parametrize(("command", "printed"), COMMANDS)
def test_command_prints_what_the_page_says(command, printed):
    assert without_times(output_of(command)) == without_times(printed), (
        "if the command is right: python docs/examples.py README.md docs/*.md"
    )


def test_the_first_command_prints_what_the_readme_says():
    command = re.search(r"^python3 .+ \.venv/bin/oddchip (.+)$", PAGES["README.md"], re.MULTILINE)[1]
    printed = re.search(
        r"^The first prints\n\n```\n(.+?)^```$", PAGES["README.md"], re.MULTILINE | re.DOTALL
    )[1]
    assert without_times(output_of(command)) == without_times(printed)


@pytest.mark.parametrize("page", [page for page, text in PAGES.items() if ">>> " in text])
def test_python_session(page):
    session = "\n".join(SESSION.findall(PAGES[page]))
    test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert len(test.examples) >= 8


def test_sessions_are_found():
    assert {"README.md", "docs/monte-carlo.md", "docs/rules.md", "docs/tutorial.md"} <= {
        page for page, text in PAGES.items() if SESSION.search(text)
    }


@pytest.mark.parametrize("page", [*PAGES, *MADE])
def test_links_lead_somewhere(page):
    path = ROOT / page
    links = re.findall(r"\]\(([^)#]+?)(?:#.*?)?\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (path.parent / link).exists()] == []
