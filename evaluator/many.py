"""Strengths of arrays of hands, by compiled kernels on several threads."""

import numpy as np
import numpy.typing as npt

from oddchip.evaluator import _kernels, _kernels_simd
from oddchip.evaluator._threads import map_chunks
from oddchip.evaluator.cards import DECK_SIZE, parse_cards
from oddchip.evaluator.errors import HandSizeError
from oddchip.evaluator.tables import load_tables

SHAPES_HELP = "(n, 5), (n, 6) or (n, 7)"
CHUNK = 1 << 18
"""Hands per kernel call: a third of a millisecond of work, which threads share evenly, and prompt Ctrl-C."""

HandArray = npt.NDArray[np.integer]
Strengths = npt.NDArray[np.uint16]


def evaluate_many(
    hands: npt.ArrayLike,
    *,
    out: Strengths | None = None,
    check: bool = True,
    threads: int | None = None,
) -> Strengths:
    """Return the strength of each hand, (n,) uint16: 1..7462, higher is better.

    hands: (n, 5), (n, 6) or (n, 7) card ids of an integer dtype. A contiguous uint8 array is read in
    place; others are converted piece by piece.
    out: a contiguous (n,) uint16 array to write to and return; its content is undefined after an error.
    check: with False, ids that are not cards and repeated cards give undefined strengths instead of an
    error, and the call is faster.
    threads: all cores by default. The result does not depend on it.

    Raises `TypeError` for another dtype, `HandSizeError` for another shape, `ValueError` for an `out`
    that does not fit, and with `check` `CardError` or `DuplicateCardError` for the first faulty hand.

    >>> evaluate_many([parse_cards("AsKsQsJsTs"), parse_cards("AcAdAhAsKc")])
    array([7462, 7452], dtype=uint16)
    """
    array = _as_hand_array(hands)
    strengths = np.empty(len(array), dtype=np.uint16) if out is None else _checked_out(out, len(array))

    def evaluate_chunk(start: int) -> int:
        """Evaluate one chunk; return the index of its first faulty hand, or -1."""
        chunk = array[start : start + CHUNK]
        outside = -1
        if check and chunk.dtype != np.uint8:
            wrong = np.flatnonzero(((chunk < 0) | (chunk >= DECK_SIZE)).any(axis=1))
            if len(wrong):
                outside = start + int(wrong[0])
                chunk = chunk[: wrong[0]]  # hands before it may be faulty in another way
        ids = np.ascontiguousarray(chunk, dtype=np.uint8)
        if not ids.flags.writeable:
            ids = ids.copy()  # read-only is another type to Numba, and would compile the kernels again
        faulty = _evaluate_ids(ids, check, strengths[start : start + len(ids)])
        return start + faulty if faulty >= 0 else outside

    for faulty in map_chunks(evaluate_chunk, range(0, len(array), CHUNK), threads):
        if faulty >= 0:
            _raise_fault(array[faulty], faulty)
    return strengths


def _evaluate_ids(ids: npt.NDArray[np.uint8], check: bool, out: Strengths) -> int:
    """Write strengths to `out` by the best kernel for them; return the first faulty hand, or -1."""
    tables = load_tables()
    if ids.shape[1] < 7:
        return int(_kernels.evaluate_hands(ids, tables, check, out))
    if _kernels_simd.is_supported():
        return int(_kernels_simd.evaluate_seven_card_hands_simd(ids, 0, len(ids), tables, check, out))
    return int(_kernels.evaluate_seven_card_hands(ids, 0, len(ids), tables, check, out))


def _as_hand_array(hands: npt.ArrayLike) -> HandArray:
    try:
        array = np.asarray(hands)
    except ValueError:
        raise HandSizeError(
            f"hands have different numbers of cards (all need the same: {SHAPES_HELP})",
            expected=SHAPES_HELP,
            got=0,
        ) from None
    if array.ndim != 2 or not 5 <= array.shape[1] <= 7:
        raise HandSizeError(
            f"hands have shape {array.shape} ({SHAPES_HELP} is needed)",
            expected=SHAPES_HELP,
            got=array.shape[-1] if array.ndim else 0,
        )
    if array.dtype.kind not in "iu":
        raise TypeError(
            f"hands have dtype {array.dtype} (card ids of an integer dtype such as uint8 are needed)"
        )
    return array


def _checked_out(out: Strengths, size: int) -> Strengths:
    if not isinstance(out, np.ndarray) or out.dtype != np.uint16:
        raise TypeError(f"out has dtype {getattr(out, 'dtype', type(out).__name__)} (uint16 is needed)")
    if out.shape != (size,):
        raise ValueError(f"out has shape {out.shape} (({size},) is needed)")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError("out is read-only or not contiguous (neither is possible)")
    return out


def _raise_fault(hand: HandArray, index: int) -> None:
    """Raise the error that says what is wrong with a hand."""
    try:
        parse_cards(hand.tolist())
    except ValueError as error:
        error.args = (f"hands[{index}]: {error.args[0]}",)
        raise
