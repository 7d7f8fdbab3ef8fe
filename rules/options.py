"""The points on which house rules differ, with the usual answers as defaults."""

from dataclasses import dataclass
from typing import Literal

from oddchip.rules.chips import Chips, as_unit


@dataclass(frozen=True, slots=True)
class Rules:
    """How a hand is bet and settled; agreed on before the game (R106).

    >>> Rules().betting, Rules(betting="fixed-limit").most_bets
    ('no-limit', 4)
    """

    betting: Literal["no-limit", "fixed-limit"] = "no-limit"
    short_all_in_reopens: bool = False
    """Whether an all-in of less than a full raise lets those raise again who have acted (D1)."""
    short_all_ins_add_up: bool = True
    """Whether several of them do when together they are a full raise (D2, R60). No-limit only."""
    most_bets: int | None = 4
    """Fixed limit: a bet and three raises in a round, the big blind being the first bet (D9, R68)."""
    heads_up_cap: bool = True
    """Fixed limit: whether that also holds in rounds that two players begin (R69)."""
    show_all: bool = False
    """Whether nobody may put his cards away at the showdown (D4)."""
    fold_when_checking_is_free: bool = True
    """Whether a player may fold who has nothing to call (D12)."""
    antes_are_dead: bool = False
    """Whether all antes are one lump that every player can win, also who could not pay his whole ante; else
    he wins of each ante what he paid himself (R26)."""
    unit: Chips | None = None
    """The smallest chip, in which odd chips come; if None, 1 or the last decimal in use (R102)."""

    def __post_init__(self) -> None:
        if self.betting not in ("no-limit", "fixed-limit"):
            raise ValueError(f"unknown betting {self.betting!r} (no-limit or fixed-limit)")
        if self.most_bets is not None and self.most_bets < 1:
            raise ValueError(
                f"most_bets is {self.most_bets}; at least one bet must be allowed, or None for no cap"
            )
        if self.unit is not None:
            as_unit(self.unit)
