"""Canonical forms: equal for spots that differ by names of suits and order of players, for no others."""

import random

import pytest
from batch_spots import spots

from oddchip.equity import calculate_equity, parse_spot
from oddchip.equity.canonical import canonical_spot
from oddchip.equity.spot import Spot
from oddchip.evaluator import format_cards, parse_cards

SUITED_RANGES = ("AsKs,QhJd", "22+,AhKd:0.5,7c6c", "QQ+,Ts9s", "9h8h,9d8d:0.3", "AKs,AhQd")
"""Ranges that name suits, of which some are the same after swapping suits."""


def renamed(text, suits):
    return text.translate(str.maketrans("cdhs", suits))


def variants(hands, board, dead, chance):
    """Yield the same spot under other names, the players in another order, with that order."""
    for _ in range(6):
        suits = "".join(chance.sample("cdhs", 4))
        order = chance.sample(range(len(hands)), len(hands))
        shuffled = parse_cards(renamed(board, suits))
        moved = [renamed_range(hands[player], suits) for player in order]
        yield order, parse_spot(moved, chance.sample(shuffled, len(shuffled)), renamed(dead, suits))


def renamed_range(text, suits):
    """Suits behind a rank, and not the s of suited hands such as AKs."""
    parts = []
    for part in text.split(","):
        hand, _, weight = part.partition(":")
        is_cards = len(hand) == 4 and all(hand[at] in "cdhs" for at in (1, 3))
        parts.append((renamed(hand, suits) if is_cards else hand) + (f":{weight}" if weight else ""))
    return ",".join(parts)


def all_spots():
    chance = random.Random(4)
    made = spots(60, seed=3)
    for _ in range(40):
        cards = format_cards(chance.sample(range(52), chance.choice((0, 3, 4))))
        made.append((tuple(chance.sample(SUITED_RANGES, chance.choice((2, 3)))), cards, ""))
    return made


@pytest.mark.parametrize("spot", all_spots(), ids=str)
def test_the_form_does_not_depend_on_suits_and_order(spot):
    hands, board, dead = spot
    chance = random.Random(5)
    form = canonical_spot(parse_spot(hands, board, dead))
    for order, other in variants(hands, board, dead, chance):
        moved = canonical_spot(other)
        assert moved.key == form.key
        # Players with the same range may stand for each other.
        assert [moved.spot.combo_counts[seat] for seat in moved.seats] == [
            form.spot.combo_counts[form.seats[player]] for player in order
        ]
        if isinstance(moved.spot, Spot):
            assert moved.spot == form.spot
        else:
            assert (moved.spot.weights == form.spot.weights).all()
            assert (moved.spot.board, moved.spot.dead) == (form.spot.board, form.spot.dead)


def test_different_spots_have_different_forms():
    near = [
        (["AhKh", "QsQd"], "", ""),
        (["AhKh", "QsQh"], "", ""),
        (["AhKd", "QsQc"], "", ""),
        (["AhKh", "QsQd"], "2h3h4h", ""),
        (["AhKh", "QsQd"], "2h3h4s", ""),
        (["AhKh", "QsQd"], "2h3h", "4h"),
        (["AhKh", "QQ"], "2h3h4h", ""),
        (["AhKh", "QQ"], "2h3h4s", ""),
        (["AhKh", "QQ:0.5,AsAd"], "2h3h4s", ""),
        (["AhKh", "QQ:0.5,AcAd"], "2h3h4s", ""),
    ]
    assert len({canonical_spot(parse_spot(*spot)).key for spot in near}) == len(near)


@pytest.mark.parametrize("spot", all_spots()[::6], ids=str)
def test_equities_of_the_form_are_those_of_the_spot(spot):
    hands, board, dead = spot
    form = canonical_spot(parse_spot(hands, board, dead))
    held = (
        form.spot.hands if isinstance(form.spot, Spot) else list(form.spot.weights / form.spot.weights.max())
    )
    own = calculate_equity(hands, board, dead=dead, method="exact")
    other = calculate_equity(held, form.spot.board, dead=form.spot.dead, method="exact")
    for player, seat in zip(own.players, form.seats, strict=True):
        assert player.equity == pytest.approx(other.players[seat].equity, abs=1e-12)
