"""Hand histories: what is read, what is refused and why, and that writing gives back what was read."""

import doctest
import os
import tomllib
from dataclasses import FrozenInstanceError, replace
from decimal import Decimal

import pytest
from cases import SHARED, error_saying
from hypothesis import given
from hypothesis import strategies as st

from oddchip.evaluator import HistoryError, parse_cards
from oddchip.rules import phh, phh_actions
from oddchip.rules.phh import (
    History,
    dump_histories,
    dump_history,
    load_histories,
    parse_histories,
    parse_history,
    save_histories,
)
from oddchip.rules.phh_actions import (
    BetOrRaiseTo,
    CheckOrCall,
    DealBoard,
    DealHole,
    Fold,
    Muck,
    NoOperation,
    Show,
    format_action,
    parse_action,
)

UNKNOWN = Decimal("Infinity")

CENTS = """# Three friends, five cents a blind.
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.05, 0.10, 0]
min_bet = 0.10
starting_stacks = [8.20, 10, inf]
actions = [
    'd dh p1 ????', # not seen
    'd dh p2 9h9s',
    'd dh p3 ??Kc # the king fell on the table',
    'p3 cbr 0.30', 'p1 f', 'p2  cc',
    'd db 9c4d4h', 'p2 cc', 'p3 cc', 'd db ??', 'p2 cbr 1', 'p3 cc', '# the phone rings', 'd db 2s',
    'p2 cc', 'p3 cc', 'p3 sm ??Kc', 'p2 sm -', '',
]
_rake = 0.10
players = ["Ann", "Bo \\"the rock\\"", ""]
finishing_stacks = [8.15, 11.25, inf]
table = "kitchen"
"""

HEADS_UP = """
variant = "FT"
ante_trimming_status = true
antes = [0, 6]
blinds_or_straddles = [2, 4]
small_bet = 4
big_bet = 8
starting_stacks = [90, 110]
actions = ["d dh p1 7c2d", "d dh p2 AdAc", "p2 cbr 8", "p1 cc", "d db 7d7hKs", "p1 cc", "p2 cc"]
winnings = [0, 0]
"""


def hand_text(table="", **changes):
    """Return the text of a hand of three players; None leaves a key out."""
    values = {
        "variant": '"NT"',
        "antes": "[0, 0, 0]",
        "blinds_or_straddles": "[5, 10, 0]",
        "min_bet": "10",
        "starting_stacks": "[700, 650, 900]",
        "actions": '["d dh p1 ????", "p3 f"]',
    }
    lines = [f"{key} = {value}" for key, value in (values | changes).items() if value is not None]
    return "\n".join([*([f"[{table}]"] if table else []), *lines]) + "\n"


def walk(**changes):
    """Return a hand of three players in which all fold."""
    values = {
        "variant": "NT",
        "antes": (0, 0, 0),
        "blinds_or_straddles": (5, 10, 0),
        "min_bet": 10,
        "starting_stacks": (700, 650, 900),
        "actions": (Fold(3), Fold(1)),
    }
    return History(**values | changes)


def texts_of(history):
    return [action.text for action in history.actions]


class TestReading:
    def test_decimals_are_as_written(self):
        history = parse_history(CENTS)
        assert history.variant == "NT"
        assert list(map(str, history.blinds_or_straddles)) == ["0.05", "0.10", "0"]
        assert history.starting_stacks == (Decimal("8.2"), 10, UNKNOWN)
        assert str(history.min_bet) == "0.10"
        assert (history.small_bet, history.big_bet, history.winnings) == (None, None, None)
        assert history.finishing_stacks == (Decimal("8.15"), Decimal("11.25"), UNKNOWN)
        assert isinstance(history.starting_stacks[1], int)

    def test_other_keys_are_kept_in_order(self):
        history = parse_history(CENTS)
        assert list(history.extra.items()) == [("_rake", Decimal("0.10")), ("table", "kitchen")]
        assert history.players == ("Ann", 'Bo "the rock"', "")
        assert history.name is None

    def test_actions(self):
        actions = parse_history(CENTS).actions
        assert actions[:6] == (
            DealHole(1, (None, None)),
            DealHole(2, parse_cards("9h9s")),
            DealHole(3, (None, *parse_cards("Kc")), "the king fell on the table"),
            BetOrRaiseTo(3, Decimal("0.30")),
            Fold(1),
            CheckOrCall(2),
        )
        assert actions[6] == DealBoard(parse_cards("9c4d4h"))
        assert actions[9] == DealBoard((None,))
        assert actions[10].amount == 1
        assert actions[12] == NoOperation("the phone rings")
        assert actions[-3:] == (Show(3, (None, *parse_cards("Kc"))), Show(2, None), NoOperation())
        assert actions[5].text == "p2  cc"

    def test_limit_bets(self):
        history = parse_history(HEADS_UP)
        assert (history.min_bet, history.small_bet, history.big_bet) == (None, 4, 8)
        assert history.ante_trimming
        assert not parse_history(CENTS).ante_trimming

    def test_a_key_of_the_other_variant_is_only_kept(self):
        history = parse_history(hand_text(small_bet="3"))
        assert history.small_bet is None
        assert history.extra == {"small_bet": 3}

    def test_of_two_players_the_second_entry_is_posted_by_the_first(self):
        history = parse_history(HEADS_UP)
        assert (history.blinds_or_straddles, history.posts) == ((2, 4), (4, 2))
        assert (history.antes, history.ante_posts) == ((0, 6), (6, 0))

    def test_of_more_players_each_posts_his_entry(self):
        history = parse_history(hand_text(antes="[0, 20, 0]", blinds_or_straddles="[5, 10, -10]"))
        assert history.posts == (5, 10, -10)
        assert history.ante_posts == (0, 20, 0)

    def test_tables_are_hands_in_the_order_of_the_file(self):
        histories = parse_histories(
            hand_text("2") + hand_text("10", min_bet="20") + hand_text("b") + "[b._site]\nid = 4\n"
        )
        assert [history.name for history in histories] == ["2", "10", "b"]
        assert [history.min_bet for history in histories] == [10, 20, 10]
        assert histories[2].extra == {"_site": {"id": 4}}

    def test_one_table_is_one_hand(self):
        assert parse_history(hand_text("5")) == walk(name="5", actions=(DealHole(1, (None, None)), Fold(3)))

    def test_what_stands_above_the_tables_is_no_hand(self):
        assert len(parse_histories('_site = "home"\n' + hand_text("1"))) == 1

    def test_a_byte_order_mark_is_skipped(self):
        assert parse_history("\ufeff" + HEADS_UP) == parse_history(HEADS_UP)

    def test_a_hand_without_actions(self):
        assert parse_history(hand_text(actions="[]")).actions == ()

    def test_the_largest_table(self):
        zeros = f"[{', '.join(['1'] * 23)}]"
        text = hand_text(antes=zeros, blinds_or_straddles=zeros, starting_stacks=zeros, actions='["p23 f"]')
        assert parse_history(text).actions == (Fold(23),)


class TestActions:
    @pytest.mark.parametrize(
        ("text", "action"),
        [
            ("d dh p10 AsTc", DealHole(10, (51, 32))),
            ("d db 2c", DealBoard((0,))),
            ("d db 2c??As", DealBoard((0, None, 51))),
            ("p1 f", Fold(1)),
            ("p1 cc", CheckOrCall(1)),
            ("p1 cbr 1500", BetOrRaiseTo(1, 1500)),
            ("p1 cbr 1.50", BetOrRaiseTo(1, Decimal("1.50"))),
            ("p2 sm", Muck(2)),
            ("p2 sm -", Show(2, None)),
            ("p2 sm ??Ks", Show(2, (None, 47))),
            ("p2 sm ????", Show(2, (None, None))),
            ("p2 sm # gone", Muck(2, "gone")),
            ("p2 sm - #  and # smiles ", Show(2, None, " and # smiles ")),
            ("p2 f #", Fold(2, "")),
            ("", NoOperation()),
            ("# a word", NoOperation("a word")),
        ],
    )
    def test_both_ways(self, text, action):
        read = parse_action(text)
        assert read == action
        assert read.text == text
        assert action.text == ""
        assert format_action(action) == format_action(read) == text

    @pytest.mark.parametrize(
        ("text", "plain"),
        [
            ("  p3\tcbr   20 ", "p3 cbr 20"),
            ("p3 f#why", "p3 f # why"),
            ("   ", ""),
            ("p3 cbr 1e2", "p3 cbr 1E+2"),
        ],
    )
    def test_spaces_are_free_and_kept(self, text, plain):
        action = parse_action(text)
        assert format_action(action) == text
        assert format_action(replace(action)) == plain
        assert replace(action) == action

    def test_a_changed_action_has_no_longer_the_old_text(self):
        assert format_action(replace(parse_action("p3  cbr 20 # hm"), player=1)) == "p1 cbr 20 # hm"

    def test_different_actions_are_never_equal(self):
        assert len({Fold(1), CheckOrCall(1), Muck(1), Show(1, None), Fold(1, "x"), Fold(2)}) == 6

    def test_actions_do_not_change(self):
        with pytest.raises(FrozenInstanceError):
            Fold(1).player = 2

    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("p4 f", ["there is no player p4", "p1 to p3"]),
            ("p0 f", ["unknown actor 'p0'", "from p1 on"]),
            ("p24 f", ["unknown actor 'p24'"]),
            ("p02 f", ["unknown actor 'p02'"]),
            ("P2 f", ["unknown actor 'P2'", "d for the dealer"]),
            ("f", ["unknown actor 'f'"]),
            ("p2", ["p2 needs a verb", "f, cc, cbr or sm"]),
            ("p2 x", ["unknown verb 'x'", "f, cc, cbr or sm"]),
            ("p2 F", ["unknown verb 'F'"]),
            ("p2 dh AhKd", ["unknown verb 'dh'"]),
            ("p2 pb", ["'pb'", "stud", "not part of hold'em"]),
            ("p2 sd", ["'sd'", "draw", "not part of hold'em"]),
            ("p2 sd AhKd", ["'sd'", "not part of hold'em"]),
            ("p2 f 20", ["found '20' after p2 f", "expected nothing"]),
            ("p2 cc 20", ["found '20' after p2 cc", "expected nothing"]),
            ("p2 cbr", ["found nothing after p2 cbr", "expected an amount"]),
            ("p2 cbr 2 3", ["found '2 3' after p2 cbr", "expected an amount"]),
            ("p2 cbr all", ["'all' is not a number", "such as 200 or 0.30"]),
            ("p2 cbr 1,000", ["'1,000' is not a number"]),
            ("p2 cbr 1_000", ["'1_000' is not a number"]),
            ("p2 cbr ٣", ["'٣' is not a number"]),
            ("p2 cbr inf", ["'inf' is not a number"]),
            ("p2 cbr nan", ["'nan' is not a number"]),
            ("p2 cbr " + 5000 * "9", ["is not a number"]),
            ("p2 cbr 0", ["the amount 0 is not above 0"]),
            ("p2 cbr -0.5", ["the amount -0.5 is not above 0"]),
            ("p2 sm Ah Kd", ["found 'Ah Kd' after p2 sm", "two joined cards, - or nothing"]),
            ("p2 sm Ah", ["'Ah' is 1 card ", "two for a player"]),
            ("p2 sm AhKdQc", ["'AhKdQc' is 3 cards", "two for a player"]),
            ("d", ["d needs a verb", "dh or db"]),
            ("d burn", ["unknown verb 'burn' of the dealer", "dh or db"]),
            ("d f", ["the dealer d only deals"]),
            ("d dh", ["expected a player and two joined cards", "d dh p1 AhKd"]),
            ("d dh p2", ["expected a player and two joined cards"]),
            ("d dh AhKd", ["expected a player and two joined cards"]),
            ("d dh p2 Ah Kd", ["expected a player and two joined cards"]),
            ("d dh p4 AhKd", ["there is no player p4"]),
            ("d dh p2 Ah", ["'Ah' is 1 card ", "two for a player"]),
            ("d dh p2 AhKdQc", ["'AhKdQc' is 3 cards"]),
            ("d dh p2 AhK", ["'K' is not a card"]),
            ("d dh p2 AhKx", ["'Kx' is not a card", "such as Ah, or ??"]),
            ("d dh p2 ahkd", ["'ah' is not a card"]),
            ("d dh p2 ?hKd", ["'?h' is not a card"]),
            ("d dh p2 -", ["'-' is not a card"]),
            ("d dh p2 AhAh", ["a card comes twice in 'AhAh'"]),
            ("d db", ["expected joined cards after d db", "d db Jc3d5c"]),
            ("d db Jc 3d 5c", ["expected joined cards after d db"]),
            ("d db Jc3d", ["'Jc3d' is 2 cards", "three for a flop, else one"]),
            ("d db Jc3d5c7h", ["'Jc3d5c7h' is 4 cards"]),
        ],
    )
    def test_what_is_not_an_action(self, text, parts):
        with error_saying(HistoryError, repr(text), *parts) as caught:
            parse_action(text, 3)
        assert (caught.value.hand, caught.value.action) == (None, None)
        with error_saying(HistoryError, f"hand 8, action 2 {text!r}: ", *parts[:1]) as caught:
            parse_histories(hand_text("7") + hand_text("8", actions=f'["", "{text}", "p9 f"]'))
        assert (caught.value.hand, caught.value.action) == ("8", 2)
        with error_saying(HistoryError, f"action 2 {text!r}: ", *parts[:1]) as caught:
            parse_history(hand_text(actions=f'["", "{text}"]'))
        assert (caught.value.hand, caught.value.action) == (None, 2)

    def test_an_action_that_is_no_text(self):
        with error_saying(HistoryError, "hand 3, action 2 is 5", "such as 'p3 f'") as caught:
            parse_histories(hand_text("3", actions='["p3 f", 5]'))
        assert (caught.value.hand, caught.value.action) == ("3", 2)


class TestErrors:
    @pytest.mark.parametrize(
        ("changes", "parts"),
        [
            ({"variant": None}, ["key 'variant' is missing", "NT or FT"]),
            ({"variant": '"PO"'}, ["unknown variant 'PO'", "NT and FT"]),
            ({"variant": "5"}, ["unknown variant 5", "NT and FT"]),
            ({"variant": '["NT"]'}, ["unknown variant ['NT']"]),
            ({"antes": None}, ["key 'antes' is missing", "NT needs antes, blinds_or_straddles"]),
            ({"blinds_or_straddles": None}, ["key 'blinds_or_straddles' is missing"]),
            ({"starting_stacks": None}, ["key 'starting_stacks' is missing"]),
            ({"actions": None}, ["key 'actions' is missing"]),
            ({"min_bet": None}, ["key 'min_bet' is missing", "NT needs", "min_bet)"]),
            ({"variant": '"FT"', "big_bet": "20"}, ["key 'small_bet' is missing", "FT needs"]),
            ({"variant": '"FT"', "small_bet": "20"}, ["key 'big_bet' is missing"]),
            ({"antes": "[0, 0]"}, ["antes has length 2, starting_stacks 3", "one entry for each player"]),
            ({"blinds_or_straddles": "[5, 10, 0, 0]"}, ["blinds_or_straddles has length 4"]),
            ({"starting_stacks": "[50, 60]"}, ["antes has length 3, starting_stacks 2"]),
            ({"starting_stacks": "[]"}, ["starting_stacks has length 0", "2 to 23 players"]),
            ({"starting_stacks": "[50]"}, ["starting_stacks has length 1", "2 to 23 players"]),
            ({"starting_stacks": str([5] * 24)}, ["starting_stacks has length 24", "2 to 23 players"]),
            ({"finishing_stacks": "[50]"}, ["finishing_stacks has length 1"]),
            ({"winnings": "[]"}, ["winnings has length 0"]),
            ({"players": '["Ann", "Bo"]'}, ["players has length 2"]),
            ({"antes": "0"}, ["antes is 0, not an array"]),
            ({"actions": '"p3 f"'}, ["actions is 'p3 f', not an array"]),
            ({"players": '"Ann"'}, ["players is 'Ann', not an array"]),
            ({"starting_stacks": "[50, 0, 60]"}, ["entry 2 of starting_stacks is 0", "above 0, or inf"]),
            ({"starting_stacks": "[50, 60, -0.5]"}, ["entry 3 of starting_stacks is -0.5", "above 0"]),
            ({"starting_stacks": '[50, 60, "70"]'}, ["is '70', not a whole number or decimal above 0"]),
            ({"starting_stacks": "[nan, 50, 60]"}, ["entry 1 of starting_stacks is NaN"]),
            ({"starting_stacks": "[-inf, 50, 60]"}, ["entry 1 of starting_stacks is -Infinity"]),
            ({"starting_stacks": "[50, 60, true]"}, ["entry 3 of starting_stacks is True"]),
            ({"antes": "[0, -5, 0]"}, ["entry 2 of antes is -5", "from 0 on"]),
            ({"antes": "[0, inf, 0]"}, ["entry 2 of antes is Infinity", "from 0 on"]),
            ({"blinds_or_straddles": "[5, inf, 0]"}, ["entry 2 of blinds_or_straddles is Infinity"]),
            ({"blinds_or_straddles": "[5, [10], 0]"}, ["entry 2 of blinds_or_straddles is [10]"]),
            ({"finishing_stacks": "[-1, 50, 60]"}, ["entry 1 of finishing_stacks is -1", "from 0 on"]),
            ({"winnings": "[0, 0, inf]"}, ["entry 3 of winnings is Infinity"]),
            ({"players": '["Ann", "Bo", 7]'}, ["entry 3 of players is 7, not a text"]),
            ({"min_bet": "0"}, ["min_bet is 0", "above 0"]),
            ({"min_bet": '"10"'}, ["min_bet is '10'", "whole number or decimal"]),
            ({"ante_trimming_status": "1"}, ["ante_trimming_status is 1", "true or false"]),
            ({"actions": '["p3 f", "p4 f"]'}, ["action 2 'p4 f': there is no player p4 (p1 to p3)"]),
        ],
    )
    def test_what_is_not_a_hand(self, changes, parts):
        with error_saying(HistoryError, *parts) as caught:
            parse_history(hand_text(**changes))
        assert caught.value.hand is None
        with error_saying(HistoryError, "hand two", *parts) as caught:
            parse_histories(hand_text("one") + hand_text("two", **changes))
        assert caught.value.hand == "two"

    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("", ["the text is empty", "the key variant"]),
            (" \n\n", ["the text is empty"]),
            ("# nothing but a comment", ["the text is empty"]),
            ("site = 5", ["there is no hand in the text", "the key variant", "[1]"]),
            ("[[hands]]\nvariant = 'NT'", ["there is no hand in the text"]),
            ("[1]\n", ["hand 1", "key 'variant' is missing"]),
            ("variant = NT\n", ["not TOML", "line 1"]),
            (hand_text() + "actions = []\n", ["not TOML", "line 7"]),
            (hand_text(min_bet="10 20"), ["not TOML", "line 4"]),
            ("x = " + 100_000 * "[", ["nested too deeply"]),
            (hand_text(min_bet="9" * 5000), ["too many digits"]),
            (hand_text(min_bet="1e" + "9" * 30), ["too large an exponent"]),
        ],
    )
    def test_what_is_not_a_file_of_hands(self, text, parts):
        with error_saying(HistoryError, *parts):
            parse_histories(text)

    def test_several_hands_are_not_one(self):
        with error_saying(HistoryError, "2 hands in the text", "not one"):
            parse_history(hand_text("1") + hand_text("2"))

    @pytest.mark.parametrize(
        ("changes", "parts"),
        [
            ({"variant": "PLO"}, ["unknown variant 'PLO'"]),
            ({"min_bet": None}, ["min_bet is None", "above 0"]),
            ({"antes": (0, 0.5, 0)}, ["entry 2 of antes is the float 0.5", "whole number or decimal"]),
            ({"small_bet": 5}, ["small_bet is of no use in NT, which has min_bet"]),
            ({"variant": "FT", "small_bet": 5, "big_bet": 10}, ["min_bet is of no use in FT"]),
            ({"extra": {"table": "x", "players": ()}}, ["extra has the key 'players'"]),
            ({"actions": (Fold(3), Fold(4))}, ["action 2 'p4 f': there is no player p4"]),
            ({"actions": (DealHole(1, (4,)),)}, ["action 1 'd dh p1 3c': '3c' is 1 card"]),
            ({"actions": (BetOrRaiseTo(1, -5),)}, ["the amount -5 is not above 0"]),
            ({"name": "x", "actions": (parse_action("p7  f"),)}, ["hand x, action 1 'p7  f': there is no"]),
        ],
    )
    def test_histories_of_programs_are_checked_too(self, changes, parts):
        with error_saying(HistoryError, *parts):
            walk(**changes)


class TestWriting:
    def test_one_hand(self):
        history = parse_history(CENTS)
        text = dump_history(history)
        assert parse_history(text) == history
        assert texts_of(parse_history(text)) == texts_of(history)
        assert tomllib.loads(text, parse_float=str) == tomllib.loads(CENTS, parse_float=str)
        assert list(tomllib.loads(text)) == list(tomllib.loads(CENTS))
        assert dump_history(parse_history(text)) == text
        assert "blinds_or_straddles = [0.05, 0.10, 0]\nmin_bet = 0.10\n" in text
        assert '    "p3 cbr 0.30",\n    "p1 f",\n    "p2  cc",\n' in text
        assert 'players = ["Ann", "Bo \\"the rock\\"", ""]\n' in text

    def test_a_new_hand(self):
        history = walk(
            ante_trimming=True,
            actions=(DealHole(1, (None, 51)), BetOrRaiseTo(3, Decimal("20")), Muck(1, "angry")),
            starting_stacks=(700, Decimal("650.50"), UNKNOWN),
            finishing_stacks=(1, 2, 3),
            extra={"currency": "EUR", "_site": {"id": 4}},
        )
        text = dump_history(history)
        assert text == (
            'variant = "NT"\n'
            "ante_trimming_status = true\n"
            "antes = [0, 0, 0]\n"
            "blinds_or_straddles = [5, 10, 0]\n"
            "min_bet = 10\n"
            "starting_stacks = [700, 650.50, inf]\n"
            'actions = [\n    "d dh p1 ??As",\n    "p3 cbr 20",\n    "p1 sm # angry",\n]\n'
            "finishing_stacks = [1, 2, 3]\n"
            'currency = "EUR"\n'
            "\n[_site]\nid = 4\n"
        )
        assert parse_history(text) == history

    def test_arrays_stay_what_they_are(self):
        extra = {
            "_texts": ["a,", "],\n    [", "b\u2028,"],
            "a key": [1, 2],
            "_empty": [],
            "_nested": [[1, 2], ["x"]],
            "_tables": [{"a": [1, 2]}, {"b": "c"}],
            "_sub": {"_numbers": [1, 2], "actions": ["x"]},
        }
        text = dump_history(walk(extra=extra))
        assert parse_history(text).extra == extra
        assert '_texts = ["a,", "],\\n    [", "b\u2028,"]\n' in text
        assert "_numbers = [1, 2]\n" in text

    def test_names_are_kept(self):
        hands = [walk(name="12"), walk(name="a b"), walk(name="3", min_bet=Decimal("10.00"))]
        text = dump_histories(hands)
        assert [line for line in text.splitlines() if line[0:1] == "["] == ["[12]", '["a b"]', "[3]"]
        assert parse_histories(text) == hands
        assert "min_bet = 10.00\n" in text

    @pytest.mark.parametrize("names", [(None, None), ("1", None), ("7", "7")])
    def test_hands_are_numbered_if_names_are_missing_or_alike(self, names):
        histories = parse_histories(dump_histories(walk(name=name) for name in names))
        assert [history.name for history in histories] == ["1", "2"]

    def test_no_hands_are_no_file(self):
        with error_saying(HistoryError, "no hands to write"):
            dump_histories([])

    def test_equal_hands_have_equal_hashes(self):
        assert hash(parse_history(CENTS)) == hash(parse_history(dump_history(parse_history(CENTS))))
        assert parse_history(CENTS) != parse_history(CENTS.replace("kitchen", "cellar"))


class TestFiles:
    @pytest.mark.parametrize("name", ["hand.phh", "hand.PHH", "hands.phhs", "hands"])
    def test_round_trip(self, tmp_path, name):
        path = tmp_path / name
        hand = parse_history(CENTS)
        save_histories(path, iter([hand]))
        [read] = load_histories(str(path))
        assert replace(read, name=None) == hand
        assert (read.name is None) == name.lower().endswith(".phh")
        assert os.listdir(tmp_path) == [name]

    def test_what_a_file_is_stands_in_it(self, tmp_path):
        path = tmp_path / "hand.phh"
        path.write_text(hand_text("1") + hand_text("2"), encoding="utf-8")
        assert len(load_histories(path)) == 2
        path = tmp_path / "hand.phhs"
        path.write_bytes(b"\xef\xbb\xbf" + CENTS.replace("\n", "\r\n").replace("Ann", "Änn").encode())
        assert load_histories(path)[0].players[0] == "Änn"

    def test_one_file_of_one_hand(self, tmp_path):
        path = tmp_path / "hand.phh"
        with error_saying(HistoryError, str(path), "one hand, not 2"):
            save_histories(path, [walk(), walk()])
        assert not os.listdir(tmp_path)

    def test_errors_name_the_file(self, tmp_path):
        path = tmp_path / "hands.phhs"
        path.write_text(hand_text("4", actions='["p3 f", "p3 x"]'), encoding="utf-8")
        with error_saying(HistoryError, f"{path}: hand 4, action 2 'p3 x': unknown verb") as caught:
            load_histories(path)
        assert (caught.value.hand, caught.value.action) == ("4", 2)
        path.write_bytes(b"")
        with error_saying(HistoryError, f"{path}: the text is empty"):
            load_histories(path)
        path.write_bytes(CENTS.encode() + b"venue = 'Caf\xe9'")
        with error_saying(HistoryError, f"{path}: byte {len(CENTS) + 13} is not text in UTF-8"):
            load_histories(path)

    def test_a_file_that_is_not_there(self, tmp_path):
        with pytest.raises(FileNotFoundError):
            load_histories(tmp_path / "none.phh")
        with pytest.raises(FileNotFoundError):
            save_histories(tmp_path / "none" / "hand.phh", [walk()])

    def test_a_file_that_cannot_be_written_stays_as_it_was(self, tmp_path, monkeypatch):
        path = tmp_path / "hands.phhs"
        save_histories(path, [walk()])

        def no_space(_):
            raise OSError("no space left on device")

        monkeypatch.setattr(os, "fsync", no_space)
        with pytest.raises(OSError, match="no space"):
            save_histories(path, [walk(), walk()])
        assert os.listdir(tmp_path) == ["hands.phhs"]
        assert len(load_histories(path)) == 1

    @pytest.mark.skipif(os.name == "nt", reason="modes and links are of other systems")
    def test_mode_and_link_stay(self, tmp_path):
        path, link = tmp_path / "hands.phhs", tmp_path / "latest.phhs"
        save_histories(path, [walk()])
        path.chmod(0o640)
        link.symlink_to(path)
        save_histories(link, [walk(), walk()])
        assert link.is_symlink()
        assert path.stat().st_mode & 0o777 == 0o640
        assert len(load_histories(path)) == 2


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
COMMENTARIES = st.none() | TEXTS
DECIMALS = st.decimals(0, 10_000, places=2).filter(bool) | st.builds(
    Decimal, st.sampled_from(["5", "1E+3", "2E-8", "0.10"])
)
CHIPS = st.integers(1, 10**12) | DECIMALS
VALUES = st.recursive(
    st.booleans() | st.integers() | CHIPS | TEXTS | st.datetimes() | st.dates() | st.times(),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(TEXTS, values, max_size=3),
    max_leaves=6,
)


def card_tuples(count):
    known = st.lists(st.none() | st.integers(0, 51), min_size=count, max_size=count).map(tuple)
    return known.filter(lambda cards: len(set(cards) - {None}) == count - cards.count(None))


@st.composite
def generated_histories(draw):
    count = draw(st.integers(2, 10))

    def each(entries):
        return draw(st.lists(entries, min_size=count, max_size=count).map(tuple))

    players = st.integers(1, count)
    action = st.one_of(
        st.builds(DealHole, players, card_tuples(2), COMMENTARIES),
        st.builds(DealBoard, card_tuples(3) | card_tuples(1), COMMENTARIES),
        st.builds(Fold, players, COMMENTARIES),
        st.builds(CheckOrCall, players, COMMENTARIES),
        st.builds(BetOrRaiseTo, players, CHIPS, COMMENTARIES),
        st.builds(Show, players, st.none() | card_tuples(2), COMMENTARIES),
        st.builds(Muck, players, COMMENTARIES),
        st.builds(NoOperation, COMMENTARIES),
    )
    bets = draw(
        st.fixed_dictionaries({"variant": st.just("NT"), "min_bet": CHIPS})
        | st.fixed_dictionaries({"variant": st.just("FT"), "small_bet": CHIPS, "big_bet": CHIPS})
    )
    return History(
        **bets,
        antes=each(st.just(0) | CHIPS),
        blinds_or_straddles=each(CHIPS | CHIPS.map(lambda chips: -chips)),
        starting_stacks=each(CHIPS | st.just(UNKNOWN)),
        actions=tuple(draw(st.lists(action, max_size=8))),
        ante_trimming=draw(st.booleans()),
        finishing_stacks=None if draw(st.booleans()) else each(st.just(0) | CHIPS | st.just(UNKNOWN)),
        winnings=None if draw(st.booleans()) else each(st.just(0) | CHIPS),
        players=None if draw(st.booleans()) else each(TEXTS),
        extra=draw(st.dictionaries(TEXTS.map(lambda key: f"_{key}"), VALUES, max_size=3)),
        name=draw(TEXTS),
    )


class TestRoundTrips:
    @given(st.lists(generated_histories(), min_size=1, max_size=3, unique_by=lambda history: history.name))
    def test_generated_hands(self, histories):
        text = dump_histories(histories)
        read = parse_histories(text)
        assert read == histories
        assert [list(map(format_action, history.actions)) for history in histories] == list(
            map(texts_of, read)
        )
        assert dump_histories(read) == text

    @pytest.mark.parametrize(
        "path",
        [pytest.param(path, id=path.name) for path in sorted((SHARED / "hands").glob("*.phh*"))]
        or [pytest.param(None, marks=pytest.mark.skip(reason=f"{SHARED / 'hands'} is not there"))],
    )
    def test_real_hands(self, path, tmp_path):
        histories = load_histories(path)
        copy = tmp_path / path.name
        save_histories(copy, histories)
        assert load_histories(copy) == histories
        assert list(map(texts_of, load_histories(copy))) == list(map(texts_of, histories))
        before, after = (tomllib.loads(file.read_text("utf-8"), parse_float=str) for file in (path, copy))
        assert before == after
        assert list(map(str, before.items())) == list(map(str, after.items()))

    @pytest.mark.skipif(not (SHARED / "hands").is_dir(), reason=f"{SHARED / 'hands'} is not there")
    def test_all_real_hands_are_found(self):
        paths = (SHARED / "hands").glob("*.phh*")
        assert sum(len(load_histories(path)) for path in paths) == 914


@pytest.mark.parametrize("module", [phh, phh_actions])
def test_examples(module):
    results = doctest.testmod(module)
    assert results.attempted
    assert not results.failed
