"""Whether all players can hold a combo at once."""

from itertools import product
from random import Random

import pytest

from oddchip.equity import Range, feasible, parse_spot
from oddchip.equity.feasible import can_be_dealt


def naively(ranges):
    """Whether any choice of a combo for each player has no card twice."""
    return any(
        len({card for combo in combos for card in (combo[:2], combo[2:])}) == 2 * len(combos)
        for combos in product(*ranges)
    )


def test_few_combos_of_few_cards():
    """Of which about half can be dealt, in part only if the first combos are not those that are held."""
    random = Random(5)
    aces_and_kings = [name for name in sorted(Range.full().to_mapping()) if {name[0], name[2]} <= {"A", "K"}]
    found = set()
    for _ in range(400):
        ranges = [
            random.sample(aces_and_kings, random.choice([1, 2, 3])) for _ in range(random.choice([3, 4]))
        ]
        spot = parse_spot([Range.from_mapping(dict.fromkeys(own, 1.0)) for own in ranges])
        at_once = feasible._fit_as_they_come(spot)
        assert can_be_dealt(spot) == naively(ranges)
        assert naively(ranges) or not at_once
        found.add((at_once, naively(ranges)))
    assert found == {(True, True), (False, True), (False, False)}


@pytest.mark.parametrize(
    "hands", [["AK,QQ", "22+,A2s+", "KK:0.5,JTs", "random"], ["random", "AA", "AA", "KK"]]
)
def test_sets_of_cards_are_only_followed_up_where_they_have_to_be(hands, monkeypatch):
    """It takes eight seconds for the first of these."""
    monkeypatch.setattr(feasible.np, "unique", None)
    assert can_be_dealt(parse_spot(hands, "2c4c5h"))
