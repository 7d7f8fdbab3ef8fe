"""Pot odds: what a call needs, and what it is worth.

A call wins the pot and itself with the equity of the hand, and costs itself, so with an equity of e it is
worth e * (pot + call) - call, and breaks even at e = call / (pot + call). See D. Sklansky, The Theory of
Poker (1987), "Pot Odds", or https://en.wikipedia.org/wiki/Pot_odds. The formulas hold when nothing is bet
after the call, as when it is for all the chips; what later bets win or lose (implied odds) and a rake are not
in them.
"""

from dataclasses import dataclass
from math import isfinite
from typing import Any

STD_ERRORS = 2
"""A sampled equity is within two standard errors of the true one in about 95 of 100 cases."""

ROUNDING = 1e-12
"""Equities that differ by less are equal: an exact one is a quotient, rounded to 16 digits."""


@dataclass(frozen=True, slots=True)
class PotOdds:
    """A call, what equity it needs and what it is worth; amounts are in the unit of the pot."""

    equity: float
    pot: float
    call: float
    needed_equity: float
    """The equity with which the call breaks even: call / (pot + call), above 0 and at most 1."""
    expected_value: float
    """What the call wins on average, compared with folding: equity * (pot + call) - call."""
    std_error: float
    """The standard error of `expected_value`: that of the equity, times pot + call; 0 if it is exact."""
    pays: bool | None
    """True if the call wins on average, False if it loses, None if neither can be said: the equity is within
    two standard errors of the needed one, or is exactly that."""

    @property
    def ratio(self) -> float:
        """The pot for each unit of the call: the 3 of pot odds of 3 to 1.

        >>> pot_odds(0.3, pot=150, call=50).ratio
        3.0
        """
        return self.pot / self.call

    @property
    def edge(self) -> float:
        """The equity above the needed one, negative below it.

        >>> pot_odds(0.5, pot=150, call=50).edge
        0.25
        """
        return self.equity - self.needed_equity

    def to_json(self) -> dict[str, Any]:
        """Return the fields, the ratio and the edge as a dict."""
        return {
            "equity": self.equity,
            "pot": self.pot,
            "call": self.call,
            "ratio": self.ratio,
            "needed_equity": self.needed_equity,
            "edge": self.edge,
            "expected_value": self.expected_value,
            "std_error": self.std_error,
            "pays": self.pays,
        }


def pot_odds(equity: float, pot: float, call: float, *, std_error: float = 0.0) -> PotOdds:
    """Return what equity a call needs, what it is worth with this one, and whether it pays.

    equity: share of the pot on average, 0 to 1.
    pot: what is in the middle before the call, the bet that is to be called included.
    call: what the call costs, in the same unit.
    std_error: the standard error of the equity, 0 if it is exact.

    Raises `ValueError` for an equity that is not 0 to 1, a negative pot or standard error, a call that is not
    above 0, and numbers that are not finite.

    >>> odds = pot_odds(0.35, pot=100 + 50, call=50)  # 50 was bet into 100
    >>> odds.needed_equity, round(odds.expected_value, 6), odds.pays
    (0.25, 20.0, True)
    >>> sampled = pot_odds(0.26, pot=150, call=50, std_error=0.01)
    >>> round(sampled.expected_value, 6), sampled.std_error, sampled.pays
    (2.0, 2.0, None)
    """
    for name, value in (("equity", equity), ("pot", pot), ("call", call), ("std_error", std_error)):
        if not isfinite(value):
            raise ValueError(f"{name} is {value} (a finite number is needed)")
    if not 0 <= equity <= 1:
        raise ValueError(f"equity is {equity} (0 to 1 is possible)")
    if call <= 0:
        raise ValueError(f"call is {call}, which is not above 0")
    for name, value in (("pot", pot), ("std_error", std_error)):
        if value < 0:
            raise ValueError(f"{name} is {value}, which is negative")
    total = float(pot) + float(call)
    if not isfinite(total):
        raise ValueError(f"pot and call are {pot} and {call}, whose sum is too large")
    needed = call / total
    edge = equity - needed
    return PotOdds(
        equity=float(equity),
        pot=float(pot),
        call=float(call),
        needed_equity=needed,
        expected_value=equity * total - call,
        std_error=std_error * total,
        pays=None if abs(edge) <= max(STD_ERRORS * std_error, ROUNDING) else edge > 0,
    )
