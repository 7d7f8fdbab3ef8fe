"""Ranges that the user has given a name, in a TOML file of the user: `oddchip range 15% --save open`.

The file is `ranges.toml`, a name and a range a line, in the user's configuration folder or in the one that
the environment variable ODDCHIP_CONFIG_DIR names. It may be edited by hand.
"""

import os
import re
import tomllib
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from pathlib import Path

from oddchip.evaluator.errors import OddchipError

NAME_HELP = "letters A to Z and a to z, digits, - and _"
_NAME = re.compile(r"[A-Za-z0-9_-]+")
_HEADER = "# Written by `oddchip range RANGE --save NAME`, which keeps no comments.\n"
_MOST_LISTED = 12


class SavedRangeError(OddchipError, ValueError):
    """A name that no range has or may have, or a file of saved ranges that cannot be read."""


def ranges_file() -> Path:
    """Return the path of the file of saved ranges, which need not exist."""
    folder = os.environ.get("ODDCHIP_CONFIG_DIR")
    if folder:
        return Path(folder).expanduser() / "ranges.toml"
    from platformdirs import user_config_dir

    return Path(user_config_dir("oddchip", appauthor=False)) / "ranges.toml"


def saved_ranges() -> dict[str, str]:
    """Return the text of each saved range by its name, in alphabetical order.

    Raises `SavedRangeError` for a file that is not what `save_range` writes.
    """
    path = ranges_file()
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise _file_error(path, "cannot be read", error) from None
    try:
        entries = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise _damaged(path, f"byte {error.start} is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise _damaged(path, _lower_first(str(error))) from None
    for name, text in entries.items():
        if not _NAME.fullmatch(name):
            raise _damaged(path, f"{name!r} is not a name ({NAME_HELP})")
        if not isinstance(text, str):
            raise _damaged(path, f"{name!r} is not a text in quotes")
    return _sorted(entries)


def saved_range(name: str) -> str:
    """Return the text of a saved range; `SavedRangeError` if there is none of this name."""
    check_name(name)
    saved = saved_ranges()
    if name not in saved:
        raise unknown_name(name, saved)
    return saved[name]


def save_range(name: str, text: str) -> str | None:
    """Save the text of a range under a name; return what the name stood for before, if anything.

    Raises `SavedRangeError` for what is not a name, and for a file that cannot be read or written, which
    then stays as it is.
    """
    check_name(name)
    saved = saved_ranges()
    _write(saved | {name: text})
    return saved.get(name)


def remove_range(name: str) -> None:
    """Remove a saved range; `SavedRangeError` if there is none of this name."""
    check_name(name)
    saved = saved_ranges()
    if name not in saved:
        raise unknown_name(name, saved)
    del saved[name]
    _write(saved)


def check_name(name: str) -> None:
    """Raise `SavedRangeError` if a range cannot have this name."""
    if not _NAME.fullmatch(name):
        raise SavedRangeError(f"{name!r} cannot name a range (a name has {NAME_HELP})")


def unknown_name(name: str, saved: Collection[str]) -> SavedRangeError:
    """Return the error for a name that no range has, with the names that ranges have."""
    message = f"no range is saved as {name!r}"
    if not saved:
        return SavedRangeError(
            f"{message}; none is saved yet ('oddchip range RANGE --save {name}' saves one)"
        )
    by_case = {each.lower(): each for each in saved}
    close = get_close_matches(name.lower(), by_case, n=1)
    hint = f" (did you mean {by_case[close[0]]!r}?)" if close else ""
    names = list(saved)
    more = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else ""
    verb = "saved is" if len(names) == 1 else "saved are"
    return SavedRangeError(f"{message}{hint}; {verb} {', '.join(names[:_MOST_LISTED])}{more}")


def _write(entries: Mapping[str, str]) -> None:
    """Write the file whole or not at all: beside it first, then in its place."""
    import tomli_w

    content = _HEADER + tomli_w.dumps(_sorted(entries))
    target = Path(os.path.realpath(ranges_file()))  # a link stays one
    new = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with new.open("w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(target)
    except OSError as error:
        raise _file_error(target, "cannot be written", error) from None
    finally:
        if new.exists():
            new.unlink()


def _sorted(entries: Mapping[str, str]) -> dict[str, str]:
    return dict(sorted(entries.items(), key=lambda entry: (entry[0].lower(), entry[0])))


def _damaged(path: Path, problem: str) -> SavedRangeError:
    return SavedRangeError(
        f"the file of saved ranges {str(path)!r} is damaged: {problem} (it is left as it is)"
    )


def _file_error(path: Path, problem: str, error: OSError) -> SavedRangeError:
    return SavedRangeError(
        f"the file of saved ranges {str(path)!r} {problem}: {_lower_first(error.strerror or str(error))}"
    )


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]
