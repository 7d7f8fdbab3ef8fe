"""Sampling a spot chunk by chunk, each chunk with random numbers of its own."""

import hashlib
import operator
import secrets
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from math import ceil, lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity._kernels_sampling import BATCH, FIELD, GROUPS_A_WORD, sample_boards
from oddchip.equity.board_order import BoardOrder, combo_keys, make_board_order
from oddchip.equity.dealing import Dealing, deal_without_board, make_dealing
from oddchip.equity.feasible import can_be_dealt, no_deal
from oddchip.equity.limits import USUAL_ERROR
from oddchip.equity.sample_totals import UNIT, SampleTotals, as_counter
from oddchip.equity.spot import AnySpot, RangeSpot, as_ranges
from oddchip.evaluator import ImpossibleSpotError
from oddchip.evaluator._threads import map_chunks
from oddchip.evaluator.tables import load_tables

PILOT_BITS = 12
PILOT_TRIES = 4
TRIES = range(2, 65)
TRIES_OF_EQUALS = (16,)
"""Where all players have the same range, equities do not vary, and what is best cannot be told from them."""
LOW_ACCEPTANCE = 0.08
"""Below it deals are weighted instead of thrown away."""
CHUNKS, SHORTEST_CHUNK, LONGEST_CHUNK = 50, 2e-3, 1e-2
SMALLEST_ERROR = 1e-9
"""What is aimed at where less is asked for, which no patience reaches."""
SAFETY = 0.95
"""Of the variance aimed at: the pilot may be wrong by as much."""
NO_LIMIT = 1 << 62


class Shares(NamedTuple):
    """What each group of players gets of a pot that all sets of winners can divide, by set of winners."""

    parts: npt.NDArray[np.float64]
    """(sets of winners, groups)."""
    packed: npt.NDArray[np.uint64]
    """(sets of winners, words): the parts of all groups but the last, three to a word."""
    whole_pot: int


@dataclass(frozen=True, slots=True, eq=False)
class Sampler:
    """A way to sample the deals of a spot, which `make_sampler` chooses.

    Chunk i takes its random numbers from the i-th child of the seed, `SeedSequence(seed, spawn_key=(i,))`,
    and its boards from an order that the seed sets, in which no board comes again before all have come. So
    chunks can be sampled anywhere and in any order.
    """

    names: tuple[str, ...]
    groups: tuple[int, ...]
    """By player, a number that those with the same range share: their equities are equal."""
    seed: int
    digest: int
    """Of the spot."""
    dealing: Dealing
    order: BoardOrder
    tries: int
    """How often holdings are dealt to each board."""
    chunk_bits: int
    """A chunk has 2**chunk_bits places of the order."""

    def seconds_per_board(self, tries: int) -> float:
        """How long dealing so often to a board takes, roughly, as measured on an Emerald Rapids server."""
        players = len(self.names)
        each = 3e-9 + 4e-9 * players
        if self.dealing.is_weighted:
            each += sum(4e-10 * (5 + 2 * block) ** 2 for block in range(len(self.dealing.totals)))
        return 1e-8 + 2e-9 * players + tries * each

    def sample(self, chunks: Iterable[int], threads: int | None = 1) -> SampleTotals:
        """Return the totals of chunks, numbered from 0; there must be one."""
        first, *others = map_chunks(self.sample_chunk, chunks, threads)
        for totals in others:
            first += totals
        return first

    def sample_chunk(self, chunk: int, most: int = NO_LIMIT) -> SampleTotals:
        """Return the totals of one chunk, which ends with the board on which so many deals are reached."""
        return self._sample(chunk, (chunk,), most)

    def pilot(self) -> SampleTotals:
        """Return the totals of a first look, with random numbers that no chunk has."""
        return self._sample(0, (0, 0), NO_LIMIT)

    def _sample(self, chunk: int, child: tuple[int, ...], most: int) -> SampleTotals:
        players = len(self.names)
        tally, squares = np.zeros(1 << players), np.zeros(1 << players)
        clusters = np.zeros((max(self.groups) + 2, 2))
        start = chunk << self.chunk_bits
        boards, deals = sample_boards(
            start,
            start + (1 << self.chunk_bits),
            most,
            self.order,
            (self.dealing, combo_keys(), shares_of(self.groups), self.tries),
            load_tables(),
            random_stream(self.seed, child),
            (tally, squares, clusters),
        )
        whole_passes, boards_left = divmod(boards, self.order.boards)
        last_pass = (start >> int(self.order.bits)) + whole_passes
        return SampleTotals(
            names=self.names,
            groups=self.groups,
            plan=(self.seed, self.digest, self.tries, self.chunk_bits),
            chunks=(range(chunk, chunk + 1),),
            tries=self.tries,
            population=self.order.boards,
            boards=boards,
            deals=deals,
            passes=Counter({last_pass: boards_left} if boards_left else {}),
            tally=as_counter(tally.tolist()),
            squares=as_counter((squares if self.dealing.is_weighted else tally).tolist()),
            clusters=tuple((round(one * UNIT), round(two * UNIT)) for one, two in clusters.tolist()),
        )


def make_sampler(spot: AnySpot, *, seed: int | None = None, std_error: float = USUAL_ERROR) -> Sampler:
    """Return the way to sample a spot that is likely to reach a standard error soonest.

    seed: drawn if none is given. Equal arguments give equal samplers, here and on other machines. Raises
    `ImpossibleSpotError` if no deal is possible and `ValueError` for a negative seed.
    """
    seed = secrets.randbits(32) if seed is None else operator.index(seed)
    if seed < 0:
        raise ValueError(f"seed is {seed}, which is negative")
    ranges = as_ranges(spot)
    sampler = _sampler(ranges, seed, make_dealing(ranges, weighted=False))
    pilot = sampler.pilot()
    if pilot.acceptance < LOW_ACCEPTANCE:
        sampler, pilot = _weighted(ranges, seed, sampler, pilot)
    dealing = sampler.dealing
    is_known = len(dealing.block_rows) == 1 and not len(dealing.open_seats)
    choices = (1,) if is_known else TRIES_OF_EQUALS if pilot.is_symmetric else TRIES
    tries, seconds = _plan(sampler, pilot, std_error, choices)
    return replace(sampler, tries=tries, chunk_bits=_chunk_bits(sampler, tries, seconds))


def _sampler(spot: RangeSpot, seed: int, dealing: Dealing) -> Sampler:
    key = random_words(np.random.SeedSequence(seed))
    digest = hashlib.sha256(repr((spot.names, spot.board, spot.dead)).encode())
    digest.update(spot.weights.tobytes())
    return Sampler(
        names=spot.names,
        groups=_groups(spot),
        seed=seed,
        digest=int.from_bytes(digest.digest()[:8]),
        dealing=dealing,
        order=make_board_order(spot.board, dealing.live, key),
        tries=PILOT_TRIES,
        chunk_bits=PILOT_BITS,
    )


def _weighted(
    spot: RangeSpot, seed: int, rejecting: Sampler, rejected: SampleTotals
) -> tuple[Sampler, SampleTotals]:
    """The sampler that weights its deals, and its pilot, if that is better than the one that rejects."""
    dealing = make_dealing(spot, weighted=True)
    mean = _mean_weight(dealing, random_stream(seed, (0, 2)))
    # So that the weights are about 1: they are counted in parts of `UNIT`.
    sampler = _sampler(spot, seed, dealing._replace(scale=1 / mean if mean else 1.0))
    pilot = sampler.pilot()
    if not pilot.tally.total():
        if rejected.deals:
            return rejecting, rejected
        tried = (pilot.boards + rejected.boards) * PILOT_TRIES
        raise (
            ImpossibleSpotError(
                f"no deal was found in {tried:,} tries: the players can hardly all hold a combo at once"
            )
            if can_be_dealt(spot)
            else no_deal()
        )
    efficiency = pilot.effective_samples / pilot.deals * pilot.acceptance
    if efficiency / sampler.seconds_per_board(1) < rejected.acceptance / rejecting.seconds_per_board(1):
        return rejecting, rejected
    # Boards use cards, too; so that the mean weight is 1 with them.
    scale = sampler.dealing.scale * pilot.deals * UNIT / pilot.tally.total()
    sampler = replace(sampler, dealing=sampler.dealing._replace(scale=scale))
    return sampler, sampler.pilot()


def _mean_weight(dealing: Dealing, stream: npt.NDArray[np.uint64]) -> float:
    """The mean weight of some deals that are possible without a board, 0 if none is found."""
    _, weights = deal_without_board(dealing, stream, BATCH)
    return float(weights.mean()) if len(weights) else 0.0


def _plan(
    sampler: Sampler, pilot: SampleTotals, std_error: float, choices: Iterable[int]
) -> tuple[int, float]:
    """How often to deal to each board to reach every player's error soonest, and in how many seconds."""
    per_try = pilot.tally.total() / UNIT / (pilot.boards * pilot.tries)
    variances = [
        (between / pilot.tries**2, within)
        for between, within in (pilot.variances(player) for player in range(len(sampler.names)))
    ]
    aim = SAFETY * (max(std_error, SMALLEST_ERROR) * per_try) ** 2

    def seconds(tries: int) -> float:
        boards = max(_boards_needed(sampler.order.boards, *both, tries, aim) for both in variances)
        return boards * sampler.seconds_per_board(tries)

    tries = min(choices, key=seconds)
    return tries, seconds(tries)


def _chunk_bits(sampler: Sampler, tries: int, seconds: float) -> int:
    """Chunks that can be interrupted soon, and of which a few too many do no harm."""
    share = sampler.order.boards / (1 << int(sampler.order.bits))
    # Looking through ranges that are nearly used up takes ten times as long as the estimate.
    most = LONGEST_CHUNK / 10 if sampler.dealing.is_weighted else LONGEST_CHUNK
    longest = min(max(seconds / CHUNKS, SHORTEST_CHUNK), most)
    return max(6, int(longest / (share * sampler.seconds_per_board(tries))).bit_length() - 1)


def _boards_needed(population: int, of_board: float, of_try: float, tries: int, aim: float) -> float:
    """How many boards bring a variance down to an aim; if more than all, whole passes over them.

    Within a pass the error falls the faster the fewer boards are left, and rises in the next one at first.
    """
    boards = (of_board + of_try / tries) / (aim + of_board / population)
    return boards if boards <= population else population * ceil(of_try / tries / aim / population)


def _groups(spot: RangeSpot) -> tuple[int, ...]:
    """Numbers that players with the same weights share, from 0 on."""
    numbers: dict[bytes, int] = {}
    return tuple(numbers.setdefault(weights.tobytes(), len(numbers)) for weights in spot.weights)


def random_words(sequence: np.random.SeedSequence) -> npt.NDArray[np.uint64]:
    """Return two random 64-bit words."""
    return sequence.generate_state(2, np.uint64).astype(np.uint64)


def random_stream(seed: int, child: tuple[int, ...]) -> npt.NDArray[np.uint64]:
    """Return the start and the step of the random numbers of a child of a seed."""
    stream = random_words(np.random.SeedSequence(seed, spawn_key=child))
    step = int(stream[1]) | 1
    # Steps with too regular bits make weak generators: as in the paper, those are changed.
    stream[1] = step if (step ^ (step >> 1)).bit_count() >= 24 else step ^ 0xAAAA_AAAA_AAAA_AAAA
    return stream


@cache
def shares_of(groups: tuple[int, ...]) -> Shares:
    """Return what each group of players gets of the pot by set of winners; groups: a number by player."""
    players, count = len(groups), max(groups) + 1
    whole_pot = lcm(*range(1, players + 1))
    parts = np.zeros((1 << players, count))
    for winners in range(1, 1 << players):
        for player, group in enumerate(groups):
            if winners >> player & 1:
                parts[winners, group] += whole_pot // winners.bit_count()
    packed = np.zeros((1 << players, ceil((count - 1) / GROUPS_A_WORD)), dtype=np.uint64)
    for group in range(count - 1):
        word, place = divmod(group, GROUPS_A_WORD)
        packed[:, word] |= parts[:, group].astype(np.uint64) << np.uint64(place * FIELD)
    return Shares(parts, packed, whole_pot)
