"""Equities of ranges that other programs have published or confirmed.

C and B numbers are lines of `cases/equity.md` and `cases/bugs.md`. Published decimals are rounded, so they
are compared to half of their last place.
"""

import oracle
import pytest
from cases import AGAINST_RANDOM, RANGE_SPOTS, by_id

from oddchip.equity import calculate_equity, preflop_equity
from oddchip.evaluator import DuplicateCardError, ImpossibleSpotError

SEVEN_PLACES = 5.1e-8


def counts_of(result):
    """Return the deals that the first of two players wins, loses and ties."""
    return tuple(result.outcomes.get(winners, 0) for winners in ((1,), (2,), (1, 2)))


def equities_of(result):
    return [player.equity for player in result.players]


@pytest.mark.parametrize("details", [False, True], ids=["plain", "with all details"])
@pytest.mark.parametrize("spot", by_id(RANGE_SPOTS))
def test_counts_of_two_players(spot, details):
    result = calculate_equity(
        spot.hands, spot.board, dead=spot.dead, by_combo=details, categories=details and bool(spot.board)
    )
    assert counts_of(result) == spot.counts
    assert result.deals == sum(spot.counts)
    assert all(isinstance(count, int) for count in result.outcomes.values())
    assert abs(result.players[0].equity - spot.equity) <= SEVEN_PLACES


@pytest.mark.parametrize("spot", by_id(RANGE_SPOTS))
def test_counts_of_two_players_the_other_way_round(spot):
    result = calculate_equity(spot.hands[::-1], spot.board, dead=spot.dead)
    win, lose, tie = spot.counts
    assert counts_of(result) == (lose, win, tie)


@pytest.mark.parametrize(
    ("hands", "board", "equity"),
    [
        pytest.param(["AK", "22"], "", 0.4798646, id="C054"),
        pytest.param(["72o", "AA"], "", 0.1180037, id="C055"),
        pytest.param(["AA", "22"], "", 0.8221674, id="C057a"),
        pytest.param(["AA", "QQ"], "", 0.8154706, id="C057b"),
        pytest.param(["AA", "22,QQ@1"], "", 0.8221011, id="C062, B54"),
        pytest.param(["AA", "22,QQ@99"], "", 0.8188358, id="C063, B54"),
        pytest.param(["AA,22", "random"], "", 0.6776887, id="C067a"),
        pytest.param(["AA,22:0.5", "random"], "", 0.7358048, id="C067b"),
        pytest.param(["KcQc", "6c5c,AQo,AKo"], "", 0.3137573, id="C068a"),
        pytest.param(["KcQc", "6c5c,AQ,AK"], "", 0.3070401, id="C068b"),
        pytest.param(["AsAd", "AA,A3o,32s"], "", 0.8533651, id="C091b"),
        pytest.param(["3h2c", "AA,A3o,32s"], "", 0.2286461, id="C091c"),
    ],
)
def test_equities_of_two_players(hands, board, equity):
    assert abs(calculate_equity(hands, board).players[0].equity - equity) <= SEVEN_PLACES


def test_c065_b58_the_hero_is_not_dealt_first():
    """AA:22 have the joint weights 48:96 against AK. Equal weights for the hero's hands give .7192866."""
    result = calculate_equity(["AA,22", "AK"], by_combo=True)
    aces = sum(combo.probability for combo in result.by_combo[0] if combo.combo[0] == "A")
    assert aces == pytest.approx(48 / 144, rel=1e-12)
    parts = [preflop_equity(hand, "AK") for hand in ("AA", "22")]
    assert parts == pytest.approx([0.9184378, 0.5201354], abs=SEVEN_PLACES)
    assert (parts[0] + 2 * parts[1]) / 3 == pytest.approx(result.players[0].equity, rel=1e-12)
    assert sum(parts) / 2 == pytest.approx(0.7192866, abs=SEVEN_PLACES)


@pytest.mark.parametrize("first", AGAINST_RANDOM)
def test_against_random(first):
    """Appendix A and C017: of each class all combos together, each as often as the row says."""
    result = calculate_equity([first, "random"])
    combos = {2: 6, 3: 4 if first.endswith("s") else 12}[len(first)]
    assert counts_of(result) == tuple(combos * count for count in AGAINST_RANDOM[first])
    assert result.deals == combos * 2_097_572_400


@pytest.mark.parametrize(
    ("hands", "board", "dead", "equities", "outcomes"),
    [
        pytest.param(
            ["AhAs", "KhKs", "QhQs"], "", "", [],
            {(1,): 924864, (2,): 233476, (3,): 204228, (1, 2, 3): 8186},
            id="C101",
        ),
        pytest.param(["AA", "KK", "QQ"], "", "", [0.6697933, 0.1774573, 0.1527494], {}, id="C102"),
        pytest.param(
            ["AA,KK", "KK,QQ", "QQ,AA"], "", "", [0.4564137, 0.1583390, 0.3852473],
            {
                (1,): 348272820, (2,): 119882736, (3,): 303253020,
                (1, 2): 37653912, (1, 3): 74015280, (2, 3): 1266624, (1, 2, 3): 3904200,
            },
            id="C103",
        ),
        pytest.param(
            ["3d7d", "2h9h", "2c9c"], "5d5h5c", "3s3c", [0.3048780, 0.3475610, 0.3475610],
            {(1,): 183, (2,): 28, (3,): 28, (2, 3): 380, (1, 2, 3): 201},
            id="C105",
        ),
        pytest.param(
            ["AcKd", "JsTs", "2h2c"], "", "", [0.3570400, 0.3601368, 0.2828232],
            {(1,): 487593, (2,): 491838, (3,): 385860, (1, 2, 3): 5463},
            id="C107",
        ),
        pytest.param(["AA", "AA", "KK"], "", "", [0.3978501370, 0.3978501370, 0.2042997260], {}, id="C108"),
        pytest.param(["AK", "QQ", "JTs"], "", "", [0.3834562, 0.4359698, 0.1805740], {}, id="C110"),
        pytest.param(["AA", "KK+", "QQ+"], "", "", [0.6174770, 0.2080029, 0.1745201], {}, id="C112"),
    ],
)  # fmt: skip
def test_three_players(hands, board, dead, equities, outcomes):
    result = calculate_equity(hands, board, dead=dead)
    for player, equity in zip(result.players, equities, strict=False):
        assert abs(player.equity - equity) <= SEVEN_PLACES
    if outcomes:
        assert dict(result.outcomes) == outcomes
    assert all(isinstance(count, int) for count in result.outcomes.values())


def test_deals_of_three_ranges():
    """C102, C103 (648 legal triples), C112."""
    for hands, deals in (
        (["AA", "KK", "QQ"], 296_082_864),
        (["AA,KK", "KK,QQ", "QQ,AA"], 888_248_592),
        (["AA", "KK+", "QQ+"], 493_471_440),
    ):
        assert calculate_equity(hands).deals == deals
    assert 888_248_592 == 648 * 1_370_754


@pytest.mark.parametrize(
    ("hands", "counts"),
    [
        pytest.param("AKs", (386130, 916776, 469092, 92004, 65508, 138296, 47124, 2668, 1162), id="C115"),
        pytest.param("AKo", (417780, 965568, 480080, 93808, 69954, 41562, 47124, 2668, 216), id="C116"),
        pytest.param("77", (0, 745470, 835920, 247940, 48700, 41300, 181104, 17848, 478), id="C117, B95"),
        pytest.param("32o", (402930, 947520, 477370, 93236, 106134, 41518, 47124, 2668, 260), id="C121"),
    ],
)
def test_final_categories_over_all_boards(hands, counts):
    """Against a random hand every board comes as often as against none, and suits do not matter."""
    assert sum(counts) == 2_118_760
    result = calculate_equity([hands, "random"], categories=True)
    assert [*result.categories[0]] == [*oracle.NAMES]
    for name, count in zip(oracle.NAMES, counts, strict=True):
        assert result.categories[0][name] == pytest.approx(count / 2_118_760, rel=1e-12, abs=1e-15), name


def test_c094_final_categories_after_the_flop():
    """Of 1,081 ways to go on: trips 675, flush 45, full house 315, quads 46."""
    result = calculate_equity(["KsQs", "random"], "KdKh2s", categories=True)
    found = {name: round(chance * 1081, 9) for name, chance in result.categories[0].items() if chance}
    assert found == {"three of a kind": 675, "flush": 45, "full house": 315, "four of a kind": 46}


def test_b95_final_categories_are_those_of_the_river():
    """AsAd: a pair on 762,300 of 2,118,760 boards, not on all, as a report expected."""
    chances = calculate_equity(["AA", "random"], categories=True).categories[0]
    assert chances["pair"] == pytest.approx(762_300 / 2_118_760, rel=1e-12)
    assert round(chances["two pair"], 4) == 0.3967
    assert round(chances["three of a kind"], 4) == 0.1177
    flop = calculate_equity(["AsAc", "random"], "AhKsTc", categories=True).categories[0]
    assert flop["three of a kind"] == pytest.approx(704 / 1081, rel=1e-12)


def test_b55_most_of_the_mirror_is_no_tie():
    """QhQs against TT+ ties 4 % of the deals, not 20 %."""
    player = calculate_equity(["QhQs", "TT+"]).players[0]
    assert player.tie == 1817526 / 42807600


def test_b57_the_matchup_of_one_suit_pattern_is_not_that_of_the_classes():
    assert round(preflop_equity("AA", "KK"), 5) == 0.81946
    assert round(preflop_equity("AcAs", "KcKs"), 4) == 0.8264


def test_b65_win_and_tie_are_both_told():
    player = calculate_equity(["5s4h", "random"], "KsJhTh8h8c").players[0]
    assert (player.win, player.tie, player.equity) == (0, 259 / 990, 259 / 990 / 2)


def test_b66_a_random_hand_can_win():
    assert calculate_equity(["Kd8d", "random"], "2d9s4hKsJh").players[1].win == 137 / 990


def test_b69_blocked_combos_are_left_out_and_their_class_goes_on():
    """KK on a king: three combos are left; the weight of QQ stays .7 of theirs."""
    result = calculate_equity(["AA,72o", "KK,QQ:0.7"], "Kc7d2h", by_combo=True)
    kings = [combo for combo in result.by_combo[1] if combo.combo[0] == "K"]
    queens = [combo for combo in result.by_combo[1] if combo.combo[0] == "Q"]
    assert ([combo.weight for combo in kings], [combo.weight for combo in queens]) == ([1.0] * 3, [0.7] * 6)
    assert sum(combo.probability for combo in kings) == pytest.approx(3 / (3 + 6 * 0.7), rel=1e-12)
    assert len(result.by_combo[0]) == 6 + 7  # aces; of nine sevens and deuces that are left two are suited


def test_b70_a_hand_against_a_random_one_is_exact():
    result = calculate_equity(["AA", "random"])
    assert (result.method, result.samples) == ("exact", None)
    assert round(result.players[0].equity, 10) == 0.8520371330


def test_b73_half_a_class_is_each_combo_by_half():
    result = calculate_equity(["AKs:0.5,QQ", "55"], "2c3d4h", by_combo=True)
    assert {combo.combo: combo.weight for combo in result.by_combo[0] if combo.combo[0] == "A"} == {
        "AcKc": 0.5, "AdKd": 0.5, "AhKh": 0.5, "AsKs": 0.5,
    }  # fmt: skip


@pytest.mark.parametrize("board", ["KhQd7h2c", "KhQd7h2c9s", "KhQd7h"])
def test_b74_no_combo_holds_a_card_of_the_board(board):
    result = calculate_equity(["QQ+,AKs", "random"], board, by_combo=True)
    cards = {board[start : start + 2] for start in range(0, len(board), 2)}
    held = {
        card for combos in result.by_combo for combo in combos for card in (combo.combo[:2], combo.combo[2:])
    }
    assert held
    assert not held & cards


def test_b75_ranges_of_one_combo():
    result = calculate_equity(["AhKh,AhKh", "QsQd:0.2"], "2c7d9h")
    assert counts_of(result) == counts_of(calculate_equity(["AhKh", "QsQd"], "2c7d9h"))


def test_b76_an_equity_is_a_share_of_pots():
    """Not wins and ties counted as claims: three on the board's straight have a third each."""
    result = calculate_equity(["22", "33", "44"], "AcKdQhJsTc")
    assert [(player.equity, player.win, player.tie) for player in result.players] == [(1 / 3, 0, 1)] * 3
    assert sum(equities_of(calculate_equity(["AK", "QQ", "JTs"], "2c3d4h"))) == pytest.approx(1, rel=1e-14)


@pytest.mark.parametrize(
    ("hands", "percents"),
    [
        (["AA", "KK"], (81.715, 17.823, 0.463)),
        (["AKs", "QQ"], (45.832, 53.735, 0.433)),
        (["72o", "AA"], (11.589, 87.989, None)),
        (["22", "AKo"], (52.341, 47.042, None)),
    ],
)
def test_b77_suits_in_common_are_counted(hands, percents):
    """Section 11 of equity.md: win, lose and tie of classes where a published table is wrong."""
    result = calculate_equity(hands)
    for count, percent in zip(counts_of(result), percents, strict=True):
        assert percent is None or abs(100 * count / result.deals - percent) <= 0.00051


def test_section_11_percentages_of_known_hands():
    """AhKh against QdQs, where a published page has 46.15 / 53.15 / .70."""
    result = calculate_equity(["AhKh", "QdQs"])
    assert [round(100 * count / result.deals, 2) for count in counts_of(result)] == [46.02, 53.59, 0.39]


def test_b79_suits_matter_before_the_flop():
    assert round(preflop_equity("AhKh", "QhQs"), 7) == 0.4588259
    assert round(preflop_equity("AhKh", "QdQs"), 7) == 0.4621446
    with pytest.raises(DuplicateCardError, match="card Ah is in hand 1 and in hand 2"):
        calculate_equity(["AhAd", "AhKd"])


def test_b81_c099_no_combo_is_left():
    with pytest.raises(ImpossibleSpotError, match="hand 2 is AA, of which no combo is left"):
        calculate_equity(["AsAd", "AA"], "AcAh4h")


def test_b84_impossible_ranges():
    for hands in (["AA", "AA", "AA"], ["AsKs,AsQs", "AsJs,AsTs"]):
        with pytest.raises(ImpossibleSpotError, match="no deal is possible"):
            calculate_equity(hands)


def test_b87_integers_are_divided_once():
    result = calculate_equity(["AA", "KK"])
    assert result.players[0].win == 50371344 / 61642944
    assert result.players[0].equity == (2 * 50371344 + 285228) / (2 * 61642944)


def test_b94_weights_are_those_of_all_holdings_together():
    """Blocked combos weigh nothing and the others are what they were: no renormalising, opponent by opponent.

    Against AsAd the range of AA and KK holds AhAc or one of six kings, all as likely.
    """
    result = calculate_equity(["AsAd", "AA,KK"], "2c7d9h", by_combo=True)
    assert [combo.probability for combo in result.by_combo[1]] == pytest.approx([1 / 7] * 7, rel=1e-12)


def test_four_ranges_on_the_flop_of_c114():
    """Small ranges, so that all joint holdings can be listed: nine, with 820 boards each."""
    result = calculate_equity(["AsKs", "TT", "33", "QhJh"], "AhTs3c")
    assert result.deals == sum(result.outcomes.values()) == 3 * 3 * 820
