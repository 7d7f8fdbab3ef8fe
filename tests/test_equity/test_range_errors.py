"""What is no spot of ranges, no answer or too much work is refused, with words that help."""

from math import isfinite
from random import Random

import numpy as np
import pytest
from cases import error_saying

from oddchip.equity import Range, calculate_equity, parse_spot, preflop_equity
from oddchip.equity.combos import COMBOS, combo_index
from oddchip.evaluator import (
    DuplicateCardError,
    HandSizeError,
    ImpossibleSpotError,
    OddchipError,
    RangeSyntaxError,
    TooLargeError,
    parse_cards,
)

both = pytest.mark.parametrize("function", [parse_spot, calculate_equity])


def numbers_of(result):
    """Return every number of a result."""
    yield from (number for player in result.players for number in (player.equity, player.win, player.tie))
    yield from result.outcomes.values()
    for combos in result.by_combo or ():
        for combo in combos:
            yield from (combo.weight, combo.probability, combo.equity, combo.win, combo.tie)
    for chances in result.categories or ():
        yield from chances.values()
    for card in result.next_cards or ():
        yield from (card.probability, *card.equities, *card.wins, *card.ties)


@both
@pytest.mark.parametrize(
    ("hands", "board", "dead", "player", "parts"),
    [
        (["AsAd", "AA"], "AcAh4h", "", 2, ("hand 2 is AA", "AsAd in hand 1", "AcAh on the board")),
        (["AA", "AsAd"], "AcAh4h", "", 1, ("hand 1 is AA", "AsAd in hand 2", "AcAh on the board")),
        (["KK", "QQ"], "", "KcKdKh", 1, ("hand 1 is KK", "KcKdKh among the dead cards")),
        (["22", "AKs", "KK"], "", "AcAdAhAs", 2, ("hand 2 is AKs", "among the dead cards")),
        (["AhKh", "QQ", "AsKs,AsQs"], "As7h2c", "", 3, ("hand 3 is AsKs,AsQs", "As on the board")),
        (["random", "KhKd:0.3"], "Kh7h2c", "", 2, ("hand 2 is ", "Kh on the board")),
    ],
)
def test_c099_a_range_of_which_nothing_is_left(function, hands, board, dead, player, parts):
    """The message names the player, the range and what took its combos."""
    with error_saying(ImpossibleSpotError, *parts, "no combo is left") as caught:
        function(hands, board, dead=dead)
    assert caught.value.player == player


def test_only_what_takes_combos_is_named():
    with pytest.raises(ImpossibleSpotError) as caught:
        parse_spot(["7c7d", "AA"], "AcAh4h", "AsKd")
    message = str(caught.value)
    assert "AcAh on the board" in message
    assert "As among the dead cards" in message
    for other in ("7c", "hand 1", "4h", "Kd"):
        assert other not in message


NO_DEALS = [
    ["AA", "AA", "AA"],
    ["AA", "AA", "AA", "KK"],
    ["KK", "AA", "QQ", "AA", "AA"],
    ["AsKs,AsQs", "AsJs,AsTs"],
    ["AsKs,AsQs", "AsJs,AsTs", "22"],
    ["AsKs,AsQs", "22", "AsJs,AsTs", "33"],
    ["AsAh,AsAd", "AsAc,AsKs:0.25"],
    ["AsKs,AsKd", "KsKd,AsKc", "random"],
]


@pytest.mark.parametrize("board", ["", "2c", "2c3d", "2c3d4h", "2c3d4h5c", "2c3d4h5c6d"])
@pytest.mark.parametrize("hands", NO_DEALS, ids="-".join)
def test_no_joint_holding(hands, board):
    for details in (False, True):
        with error_saying(ImpossibleSpotError, "no deal is possible", "the players cannot all hold"):
            calculate_equity(hands, board, by_combo=details)


def decimals(random, combos, digits):
    """Return a range of these combos, with weights of so many digits."""
    weights = {combo: random.randint(1, 10**digits) / 10**digits for combo in combos.split()}
    return ",".join(f"{combo}:{weight:.{digits}f}" for combo, weight in weights.items())


def floats(random, combos, _):
    """Return a range of these combos, with weights that no decimal of a few digits is equal to."""
    array = np.zeros(COMBOS)
    for combo in combos.split():
        array[combo_index(*parse_cards(combo))] = random.uniform(0.001, 1)
    return array


weights_of_many_kinds = pytest.mark.parametrize(
    ("weighted", "digits"),
    [
        pytest.param(decimals, 1, id="tenths"),
        pytest.param(decimals, 2, id="hundredths"),
        pytest.param(decimals, 4, id="four digits"),
        pytest.param(decimals, 9, id="nine digits"),
        pytest.param(floats, 0, id="floats"),
    ],
)


@weights_of_many_kinds
@pytest.mark.parametrize("seed", range(20))
def test_no_joint_holding_whatever_the_weights(seed, weighted, digits):
    """Sums of such weights differ in their last digits, so that what should be nothing may not be 0."""
    random = Random(seed)
    first = weighted(random, "AsAh AsAd AsAc As2d", digits)
    second = weighted(random, "AsKs AsQs AsJs AsTs As9s As8s As7s", digits)
    third = weighted(random, "KdKc QdQc KdQh", digits)
    for hands in ([first, second], [first, second, third], [first, "random", second]):
        for board in ("", "2c3d4h", "2c3d4h5c6d"):
            with error_saying(ImpossibleSpotError, "no deal is possible"):
                calculate_equity(hands, board, threads=1)


@weights_of_many_kinds
@pytest.mark.parametrize("seed", range(10))
def test_ranges_that_only_hold_the_same_cards_have_no_equity(seed, weighted, digits):
    random = Random(seed)
    hands = [weighted(random, combos, digits) for combos in ("AsAh AsAd AsAc", "AsKs AsQs AsJs AsTs As9s")]
    first, second = (Range.parse(hand) if isinstance(hand, str) else Range(hand) for hand in hands)
    with error_saying(ImpossibleSpotError, "no deal is possible"):
        preflop_equity(first, second)


@weights_of_many_kinds
@pytest.mark.parametrize("seed", range(20))
def test_combos_that_cannot_be_held_are_not_listed_whatever_the_weights(seed, weighted, digits):
    """The second player has the ace of spades, so that the first has it in no deal."""
    random = Random(seed)
    first = weighted(random, "AsAh AsAd KsKd QsQd", digits)
    second = weighted(random, "AsKc AsQc AsJc AsTc As9c As8c As7c", digits)
    for hands in ([first, second], [first, second, weighted(random, "2c2d 2c2h 3c3d", digits)]):
        for board in ("4h5h6h", "4h5h6h7h8d", ""):
            if not board and len(hands) == 3 and seed:
                continue  # takes longer
            result = calculate_equity(hands, board, by_combo=True, threads=1)
            assert {combo.combo for combo in result.by_combo[0]} == {"KsKd", "QsQd"}
            assert all(isfinite(number) and number >= 0 for number in numbers_of(result))


@both
@pytest.mark.parametrize(
    ("hand", "parts"),
    [
        ("QQQ", ("hand 2", "QQQ")),
        ("AAs", ("hand 2", "range 'AAs'", "suited")),
        ("T9s+", ("hand 2", "T9s")),
        ("AK:0", ("hand 2", "AK:0")),
        ("AK:2", ("hand 2", "AK:2")),
        ("QQ,,KK", ("hand 2", "','")),
        ("QQ+ Zz", ("hand 2", "'Z'")),
        ("AhKx7", ("hand 2", "AhKx7")),
        ("22-AKs", ("hand 2", "22-AKs")),
    ],
)
def test_what_is_no_range_is_named_with_its_hand(function, hand, parts):
    with error_saying(RangeSyntaxError, *parts):
        function(["2c2d", hand])


def weights(changes):
    array = np.ones(COMBOS)
    for index, weight in changes.items():
        array[index] = weight
    return array


@both
@pytest.mark.parametrize(
    ("array", "parts"),
    [
        (weights({7: 1.5}), ("hand 1", "a weight of 1.5", "0 to 1")),
        (weights({7: -0.5}), ("hand 1", "a weight of -0.5", "0 to 1")),
        (weights({1325: np.nan}), ("hand 1", "a weight of nan for AsAh", "0 to 1")),
        (weights({0: np.inf}), ("hand 1", "a weight of inf for 2d2c", "0 to 1")),
        (np.zeros(COMBOS), ("hand 1", "an empty range", "1326 weights")),
        (np.ones(1325), ("hand 1", "weights of shape (1325,)", "1326 weights")),
        (np.ones((13, 13)), ("hand 1", "weights of shape (13, 13)", "1326 weights")),
        (np.ones((1, COMBOS)), ("hand 1", "weights of shape (1, 1326)", "1326 weights")),
    ],
)
def test_arrays_that_are_no_range(function, array, parts):
    with error_saying(RangeSyntaxError, *parts):
        function([array, "random"])


@both
@pytest.mark.parametrize("array", [np.ones(COMBOS, dtype=complex), np.array(["AA"] * COMBOS)])
def test_arrays_of_something_else(function, array):
    with pytest.raises(TypeError, match="the weights of a range"):
        function([array, "random"])


@both
@pytest.mark.parametrize(
    ("hands", "board", "dead", "card", "places"),
    [
        (["AhAd", "AhKd", "QQ+"], "", "", "Ah", ("in hand 1", "in hand 2")),
        (["QQ+", "AhAd", "random", "7hAd"], "", "", "Ad", ("in hand 2", "in hand 4")),
        (["AhAd", "QQ+"], "Ah7h2c", "", "Ah", ("in hand 1", "on the board")),
        (["QQ+", "AhAd"], "", "2cAd", "Ad", ("in hand 2", "among the dead cards")),
        (["QQ+", "TT"], "7h2c7h", "", "7h", ("on the board", "position 0", "position 4")),
        (["QQ+", "TT"], "7h2c3d", "3d", "3d", ("on the board", "among the dead cards")),
    ],
)
def test_c100_a_card_twice_beside_ranges(function, hands, board, dead, card, places):
    with error_saying(DuplicateCardError, f"card {card} is ", *places) as caught:
        function(hands, board, dead=dead)
    assert caught.value.card == card


@both
def test_a_board_of_six_cards_beside_ranges(function):
    with error_saying(HandSizeError, "the board 2c7d9hTs3d4d", "6 cards"):
        function(["QQ+", "22+"], "2c7d9hTs3d4d")


@pytest.mark.parametrize("hands", [["AhKh", "QsQd"], ["AA", "KK"]])
@pytest.mark.parametrize("method", ["fast", "", "Exact", None])
def test_unknown_methods(hands, method):
    with error_saying(ValueError, f"unknown method {method!r}", "auto, exact, monte-carlo"):
        calculate_equity(hands, method=method)


@pytest.mark.parametrize("asked", [{"method": "exact"}, {"by_combo": True}, {"categories": True}], ids=str)
@pytest.mark.parametrize("hands", [["random"] * 4, ["random"] * 10, ["AhAd", "random", "random", "random"]])
def test_too_many_holdings_to_be_listed(hands, asked):
    """What can only be exact, or has to be, is refused; all else is sampled."""
    with error_saying(TooLargeError, "joint holdings are too many", "would take about ") as caught:
        calculate_equity(hands, **asked)
    assert caught.value.seconds > 86_400
    assert str(caught.value).endswith((" hours", " days", " years", " a thousand years or more"))


@pytest.mark.parametrize(
    ("hands", "board", "details"),
    [
        (["random"] * 3, "", {"by_combo": True}),
        (["22+,A2s+,A2o+,K9o+"] * 3, "", {"by_combo": True}),
        (["22+,A2s+", "random", "AsKs"], "2c", {"categories": True}),
    ],
)
def test_what_takes_long_is_only_done_if_it_is_insisted_on(hands, board, details):
    with error_saying(TooLargeError, "would take about ", "method exact insists on it") as caught:
        calculate_equity(hands, board, **details)
    assert caught.value.seconds > 10
    assert any(unit in str(caught.value) for unit in ("seconds", "minutes", "hours"))


def test_all_next_cards_together_may_take_too_long():
    calculate_equity(["random", "AA"])  # by itself at once
    with error_saying(TooLargeError, "would take about ", "method exact insists on it") as caught:
        calculate_equity(["random:0.5,AsKs,8h7d", "random:0.3,9s8s,2c3d"], next_card=True)
    assert caught.value.seconds > 10


def test_errors_are_ours():
    for error in (ImpossibleSpotError, RangeSyntaxError, TooLargeError, DuplicateCardError):
        assert issubclass(error, OddchipError)


@pytest.mark.parametrize("seed", range(40))
def test_a_result_is_never_empty_and_has_no_nan(seed):
    random = Random(seed)
    texts = ["AA", "AsKs,AhKh:0.1", "random", "22+:0.7,AsAh:0.01", "A2s+", "7h2c,7s2d:0.33", "KK,QQ:0.001"]
    hands = random.choices(texts, k=2 + seed % 2)
    if len(hands) == 3:
        hands[random.randrange(3)] = "9s9c,8s8c:0.3"
    deck = random.sample(range(52), 52)
    board = deck[: 3 + seed % 3]
    result, refusal = None, ""
    try:
        result = calculate_equity(
            hands, board, dead=deck[5:7], by_combo=True, categories=True, next_card=True
        )
    except ImpossibleSpotError as error:
        refusal = str(error)
    if result is None:
        assert "no combo is left" in refusal or "no deal is possible" in refusal
        return
    assert result.deals > 0
    assert result.outcomes
    assert all(isfinite(number) and number >= 0 for number in numbers_of(result))
    assert sum(player.equity for player in result.players) == pytest.approx(1, rel=1e-12)


def test_ranges_of_many_kinds_are_the_same():
    text = "QQ+,AKs:0.5"
    for hand in (Range.parse(text), Range.parse(text).weights, f" {text.replace(',', ' ; ')} "):
        spot = parse_spot([hand, "random"], "2c7d9h")
        np.testing.assert_array_equal(spot.weights, parse_spot([text, "random"], "2c7d9h").weights)
