"""Options together: each is either heeded in every format, or refused with exit code 2 and a sentence."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from oddchip.cli.main import group

FLOP = ["equity", "QQ+,AKs", "JJ-99,KQs", "--board", "Kd7h2h"]
KNOWN = ["equity", "AhKh", "QsQd", "--board", "2c7d9h"]
OWN = str(Path(__file__).parents[1] / "hands" / "own.phhs")


@pytest.fixture(autouse=True)
def config(tmp_path, monkeypatch):
    monkeypatch.setenv("ODDCHIP_CONFIG_DIR", str(tmp_path / "config"))
    return tmp_path


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(group, arguments, prog_name="oddchip")


def printed(*arguments: str) -> str:
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def json_of(*arguments: str):
    return json.loads(printed(*arguments, "--format", "json"))


def rows_of(*arguments: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(printed(*arguments, "--format", "csv"))))


# equity


def test_sort_holds_for_json():
    best, worst, held = (
        json_of(*FLOP, "--by-combo", "--next-card", "--sort", order) for order in ("best", "worst", "held")
    )
    for combos in best["by_combo"]:
        equities = [round(combo["equity"], 12) for combo in combos]
        assert equities == sorted(equities, reverse=True)
    for combos in worst["by_combo"]:
        equities = [round(combo["equity"], 12) for combo in combos]
        assert equities == sorted(equities)
    for combos in held["by_combo"]:
        chances = [round(combo["probability"], 12) for combo in combos]
        assert chances == sorted(chances, reverse=True)
    for result, key, is_down in (
        (best, lambda card: card["equities"][0], True),
        (worst, lambda card: card["equities"][0], False),
        (held, lambda card: card["probability"], True),
    ):
        keys = list(map(key, result["next_cards"]))
        assert keys == sorted(keys, reverse=is_down)
    assert len({card["probability"] for card in held["next_cards"]}) > 1


def test_cards_sorted_by_chance_as_text():
    lines = printed(*FLOP, "--next-card", "--sort", "held").splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("next card"))
    chances = [float(line.split()[1].rstrip("%")) for line in lines[start + 1 : start + 40]]
    assert chances == sorted(chances, reverse=True)
    assert len(set(chances)) > 1


def test_grid_and_graph_in_json():
    result = json_of(*FLOP, "--grid", "--graph")
    for player, combos, classes, curve in zip(
        result["players"], result["by_combo"], result["by_class"], result["curves"], strict=True
    ):
        assert sum(each["combos"] for each in classes) == len(combos)
        assert sum(each["probability"] * each["equity"] for each in classes) == pytest.approx(
            player["equity"]
        )
        steps = zip([0, *curve["shares"]], curve["shares"], curve["equities"], strict=False)
        assert sum((end - start) * equity for start, end, equity in steps) == pytest.approx(player["equity"])
    assert {each["name"] for each in result["by_class"][0]} == {"AA", "KK", "QQ", "AKs"}
    assert not {"by_class", "curves"} & set(json_of(*FLOP, "--by-combo"))


def test_a_grid_of_known_hands_is_drawn_all_the_same():
    lines = printed(*KNOWN, "--grid").splitlines()
    assert "equity of each hand of AhKh, in percent" in lines
    assert "equity of each hand of QsQd, in percent" in lines
    assert "28.3" in lines[lines.index("equity of each hand of AhKh, in percent") + 3].split()


def test_digits_hold_beside_the_grid_of_cards():
    assert "now 28.2828%, best Kc 95.4545%" in printed(*KNOWN, "--next-card", "--digits", "4")


def test_limits_of_samples_that_were_not_needed_are_mentioned():
    result = invoke(*KNOWN, "--samples", "500", "--seed", "7")
    assert result.exit_code == 0
    assert "exact, 990 deals" in result.stdout
    assert result.stderr.splitlines()[-1] == (
        "oddchip: --samples and --seed not needed, as the answer is exact"
        " (--method monte-carlo samples all the same)"
    )
    assert "not needed" not in invoke(*KNOWN, "--samples", "500", "--method", "monte-carlo").stderr
    assert "not needed" not in invoke(*KNOWN).stderr


# range


def test_difference_as_json():
    result = json_of("range", "QQ+, AKs", "--diff", "KK+, JJ:0.5")
    assert result["range"] == "QQ+,AKs"
    assert result["compared"]["range"] == "KK+,JJ:0.5"
    assert result["compared"]["weights"]["JhJd"] == 0.5
    shares = [result["compared"][name] for name in ("more_in_first", "more_in_second", "in_both")]
    assert shares == [10, 3, 12]


def test_difference_as_csv():
    rows = rows_of("range", "QQ+, AKs", "--diff", "KK+, JJ:0.5")
    assert list(rows[0]) == ["combo", "weight", "other_weight"]
    weights = {row["combo"]: (float(row["weight"]), float(row["other_weight"])) for row in rows}
    assert len(weights) == len(rows) == 6 * 4 + 4
    assert (weights["QsQh"], weights["KsKh"], weights["JsJh"]) == ((1, 0), (1, 1), (0, 0.5))


def test_made_hands_as_csv():
    rows = {row["combo"]: row for row in rows_of("range", "22+, A2s+", "--board", "Kh7h2c")}
    made = json_of("range", "22+, A2s+", "--board", "Kh7h2c")["made_hands"]
    assert len(rows) == made["combos"]
    for share in made["made"]:
        assert {combo for combo, row in rows.items() if row["made_hand"] == share["name"]} == set(
            share["weights"]
        )
    for share in made["draws"]:
        assert {combo for combo, row in rows.items() if share["name"] in row["draws"].split("; ")} == set(
            share["weights"]
        )
    assert rows["AhQh"] | {"weight": ""} == {
        "combo": "AhQh", "weight": "", "made_hand": "ace high", "draws": "nut flush draw; flush draw",
    }  # fmt: skip


def test_difference_on_a_board():
    arguments = ["range", "QQ+, AKs", "--diff", "JJ, AKo", "--board", "Kd7h2c"]
    lines = [line.split() for line in printed(*arguments).splitlines()]
    assert ["more", "in", "the", "first", "18"] in lines
    # Of 18 combos 3 are kings and 3 aces with a king; of the other range 9 of 15.
    assert ["top", "pair", "3", "16.67%", "9", "60.00%"] in lines
    result = json_of(*arguments)
    assert result["made_hands"]["combos"] == 18
    assert result["compared"]["made_hands"]["combos"] == 15
    rows = {row["combo"]: row for row in rows_of(*arguments)}
    assert rows["AhKs"]["made_hand"] == rows["AsKs"]["made_hand"] == "top pair"
    assert (rows["AhKs"]["weight"], rows["AhKs"]["other_weight"]) == ("0.0", "1.0")


def test_dead_cards_are_gone_from_both_ranges():
    result = json_of("range", "AA", "--diff", "AA, KK", "--dead", "As Kd")
    assert (result["combos"], result["compared"]["combos"]) == (3, 6)


def test_list_of_saved_ranges_in_every_format():
    assert (json_of("range", "--list"), rows_of("range", "--list")) == ({}, [])
    for name, text in (("open", "15%"), ("tight", "QQ+, AK")):
        printed("range", text, "--save", name)
    assert json_of("range", "--list") == {"open": "15%", "tight": "QQ+, AK"}
    assert rows_of("range", "--list")[1] == {"name": "tight", "range": "QQ+, AK"}


def test_difference_as_a_picture(tmp_path):
    path = tmp_path / "difference.svg"
    printed("range", "QQ+, AKs", "--diff", "KK+, JJ:0.5", "--plot", str(path))
    text = path.read_text(encoding="utf-8")
    assert "QQ+,AKs compared with KK+,JJ:0.5" in text
    assert "−50" in text


# replay


def test_summary_as_json():
    result = json_of("replay", OWN, "--summary")
    assert (result["hands"], result["equal"], result["different"]) == (13, 10, 0)
    players = {player["name"]: player for player in result["players"]}
    assert players["Ada"]["luck"] == pytest.approx(players["Ada"]["won"] - players["Ada"]["expected"])


def test_summary_as_json_says_what_is_wrong(tmp_path):
    broken = tmp_path / "broken.phh"
    broken.write_text("variant = ", encoding="utf-8")
    result = invoke("replay", OWN, str(broken), "--summary", "--format", "json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["hands"] == 13
    assert f"error: {broken}: " in result.stderr


def test_no_equities_in_every_format():
    hand = ["replay", OWN, "--hand", "side pots"]
    assert "expected" in printed(*hand)
    assert "expected" not in printed(*hand, "--no-equities")
    assert json_of(*hand)[0]["all_in"]["expected"]
    assert json_of(*hand, "--no-equities")[0]["all_in"] is None


# What is refused


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*FLOP, "--format", "json", "--digits", "3"], "--digits: JSON always has all digits."),
        ([*FLOP, "--by-combo", "--samples", "9"], "--samples: nothing is sampled with --by-combo."),
        (
            [*FLOP, "--grid", "--graph", "--seed", "9", "--time", "1"],
            "--time and --seed: nothing is sampled with --grid and --graph.",
        ),
        (["range", "QQ", "--list"], "--list: cannot be done together with a range."),
        (["range", "--list", "--diff", "AA"], "--list: cannot be done together with --diff."),
        (["range", "--list", "--forget", "x"], "--list: cannot be done together with --forget."),
        (["range", "--forget", "x", "--board", "2c3c4c"], "--forget: cannot be done together with --board."),
        (
            ["range", "AA", "--list", "--plot", "x.png", "--save", "y"],
            "--list: cannot be done together with a range and --save and --plot.",
        ),
        (["replay", OWN, "--summary", "--no-equities"], "--no-equities: --summary tells luck by equities."),
        (["showdown", "AhKd", "AsQh", "--board", "Ac9c7d4s2s", "--pot", "5", "--paid", "1,1"], "one --pot"),
        (["preflop", "AA", "KK", "--plot", "x.png"], "--plot: draws a row or the table, not one number."),
    ],
)
def test_what_would_do_nothing_is_refused(arguments, message):
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr.splitlines()[-1]
    assert result.stdout == ""
