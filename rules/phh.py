"""Hand histories in the PHH format, read from and written to TOML as plain values; nothing is played here.

A `.phh` file is one hand, a `.phhs` file has a table for each hand. Comments of the file are not kept.
"""

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import tomli_w

from oddchip.evaluator import HistoryError
from oddchip.rules.chips import Chips
from oddchip.rules.phh_actions import MAX_PLAYERS, Action, format_action, parse_action

_BETS_OF = {"NT": ("min_bet",), "FT": ("small_bet", "big_bet")}
_BETS = tuple(key for keys in _BETS_OF.values() for key in keys)
_ARRAYS = ("antes", "blinds_or_straddles", "starting_stacks", "actions")
_OPTIONAL = ("ante_trimming_status", "players", "finishing_stacks", "winnings")
_INFINITE = Decimal("Infinity")

_Check = tuple[Callable[[Any], bool], str]
"""Whether a value is allowed, and in words what is."""


def _amount(words: str, allows: Callable[[Chips], bool]) -> _Check:
    def check(value: object) -> bool:
        if isinstance(value, Decimal):
            return not value.is_nan() and allows(value)
        return isinstance(value, int) and not isinstance(value, bool) and allows(value)

    return check, f"a whole number or decimal{words}"


_IS_SET: _Check = (lambda value: isinstance(value, bool), "true or false")
_BET = _amount(" above 0", lambda amount: 0 < amount < _INFINITE)
_ENTRIES: dict[str, _Check] = {
    "starting_stacks": _amount(" above 0, or inf if unknown", lambda amount: amount > 0),
    "antes": _amount(" from 0 on", lambda amount: 0 <= amount < _INFINITE),
    "blinds_or_straddles": _amount("", lambda amount: -_INFINITE < amount < _INFINITE),
    "finishing_stacks": _amount(" from 0 on, or inf if unknown", lambda amount: amount >= 0),
    "winnings": _amount(" from 0 on", lambda amount: 0 <= amount < _INFINITE),
    "players": (lambda name: isinstance(name, str), "a text"),
}

# tomli_w writes each entry of an array on its own line, which is good for actions only. All its strings are
# on one line, so that such lines cannot be inside of one.
_SPREAD_ARRAY = re.compile(r"^(?!actions )(\S+ = \[)\n((?: {4}[^\s\[{].*,\n)+)\]$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class History:
    """One hand as a file has it: what each player has from p1, left of the button, and what was done.

    Raises `HistoryError` for values that no file may have.

    >>> History("NT", (0, 0), (1, 2), (200, 150), (), min_bet=2).posts
    (2, 1)
    """

    variant: str
    """`NT`, no-limit hold'em, or `FT`, fixed-limit hold'em."""
    antes: tuple[Chips, ...]
    """In the order of the file, see `ante_posts`."""
    blinds_or_straddles: tuple[Chips, ...]
    """In the order of the file, see `posts`."""
    starting_stacks: tuple[Chips, ...]
    """Before antes and blinds; `Decimal("Infinity")` if unknown."""
    actions: tuple[Action, ...]
    min_bet: Chips | None = None
    """The least bet, of `NT` only."""
    small_bet: Chips | None = None
    """The bet before and on the flop, of `FT` only."""
    big_bet: Chips | None = None
    """The bet on turn and river, of `FT` only."""
    ante_trimming: bool = False
    """Whether a player who cannot pay the whole ante wins of each ante what he paid himself only."""
    finishing_stacks: tuple[Chips, ...] | None = None
    winnings: tuple[Chips, ...] | None = None
    """The chips that each collected from the pots, without rake."""
    players: tuple[str, ...] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """All other keys of the file, as they are."""
    name: str | None = None
    """The name of the table of a `.phhs` file, such as "1"."""
    key_order: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """The keys in the order of the file, in which they are written again."""

    def __post_init__(self) -> None:
        for problem in _problems_of(self):
            raise _error(problem, self.name)
        for number, action in enumerate(self.actions, start=1):
            if not action.text or getattr(action, "player", 1) > len(self.starting_stacks):
                parse_action(format_action(action), len(self.starting_stacks), hand=self.name, number=number)

    @property
    def posts(self) -> tuple[Chips, ...]:
        """The blind or straddle that each posts from p1; of two players p1 is the big blind.

        Files have the blinds of two players in reverse. A negative number is the post of a new player, who
        puts in that much as a live bet without moving the first turn.
        """
        return _by_player(self.blinds_or_straddles)

    @property
    def ante_posts(self) -> tuple[Chips, ...]:
        """The ante of each from p1; files have those of two players in reverse."""
        return _by_player(self.antes)


def parse_history(text: str) -> History:
    """Return the one hand in a text.

    Raises `HistoryError` for what is not a hand of no-limit or fixed-limit hold'em, and for several hands.

    >>> text = '''
    ... variant = "NT"
    ... antes = [0, 0, 0]
    ... blinds_or_straddles = [0.05, 0.10, 0]
    ... min_bet = 0.10
    ... starting_stacks = [8.20, 10, inf]
    ... actions = ["d dh p1 ????", "d dh p2 AhKd", "d dh p3 ????", "p3 f", "p1 f"]
    ... '''
    >>> history = parse_history(text)
    >>> history.min_bet, history.actions[-1]
    (Decimal('0.10'), Fold(player=1, commentary=None))
    """
    histories = parse_histories(text)
    if len(histories) > 1:
        raise HistoryError(f"{len(histories)} hands in the text, not one (parse_histories returns all)")
    return histories[0]


def parse_histories(text: str) -> list[History]:
    """Return all hands in a text: one if it has keys of a hand itself, else one for each table.

    Raises `HistoryError` for what is not a hand of no-limit or fixed-limit hold'em.

    >>> text = dump_histories([History("NT", (0, 0), (1, 2), (200, 150), (), min_bet=2)] * 2)
    >>> [history.name for history in parse_histories(text)]
    ['1', '2']
    """
    document = _parse_toml(text)
    if any(key in document for key in ("variant", *_ARRAYS, *_BETS)):
        return [_history_of(document, None)]
    tables = {name: value for name, value in document.items() if isinstance(value, dict)}
    if not tables:
        problem = "there is no hand in the text" if document else "the text is empty"
        raise HistoryError(
            f"{problem} (one hand has the key variant, several have a table each, such as [1])"
        )
    return [_history_of(table, name) for name, table in tables.items()]


def load_histories(path: str | os.PathLike[str]) -> list[History]:
    """Return all hands in a `.phh` or `.phhs` file, whatever its name.

    Raises `HistoryError` for what is not a hand of no-limit or fixed-limit hold'em, and `OSError` for what
    cannot be read at all.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "hands.phhs"
    ...     save_histories(path, [History("NT", (0, 0), (1, 2), (200, 150), (), min_bet=2)])
    ...     len(load_histories(path))
    1
    """
    try:
        return parse_histories(Path(path).read_bytes().decode())
    except UnicodeDecodeError as error:
        raise HistoryError(f"{os.fspath(path)}: byte {error.start + 1} is not text in UTF-8") from None
    except HistoryError as error:
        raise HistoryError(f"{os.fspath(path)}: {error}", hand=error.hand, action=error.action) from None


def dump_history(history: History) -> str:
    """Return the text of a `.phh` file; the name of the hand is not in it.

    >>> history = History("NT", (0, 0), (1, 2), (200, 150), (parse_action("p2 f"),), min_bet=2)
    >>> print(dump_history(history), end="")
    variant = "NT"
    antes = [0, 0]
    blinds_or_straddles = [1, 2]
    min_bet = 2
    starting_stacks = [200, 150]
    actions = [
        "p2 f",
    ]
    """
    return _format_toml(_table_of(history))


def dump_histories(histories: Iterable[History]) -> str:
    """Return the text of a `.phhs` file.

    The hands keep their names if all have different ones; else they are numbered from 1.

    >>> history = History("NT", (0, 0), (1, 2), (200, 150), (), min_bet=2, name="last")
    >>> dump_histories([history]).splitlines()[:2]
    ['[last]', 'variant = "NT"']
    """
    hands = list(histories)
    if not hands:
        raise HistoryError("no hands to write (a file has at least one)")
    names = [history.name for history in hands]
    if None in names or len(set(names)) < len(names):
        names = [str(number) for number in range(1, len(hands) + 1)]
    return _format_toml({str(name): _table_of(history) for name, history in zip(names, hands, strict=True)})


def save_histories(path: str | os.PathLike[str], histories: Iterable[History]) -> None:
    """Write a `.phh` file, which has one hand, or a `.phhs` file; it is then whole, or else as it was before.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "hand.phh"
    ...     save_histories(path, [History("NT", (0, 0), (1, 2), (200, 150), (), min_bet=2)])
    ...     path.read_text(encoding="utf-8").splitlines()[0]
    'variant = "NT"'
    """
    hands = list(histories)
    target = Path(path).resolve()  # so that a link stays one
    if target.suffix.lower() != ".phh":
        text = dump_histories(hands)
    elif len(hands) == 1:
        text = dump_history(hands[0])
    else:
        raise HistoryError(
            f"{os.fspath(path)}: a .phh file has one hand, not {len(hands)} (.phhs has several)"
        )
    partial = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    try:
        with partial.open("xb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            partial.chmod(target.stat().st_mode)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _by_player(amounts: tuple[Chips, ...]) -> tuple[Chips, ...]:
    return amounts[::-1] if len(amounts) == 2 else amounts


def _error(problem: str, name: str | None) -> HistoryError:
    return HistoryError(problem if name is None else f"hand {name}: {problem}", hand=name)


def _parse_toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"), parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        problem = str(error)
        raise HistoryError(f"not TOML: {problem[0].lower()}{problem[1:]}") from None
    except (ValueError, ArithmeticError):  # what int and Decimal do not take
        raise HistoryError("a number in the text has too many digits or too large an exponent") from None
    except RecursionError:
        raise HistoryError("arrays or tables in the text are nested too deeply") from None


def _history_of(table: Mapping[str, Any], name: str | None) -> History:
    variant = table.get("variant")
    if "variant" in table and variant not in tuple(_BETS_OF):
        raise _error(_unknown(variant), name)
    bets = _BETS_OF.get(str(variant), ())
    for key in ("variant", *_ARRAYS, *bets):
        if key not in table:
            raise _error(_missing(key, variant), name)
    fields: dict[str, Any] = {key: table[key] for key in ("variant", *bets)}
    for key in (*_ARRAYS, *_OPTIONAL[1:]):
        if key in table:
            if not isinstance(table[key], list):
                raise _error(f"{key} is {table[key]!r}, not an array", name)
            fields[key] = tuple(table[key])
    return History(
        **fields
        | {
            "actions": _actions_of(fields["actions"], name),
            "ante_trimming": table.get("ante_trimming_status", False),
            "extra": {key: table[key] for key in table if key not in fields and key not in _OPTIONAL},
            "name": name,
            "key_order": tuple(table),
        }
    )


def _actions_of(texts: Iterable[object], name: str | None) -> tuple[Action, ...]:
    """The actions, of players who may not be there: `History` looks for that when its arrays are right."""
    actions = []
    for number, text in enumerate(texts, start=1):
        if not isinstance(text, str):
            where = f"action {number}" if name is None else f"hand {name}, action {number}"
            raise HistoryError(f"{where} is {text!r}, not a text such as 'p3 f'", hand=name, action=number)
        actions.append(parse_action(text, hand=name, number=number))
    return tuple(actions)


def _problems_of(history: History) -> Iterator[str]:
    """What is wrong with a history, but for its actions; each may rely on what stands before it."""
    if history.variant not in tuple(_BETS_OF):
        yield _unknown(history.variant)
    players = len(history.starting_stacks)
    if not 2 <= players <= MAX_PLAYERS:
        yield f"starting_stacks has length {players} (one entry for each of 2 to {MAX_PLAYERS} players)"
    for key, check in _ENTRIES.items():
        entries = getattr(history, key)
        if entries is None and key in _OPTIONAL:
            continue
        if len(entries) != players:
            yield f"{key} has length {len(entries)}, starting_stacks {players} (one entry for each player)"
        for number, entry in enumerate(entries, start=1):
            yield from _problem(f"entry {number} of {key}", entry, check)
    own_bets = _BETS_OF[history.variant]
    for key in _BETS:
        if key in own_bets:
            yield from _problem(key, getattr(history, key), _BET)
        elif getattr(history, key) is not None:
            yield f"{key} is of no use in {history.variant}, which has {' and '.join(own_bets)}"
    yield from _problem("ante_trimming_status", history.ante_trimming, _IS_SET)
    for key in history.extra:
        if key in ("variant", *_ARRAYS, *own_bets, *_OPTIONAL):
            yield f"extra has the key {key!r}, which has its own field"


def _problem(what: str, value: object, check: _Check) -> Iterator[str]:
    is_allowed, allowed = check
    if not is_allowed(value):
        shown = str(value) if isinstance(value, Decimal) else repr(value)
        yield f"{what} is {'the float ' * isinstance(value, float)}{shown}, not {allowed}"


def _unknown(variant: object) -> str:
    return f"unknown variant {variant!r} (NT and FT, no-limit and fixed-limit hold'em, are supported)"


def _missing(key: str, variant: str | None) -> str:
    what = f"{variant} needs {', '.join((*_ARRAYS, *_BETS_OF[variant]))}" if variant else "NT or FT"
    return f"key {key!r} is missing ({what})"


def _table_of(history: History) -> dict[str, Any]:
    """The keys and values of a history in the order of the file it is from."""
    table: dict[str, Any] = {"variant": history.variant}
    if history.ante_trimming or "ante_trimming_status" in history.key_order:
        table["ante_trimming_status"] = history.ante_trimming
    fields = ("antes", "blinds_or_straddles", *_BETS, "starting_stacks", "actions", *_OPTIONAL[1:])
    table |= {key: value for key in fields if (value := getattr(history, key)) is not None}
    table["actions"] = [format_action(action) for action in history.actions]
    table |= history.extra
    return {key: table[key] for key in (*history.key_order, *table) if key in table}


def _format_toml(document: Mapping[str, Any]) -> str:
    return _SPREAD_ARRAY.sub(_on_one_line, tomli_w.dumps(document))


def _on_one_line(array: re.Match[str]) -> str:
    return array[1] + array[2][4:-2].replace(",\n    ", ", ") + "]"
