"""What a shell offers where a hand or the name of a saved range is typed.

Commands import this when they are defined, so it imports nothing that takes time.
"""

import os

import click
from click.shell_completion import CompletionItem


def complete_hand(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the saved ranges for a hand such as `+op`, and the files for one such as `@ran`."""
    before, mark, start = incomplete.rpartition("+")
    if mark and (not before or before[-1] in ",; (!"):
        return [CompletionItem(f"{before}+{name}", help=text) for name, text in _saved(start).items()]
    given = context.params.get(parameter.name or "") or ()
    # Bash parts words at an @ when it asks, but not when it puts the answer in the line.
    is_parted = given == "@" or tuple(given)[-1:] == ("@",)
    if incomplete.startswith("@") or is_parted:
        return [CompletionItem(f"@{path}") for path in _files(incomplete.removeprefix("@"))]
    return []


def complete_saved_name(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the names of the saved ranges that begin so."""
    return [CompletionItem(name, help=text) for name, text in _saved(incomplete).items()]


def _saved(start: str) -> dict[str, str]:
    from oddchip.cli.named_ranges import SavedRangeError, saved_ranges

    try:
        return {name: text for name, text in saved_ranges().items() if name.startswith(start)}
    except SavedRangeError:  # the command will say it; a message here would land in the user's line
        return {}


def _files(start: str) -> list[str]:
    """The paths that begin so, folders with a slash at the end."""
    folder, name = os.path.split(start)
    try:
        with os.scandir(os.path.expanduser(folder) or ".") as found:
            return sorted(
                os.path.join(folder, entry.name) + (os.sep if entry.is_dir() else "")
                for entry in found
                if entry.name.startswith(name) and (name or not entry.name.startswith("."))
            )
    except OSError:
        return []
