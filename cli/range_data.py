"""A range as JSON and as rows of CSV: its combos, what they have on a board, how it differs from another."""

from collections.abc import Sequence
from typing import Any

from oddchip.equity import MadeHands, Range
from oddchip.equity.combos import COMBOS, combo_text


def range_json(ranges: Sequence[Range], made: Sequence[MadeHands]) -> dict[str, Any]:
    """Return one range, or the first of two with `compared` about the second.

    made: what each has on a board; nothing without a board.
    """
    first, *others = [
        each.to_json() | ({"made_hands": made[number].to_json()} if made else {})
        for number, each in enumerate(ranges)
    ]
    if not others:
        return first
    more, less, both = ranges[0].compare(ranges[1])
    difference = {"more_in_first": more, "more_in_second": less, "in_both": both}
    return first | {"compared": others[0] | difference}


def range_rows(ranges: Sequence[Range], made: Sequence[MadeHands]) -> list[tuple[object, ...]]:
    """Return a row for each combo of a range or of two, under a row of headings."""
    weights = [each.to_mapping() for each in ranges]
    found = [_made_of_combos(each) for each in made]
    heading = ("combo", "weight", *["other_weight"] * (len(ranges) - 1))
    rows: list[tuple[object, ...]] = [(*heading, *["made_hand", "draws"] * bool(found))]
    for index in range(COMBOS - 1, -1, -1):
        combo = combo_text(index)
        own = [each.get(combo, 0.0) for each in weights]
        if any(own):
            rows.append((combo, *own, *next((each[combo] for each in found if combo in each), ())))
    return rows


def _made_of_combos(made: MadeHands) -> dict[str, tuple[str, str]]:
    """By combo, its made hand, and its draws with semicolons between."""
    draws: dict[str, list[str]] = {}
    for share in made.draws:
        for combo in share.weights:
            draws.setdefault(combo, []).append(share.kind.label)
    return {
        combo: (share.kind.label, "; ".join(draws.get(combo, ())))
        for share in made.made
        for combo in share.weights
    }
