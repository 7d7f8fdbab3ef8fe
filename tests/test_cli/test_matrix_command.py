"""`oddchip matrix`: files of ranges, the table and its summary, files that come out, pictures, refusals."""

import csv
import json
import re
from io import StringIO

import polars as pl
import pytest
from click.testing import CliRunner, Result

from oddchip.cli.main import group
from oddchip.cli.range_list import read_range_list
from oddchip.equity import range_matrix

RANGES = """
# opening ranges
tight: QQ+, AKs       # a few
AA:0.5, KK
"AK": AKs, AKo

loose: random
"""
BOARD = "Kh7d2c"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ODDCHIP_CONFIG_DIR", str(tmp_path))
    (tmp_path / "ranges.txt").write_text(RANGES)
    return tmp_path


def invoke(*arguments: str, **options) -> Result:
    return CliRunner().invoke(group, arguments, prog_name="oddchip", **options)


def matrix_of(*arguments: str, **options) -> Result:
    result = invoke("matrix", *arguments, **options)
    assert result.exit_code == 0, result.output
    return result


def expected():
    return range_matrix(read_range_list("ranges.txt"), None, BOARD)


def test_a_file_has_one_range_a_line(folder):
    assert read_range_list("ranges.txt") == {
        "tight": "QQ+, AKs",
        "AA:0.5, KK": "AA:0.5, KK",
        "AK": "AKs, AKo",
        "loose": "random",
    }


def test_other_files_and_saved_ranges_stand_for_ranges(folder):
    (folder / "open.txt").write_text("22+\nA2s+\n")
    assert invoke("range", "QQ+", "--save", "premium").exit_code == 0
    (folder / "list.txt").write_text("open: @open.txt\n+premium, AK\npremium: +premium\n")
    read = read_range_list("list.txt")
    assert read == {"open": "22+ A2s+", "+premium, AK": "QQ+, AK", "premium": "QQ+"}
    assert "50.00%" in matrix_of("list.txt", "--board", BOARD).stdout


def test_table(folder):
    lines = [line.split("  ") for line in matrix_of("ranges.txt", "--board", BOARD).stdout.splitlines()]
    rows = [[cell.strip() for cell in line if cell.strip()] for line in lines]
    assert rows[0] == ["tight", "AA:0.5, KK", "AK", "loose"]
    for number, row in enumerate(expected().equity):
        assert rows[1 + number][1:] == [f"{value:.2%}" for value in row]
    assert rows[6] == [f"board {BOARD}"]
    assert rows[7][0].startswith("exact, 16 pairs, ")


def test_a_table_that_is_too_wide_becomes_a_summary(folder):
    names = [f"{rank}{rank}" for rank in "23456789TJQA"]
    (folder / "pairs.txt").write_text("\n".join(f"pair of {name}: {name}" for name in names))
    arguments = ["matrix", "pairs.txt", "--board", BOARD]
    narrow = CliRunner(env={"COLUMNS": "80"}).invoke(group, arguments)
    assert narrow.exit_code == 0
    lines = narrow.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) == 18
    assert lines[14] == "12 x 12 equities need 166 columns: --format csv, --out and --plot give all"
    told = range_matrix(names, None, BOARD).equity
    means = {name: (told[place].sum() - told[place, place]) / 11 for place, name in enumerate(names)}
    assert [line[8:10] for line in lines[1:13]] == sorted(names, key=lambda name: -means[name])
    best_and_worst = "99.90% v pair of 66   91.11% v pair of 88"
    assert lines[1].rstrip() == f"pair of 77    {means['77']:.2%}   {best_and_worst}"
    # What is no terminal is as wide as need be.
    assert matrix_of(*arguments[1:]).stdout.splitlines()[0].split("pair of ") != lines[0].split("pair of ")


@pytest.fixture
def long_names(folder):
    (folder / "long.txt").write_text(
        "\n".join(
            f"range number {number} of the button: {rank}{rank}" for number, rank in enumerate("2345", 1)
        )
    )
    return ["matrix", "long.txt", "--board", BOARD]


def test_names_that_are_cut_can_be_told_apart(long_names, monkeypatch):
    monkeypatch.setattr("rich.console.Console.is_terminal", True)
    lines = CliRunner(env={"COLUMNS": "80"}).invoke(group, long_names).stdout.splitlines()
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    assert lines[0].split("   ")[-4:] == [f"{number} range n…" for number in "1234"]
    assert [line[:24] for line in lines[1:5]] == [f"range number {number} of the b…" for number in "1234"]


def test_names_are_whole_where_there_is_no_terminal(long_names):
    lines = matrix_of(*long_names[1:]).stdout.splitlines()
    assert lines[0].split("   ")[-1] == "range number 4 of the button"
    assert lines[1].startswith("range number 1 of the button   ")


def test_one_pair_is_no_pairs():
    assert "exact, 1 pair, " in matrix_of("-", "--board", BOARD, input="QQ\n").stdout


def test_a_scheduler_that_is_not_needed_is_said(folder):
    note = "oddchip: --scheduler not needed, as no boards had to be walked through\n"
    assert matrix_of("ranges.txt", "--scheduler", "local:2").stderr == note
    assert matrix_of("ranges.txt", "--board", BOARD, "--scheduler", "local:2").stderr == ""


def test_the_summary_of_two_files_with_the_same_names_has_all_pairs(folder):
    names = "abcdefghijkl"
    for file, suffix in (("opens.txt", ":0.5, AA"), ("calls.txt", "")):
        lines = (
            f"range {name}: {rank}{rank}{suffix}" for name, rank in zip(names, "23456789TJQK", strict=True)
        )
        (folder / file).write_text("\n".join(lines))
    arguments = ["matrix", "opens.txt", "calls.txt", "--board", BOARD]
    lines = CliRunner(env={"COLUMNS": "80"}).invoke(group, arguments).stdout.splitlines()
    told = range_matrix(read_range_list("opens.txt"), read_range_list("calls.txt"), BOARD)
    averages = {f"range {name}": f"{row.mean():.2%}" for name, row in zip(names, told.equity, strict=True)}
    assert {line[:7]: line.split()[2] for line in lines[1:13]} == averages


def test_a_second_file(folder):
    (folder / "others.txt").write_text("AhQh\nJJ, TT\n")
    printed = json.loads(matrix_of("ranges.txt", "others.txt", "--board", BOARD, "--format", "json").stdout)
    told = range_matrix(read_range_list("ranges.txt"), ["AhQh", "JJ, TT"], BOARD)
    assert printed["rows"] == ["tight", "AA:0.5, KK", "AK", "loose"]
    assert printed["columns"] == ["AhQh", "JJ, TT"]
    assert printed["equity"] == told.equity.tolist()
    assert printed["ways"] == told.ways.tolist()
    assert set(printed) == {"rows", "columns", "board", "dead", "equity", "win", "tie", "ways", "elapsed_s"}


def test_standard_input(folder):
    assert "100.00%" in matrix_of("-", "--board", "AhAdAc7d2c", input="a: As7h\nb: 22\n").stdout
    assert invoke("matrix", "-", "-").exit_code == 2


def test_csv_has_a_line_for_each_pair(folder):
    rows = list(csv.reader(StringIO(matrix_of("ranges.txt", "--board", BOARD, "--format", "csv").stdout)))
    assert rows[0] == ["range", "against", "equity", "win", "tie", "ways"]
    assert len(rows) == 17
    assert float(rows[2][2]) == expected().equity[0, 1]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_files_that_come_out(folder, suffix):
    matrix_of("ranges.txt", "--board", "KhKdKcKs", "--out", f"out.{suffix}")
    frame = pl.read_csv("out.csv") if suffix == "csv" else pl.read_parquet("out.parquet")
    told = range_matrix(read_range_list("ranges.txt"), None, "KhKdKcKs")
    assert frame.columns == ["range", "against", "equity", "win", "tie", "ways"]
    assert frame["ways"].to_list() == told.ways.ravel().tolist()
    values = [value for row in told.to_json()["equity"] for value in row]
    assert frame["equity"].to_list() == values
    assert None in values
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith((".odd", "out"))) == [
        f"out.{suffix}"
    ]


def test_json_file_is_what_is_printed(folder):
    result = matrix_of("ranges.txt", "--board", BOARD, "--format", "json", "--out", "out.json")
    assert json.loads((folder / "out.json").read_text()) == json.loads(result.stdout)


def test_impossible_pairs_are_dashes_and_said(folder):
    result = matrix_of("ranges.txt", "--board", "KhKdKcKs")
    row = next(line for line in result.stdout.splitlines() if line.startswith("AK "))
    assert row.split()[1:] == ["-"] * 4
    assert result.stderr == "oddchip: 'AK': no deal is possible against any range\n"


def test_heat_map(folder):
    matrix_of("ranges.txt", "--board", "KhKdKcKs", "--plot", "out.svg")
    drawn = (folder / "out.svg").read_text()
    for text in ("equity on KhKdKcKs, row against column", "tight", "loose", "equity in percent", "50.0"):
        assert text in drawn
    (folder / "many.txt").write_text(
        "\n".join(f"range {number}: {22 + 11 * (number % 8)}, A{number % 8 + 2}s" for number in range(24))
    )
    matrix_of("many.txt", "--board", "KhKdKcKs", "--plot", "many.png")
    assert (folder / "many.png").read_bytes().startswith(b"\x89PNG")


def test_processes_give_the_same(folder):
    one, other = (
        json.loads(matrix_of("ranges.txt", "--board", BOARD, "--format", "json", *options).stdout)
        for options in (["--threads", "1"], ["--scheduler", "local:2"])
    )
    del one["elapsed_s"], other["elapsed_s"]
    assert one == other


@pytest.mark.parametrize(("option", "name"), [("--out", "ranges.csv"), ("--plot", "ranges.svg")])
def test_files_of_ranges_are_never_overwritten(folder, option, name):
    (folder / name).write_text(RANGES)
    (folder / "sub").mkdir()
    (folder / "sub" / name).symlink_to(folder / name)
    for arguments, written in (
        ([name], name),
        (["ranges.txt", name], name),
        ([f"@{name}"], f"sub/../{name}"),
        ([name], f"sub/{name}"),
    ):
        result = invoke("matrix", *arguments, "--board", BOARD, option, written)
        assert result.exit_code == 1
        assert result.stdout == ""
        assert result.stderr == f"error: {written!r} is the input, which cannot be the output, too\n"
        assert (folder / name).read_text() == RANGES


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (
            "ok: 22+\nbad: 22+, AAs\n",
            [
                "error: file 'bad.txt', line 2: range 'bad': range 'AAs': a pair cannot be suited"
                " (position 12); write 'AA'",
                "  bad: 22+, AAs",
                "              ^",
            ],
        ),
        (
            "# none\n",
            ["error: file 'bad.txt' has no range in it (hands such as 'QQ+, AKs'; # begins a comment)"],
        ),
        (
            "ok: 22+\nx: +nope\n",
            [
                "error: file 'bad.txt', line 2: no range is saved as 'nope'; none is saved yet"
                " ('oddchip range RANGE --save nope' saves one)"
            ],
        ),
        (
            "ok: 22+\nx: @f4.txt\n",
            ["error: file 'bad.txt', line 2: file 'f4.txt' cannot be read: no such file or directory"],
        ),
        (
            "ok: 22+\n  open\x1b[31m: KK\n",
            [
                "error: file 'bad.txt', line 2: character '\\x1b' in a name cannot be printed (position 6)",
                "    open [31m: KK",
                "        ^",
            ],
        ),
        (
            "KK, \0QQ\n",
            [
                "error: file 'bad.txt', line 1: range 'KK, \\x00QQ': range '\\x00QQ':"
                " unknown character '\\x00' (position 4);"
                " write ranks 23456789TJQKA, suits cdhs or ♣♦♥♠, s, o, + and * or x for any",
                "  KK,  QQ",
                "      ^",
            ],
        ),
        (
            "a: 22+\na: 33+\n",
            [
                "error: file 'bad.txt', line 2: the name 'a' is that of file 'bad.txt', line 1, too"
                " (write another name and a colon before the range)"
            ],
        ),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(folder, content, lines):
    (folder / "bad.txt").write_text(content)
    result = invoke("matrix", "bad.txt")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.splitlines() == lines


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nofile.txt"], 1, "file 'nofile.txt' cannot be read: no such file or directory"),
        (["ranges.txt", "--board", "Kx"], 1, "unknown suit 'x'"),
        (["ranges.txt", "--out", "out.xlsx"], 1, ".csv, .json, .parquet can be written"),
        (["ranges.txt", "--out", "no/out.csv"], 1, "there is no folder 'no'"),
        (["ranges.txt", "--plot", "out.gif"], 1, "png, svg and pdf"),
        (["ranges.txt", "--threads", "0"], 2, "0 is not a whole number from 1 on"),
        (["ranges.txt", "--scheduler", "here"], 2, "unknown scheduler 'here'"),
        (
            ["ranges.txt", "--threads", "7", "--scheduler", "local:2"],
            2,
            "--threads: --scheduler says who works",
        ),
        ([], 2, "Missing argument 'RANGES'"),
        ([""], 1, "a name of a file is empty"),
        (["@"], 1, "no file is named after the '@'"),
    ],
)
def test_refusals(folder, arguments, code, message):
    result = invoke("matrix", *arguments)
    assert result.exit_code == code
    assert result.stdout == ""
    assert message in result.stderr
