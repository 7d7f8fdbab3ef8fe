"""What an equity calculation says."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm
from typing import Any

Winners = tuple[int, ...]
"""Players who share the pot, counted from 1 in the order of their hands."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's part of a result; all numbers but `hand` are probabilities, 0..1."""

    hand: str
    equity: float
    """Share of the pot on average: wins, and ties divided by the number who share."""
    win: float
    """Probability to win the whole pot."""
    tie: float
    """Probability to share the pot with others, however many: deals, not shares."""
    std_error: float
    """Standard error of `equity`; 0 when the result is exact."""


@dataclass(frozen=True, slots=True)
class Result:
    """The equity of every player in a spot, and how it was found."""

    method: str
    """`exact` or `monte-carlo`."""
    deals: int
    """Ways to complete the spot."""
    samples: int | None
    """Deals sampled; None when the result is exact."""
    seed: int | None
    """Seed of the samples; None when the result is exact."""
    board: str
    dead: str
    players: tuple[PlayerResult, ...]
    outcomes: Mapping[Winners, int]
    """How many deals exactly these players win or share; sums to `deals`."""
    elapsed_s: float

    @property
    def outcome_probabilities(self) -> dict[Winners, float]:
        """The probability that exactly these players win or share the pot."""
        return {winners: count / self.deals for winners, count in self.outcomes.items()}

    def to_json(self) -> dict[str, Any]:
        """Return what `oddchip equity --format json` prints: dicts, lists, texts and numbers only."""
        return {
            "method": self.method,
            "deals": self.deals,
            "samples": self.samples,
            "seed": self.seed,
            "board": self.board,
            "dead": self.dead,
            "players": [
                {
                    "hand": player.hand,
                    "equity": player.equity,
                    "win": player.win,
                    "tie": player.tie,
                    "std_error": player.std_error,
                }
                for player in self.players
            ],
            "outcomes": {
                ",".join(map(str, winners)): probability
                for winners, probability in self.outcome_probabilities.items()
            },
            "elapsed_s": self.elapsed_s,
        }


def exact_players(hands: tuple[str, ...], outcomes: Mapping[Winners, int]) -> tuple[PlayerResult, ...]:
    """Return each player's part of an exact result; sums are integers, divided once at the end.

    >>> exact_players(("AhAd", "KhKd"), {(1,): 2, (1, 2): 1})[0].equity
    0.8333333333333334
    """
    deals = sum(outcomes.values())
    whole_pot = lcm(*range(1, len(hands) + 1))
    players = []
    for number, hand in enumerate(hands, start=1):
        own = {winners: count for winners, count in outcomes.items() if number in winners}
        wins = own.get((number,), 0)
        shares = sum(count * (whole_pot // len(winners)) for winners, count in own.items())
        players.append(
            PlayerResult(
                hand=hand,
                equity=shares / (whole_pot * deals),
                win=wins / deals,
                tie=(sum(own.values()) - wins) / deals,
                std_error=0.0,
            )
        )
    return tuple(players)
