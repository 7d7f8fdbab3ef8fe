"""Writes docs/commands, a page for each command from its own help: `python docs/make_commands.py`."""

import sys
from pathlib import Path

import click
from click.testing import CliRunner
from examples import example, update

from oddchip.cli.main import PROGRAM, group

FOLDER = Path(__file__).parent / "commands"
INDEX = "README.md"

EVERYTHING = "--help-all"
"""The option of commands whose `--help` shows the everyday options only."""

EXAMPLES = {
    "equity": (
        'AhQh "TT+, AQs+, KJs+, KQo, 88" --board "Kh 8h 3c" --pot 90 --call 30',
        'AA KK "QQ, AKs" random random --seed 7 --digits 1',
    ),
    "evaluate": ("Ah Kd Ac Ks Qh 2c 3s",),
    "range": ('"88+, A9s+, KQs" --diff "TT+, ATs+, AQo+"',),
    "matrix": ("docs/examples/ranges.txt --board Kh7d2c",),
    "preflop": ("AKs QQ", "72o random"),
    "showdown": ("AhKd AsQh --board Ac9c7d4s2s --pot 25",),
    "replay": ("tests/hands/own.phhs --summary",),
}
"""By command, the arguments of examples; they are run, and what they print is written below them."""

MORE = {
    "batch": ("batch", "cluster"),
    "bench": ("performance",),
    "equity": ("tutorial", "monte-carlo", "exactness", "matrix"),
    "matrix": ("matrix", "cluster"),
    "range": ("ranges",),
    "preflop": ("exactness",),
    "showdown": ("rules",),
    "replay": ("rules",),
}
"""By command, the other pages that belong to it."""


def page(name: str) -> str:
    """Return a page by the name of its file."""
    return index() if name == INDEX else page_of(name.removesuffix(".md"))


def page_of(name: str) -> str:
    """Return the page of a command."""
    command = group.commands[name]
    parts = [f"# {PROGRAM} {name}", _sentence(command), f"```text\n{help_of(name)}```"]
    if name in EXAMPLES:
        parts.append("## Examples" if len(EXAMPLES[name]) > 1 else "## Example")
        parts += [example(f"{name} {arguments}") for arguments in EXAMPLES[name]]
    if name in MORE:
        parts.append("More: " + ", ".join(f"[{other}.md](../{other}.md)" for other in MORE[name]))
    return "\n\n".join(parts) + "\n"


def index() -> str:
    """Return the page that lists the commands."""
    rows = [f"* [{PROGRAM} {name}]({name}.md): {_sentence(group.commands[name])}" for name in names()]
    return "\n\n".join(["# The commands", "\n".join(rows), group.epilog or ""]).rstrip() + "\n"


def names() -> list[str]:
    """Return the names of the commands."""
    return sorted(name for name, command in group.commands.items() if not command.hidden)


def help_of(name: str) -> str:
    """Return what a command says of itself with all its options, 80 columns wide."""
    everything = any(EVERYTHING in parameter.opts for parameter in group.commands[name].params)
    asked = EVERYTHING if everything else "--help"
    result = CliRunner(env={"COLUMNS": "80"}).invoke(group, [name, asked], prog_name=PROGRAM)
    if result.exit_code:
        raise RuntimeError(f"{PROGRAM} {name} {asked} ended with {result.exit_code}: {result.output}")
    return "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())


def _sentence(command: click.Command) -> str:
    return command.get_short_help_str(limit=100)


def main() -> None:
    """Write the pages that are not as they should be, and remove those of commands that are no more."""
    FOLDER.mkdir(exist_ok=True)
    wanted = [INDEX, *(f"{name}.md" for name in names())]
    for name in wanted:
        update(FOLDER / name, lambda name=name: page(name))
    for path in FOLDER.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
            sys.stdout.write(f"{path} is gone\n")


if __name__ == "__main__":
    main()
