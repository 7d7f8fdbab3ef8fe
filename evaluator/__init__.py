"""From cards to strengths: a perfect-hash evaluator for hands of five to seven cards.

Card ids are `4 * rank + suit`, `2c` = 0 to `As` = 51. Strengths are 1..7462, higher is better, equal
strengths tie.

>>> strength = evaluate("AhKh 2h 7h 9h 3c 3d")
>>> describe(strength)
'flush, ace-king-nine-seven-deuce'
"""

from typing import TYPE_CHECKING

from oddchip.evaluator._on_demand import names_on_demand
from oddchip.evaluator.cards import DECK_SIZE, RANKS, SUITS, Cards, format_cards, parse_cards
from oddchip.evaluator.categories import (
    Category,
    Evaluation,
    best_five,
    categories_of,
    category_of,
    describe,
    evaluation_of,
    from_kev_rank,
    kev_rank,
)
from oddchip.evaluator.errors import (
    BatchError,
    CardError,
    DuplicateCardError,
    HandSizeError,
    HistoryError,
    IllegalActionError,
    ImpossibleSpotError,
    OddchipError,
    RangeSyntaxError,
    TableError,
    TooLargeError,
    WorkerError,
)
from oddchip.evaluator.single import evaluate

if TYPE_CHECKING:
    from oddchip.evaluator.many import evaluate_many
    from oddchip.evaluator.sweeps import Sweep, all_hands, sweep
    from oddchip.evaluator.warm import cache_folder, warm_up

__all__ = [
    "DECK_SIZE",
    "RANKS",
    "SUITS",
    "BatchError",
    "CardError",
    "Cards",
    "Category",
    "DuplicateCardError",
    "Evaluation",
    "HandSizeError",
    "HistoryError",
    "IllegalActionError",
    "ImpossibleSpotError",
    "OddchipError",
    "RangeSyntaxError",
    "Sweep",
    "TableError",
    "TooLargeError",
    "WorkerError",
    "all_hands",
    "best_five",
    "cache_folder",
    "categories_of",
    "category_of",
    "describe",
    "evaluate",
    "evaluate_many",
    "evaluation_of",
    "format_cards",
    "from_kev_rank",
    "kev_rank",
    "parse_cards",
    "sweep",
    "warm_up",
]

# These need Numba, whose import takes 0.2 s, longer than all the rest.
_COMPILED = {
    "evaluate_many": "many",
    "Sweep": "sweeps",
    "all_hands": "sweeps",
    "sweep": "sweeps",
    "warm_up": "warm",
    "cache_folder": "warm",
}

__getattr__ = names_on_demand(__name__, _COMPILED)
