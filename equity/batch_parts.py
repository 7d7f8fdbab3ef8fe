"""Rows of a batch a few at a time, as lists of values or as a Polars frame."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from oddchip.equity.batch_rows import RowInput, RowResult
from oddchip.evaluator import BatchError

if TYPE_CHECKING:
    import polars as pl

Types = dict[str, Any]
"""By column its Polars type."""

NUMBERS = ("equity", "win", "tie", "std_error")
MOST_PLAYERS = 10


@dataclass(frozen=True, slots=True)
class BatchColumns:
    """Where the columns of a batch are that are named otherwise; all by default as documented."""

    players: Sequence[str] | None = None
    """The columns of the players, in order; `p1`, `p2` and so on, or `hands`, if None."""
    board: str | None = None
    dead: str | None = None


@dataclass(frozen=True, slots=True)
class Places:
    """The columns that are there."""

    players: tuple[str, ...]
    """One for each player, or one with a list of hands."""
    is_list: bool
    board: str | None
    dead: str | None


class Part(Protocol):
    """Consecutive rows of a batch."""

    def __len__(self) -> int: ...
    def column(self, name: str) -> Sequence[Any]:
        """Return the values of a column."""

    def rows(self) -> Iterable[Sequence[Any]]:
        """Return the values row by row."""

    def frame(self, types: Types) -> "pl.DataFrame":
        """Return the rows as a frame of these types."""


@dataclass(frozen=True, slots=True)
class TextPart:
    """Rows of a file of text."""

    columns: tuple[str, ...]
    values: list[list[Any]]

    def __len__(self) -> int:
        return len(self.values)

    def column(self, name: str) -> Sequence[Any]:
        """Return the values of a column."""
        index = self.columns.index(name)
        return [row[index] for row in self.values]

    def rows(self) -> Iterable[Sequence[Any]]:
        """Return the values row by row."""
        return self.values

    def frame(self, types: Types) -> "pl.DataFrame":
        """Return a frame with these types; what is no text in a column of texts becomes JSON."""
        import polars as pl

        return pl.DataFrame(
            {name: [_fit(value, types[name]) for value in self.column(name)] for name in self.columns},
            schema={name: types[name] for name in self.columns},
        )


@dataclass(frozen=True, slots=True)
class FramePart:
    """Rows of a frame."""

    content: "pl.DataFrame"

    def __len__(self) -> int:
        return self.content.height

    def column(self, name: str) -> Sequence[Any]:
        """Return the values of a column."""
        return self.content[name].to_list()

    def rows(self) -> Iterable[Sequence[Any]]:
        """Return the values row by row."""
        return self.content.iter_rows()

    def frame(self, types: Types) -> "pl.DataFrame":
        """Return the frame as it is."""
        return self.content


def _fit(value: Any, kind: Any) -> Any:
    import polars as pl

    if value is None or kind != pl.String:
        return float(value) if value is not None and kind == pl.Float64 else value
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def find_places(columns: Sequence[str], named: BatchColumns) -> Places:
    """Return where the players, the board and the dead cards are; `BatchError` if that cannot be told."""
    there = f"(its columns are {_listed(columns)})"
    for name in (*(named.players or ()), named.board, named.dead):
        if name is not None and name not in columns:
            raise BatchError(f"the input has no column {name!r} {there}")
    used = [name for name in (*(named.players or ()), named.board, named.dead) if name is not None]
    if len(set(used)) < len(used):
        raise BatchError(f"a column is named twice among {_listed(used)} (each has one meaning)")
    board = named.board or ("board" if "board" in columns else None)
    dead = named.dead or ("dead" if "dead" in columns else None)
    if named.players is not None:
        if len(named.players) < 2:
            raise BatchError(f"{_listed(named.players)} is one column of players (at least two are needed)")
        return Places(tuple(named.players), False, board, dead)
    numbers = sorted(int(name[1:]) for name in columns if _is_player(name))
    if "hands" in columns:
        if numbers:
            raise BatchError(
                f"the input has a column 'hands' and a column 'p{numbers[0]}' (one way is needed)"
            )
        return Places(("hands",), True, board, dead)
    if numbers[:2] != [1, 2]:
        raise BatchError(f"the input has no columns 'p1' and 'p2', and no column 'hands' {there}")
    if numbers != list(range(1, len(numbers) + 1)):
        missing = next(number for number in range(1, numbers[-1]) if number not in numbers)
        raise BatchError(f"the input has a column 'p{numbers[-1]}' and no column 'p{missing}'")
    return Places(tuple(f"p{number}" for number in numbers), False, board, dead)


def _is_player(name: str) -> bool:
    return name[:1] == "p" and name[1:].isascii() and name[1:].isdigit() and name[1] != "0" and len(name) < 6


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name if len(name) <= 40 else f"{name[:40]}...") for name in names[:20])
    return shown + (f" and {len(names) - 20} more" if len(names) > 20 else "")


def row_inputs(part: Part, places: Places) -> list[RowInput]:
    """Return what is asked of each row of a part."""
    nothing = [None] * len(part)
    board = nothing if places.board is None else part.column(places.board)
    dead = nothing if places.dead is None else part.column(places.dead)
    hands: Iterable[Any]
    if places.is_list:
        hands = [tuple(_as_list(value)) for value in part.column(places.players[0])]
    else:
        hands = zip(*(part.column(name) for name in places.players), strict=True)
    return list(map(RowInput._make, zip(hands, board, dead, strict=True)))


def _as_list(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def result_columns(players: int, given: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that are added for so many players; `BatchError` if one is there already."""
    numbers = [f"p{player}_{name}" for player in range(1, players + 1) for name in NUMBERS]
    added = ("method", *numbers, "error")
    for name in added:
        if name in given:
            raise BatchError(
                f"the input has a column {name!r}, which the output needs (give it another name)"
            )
    return added


def result_values(result: RowResult, players: int) -> list[Any]:
    """Return the values of the added columns."""
    numbers = [number for player in result.players for number in player]
    return [result.method, *numbers, *[None] * (players * len(NUMBERS) - len(numbers)), result.error]


def result_frame(results: Sequence[RowResult], names: Sequence[str]) -> "pl.DataFrame":
    """Return the added columns as a frame."""
    import polars as pl

    players = (len(names) - 2) // len(NUMBERS)
    return pl.DataFrame(
        [result_values(result, players) for result in results], schema=result_types(names), orient="row"
    )


def result_types(names: Sequence[str]) -> Types:
    """Return the types of the added columns."""
    import polars as pl

    return {name: pl.String if name in {"method", "error"} else pl.Float64 for name in names}
