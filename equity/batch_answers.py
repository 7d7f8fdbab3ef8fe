"""The answer to one row of a batch, out of what was answered before where it can be."""

import hashlib
import threading
from collections import OrderedDict
from typing import Any, Generic, TypeVar

from oddchip.equity.batch_rows import RowInput, RowOptions, RowResult
from oddchip.equity.calculate import calculate_spot
from oddchip.equity.canonical import canonical_spot
from oddchip.equity.limits import make_limits
from oddchip.equity.spot import parse_spot
from oddchip.evaluator import BatchError, OddchipError

MOST_KEPT = 1 << 15
"""Answers that each worker keeps for rows to come: some 30 MB."""
LONGEST_TEXT = 100_000
"""Characters of a range; one of all 1326 combos with weights has some 16,000."""

Value = TypeVar("Value")


class _Kept(Generic[Value]):
    """The values that were asked for last, by any thread."""

    def __init__(self) -> None:
        self._values: OrderedDict[Any, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Any) -> Value | None:
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: Any, value: Value) -> None:
        with self._lock:
            self._values[key] = value
            if len(self._values) > MOST_KEPT:
                self._values.popitem(last=False)


_by_text: _Kept[RowResult] = _Kept()
_by_spot: _Kept[RowResult] = _Kept()


def answer_row(row: RowInput, options: RowOptions) -> tuple[RowResult, bool]:
    """Return the answer to a row, and whether it had to be calculated."""
    key = _text_key(row, options)
    kept = None if key is None else _by_text.get(key)
    if kept is not None:
        return kept, False
    result, is_new = _solve(row, options)
    if key is not None:
        _by_text.put(key, result)
    return result, is_new


def _text_key(row: RowInput, options: RowOptions) -> Any:
    """What equal rows have in common, or None if it is not worth keeping."""
    cells = (*row.hands, row.board, row.dead)
    if any(type(cell) is not str and cell is not None for cell in cells) or sum(map(_size, cells)) > 1000:
        return None
    return row, options[:-1]  # without threads, which change no answer


def _size(cell: str | None) -> int:
    return 0 if cell is None else len(cell)


def _solve(row: RowInput, options: RowOptions) -> tuple[RowResult, bool]:
    """The answer to a row, and whether it had to be calculated."""
    try:
        hands = _hands_of(row.hands)
        spot = parse_spot(hands, _cards(row.board, "the board"), _cards(row.dead, "the dead cards"))
        form = canonical_spot(spot)
        key = _digest(form.key, options)
        kept = _by_spot.get(key)
        result = kept or _calculate(form.spot, key, options)
    except Exception as error:  # a million rows must not be lost by a mistake of ours in one
        if _is_of_the_machine(error):
            raise
        return RowResult(None, (), _told(error)), False
    if kept is None:
        _by_spot.put(key, result)
    return result._replace(players=tuple(result.players[seat] for seat in form.seats)), kept is None


def _is_of_the_machine(error: Exception) -> bool:
    """Whether the same row could be answered at another time: no memory, no more files, no new thread."""
    is_ours = isinstance(error, RecursionError)
    return isinstance(error, MemoryError | OSError | RuntimeError) and not is_ours


def _told(error: Exception) -> str:
    """An error in one line."""
    text = str(error)
    if not isinstance(error, OddchipError):
        text = f"{type(error).__name__}: {text} (not expected, so please report it)"
    return " ".join(text.split())


def _calculate(spot: Any, key: bytes, options: RowOptions) -> RowResult:
    found = calculate_spot(
        spot,
        method=options.method,
        limits=make_limits(options.std_error, options.samples, None),
        seed=int.from_bytes(key[:8]),
        threads=options.threads,
    )
    if found.is_interrupted:  # by Ctrl-C, which a single calculation survives with what it has so far
        raise KeyboardInterrupt
    players = tuple((player.equity, player.win, player.tie, player.std_error) for player in found.players)
    return RowResult(found.method, players, None)


def _digest(form: bytes, options: RowOptions) -> bytes:
    """What the answer to a form depends on, the seed of its samples being the first eight bytes."""
    asked = repr((options.seed, options.method, options.std_error, options.samples))
    return hashlib.sha256(asked.encode() + b"\0" + form).digest()


def _hands_of(cells: tuple[Any, ...]) -> list[str]:
    """The hands of a row without the empty cells at its end."""
    hands = list(cells)
    while hands and _is_empty(hands[-1]):
        hands.pop()
    for number, cell in enumerate(hands, start=1):
        if _is_empty(cell):
            raise BatchError(f"hand {number} is empty, but hand {len(hands)} is not")
        _refuse_no_text(cell, f"hand {number}")
    return hands


def _cards(cell: Any, name: str) -> Any:
    if _is_empty(cell):
        return ""
    for text in cell if isinstance(cell, list) else [cell]:
        _refuse_no_text(text, name)
    return cell


def _is_empty(cell: Any) -> bool:
    return cell is None or cell == [] or (isinstance(cell, str) and not cell.strip())


def _refuse_no_text(cell: Any, name: str) -> None:
    if not isinstance(cell, str):
        raise BatchError(f"{name} has {str(cell)[:40]!r} of type {type(cell).__name__} (a text is needed)")
    if len(cell) > LONGEST_TEXT:
        raise BatchError(f"{name} has {len(cell):,} characters (at most {LONGEST_TEXT:,})")
