"""What is measured: arrays of seven-card hands and spots of hands and ranges, for every front end."""

from functools import cache
from itertools import islice
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import COMBO_CARDS
from oddchip.equity.ranges import Range
from oddchip.evaluator import DECK_SIZE, all_hands, format_cards, parse_cards

Hands = npt.NDArray[np.uint8]
"""Seven-card hands, (n, 7) ids of ours: 4 * rank + suit, suits in the order c d h s."""

SEVEN_CARD_HANDS = comb(DECK_SIZE, 7)
SEVEN_CARD_CATEGORIES = (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584)
"""Published counts, high card first."""
SEVEN_CARD_DIGEST = "7e567990cad1bae538fed2837e7fe7b220afc6752807aac25d811bc0e949bdfd"
"""Of all seven-card strengths in enumeration order, as `oddchip.evaluator.sweep` makes it."""

SEED = 20_240_229
RUNS = 64
ARRAY_SIZE = 1 << 23
"""Hands in an array: 59 MB, far more than a second-level cache, and eight chunks to share among threads."""


class Spot(NamedTuple):
    """Known hands or ranges, all to be compared, the cards that lie on the board and those that are gone."""

    name: str
    hands: tuple[str, ...]
    board: str = ""
    dead: str = ""
    equities: tuple[float, ...] = ()
    """Of ranges, as OMPEval gives them; those of known hands are found by walking through every board."""
    slow: bool = False
    """Whether OMPEval needs half a minute or more."""
    walk: bool = False
    """Whether to measure our way without the stored table as well."""
    by_combo: bool = False
    """Whether to measure the answer with a line for each combo as well."""

    @property
    def deals(self) -> int:
        """Ways to deal a combo to each player and to complete the board."""
        on_board, gone = len(self.board) // 2, len(self.dead) // 2
        boards = comb(DECK_SIZE - 2 * len(self.hands) - on_board - gone, 5 - on_board)
        return boards * (count_holdings(self.hands, self.board + self.dead) if self.equities else 1)


@cache
def count_holdings(hands: tuple[str, ...], gone: str) -> int:
    """Return in how many ways all players can hold a combo, no card twice."""
    blocked = np.isin(COMBO_CARDS, parse_cards(gone)).any(axis=1)
    cards = [COMBO_CARDS[(Range.parse(hand).weights > 0) & ~blocked] for hand in hands]
    if len(cards) == 2:
        return int(_disjoint(*cards).sum())
    if len(cards) > 3:
        return sum(count_holdings(hands[:-1], gone + format_cards(combo.tolist())) for combo in cards[-1])
    first, second, third = cards
    both = _disjoint(first, third) @ _disjoint(third, second)
    return int((_disjoint(first, second) * both).sum())


def _disjoint(first: npt.NDArray[Any], second: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """1 for each two combos that have no card in common."""
    same = first[:, None, :, None] == second[None, :, None, :]
    found: npt.NDArray[np.int64] = (~same.any(axis=(2, 3))).astype(np.int64)
    return found


_TEN = ("AhKh", "QsQd", "2c2d", "JhTh", "9s8s", "7c6d", "AsAd", "KcJc", "Td9d", "5h4h")

TWO_HANDS = Spot("preflop, 2 hands", _TEN[:2])
THREE_HANDS = Spot("preflop, 3 hands", _TEN[:3])
SIX_HANDS = Spot("preflop, 6 hands", _TEN[:6])
TEN_HANDS = Spot("preflop, 10 hands", _TEN)
FLOP = Spot("flop, 2 hands", _TEN[:2], board="2c7d9h")
HAND_SPOTS = (TWO_HANDS, THREE_HANDS, SIX_HANDS, TEN_HANDS, FLOP)

_TIGHT, _LOOSE = "QQ+,AK", "22+,A2s+,KTs+,QTs+,JTs"
_WIDE = (
    "22+,A2s+,K5s+,Q8s+,J8s+,T8s+,97s,86s,75s,A8o+,KTo+,QTo+",
    "22+,A2s+,K2s+,Q6s+,J7s+,T7s+,97s,87s,76s,65s,A9o+,KJo+",
)
_RANDOM = ("random", "random")
_EVEN = (0.5, 0.5)

PAIRS = Spot("AA v KK", ("AA", "KK"), equities=(0.819460504677, 0.180539495323))
CLASSES = Spot("AK v QQ", ("AK", "QQ"), equities=(0.439438835043, 0.560561164957))
HAND_V_RANDOM = Spot("AhKh v random", ("AhKh", "random"), equities=(0.670446323092, 0.329553676908))
RANGES = Spot(f"{_TIGHT} v {_LOOSE}", (_TIGHT, _LOOSE), equities=(0.651398264509, 0.348601735491))
RANGES_2C_DEAD = Spot(
    f"{_TIGHT} v {_LOOSE}, 2c dead", (_TIGHT, _LOOSE), dead="2c", equities=(0.652197935472, 0.347802064528)
)
RANDOM_PREFLOP = Spot("random v random, preflop", _RANDOM, equities=_EVEN, slow=True, walk=True)
NARROW_FLOP = Spot(
    "QQ+,AKs v TT+,AQs+,KQs, flop",
    ("QQ+,AKs", "TT+,AQs+,KQs"),
    board="Kh7h2c",
    equities=(0.714446974563, 0.285553025437),
)
WIDE_FLOP = Spot("304 v 283 combos, flop", _WIDE, board="Kh7h2c", equities=(0.473961198057, 0.526038801943))
RANDOM_FLOP = Spot("random v random, flop", _RANDOM, board="Kh7h2c", equities=_EVEN, by_combo=True)
RANDOM_TURN = Spot("random v random, turn", _RANDOM, board="Kh7h2c9d", equities=_EVEN)
RANDOM_RIVER = Spot("random v random, river", _RANDOM, board="Kh7h2c9d3s", equities=_EVEN)
THREE_FLOP = Spot(
    "QQ+,AKs v A2s+ v 22+, flop",
    ("QQ+,AKs", "A2s+", "22+"),
    board="2c4c5h",
    equities=(0.404357845569, 0.301709915636, 0.293932238795),
)
HANDS_V_RANGE_FLOP = Spot(
    "AhKh v 7c7d v 66+,ATs+,T9s,98s,87s, flop",
    ("AhKh", "7c7d", "66+,ATs+,T9s,98s,87s"),
    board="2h7s9s",
    equities=(0.028601978081, 0.828512238897, 0.142885783022),
)
FOUR_FLOP = Spot(
    "TT+,AQ+ v 66+,ATs+ v JTs,T9s,98s,87s v AhQh, flop",
    ("TT+,AQ+", "66+,ATs+", "JTs,T9s,98s,87s", "AhQh"),
    board="Kh7h2c",
    equities=(0.317883988606, 0.226123536670, 0.069768979577, 0.386223495147),
)
THREE_RANGES = Spot(
    f"{_TIGHT} v TT+,AQ+ v 22+,A2s+",
    (_TIGHT, "TT+,AQ+", "22+,A2s+"),
    equities=(0.432035371330, 0.309667940480, 0.258296688190),
    slow=True,
)
RANGE_SPOTS = (
    PAIRS,
    CLASSES,
    HAND_V_RANDOM,
    RANGES,
    RANGES_2C_DEAD,
    RANDOM_PREFLOP,
    NARROW_FLOP,
    WIDE_FLOP,
    RANDOM_FLOP,
    RANDOM_TURN,
    RANDOM_RIVER,
    HANDS_V_RANGE_FLOP,
    THREE_FLOP,
    FOUR_FLOP,
    THREE_RANGES,
)
SPOTS = HAND_SPOTS + RANGE_SPOTS

SAMPLED_HANDS = TWO_HANDS._replace(name="AhKh v QsQd")
SAMPLED_RANGES = Spot(
    "QQ+,AKs v A2s+ v random",
    ("QQ+,AKs", "A2s+", "random"),
    equities=(0.581784738177, 0.250056556985, 0.168158704838),
)
SAMPLED_THREE = Spot(
    "AhKh v random v random",
    ("AhKh", "random", "random"),
    # Our exact ones, as OMPEval takes too long; its Monte Carlo agrees at an error of 2e-5.
    equities=(0.507237424210, 0.246381287895, 0.246381287895),
)
SAMPLED_SIX = Spot("six times random", ("random",) * 6, equities=(1 / 6,) * 6)
SAMPLED_FLOP = Spot(
    "AhKh v QQ+ v 22+,A2s+ v random, flop",
    ("AhKh", "QQ+", "22+,A2s+", "random"),
    board="2c4c5h",
    equities=(0.169463683573, 0.407639965453, 0.243578887829, 0.179317463146),
)
SAMPLED_SPOTS = (SAMPLED_HANDS, SAMPLED_RANGES, SAMPLED_THREE, SAMPLED_SIX, SAMPLED_FLOP)


def random_hands(size: int = ARRAY_SIZE) -> Hands:
    """Return hands drawn from a fixed seed, their cards in the order drawn."""
    generator = np.random.default_rng(SEED)
    parts: list[Hands] = []
    while sum(map(len, parts)) < size:
        drawn = generator.integers(0, DECK_SIZE, size=(size, 7), dtype=np.uint8)
        ordered = np.sort(drawn, axis=1)
        parts.append(drawn[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)])
    return np.concatenate(parts)[:size]


def hands_in_order(size: int = ARRAY_SIZE) -> Hands:
    """Return hands in enumeration order: `RUNS` runs of neighbours, evenly spaced over all hands.

    One run from the start would hold nothing but hands with the deuce of clubs.
    """
    run = size // RUNS
    every = SEVEN_CARD_HANDS // size
    return np.concatenate(list(islice(all_hands(7, size=run), 0, RUNS * every, every)))


def sample(rows: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """Return the first rows of each of the `RUNS` runs of an array: `size` rows, a multiple of `RUNS`."""
    runs = rows.reshape(RUNS, -1, *rows.shape[1:])
    return np.ascontiguousarray(runs[:, : size // RUNS]).reshape(-1, *rows.shape[1:])
