"""What sampling found so far: whole numbers that can be added up, whoever sampled them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm, sqrt
from statistics import fmean

from oddchip.equity.result import PlayerResult, Winners, exact_players

UNIT = 1 << 20
"""Weights of deals are counted in these parts of 1, so that sums do not depend on their order."""

Chunks = tuple[range, ...]


@dataclass(frozen=True, slots=True)
class SampleTotals:
    """The sums of some chunks of a sampler, from which equities and their errors follow.

    Totals of different chunks of the same sampler can be added with `+`, in any order and grouping: the sum
    is the same to the last digit. Adding totals of different samplers or of a chunk that is in both raises
    `ValueError`. They can be pickled, to be sent from other processes and machines.

    >>> from oddchip.equity import make_sampler, parse_spot
    >>> sampler = make_sampler(parse_spot(["AhKh", "QQ+"]), seed=1)
    >>> halves = sampler.sample(range(0, 2)) + sampler.sample(range(2, 4))
    >>> halves == sampler.sample(range(4))
    True
    """

    names: tuple[str, ...]
    groups: tuple[int, ...]
    """By player, a number that those with the same range share."""
    plan: tuple[int, ...]
    """What sets samplers apart: the seed and a digest of the spot, of the sizes of clusters and chunks."""
    chunks: Chunks
    """The chunks that are in it, in increasing order."""
    tries: int
    """How often holdings were dealt to each board, with or without success."""
    population: int
    """How many boards there are."""
    boards: int
    """How many were visited, again in each pass over all of them."""
    deals: int
    """Deals sampled, those that were possible."""
    passes: Counter[int]
    """How many boards were visited in each pass that may not be complete."""
    tally: Counter[int]
    """The weight of the deals, in parts of `UNIT`, by set of winners, bit p for player p."""
    squares: Counter[int]
    """The same of the squares of the weights."""
    clusters: tuple[tuple[int, int], ...]
    """By group, over clusters, the square of the share and its product with the weight, in parts of `UNIT`;
    then the square of the weight. Shares are parts of `whole_pot`."""

    def __add__(self, other: "SampleTotals") -> "SampleTotals":
        if self.plan != other.plan:
            raise ValueError("these totals are of different spots, seeds or ways of sampling")
        return replace(
            self,
            chunks=_united(self.chunks, other.chunks),
            boards=self.boards + other.boards,
            deals=self.deals + other.deals,
            passes=self.passes + other.passes,
            tally=self.tally + other.tally,
            squares=self.squares + other.squares,
            clusters=tuple(
                (first + third, second + fourth)
                for (first, second), (third, fourth) in zip(self.clusters, other.clusters, strict=True)
            ),
        )

    @property
    def acceptance(self) -> float:
        """The part of the tries to deal holdings to a board that gave a deal."""
        return self.deals / (self.boards * self.tries) if self.boards else 0.0

    @property
    def is_symmetric(self) -> bool:
        """Whether all players have the same range, so that their equities are known."""
        return len(set(self.groups)) == 1

    @property
    def effective_samples(self) -> float:
        """How many deals of equal weight are worth as much: L. Kish, "Survey Sampling", 1965."""
        weight, squared = self.tally.total(), self.squares.total()
        return weight * weight / (squared * UNIT) if squared else 0.0

    @property
    def outcomes(self) -> dict[Winners, int | float]:
        """The deals, or their weight, that exactly these players win or share, single winners first."""
        players = len(self.names)
        found: dict[Winners, int | float] = {}
        for winners, weight in self.tally.items():
            seats = tuple(player + 1 for player in range(players) if winners >> player & 1)
            found[seats] = weight / UNIT if weight % UNIT else weight // UNIT
        return dict(sorted(found.items(), key=lambda item: (len(item[0]), item[0])))

    def players(self) -> tuple[PlayerResult, ...]:
        """Return each player's equity and its standard error; there must be a deal.

        Players with the same range have the same equity, which is estimated from all of them.
        """
        errors = self.std_errors()
        own = exact_players(self.names, self.outcomes)
        alike = [
            [own[other] for other, each in enumerate(self.groups) if each == group] for group in self.groups
        ]
        return tuple(
            PlayerResult(
                hand=player.hand,
                equity=fmean(other.equity for other in others),
                win=fmean(other.win for other in others),
                tie=fmean(other.tie for other in others),
                std_error=error,
            )
            for player, others, error in zip(own, alike, errors, strict=True)
        )

    def std_errors(self) -> tuple[float, ...]:
        """Return the standard error of each player's equity; there must be a deal.

        The equity is a ratio of two sums over clusters, the deals on one board. Boards are drawn without
        repetition, so that only what a pass has left out of the boards between clusters counts, and the
        deals within clusters always do: W. G. Cochran, "Sampling Techniques", 1977, sections 6.2 and 10.3.
        A player who won all or none of n deals has the error 1 / n, unless there are no other deals. Where
        all players have the same range, there is no error.
        """
        weight = self.tally.total()
        return tuple(self._std_error(player, weight) for player in range(len(self.names)))

    def _std_error(self, player: int, weight: int) -> float:
        if self.is_symmetric:
            return 0.0
        between, within = self.variances(player)
        missing = sum(
            (count * (1 - Fraction(count, self.population)) for count in self.passes.values()), Fraction(0)
        )
        if not between and not within:
            is_all = self.tries == 1 and not missing
            return 0.0 if is_all else 1 / self.effective_samples
        variance = self.boards * self.tries * within + float(missing) * between
        return sqrt(variance) * UNIT / weight

    def variances(self, player: int) -> tuple[float, float]:
        """Return the variances of a player's residual, by which its share exceeds what its equity makes of
        the weight: of the sums on a board between boards, and of single tries on the same board."""
        whole_pot = lcm(*range(1, len(self.names) + 1))
        weight = self.tally.total()
        group = self.groups[player]
        members = sum(1 << other for other, each in enumerate(self.groups) if each == group)
        parts = {
            winners: whole_pot // winners.bit_count() * (winners & members).bit_count()
            for winners in self.squares
            if winners & members
        }
        share = sum(self.tally[winners] * part for winners, part in parts.items())
        own = self.clusters[group]
        # In whole numbers, as the differences are small: residuals times the weight, in parts of the pot.
        of_clusters = (
            own[0] * weight * weight - 2 * own[1] * weight * share + self.clusters[-1][0] * share * share
        )
        of_deals = (
            sum(self.squares[winners] * part * part for winners, part in parts.items()) * weight * weight
            - 2 * sum(self.squares[winners] * part for winners, part in parts.items()) * weight * share
            + self.squares.total() * share * share
        )
        scale = (whole_pot * weight * members.bit_count()) ** 2 * UNIT
        if self.boards < 2:
            return 0.0, of_deals / scale
        total = of_clusters / (scale * (self.boards - 1))
        if self.tries == 1:
            return total, 0.0
        within = (self.tries * of_deals - of_clusters) / (scale * self.tries * self.boards * (self.tries - 1))
        return max(0.0, total - self.tries * within), within


def _united(first: Chunks, second: Chunks) -> Chunks:
    """Two sets of chunks as one, neighbours joined."""
    united: list[range] = []
    for part in sorted([*first, *second], key=lambda chunks: chunks.start):
        if united and part.start < united[-1].stop:
            raise ValueError(f"chunk {part.start} is in both totals")
        if united and part.start == united[-1].stop:
            united[-1] = range(united[-1].start, part.stop)
        else:
            united.append(part)
    return tuple(united)


def as_counter(values: Sequence[float]) -> Counter[int]:
    """Return what is not 0 of an array, in parts of `UNIT`."""
    return Counter({index: round(value * UNIT) for index, value in enumerate(values) if value})
