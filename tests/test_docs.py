"""The pages and pictures that scripts make stand as these would make them now."""

import json
import re
from math import sqrt
from xml.etree import ElementTree

import make_commands
import make_pictures
import pytest
import tables
from examples import examples_of, refreshed, with_sessions_renewed, without_times
from PIL import Image

from oddchip.benchmarks import accuracy, report
from oddchip.cli.main import group

FULL = {"quick": False}
MOST_BYTES = 80_000
LABELS = {
    "range-grid": {"AA", "AKo", "T9s", "22", "50%", "25%", "held", "held in part, percent", "not held"},
    "distribution": {"0%", "100%", "equity", "part of the range, best combos first"},
}
"""What is to be read on each picture, besides its title."""

each_picture = pytest.mark.parametrize("name", make_pictures.COMMANDS)


def page_text(name):
    return (tables.ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [make_commands.INDEX, *(f"{name}.md" for name in make_commands.names())])
def test_pages_of_commands_are_what_their_help_says(name):
    path = make_commands.FOLDER / name
    assert path.exists(), f"{path} is not there: run python docs/make_commands.py"
    made = make_commands.page(name)
    assert without_times(path.read_text(encoding="utf-8")) == without_times(made), (
        f"{path} is not what the command says now: run python docs/make_commands.py"
    )


def test_no_other_command_has_a_page():
    there = {path.name for path in make_commands.FOLDER.glob("*.md")}
    wanted = {make_commands.INDEX, *(f"{name}.md" for name in make_commands.names())}
    assert there <= wanted, "run python docs/make_commands.py"


def test_pages_have_all_options_and_examples():
    for name in make_commands.names():
        page = make_commands.page(f"{name}.md")
        for parameter in group.commands[name].params:
            assert parameter.param_type_name == "argument" or all(option in page for option in parameter.opts)
        assert len(examples_of(page)) == len(make_commands.EXAMPLES.get(name, ()))


def test_commands_that_are_named_for_pages_are_there():
    assert {*make_commands.EXAMPLES, *make_commands.MORE} <= set(make_commands.names())


@each_picture
def test_pictures_are_as_large_as_the_script_draws_them(name, tmp_path):
    kept, made = make_pictures.FOLDER / f"{name}.png", tmp_path / f"{name}.png"
    make_pictures.draw(name, made)
    with Image.open(kept) as old, Image.open(made) as new:
        assert old.size == new.size, "run python docs/make_pictures.py"
        assert old.text == new.text, "run python docs/make_pictures.py"
        assert old.text["Title"]
    assert kept.stat().st_size < MOST_BYTES


@each_picture
def test_pictures_are_labelled(name, tmp_path):
    made = tmp_path / f"{name}.svg"
    make_pictures.draw(name, made)
    texts = {
        "".join(each.itertext()).strip()
        for each in ElementTree.parse(made).iter()
        if each.tag.endswith("}text")
    }
    with Image.open(make_pictures.FOLDER / f"{name}.png") as kept:
        assert texts >= {*LABELS[name], kept.text["Title"]}


@each_picture
def test_the_readme_shows_the_pictures_and_says_what_is_on_them(name):
    (alternative,) = re.findall(rf"!\[([^]]+)\]\(docs/pictures/{name}\.png\)", page_text("README.md"))
    assert len(alternative) > 50


def test_examples_are_renewed_where_they_are_wrong():
    wrong = "text\n\n```\n$ oddchip preflop AKs QQ\nAKs has 1% against QQ\n```\n"
    assert refreshed(wrong) == wrong.replace("1%", "46.05%")
    assert refreshed(refreshed(wrong)) == refreshed(wrong)


def test_an_example_that_fails_is_not_written():
    with pytest.raises(RuntimeError, match="ended with 1: error: range 'AAs'"):
        refreshed("```\n$ oddchip range AAs\n```\n")


def test_sessions_are_renewed_where_they_are_wrong():
    wrong = "text\n\n```python\n>>> two = 2\n>>> two + 1\n4\n>>> two     # right\n2\n\n```\n"
    assert with_sessions_renewed(wrong) == wrong.replace("4", "3")


def test_a_session_that_fails_is_not_written():
    with pytest.raises(RuntimeError, match="1 / 0"):
        with_sessions_renewed("```python\n>>> 1 / 0\n1\n\n```\n")


def saved(path):
    return json.loads(path.read_text(encoding="utf-8"))


def marks(name):
    return re.findall(r"<!-- table: (.+?) -->", page_text(name))


@pytest.mark.parametrize("name", tables.PAGES)
def test_tables_are_those_of_the_saved_results(name):
    page = page_text(name)
    assert marks(name)
    assert tables.filled(page, tables.load_tables()) == page, "run python benchmarks/tables.py"


def test_each_table_has_one_place():
    full = saved(tables.SPEED) | FULL
    made = tables.speed_tables(full) | tables.accuracy_tables(saved(tables.ACCURACY))
    assert sorted(mark for name in tables.PAGES for mark in marks(name)) == sorted(made)


def test_rough_figures_do_not_get_into_the_readme():
    speed, page = saved(tables.SPEED), page_text("README.md")
    for timing in speed["equity"].values():
        for each in timing.values():
            each["best_s"] = 123.456
    assert tables.filled(page, tables.speed_tables(speed | {"quick": True})) == page
    assert "123,456" in tables.filled(page, tables.speed_tables(speed | FULL))


def test_a_table_that_nothing_makes_is_refused():
    with pytest.raises(ValueError, match="there is no table 'nothing'"):
        tables.filled("<!-- table: nothing -->\n<!-- end -->", {"run": ""})


def test_what_is_saved_is_what_the_report_saves():
    nothing = report.Report(machine={}, peers={}, rounds=1, quick=True)
    assert set(report.json_of(nothing)) == set(saved(tables.SPEED))


def test_counts_of_other_programs_are_ours():
    counts = saved(tables.ACCURACY)["counts"]
    assert accuracy.compare_counts() == counts
    assert len(counts) >= 10
    for row in counts:
        assert row["ours"] == row["theirs"]


def test_a_count_that_differs_is_not_hidden():
    row = {"ours": {"1": 2}, "theirs": {"1": 1}}
    assert tables.verdict(row) == "NOT: 1: 2"


def test_stated_errors_are_the_true_ones():
    """The mean of n squared deviations in units of their error is off 1 by the root of 2 / n, as a rule."""
    errors = saved(tables.ACCURACY)["errors"]
    runs = sum(row["runs"] for row in errors)
    mean = sum(row["mean_square"] * row["runs"] for row in errors) / runs
    assert runs >= 1000
    assert abs(mean - 1) < 4 * sqrt(2 / runs)


def test_errors_are_compared_on_the_spots_that_are_saved():
    found = accuracy.compare_errors(runs=2)
    assert [row["spot"] for row in found] == [row["spot"] for row in saved(tables.ACCURACY)["errors"]]
    for row in found:
        assert row["stated_error"] <= accuracy.STD_ERROR
        assert row["mean_square"] < 4.5**2
