"""The table of all heads-up matchups before the flop: loading it and looking matchups up.

Up to a renaming of suits the first hand is one of 169, each with one combo to stand for it, such as AsKs.
The second is any of the 1,225 that it leaves, but many of those are the same up to the renamings that leave
the first as it is: 93,769 matchups in all, and the file holds how many of the 1,712,304 boards the first hand
wins. Losses are the wins of the matchup the other way round, and the rest are ties.

`build_preflop_table.py` makes the file.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddchip.equity.combos import CLASS_OF_COMBO, CLASSES, COMBO_CARDS, COMBOS, class_combos
from oddchip.equity.symmetry import moved_combos
from oddchip.evaluator import TableError
from oddchip.evaluator.tables import read_arrays

PREFLOP_FILE = Path(__file__).with_name("preflop.npz")
PREFLOP_DIGEST = "b29f7f78b6c7db2ea226177659d3b3a138274f0ef36e0767c8bd445306e82a40"
"""SHA-256 of the wins as little-endian uint32: a file with anything else in it is refused."""

BOARDS = 1_712_304
MATCHUPS = 93_769


class Matchups(NamedTuple):
    """Wins of every hand against every hand, and how to find them."""

    wins: npt.NDArray[np.uint32]
    """(169, 1326): by class of the first hand, for the combo that stands for it, against each combo."""
    classes: npt.NDArray[np.uint8]
    """(1326,): the class of each combo."""
    renamings: npt.NDArray[np.uint8]
    """(1326,): the permutation that makes each combo into the one that stands for its class."""
    moved: npt.NDArray[np.int16]
    """(24, 1326): the combo that each permutation makes of each combo."""


@cache
def representatives() -> npt.NDArray[np.intp]:
    """Return the combo that stands for each class, the last of it: AsAh, AsKs, AsKh."""
    return np.array([class_combos(name)[-1] for name in CLASSES])


@cache
def matchup_numbers() -> npt.NDArray[np.int32]:
    """Return the place in the file of each class against each combo, (169, 1326); -1 if they share a card.

    Places are given out class by class, to the combos that are the first of those that are the same.
    """
    stabilised = (moved_combos()[:, representatives()] == representatives()).T  # (169, 24)
    numbers = np.full((len(CLASSES), COMBOS), -1, dtype=np.int32)
    next_number = 0
    for place, hand in enumerate(representatives()):
        first_alike = moved_combos()[stabilised[place]].min(axis=0)
        disjoint = (COMBO_CARDS[:, :, None] != COMBO_CARDS[hand]).all(axis=(1, 2))
        firsts, number = np.unique(first_alike[disjoint], return_inverse=True)
        numbers[place, disjoint] = next_number + number
        next_number += len(firsts)
    return numbers


@cache
def load_matchups() -> Matchups:
    """Return the table, read on the first call and shared from then on.

    Raises `TableError` when the file is missing, damaged or not the one that belongs to this version.
    """
    (stored,) = read_arrays(PREFLOP_FILE, ["wins"], "matchups")
    if digest_of(stored) != PREFLOP_DIGEST:
        raise TableError(f"the matchups in {PREFLOP_FILE} do not belong to this version; reinstall oddchip")
    numbers = matchup_numbers()
    hands = representatives()[CLASS_OF_COMBO]
    matchups = Matchups(
        wins=np.where(numbers >= 0, stored[numbers], 0).astype(np.uint32),
        classes=CLASS_OF_COMBO,
        renamings=(moved_combos() == hands).argmax(axis=0).astype(np.uint8),
        moved=moved_combos(),
    )
    for array in matchups:
        array.flags.writeable = False
    return matchups


def digest_of(wins: npt.NDArray[np.uint32]) -> str:
    """Return the SHA-256 of the wins, with dtype and shape, as hexadecimal text."""
    return hashlib.sha256(f"{wins.dtype.str} {wins.shape}".encode() + wins.tobytes()).hexdigest()
