"""Runs the examples of pages: `python docs/examples.py README.md docs/*.md` brings them up to date.

An example is a block of a page that begins with `$ oddchip`; below is what the command prints on stdout. What
Python sessions print, all those of a page being one, is renewed as well: look at what has changed.
"""

import doctest
import re
import shlex
import sys
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from oddchip.cli.main import PROGRAM, group

ROOT = Path(__file__).resolve().parents[1]

_EXAMPLE = re.compile(rf"^```\n\$ {PROGRAM} (.+)\n((?:.+\n|\n)*?)```$", re.MULTILINE)
_SECONDS = re.compile(r'(, |"elapsed_s": )[0-9.]+( s)?$', re.MULTILINE)


def examples_of(page: str) -> list[tuple[str, str]]:
    """Return the commands of a page, without the name of the program, and what they print by the page."""
    return _EXAMPLE.findall(page)


def without_times(printed: str) -> str:
    """Return a text without blanks at the end of lines and without times, which differ from run to run."""
    return "\n".join(line.rstrip() for line in _SECONDS.sub(r"\1", printed).splitlines())


def output_of(command: str) -> str:
    """Return what a command prints, as in a terminal of 80 columns; `RuntimeError` if it fails.

    It runs at the root of the repository, where the files stand that examples name.
    """
    # What rich takes from the environment would draw for another screen than the one of the pages.
    plain = {"COLUMNS": None, "FORCE_COLOR": None, "ODDCHIP_CONFIG_DIR": str(ROOT / "docs" / "no-ranges")}
    with chdir(ROOT):
        result = CliRunner(env=plain).invoke(group, shlex.split(command), prog_name=PROGRAM)
    if result.exit_code:
        raise RuntimeError(f"{PROGRAM} {command} ended with {result.exit_code}: {result.output}")
    return "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())


def example(command: str) -> str:
    """Return the block of a command, as it stands in a page."""
    return f"```\n$ {PROGRAM} {command}\n{output_of(command)}```"


def refreshed(page: str) -> str:
    """Return a page with what its commands print now; times change where other things do."""

    def block(found: re.Match[str]) -> str:
        is_same = without_times(output_of(found[1])) == without_times(found[2])
        return found[0] if is_same else example(found[1])  # once more, as the first run may have compiled

    return _EXAMPLE.sub(block, page)


class _Renewer(doctest.DocTestRunner):
    """Notes what a session prints that is not what the page says: from which line on, how many, and what."""

    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
        self.found: list[tuple[int, int, str]] = []

    def report_failure(self, out: Any, test: Any, example: doctest.Example, got: str) -> None:
        start = example.lineno + example.source.count("\n")
        self.found.append((start, example.want.count("\n"), got))

    def report_unexpected_exception(
        self, out: Any, test: Any, example: doctest.Example, exc_info: Any
    ) -> None:
        raise RuntimeError(f"{test.name}: {example.source}") from exc_info[1]


def with_sessions_renewed(page: str) -> str:
    """Return a page with what its Python sessions print now; `RuntimeError` where one raises an error."""
    runner = _Renewer()
    runner.run(doctest.DocTestParser().get_doctest(page, {}, "session", None, 0))
    lines = page.splitlines(keepends=True)
    for start, count, got in reversed(runner.found):
        lines[start : start + count] = [got]
    return "".join(lines)


def update(path: Path, make: Callable[[], str]) -> None:
    """Write a page and say so, unless the one that is there differs by times only."""
    if not path.exists() or without_times(path.read_text(encoding="utf-8")) != without_times(make()):
        path.write_text(make(), encoding="utf-8")  # once more, as the first time may have compiled
        sys.stdout.write(f"{path} is new\n")


def main() -> None:
    """Bring the pages named on the command line up to date."""
    for name in sys.argv[1:]:
        page = Path(name).read_text(encoding="utf-8")
        update(Path(name), lambda page=page: with_sessions_renewed(refreshed(page)))


if __name__ == "__main__":
    main()
