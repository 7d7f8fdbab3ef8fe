"""What an equity calculation says."""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import lcm
from typing import Any

from oddchip.equity.spot import AnySpot
from oddchip.evaluator import format_cards

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
class ComboResult:
    """One combo of a player's range; probabilities given that the player holds it."""

    combo: str
    weight: float
    """Its weight in the range, the largest that is left being 1."""
    probability: float
    """That the player holds it, given the ranges, the board and the dead cards."""
    equity: float
    win: float
    tie: float

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a dict."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class NextCard:
    """What one next board card makes of a spot; equities, wins and ties by player, given that it comes."""

    card: str
    probability: float
    equities: tuple[float, ...]
    wins: tuple[float, ...]
    ties: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a dict."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class SamplingReport:
    """How the samples of a result were drawn."""

    stopped_by: str
    """What ended it: `std_error`, `samples` or `time` that was set, or `interrupted`."""
    acceptance: float
    """The part of the tries to deal combos to all players, and a board, in which no card came twice."""
    effective_samples: float
    """How many deals of equal weight are worth as much; `samples`, unless deals had to be weighted."""
    boards: int
    """How many boards were visited; each comes once before any comes again."""


@dataclass(frozen=True, slots=True)
class Result:
    """The equity of every player in a spot, and how it was found."""

    method: str
    """`exact` or `monte-carlo`."""
    deals: int | None
    """Ways to complete the spot that have a weight; None when they were sampled."""
    samples: int | None
    """Deals sampled; None when the result is exact."""
    seed: int | None
    """Seed of the samples; None when the result is exact."""
    board: str
    dead: str
    players: tuple[PlayerResult, ...]
    outcomes: Mapping[Winners, int | float]
    """How many deals, of all or of the sampled ones, exactly these players win or share; where combos have
    weights, the weight of the deals, in integers if the weights are decimals of up to four digits."""
    elapsed_s: float
    combos: tuple[int, ...]
    """By player, how many combos he may hold with the board, the dead cards and the known hands."""
    reason: str
    """Why the method was chosen."""
    sampling: SamplingReport | None = None
    """How the samples were drawn; None when the result is exact."""
    by_combo: tuple[tuple[ComboResult, ...], ...] | None = None
    """For each player the combos that can be held, if asked for."""
    categories: tuple[Mapping[str, float], ...] | None = None
    """For each player the probability of each category of the final hand, if asked for."""
    next_cards: tuple[NextCard, ...] | None = None
    """Every card that may come next, if asked for."""

    @property
    def is_interrupted(self) -> bool:
        """Whether the samples are fewer than were asked for."""
        return self.sampling is not None and self.sampling.stopped_by == "interrupted"

    @property
    def outcome_probabilities(self) -> dict[Winners, float]:
        """The probability that exactly these players win or share the pot."""
        total = sum(self.outcomes.values())
        return {winners: weight / total for winners, weight in self.outcomes.items()}

    def to_json(self) -> dict[str, Any]:
        """Return what `oddchip equity --format json` prints: dicts, lists, texts and numbers only."""
        printed: dict[str, Any] = {
            "method": self.method,
            "deals": self.deals,
            "samples": self.samples,
            "seed": self.seed,
            "board": self.board,
            "dead": self.dead,
            "players": [asdict(player) for player in self.players],
            "outcomes": {
                ",".join(map(str, winners)): probability
                for winners, probability in self.outcome_probabilities.items()
            },
            "elapsed_s": self.elapsed_s,
            "combos": list(self.combos),
            "reason": self.reason,
        }
        if self.sampling is not None:
            printed["sampling"] = asdict(self.sampling)
        if self.by_combo is not None:
            printed["by_combo"] = [[combo.to_json() for combo in combos] for combos in self.by_combo]
        if self.categories is not None:
            printed["categories"] = [dict(chances) for chances in self.categories]
        if self.next_cards is not None:
            printed["next_cards"] = [card.to_json() for card in self.next_cards]
        return printed


def exact_result(
    spot: AnySpot,
    outcomes: Mapping[Winners, int | float],
    *,
    deals: int,
    reason: str,
    started: float,
    by_combo: tuple[tuple[ComboResult, ...], ...] | None = None,
    categories: tuple[Mapping[str, float], ...] | None = None,
    next_cards: tuple[NextCard, ...] | None = None,
) -> Result:
    """Return what is known of a spot without sampling.

    started: the reading of `time.perf_counter` from which on the time counts; the others: as in `Result`.
    """
    return Result(
        method="exact",
        deals=deals,
        samples=None,
        seed=None,
        board=format_cards(spot.board),
        dead=format_cards(spot.dead),
        players=exact_players(spot.names, outcomes),
        outcomes=outcomes,
        elapsed_s=time.perf_counter() - started,
        combos=spot.combo_counts,
        reason=reason,
        by_combo=by_combo,
        categories=categories,
        next_cards=next_cards,
    )


def exact_players(
    hands: tuple[str, ...], outcomes: Mapping[Winners, int | float]
) -> tuple[PlayerResult, ...]:
    """Return each player's part of an exact result; integers are added as integers and divided once.

    >>> exact_players(("AhAd", "KhKd"), {(1,): 2, (1, 2): 1})[0].equity
    0.8333333333333334
    """
    total = sum(outcomes.values())
    whole_pot = lcm(*range(1, len(hands) + 1))
    players = []
    for number, hand in enumerate(hands, start=1):
        own = {winners: weight for winners, weight in outcomes.items() if number in winners}
        wins = own.get((number,), 0)
        shares = sum(weight * (whole_pot // len(winners)) for winners, weight in own.items())
        players.append(
            PlayerResult(
                hand=hand,
                equity=shares / (whole_pot * total),
                win=wins / total,
                tie=(sum(own.values()) - wins) / total,
                std_error=0.0,
            )
        )
    return tuple(players)
