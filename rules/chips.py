"""Amounts of chips: whole numbers, or decimals such as 0.05."""

from collections.abc import Iterable
from decimal import Decimal
from typing import TypeAlias

Chips: TypeAlias = int | Decimal
"""An amount of chips; floats are not taken, as cents would not add up."""


def as_chips(value: object, what: str) -> Chips:
    """Return an amount as it is; text is read as a decimal.

    Raises `TypeError` for floats and other types, `ValueError` for what is negative or not a number.

    >>> as_chips("0.05", "a bet"), as_chips(20, "a bet")
    (Decimal('0.05'), 20)
    """
    if isinstance(value, str):
        value = _from_text(value, what)
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise TypeError(f"{what} is {value!r}, neither a whole number nor a decimal.Decimal")
    if isinstance(value, Decimal) and value.is_nan():
        raise ValueError(f"{what} is not a number")
    if value < 0:
        raise ValueError(f"{what} is {value}, which is negative")
    return value


def counted(number: int, what: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "card"), counted(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def as_unit(value: object) -> Chips:
    """Return the smallest chip as it is; raises as `as_chips` does, and `ValueError` for 0.

    >>> as_unit("0.05")
    Decimal('0.05')
    """
    unit = as_chips(value, "the unit")
    if not unit:
        raise ValueError("the unit is 0, which is not above 0")
    return unit


def smallest_unit(amounts: Iterable[Chips]) -> Chips:
    """Return the unit that odd chips come in: 1 for whole numbers, else that of the last decimal in use.

    >>> smallest_unit([100, 50]), smallest_unit([Decimal("2.5"), Decimal("0.10")])
    (1, Decimal('0.01'))
    """
    exponents = [
        exponent
        for amount in amounts
        if isinstance(amount, Decimal) and isinstance(exponent := amount.as_tuple().exponent, int)
    ]
    lowest = min(exponents, default=0)
    return 1 if lowest >= 0 else Decimal(1).scaleb(lowest)


def _from_text(text: str, what: str) -> Chips:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return Decimal(text)
    except ArithmeticError:
        raise ValueError(f"{what} is {text!r}, which is not a number") from None
