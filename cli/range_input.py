"""What stands for a hand or a range on the command line: itself, a file, standard input or a saved range.

* `@open.txt` is the range in a file: UTF-8, several lines are one range, and `#` at the start of a line or
  after white space begins a comment.
* `-` is the same from standard input.
* `+open` is the range saved as `open`, alone or among other hands: `"+open, 72o"`, `"+open:0.5"`, and
  `"random, !+open"` for all but it. No hand begins with a `+`.
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from oddchip.cli.named_ranges import saved_range
from oddchip.cli.sourced_text import Part, Source, SourcedText
from oddchip.evaluator.errors import OddchipError

STDIN = "-"
NO_RANGE = "range in it (hands such as 'QQ+, AKs'"
FILE_MARK = "@"
_COMMENT = re.compile(r"(?:^|\s)#.*")
_DASHES = "-–—−‐‑‒"
_SAVED = re.compile(
    rf"""(?:(?P<removal>!|(?:(?<=[\s,;])|^)[{_DASHES}])|(?<=[\s,;(\]])|^)
    \+(?P<name>[^\s,;!:=@()\[\]]+)
    (?P<weighted>\s*(?P<mark>[:=@])\s*(?P<weight>[^\s,;!:=@()\[\]]*))?""",
    re.VERBOSE,
)
_REMOVAL = re.compile(rf"!|(?:^|[\s,;])[{_DASHES}]")
_OPEN_BRACKETS = re.compile(r"\([^)]*$|\[[^/\]][^\]]*\](?!.*\[/)", re.DOTALL)


class InputError(OddchipError, ValueError):
    """A file or standard input that gives no range."""


def read_hands(texts: Sequence[str]) -> tuple[str, ...]:
    """Return what each of several arguments stands for, as `read_hand` does.

    Raises `click.UsageError` if more than one is standard input.

    >>> read_hands(["AhKh", "QQ+"])
    ('AhKh', 'QQ+')
    """
    if sum(text.strip() == STDIN for text in texts) > 1:
        raise click.UsageError("only one hand can be -, which is standard input.")
    return tuple(read_hand(text) for text in texts)


def read_hand(text: str) -> str:
    """Return the hand or range that an argument stands for, which may still be neither.

    What comes from elsewhere is a `SourcedText`, so that an error in it can name the place.

    Raises `InputError` for a file that cannot be read or has no range in it, and `SavedRangeError` for a
    name that no range has.
    """
    stripped = text.strip()
    if stripped == STDIN:
        return expand(read_lines(read_stdin(), "standard input"))
    if stripped.startswith(FILE_MARK):
        name = stripped[1:]
        return expand(read_lines(read_file(name), f"file {name!r}"))
    if not _SAVED.search(text):
        return text
    return expand([Part(text, Source("", text), 0)])


def read_stdin() -> bytes:
    """Return all of standard input; `InputError` if it is closed."""
    if sys.stdin is None:
        raise InputError("standard input is closed (write a range, or @FILE)")
    if sys.stdin.isatty():
        click.echo("oddchip: reading a range from the terminal up to Ctrl-D", err=True)
    return sys.stdin.buffer.read()


def read_file(name: str) -> bytes:
    """Return what is in a file; `InputError` if it cannot be read."""
    if not name:
        raise InputError("no file is named after the '@' (write '@open.txt')")
    try:
        return Path(name).expanduser().read_bytes()
    except OSError as error:
        problem = (error.strerror or str(error)).lower()
        raise InputError(f"file {name!r} cannot be read: {problem}") from None


def read_lines(content: bytes, place: str, missing: str = NO_RANGE) -> list[Part]:
    """Return the lines that have something in them, without comments, each but the first after a space.

    place: what the content is from, in words; missing: what it has none of if nothing is left. Raises
    `InputError` for that, and for what is not UTF-8.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{place} is not UTF-8 text (byte {error.start} is not)") from None
    parts: list[Part] = []
    for number, line in enumerate(text.splitlines(), start=1):
        hands = _COMMENT.sub("", line).strip()
        if hands:
            # A space parts hands as a comma does, and may also follow a comma or stand within brackets.
            before = " " if parts else ""
            source = Source(f"{place}, line {number}", line)
            parts.append(Part(before + hands, source, line.index(hands) - len(before)))
    if not parts:
        raise InputError(f"{place} has no {missing}; # begins a comment)")
    return parts


def expand(parts: list[Part]) -> SourcedText:
    """Return the text of parts, with the hands of each saved range in the place of its name."""
    alone = _SAVED.fullmatch(parts[0].text.strip()) if len(parts) == 1 else None
    if alone and not alone["removal"] and not alone["weighted"]:
        return SourcedText.of([_saved_part(alone["name"])])
    done: list[Part] = []
    for part in parts:
        end = 0
        for match in _SAVED.finditer(part.text):
            done.append(part.cut(end, match.start()))
            end = match.end()
            place = part.cut(*match.span())
            saved = _saved_part(match["name"])
            if match["removal"]:
                done = [place.made(_taken_out(SourcedText.of(done), saved, match))]
            else:
                done += _with_weight(_without_removals(saved), place, match)
        done.append(part.cut(end, len(part.text)))
    return SourcedText.of(done)


def _saved_part(name: str) -> Part:
    text = saved_range(name)
    return Part(text, Source(f"range saved as {name!r}", text), 0)


def _with_weight(saved: Part, place: Part, match: re.Match[str]) -> list[Part]:
    """A saved range with the weight behind its name, which is for all its hands."""
    if not match["weighted"]:
        return [saved]
    weight = match["weight"]
    opening, closing = (f"[{weight}]", f"[/{weight}]") if match["mark"] == "@" else (f"{weight}(", ")")
    return [place.made(opening), saved, place.made(closing)]


def _without_removals(saved: Part) -> Part:
    """A saved range as hands only: what it takes out is not for the hands that it is put among."""
    if not _REMOVAL.search(saved.text):
        return saved
    from oddchip.equity import Range

    return saved.made(str(Range.parse(SourcedText.of([saved]))))


def _taken_out(before: SourcedText, saved: Part, match: re.Match[str]) -> str:
    """The text of the range before a removal without the hands of a saved range."""
    from oddchip.equity import Range

    removal = match[0].strip()
    if match["weighted"] or _OPEN_BRACKETS.search(before):
        raise InputError(f"{removal!r}: a removal has no weight and stands outside brackets")
    if not before.strip():
        raise InputError(
            f"{removal!r}: nothing stands before it to take hands out of (write 'random, {removal}')"
        )
    whole, gone = Range.parse(before), Range.parse(SourcedText.of([saved]))
    if not ((whole.weights > 0) & (gone.weights > 0)).any():
        raise InputError(f"{removal!r}: takes nothing out of what stands before it")
    return str(whole - gone)
