"""The errors that oddchip raises on purpose, one tree under `OddchipError`.

Messages are lower case without a full stop: what is wrong, where, and what would be accepted.
"""

from typing import Any


class OddchipError(Exception):
    """Base of every error that oddchip raises because of its input or its files."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), self.args, self.__dict__)


def _remake(kind: type[OddchipError], args: tuple[Any, ...], fields: dict[str, Any]) -> OddchipError:
    """Make the error that came from another process, whatever its class needs to be made at first."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class CardError(OddchipError, ValueError):
    """A text or a number that is not a card; `text` and `position` say where."""

    def __init__(self, message: str, *, text: str = "", position: int | None = None) -> None:
        super().__init__(message)
        self.text = text
        self.position = position


class DuplicateCardError(CardError):
    """One card in two places, which `first` and `second` name ("in hand 1", "on the board")."""

    def __init__(
        self, card: str, first: str, second: str, *, text: str = "", position: int | None = None
    ) -> None:
        super().__init__(f"card {card} is {first} and {second}", text=text, position=position)
        self.card = card
        self.first = first
        self.second = second


class HandSizeError(OddchipError, ValueError):
    """A hand, board or array with the wrong number of cards; `expected` is text, `got` a number."""

    def __init__(self, message: str, *, expected: str, got: int) -> None:
        super().__init__(message)
        self.expected = expected
        self.got = got


class RangeSyntaxError(OddchipError, ValueError):
    """A range that cannot be read: `text` and `position` say where, `expected` what would be read."""

    def __init__(self, message: str, *, text: str, position: int, expected: str) -> None:
        super().__init__(message)
        self.text = text
        self.position = position
        self.expected = expected


class ImpossibleSpotError(OddchipError, ValueError):
    """A spot that cannot be dealt; `player` is the number of the player whose cards make it so, if one is."""

    def __init__(self, message: str, *, player: int | None = None) -> None:
        super().__init__(message)
        self.player = player


class TooLargeError(OddchipError, ValueError):
    """An exact answer that would take too long; `seconds` is the estimate."""

    def __init__(self, message: str, *, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class IllegalActionError(OddchipError, ValueError):
    """Something that the rules do not allow now: an action, an amount, a card; the hand stays as it was."""


class HistoryError(OddchipError, ValueError):
    """A hand history that cannot be read or played; `hand` is its name, `action` counts from 1."""

    def __init__(self, message: str, *, hand: str | None = None, action: int | None = None) -> None:
        super().__init__(message)
        self.hand = hand
        self.action = action


class TableError(OddchipError, RuntimeError):
    """The table file in the package is missing, damaged or of another version."""


class BatchError(OddchipError, ValueError):
    """A file of many spots that cannot be read, or a run over it that cannot be begun or continued."""


class WorkerError(OddchipError, RuntimeError):
    """Workers that are not there, or that die whatever is tried."""
