"""What a range has on a board: made hands as players name them, and draws.

Only what the hole cards take part in counts as made: on K77 everybody has a pair of sevens, so AQ is ace
high, and AK is top pair, not two pair. `MadeHand` and `Draw` say what each name stands for. The names and the
division of pairs are those that players know from Flopzilla (its manual: https://flopzilla.com/written.html),
where `SECOND_PAIR` is "middle pair", `POCKET_PAIR_BELOW_TOP` "pp below tp" and `LOW_PAIR` "weak pair".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from math import fsum
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import COMBO_CARDS, COMBOS, combo_text
from oddchip.equity.ranges import Range
from oddchip.evaluator import (
    DECK_SIZE,
    RANKS,
    SUITS,
    CardError,
    Cards,
    Category,
    DuplicateCardError,
    HandSizeError,
    categories_of,
    format_cards,
    parse_cards,
)
from oddchip.evaluator.single import strength_of_ids

FLOP, RIVER = 3, 5
"""Cards on the board."""

ACE = len(RANKS) - 1

Flags: TypeAlias = npt.NDArray[np.bool_]
Counts: TypeAlias = npt.NDArray[np.int64]


class MadeHand(IntEnum):
    """What the hole cards make with the board, weakest first; every combo is exactly one of them.

    A hand is made if a hole card is part of it, kickers apart. Pairs are compared with the ranks on the
    board, each taken once: on KK72 the top is the king and the second the seven. A stronger name is a better
    hand, but for two pair on a paired board: there one pair, with the board's, can beat it (KK, QJ on QJ99).

    >>> MadeHand.TRIPS > MadeHand.TWO_PAIR, MadeHand.POCKET_PAIR_BELOW_TOP.label
    (True, 'pocket pair below top')
    """

    NO_MADE_HAND = 0
    """Nothing below: no pair, what is on the board with a kicker other than an ace, a pair that does not play
    because the board has two better ones (33 on KK772), or on the river the board itself."""
    ACE_HIGH = 1
    """Nothing below, but an ace in the hand, none on the board, and it plays: high card or first kicker."""
    LOW_PAIR = 2
    """A pair lower than the second rank on the board: with the third card or a lower one, or in the hand."""
    SECOND_PAIR = 3
    """A hole card pairs the second rank on the board; also called middle pair."""
    POCKET_PAIR_BELOW_TOP = 4
    """A pair in the hand between the top and the second rank on the board."""
    TOP_PAIR = 5
    """A hole card pairs the top rank on the board."""
    OVERPAIR = 6
    """A pair in the hand above every card on the board."""
    TWO_PAIR = 7
    """Each hole card pairs a different rank on the board, and both pairs play. A pair of which the board has
    both cards does not count: with one more the hand is that one pair."""
    TRIPS = 8
    """Three of a kind of one hole card and a pair on the board."""
    SET = 9
    """Three of a kind of a pair in the hand and one card on the board."""
    STRAIGHT = 10
    """A straight, on the river a better one than the board's."""
    FLUSH = 11
    """A flush, on the river a better one than the board's."""
    FULL_HOUSE = 12
    """A full house, on the river a better one than the board's."""
    FOUR_OF_A_KIND = 13
    """Four of a kind of at least one hole card."""
    STRAIGHT_FLUSH = 14
    """A straight flush, on the river a better one than the board's."""

    @property
    def label(self) -> str:
        """The name in words."""
        return self.name.lower().replace("_", " ")


class Draw(Enum):
    """What the hole cards draw to on the flop and on the turn; a combo may have several.

    With a straight or better no combo draws to a straight, with a flush or better none to a flush. Dead
    cards are not taken off the outs.

    >>> Draw.OPEN_ENDED.label
    'open-ended straight draw'
    """

    COMBO_DRAW = "combo draw"
    """A flush draw and a straight draw, open-ended or gutshot."""
    NUT_FLUSH_DRAW = "nut flush draw"
    """A flush draw with the highest card of the suit that is not on the board; one of the flush draws."""
    FLUSH_DRAW = "flush draw"
    """Four cards of a suit, at least one in the hand: nine outs."""
    OPEN_ENDED = "open-ended straight draw"
    """Two ranks or more, each of which completes a straight: eight outs, whether at both ends of four in a
    row or inside of both halves (a double gutshot). The straight must be better than any that the board has
    with the same card."""
    GUTSHOT = "gutshot"
    """Exactly one such rank: four outs, inside, or at the only end (AKQJ, A234)."""
    BACKDOOR_FLUSH_DRAW = "backdoor flush draw"
    """On the flop three cards of a suit, of which two or one are in the hand: the next two must be of it."""
    OVERCARDS = "overcards"
    """Two hole cards of different ranks above every card on the board, with no made hand or ace high."""

    @property
    def label(self) -> str:
        """The name in words."""
        return self.value


@dataclass(frozen=True, slots=True)
class HandShare:
    """The combos of a range that are one kind of made hand, or have one kind of draw."""

    kind: MadeHand | Draw
    combos: int
    """How many there are, each counted as one."""
    weight: float
    """The sum of their weights."""
    percent: float
    """That weight as a percentage of the weight of the range on this board."""
    weights: Mapping[str, float]
    """The weight of each combo, 0 to 1, the highest combo first."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a dict, the kind as its name in words."""
        return {
            "name": self.kind.label,
            "combos": self.combos,
            "weight": self.weight,
            "percent": self.percent,
            "weights": dict(self.weights),
        }


@dataclass(frozen=True, slots=True)
class MadeHands:
    """A range on a board of three to five cards."""

    board: str
    dead: str
    combos: int
    """How many combos of the range the board and the dead cards leave, each counted as one."""
    weight: float
    """The sum of their weights."""
    made: tuple[HandShare, ...]
    """One share for every `MadeHand`, strongest first, empty ones too; each combo is in one of them."""
    draws: tuple[HandShare, ...]
    """One share for every `Draw`, empty ones too; none at all on the river."""

    def __getitem__(self, kind: MadeHand | Draw) -> HandShare:
        """Return the share of one kind; raise `KeyError` for a draw on the river."""
        for share in (*self.made, *self.draws):
            if share.kind is kind:
                return share
        raise KeyError(kind)

    def at_least(self, kind: MadeHand) -> HandShare:
        """Return the share of this made hand and all stronger ones together.

        >>> made_hands("AA, KK, 22", "Kh7d2s").at_least(MadeHand.SET).combos
        6
        """
        stronger = [share for share in self.made if isinstance(share.kind, MadeHand) and share.kind >= kind]
        weights = {combo: weight for share in stronger for combo, weight in share.weights.items()}
        weight = fsum(weights.values())
        return HandShare(kind, len(weights), weight, 100 * weight / self.weight, weights)

    def to_json(self) -> dict[str, Any]:
        """Return all of it as dicts, lists, texts and numbers."""
        return {
            "board": self.board,
            "dead": self.dead,
            "combos": self.combos,
            "weight": self.weight,
            "made": [share.to_json() for share in self.made],
            "draws": [share.to_json() for share in self.draws],
        }


def made_hands(range_: Range | str | npt.NDArray[np.floating], board: Cards, dead: Cards = "") -> MadeHands:
    """Return how many combos of a range are which made hand on a board, and how many have which draw.

    range_: a `Range`, its text, or an array of 1326 weights.
    board: three, four or five cards.
    dead: cards that the range cannot hold.

    Raises `HandSizeError` for a board of another size, `ImpossibleSpotError` if no combo is left,
    `RangeSyntaxError` for what is no range, `CardError` for what is not a card and `DuplicateCardError` for
    a card in two places.

    >>> found = made_hands("QQ+, AKs, KhQh:0.5", "Kh 7d 2s")
    >>> for share in found.made:
    ...     if share.combos:
    ...         print(share.kind.label, share.combos, share.weight, round(share.percent, 1))
    set 3 3.0 16.7
    overpair 6 6.0 33.3
    top pair 3 3.0 16.7
    pocket pair below top 6 6.0 33.3
    >>> made_hands("9h8h, AhTh, JJ", "7h 6h Kc")[Draw.COMBO_DRAW].weights
    {'9h8h': 1.0}
    """
    held = _range_of(range_)
    board_cards, dead_cards = _parse_place(board, "on the board"), _parse_place(dead, "among the dead cards")
    if not FLOP <= len(board_cards) <= RIVER:
        size, text = len(board_cards), format_cards(board_cards) or "''"
        count = "1 card" if size == 1 else f"{size} cards"
        raise HandSizeError(f"the board {text} has {count} (3 to 5 are needed)", expected="3 to 5", got=size)
    for card in dead_cards:
        if card in board_cards:
            raise DuplicateCardError(format_cards([card]), "on the board", "among the dead cards")
    weights = held.without((*board_cards, *dead_cards)).weights
    indices = np.flatnonzero(weights)[::-1]
    spot = _on_board(COMBO_CARDS[indices], board_cards)
    kinds = _made(spot)
    shares = _Shares(indices, weights[indices], fsum(weights))
    return MadeHands(
        board=format_cards(board_cards),
        dead=format_cards(dead_cards),
        combos=len(indices),
        weight=shares.total,
        made=tuple(shares.of(kind, np.equal(kinds, kind)) for kind in reversed(MadeHand)),
        draws=tuple(shares.of(draw, flags) for draw, flags in _draws(spot, kinds).items()),
    )


class _Shares(NamedTuple):
    """The combos that are left, the highest first, with their weights, (n,) each, and the sum of these."""

    indices: npt.NDArray[np.intp]
    weights: npt.NDArray[np.float64]
    total: float

    def of(self, kind: MadeHand | Draw, flags: Flags) -> HandShare:
        texts = map(_combo_texts().__getitem__, self.indices[flags].tolist())
        own = dict(zip(texts, self.weights[flags].tolist(), strict=True))
        weight = fsum(own.values())
        return HandShare(kind, len(own), weight, 100 * weight / self.total, own)


class _OnBoard(NamedTuple):
    """n pairs of hole cards on a board; what is counted by rank or suit has 13 or 4 columns."""

    cards: Counts
    """(n, 2) card ids."""
    ranks: Counts
    suits: Counts
    board: tuple[int, ...]
    board_ranks: Counts
    board_suits: Counts
    categories: npt.NDArray[np.intp]
    """(n,) categories of the best hand with the board."""
    beats_board: Flags
    """(n,) whether the best hand is better than the board alone, which below five cards is none."""

    @property
    def board_order(self) -> list[int]:
        """The different ranks on the board, highest first."""
        return [int(rank) for rank in np.flatnonzero(self.board_ranks)[::-1]]


def _on_board(hole_cards: npt.NDArray[np.uint8], board: tuple[int, ...]) -> _OnBoard:
    cards = hole_cards.astype(np.int64)
    # Evaluated one by one: 1.4 ms for all 1176 combos on a flop, and nothing has to be compiled for it.
    strengths = np.array([strength_of_ids((*hole, *board)) for hole in cards.tolist()], dtype=np.uint16)
    board_cards = np.array(board, dtype=np.int64)
    return _OnBoard(
        cards=cards,
        ranks=_counts(cards >> 2, len(RANKS)),
        suits=_counts(cards & 3, len(SUITS)),
        board=board,
        board_ranks=_counts(board_cards >> 2, len(RANKS)),
        board_suits=_counts(board_cards & 3, len(SUITS)),
        categories=categories_of(strengths),
        beats_board=strengths > (strength_of_ids(board) if len(board) == RIVER else 0),
    )


def _counts(values: Counts, size: int) -> Counts:
    """How often each value stands in the last axis."""
    found: Counts = np.equal(values[..., None], np.arange(size)).sum(axis=-2)
    return found


def _made(spot: _OnBoard) -> Counts:
    """The `MadeHand` of each combo: (n,)."""
    counts, in_hand = spot.ranks + spot.board_ranks, spot.ranks > 0
    kinds = np.full(len(spot.cards), MadeHand.NO_MADE_HAND, dtype=np.int64)
    has_ace = in_hand[:, ACE] & (spot.board_ranks[ACE] == 0)
    kinds[has_ace & spot.beats_board] = MadeHand.ACE_HIGH
    _name_pairs(spot, counts, kinds)
    threes = np.equal(counts, 3) & (spot.categories == Category.THREE_OF_A_KIND)[:, None]
    kinds[(threes & (spot.ranks == 1)).any(axis=1)] = MadeHand.TRIPS
    kinds[(threes & (spot.ranks == 2)).any(axis=1)] = MadeHand.SET
    # All five cards of these count, so what is better than the board has a hole card in it.
    for category in (Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE, Category.STRAIGHT_FLUSH):
        kinds[(spot.categories == category) & spot.beats_board] = MadeHand[category.name]
    kinds[(np.equal(counts, 4) & in_hand).any(axis=1)] = MadeHand.FOUR_OF_A_KIND
    return kinds


def _name_pairs(spot: _OnBoard, counts: Counts, kinds: Counts) -> None:
    """Write the names of pairs, and two pair, to `kinds`."""
    paired = np.equal(counts, 2)
    plays = paired[:, ::-1].cumsum(axis=1)[:, ::-1] <= 2  # of three pairs the lowest does not
    own = paired & plays & (spot.ranks > 0)
    how_many = own.sum(axis=1)
    is_paired = np.isin(spot.categories, (Category.PAIR, Category.TWO_PAIR))
    kinds[is_paired & (how_many == 2)] = MadeHand.TWO_PAIR
    rank = ACE - own[:, ::-1].argmax(axis=1)
    top, second = [*spot.board_order, -1][:2]
    names = np.select(
        [rank > top, rank == top, rank > second, rank == second],
        [MadeHand.OVERPAIR, MadeHand.TOP_PAIR, MadeHand.POCKET_PAIR_BELOW_TOP, MadeHand.SECOND_PAIR],
        MadeHand.LOW_PAIR,
    )
    kinds[:] = np.where(is_paired & (how_many == 1), names, kinds)


def _draws(spot: _OnBoard, kinds: Counts) -> dict[Draw, Flags]:
    """Which combos have which draw: (n,) each; nothing on the river."""
    if len(spot.board) == RIVER:
        return {}
    suited = np.where(spot.suits > 0, spot.suits + spot.board_suits, 0)
    flush_suits = np.equal(suited, 4) & (spot.categories < Category.FLUSH)[:, None]
    others = np.setdiff1d(np.arange(DECK_SIZE), spot.board)
    nut_cards = [others[others & 3 == suit].max() for suit in range(len(SUITS))]
    has_nut_card = np.equal(spot.cards[:, :, None], nut_cards).any(axis=1)
    flush_draw = flush_suits.any(axis=1)
    backdoor = (np.equal(suited, 3) & (len(spot.board) == FLOP)).any(axis=1)
    completing = np.where(spot.categories < Category.STRAIGHT, _completing_ranks(spot), 0)
    above = (spot.cards >> 2 > spot.board_order[0]).all(axis=1)
    return {
        Draw.COMBO_DRAW: flush_draw & (completing > 0),
        Draw.NUT_FLUSH_DRAW: (flush_suits & has_nut_card).any(axis=1),
        Draw.FLUSH_DRAW: flush_draw,
        Draw.OPEN_ENDED: completing >= 2,
        Draw.GUTSHOT: completing == 1,
        Draw.BACKDOOR_FLUSH_DRAW: backdoor,
        Draw.OVERCARDS: above & (kinds <= MadeHand.ACE_HIGH) & (spot.categories < Category.STRAIGHT),
    }


def _completing_ranks(spot: _OnBoard) -> Counts:
    """How many ranks give each combo a straight that is better than what they give the board alone: (n,)."""
    bits = 1 << np.arange(len(RANKS))
    board = np.bitwise_or.reduce(bits[spot.board_order])
    with_hand = board | np.bitwise_or.reduce(bits[spot.cards >> 2], axis=1)
    better = _straights(with_hand[:, None] | bits) > _straights(board | bits)
    completing: Counts = better.sum(axis=1)
    return completing


def _straights(rank_bits: Counts) -> Counts:
    """The top rank of the best straight in sets of ranks, 0 for none."""
    best = np.zeros_like(rank_bits)
    for top in range(3, len(RANKS)):
        straight = 0b11111 << (top - 4) if top > 3 else 0b1111 | 1 << ACE
        best[rank_bits & straight == straight] = top
    return best


@cache
def _combo_texts() -> list[str]:
    return [combo_text(index) for index in range(COMBOS)]


def _range_of(range_: Range | str | npt.NDArray[np.floating]) -> Range:
    if isinstance(range_, Range):
        return range_
    return Range.parse(range_) if isinstance(range_, str) else Range.from_array(range_)


def _parse_place(cards: Cards, place: str) -> tuple[int, ...]:
    try:
        return parse_cards(cards)
    except CardError as error:
        error.args = (f"{place}: {error.args[0]}",)
        raise
