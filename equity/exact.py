"""Which way to an exact answer is the fastest, and whether it is fast enough."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import prod

import numpy as np
import numpy.typing as npt

from oddchip.equity import holdings, three, two, widest
from oddchip.equity.cancelling import loses_digits
from oddchip.equity.feasible import can_be_dealt, no_deal
from oddchip.equity.field import CardSet, Field, bits_of, board_count, make_field
from oddchip.equity.solved import Solved
from oddchip.equity.spot import RangeSpot, held_counts
from oddchip.equity.symmetry import spot_symmetry
from oddchip.evaluator import TooLargeError

LONGEST = 10.0
"""Seconds: what is estimated to take longer is only done when it is insisted on."""

NO_LIMIT = float("inf")

TABLE_SECONDS = 2e-3
LISTING_SECONDS = 2e-4
"""Of a walk that is not worth looking for another way."""
YEAR = 31_557_600


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to an exact answer, and how long it will take on one thread, roughly."""

    seconds: float
    solve: Callable[[], Solved]


def field_and_symmetry(spot: RangeSpot) -> tuple[Field, npt.NDArray[np.int64]]:
    """Return the combos in play, and the numbers of the suit permutations that leave the spot as it is."""
    field = make_field(spot.weights, (*spot.board, *spot.dead))
    kept = np.array([bits_of(spot.board), bits_of(spot.dead)], dtype=np.uint64)
    return field, spot_symmetry(spot.weights, field.combos, kept)


def plan_exact(
    spot: RangeSpot,
    *,
    longest: float,
    detail: bool,
    categories: bool,
    threads: int | None,
    will_sample: bool = False,
) -> Plan:
    """Return the fastest way to the exact answer for a spot, which takes `longest` seconds at most.

    detail: also for each combo; categories: also for each final category; will_sample: what is too large is
    sampled next, which finds out whether it can be dealt at all: that can take a second here.

    Raises `ImpossibleSpotError` when no holding of all players is possible and `TooLargeError` when the
    answer would take longer.
    """
    field, group = field_and_symmetry(spot)
    plans = _walks(spot, field, group, detail=detail, categories=categories, threads=threads)
    # As many joint holdings as can be done in time, and sooner than by walks: listing all takes too long.
    within = (min([longest, *[plan.seconds for plan in plans]]), will_sample)
    if spot.board and not (detail or categories):
        if not plans or plans[0].seconds > LISTING_SECONDS:
            plans += _by_widest(spot, field, group, plans, within, threads)
    elif not plans or plans[0].seconds > TABLE_SECONDS:
        plans += _by_holdings(spot, field, group, plans, within, categories=categories, threads=threads)
    plan = min(plans, key=lambda plan: plan.seconds)
    refuse_too_large(plan.seconds, longest)
    return plan


def refuse_too_large(seconds: float, longest: float) -> None:
    """Raise `TooLargeError` for an estimate beyond a limit."""
    if seconds > longest:
        raise TooLargeError(
            f"the exact answer would take about {describe_seconds(seconds)} (method exact insists on it)",
            seconds=seconds,
        )


def describe_seconds(seconds: float) -> str:
    """Return a duration in words.

    >>> describe_seconds(7), describe_seconds(9000)
    ('7 seconds', '2.5 hours')
    """
    if seconds >= 1000 * YEAR:
        return "a thousand years or more"
    for size, unit in ((YEAR, "years"), (86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return (
                f"{seconds / size:,.2g} {unit}" if seconds < 100 * size else f"{seconds / size:,.0f} {unit}"
            )
    return f"{seconds:.0f} seconds"


def _walks(
    spot: RangeSpot,
    field: Field,
    group: npt.NDArray[np.int64],
    *,
    detail: bool,
    categories: bool,
    threads: int | None,
) -> list[Plan]:
    """Ways for two and three players. The seconds were fitted to one core of an Emerald Rapids server."""
    boards = board_count(spot.board, spot.dead, len(group))
    combos = len(field.masks)
    held = held_counts(field.weights)
    if len(spot.names) == 2:
        if not can_be_dealt(spot):
            raise no_deal()
        if not spot.board and not spot.dead and not categories:
            return [Plan(TABLE_SECONDS, partial(two.by_table, spot, group, detail=detail))]
        if loses_digits(spot, detail=detail or categories):
            return []
        if detail or categories:
            return [
                Plan(boards * (3e-7 + 1e-8 * combos), partial(two.by_combos, spot, field, group, threads))
            ]
        seconds = boards * (1.5e-7 + 4e-8 * len(field.class_sums))
        return [Plan(seconds, partial(two.by_totals, spot, field, group, threads))]
    if len(spot.names) == 3:
        if not can_be_dealt(spot):
            raise no_deal()
        if loses_digits(spot):
            return []
        full = detail or categories
        asked = sum(held) * (1 + categories) if full else sum(held[:2])
        seconds = boards * (5e-7 + 3e-8 * combos + 8e-8 * asked)
        return [Plan(seconds, partial(three.by_walking, spot, field, group, threads, detail=full))]
    return []


@dataclass(frozen=True, slots=True)
class _Cost:
    """The seconds that joint holdings take, each by itself or with what they have in common counted once."""

    each: float
    each_in_common: float = NO_LIMIT
    in_common: float = 0.0

    def seconds(self, holdings: float) -> float:
        """Return the seconds in the better of the two ways."""
        together = self.in_common + holdings * self.each_in_common
        return min(holdings * self.each, together) if holdings else 0.0

    def holdings_in(self, seconds: float) -> float:
        """Return for how many joint holdings so many seconds are enough."""
        return max(seconds / self.each, (seconds - self.in_common) / self.each_in_common)


def _pattern_cost(field: Field, symmetries: int, dead: CardSet) -> _Cost:
    """The cost of counting by patterns of boards: holdings of the same classes share most of it."""
    players = len(field.weights)
    classes = np.zeros((players, len(field.class_sums)), dtype=np.bool_)
    for player in range(players):
        classes[player, field.classes[field.weights[player] > 0]] = True
    class_sets = float(np.prod(classes.sum(axis=1).astype(float)))
    return _Cost(
        each=(1e-4 + 5e-5 * players) / symmetries,
        each_in_common=1e-7 + (1e-7 + 1e-7 * players) / symmetries,
        in_common=class_sets * (1e-4 + 1.2e-4 * players) * (3 if dead else 1),
    )


def _by_holdings(
    spot: RangeSpot,
    field: Field,
    group: npt.NDArray[np.int64],
    others: list[Plan],
    within: tuple[float, bool],
    *,
    categories: bool,
    threads: int | None,
) -> list[Plan]:
    """Ways for any number of players: each joint holding on its own."""
    in_time, will_sample = within
    boards = board_count(spot.board, spot.dead, len(group))
    by_patterns = not spot.board and not categories
    if by_patterns:
        cost = _pattern_cost(field, len(group), spot.dead)
    else:
        cost = _Cost(boards * holdings.seconds_of(1, len(spot.names)))
    most = int(min(holdings.MOST_HOLDINGS, cost.holdings_in(in_time)))
    found = holdings.holdings_of(field, most)
    if found is None:
        return _too_many(spot, field, cost, others, will_sample)
    if not len(found.weights):
        return _none(others)
    seconds = cost.seconds(len(found.weights))
    if by_patterns:
        return [Plan(1e-4 + seconds, partial(holdings.by_patterns, spot, field, found, group))]
    seconds += _strength_seconds(boards, field)
    return [Plan(seconds, partial(holdings.by_boards, spot, field, found, group, threads))]


def _by_widest(
    spot: RangeSpot,
    field: Field,
    group: npt.NDArray[np.int64],
    others: list[Plan],
    within: tuple[float, bool],
    threads: int | None,
) -> list[Plan]:
    """The way for any number of players on a board, without details: all combos of one of them at once."""
    in_time, will_sample = within
    boards = board_count(spot.board, spot.dead, len(group))
    once = _strength_seconds(boards, field)
    if others and once > in_time:
        return []
    count = max(held_counts(field.weights))
    cost = _Cost(boards * widest.seconds_of(1, count))
    found = widest.widest_of(field, int(min(holdings.MOST_HOLDINGS * count, cost.holdings_in(in_time))))
    if found is None:
        return _too_many(spot, field, cost, others, will_sample)
    if not found.holdings:
        return _none(others)
    seconds = once + cost.seconds(found.looked_at)
    return [Plan(seconds, partial(widest.by_widest, spot, field, found, group, threads))]


def _strength_seconds(boards: int, field: Field) -> float:
    """How long it takes to have the strength of every combo on every board."""
    return boards * 3e-9 * len(field.masks)


def _too_many(
    spot: RangeSpot, field: Field, cost: _Cost, others: list[Plan], will_sample: bool
) -> list[Plan]:
    """No way where another one is faster; else an error."""
    if others:
        return []
    if not will_sample and not can_be_dealt(spot):
        raise no_deal()
    product = float(prod(held_counts(field.weights)))
    # Only what can be listed is counted together.
    seconds = cost.seconds(product) if product <= holdings.MOST_HOLDINGS else cost.each * product
    raise TooLargeError(
        f"up to {product:.2g} joint holdings are too many for an exact answer,"
        f" which would take about {describe_seconds(seconds)}",
        seconds=seconds,
    )


def _none(others: list[Plan]) -> list[Plan]:
    if others:
        return []
    raise no_deal()
