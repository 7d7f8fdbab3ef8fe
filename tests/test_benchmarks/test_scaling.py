"""The pictures of how cost grows are drawn from what is saved, and the laws are those that fit it."""

import re
from pathlib import Path

import pytest
from PIL import Image

from oddchip.benchmarks import scaling
from oddchip.benchmarks.scaling import Line, Scale

# Not those of the module, which may be installed without them.
ROOT = Path(__file__).resolve().parents[2]
SCALES = scaling.load(ROOT / "benchmarks" / "results" / "scaling.json")
MOST_BYTES = 80_000

each_scale = pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.name)


def test_there_is_a_picture_for_each_scale():
    kept = {path.stem for path in (ROOT / "docs" / "pictures").glob("scaling-*.png")}
    assert kept == {f"scaling-{scale.name}" for scale in SCALES}
    assert len(kept) == len(scaling.SCALES) == 5


@each_scale
def test_pictures_are_as_the_script_draws_them(scale, tmp_path):
    kept, made = ROOT / "docs" / "pictures" / f"scaling-{scale.name}.png", tmp_path / "made.png"
    scaling.draw(scale, made)
    with Image.open(kept) as old, Image.open(made) as new:
        assert old.size == new.size, "run python benchmarks/scaling.py --draw"
        assert old.text == new.text == {"Title": scale.title}
    assert kept.stat().st_size < MOST_BYTES


@each_scale
def test_the_page_shows_the_pictures_and_says_what_is_on_them(scale):
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    (alternative,) = re.findall(rf"!\[([^]]+)\]\(pictures/scaling-{scale.name}\.png\)", page)
    assert len(alternative) > 40


@each_scale
def test_each_point_has_a_law(scale):
    for line in scale.lines:
        assert len(line.seconds) == len(line.law) == len(line.fitted()) <= len(scale.places)
        assert min(line.seconds) > 0


def test_a_law_that_holds_is_found():
    line = Line("", "", [3.0, 5.0, 7.0], [1.0, 2.0, 3.0])
    assert line.fitted() == pytest.approx(line.seconds)


def test_a_law_has_no_parts_below_0():
    line = Line("", "", [1.0, 4.0, 9.0], [1.0, 2.0, 3.0])
    assert line.fitted()[0] == pytest.approx(line.fitted()[2] / 3)


def test_a_law_that_falls_is_refused():
    with pytest.raises(ValueError, match="falls"):
        Line("walk", "boards", [1.0, 2.0], [-1.0, -2.0]).fitted()


def test_legends_name_every_line(tmp_path):
    scale = Scale("some", "Some title", "places", [1.0, 2.0], [Line("walk", "n + m", [1.0, 2.0], [1.0, 2.0])])
    scaling.draw(scale, tmp_path / "some.png")
    with Image.open(tmp_path / "some.png") as picture:
        assert picture.text["Title"] == "Some title"
