"""What a strength means: its category, its words, and the cards that play."""

import operator
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from oddchip.evaluator.cards import Cards, format_cards, parse_cards
from oddchip.evaluator.ranking import FIVE_HIGH, HandOrder, five_card_orders
from oddchip.evaluator.single import evaluate, strength_of_ids

STRONGEST = 7462


class Category(IntEnum):
    """The nine kinds of hands, weakest first; `label` is the name in words."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @property
    def label(self) -> str:
        """The name in words.

        >>> Category.FULL_HOUSE.label
        'full house'
        """
        return self.name.lower().replace("_", " ")


STRONGEST_OF_CATEGORY = np.array([1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, STRONGEST], dtype=np.uint16)
"""The highest strength in each category: 1,277 hands without a pair, 2,860 with one, and so on."""

RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
ACE = 12


def category_of(strength: int) -> Category:
    """Return the category of a strength.

    Raises `ValueError` for a number outside 1..7462.

    >>> category_of(evaluate("AhAdAcKsKd2c3h"))
    <Category.FULL_HOUSE: 6>
    """
    return Category(int(np.searchsorted(STRONGEST_OF_CATEGORY, _checked(strength))))


def categories_of(strengths: npt.NDArray[np.uint16]) -> npt.NDArray[np.intp]:
    """Return the category of each strength as a number 0..8, in the shape of the input.

    >>> categories_of(np.array([1, 7462], dtype=np.uint16))
    array([0, 8])
    """
    return np.searchsorted(STRONGEST_OF_CATEGORY, strengths)


def kev_rank(strength: int) -> int:
    """Return the rank on the scale of Cactus Kev, treys and phevaluator: 1 is a royal flush, 7462 the worst.

    Raises `ValueError` for a number outside 1..7462.

    >>> kev_rank(evaluate("AsKsQsJsTs"))
    1
    """
    return STRONGEST + 1 - _checked(strength)


def from_kev_rank(rank: int) -> int:
    """Return the strength for a rank on the scale of Cactus Kev; the inverse of `kev_rank`.

    Raises `ValueError` for a number outside 1..7462.

    >>> from_kev_rank(1)
    7462
    """
    if not 1 <= operator.index(rank) <= STRONGEST:
        raise ValueError(f"{rank} is not a rank of a hand (ranks are 1, the best, to {STRONGEST})")
    return STRONGEST + 1 - rank


def describe(strength: int) -> str:
    """Return a strength in words; different strengths have different words.

    Raises `ValueError` for a number outside 1..7462.

    >>> describe(evaluate("KhKdKc4s4d2c3h"))
    'full house, kings over fours'
    >>> describe(evaluate("AhAdKsKdQc2h3s"))
    'two pair, aces and kings, queen kicker'
    """
    category, ranks = _orders()[_checked(strength) - 1]
    label = Category(category).label
    first = RANK_NAMES[ranks[0]]
    match Category(category):
        case Category.STRAIGHT_FLUSH if ranks[0] == ACE:
            return "straight flush, ace high (royal flush)"
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            return f"{label}, {first} high"
        case Category.FULL_HOUSE:
            return f"{label}, {_plural(ranks[0])} over {_plural(ranks[1])}"
        case Category.TWO_PAIR:
            return f"{label}, {_plural(ranks[0])} and {_plural(ranks[1])}, {RANK_NAMES[ranks[2]]} kicker"
        case Category.FLUSH | Category.HIGH_CARD:
            return f"{label}, {_names(ranks)}"
        case _:
            kickers = "kicker" if len(ranks) == 2 else "kickers"
            return f"{label}, {_plural(ranks[0])}, {_names(ranks[1:])} {kickers}"


def best_five(cards: Cards) -> tuple[int, ...]:
    """Return the five card ids that play, the cards that matter most first.

    Where several choices are worth the same, such as a pair on the board beside one in the hand, the
    cards that come first in `cards` are taken. Takes and raises what `evaluate` does.

    >>> from oddchip.evaluator import format_cards
    >>> format_cards(best_five("2c 4d 4h Ks Kd Kc 9h"))
    'KsKdKc4d4h'
    >>> format_cards(best_five("Ah 2c 3d 4s 5h Kd Kc"))
    '5h4s3d2cAh'
    """
    ids = parse_cards(cards)
    strength = evaluate(ids)
    five = next(chosen for chosen in combinations(ids, 5) if strength_of_ids(chosen) == strength)
    copies = Counter(card >> 2 for card in five)
    order, ranks = _orders()[strength - 1]
    wheel = order in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and ranks[0] == FIVE_HIGH

    def importance(card: int) -> tuple[int, int]:
        rank = card >> 2
        return copies[rank], -1 if wheel and rank == ACE else rank

    return tuple(sorted(five, key=importance, reverse=True))


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All that can be said of one hand; `cards` and `best_five` as text."""

    cards: str
    strength: int
    category: Category
    description: str
    best_five: str

    def to_json(self) -> dict[str, str | int]:
        """Return what `oddchip evaluate --format json` prints for a hand."""
        return {
            "cards": self.cards,
            "strength": self.strength,
            "category": self.category.label,
            "description": self.description,
            "best_five": self.best_five,
        }


def evaluation_of(cards: Cards) -> Evaluation:
    """Return strength, category, description and best five of 5, 6 or 7 cards.

    Takes and raises what `evaluate` does.

    >>> evaluation_of("KhKdKc4s4d2c3h").description
    'full house, kings over fours'
    """
    ids = parse_cards(cards)
    strength = evaluate(ids)
    return Evaluation(
        cards=format_cards(ids),
        strength=strength,
        category=category_of(strength),
        description=describe(strength),
        best_five=format_cards(best_five(ids)),
    )


@cache
def _orders() -> list[HandOrder]:
    return five_card_orders()


def _checked(strength: int) -> int:
    if not 1 <= operator.index(strength) <= STRONGEST:
        raise ValueError(f"{strength} is not a strength (strengths are 1 to {STRONGEST}, the best)")
    return int(strength)


def _plural(rank: int) -> str:
    name = RANK_NAMES[rank]
    return name + ("es" if name.endswith("x") else "s")


def _names(ranks: tuple[int, ...]) -> str:
    return "-".join(RANK_NAMES[rank] for rank in ranks)
