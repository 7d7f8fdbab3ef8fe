"""What a range has on a board, against examples made by hand, counts made by hand and a slow definition.

The slow definition shares nothing with the package: it looks at the best five cards, at every next card and
at every holding of an opponent, one at a time.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from math import fsum
from random import Random

import numpy as np
import oracle
import pytest
from cases import error_saying

from oddchip.equity.combos import COMBO_CARDS, combo_index, combo_text
from oddchip.equity.made import Draw, MadeHand, made_hands
from oddchip.equity.ranges import Range
from oddchip.evaluator import (
    CardError,
    DuplicateCardError,
    HandSizeError,
    ImpossibleSpotError,
    RangeSyntaxError,
    format_cards,
    parse_cards,
)

ALL_MADE, ALL_DRAWS = [*reversed(MadeHand)], [*Draw]


def made_of(hand, board):
    """Return the one made hand that a combo is."""
    [kind] = [share.kind for share in made_hands(hand, board).made if share.combos]
    return kind


def draws_of(hand, board):
    return {share.kind for share in made_hands(hand, board).draws if share.combos}


# The slow definition


@cache
def worth(*cards):
    return oracle.value(cards)


def slow_made(hole, board):
    """Return the name of what two cards make with the board."""
    best = worth(*hole, *board)
    own = [card // 4 for card in hole]
    on_board = sorted({card // 4 for card in board}, reverse=True)
    name, ranks = oracle.NAMES[best[0]], best[1]
    if len(board) == 5 and best == worth(*board):
        return "no made hand"
    if name in ("straight", "flush", "full house", "straight flush"):
        return name
    if name == "four of a kind" and ranks[0] in own:
        return name
    if name == "three of a kind" and ranks[0] in own:
        return "set" if own[0] == own[1] else "trips"
    pairs = {"pair": ranks[:1], "two pair": ranks[:2]}.get(name, ())
    made = [rank for rank in pairs if rank in own]
    if len(made) == 2:
        return "two pair"
    if made:
        higher = sum(rank > made[0] for rank in on_board)
        if own[0] == own[1]:
            return ("overpair", "pocket pair below top", "low pair")[min(higher, 2)]
        return ("top pair", "second pair", "low pair")[min(higher, 2)]
    return "ace high" if 12 in own and 12 not in on_board else "no made hand"


@cache
def best_straight(ranks):
    """Return the top rank of the best straight, 0 if there is none."""
    if 12 in ranks:
        ranks |= {-1}
    tops = [top for top in range(3, 13) if all(top - step in ranks for step in range(5))]
    return max(tops, default=0)


def suit_cards(cards, suit):
    return sorted((card // 4 for card in cards if card % 4 == suit), reverse=True)


def slow_draws(hole, board):
    """Return the names of what two cards draw to, from the cards that may come."""
    if len(board) == 5:
        return set()
    seen = {*hole, *board}
    deck = [card for card in range(52) if card not in seen]
    place = worth(*hole, *board)[0]
    found = set()
    suits, board_suits = Counter(card % 4 for card in seen), Counter(card % 4 for card in board)
    flushes = [card for card in deck if suits[card % 4] + 1 >= 5 > board_suits[card % 4] + 1]
    if flushes and place < oracle.NAMES.index("flush"):
        assert len(flushes) == 9
        found.add("flush draw")
        if all(is_best_flush(hole, board, card) for card in flushes):
            found.add("nut flush draw")
    ranks, board_ranks = (frozenset(card // 4 for card in cards) for cards in (seen, board))
    straights = [
        card for card in deck if best_straight(ranks | {card // 4}) > best_straight(board_ranks | {card // 4})
    ]
    if straights and place < oracle.NAMES.index("straight"):
        assert len(straights) % 4 == 0
        found.add("gutshot" if len(straights) == 4 else "open-ended straight draw")
    if "flush draw" in found and found & {"gutshot", "open-ended straight draw"}:
        found.add("combo draw")
    if any(suits[card % 4] == 3 for card in hole) and len(board) == 3:
        found.add("backdoor flush draw")
    low, high = sorted(card // 4 for card in hole)
    is_nothing = slow_made(hole, board) in ("ace high", "no made hand")
    if max(card // 4 for card in board) < low < high and is_nothing and place < 4:
        found.add("overcards")
    return found


def is_best_flush(hole, board, card):
    """Whether nobody can hold a higher flush when a card comes."""
    suit = card % 4
    own = suit_cards([*hole, *board, card], suit)[:5]
    others = [other for other in range(suit, 52, 4) if other not in {*hole, *board, card}]
    return all(
        own >= suit_cards([*two, *board, card], suit)[:5]
        for size in (1, 2)
        for two in combinations(others, size)
        if len(suit_cards([*two, *board, card], suit)) >= 5
    )


def boards_to_try():
    """Boards of each size at random, and ones that are paired, suited and connected more than at random."""
    random = Random(7)
    for number in range(420):
        size = 3 + number % 3
        if number % 2:
            yield random.sample(range(52), size)
        elif number % 4:
            yield random.sample(range(4 * random.randrange(8), 52, random.choice([1, 2, 4]))[:10], size)
        else:
            ranks = random.sample(range(13), 2)
            yield random.sample([4 * rank + suit for rank in ranks for suit in range(4)], size)


BOARDS = [*boards_to_try()]


def kinds_by_combo(found):
    """Return the names of made hand and draws of each combo, as a list each."""
    made, draws = {}, {}
    for shares, names in ((found.made, made), (found.draws, draws)):
        for share in shares:
            for combo in share.weights:
                names.setdefault(combo, []).append(share.kind.label)
    return made, draws


@pytest.mark.parametrize("part", range(6))
def test_slow_definition_on_random_boards(part):
    random = Random(part)
    for board in BOARDS[part::6]:
        made, draws = kinds_by_combo(made_hands("random", board))
        assert len(made) == len(COMBO_CARDS) - (52 * 51 - (52 - len(board)) * (51 - len(board))) // 2
        for combo in random.sample(sorted(made), 40):
            hole = parse_cards(combo)
            assert made[combo] == [slow_made(hole, board)], (combo, format_cards(board))
            assert {*draws.get(combo, [])} == slow_draws(hole, board), (combo, format_cards(board))


@pytest.mark.parametrize(
    "board", ["Kh7h2s", "8h7h6h", "9s9hQdJc", "KhKd7h7s", "QhQsQdQc", "7c7d7h", "AhKhQhJh", "Ac2d3h4s"]
)
def test_slow_definition_for_every_combo(board):
    ids = parse_cards(board)
    made, draws = kinds_by_combo(made_hands("random", board))
    for combo, names in made.items():
        assert names == [slow_made(parse_cards(combo), ids)], combo
        assert {*draws.get(combo, [])} == slow_draws(parse_cards(combo), ids), combo


def test_every_name_comes_up_on_the_boards_tried():
    seen = Counter()
    for board in BOARDS[:150]:
        found = made_hands("random", board)
        seen.update({share.kind: share.combos for share in (*found.made, *found.draws)})
    assert {*seen} == {*MadeHand, *Draw}
    assert min(seen.values()) > 0


@pytest.mark.parametrize("part", range(4))
def test_stronger_names_are_stronger_hands(part):
    """With one exception, which the docstring names: on a paired board one pair can beat two pair."""
    for board in BOARDS[part::4][:30]:
        is_paired = len({card // 4 for card in board}) < len(board)
        combos = Random(part).sample([it for it in combinations(range(52), 2) if not {*it} & {*board}], 60)
        for_each = {}
        range_ = Range.from_mapping({combo_text(combo_index(*combo)): 1 for combo in combos})
        for share in made_hands(range_, board).made:
            for combo in share.weights:
                for_each.setdefault(share.kind, []).append(worth(*parse_cards(combo), *board))
        kinds = [kind for kind in ALL_MADE if kind in for_each]
        for stronger, weaker in combinations(kinds, 2):
            if is_paired and stronger is MadeHand.TWO_PAIR and weaker >= MadeHand.LOW_PAIR:
                continue
            assert min(for_each[stronger]) > max(for_each[weaker]), (format_cards(board), stronger, weaker)


def test_one_pair_can_beat_two_pair_on_a_paired_board():
    assert made_of("QsJs", "9h9dQhJh") is MadeHand.TWO_PAIR
    assert made_of("KsKd", "9h9dQhJh") is MadeHand.OVERPAIR
    assert oracle.value(parse_cards("KsKd9h9dQhJh")) > oracle.value(parse_cards("QsJs9h9dQhJh"))


# Examples made by hand


@pytest.mark.parametrize(
    ("hand", "board", "kind"),
    [
        ("9h8h", "7h6h5h", MadeHand.STRAIGHT_FLUSH),
        ("Ah5c", "KhQhJhTh2c", MadeHand.STRAIGHT_FLUSH),
        ("7h2c", "6h5h4h3h2h", MadeHand.STRAIGHT_FLUSH),
        ("As2c", "6h5h4h3h2h", MadeHand.NO_MADE_HAND),
        ("7c7d", "7h7s2c", MadeHand.FOUR_OF_A_KIND),
        ("7cAd", "7h7s7d2c", MadeHand.FOUR_OF_A_KIND),
        ("AcKd", "7h7s7d7c", MadeHand.ACE_HIGH),
        ("KcKd", "7h7s7d7c", MadeHand.NO_MADE_HAND),
        ("AcKd", "7h7s7d7cQs", MadeHand.ACE_HIGH),
        ("AdKd", "7h7s7d7cAs", MadeHand.NO_MADE_HAND),
        ("AcAd", "7h7s7d", MadeHand.FULL_HOUSE),
        ("Kc7c", "Kd7d7s", MadeHand.FULL_HOUSE),
        ("2c2d", "2h7d7s", MadeHand.FULL_HOUSE),
        ("QcQd", "AhAsAdKhKs", MadeHand.NO_MADE_HAND),
        ("AcQd", "AhAdKsKhKd", MadeHand.FULL_HOUSE),
        ("KcQd", "AhAsAdKhKs", MadeHand.NO_MADE_HAND),
        ("AsAc", "KhKsKdQhQs", MadeHand.FULL_HOUSE),
        ("Ah2h", "Kh7h3h", MadeHand.FLUSH),
        ("Ah2c", "Kh7h3h9h", MadeHand.FLUSH),
        ("4h2c", "Kh7h3h9hJh", MadeHand.FLUSH),
        ("2h2c", "Kh7h3h9hJh", MadeHand.NO_MADE_HAND),
        ("AsAc", "Kh7h3h9hJh", MadeHand.NO_MADE_HAND),
        ("Ad5d", "4h3c2s", MadeHand.STRAIGHT),
        ("9d2c", "8h7c6s5d", MadeHand.STRAIGHT),
        ("Td2c", "9h8h7c6s5d", MadeHand.STRAIGHT),
        ("4d3c", "9h8h7c6s5d", MadeHand.NO_MADE_HAND),
        ("9d9c", "9h8h7c6s5d", MadeHand.NO_MADE_HAND),
        ("7c7d", "7hKs2d", MadeHand.SET),
        ("7c6d", "7h7s2d", MadeHand.TRIPS),
        ("AcKd", "7h7s7d", MadeHand.ACE_HIGH),
        ("KcQd", "7h7s7d", MadeHand.NO_MADE_HAND),
        ("Kc7c", "Kd7d2s", MadeHand.TWO_PAIR),
        ("7c2c", "Kd7d2s", MadeHand.TWO_PAIR),
        ("AcKc", "AdKd9s9h", MadeHand.TWO_PAIR),
        ("7c2c", "KdKs7d2s", MadeHand.SECOND_PAIR),
        ("Ac5c", "Ad9s9h5d", MadeHand.TOP_PAIR),
        ("AcAd", "Kd7d2s", MadeHand.OVERPAIR),
        ("AcAd", "KdKs7d7h2s", MadeHand.OVERPAIR),
        ("QcQd", "7d7h2s", MadeHand.OVERPAIR),
        ("AcKc", "Kd7d2s", MadeHand.TOP_PAIR),
        ("AcKc", "Kd7d7s", MadeHand.TOP_PAIR),
        ("Ac2c", "AdKd7s", MadeHand.TOP_PAIR),
        ("QcQd", "Kd7d2s", MadeHand.POCKET_PAIR_BELOW_TOP),
        ("QcQd", "KdKs7d7h2s", MadeHand.POCKET_PAIR_BELOW_TOP),
        ("TcTd", "KdKs7d", MadeHand.POCKET_PAIR_BELOW_TOP),
        ("Ac7c", "Kd7d2s", MadeHand.SECOND_PAIR),
        ("Ac7c", "KdKs7d", MadeHand.SECOND_PAIR),
        ("Ac2c", "Kd7d2s", MadeHand.LOW_PAIR),
        ("6c6d", "Kd7d2s", MadeHand.LOW_PAIR),
        ("3c3d", "Kd7d5s", MadeHand.LOW_PAIR),
        ("3c3d", "KdKs7d", MadeHand.LOW_PAIR),
        ("3c3d", "KdKs7d7h", MadeHand.NO_MADE_HAND),
        ("Ac2c", "KdKs7d7h2s", MadeHand.ACE_HIGH),
        ("Qc2c", "KdKs7d7h2s", MadeHand.NO_MADE_HAND),
        ("AcQc", "Kd7d2s", MadeHand.ACE_HIGH),
        ("AcQc", "Kd7d7s", MadeHand.ACE_HIGH),
        ("QcJc", "Ad7d7s", MadeHand.NO_MADE_HAND),
        ("QcJc", "Kd7d2s", MadeHand.NO_MADE_HAND),
    ],
)
def test_made_hands(hand, board, kind):
    assert made_of(hand, board) is kind


OESD, FD, BDFD = Draw.OPEN_ENDED, Draw.FLUSH_DRAW, Draw.BACKDOOR_FLUSH_DRAW


@pytest.mark.parametrize(
    ("hand", "board", "draws"),
    [
        pytest.param("9s8d", "7c6h2s", {OESD, Draw.OVERCARDS}, id="four in a row"),
        pytest.param("9s8d", "7c6h2sKd", {OESD}, id="four in a row on the turn"),
        pytest.param("9s8d", "7c6h2sKdAh", set(), id="nothing is drawn to on the river"),
        pytest.param("9s7d", "JcTh8s3d6h", set(), id="a straight on the river"),
        pytest.param("9s5d", "7c6h3sKd", {OESD}, id="double gutshot: a four or an eight"),
        pytest.param("QsTd", "9c8hAs6d", {OESD}, id="double gutshot: a jack or a seven"),
        pytest.param("As5d", "4c3h9s", {Draw.GUTSHOT}, id="the wheel"),
        pytest.param("As2d", "4c3h9s", {Draw.GUTSHOT}, id="at the only end below"),
        pytest.param("AsKd", "QcJh9s", {Draw.GUTSHOT, Draw.OVERCARDS}, id="at the only end above"),
        pytest.param("Ts8d", "7c6h2s", {Draw.GUTSHOT, Draw.OVERCARDS}, id="inside"),
        pytest.param("KsTd", "8c7h6d", {Draw.GUTSHOT, Draw.OVERCARDS}, id="one hole card"),
        pytest.param("Ks9d", "8c7h6d", {OESD, Draw.OVERCARDS}, id="one hole card, both ends"),
        pytest.param("AsKd", "8c7h6d5s", {Draw.OVERCARDS}, id="the straight would be the board's"),
        pytest.param("AsTd", "8c7h6d5s", {Draw.GUTSHOT, Draw.OVERCARDS}, id="a better one than the board's"),
        pytest.param("9sTd", "8c7h6d", set(), id="a made straight draws to no better one"),
        pytest.param("AhQh", "Kh7h2s", {FD, Draw.NUT_FLUSH_DRAW}, id="nut flush draw"),
        pytest.param("QhJh", "AhKh2s", {FD, Draw.NUT_FLUSH_DRAW, Draw.COMBO_DRAW, Draw.GUTSHOT}, id="royal"),
        pytest.param("QhJh", "Ah7h2s", {FD}, id="the king is higher"),
        pytest.param("Ah2c", "Kh7h3h", {FD, Draw.NUT_FLUSH_DRAW}, id="flush draw with one card"),
        pytest.param("AsQc", "Kh7h3h9h", set(), id="the flush would be the board's"),
        pytest.param("6h4h", "Kh7h3s", {FD, Draw.GUTSHOT, Draw.COMBO_DRAW}, id="flush draw and gutshot"),
        pytest.param(
            "9h8h", "7h6s2h", {FD, OESD, Draw.COMBO_DRAW, Draw.OVERCARDS}, id="flush draw, both ends"
        ),
        pytest.param("9h8h", "7h6s5h", {FD}, id="flush draw with a straight"),
        pytest.param("9h8h", "7h6h2h", set(), id="a flush draws to no straight"),
        pytest.param("7c7h", "Kh7dKs6h", set(), id="a full house draws to nothing"),
        pytest.param("7c7h", "Kh7d6h3h", {FD}, id="a set draws to a flush"),
        pytest.param("9h8h", "KhJs2d", {BDFD}, id="backdoor with two cards"),
        pytest.param("9h8c", "KhJh2d", {BDFD}, id="backdoor with one card"),
        pytest.param("9s8c", "KhJh2h", set(), id="the three are the board's"),
        pytest.param("9h8h", "KhJs2d3c", set(), id="no backdoor on the turn"),
        pytest.param("AsKd", "8c7h2d", {Draw.OVERCARDS}, id="overcards"),
        pytest.param("AsQd", "Kc7h2d", set(), id="one overcard"),
        pytest.param("AsAd", "8c7h2d", set(), id="a pair is no overcards"),
        pytest.param("AsKd", "7c7h7d", {Draw.OVERCARDS}, id="overcards to trips"),
        pytest.param("AsKd", "7c7h7d7s", set(), id="no use beside four of a kind"),
    ],
)
def test_draws(hand, board, draws):
    assert draws_of(hand, board) == draws


# Counts made by hand


def test_all_hands_on_a_dry_flop():
    """K72 rainbow: 49 cards are left, three of each rank on the board and four of each other one."""
    found = made_hands("random", "Kh7d2s")
    counts = {share.kind: share.combos for share in found.made if share.combos}
    assert counts == {
        MadeHand.SET: 3 * 3,
        MadeHand.TWO_PAIR: 3 * 3 * 3,
        MadeHand.OVERPAIR: 6,
        MadeHand.TOP_PAIR: 3 * 40,
        MadeHand.POCKET_PAIR_BELOW_TOP: 5 * 6,  # queens to eights
        MadeHand.SECOND_PAIR: 3 * 40,
        MadeHand.LOW_PAIR: 3 * 40 + 4 * 6,  # deuces, sixes to threes in the hand
        MadeHand.ACE_HIGH: 4 * 36,
        MadeHand.NO_MADE_HAND: 36 * 35 // 2 - 9 * 6,
    }
    assert found.combos == sum(counts.values()) == 49 * 48 // 2


def test_all_hands_on_a_two_tone_flop():
    """Kh 7h 2s: eleven hearts are left; backdoor draws are a heart and another suit, or two spades."""
    found = made_hands("random", "Kh7h2s")
    assert found[FD].combos == 11 * 10 // 2
    assert found[Draw.NUT_FLUSH_DRAW].combos == 10
    assert found[BDFD].combos == 11 * (49 - 11) + 12 * 11 // 2
    assert found[Draw.GUTSHOT].combos == found[OESD].combos == found[Draw.OVERCARDS].combos == 0


def test_all_hands_on_a_connected_flop():
    """8h 7d 6c: T9, 95 and 54 are straights; a nine or a five is open-ended alone, others have gutshots."""
    found = made_hands("random", "8h7d6c")
    assert found[MadeHand.STRAIGHT].combos == 3 * 16
    nine_or_five = 4 * (49 - 4 - 4 - 4) + 6  # with anything but a ten, a five or a nine; or 99
    nine_or_five += 4 * (49 - 4 - 4 - 4) + 6  # with anything but a nine, a four or a five; or 55
    assert found[OESD].combos == nine_or_five + 16  # and T4: a nine or a five
    # A ten needs a nine, a four needs a five.
    assert found[Draw.GUTSHOT].combos == 2 * (4 * (49 - 4 * 4) + 6)


# Weights and the value itself


def test_weights_and_counts():
    found = made_hands("AA:0.25, KK, QQ:0.5", "KhKd2s", "QhQd")
    assert (found.combos, found.weight) == (6 + 1 + 1, 6 * 0.25 + 1 + 0.5)
    quads, over, below = (
        found[kind] for kind in (MadeHand.FOUR_OF_A_KIND, MadeHand.OVERPAIR, MadeHand.POCKET_PAIR_BELOW_TOP)
    )
    assert (quads.combos, quads.weight, quads.percent) == (1, 1.0, pytest.approx(100 / 3))
    assert (over.combos, over.weight, over.percent) == (6, 1.5, 50.0)
    assert (below.combos, below.weight, below.percent) == (1, 0.5, pytest.approx(50 / 3))
    assert below.weights == {"QsQc": 0.5}
    assert list(over.weights) == ["AsAh", "AsAd", "AsAc", "AhAd", "AhAc", "AdAc"]
    assert (found.board, found.dead) == ("KhKd2s", "QhQd")


@pytest.mark.parametrize("board", BOARDS[:30], ids=format_cards)
def test_shares_add_up(board):
    weights = np.random.default_rng(3).random(1326).round(2)
    found = made_hands(weights, board)
    left = np.where(np.isin(COMBO_CARDS, board).any(axis=1), 0, weights)
    assert [share.kind for share in found.made] == ALL_MADE
    assert [share.kind for share in found.draws] == (ALL_DRAWS if len(board) < 5 else [])
    assert sum(share.combos for share in found.made) == found.combos == np.count_nonzero(left)
    assert found.weight == pytest.approx(left.sum(), rel=1e-13)
    assert fsum(share.weight for share in found.made) == pytest.approx(found.weight, rel=1e-13)
    assert fsum(share.percent for share in found.made) == pytest.approx(100, rel=1e-13)
    for share in (*found.made, *found.draws):
        assert share.combos == len(share.weights)
        assert share.weight == fsum(share.weights.values())
        assert share.percent == pytest.approx(100 * share.weight / left.sum(), rel=1e-12)
        for combo, weight in share.weights.items():
            assert left[combo_index(*parse_cards(combo))] == weight > 0
    if found.draws:
        either = {**found[Draw.GUTSHOT].weights, **found[OESD].weights}
        assert {*found[Draw.COMBO_DRAW].weights} == {*found[FD].weights} & {*either}
        assert {*found[Draw.NUT_FLUSH_DRAW].weights} <= {*found[FD].weights}


def test_at_least():
    found = made_hands("random", "Kh7d2s")
    assert found.at_least(MadeHand.TWO_PAIR).combos == 9 + 27
    everything = found.at_least(MadeHand.NO_MADE_HAND)
    assert (everything.combos, everything.weight, everything.percent) == (1176, 1176.0, 100.0)
    nothing = found.at_least(MadeHand.STRAIGHT)
    assert (nothing.combos, nothing.weight, nothing.percent, nothing.weights) == (0, 0.0, 0.0, {})


def test_suits_do_not_matter():
    found = made_hands("random", "Kh7h2s8d")
    for suits in ("shdc", "dcsh", "chds"):
        board = "Kh7h2s8d".translate(str.maketrans("cdhs", suits))
        other = made_hands("random", board)
        assert [share.combos for share in other.made] == [share.combos for share in found.made]
        assert [share.combos for share in other.draws] == [share.combos for share in found.draws]


def test_the_order_of_the_board_does_not_matter():
    first, second = made_hands("random", "Kh7h2s8d"), made_hands("random", "8d2sKh7h")
    assert (first.made, first.draws) == (second.made, second.draws)


def test_ranges_as_text_value_and_array():
    range_ = Range.parse("QQ+, AKs:0.5")
    assert made_hands(range_, "Kh7d2s") == made_hands("QQ+, AKs:0.5", [46, 21, 3])
    assert made_hands(range_, "Kh7d2s") == made_hands(range_.weights, "Kh 7d 2s", "")


def test_labels():
    assert [kind.label for kind in ALL_MADE] == [
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
        "set",
        "trips",
        "two pair",
        "overpair",
        "top pair",
        "pocket pair below top",
        "second pair",
        "low pair",
        "ace high",
        "no made hand",
    ]
    assert [draw.label for draw in ALL_DRAWS] == [
        "combo draw",
        "nut flush draw",
        "flush draw",
        "open-ended straight draw",
        "gutshot",
        "backdoor flush draw",
        "overcards",
    ]


def test_as_json():
    printed = made_hands("AA:0.5, KhQh", "Kd7h2h", "Ac").to_json()
    assert [*printed] == ["board", "dead", "combos", "weight", "made", "draws"]
    assert (printed["board"], printed["dead"], printed["combos"], printed["weight"]) == (
        "Kd7h2h",
        "Ac",
        4,
        2.5,
    )
    assert printed["made"][ALL_MADE.index(MadeHand.OVERPAIR)] == {
        "name": "overpair",
        "combos": 3,
        "weight": 1.5,
        "percent": 60.0,
        "weights": {"AsAh": 0.5, "AsAd": 0.5, "AhAd": 0.5},
    }
    assert printed["draws"][ALL_DRAWS.index(FD)]["weights"] == {"KhQh": 1.0}


def test_no_draws_on_the_river():
    found = made_hands("random", "Kd7h2h3c4s")
    assert found.draws == ()
    with pytest.raises(KeyError):
        found[FD]


# Errors


@pytest.mark.parametrize(
    ("board", "count"),
    [
        ("", "the board '' has 0 cards"),
        ("Ah", "the board Ah has 1 card "),
        ("AhKh", "AhKh has 2 cards"),
        ("AhKhQhJhTh9h", "has 6 cards"),
    ],
)
def test_boards_of_other_sizes(board, count):
    with error_saying(HandSizeError, count, "3 to 5 are needed") as caught:
        made_hands("AA", board)
    assert caught.value.got == len(board) // 2


def test_no_combo_is_left():
    with error_saying(ImpossibleSpotError, "no combo of the range is left", "As Ah 2c Ad"):
        made_hands("AA", "AsAh2c", "Ad")


def test_a_card_in_two_places():
    with error_saying(DuplicateCardError, "card 2c is on the board and among the dead cards"):
        made_hands("AA", "KsKh2c", "2c")
    with error_saying(DuplicateCardError, "on the board: card Ks is at position 0"):
        made_hands("AA", "KsKs2c")


@pytest.mark.parametrize(
    ("board", "dead", "place"), [("KsKh1c", "", "on the board: "), ("KsKh2c", "Zc", "among the dead cards: ")]
)
def test_no_cards(board, dead, place):
    with error_saying(CardError, place, "unknown rank"):
        made_hands("AA", board, dead)


def test_no_ranges():
    with error_saying(RangeSyntaxError, "a pair cannot be suited"):
        made_hands("AAs", "KsKh2c")
    with error_saying(RangeSyntaxError, "weights of shape (3,)"):
        made_hands(np.ones(3), "KsKh2c")
