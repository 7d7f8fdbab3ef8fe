"""Texts that know where each of their characters comes from, so that errors can name a file and a line."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple


class Source(NamedTuple):
    """Where a part of a text was written: a line of a file, a saved range, or what was typed."""

    place: str
    """Such as "file 'open.txt', line 3"; nothing for what was typed as an argument."""
    text: str


class Part(NamedTuple):
    """A part of a text, and its place in a source."""

    text: str
    source: Source
    position: int
    is_copy: bool = True
    """Whether it stands so in the source; otherwise it was made of what stands at the position."""

    def cut(self, start: int, stop: int) -> "Part":
        """Return what stands between two places of this part."""
        return self._replace(text=self.text[start:stop], position=self.position + start)

    def made(self, text: str) -> "Part":
        """Return another text that was made of this part."""
        return self._replace(text=text, is_copy=False)


class SourcedText(str):
    """A text joined from parts.

    >>> line = Source("file 'open.txt', line 3", "AKs, AAs  # suited")
    >>> text = SourcedText.of([Part("QQ+ ", Source("", "QQ+ "), 0), Part("AKs, AAs", line, 0)])
    >>> text, text.origin(9)
    ('QQ+ AKs, AAs', (Source(place="file 'open.txt', line 3", text='AKs, AAs  # suited'), 5))
    """

    __slots__ = ("parts",)
    parts: tuple[Part, ...]

    @classmethod
    def of(cls, parts: Sequence[Part]) -> "SourcedText":
        """Return the text that parts make one after the other; there is at least one."""
        text = cls("".join(part.text for part in parts))
        text.parts = tuple(parts)
        return text

    def origin(self, position: int) -> tuple[Source, int]:
        """Return the source of the character at a position, and the position in it."""
        starts = [0]
        for part in self.parts[:-1]:
            starts.append(starts[-1] + len(part.text))
        number = bisect_right(starts, position) - 1
        part = self.parts[number]
        return part.source, part.position + (position - starts[number] if part.is_copy else 0)
