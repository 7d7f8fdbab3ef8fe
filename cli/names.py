"""Names that are cut to a length, and still told apart."""

from collections import Counter
from collections.abc import Callable, Sequence


def shortened(name: str, length: int) -> str:
    """Return a name with an ellipsis where it is longer.

    >>> shortened("button open", 8), shortened("open", 8)
    ('button …', 'open')
    """
    return name if len(name) <= length else f"{name[: length - 1]}…"


def shortened_within(name: str, length: int) -> str:
    """Return a name with an ellipsis in its middle where it is longer.

    >>> shortened_within("range number 12", 10), shortened_within("open", 8)
    ('range…r 12', 'open')
    """
    if len(name) <= length:
        return name
    end = (length - 1) // 2
    return f"{name[: length - 1 - end]}…{name[len(name) - end :]}"


def told_apart(
    names: Sequence[str], cut: Callable[[str], str], cut_within: Callable[[str], str]
) -> list[str]:
    """Return names cut short: in their middle where they would be alike, with a number where they still are.

    >>> names = ["range number 1", "range number 2", "open"]
    >>> told_apart(names, lambda name: shortened(name, 10), lambda name: shortened_within(name, 10))
    ['range…er 1', 'range…er 2', 'open']
    """
    shown = [cut(name) for name in names]
    alike = Counter(shown)
    shown = [
        cut_within(name) if alike[short] > 1 else short for name, short in zip(names, shown, strict=True)
    ]
    alike = Counter(shown)
    return [
        cut(f"{number} {name}") if alike[short] > 1 else short
        for number, (name, short) in enumerate(zip(names, shown, strict=True), start=1)
    ]


def all_shortened(names: Sequence[str], length: int) -> list[str]:
    """Return names cut to a length so that they can be told apart.

    >>> all_shortened(["button open", "button call", "blinds"], 8)
    ['butt…pen', 'butt…all', 'blinds']
    """
    return told_apart(
        names, lambda name: shortened(name, length), lambda name: shortened_within(name, length)
    )


def counted(number: int, what: str) -> str:
    """Return a number of things, whose name has an s if they are not one.

    >>> counted(1, "pair"), counted(1326, "combo")
    ('1 pair', '1,326 combos')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"
