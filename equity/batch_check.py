"""Whether the input of a batch is still what its answers are to: files may change while they are read."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice

from oddchip.equity.batch_parts import Part, row_inputs
from oddchip.equity.batch_rows import RowResult, Solved, checksum_of
from oddchip.equity.batch_source import InputChangedError, Source

READ = 1_000
"""Rows that are read at once to be compared."""


def refuse_change(source: Source) -> None:
    """Raise `InputChangedError` if the source is not what was looked through."""
    if not source.is_unchanged():
        raise InputChangedError(source.name)


@contextmanager
def telling_changes(source: Source) -> Iterator[None]:
    """Raise `InputChangedError` in place of any error while the source is not what was looked through."""
    try:
        yield
    except InputChangedError:
        raise
    except Exception:
        refuse_change(source)
        raise


class Comparison:
    """The rows of a source from the first one on, held against the pieces that answer them."""

    def __init__(self, source: Source) -> None:
        parts = (row_inputs(part, source.places) for part in source.parts(READ))
        self._rows = chain.from_iterable(parts)

    def is_next(self, solved: Solved) -> bool:
        """Whether a piece answers the rows that come next."""
        rows = list(islice(self._rows, len(solved.rows)))
        return len(rows) == len(solved.rows) and checksum_of(rows) == solved.asked


def with_results(
    source: Source, pieces: Iterable[Solved], size: int
) -> Iterator[tuple[Part, list[RowResult]]]:
    """Yield the rows of a source, so many at a time, with the results that the pieces have for them."""
    answers = _Answers(source, pieces)
    for part in source.parts(size):
        yield part, answers.to(part)
    answers.end()


class _Answers:
    """The results of pieces one after the other, each piece held against what it answers."""

    def __init__(self, source: Source, pieces: Iterable[Solved]) -> None:
        self._source = source
        self._pieces = iter(pieces)
        self._piece = Solved([], 0, 0)
        self._taken = self._checksum = 0

    def to(self, part: Part) -> list[RowResult]:
        """Return the results of the rows of the next part."""
        asked = row_inputs(part, self._source.places)
        results: list[RowResult] = []
        while len(results) < len(asked):
            if self._taken == len(self._piece.rows) and not self._next():
                raise InputChangedError(self._source.name)
            few = asked[len(results) : len(results) + len(self._piece.rows) - self._taken]
            self._checksum = checksum_of(few, self._checksum)
            results += self._piece.rows[self._taken : self._taken + len(few)]
            self._taken += len(few)
            self._compare()
        return results

    def end(self) -> None:
        """Refuse results that are left over."""
        if self._taken < len(self._piece.rows) or self._next():
            raise InputChangedError(self._source.name)

    def _next(self) -> bool:
        following = next(self._pieces, None)
        self._taken = self._checksum = 0
        self._piece = following or Solved([], 0, 0)
        return following is not None

    def _compare(self) -> None:
        if self._taken == len(self._piece.rows) and self._checksum != self._piece.asked:
            raise InputChangedError(self._source.name)
