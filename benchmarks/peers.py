"""Evaluators of seven-card hands, ours and others', each behind the same interface.

What an evaluator needs its cards as (text, objects, ids of its own) is made outside the timing. Evaluators
that take one hand a call are called from the fastest loop Python has, and the loop counts: it is what
their users pay. Outputs of those that take arrays are allocated beforehand.
"""

import ctypes
import warnings
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from itertools import starmap
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from oddchip.benchmarks.spots import ARRAY_SIZE, Hands
from oddchip.evaluator import evaluate, evaluate_many, format_cards
from oddchip.evaluator._kernels import evaluate_seven_card_hands
from oddchip.evaluator._threads import thread_count
from oddchip.evaluator.tables import load_tables

CARD_TEXTS = [format_cards([card]) for card in range(52)]
STRONGEST = 7462

Values = npt.NDArray[np.int64]
"""A number for each hand; the higher, the better."""


class Evaluator(Protocol):
    """Something that tells how good seven-card hands are."""

    @property
    def name(self) -> str: ...
    @property
    def distribution(self) -> str:
        """What to install for it."""

    @property
    def version(self) -> str: ...
    @property
    def sample_size(self) -> int:
        """Hands in one timed call, so many that it takes some 50 ms where hands come one by one."""

    @property
    def gives_strengths(self) -> bool:
        """Whether `values` are strengths on our scale, 1 to 7462, or only in the same order."""

    def available(self) -> bool: ...
    def prepare(self, hands: Hands) -> Any:
        """Return what `run` takes: the hands as this evaluator wants them."""

    def run(self, prepared: Any) -> Any:
        """Evaluate all hands; this is what is timed."""

    def values(self, answers: Any) -> Values:
        """Return the answers of `run` as numbers, higher is better."""


def is_installed(distribution: str) -> bool:
    """Say whether a Python distribution is installed here."""
    try:
        metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True


class Distribution:
    """A peer that comes with a Python distribution, installed or not."""

    distribution: str

    @property
    def version(self) -> str:
        return metadata.version(self.distribution)

    def available(self) -> bool:
        return is_installed(self.distribution)


class _IntoArray(Distribution):
    """An evaluator that takes all hands at once and writes to an array allocated beforehand."""

    sample_size = ARRAY_SIZE

    def prepare(self, hands: Hands) -> Any:
        return hands, np.zeros(len(hands), dtype=np.uint16)

    def values(self, answers: Any) -> Values:
        values: Values = answers.astype(np.int64)
        return values


class _OneByOne(Distribution):
    """An evaluator that is called for each hand with the arguments that were prepared for it."""

    def run(self, prepared: Any) -> Any:
        function, hands = prepared
        return list(starmap(function, hands))


class _KevRanks(_OneByOne):
    """One that gives ranks on the scale of Cactus Kev, 1 for a royal flush to 7462."""

    gives_strengths = True

    def values(self, answers: Any) -> Values:
        return STRONGEST + 1 - np.array(answers, dtype=np.int64)


@dataclass(frozen=True)
class Oddchip(_IntoArray):
    """`evaluate_many`; with `check` it refuses what are not seven different cards, as it does by default."""

    threads: int = 1
    check: bool = True

    distribution = "oddchip"
    gives_strengths = True

    @property
    def name(self) -> str:
        words = ["oddchip"]
        words += [] if self.check else ["unchecked"]
        words += [f"{self.threads} threads"] if self.threads > 1 else []
        return ", ".join(words)

    def available(self) -> bool:
        return self.threads <= thread_count(None)

    def run(self, prepared: Any) -> Any:
        hands, out = prepared
        return evaluate_many(hands, out=out, check=self.check, threads=self.threads)


class OddchipScalarKernel(_IntoArray):
    """The kernel for processors without AVX-512, unchecked, all hands in one call of it."""

    name = "oddchip's scalar kernel, unchecked"
    distribution = "oddchip"
    gives_strengths = True

    def run(self, prepared: Any) -> Any:
        hands, out = prepared
        evaluate_seven_card_hands(hands, 0, len(hands), load_tables(), False, out)
        return out


@dataclass(frozen=True)
class CardLists(Distribution):
    """`evaluate` of eval7 or pkrbot, Cython functions that take a list of card objects."""

    distribution: str
    sample_size = 1 << 17
    gives_strengths = False

    @property
    def name(self) -> str:
        return f"{self.distribution}.evaluate"

    def prepare(self, hands: Hands) -> Any:
        with warnings.catch_warnings():
            # eval7 builds its range parser at import with names that pyparsing has deprecated.
            warnings.simplefilter("ignore")
            module = import_module(self.distribution)
        cards = [module.Card(text) for text in CARD_TEXTS]
        return module.evaluate, [[cards[card] for card in hand] for hand in hands.tolist()]

    def run(self, prepared: Any) -> Any:
        function, hands = prepared
        return list(map(function, hands))

    def values(self, answers: Any) -> Values:
        return np.array(answers, dtype=np.int64)


@dataclass(frozen=True)
class OddchipSingle(Distribution):
    """`oddchip.evaluator.evaluate`, which takes one hand, as ids or as a text."""

    from_text: bool = False

    distribution = "oddchip"
    sample_size = 1 << 14
    gives_strengths = True

    @property
    def name(self) -> str:
        return "oddchip.evaluate, texts" if self.from_text else "oddchip.evaluate"

    def prepare(self, hands: Hands) -> Any:
        ids = hands.tolist()
        return evaluate, list(map(format_cards, ids)) if self.from_text else list(map(tuple, ids))

    def run(self, prepared: Any) -> Any:
        function, hands = prepared
        return list(map(function, hands))

    def values(self, answers: Any) -> Values:
        return np.array(answers, dtype=np.int64)


class PhEvaluator(_KevRanks):
    """`phevaluator.evaluate_cards`, given ids: Python that converts the cards, then calls a C function."""

    name = "phevaluator.evaluate_cards"
    distribution = "phevaluator"
    sample_size = 1 << 16

    def prepare(self, hands: Hands) -> Any:
        from phevaluator import evaluate_cards

        return evaluate_cards, list(map(tuple, hands.tolist()))


class PhEvaluatorExtension(_KevRanks):
    """The C function behind it, which is private."""

    name = "phevaluator's C function"
    distribution = "phevaluator"
    sample_size = 1 << 18

    def available(self) -> bool:
        return super().available() and find_spec("phevaluator._pheval") is not None

    def prepare(self, hands: Hands) -> Any:
        from phevaluator import _pheval

        return _pheval.evaluate_7cards, list(map(tuple, hands.tolist()))


class Treys(_KevRanks):
    """`treys.Evaluator.evaluate`, pure Python, the best of 21 five-card hands."""

    name = "treys"
    distribution = "treys"
    sample_size = 1 << 12

    def prepare(self, hands: Hands) -> Any:
        import treys

        cards = [treys.Card.new(text) for text in CARD_TEXTS]
        ids = [[cards[card] for card in hand] for hand in hands.tolist()]
        return treys.Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in ids]


class PokerKit(_OneByOne):
    """`pokerkit.StandardHighHand.from_game`, pure Python, which makes an object for each hand."""

    name = "pokerkit"
    distribution = "pokerkit"
    sample_size = 1 << 8
    gives_strengths = False

    def prepare(self, hands: Hands) -> Any:
        from pokerkit import Card, StandardHighHand

        cards = [next(Card.parse(text)) for text in CARD_TEXTS]
        ids = [tuple(cards[card] for card in hand) for hand in hands.tolist()]
        return StandardHighHand.from_game, [(hand[:2], hand[2:]) for hand in ids]

    def values(self, answers: Any) -> Values:
        return np.array([hand.entry.index for hand in answers], dtype=np.int64)


class PokerFast(Distribution):
    """OMPEval, which pokerfast brings compiled for some platforms only."""

    distribution = "pokerfast"

    def available(self) -> bool:
        if not super().available():
            return False
        from pokerfast import equity

        return bool(equity.available())  # this makes OMPEval's tables, too


class OmpEval(PokerFast, _IntoArray):
    """OMPEval's evaluator in C++, over a whole array in one foreign call, on one thread.

    The call checks that ids are below 52 and different, adds up a key for each card and looks the sum up:
    the work of `evaluate_many` with `check`.
    """

    name = "OMPEval (C++)"
    gives_strengths = False
    # Its ids are 4 * rank + suit as well, but its suits are in the order s h c d.
    own_ids = np.array([card & ~3 | (2, 3, 1, 0)[card & 3] for card in range(52)], dtype=np.uint8)

    def prepare(self, hands: Hands) -> Any:
        from pokerfast import equity

        function = ctypes.CDLL(equity.find_library()).pf_evaluate
        function.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint, ctypes.c_void_p]
        return function, self.own_ids[hands], np.zeros(len(hands), dtype=np.uint16)

    def run(self, prepared: Any) -> Any:
        function, ids, out = prepared
        status = function(ids.ctypes.data, *ids.shape, out.ctypes.data)
        if status:
            raise RuntimeError(f"pf_evaluate returned {status}")
        return out


ODDCHIP = Oddchip()
ODDCHIP_UNCHECKED = Oddchip(check=False)
ODDCHIP_THREADS = Oddchip(threads=2)
ODDCHIP_THREADS_UNCHECKED = Oddchip(threads=2, check=False)
ODDCHIP_SCALAR = OddchipScalarKernel()
EVAL7 = CardLists("eval7")
PKRBOT = CardLists("pkrbot")
PHEVALUATOR = PhEvaluator()
ODDCHIP_SINGLE = OddchipSingle()
OMPEVAL = OmpEval()

ONE_BY_ONE: tuple[Evaluator, ...] = (
    EVAL7,
    PKRBOT,
    PhEvaluatorExtension(),
    PHEVALUATOR,
    Treys(),
    PokerKit(),
)
"""Those of the others that take a hand a call."""

EVALUATORS: tuple[Evaluator, ...] = (
    ODDCHIP,
    ODDCHIP_UNCHECKED,
    ODDCHIP_THREADS,
    ODDCHIP_THREADS_UNCHECKED,
    ODDCHIP_SCALAR,
    OMPEVAL,
    *ONE_BY_ONE,
)
SINGLE_HANDS = 1 << 17
"""As many as the fastest of them evaluates in a turn."""

SINGLES: tuple[Evaluator, ...] = (ODDCHIP_SINGLE, OddchipSingle(from_text=True), *ONE_BY_ONE)
