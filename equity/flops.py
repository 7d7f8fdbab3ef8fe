"""The equity of a spot on many flops, sorted and put together."""

import operator
import secrets
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import fsum, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity.exact import field_and_symmetry
from oddchip.equity.flop_chances import FlopChances, estimate_chances
from oddchip.equity.flop_lists import (
    FlopChoice,
    all_flops,
    choose_all,
    choose_listed,
    choose_sample,
    flop_text,
    possible_flops,
)
from oddchip.equity.flop_solving import FlopAnswer, Task, solve_flops
from oddchip.equity.limits import METHODS, make_limits
from oddchip.equity.pieces import OnPart
from oddchip.equity.result import PlayerResult
from oddchip.equity.spot import Hand, as_ranges, parse_spot
from oddchip.equity.workers import open_workers
from oddchip.evaluator import Cards, ImpossibleSpotError, format_cards

Floats = npt.NDArray[np.float64]

ALL_FLOPS = "all"

STD_ERROR = 0.002
"""To which a flop is sampled: over all flops the mean of such errors is 0.0001 or less."""

DIGITS = 12
"""Equities that agree to so many decimals are equal when flops are sorted."""


@dataclass(frozen=True, slots=True)
class FlopResult:
    """One flop; what has a number for each player is in their order."""

    flop: str
    """The highest card first; of flops that are the same in the spot, the one with the highest suits."""
    multiplicity: int
    """How many flops that are the same it stands for."""
    probability: float
    """That it comes, it or one that it stands for, among all flops of the table, given what players hold."""
    equities: tuple[float, ...]
    wins: tuple[float, ...]
    ties: tuple[float, ...]
    std_errors: tuple[float, ...]
    """0 where the flop is exact."""
    method: str
    """`exact` or `monte-carlo`."""
    deals: int | None
    """Ways to complete one such flop that have a weight; None when they were sampled."""
    samples: int | None

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a dict."""
        return asdict(self)


class FlopShare(NamedTuple):
    """What counts of a flop in a graph or a histogram of one player's equities."""

    equity: float
    probability: float


@dataclass(frozen=True, slots=True)
class FlopTable:
    """The equities of a spot on many flops."""

    players: tuple[PlayerResult, ...]
    """The mean over the flops, each as often as it comes. Over all flops it is the equity before the flop.
    The standard error is that of sampled equities and, in a sample of flops, of the choice of flops."""
    flops: tuple[FlopResult, ...]
    """Those that can come, the best for the first player first."""
    impossible: tuple[str, ...]
    """Flops of a list or sample that leave somebody nothing to hold."""
    dead: str
    choice: str
    """Which flops: `all`, `list` or `sample`."""
    sampled_of: int | None
    """From how many flops a sample was drawn: for two players, those that can come."""
    seed: int | None
    """Of the sample of flops and of sampled equities; None where nothing was drawn."""
    elapsed_s: float

    def shares(self, player: int) -> tuple[FlopShare, ...]:
        """Return what `equity_curve` and `histogram` take: the flops for a player, counted from 1.

        >>> table = flop_equities(["AhKh", "QsQd"], ["Qh Jh Th", "9c 8c 7c"])
        >>> [round(share.equity, 3) for share in table.shares(2)]
        [0.0, 0.738]
        """
        return tuple(FlopShare(flop.equities[player - 1], flop.probability) for flop in self.flops)

    def to_json(self) -> dict[str, Any]:
        """Return what `oddchip equity --flops --format json` prints."""
        printed = asdict(self)
        printed["flops"] = [flop.to_json() for flop in self.flops]
        return printed


def flop_equities(
    hands: Sequence[Hand],
    flops: str | int | Sequence[Cards] = ALL_FLOPS,
    *,
    dead: Cards = "",
    method: str = "auto",
    std_error: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    on_progress: OnPart | None = None,
) -> FlopTable:
    """Return the equities of two to ten hands or ranges on many flops.

    hands, dead: as `calculate_equity` takes them.
    flops: `all` that can come, of which the ones that a renaming of suits makes into each other, with all
    hands unchanged, are one row; a sequence of flops; or a number of flops to draw at random, from 2 on.
    method: `exact`, `monte-carlo` or `auto`, which samples the flops that would take longer than a minute
    exactly, all together and roughly.
    std_error: to which each such flop is sampled, 0.002 by default; seed: of all that is drawn.
    threads: all cores by default; scheduler: `local:N` for N worker processes, or the address of a Dask
    cluster. The numbers do not depend on either.
    on_progress: called with the part that is done, 0..1.

    Raises what `parse_spot` raises, `ValueError` for wrong options, `CardError` for what is no flop or listed
    twice, and `ImpossibleSpotError` if none of the flops can come or fewer than are to be drawn.

    >>> table = flop_equities(["AA", "KK"])
    >>> len(table.flops), sum(flop.multiplicity for flop in table.flops), round(table.players[0].equity, 7)
    (1753, 22092, 0.8194605)
    >>> table.flops[0].flop, round(table.flops[0].equities[0], 4)
    ('AsAhKs', 1.0)
    """
    started = time.perf_counter()
    if method not in METHODS:
        raise ValueError(f"unknown method {method!r} (methods are {', '.join(METHODS)})")
    if method == "exact" and std_error is not None:
        raise ValueError("std_error says nothing to method exact, which samples nothing")
    make_limits(std_error, None, None)
    own_seed = secrets.randbits(32) if seed is None else operator.index(seed)
    if own_seed < 0:
        raise ValueError(f"seed is {own_seed}, which is negative")
    spot = parse_spot(hands, "", dead)
    ranges = as_ranges(spot)
    _, group = field_and_symmetry(ranges)
    sampled_of = None
    if isinstance(flops, str):
        if flops != ALL_FLOPS:
            raise ValueError(f"unknown flops {flops!r} ('{ALL_FLOPS}', a number or a sequence of flops)")
        kind, choice = "all", choose_all(ranges, group)
    elif isinstance(flops, Sequence):
        kind, choice = "list", choose_listed(flops, group)
    else:
        count = operator.index(flops)
        if count < 2:
            raise ValueError(f"{count} flops are asked for (at least 2 say something about the others)")
        population = possible_flops(ranges, group)
        kind, choice = "sample", choose_sample(population, count, own_seed, group)
        sampled_of = len(population)
    task = Task(spot, method, 0.0, std_error or STD_ERROR, own_seed)
    with open_workers(threads, scheduler) as workers:
        answers = solve_flops(task, choice.distinct, group, workers.map_in_order, on_progress)
    if not any(answers):
        raise ImpossibleSpotError("none of the flops can come: the players cannot all hold a combo at once")
    weights = np.array([0.0 if answer is None else answer.weight or np.nan for answer in answers])
    chances = None
    if np.isnan(weights).any():
        chances = estimate_chances(ranges, all_flops()[choice.distinct], own_seed)
        weights = np.where(weights == 0, 0.0, chances.of_flops())
    rows, impossible = _rows(choice, answers, weights[choice.places] * choice.multiplicities)
    means = _means(choice, answers, weights, sampled_of, chances)
    is_drawn = kind == "sample" or any(row.samples is not None for row in rows)
    return FlopTable(
        players=means,
        flops=tuple(sorted(rows, key=lambda row: -round(row.equities[0], DIGITS))),
        impossible=() if kind == "all" else impossible,
        dead=format_cards(spot.dead),
        choice=kind,
        sampled_of=sampled_of,
        seed=own_seed if is_drawn else None,
        elapsed_s=time.perf_counter() - started,
    )


def _rows(
    choice: FlopChoice, answers: list[FlopAnswer | None], weights: Floats
) -> tuple[list[FlopResult], tuple[str, ...]]:
    """The flops that can come, the highest cards first, and those that cannot."""
    rows, impossible = [], []
    chances = (weights / fsum(weights)).tolist()
    order = sorted(range(len(choice.numbers)), key=lambda place: -choice.numbers[place])
    for place in order:
        answer, flop = answers[choice.places[place]], flop_text(int(choice.numbers[place]))
        if answer is None:
            impossible.append(flop)
            continue
        rows.append(
            FlopResult(
                flop=flop,
                multiplicity=int(choice.multiplicities[place]),
                probability=chances[place],
                equities=tuple(player.equity for player in answer.players),
                wins=tuple(player.win for player in answer.players),
                ties=tuple(player.tie for player in answer.players),
                std_errors=tuple(player.std_error for player in answer.players),
                method=answer.method,
                deals=answer.deals,
                samples=answer.samples,
            )
        )
    return rows, tuple(impossible)


def _means(
    choice: FlopChoice,
    answers: list[FlopAnswer | None],
    weights: Floats,
    sampled_of: int | None,
    chances: FlopChances | None,
) -> tuple[PlayerResult, ...]:
    """What each player has on average, and how far off that may be.

    weights: how often each distinct flop comes; chances: from what that was estimated, if it was.
    """
    counts = np.bincount(choice.places, choice.multiplicities, len(answers))
    parts = weights * counts / fsum(weights * counts)
    means = []
    for number, hand in enumerate(next(each for each in answers if each).players):
        own = [each.players[number] if each else None for each in answers]
        equity = _mean(parts, [each.equity if each else 0.0 for each in own])
        residuals = np.array([each.equity - equity if each else 0.0 for each in own])
        errors = np.array([each.std_error if each else 0.0 for each in own])
        variance = float(((parts * errors) ** 2).sum())
        if chances is not None:
            variance += chances.variance(residuals * counts / fsum(weights * counts))
        if sampled_of is not None:
            variance += _choice_variance((residuals * parts / counts)[choice.places], sampled_of)
        means.append(
            PlayerResult(
                hand=hand.hand,
                equity=equity,
                win=_mean(parts, [each.win if each else 0.0 for each in own]),
                tie=_mean(parts, [each.tie if each else 0.0 for each in own]),
                std_error=sqrt(variance),
            )
        )
    return tuple(means)


def _mean(parts: Floats, values: list[float]) -> float:
    return fsum(part * value for part, value in zip(parts.tolist(), values, strict=True))


def _choice_variance(residuals: Floats, sampled_of: int) -> float:
    """The variance of a mean over drawn flops, which is a ratio of two sums: W. G. Cochran, section 6.4."""
    drawn = len(residuals)
    return (1 - drawn / sampled_of) * drawn / (drawn - 1) * float((residuals**2).sum())
