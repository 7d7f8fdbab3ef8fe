"""What stands for a range: a file, standard input, a saved range; and the file of saved ranges."""

import io
import logging
import os
import sys
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from oddchip.cli import named_ranges
from oddchip.cli.main import group
from oddchip.cli.named_ranges import SavedRangeError, remove_range, save_range, saved_ranges
from oddchip.cli.range_input import InputError, read_hand, read_hands
from oddchip.cli.shared import error_lines
from oddchip.cli.sourced_text import SourcedText
from oddchip.equity import Range


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("ODDCHIP_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def stdin(monkeypatch):
    def fill(content):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return fill


@pytest.fixture(autouse=True)
def _no_handlers_left():
    yield
    logging.getLogger("oddchip.compiling").handlers.clear()


def same(text, expected):
    return Range.parse(read_hand(text)) == Range.parse(expected)


def said(text):
    """What is printed about the error in what a text stands for."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        Range.parse(read_hand(text))
    return error_lines(caught.value)


# What stands for itself


@pytest.mark.parametrize(
    "text",
    [
        "AhKh",
        "QQ+",
        "22+, A2s+",
        "15%",
        "AKs@50",
        "random",
        "QQ +",
        "+",
        "99+!AA",
        "A5s-A2s",
        "AKs:0.5",
        "",
        "x",
    ],
)
def test_all_else_is_unchanged(text):
    assert read_hand(text) is text


def test_several():
    assert read_hands(("AhKh", "QQ+")) == ("AhKh", "QQ+")


# Files


def test_file_is_one_range_of_several_lines(folder):
    (folder / "open.txt").write_text(
        "# what I open\n\nQQ+, AKs,   # a comma at the end is fine\n  JTs-76s\t#JTs\n0.5(AQo,\nKQo)\n!QQ\n",
        encoding="utf-8",
    )
    assert read_hand("@open.txt") == "QQ+, AKs, JTs-76s 0.5(AQo, KQo) !QQ"
    assert same("@open.txt", "KK+,AKs,JTs-76s,AQo:0.5,KQo:0.5")


def test_file_as_other_programs_write_it(folder):
    (folder / "open.txt").write_bytes("\ufeffA♥K♥\r\nQQ\r\n".encode())
    assert same("@open.txt", "AhKh,QQ")


def test_file_by_its_path(folder, monkeypatch):
    (folder / "my ranges").mkdir()
    (folder / "my ranges" / "a,b.txt").write_text("QQ", encoding="utf-8")
    assert read_hand("@my ranges/a,b.txt") == "QQ"
    assert read_hand(f"@{folder}/my ranges/a,b.txt") == "QQ"
    monkeypatch.setenv("HOME", str(folder))
    assert read_hand("@~/my ranges/a,b.txt") == "QQ"


def test_number_sign_without_white_space_is_no_comment(folder):
    (folder / "open.txt").write_text("QQ#KK", encoding="utf-8")
    assert said("@open.txt")[0].startswith("error: file 'open.txt', line 1: range 'QQ#KK': unknown character")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@x.txt", "file 'x.txt' cannot be read: no such file or directory"),
        ("@.", "file '.' cannot be read: is a directory"),
        ("@empty.txt", "file 'empty.txt' has no range in it (hands such as 'QQ+, AKs'; # begins a comment)"),
        (
            "@comment.txt",
            "file 'comment.txt' has no range in it (hands such as 'QQ+, AKs'; # begins a comment)",
        ),
        ("@latin.txt", "file 'latin.txt' is not UTF-8 text (byte 4 is not)"),
        ("@", "no file is named after the '@' (write '@open.txt')"),
    ],
)
def test_files_that_give_no_range(folder, text, message):
    (folder / "empty.txt").touch()
    (folder / "comment.txt").write_text("# QQ+\n\n   #KK\n", encoding="utf-8")
    (folder / "latin.txt").write_bytes(b"QQ #\xe4")
    with pytest.raises(InputError) as caught:
        read_hand(text)
    assert str(caught.value) == message


def test_error_names_file_and_line_and_points_at_the_place(folder):
    (folder / "open.txt").write_text("# pairs\nQQ+\n\n  AKs, AAs  # suited\n", encoding="utf-8")
    assert said("@open.txt") == [
        "error: file 'open.txt', line 4: range 'AAs': a pair cannot be suited (position 9); write 'AA'",
        "    AKs, AAs  # suited",
        "           ^",
    ]


def test_error_of_a_hand_in_a_file(folder):
    (folder / "hand.txt").write_text("AhKh\nAhK", encoding="utf-8")
    result = CliRunner().invoke(group, ["equity", "QQ", "@hand.txt"])
    assert result.exit_code == 1
    assert result.stderr.startswith(
        "error: file 'hand.txt', line 2: hand 2: range 'AhK': the second card has"
    )


# Standard input


def test_standard_input(stdin):
    stdin("QQ+  # pairs\nA♥K♥\n".encode())
    assert read_hands(["AA", "-"]) == ("AA", "QQ+ A♥K♥")


def test_standard_input_once_only(stdin):
    stdin(b"QQ+")
    with pytest.raises(click.UsageError, match="only one hand can be -, which is standard input"):
        read_hands(["-", "AA", "-"])


def test_error_in_standard_input(stdin):
    stdin(b"QQ+\nAAs")
    assert said("-")[0].startswith("error: standard input, line 2: range 'AAs': ")


def test_empty_standard_input(stdin):
    stdin(b"\n")
    with pytest.raises(InputError, match="standard input has no range in it"):
        read_hand("-")


def test_closed_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        read_hand("-")


def test_commands_read_files_and_standard_input(folder):
    (folder / "open.txt").write_text("QQ+\nAKs", encoding="utf-8")
    shown = CliRunner().invoke(group, ["range", "@open.txt"]).stdout
    assert shown.splitlines()[-1] == "QQ+,AKs"
    piped = CliRunner().invoke(group, ["range", "-"], input="QQ+\nAKs\n").stdout
    assert piped == shown


# Saved ranges


@pytest.fixture
def _saved():
    for name, text in {
        "open": "22+, A2s+, !66",
        "tight": "QQ+, AK",
        "some": "AA:0.5, KK",
        "3-bet_v2": "[50]AA, KK[/50]",
    }.items():
        save_range(name, text)


@pytest.mark.usefixtures("_saved")
@pytest.mark.parametrize(
    ("text", "range_text"),
    [
        ("+tight", "QQ+,AK"),
        (" +tight ", "QQ+,AK"),
        ("+open", "77+,55-22,A2s+"),
        ("+3-bet_v2", "KK+:0.5"),
        ("+tight, 72o", "QQ+,AK,72o"),
        ("72o;+tight", "QQ+,AK,72o"),
        ("72o +tight 22", "QQ+,AK,72o,22"),
        ("+tight,+some", "KK,QQ,AK,AA:0.5"),
        ("+tight!AKo", "QQ+,AKs"),
        ("+tight, !AKo, -QQ", "KK+,AKs"),
        ("66, +open", "22+,A2s+"),  # the sixes are out of the saved range only
        ("+tight:0.5, JJ", "QQ+:0.5,AK:0.5,JJ"),
        ("+tight=0.5", "QQ+:0.5,AK:0.5"),
        ("+tight : 50%, JJ", "QQ+:0.5,AK:0.5,JJ"),
        ("+tight@25", "QQ+:0.25,AK:0.25"),
        ("0.5(+tight, 22)", "QQ+:0.5,AK:0.5,22:0.5"),
        ("[50]+tight[/50]", "QQ+:0.5,AK:0.5"),
        ("random, !+tight", str(Range.full() - Range.parse("QQ+,AK"))),
        ("TT+!+tight", "TT,JJ"),
        ("TT+, -+tight, AKs", "TT,JJ,AKs"),
    ],
)
def test_saved_range_in_a_text(text, range_text):
    assert same(text, range_text)


@pytest.mark.usefixtures("_saved")
def test_saved_range_in_a_file(folder):
    (folder / "all.txt").write_text("+tight  # mine\n72o\n!+some\n", encoding="utf-8")
    assert same("@all.txt", "QQ,AK,72o")
    (folder / "alone.txt").write_text("+open", encoding="utf-8")
    assert same("@alone.txt", "77+,55-22,A2s+")


@pytest.mark.usefixtures("_saved")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("+opn", "no range is saved as 'opn' (did you mean 'open'?); saved are 3-bet_v2, open, some, tight"),
        (
            "AA, +TIGHT",
            "no range is saved as 'TIGHT' (did you mean 'tight'?); saved are 3-bet_v2, open, some, tight",
        ),
        ("+xyz", "no range is saved as 'xyz'; saved are 3-bet_v2, open, some, tight"),
        ("+tight+", "'tight+' cannot name a range (a name has letters A to Z and a to z, digits, - and _)"),
        ("!+tight", "'!+tight': nothing stands before it to take hands out of (write 'random, !+tight')"),
        ("22, !+tight", "'!+tight': takes nothing out of what stands before it"),
        ("random, !+tight:0.5", "'!+tight:0.5': a removal has no weight and stands outside brackets"),
        ("0.5(AA, !+tight)", "'!+tight': a removal has no weight and stands outside brackets"),
        ("[50]AA, !+tight[/50]", "'!+tight': a removal has no weight and stands outside brackets"),
        ("QQ, !+tight", "no combo is left, as all are in the range taken away"),
    ],
)
def test_saved_ranges_that_cannot_be_read(text, message):
    assert said(text) == [f"error: {message}"]


@pytest.mark.usefixtures("_saved")
def test_error_beside_a_saved_range_points_at_what_was_typed():
    assert said("+tight, AAs") == [
        "error: range 'AAs': a pair cannot be suited (position 10); write 'AA'",
        "  +tight, AAs",
        "            ^",
    ]
    assert said("AA, +tight:2")[1:] == ["  AA, +tight:2", "      ^"]


@pytest.mark.usefixtures("_saved")
def test_error_in_a_saved_range_names_it():
    assert said("QQ, +some:0.5") == [
        "error: range saved as 'some': range 'AA:0.5': a weight inside brackets that have one (position 2);"
        " write one weight",
        "  AA:0.5, KK",
        "    ^",
    ]
    save_range("broken", "QQ,, KK")
    assert said("+broken")[0].startswith("error: range saved as 'broken': range ',': no hands before the ','")


def test_saving_says_what_was_replaced():
    assert (save_range("open", "QQ+"), save_range("open", "KK+"), saved_ranges()) == (
        None,
        "QQ+",
        {"open": "KK+"},
    )
    result = CliRunner().invoke(group, ["range", "AA", "--save", "open"])
    assert result.stderr == "oddchip: saved as +open, which was KK+\n"
    result = CliRunner().invoke(group, ["range", "AA", "--save", "open"])
    assert result.stderr == "oddchip: saved as +open\n"


def test_no_range_is_saved_yet():
    assert saved_ranges() == {}
    assert said("+open") == [
        "error: no range is saved as 'open'; none is saved yet ('oddchip range RANGE --save open' saves one)"
    ]


def test_many_names_are_cut_short():
    for number in range(14):
        save_range(f"r{number:02}", "AA")
    assert said("+zzz")[0].endswith("r10, r11 and 2 more")


def test_save_replace_and_remove(folder):
    save_range("b", "QQ+")
    save_range("A", "KK")
    save_range("b", "JJ+ # no comment: 'quoted'")
    assert list(saved_ranges().items()) == [("A", "KK"), ("b", "JJ+ # no comment: 'quoted'")]
    assert tomllib.loads((folder / "config" / "ranges.toml").read_text(encoding="utf-8")) == saved_ranges()
    remove_range("A")
    remove_range("b")
    assert saved_ranges() == {}
    assert os.listdir(folder / "config") == ["ranges.toml"]


def test_only_what_is_saved_can_be_removed():
    save_range("open", "QQ+")
    with pytest.raises(
        SavedRangeError, match=r"no range is saved as 'opne' \(did you mean 'open'\?\); saved is open"
    ):
        remove_range("opne")


@pytest.mark.parametrize("name", ["", "my open", "öffnen", "a.b", "+a", "a,b", "a\n"])
def test_names_that_cannot_be(name):
    for change in (lambda: save_range(name, "AA"), lambda: remove_range(name)):
        with pytest.raises(
            SavedRangeError, match=r"cannot name a range \(a name has letters A to Z and a to z, digits"
        ):
            change()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"open = QQ+", "invalid value"),
        (b'open = "QQ+"\nopen = "KK"', "cannot overwrite a value"),
        (b"open = 5", "'open' is not a text in quotes"),
        (b'"my open" = "QQ"', "'my open' is not a name"),
        (b'open = "\xff"', "byte 8 is not UTF-8"),
    ],
)
def test_damaged_file_is_reported_and_never_overwritten(folder, content, problem):
    (folder / "config").mkdir()
    path = folder / "config" / "ranges.toml"
    path.write_bytes(content)
    for use in (
        saved_ranges,
        lambda: read_hand("+open"),
        lambda: save_range("a", "AA"),
        lambda: remove_range("open"),
    ):
        with pytest.raises(SavedRangeError, match="is damaged: ") as caught:
            use()
        assert problem in str(caught.value)
        assert "ranges.toml" in str(caught.value)
    assert path.read_bytes() == content


def test_file_may_be_edited_by_hand(folder):
    (folder / "config").mkdir()
    (folder / "config" / "ranges.toml").write_bytes(
        '\ufeff# mine\r\nopen = """\r\nQQ+\r\nAKs"""\r\n'.encode()
    )
    assert same("+open", "QQ+,AKs")


def test_file_is_written_whole_or_not_at_all(folder, monkeypatch):
    save_range("open", "QQ+")
    before = (folder / "config" / "ranges.toml").read_bytes()

    def full_disk(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(named_ranges.os, "fsync", full_disk)
    with pytest.raises(SavedRangeError, match=r"ranges\.toml' cannot be written: no space left on device"):
        save_range("tight", "KK+")
    assert os.listdir(folder / "config") == ["ranges.toml"]
    assert (folder / "config" / "ranges.toml").read_bytes() == before


def test_folder_that_cannot_be(folder):
    (folder / "config").touch()
    with pytest.raises(SavedRangeError, match="cannot be"):
        save_range("open", "QQ+")


def test_linked_file_stays_a_link(folder):
    (folder / "config").mkdir()
    (folder / "dotfiles").mkdir()
    link = folder / "config" / "ranges.toml"
    link.symlink_to(folder / "dotfiles" / "ranges.toml")
    save_range("open", "QQ+")
    assert link.is_symlink()
    assert os.listdir(folder / "dotfiles") == ["ranges.toml"]
    assert saved_ranges() == {"open": "QQ+"}


def test_place_of_the_file_without_a_variable(monkeypatch):
    monkeypatch.delenv("ODDCHIP_CONFIG_DIR")
    path = named_ranges.ranges_file()
    assert path.name == "ranges.toml"
    assert "oddchip" in path.parts


# Errors


def test_long_texts_are_cut_around_the_place():
    text = ",".join(["AKs"] * 40 + ["AAs"] + ["AKs"] * 40)
    _, excerpt, caret = said(text)
    assert len(excerpt) < 80
    assert excerpt.startswith("  ...")
    assert excerpt.endswith("...")
    assert excerpt[caret.index("^") - 2 : caret.index("^") + 1] == "AAs"


def test_no_character_moves_the_caret():
    assert said("AA\n\tAAs")[1:] == ["  AA  AAs", "        ^"]


def test_sourced_text_is_a_text():
    save_range("open", "QQ+")
    text = read_hand("+open, AA")
    assert isinstance(text, SourcedText)
    assert text == "QQ+, AA"
    assert text.origin(len(text))[0].text == "+open, AA"
