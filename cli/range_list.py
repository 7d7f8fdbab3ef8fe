"""Files with one range a line, which may have a name: `open: 22+, A2s+, KTs+`.

What stands before the first colon is a name, unless it is a hand itself: `AA:0.5, KK` is a range with a
weight. In quotes everything is a name. A range may be anything that stands for one on the command line.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from oddchip.cli.named_ranges import SavedRangeError
from oddchip.cli.range_input import (
    FILE_MARK,
    STDIN,
    InputError,
    expand,
    read_file,
    read_hand,
    read_lines,
    read_stdin,
)
from oddchip.cli.shared import legible
from oddchip.cli.sourced_text import Part, SourcedText
from oddchip.evaluator.errors import RangeSyntaxError

_WHITE = re.compile(r"\s")
_NAMED = re.compile(r"""(?:"(?P<quoted>[^"]+)"|(?P<plain>[^:"]+?))\s*:\s*(?=\S)""")


def read_range_list(path: str) -> dict[str, str]:
    """Return the ranges of a file by name, in the order of the lines; `-` is standard input.

    Ranges without a name are named by their text. Raises `InputError` for a file that cannot be read, has no
    range or the same name twice.
    """
    name = path.removeprefix("@")
    if path == STDIN:
        parts = read_lines(read_stdin(), "standard input")
    elif not path:
        raise InputError("a name of a file is empty (write that of a file with one range a line)")
    else:
        parts = read_lines(read_file(name), f"file {name!r}")
    ranges: dict[str, str] = {}
    places: dict[str, str] = {}
    for part in parts:
        line = part.cut(len(part.text) - len(part.text.lstrip()), len(part.text))
        own_name, range_part = _split(line)
        if own_name in places:
            raise InputError(
                f"{line.source.place}: the name {own_name!r} is that of {places[own_name]}, too"
                " (write another name and a colon before the range)"
            )
        ranges[own_name] = _range_text(range_part)
        places[own_name] = line.source.place
    return ranges


def read_flop_list(path: str) -> list[str]:
    """Return the flops of a file, one a line, which know where they stand."""
    name = path.removeprefix("@")
    parts = read_lines(read_file(name), f"file {name!r}", "flop in it (one a line, such as Kh7d2c")
    return [
        SourcedText.of([part.cut(len(part.text) - len(part.text.lstrip()), len(part.text))]) for part in parts
    ]


def file_of(path: str) -> Path:
    """Return the file that `read_range_list` reads."""
    return Path(path.removeprefix("@")).expanduser()


def shown_name(names: Mapping[str, object]) -> str:
    """Return names as a short list for a sentence."""
    listed = [repr(name) for name in names]
    return legible(", ".join(listed[:3])) + (f" and {len(listed) - 3} more" if len(listed) > 3 else "")


def _split(line: Part) -> tuple[str, Part]:
    """The name of a line and the part that is the range."""
    match = _NAMED.match(line.text)
    if match is None or (match["plain"] and _is_hand(match["plain"])):
        return _WHITE.sub(" ", line.text), line
    name = match["quoted"] or match["plain"]
    for place, character in enumerate(name, start=line.text.index(name)):
        if not character.isprintable():
            raise RangeSyntaxError(
                f"character {character!r} in a name cannot be printed (position {place})",
                text=SourcedText.of([line]),
                position=place,
                expected="characters that can be printed",
            )
    return name, line.cut(match.end(), len(line.text))


def _is_hand(text: str) -> bool:
    from oddchip.equity import Range
    from oddchip.evaluator import OddchipError

    try:
        Range.parse(text)
    except OddchipError:
        return False
    return True


def _range_text(part: Part) -> str:
    try:
        return read_hand(part.text) if part.text.startswith(FILE_MARK) else expand([part])
    except (InputError, SavedRangeError) as error:
        error.args = (f"{part.source.place}: {error.args[0]}",)
        raise
