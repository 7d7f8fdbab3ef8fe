"""Equities of known hands: published counts to the last deal, and two paths that must agree.

C and B numbers are lines of `cases/equity.md` and `cases/bugs.md`.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import numpy as np
import oracle
import pytest
from cases import KNOWN_SPOTS, by_id

from oddchip.equity import calculate_equity, parse_spot
from oddchip.equity.known import outcomes_of, tally_by_boards, tally_by_patterns, tally_known_hands
from oddchip.evaluator import parse_cards

SPOT = {spot.id: spot for spot in KNOWN_SPOTS}
PREFLOP = [spot for spot in KNOWN_SPOTS if not spot.board]


def pair(rank):
    """Return the six pairs of a rank, as texts."""
    return [f"{rank}{first}{rank}{second}" for first, second in combinations("cdhs", 2)]


def suited(high, low):
    return [f"{high}{suit}{low}{suit}" for suit in "cdhs"]


def offsuit(high, low):
    return [f"{high}{one}{low}{two}" for one, two in product("cdhs", repeat=2) if one != two]


def total_outcomes(*hands_of_players):
    """Return the outcomes summed over all ways to choose a hand for each player from a list."""
    total = Counter()
    for hands in product(*hands_of_players):
        if len({card for hand in hands for card in (hand[:2], hand[2:])}) == 2 * len(hands):
            total.update(calculate_equity(hands).outcomes)
    return total


@pytest.mark.parametrize("spot", by_id(KNOWN_SPOTS))
def test_known_counts(spot):
    result = calculate_equity(spot.hands, spot.board, dead=spot.dead)
    assert result.outcomes == spot.outcomes
    assert result.deals == sum(spot.outcomes.values())
    for number, player in enumerate(result.players, start=1):
        shares = (Fraction(count, len(who)) for who, count in spot.outcomes.items() if number in who)
        assert player.equity == float(sum(shares) / result.deals)


@pytest.mark.parametrize(
    ("case", "equities"),
    [
        ("C034", ("0.8263661",)),
        ("C035", ("0.8194605",)),
        ("C036", ("0.8125549",)),
        ("C039", ("0.636617",)),
        ("C040", ("0.9492374",)),
        ("C041", ("0.9403228",)),
        ("C042", ("0.9465580",)),
        ("C045", ("0.4588259",)),
        ("C046", ("0.4621446",)),
        ("C047", ("0.5",)),
        ("C032", ("1.0", "0.0")),
        ("C033", ("0.5", "0.5")),
        ("C085", ("0.9161616",)),
        ("C089", ("0.4656566",)),
        ("C105", ("0.3048780", "0.3475610", "0.3475610")),
        ("C107", ("0.3570400", "0.3601368", "0.2828232")),
    ],
)
def test_published_equities(case, equities):
    """The counts say it all; this says that the published decimals are about the same quantity."""
    spot = SPOT[case]
    players = calculate_equity(spot.hands, spot.board, dead=spot.dead).players
    for player, equity in zip(players, equities, strict=False):
        assert f"{player.equity:.{len(equity) - 2}f}" == equity


def test_deals_before_the_flop():
    """C016: boards from 48 and 46 cards."""
    assert calculate_equity(["AcAs", "KcKs"]).deals == 1_712_304
    assert calculate_equity(["AhAs", "KhKs", "QhQs"]).deals == 1_370_754


def test_c035_is_the_mean_of_c034_and_c036():
    both, one, none = (
        Counter(calculate_equity(SPOT[case].hands).outcomes) for case in ("C034", "C035", "C036")
    )
    assert both + none == one + one


@pytest.mark.parametrize(
    ("case", "first", "second", "counts"),
    [
        ("C048", pair("A"), pair("K"), (50371344, 10986372, 285228)),
        ("C049", suited("A", "K"), pair("Q"), (18834720, 22082460, 178116)),
        ("C050", offsuit("A", "K"), suited("A", "K"), (893040, 2941344, 37260912)),
        ("C051", pair("2"), offsuit("A", "K"), (64528740, 57996648, 760500)),
        ("C056a", pair("2"), pair("2"), (214008, 214008, 9845808)),
        ("C056b", pair("A"), pair("A"), (223260, 223260, 9827304)),
        ("C058", ["KsKh"], suited("A", "K") + offsuit("A", "K"), (9378330, 4204762, 115340)),
    ],
)
def test_classes_are_sums_of_known_hands(case, first, second, counts):
    total = total_outcomes(first, second)
    assert (total[1,], total[2,], total[1, 2]) == counts, case


@pytest.mark.parametrize(
    ("case", "first", "second", "equity"),
    [
        ("C055", offsuit("7", "2"), pair("A"), 0.1180037),
        ("C057a", pair("A"), pair("2"), 0.8221674),
        ("C057b", pair("A"), pair("Q"), 0.8154706),
    ],
)
def test_equities_of_classes(case, first, second, equity):
    total = total_outcomes(first, second)
    assert abs((total[1,] + total[1, 2] / 2) / sum(total.values()) - equity) <= 5.1e-8, case


def test_three_classes():
    """C102: AA, KK and QQ, 296,082,864 deals."""
    total = total_outcomes(pair("A"), pair("K"), pair("Q"))
    deals = sum(total.values())
    assert deals == 296_082_864
    for number, equity in ((1, 0.6697933), (2, 0.1774573), (3, 0.1527494)):
        shares = sum(count / len(who) for who, count in total.items() if number in who)
        assert abs(shares / deals - equity) <= 5.1e-8


@pytest.mark.parametrize(
    ("case", "hand", "counts"),
    [
        ("C077", "As6s", (1220344506, 804780676, 72447218)),
        ("appendix A, AA", "AcAd", (1781508418, 304661670, 11402312)),
        ("appendix A, 32o", "3h2d", (613318625, 1355723830, 128529945)),
    ],
)
def test_against_each_other_hand(case, hand, counts):
    own = parse_cards(hand)
    others = combinations([card for card in range(52) if card not in own], 2)
    total = sum(tally_by_patterns(parse_spot([own, other])) for other in others)
    assert total.tolist() == [0, *counts], case
    assert sum(counts) == 2_097_572_400  # C017


def test_published_mistakes_are_not_repeated():
    """Section 11 of equity.md, B62, B72, B77, B79."""
    assert calculate_equity(["AcAs", "KcKs"]).outcomes[1, 2] == 9308  # not 2 * 4664
    assert calculate_equity(["Jc5c", "QdTd"]).outcomes[1, 2] == 15802  # not 2 * 7911
    assert calculate_equity(["AdAh", "AcAs"]).outcomes[1, 2] == 1637884  # not 0
    assert calculate_equity(["AhKh", "QhQs"]).outcomes != calculate_equity(["AhKh", "QdQs"]).outcomes
    for first, second, percent in (
        (pair("A"), pair("K"), 81.715),
        (suited("A", "K"), pair("Q"), 45.832),
        (offsuit("7", "2"), pair("A"), 11.589),
        (pair("2"), offsuit("A", "K"), 52.341),
    ):
        total = total_outcomes(first, second)
        assert abs(100 * total[1,] / sum(total.values()) - percent) <= 0.00051


def test_b64_the_reference_was_wrong():
    assert abs(calculate_equity(["6d7d", "2s2h"]).players[0].equity - 0.5343952) <= 5.1e-8


def test_b59_b60_b61_only_the_best_hands_share():
    """Two pairs of nines tie and a worse hand gets nothing; then all three share the board."""
    two = calculate_equity(["9c9d", "9h9s", "2c2d"], "AcKdQh7s4c")
    assert two.outcomes == {(1, 2): 1}
    assert [player.equity for player in two.players] == [0.5, 0.5, 0.0]
    assert [player.tie for player in two.players] == [1.0, 1.0, 0.0]
    three = calculate_equity(["9c9d", "9h9s", "2c2d"], "AcKdQhJsTc")
    assert three.outcomes == {(1, 2, 3): 1}
    assert [player.equity for player in three.players] == [float(Fraction(1, 3))] * 3


def test_b67_b68_a_full_board_is_one_deal():
    result = calculate_equity(["JcJd", "AdAc"], "Js6c4d6dQs")
    assert (result.method, result.deals, result.samples) == ("exact", 1, None)
    assert [player.equity for player in result.players] == [1.0, 0.0]
    assert [player.win for player in result.players] == [1.0, 0.0]


@pytest.mark.parametrize(
    ("board", "deals"), [("2c7d9h", 990), ("2c7d9hTs", 44), ("2c7d", 15180), ("2c", 178365)]
)
def test_b82_b92_every_way_to_complete_the_board_counts_once(board, deals):
    assert calculate_equity(["AhAd", "KsKc"], board).deals == deals


def test_b65_ties_are_counted_beside_wins():
    """C083 over all hands: 5s4h never wins on this board, and shares 259 of 990 pots."""
    board = "KsJhTh8h8c"
    own = parse_cards("5s4h")
    rest = [card for card in range(52) if card not in {*own, *parse_cards(board)}]
    total = sum(tally_by_boards(parse_spot([own, other], board)) for other in combinations(rest, 2))
    assert total.tolist() == [0, 0, 731, 259]


def test_b66_an_unknown_hand_can_win():
    """C084."""
    board = "2d9s4hKsJh"
    own = parse_cards("Kd8d")
    rest = [card for card in range(52) if card not in {*own, *parse_cards(board)}]
    total = sum(tally_by_boards(parse_spot([own, other], board)) for other in combinations(rest, 2))
    assert total.tolist() == [0, 847, 137, 6]


@pytest.mark.parametrize("spot", by_id(PREFLOP))
def test_both_paths_count_the_same(spot):
    parsed = parse_spot(spot.hands, dead=spot.dead)
    patterns, boards = tally_by_patterns(parsed), tally_by_boards(parsed)
    np.testing.assert_array_equal(patterns, boards)
    assert outcomes_of(patterns, len(spot.hands)) == spot.outcomes


@pytest.mark.parametrize("seed", range(54))
def test_both_paths_count_the_same_on_random_spots(seed):
    random = Random(seed)
    players, dead = 2 + seed % 9, random.randrange(16)
    cards = random.sample(range(52), 2 * players + dead)
    hands = [cards[2 * player : 2 * player + 2] for player in range(players)]
    spot = parse_spot(hands, dead=cards[2 * players :])
    np.testing.assert_array_equal(tally_by_patterns(spot), tally_by_boards(spot))


def without(hands, gone):
    """Return the hands and, as dead cards, all others for which `gone` says so."""
    ids = [parse_cards(hand) for hand in hands]
    held = {card for hand in ids for card in hand}
    return ids, tuple(card for card in range(52) if card not in held and gone(card // 4, card % 4))


@pytest.mark.parametrize(
    ("hands", "gone"),
    [
        (("AhKh", "QsQd"), lambda rank, suit: suit == 2),
        (("AhKh", "QsQd"), lambda rank, suit: suit in (0, 1)),
        (("AhKh", "QsJs"), lambda rank, suit: suit not in (2, 3)),
        (("AhKh", "5h4h", "QcJc"), lambda rank, suit: rank in (12, 11, 0)),
        (("AhKh", "5d4d"), lambda rank, suit: rank > 4),
        (("AhAs", "KhKs", "2c2d"), lambda rank, suit: rank % 2 == 0),
        (("7h7d", "7s7c"), lambda rank, suit: rank == 5 or suit == 2),
        (("8h9h", "TsJs", "2c3d"), lambda rank, suit: (suit == 2 and rank % 3) or rank in (1, 2, 3)),
        (("AhKh", "QhJh", "Th9h", "8h7h", "6h5h"), lambda rank, suit: suit != 2 and rank < 9),
        (("AhKh", "QhJh", "Th9h", "8h7h", "6h5h", "4h3h"), lambda rank, suit: rank == 0),
    ],
)
def test_both_paths_count_the_same_where_ranks_or_suits_are_gone(hands, gone):
    ids, dead = without(hands, gone)
    spot = parse_spot(ids, dead=dead)
    np.testing.assert_array_equal(tally_by_patterns(spot), tally_by_boards(spot))


@pytest.mark.parametrize("left", [5, 6, 7, 9, 12])
@pytest.mark.parametrize("seed", range(4))
def test_both_paths_agree_with_the_oracle_when_few_cards_are_left(seed, left):
    random = Random(100 * left + seed)
    players = 2 + seed % 3
    cards = random.sample(range(52), 52)
    hands = [cards[2 * player : 2 * player + 2] for player in range(players)]
    if seed % 2:  # the deck in order leaves cards of few ranks, or of few suits
        cards = cards[: 2 * players] + sorted(cards[2 * players :], key=lambda card: (card % 4, card))
    dead = cards[2 * players : 52 - left]
    spot = parse_spot(hands, dead=dead)
    expected = oracle.outcomes(hands, dead=dead)
    assert outcomes_of(tally_by_boards(spot), players) == expected
    assert outcomes_of(tally_by_patterns(spot), players) == expected


@pytest.mark.parametrize("known", [3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_boards_agree_with_the_oracle_after_the_flop(seed, known):
    random = Random(10 * known + seed)
    players = 2 + seed
    cards = random.sample(range(52), 2 * players + known + 25)
    hands = [cards[2 * player : 2 * player + 2] for player in range(players)]
    board, dead = cards[2 * players : 2 * players + known], cards[2 * players + known :]
    spot = parse_spot(hands, board, dead)
    assert outcomes_of(tally_known_hands(spot), players) == oracle.outcomes(hands, board, dead)


@pytest.mark.parametrize("spot", by_id([spot for spot in KNOWN_SPOTS if spot.board]))
def test_the_oracle_knows_the_counts_too(spot):
    hands, board, dead = [*map(parse_cards, spot.hands)], parse_cards(spot.board), parse_cards(spot.dead)
    assert oracle.outcomes(hands, board, dead) == spot.outcomes


@pytest.mark.parametrize("case", ["C034", "C045", "C107"])
def test_flops_of_a_spot_add_up_to_it(case):
    """Each board of five holds ten flops, so all flops together count each deal ten times."""
    hands = SPOT[case].hands
    spot = parse_spot(hands)
    random = Random(case)
    first = random.choice(spot.deck)
    with_first = sum(tally_by_boards(spot._replace(board=(first,))) for first in spot.deck)
    np.testing.assert_array_equal(with_first, 5 * tally_by_patterns(spot))
    after_first = spot._replace(board=(first,))
    second = sum(tally_by_boards(after_first._replace(board=(first, card))) for card in after_first.deck)
    np.testing.assert_array_equal(second, 4 * tally_by_boards(after_first))


def test_ten_players_may_win_in_any_company():
    """Everybody's best is the board's royal flush."""
    hands = [f"{rank}{suits[0]}{rank}{suits[1]}" for rank in "23456" for suits in ("cd", "hs")]
    result = calculate_equity(hands, "AcKcQcJcTc")
    assert result.outcomes == {tuple(range(1, 11)): 1}
    assert [player.equity for player in result.players] == [0.1] * 10
