"""`oddchip showdown` and `oddchip replay`: output, errors, exit codes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from oddchip.cli.main import group

OWN = str(Path(__file__).resolve().parents[1] / "hands" / "own.phhs")
SIDE_POTS = ["showdown", "AhKh", "-", "9s9d", "7c7d", "--board", "AcKc9h7h2s", "--paid", "300,50,1000,1500"]


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(group, arguments, prog_name="oddchip")


def json_of(*arguments: str):
    result = invoke(*arguments, "--format", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_showdown_as_json():
    printed = json_of(*SIDE_POTS)
    assert [player["wins"] for player in printed["players"]] == [0, 0, 2350, 0]
    assert printed["players"][1] == {
        "player": 2, "hand": None, "strength": None, "description": None, "wins": 0,
    }  # fmt: skip
    assert printed["players"][2]["description"] == "three of a kind, nines, ace-king kickers"
    assert [(pot["name"], pot["amount"], pot["claimants"]) for pot in printed["pots"]] == [
        ("side pot", 1400, [3, 4]),
        ("main pot", 950, [1, 3, 4]),
    ]
    assert printed["returned"] == {"4": 500}


def test_showdown_as_text():
    lines = invoke(*SIDE_POTS).stdout.splitlines()
    assert lines[0].split() == ["player", "hand", "what", "it", "is", "wins"]
    assert lines[6].split() == ["pot", "chips", "claimed", "by", "won", "by"]
    assert [line.split()[:3] for line in lines[7:9]] == [["side", "pot", "1400"], ["main", "pot", "950"]]
    assert lines[-1] == "500 that nobody called go back to player 4"


def test_odd_chips_go_left_of_the_button():
    tie = ["showdown", "JhTh", "JsTs", "JdTc", "--board", "9c 8d 7h 2s 2d"]
    shares = json_of(*tie, "--pot", "14")["pots"][0]
    assert (shares["shares"], shares["odd_chips"]) == ({"1": 5, "2": 5, "3": 4}, [1, 2])
    shares = json_of(*tie, "--pot", "14", "--button", "1")["pots"][0]
    assert (shares["shares"], shares["odd_chips"]) == ({"2": 5, "3": 5, "1": 4}, [2, 3])
    assert json_of(*tie, "--pot", "0.14")["pots"][0]["shares"] == {"1": "0.05", "2": "0.05", "3": "0.04"}
    assert json_of(*tie, "--pot", "20", "--unit", "5")["pots"][0]["shares"] == {"1": 10, "2": 5, "3": 5}


def test_known_cards_of_folded_players_win_nothing():
    printed = json_of("showdown", "AhKh", "2c2d", "--board", "2s2h9h7h3s", "--pot", "10", "--folded", "2")
    assert [player["wins"] for player in printed["players"]] == [10, 0]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["AhKh", "QsQd", "--board", "2c3c4c5c6c"], 2, "--paid, or one --pot"),
        (["AhKh", "QsQd", "--board", "2c3c4c5c6c", "--pot", "5", "--paid", "5,5"], 2, "--paid, or one --pot"),
        (["AhKh", "QsQd", "--board", "2c3c4c5c6c", "--paid", "5"], 2, "--paid has 1 amount for 2 hands"),
        (["AhKh", "QsQd", "--board", "2c3c4c5c6c", "--pot", "five"], 2, "--pot: 'five' is not an amount"),
        (["AhKh", "QsQd", "--board", "2c3c4c5c6c", "--pot", "-5"], 2, "--pot: '-5' is not an amount"),
        (["AhKh", "QsQd", "--board", "2c3c4c5c6c", "--pot", "5", "--unit", "0"], 2, "--unit: '0' is not"),
        (["AhKh", "QsQd", "--board", "2c3c4c5c6c", "--pot", "5", "--unit", "2"], 2, "paid out in chips of 2"),
        (["AhKh", "QsQd", "--board", "2c3c4c5c6c", "--pot", "5", "--button", "3"], 2, "players 1 to 2"),
        (["AhKh", "QsQd", "--board", "2c3c4c5c6c", "--pot", "5", "--folded", "3"], 2, "'3' is not a player"),
        (["-", "-", "--board", "2c3c4c5c6c", "--pot", "5"], 2, "nobody is left"),
        (["AhKh", "QsQd", "--board", "2c3c4c5c", "--pot", "5"], 1, "the board has 4 cards, not 5"),
        (["AhKh", "QsQh", "--board", "2c3cQh5c6c", "--pot", "5"], 1, "card Qh is on the board and in hand 2"),
        (["AhKh", "Qs", "--board", "2c3c4c5c6c", "--pot", "5"], 1, "hand 2 has 1 card, not 2"),
        (["AhKh", "AA", "--board", "2c3c4c5c6c", "--pot", "5"], 1, "unknown suit 'A'"),
    ],
)
def test_showdowns_that_cannot_be(arguments, code, message):
    result = invoke("showdown", *arguments)
    assert result.exit_code == code
    assert message in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_replay_as_json_follows_the_contract():
    printed = json_of("replay", OWN)
    assert len(printed) == 13
    assert list(printed[0])[:6] == ["file", "hand", "finishing_stacks", "recorded", "agrees", "error"]
    assert printed[0] == {
        "file": OWN, "hand": "walk", "finishing_stacks": [875, 925, 900, 900],
        "recorded": [875, 925, 900, 900], "agrees": True, "error": None, "comparison": "equal",
        "remarks": [], "all_in": None,
    }  # fmt: skip
    by_name = {hand["hand"]: hand for hand in printed}
    assert by_name["heads-up cents"]["finishing_stacks"] == ["4.35", "10.00"]
    assert by_name["raked"]["comparison"] == "rake"
    assert by_name["unfinished"]["finishing_stacks"] is by_name["unfinished"]["agrees"] is None
    assert by_name["free fold"]["remarks"] == [{"action": 8, "text": "player 1 folds where checking is free"}]
    assert by_name["side pots"]["all_in"]["got"] == [2600, 0, 600, 1650]


def test_replay_as_text():
    text = invoke("replay", OWN, "--hand", "side pots").stdout
    assert text.startswith(f"hand side pots of {OWN}\n\npreflop, pot 30\n  equity: Ada ")
    for line in (
        "  Bob calls 1980 (all-in)",
        "flop 2c3d8h, pot 4850",
        "pot of 2600: Ada 2600",
        "pot of 1650: Dan 1650",
        "pot of 600: Cyd 600",
        "Cyd: pair, aces, queen-jack-eight kickers",
        "stacks as recorded",
    ):
        assert line in text.splitlines()
    assert "expected when all-in" in text
    assert "equity: Ada " in text
    assert "equity" not in invoke("replay", OWN, "--hand", "limit", "--no-equities").stdout


def test_replay_says_where_a_history_stops():
    assert (
        "the history stops here: player 2 is to act" in invoke("replay", OWN, "--hand", "unfinished").stdout
    )


def test_replay_names_a_file_once(tmp_path):
    file = tmp_path / "bad.phh"
    file.write_text("nonsense = [")
    result = invoke("replay", str(file))
    assert result.exit_code == 1
    assert result.stderr == f"error: {file}: not TOML: invalid value (at end of document)\n"


def test_replay_summary():
    lines = invoke("replay", OWN, OWN, "--summary").stdout.splitlines()
    counts = dict(line.rsplit(maxsplit=1) for line in lines[1:9])
    assert {name.strip(): count for name, count in counts.items()} == {
        "all": "26", "as recorded": "20", "but for the rake": "2", "but for divided odd chips": "2",
        "not as recorded": "0", "without a record": "0", "unfinished": "2", "remarks": "8",
    }  # fmt: skip
    assert lines[10].split() == ["player", "all-ins", "expected", "won", "luck"]


def test_a_hand_that_cannot_be_played_does_not_stop_the_others(tmp_path):
    bad = tmp_path / "bad.phhs"
    good = Path(OWN).read_text(encoding="utf-8")
    bad.write_text(good.replace('"p3 f", "p4 f", "p1 f"', '"p4 f"'), encoding="utf-8")
    result = invoke("replay", str(bad), "--summary")
    assert result.exit_code == 1
    assert f"error: {bad}: hand walk, action 5, 'p4 f': player 4 acts out of turn" in result.stderr
    assert "12" in result.stdout.splitlines()[1]
    result = invoke("replay", str(bad), "--format", "json")
    assert result.exit_code == 1
    assert "out of turn" in json.loads(result.stdout)[0]["error"]


@pytest.mark.parametrize("content", ["", "variant = 'NT", "variant = 'PO'\n", "\xff\xfe"])
def test_files_that_are_no_histories(tmp_path, content):
    path = tmp_path / "hands.phh"
    path.write_bytes(content.encode("latin-1"))
    result = invoke("replay", str(path))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"error: {path}: ")
    assert "Traceback" not in result.stderr


def test_a_file_that_is_not_there():
    result = invoke("replay", "nothing.phh")
    assert result.exit_code == 1
    assert result.stderr == "error: nothing.phh: no such file or directory\n"


def test_a_hand_that_is_not_there():
    result = invoke("replay", OWN, "--hand", "99")
    assert result.exit_code == 2
    assert "no file has a hand 99" in result.stderr
