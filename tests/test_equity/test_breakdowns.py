"""Results by combo, by next card and by final category: each of them must add up to the whole."""

import numpy as np
import oracle
import pytest

from oddchip.equity import calculate_equity, parse_spot
from oddchip.equity.combos import combo_text
from oddchip.evaluator import format_cards, parse_cards

SPOTS = [
    pytest.param(["QQ+,AKs", "TT+,AQs+,KQs"], "Kh7h2c", "", id="two on a flop"),
    pytest.param(["QQ+,AKs:0.3", "TT+:0.7,AQs+,KQs"], "Kh7h2c", "AsKd", id="two with weights and dead cards"),
    pytest.param(["A2s+:0.15", "random"], "9s8s7s6h", "", id="two on a turn"),
    pytest.param(["22+", "22+"], "2c2d2h", "", id="two of the same range"),
    pytest.param(["AhKh", "QQ+"], "Th9h2s", "3c", id="a known hand and a range"),
    pytest.param(["AhKh", "QsQd"], "Th9h2s", "", id="two known hands"),
    pytest.param(["QQ+,AK:0.25", "TT+,AQs+", "22+:0.1,87s"], "Kh7h2c5d", "", id="three"),
    pytest.param(["AhKh", "QQ,JJ:0.4", "random"], "Qh7h2h", "", id="three with a known hand"),
    pytest.param(["QQ,AKs", "JJ:0.7,QQ", "TT", "98s:0.2"], "Th9h2s", "", id="four"),
    pytest.param(["AhKh", "2c2d", "QQ", "98s", "JJ:0.5,AKs"], "Th9h2s", "3c", id="five"),
]
all_spots = pytest.mark.parametrize(("hands", "board", "dead"), SPOTS)


@all_spots
def test_combos_add_up_to_their_player(hands, board, dead):
    result = calculate_equity(hands, board, dead=dead, by_combo=True)
    for player, combos in zip(result.players, result.by_combo, strict=True):
        assert sum(combo.probability for combo in combos) == pytest.approx(1, rel=1e-13)
        assert max(combo.weight for combo in combos) <= 1
        for name in ("equity", "win", "tie"):
            mean = sum(combo.probability * getattr(combo, name) for combo in combos)
            assert mean == pytest.approx(getattr(player, name), rel=1e-12, abs=1e-15)
        for combo in combos:
            assert combo.probability > 0
            assert 0 <= combo.win <= combo.equity <= combo.win + combo.tie <= 1 + 1e-12


@all_spots
def test_combos_are_those_that_can_be_held_the_highest_first(hands, board, dead):
    spot = parse_spot(hands, board, dead)
    spot = spot.with_ranges() if hasattr(spot, "with_ranges") else spot
    result = calculate_equity(hands, board, dead=dead, by_combo=True)
    everybody = [{combo.combo for combo in combos} for combos in result.by_combo]
    for player, combos in enumerate(result.by_combo):
        names = [combo.combo for combo in combos]
        assert names == [name for name in map(combo_text, range(1325, -1, -1)) if name in set(names)]
        with_weight = {combo_text(index) for index in np.flatnonzero(spot.weights[player])}
        assert set(names) <= with_weight
        if len(hands) == 2:
            others = [parse_cards(name) for name in everybody[1 - player]]
            held = {name for name in with_weight if any(not {*parse_cards(name)} & {*it} for it in others)}
            assert set(names) == held


@all_spots
def test_each_combo_is_what_it_would_be_alone(hands, board, dead):
    """The first, the middle and the last combo of each player in the place of the range."""
    result = calculate_equity(hands, board, dead=dead, by_combo=True)
    for player, combos in enumerate(result.by_combo):
        for combo in {combos[0], combos[len(combos) // 2], combos[-1]}:
            alone = [*hands[:player], f"{combo.combo},{combo.combo}", *hands[player + 1 :]]
            own = calculate_equity(alone, board, dead=dead).players[player]
            assert (own.equity, own.win, own.tie) == pytest.approx(
                (combo.equity, combo.win, combo.tie), rel=1e-12, abs=1e-14
            )


@all_spots
def test_categories_add_up(hands, board, dead):
    result = calculate_equity(hands, board, dead=dead, categories=True)
    assert len(result.categories) == len(hands)
    for chances in result.categories:
        assert tuple(chances) == oracle.NAMES
        assert sum(chances.values()) == pytest.approx(1, rel=1e-13)
        assert all(0 <= chance <= 1 for chance in chances.values())


@all_spots
def test_next_cards_add_up(hands, board, dead):
    result = calculate_equity(hands, board, dead=dead, next_card=True)
    cards = [card.card for card in result.next_cards]
    gone = {*parse_cards(board), *parse_cards(dead)}
    assert len(set(cards)) == len(cards)
    assert [parse_cards(card)[0] for card in cards] == sorted(parse_cards(card)[0] for card in cards)
    assert not gone & {parse_cards(card)[0] for card in cards}
    assert sum(card.probability for card in result.next_cards) == pytest.approx(1, rel=1e-13)
    for place, player in enumerate(result.players):
        for name, field in (("equity", "equities"), ("win", "wins"), ("tie", "ties")):
            mean = sum(card.probability * getattr(card, field)[place] for card in result.next_cards)
            assert mean == pytest.approx(getattr(player, name), rel=1e-12, abs=1e-15)
    for card in result.next_cards:
        assert sum(card.equities) == pytest.approx(1, rel=1e-13)


@all_spots
def test_next_cards_are_what_the_board_with_the_card_says(hands, board, dead):
    """Weights are scaled anew when a card takes combos away, which changes no equity."""
    result = calculate_equity(hands, board, dead=dead, next_card=True)
    by_card = {card.card: card for card in result.next_cards}
    possible = set()
    for card in map(format_cards, zip(range(52), strict=True)):
        try:
            direct = calculate_equity(hands, board + card, dead=dead)
        except ValueError:
            continue
        possible.add(card)
        for number, player in enumerate(direct.players):
            found = by_card[card].equities[number], by_card[card].wins[number], by_card[card].ties[number]
            assert found == pytest.approx((player.equity, player.win, player.tie), rel=1e-12, abs=1e-14)
    assert set(by_card) == possible


def test_next_cards_come_as_often_as_holdings_leave_them():
    """AsAh or KsKh on the first side, three deuces or one on the other: counted by hand.

    48 cards are left beside the flop less one card for each hand: a card that no hand has comes in all
    holdings with the same chance, one that a hand may have only in the others.
    """
    result = calculate_equity(["AsAh,KsKh", "2c2d,2c2h,2d2h:0.5"], "7c8d9h", next_card=True)
    chances = {card.card: card.probability for card in result.next_cards}
    each = 1 / 45  # of the 45 cards that a holding leaves
    assert chances["3c"] == pytest.approx(each, rel=1e-13)
    assert chances["As"] == chances["Kh"] == pytest.approx(each / 2, rel=1e-13)
    # Weights 1, 1 and .5: without 2c only the last, without 2d or 2h one of the others.
    assert chances["2c"] == pytest.approx(each * 0.5 / 2.5, rel=1e-13)
    assert chances["2d"] == chances["2h"] == pytest.approx(each * 1 / 2.5, rel=1e-13)


@pytest.mark.parametrize("hands", [["AhKh", "QsQd"], ["AA", "QQ"], ["AA", "QQ", "98s"]])
def test_a_complete_board_has_no_next_cards(hands):
    result = calculate_equity(hands, "2c7d9hTsJc", next_card=True, by_combo=True, categories=True)
    assert result.next_cards == ()
    for chances in result.categories:
        assert sum(chances.values()) == pytest.approx(1, rel=1e-13)


@pytest.mark.parametrize("hands", [["AhKh", "QsQd"], ["AA,KhQh:0.5", "QQ"]])
def test_next_cards_of_an_empty_board(hands):
    dead = format_cards(range(24))  # no card below the eight
    result = calculate_equity(hands, dead=dead, next_card=True)
    assert sum(card.probability for card in result.next_cards) == pytest.approx(1, rel=1e-13)
    for place, player in enumerate(result.players):
        mean = sum(card.probability * card.equities[place] for card in result.next_cards)
        assert mean == pytest.approx(player.equity, rel=1e-12)
    card = result.next_cards[-1]
    direct = calculate_equity(hands, card.card, dead=dead)
    assert card.equities == pytest.approx([player.equity for player in direct.players], rel=1e-12)


def test_next_cards_of_an_empty_board_without_dead_cards():
    result = calculate_equity(["AA", "KK"], next_card=True)
    assert len(result.next_cards) == 52
    assert sum(card.probability for card in result.next_cards) == pytest.approx(1, rel=1e-13)
    mean = sum(card.probability * card.equities[0] for card in result.next_cards)
    assert mean == pytest.approx(result.players[0].equity, rel=1e-12)
    deuces = {card.equities for card in result.next_cards if card.card[0] == "2"}
    assert len(deuces) == 1  # no suit is named


def test_b82_a_flop_is_no_complete_board():
    flop = calculate_equity(["AA", "KK"], "2c7d9h")
    river = calculate_equity(["AA", "KK"], "2c7d9hTsJc")
    assert river.players[0].equity == 1
    assert 0.9 < flop.players[0].equity < 0.93


def test_breakdowns_are_only_there_if_asked_for():
    result = calculate_equity(["AA", "KK"], "2c7d9h")
    assert (result.by_combo, result.categories, result.next_cards) == (None, None, None)
    assert not {"by_combo", "categories", "next_cards"} & set(result.to_json())


@pytest.mark.parametrize("hands", [["AhKh", "QsQd"], ["AA,KQs:0.5", "QQ"], ["AA", "QQ", "98s:0.3"]])
def test_breakdowns_change_nothing_else(hands):
    plain = calculate_equity(hands, "2c7d9h")
    detailed = calculate_equity(hands, "2c7d9h", by_combo=True, categories=True, next_card=True)
    assert detailed.outcomes == pytest.approx(plain.outcomes, rel=1e-12)
    assert detailed.deals == plain.deals
    assert [*detailed.to_json()][-3:] == ["by_combo", "categories", "next_cards"]


def test_breakdowns_as_json():
    printed = calculate_equity(
        ["AsAh", "KK:0.5,2c2d"], "3c7d9h", by_combo=True, categories=True, next_card=True
    ).to_json()
    assert [[combo["combo"] for combo in combos] for combos in printed["by_combo"]] == [
        ["AsAh"],
        ["KsKh", "KsKd", "KsKc", "KhKd", "KhKc", "KdKc", "2d2c"],
    ]
    assert [*printed["by_combo"][0][0]] == ["combo", "weight", "probability", "equity", "win", "tie"]
    assert [combo["weight"] for combo in printed["by_combo"][1]] == [0.5] * 6 + [1.0]
    assert [*printed["next_cards"][0]] == ["card", "probability", "equities", "wins", "ties"]
    assert [*printed["categories"][0]] == [*oracle.NAMES]
