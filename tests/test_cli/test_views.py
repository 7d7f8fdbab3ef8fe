"""Views of equities and ranges: bars, grids, graphs, cards, made hands, and the options around them."""

import json
import os
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from oddchip.cli.grid import CHANGE_SHADES, EQUITY_SHADES, WEIGHT_SHADES, shade_style
from oddchip.cli.main import group
from oddchip.cli.tables import bar

FLOP = ["equity", "QQ+,AK", "22+,ATs+", "--board", "Kd7h2c"]
RUN = [sys.executable, "-c", "from oddchip.cli import run; run()"]


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(group, arguments, prog_name="oddchip")


def lines_of(*arguments: str) -> list[str]:
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return [line.rstrip() for line in result.stdout.splitlines()]


def coloured(columns: int, *arguments: str) -> str:
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(columns), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    finished = subprocess.run(
        [*RUN, *arguments], env=environment, capture_output=True, text=True, encoding="utf-8", check=True
    )
    return finished.stdout


def test_bars_are_as_long_as_equities():
    assert [bar(part, 8).rstrip() for part in (0, 0.5, 1)] == ["", "████", "████████"]
    lengths = [len(bar(part / 100, 20).rstrip()) for part in range(101)]
    assert lengths == sorted(lengths)
    assert {len(bar(part / 100, 20)) for part in range(101)} == {20}


def test_digits():
    assert lines_of(*FLOP, "--digits", "0")[1].split()[2] == "80%"
    exact = json.loads(invoke(*FLOP, "--format", "json").stdout)["players"][0]["equity"]
    assert lines_of(*FLOP, "--digits", "4")[1].split()[2] == f"{100 * exact:.4f}%"
    assert invoke(*FLOP, "--digits", "-1").exit_code == 2


def test_outcomes_are_all_shown():
    lines = lines_of("equity", "3d7d", "2h9h", "2c9c", "--board", "5d5h5c", "--dead", "3s3c", "--outcomes")
    start = next(index for index, line in enumerate(lines) if line.split() == ["pot", "won", "by", "deals"])
    # C105: 183, 28, 28, 380 and 201 of 820 deals
    assert [line.split()[-1] for line in lines[start + 1 : start + 6]] == [
        "22.32%", "3.41%", "3.41%", "46.34%", "24.51%",
    ]  # fmt: skip


def test_heat_map_of_each_range():
    lines = lines_of(*FLOP, "--grid")
    start = lines.index("equity of each hand of QQ+,AK, in percent")
    assert lines[start + 3].split()[:4] == ["A", "80.8", "79.4", "."]
    assert lines[start + 5].split()[3] == "70.3"
    assert "equity of each hand of 22+,ATs+, in percent" in lines
    assert "weight" not in invoke(*FLOP, "--grid").stdout  # combos are only listed when asked for


def test_graph_has_a_mark_for_each_player_in_each_column():
    lines = lines_of(*FLOP, "--graph")
    drawn = [line[6:] for line in lines if line[5:6] == "│"]
    assert len(drawn) == 15
    for column in range(60):
        assert {row[column : column + 1] for row in drawn} & {"1", "2"}
    assert "1  QQ+,AK" in lines
    assert "2  22+,ATs+" in lines


def test_next_cards_as_a_grid_and_in_order():
    spot = ["equity", "AhKh", "QsQd", "--board", "2c7d9h", "--next-card"]
    lines = lines_of(*spot)
    start = lines.index("equity of AhKh after each next card, in percent")
    assert lines[start + 2].split() == list("♠♥♦♣")
    rows = {line.split()[0]: line.split()[1:] for line in lines[start + 3 : start + 16]}
    assert sum(map(len, rows.values())) == 45
    assert len(rows["Q"]) == 2  # the other two are held
    best = [float(line.split()[2].rstrip("%")) for line in lines_of(*spot, "--sort", "best")[6:40]]
    worst = [float(line.split()[2].rstrip("%")) for line in lines_of(*spot, "--sort", "worst")[6:40]]
    assert best == sorted(best, reverse=True)
    assert worst == sorted(worst)


def test_combos_in_order():
    def equities(*options: str) -> list[float]:
        lines = lines_of(*FLOP, "--by-combo", *options)
        start = next(index for index, line in enumerate(lines) if line.startswith("QQ+,AK   weight"))
        return [float(line.split()[3].rstrip("%")) for line in lines[start + 1 : start + 28]]

    assert equities("--sort", "best") == sorted(equities(), reverse=True)
    assert equities("--sort", "worst") == sorted(equities())


@pytest.mark.parametrize(("call", "verdict"), [("50", "pays"), ("150", "does not pay")])
def test_pot_odds(call, verdict):
    spot = ["equity", "AhKh", "QsQd", "--board", "2c7d9h", "--pot", "150", "--call", call]
    (line,) = [line for line in lines_of(*spot) if line.startswith("calling")]
    assert line.endswith(f"a call, which {verdict}")
    odds = json.loads(invoke(*spot, "--format", "json").stdout)["pot_odds"]
    assert odds["needed_equity"] == float(call) / (150 + float(call))
    assert odds["pays"] == (verdict == "pays")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--pot", "100"], "--pot and --call: give both"),
        (["--pot", "0", "--call", "5"], "0 is not a number above 0"),
        (["--plot", "x.png"], "say what to draw"),
        (["--plot", "x.png", "--grid", "--graph"], "say what to draw"),
        (["--sort", "best"], "--sort: give --by-combo or --next-card"),
        (["--sort", "first", "--by-combo"], "'first' is not one of"),
    ],
)
def test_useless_options_are_wrong_usage(options, message):
    result = invoke(*FLOP, *options)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize("view", ["--grid", "--graph", "--next-card"])
def test_pictures_are_written(tmp_path, view):
    path = tmp_path / "view.svg"
    assert invoke(*FLOP, view, "--plot", str(path)).exit_code == 0
    assert "QQ+,AK" in path.read_text(encoding="utf-8")


def test_a_picture_that_cannot_be_is_refused_before_the_work(tmp_path):
    result = invoke(*FLOP, "--grid", "--plot", str(tmp_path / "view.gif"))
    assert result.exit_code == 1
    assert "png, svg and pdf can be written" in result.stderr
    assert result.stdout == ""


def test_pictures_of_ranges_and_tables(tmp_path):
    for arguments in (["range", "QQ+"], ["preflop", "AKs"]):
        path = tmp_path / f"{arguments[0]}.png"
        assert invoke(*arguments, "--plot", str(path)).exit_code == 0
        assert path.read_bytes().startswith(b"\x89PNG")
    assert invoke("preflop", "AKs", "QQ", "--plot", str(tmp_path / "x.png")).exit_code == 2


def test_difference_of_ranges():
    lines = lines_of("range", "QQ+, AKs", "--diff", "KK+, AKs, JJ:0.5")
    assert lines[2].split()[2] == "QQ+"
    assert lines[3].split()[3] == "JJ-"
    assert [line.split()[-1] for line in lines[-3:]] == ["6", "3", "16"]


def test_made_hands_on_a_board():
    lines = lines_of("range", "QQ+, AK", "--board", "Kd7h2c")
    assert ["set", "3", "11.11%"] in [line.split() for line in lines]
    made = json.loads(invoke("range", "QQ+,AK", "--board", "Kd7h2c", "--format", "json").stdout)["made_hands"]
    assert sum(share["combos"] for share in made["made"]) == 27
    assert invoke("range", "QQ+", "--board", "Kd7h").exit_code == 1


def test_saved_ranges(tmp_path, monkeypatch):
    monkeypatch.setenv("ODDCHIP_CONFIG_DIR", str(tmp_path))
    assert invoke("range", "15%", "--save", "open").exit_code == 0
    assert lines_of("range", "--list") == ["+open  15%"]
    assert lines_of("range", "+open") == lines_of("range", "15%")
    assert lines_of("equity", "+open", "AA")[1].split()[0] == lines_of("range", "15%")[-1]
    assert invoke("range", "--forget", "open").exit_code == 0
    assert lines_of("range", "--list") == []
    result = invoke("equity", "+open", "AA")
    assert result.exit_code == 1
    assert "no range is saved as 'open'" in result.stderr
    assert invoke("range").exit_code == 2


@pytest.mark.parametrize("columns", [80, 120])
def test_coloured_output_fits_and_says_the_same(columns):
    plain = coloured(columns, *FLOP, "--grid", "--graph", "--by-combo")
    assert "\x1b[" in plain
    text = re.sub(r"\x1b\[[0-9;]*m", "", plain)
    assert max(map(len, text.splitlines())) <= columns
    assert "equity of each hand of QQ+,AK, in percent" in text
    bars = [len(re.findall("[█▏▎▍▌▋▊▉]", line)) for line in text.splitlines()[1:3]]
    assert bars == ([8, 2] if columns == 80 else [16, 4])


def test_no_colour_where_it_is_not_wanted():
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80"}
    finished = subprocess.run(
        [*RUN, *FLOP, "--grid"], env=environment, capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert "\x1b[" not in finished.stdout


@pytest.mark.parametrize(
    "scale", [EQUITY_SHADES, CHANGE_SHADES, WEIGHT_SHADES], ids=["equity", "change", "weight"]
)
def test_ink_stands_out_from_every_shade(scale):
    """By the measure of WCAG 2; on a middle shade black and white stand out alike, by 4.6 at most."""

    def luminance(colour):
        parts = [part / 255 for part in colour]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05

    for place in range(101):
        style = shade_style(place / 100, scale)
        low, high = sorted((luminance(style.color.triplet), luminance(style.bgcolor.triplet)))
        assert high / low > 4
