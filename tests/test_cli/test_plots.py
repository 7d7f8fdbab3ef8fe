"""Pictures: what stands on them, that they are files of their kind, and what is refused."""

import os
import re
import subprocess
import sys
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import matplotlib.image
import pytest
from click.testing import CliRunner
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text

from oddchip.cli import plot_style, plots
from oddchip.cli.main import group
from oddchip.cli.plots import (
    PlotError,
    check_plot,
    curves_figure,
    grid_figure,
    heat_map_figure,
    matrix_figure,
    next_cards_figure,
    save_curves,
    save_grid,
    save_heat_map,
    save_matrix,
    save_next_cards,
)
from oddchip.cli.range_plots import difference_figure
from oddchip.equity import Range, preflop_row
from oddchip.equity.combos import CLASSES
from oddchip.evaluator import RANKS, OddchipError

RANGE = "QQ-99, ATs+, KJs+, AQo+:0.5"
WEIGHTS = Range.parse(RANGE).grid().ravel().tolist()
ROW = preflop_row("AKs")
BOARD_AND_HANDS = {"Qh", "7h", "2c", "Ah", "Kh", "Qs", "Qd"}
NEXT = {
    rank + suit: 0.8 if suit == "h" else 0.2
    for rank in RANKS
    for suit in "cdhs"
    if rank + suit not in BOARD_AND_HANDS
}
CURVES = [("22+, AKs", (0.25, 1.0), (0.9, 0.3)), ("QsQd", (1.0,), (0.55,))]
MATRIX = ((0.5, 0.82), (0.18, 0.5), (0.54, 0.0))

SAVES = {
    "grid": lambda path, title="a range": save_grid(path, title, WEIGHTS, "a note"),
    "heat map": lambda path, title="a row": save_heat_map(path, title, ROW, "equity", "a note"),
    "next cards": lambda path, title="a flop": save_next_cards(path, title, 0.25, NEXT, "a note"),
    "curves": lambda path, title="a graph": save_curves(path, title, CURVES, "a note"),
    "matrix": lambda path, title="a table": save_matrix(
        path, title, ["AA", "KK", "QQ"], ["AA", "KK"], MATRIX
    ),
}
SVG_TEXTS = {
    "grid": {"a range", "a note", "AA", "AKo", "50%", "held in part, percent"},
    "heat map": {"a row", "a note", "AA", "AKo", "12.1", "equity in percent"},
    "next cards": {"a flop", "a note", "♠ s", "♥ h", "♦ d", "♣ c", "A", "80.0%", "−5.0"},
    "curves": {"a graph", "a note", "22+, AKs", "QsQd", "equity", "part of the range, best combos first"},
    "matrix": {"a table", "AA", "KK", "82.0", "equity in percent"},
}
each_kind = pytest.mark.parametrize("kind", SAVES)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Return a function to the bytes of a kind of picture in a format, drawn once."""
    folder = tmp_path_factory.mktemp("pictures")

    def content(kind: str, file_format: str) -> bytes:
        path = folder / f"{kind}.{file_format}"
        if not path.exists():
            SAVES[kind](path)
        return path.read_bytes()

    return content


def texts_of(figure: Figure, axes: int = 0) -> list[str]:
    return [text.get_text() for text in figure.axes[axes].texts]


def ticks_of(axis) -> list[str]:
    return [text.get_text() for text in axis.get_ticklabels()]


def hatched_cells(figure: Figure) -> list[tuple[int, int]]:
    """The row and the column of each cell with lines, which are wholly inside it."""
    cells = []
    for collection in figure.axes[0].collections:
        points = [point for line in collection.get_segments() for point in line.tolist()]
        (left, right), (top, bottom) = ((min(part), max(part)) for part in zip(*points, strict=True))
        assert (right - left, bottom - top) == (1, 1)
        cells.append((int(top), int(left)))
    return cells


def contrast(one, other) -> float:
    def luminance(colour):
        parts = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(colour)
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05

    low, high = sorted((luminance(one), luminance(other)))
    return high / low


def assert_all_is_readable(figure: Figure) -> None:
    """No text is small, leaves the picture or, in a cell, its cell; none is the colour of what it is on."""
    figure.draw_without_rendering()
    page = figure.bbox
    for text in figure.findobj(Text):
        if text.get_visible() and text.get_text():
            assert text.get_size() >= 9
            box = text.get_window_extent()
            assert page.x0 <= box.x0 < box.x1 <= page.x1, text
            assert page.y0 <= box.y0 < box.y1 <= page.y1, text
    axes = figure.axes[0]
    cells = {(int(cell.get_y()), int(cell.get_x())): cell for cell in axes.patches}
    for text in axes.texts:
        x, y = text.get_position()
        cell, box = cells[int(y), int(x)], text.get_window_extent()
        frame = cell.get_window_extent()
        assert frame.x0 < box.x0 < box.x1 < frame.x1, text
        assert frame.y0 < box.y0 < box.y1 < frame.y1, text
        assert contrast(text.get_color(), cell.get_facecolor()) > 4.0, text


class TestGrid:
    def test_every_class_is_named_and_parts_are_given_in_percent(self):
        figure = grid_figure("hero", WEIGHTS, "a note")
        texts = texts_of(figure)
        assert [text for text in texts if not text.endswith("%")] == list(CLASSES)
        assert [text for text in texts if text.endswith("%")] == ["50%", "50%"]
        assert len(figure.axes[0].patches) == 169
        assert figure.get_suptitle() == "hero"
        assert [text.get_text() for text in figure.texts if text.get_text() == "a note"] == ["a note"]
        assert_all_is_readable(figure)

    def test_classes_stand_in_their_places(self):
        places = {text.get_text(): text.get_position() for text in grid_figure("", WEIGHTS).axes[0].texts}
        assert places["AA"] == (0.5, 0.5)
        assert places["22"] == (12.5, 12.5)
        assert places["A2s"] == (12.5, 0.5)  # suited hands above the pairs
        assert places["A2o"] == (0.5, 12.5)

    def test_held_is_told_from_not_held_without_colour(self):
        figure = grid_figure("", WEIGHTS)
        bold = {text.get_text() for text in figure.axes[0].texts if text.get_weight() == "bold"}
        assert bold == {name for name, weight in zip(CLASSES, WEIGHTS, strict=True) if weight == 1}
        (legend,) = figure.legends
        assert [text.get_text() for text in legend.get_texts()] == [
            "held",
            "held in part, percent",
            "not held",
        ]

    def test_weights_near_0_and_1_are_not_rounded_to_them(self):
        texts = texts_of(grid_figure("", [0.001, 0.999, *[0.0] * 167]))
        assert texts[:4] == ["AA", "<1%", "AKs", ">99%"]

    def test_a_weight_for_each_class_is_needed(self):
        with pytest.raises(ValueError, match=r"zip\(\)"):
            grid_figure("", [1.0] * 168)

    @pytest.mark.parametrize("weight", [0.01, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1.0])
    def test_names_can_be_read_on_every_shade(self, weight):
        assert_all_is_readable(grid_figure("all alike", [weight] * 169))


class TestHeatMap:
    def test_every_class_has_its_name_and_value(self):
        figure = heat_map_figure("AKs", ROW, note="a note")
        texts = texts_of(figure)
        assert texts[::2] == list(CLASSES)
        assert texts[1::2] == [f"{100 * value:.1f}" for value in ROW]
        assert_all_is_readable(figure)

    def test_what_is_not_held_is_hatched_and_has_no_value(self):
        figure = heat_map_figure("AA", [0.85, *[None] * 168])
        assert texts_of(figure) == ["AA", "85.0", *CLASSES[1:]]
        assert len(hatched_cells(figure)) == 168
        assert_all_is_readable(figure)

    def test_the_bar_says_what_the_colours_mean(self):
        bar = heat_map_figure("", ROW, label="win").axes[1]
        assert bar.get_xlabel() == "win in percent"
        assert ticks_of(bar.xaxis) == ["0%", "20%", "40%", "60%", "80%", "100%"]

    def test_one_value_has_one_colour_in_all_pictures(self):
        first, second = (heat_map_figure("", [0.5, other, *[None] * 167]) for other in (0.1, 0.9))
        assert first.axes[0].patches[0].get_facecolor() == second.axes[0].patches[0].get_facecolor()

    @pytest.mark.parametrize("start", [0.0, 0.16, 0.32, 0.48, 0.64, 0.832])
    def test_values_can_be_read_on_every_colour(self, start):
        assert_all_is_readable(heat_map_figure("", [start + place / 1000 for place in range(169)]))


class TestDifference:
    OTHER = Range.parse("JJ-88, ATs+, QJs:0.25").grid().ravel().tolist()

    def test_what_either_holds_has_its_name_and_the_difference(self):
        figure = difference_figure("one compared with another", WEIGHTS, self.OTHER)
        held = [name for name, *each in zip(CLASSES, WEIGHTS, self.OTHER, strict=True) if any(each)]
        texts = iter(texts_of(figure))
        shown = {text: next(texts) for text in texts if text in held}
        assert list(shown) == held
        assert {name: shown[name] for name in ("QQ", "JJ", "88", "ATs", "AQo", "QJs")} == {
            "QQ": "+100", "JJ": "=", "88": "−100", "ATs": "=", "AQo": "+50", "QJs": "−25",
        }  # fmt: skip
        assert len(hatched_cells(figure)) == 169 - len(held)
        assert len(figure.axes[0].patches) == 169
        assert figure.get_suptitle() == "one compared with another"
        assert_all_is_readable(figure)

    def test_more_is_orange_and_less_purple(self):
        axes = difference_figure("", [1.0, 0.0, 0.5, *[0.0] * 166], [0.0, 1.0, 0.5, *[0.0] * 166]).axes[0]
        more, less, same = (patch.get_facecolor() for patch in axes.patches[:3])
        assert more[0] > more[2]
        assert less[2] > less[0]
        assert max(same[:3]) - min(same[:3]) < 0.02

    def test_the_bar_says_what_the_colours_mean(self):
        bar = difference_figure("", WEIGHTS, self.OTHER).axes[1]
        assert ticks_of(bar.xaxis) == ["only second", "same", "only first"]
        assert bar.get_xlabel() == "weight in the first less that in the second"

    @pytest.mark.parametrize("difference", [-1.0, -0.7, -0.4, -0.1, 0.1, 0.4, 0.7, 1.0])
    def test_names_can_be_read_on_every_colour(self, difference):
        first, second = max(difference, 0.0), max(-difference, 0.0)
        assert_all_is_readable(difference_figure("all alike", [first] * 169, [second] * 169))


class TestNextCards:
    def test_cards_that_may_come_have_equity_and_change(self):
        figure = next_cards_figure("AhKh v QsQd", 0.25, NEXT, "a note")
        texts = texts_of(figure)
        assert len(texts) == 2 * len(NEXT) == 90
        assert set(texts[::2]) == {"80.0%", "20.0%"}
        assert set(texts[1::2]) == {"+55.0", "−5.0"}
        assert_all_is_readable(figure)

    def test_cards_that_cannot_come_are_blank(self):
        figure = next_cards_figure("", 0.25, NEXT)
        suits, ranks = "shdc", RANKS[::-1]
        assert {ranks[row] + suits[column] for row, column in hatched_cells(figure)} == BOARD_AND_HANDS
        assert len(figure.axes[0].patches) == 52

    def test_rows_are_ranks_and_columns_suits(self):
        axes = next_cards_figure("", 0.25, NEXT).axes[0]
        assert ticks_of(axes.xaxis) == ["♠ s", "♥ h", "♦ d", "♣ c"]
        assert ticks_of(axes.yaxis) == list("AKQJT98765432")

    def test_gains_are_orange_and_losses_purple(self):
        axes = next_cards_figure("", 0.5, {"As": 0.9, "Ah": 0.1, "Ad": 0.5}).axes[0]
        gain, loss, same = (patch.get_facecolor() for patch in axes.patches[:3])
        assert gain[0] > gain[2]
        assert loss[2] > loss[0]
        assert max(same[:3]) - min(same[:3]) < 0.02

    def test_the_bar_says_the_equity_now(self):
        bar = next_cards_figure("", 0.25, NEXT).axes[1]
        assert bar.get_xlabel() == "change in percentage points; equity now 25.0%"
        assert ticks_of(bar.xaxis) == ["−55.0", "0.0", "+55.0"]

    @pytest.mark.parametrize("equities", [{}, {"As": 0.5, "2c": 0.5}], ids=["none", "no change"])
    def test_nothing_to_gain_or_lose(self, equities):
        figure = next_cards_figure("decided", 0.5, equities)
        assert texts_of(figure) == ["50.0%", "0.0"] * len(equities)
        assert_all_is_readable(figure)


class TestCurves:
    def test_steps_go_over_the_whole_range(self):
        axes = curves_figure("a spot", CURVES, "a note").axes[0]
        assert [line.get_drawstyle() for line in axes.lines] == ["steps-pre"] * 2
        assert list(zip(*axes.lines[0].get_data(), strict=True)) == [
            (0, 0.9),
            (0.25, 0.9),
            (1, 0.3),
            (1, 0.3),
        ]
        assert list(zip(*axes.lines[1].get_data(), strict=True)) == [(0, 0.55), (1, 0.55), (1, 0.55)]

    def test_axes_are_labelled_in_percent(self):
        figure = curves_figure("a spot", CURVES, "a note")
        axes = figure.axes[0]
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("part of the range, best combos first", "equity")
        assert_all_is_readable(figure)
        for axis in (axes.xaxis, axes.yaxis):
            assert [text for text in ticks_of(axis) if text] == ["0%", "20%", "40%", "60%", "80%", "100%"]

    def test_each_player_is_in_the_legend(self):
        (legend,) = curves_figure("", CURVES).legends
        assert [text.get_text() for text in legend.get_texts()] == ["22+, AKs", "QsQd"]

    def test_ten_players_have_ten_lines_even_without_colour_beside_each_other(self):
        figure = curves_figure("ten", [(f"player {n}", (1.0,), (n / 10,)) for n in range(10)])
        lines = figure.axes[0].lines
        assert len({(line.get_color(), str(line._dash_pattern)) for line in lines}) == 10
        assert len({str(line._dash_pattern) for line in lines[:5]}) == 5
        assert_all_is_readable(figure)

    def test_long_names_are_wrapped_whole(self):
        name = ",".join(["AcKd:0.37", "7h6h"] * 20)
        figure = curves_figure("", [(name, (1.0,), (0.4,)), ("_odd $name$", (1.0,), (0.6,))])
        first, second = (text.get_text() for text in figure.legends[0].get_texts())
        assert first.replace("\n", "") == name
        assert first.count("\n") >= 2
        assert second == "_odd $name$"
        assert_all_is_readable(figure)


class TestMatrix:
    def test_small_ones_have_their_values_in_the_cells(self):
        figure = matrix_figure("a table", ["AA", "KK", "QQ"], ["AA", "KK"], MATRIX)
        axes = figure.axes[0]
        assert texts_of(figure) == ["50.0", "82.0", "18.0", "50.0", "54.0", "0.0"]
        assert ticks_of(axes.yaxis) == ["AA", "KK", "QQ"]
        assert ticks_of(axes.xaxis) == ["AA", "KK"]
        assert figure.axes[1].get_xlabel() == "equity in percent"
        assert_all_is_readable(figure)

    def test_20_by_20_is_the_most_that_is_written(self):
        names = [f"{n} of a longer name" for n in range(21)]
        values = [[(n + m) / 40 for m in range(21)] for n in range(21)]
        written = matrix_figure("", names[:20], names[:20], [row[:20] for row in values[:20]])
        assert len(texts_of(written)) == 400
        assert_all_is_readable(written)
        coloured = matrix_figure("", names[:20], names, values[:20], "win")
        assert not texts_of(coloured)
        (image,) = coloured.axes[0].images
        assert image.get_array().shape == (20, 21)
        assert coloured.axes[1].get_xlabel() == "win in percent"
        assert_all_is_readable(coloured)

    def test_names_that_would_lie_on_each_other_are_left_out(self):
        figure = matrix_figure("", CLASSES, CLASSES, [[0.5] * 169] * 169)
        figure.draw_without_rendering()
        axes = figure.axes[0]
        for axis, low, high in ((axes.xaxis, "x0", "x1"), (axes.yaxis, "y0", "y1")):
            boxes = [text.get_window_extent() for text in axis.get_ticklabels()]
            edges = sorted((getattr(box, low), getattr(box, high)) for box in boxes)
            assert len(edges) > 30
            assert all(before[1] <= after[0] for before, after in pairwise(edges))
        assert_all_is_readable(figure)

    def test_long_names_are_cut_visibly(self):
        name = "22+, A2s+, KTs+, QJs, AJo+, KQo, " * 4
        figure = matrix_figure("", [name, "AA"], [name, "AA"], [[0.1, 0.2], [0.3, 0.4]])
        axes = figure.axes[0]
        for cut, whole in (ticks_of(axes.xaxis), ticks_of(axes.yaxis)):
            assert cut.startswith("22+, A2s+")
            assert cut.endswith("…")
            assert whole == "AA"
        assert_all_is_readable(figure)

    def test_signs_are_no_formulas(self):
        names = ["$x$", "$"]
        assert_all_is_readable(matrix_figure("$x_1$", names, names, [[0.5, 0.5]] * 2))


class TestTitle:
    def test_long_titles_are_wrapped_and_the_picture_grows(self):
        title = "22+, A2s+, KTs+, QJs, AJo+, KQo v " * 8 + "A" * 200
        figure = grid_figure(title, WEIGHTS)
        assert figure.get_suptitle().count("\n") >= 4
        assert re.sub(r"\s", "", figure.get_suptitle()) == re.sub(r"\s", "", title)
        assert figure.get_figheight() > grid_figure("short", WEIGHTS).get_figheight() + 0.8
        assert figure.get_figwidth() == plot_style.WIDTH
        assert_all_is_readable(figure)

    def test_lines_are_broken_after_blanks_and_commas(self):
        assert plot_style.wrapped("AA, KK v QQ,JJ", 13, 0.9) == "AA, KK v\nQQ,JJ"
        assert plot_style.wrapped("AA,KK,QQ,JJ", 13, 0.9) == "AA,KK,\nQQ,JJ"
        assert plot_style.wrapped("one\ntwo", 13, 5) == "one\ntwo"
        assert plot_style.wrapped("", 13, 5) == ""


class TestFiles:
    @each_kind
    def test_png_is_as_wide_as_a_phone(self, kind, written):
        content = written(kind, "png")
        assert content.startswith(b"\x89PNG\r\n\x1a\n")
        width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
        assert width == 1080
        assert 300 < height < 1500
        pixels = matplotlib.image.imread(BytesIO(content))
        assert pixels.shape == (height, width, 4)
        assert len({tuple(pixel) for pixel in pixels[::7, ::7].reshape(-1, 4).tolist()}) > 3
        assert (pixels[0] == 1).all()  # white to the edge

    @each_kind
    def test_svg_has_its_labels_as_text(self, kind, written):
        root = ElementTree.fromstring(written(kind, "svg"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        texts = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
        assert SVG_TEXTS[kind] <= texts
        assert not list(root.iter("{http://www.w3.org/2000/svg}pattern"))  # some viewers paint them black

    def test_signs_in_titles_are_no_markup(self, tmp_path):
        SAVES["curves"](tmp_path / "it.svg", "AA & <KK> $1$")
        root = ElementTree.parse(tmp_path / "it.svg").getroot()
        assert "AA & <KK> $1$" in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]

    @each_kind
    def test_pdf_is_as_wide_as_the_others(self, kind, written):
        content = written(kind, "pdf")
        assert content.startswith(b"%PDF-1.")
        assert content.rstrip().endswith(b"%%EOF")
        assert b"/MediaBox [ 0 0 518.4 " in content

    @each_kind
    @pytest.mark.parametrize("file_format", ["png", "svg", "pdf"])
    def test_same_input_gives_the_same_bytes(self, kind, file_format, written, tmp_path):
        again = tmp_path / f"again.{file_format}"
        SAVES[kind](again)
        assert again.read_bytes() == written(kind, file_format)

    def test_another_process_with_other_settings_gives_the_same_bytes(self, tmp_path):
        (tmp_path / "matplotlibrc").write_text("font.size: 30\naxes.grid: True\nsavefig.bbox: tight\n")
        code = (
            "import sys; from oddchip.cli.plots import save_curves;"
            f"[save_curves(path, 'a graph', {CURVES!r}, 'a note') for path in sys.argv[1:]];"
            "print('matplotlib' in sys.modules, 'matplotlib.pyplot' in sys.modules)"
        )
        others = [tmp_path / "other.png", tmp_path / "other.svg"]
        printed = subprocess.run(
            [sys.executable, "-c", code, *map(str, others)],
            env=os.environ | {"MATPLOTLIBRC": str(tmp_path / "matplotlibrc"), "PYTHONHASHSEED": "7"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert printed.split() == ["True", "False"]
        for other in others:
            SAVES["curves"](tmp_path / f"own{other.suffix}")
            assert (tmp_path / f"own{other.suffix}").read_bytes() == other.read_bytes()

    def test_settings_are_left_as_they_were(self, tmp_path):
        names = ("svg.hashsalt", "svg.fonttype", "font.size")
        with matplotlib.rc_context({"font.size": 17.0}):
            before = [matplotlib.rcParams[name] for name in names]
            SAVES["curves"](tmp_path / "it.svg")
            assert [matplotlib.rcParams[name] for name in names] == before

    def test_the_command_line_does_not_load_matplotlib(self):
        code = "import sys, oddchip.cli.plots; print('matplotlib' in sys.modules)"
        assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"

    def test_what_was_there_is_replaced(self, tmp_path):
        path = tmp_path / "it.PNG"
        path.write_text("something else")
        SAVES["grid"](str(path))
        assert path.read_bytes().startswith(b"\x89PNG")
        assert os.listdir(tmp_path) == ["it.PNG"]

    def test_a_link_stays_a_link(self, tmp_path):
        (tmp_path / "folder").mkdir()
        (tmp_path / "it.svg").symlink_to(tmp_path / "folder" / "real.svg")
        SAVES["grid"](tmp_path / "it.svg")
        assert (tmp_path / "it.svg").is_symlink()
        assert os.listdir(tmp_path / "folder") == ["real.svg"]

    def test_characters_without_a_glyph_are_no_warning(self, tmp_path):
        SAVES["grid"](tmp_path / "it.svg", "範囲")  # warnings are errors here
        assert ">範囲</text>" in (tmp_path / "it.svg").read_text(encoding="utf-8")


class TestErrors:
    @pytest.mark.parametrize("check", [check_plot, *SAVES.values()])
    @pytest.mark.parametrize("name", ["x.gif", "x", "png", ".png", "x.png.zip", ""])
    def test_formats_that_cannot_be_written(self, check, name, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        with pytest.raises(PlotError) as caught:
            check(name)
        assert str(caught.value) == f"cannot plot to {name!r} (png, svg and pdf can be written)"
        assert isinstance(caught.value, OddchipError)
        assert not os.listdir(tmp_path)

    @pytest.mark.parametrize("check", [check_plot, *SAVES.values()])
    def test_missing_matplotlib(self, check, tmp_path, monkeypatch):
        for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        with pytest.raises(PlotError) as caught:
            check(tmp_path / "x.png")
        assert str(caught.value) == "pictures need matplotlib: pip install 'oddchip[plot]'"
        assert not os.listdir(tmp_path)

    @pytest.mark.parametrize("check", [check_plot, *SAVES.values()])
    def test_missing_folder(self, check, tmp_path):
        path = tmp_path / "missing" / "x.png"
        with pytest.raises(PlotError) as caught:
            check(path)
        assert str(caught.value).startswith(f"cannot write {str(path)!r}: ")
        assert not os.listdir(tmp_path)

    def test_a_folder_in_place_of_the_file(self, tmp_path):
        (tmp_path / "x.png").mkdir()
        with pytest.raises(PlotError, match=r"cannot write '.*x\.png': .*directory"):
            SAVES["grid"](tmp_path / "x.png")
        assert os.listdir(tmp_path) == ["x.png"]
        assert not os.listdir(tmp_path / "x.png")

    def test_a_folder_that_may_not_be_written(self, tmp_path, monkeypatch):
        def refuse(*_):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refuse)  # the mode of a folder does not bind root
        with pytest.raises(PlotError) as caught:
            SAVES["grid"](tmp_path / "x.png")
        assert str(caught.value) == f"cannot write {str(tmp_path / 'x.png')!r}: permission denied"
        assert not os.listdir(tmp_path)

    def test_a_file_in_place_of_the_folder(self, tmp_path):
        (tmp_path / "file").touch()
        for check in (check_plot, SAVES["grid"]):
            with pytest.raises(PlotError, match=r"cannot write '.*x\.png'"):
                check(tmp_path / "file" / "x.png")

    @pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
    def test_a_write_that_breaks_off_leaves_what_was_there(self, error, tmp_path, monkeypatch):
        path = tmp_path / "x.png"
        path.write_text("as it was")

        def broken(*_):
            raise error

        monkeypatch.setattr(Path, "replace", broken)
        expected = PlotError if isinstance(error, OSError) else KeyboardInterrupt
        with pytest.raises(expected) as caught:
            SAVES["grid"](path)
        if expected is PlotError:
            assert str(caught.value) == f"cannot write {str(path)!r}: no space left on device"
        assert os.listdir(tmp_path) == ["x.png"]
        assert path.read_text() == "as it was"

    def test_a_drawing_that_fails_writes_nothing(self, tmp_path):
        with pytest.raises(ValueError, match=r"zip\(\)"):
            save_grid(tmp_path / "x.png", "too few", [1.0])
        assert not os.listdir(tmp_path)

    def test_a_good_place_passes_the_check(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        for path in ("x.png", tmp_path / "x.svg", "X.PDF"):
            check_plot(path)
        assert not os.listdir(tmp_path)
        assert plots.FORMATS == ("png", "svg", "pdf")


def test_names_of_a_matrix_can_be_told_apart():
    long = "a range that is very long indeed, far longer than there is room for, number"
    for names in ([f"{long} {number}" for number in range(1, 13)], [f"{number} {long}" for number in "12"]):
        axes = matrix_figure("title", names, names, [[0.5] * len(names)] * len(names)).axes[0]
        for ticks in (axes.get_xticklabels(), axes.get_yticklabels()):
            texts = [tick.get_text() for tick in ticks]
            assert len(set(texts)) == len(names)
            assert len(names) == 2 or all(len(text) < len(long) for text in texts)


def test_preflop_pictures_are_refused_before_anything_is_printed(tmp_path):
    for arguments, message in (
        (["AKs", "--plot", "out.gif"], "png, svg and pdf can be written"),
        (["--plot", str(tmp_path / "none" / "out.png")], "there is no folder"),
    ):
        result = CliRunner().invoke(group, ["preflop", *arguments], prog_name="oddchip")
        assert (result.exit_code, result.stdout) == (1, "")
        assert message in result.stderr
