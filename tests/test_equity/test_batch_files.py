"""Batches in files: every format into every other, columns by other names, files that are malformed."""

import csv
import json

import polars as pl
import pytest
from batch_spots import BAD_ROWS, spots, write_csv

from oddchip.equity.batch import batch_equity
from oddchip.equity.batch_input import open_source
from oddchip.equity.batch_parts import BatchColumns
from oddchip.evaluator import BatchError

FORMATS = ("csv", "jsonl", "parquet")
ROWS = [(hands[:3], board, dead) for hands, board, dead in spots(30, seed=5)]
ROWS[7:7] = [bad[:3] for bad in BAD_ROWS.values()]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("batch")
    source = write_csv(folder / "in.csv", ROWS)
    frame = pl.read_csv(source, infer_schema=False)
    frame.write_ndjson(folder / "in.jsonl")
    frame.write_parquet(folder / "in.parquet")
    return folder


def answers_of(path):
    """Return what a written file says, its numbers as numbers."""
    if path.suffix == ".parquet":
        return pl.read_parquet(path)
    if path.suffix == ".csv":
        frame = pl.read_csv(path, infer_schema=False)
    else:
        frame = pl.DataFrame(
            [json.loads(line) for line in path.read_text().splitlines()], infer_schema_length=None
        )
    names = [name for name in frame.columns if name[0] == "p" and "_" in name]
    return frame.with_columns(pl.col(names).cast(pl.Float64), pl.col("p3").cast(pl.String))


@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize("given", FORMATS)
def test_every_format_into_every_other(inputs, tmp_path, given, target):
    summary = batch_equity(inputs / f"in.{given}", tmp_path / f"out.{target}", seed=4, threads=1)
    assert (summary.rows, summary.errors, summary.continued) == (len(ROWS), len(BAD_ROWS), 0)
    assert summary.first_error.startswith("row 8: ")
    assert summary.calculated <= 30
    expected = batch_equity(pl.read_parquet(inputs / "in.parquet"), seed=4, threads=1)
    written = answers_of(tmp_path / f"out.{target}")
    assert written.columns == expected.columns
    assert written.equals(expected.cast(written.schema))
    assert [path.name for path in tmp_path.iterdir()] == [f"out.{target}"]


def test_texts_are_kept_as_they_are(tmp_path):
    text = 'id,p1,p2,note,"with, comma"\n007,AhKh,QsQd,"two\nlines and ""quotes""",♠\n8,AA,KK,,-1.50\n'
    (tmp_path / "in.csv").write_text("\ufeff" + text, encoding="utf-8")
    batch_equity(tmp_path / "in.csv", tmp_path / "out.csv", threads=1)
    written = (tmp_path / "out.csv").read_text(encoding="utf-8")
    lines = written.split("\n")
    assert written.startswith('id,p1,p2,note,"with, comma",method,p1_equity')
    assert written.split("exact")[0].endswith('007,AhKh,QsQd,"two\nlines and ""quotes""",♠,')
    assert lines[3].startswith("8,AA,KK,,-1.50,exact,")


def test_values_of_json_are_kept_as_they_are(tmp_path):
    records = [
        {"hands": ["AhKh", "QsQd"], "board": ["2c", "7d", "9h"], "tags": [1, "a"], "big": 2**70, "x": 1.0},
        {"hands": ["AA", "KK", "QQ"], "who": {"name": "é"}, "x": 1, "flag": True},
        {"hands": ["AA"], "x": None},
        {"hands": None, "x": 2},
        {"hands": "AA", "x": 2},
    ]
    source = tmp_path / "in.jsonl"
    source.write_text("\n\n".join(map(json.dumps, records)) + "\n", encoding="utf-8")
    batch_equity(source, tmp_path / "out.jsonl", threads=1)
    written = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    for record, line in zip(records, written, strict=True):
        assert {name: line[name] for name in record} == record
        assert list(line)[:3] == ["hands", "board", "tags"]
        assert "p3_equity" in line
        assert "p4_equity" not in line
    assert [line["error"] is None for line in written] == [True, True, False, False, False]
    assert written[1]["board"] is None
    batch_equity(source, tmp_path / "out.parquet", threads=1)
    frame = pl.read_parquet(tmp_path / "out.parquet")
    assert frame["x"].to_list() == [1.0, 1.0, None, 2.0, 2.0]
    assert frame["tags"][0] == '[1, "a"]'
    assert frame["big"][0] == str(2**70)
    assert json.loads(frame["hands"][1]) == ["AA", "KK", "QQ"]
    batch_equity(source, tmp_path / "out.csv", threads=1)
    assert '"[""AhKh"", ""QsQd""]"' in (tmp_path / "out.csv").read_text()


def test_values_of_parquet_are_kept_as_they_are(tmp_path):
    frame = pl.DataFrame(
        {
            "hands": [["AhKh", "QsQd"], ["AA", "KK", "QQ"], None],
            "when": pl.Series([1, 2, 3]).cast(pl.Datetime("ns", "Europe/Berlin")),
            "day": pl.Series([1, 2, 3]).cast(pl.Date),
            "ratio": [1.5, float("nan"), float("inf")],
            "money": pl.Series(["1.10", "2.20", None]).cast(pl.Decimal(10, 2)),
            "kind": pl.Series(["a", "b", "a"]).cast(pl.Categorical),
            "nested": [{"a": 1}, {"a": 2}, None],
        }
    )
    source = tmp_path / "in.parquet"
    frame.write_parquet(source)
    for target in FORMATS:
        batch_equity(source, tmp_path / f"out.{target}", threads=1)
    written = pl.read_parquet(tmp_path / "out.parquet")
    assert written.select(frame.columns).equals(frame)
    assert written.schema["when"] == pl.Datetime("ns", "Europe/Berlin")
    line = json.loads((tmp_path / "out.jsonl").read_text().splitlines()[1])
    assert (line["day"], line["ratio"], line["money"], line["kind"]) == ("1970-01-03", None, "2.20", "b")
    assert '"{""a"": 2}"' in (tmp_path / "out.csv").read_text()


AWKWARD = [
    "a\rb",
    "a\nb",
    "a\r\nb",
    "\r",
    "\n",
    'a "b" c',
    '"',
    "a,b",
    ",",
    " a ",
    "'",
    "a;b\t",
    "♠",
    "\r\r\n\n",
]


@pytest.mark.parametrize("given", FORMATS)
def test_every_text_comes_back_from_csv(tmp_path, given):
    frame = pl.DataFrame({"p1": "AhKh", "p2": "QsQd", 'no\rte "1", x': AWKWARD})
    source = tmp_path / f"in.{given}"
    if given == "csv":
        with source.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream, quoting=csv.QUOTE_ALL)
            writer.writerows([frame.columns, *frame.rows()])
    else:
        {"jsonl": frame.write_ndjson, "parquet": frame.write_parquet}[given](source)
    batch_equity(source, tmp_path / "out.csv", threads=1)
    written = open_source(tmp_path / "out.csv", None, BatchColumns(players=["p1", "p2"]))
    (part,) = written.parts(100)
    assert written.columns[:3] == tuple(frame.columns)
    assert part.column(frame.columns[2]) == AWKWARD
    assert (tmp_path / "out.csv").read_bytes().count(b"exact") == len(AWKWARD)


def test_there_is_no_nan_in_texts(tmp_path):
    odd = [float("nan"), float("inf"), float("-inf"), 1.5, None]
    frame = pl.DataFrame(
        {
            "p1": "AhKh",
            "p2": "QsQd",
            "x": odd,
            "list": [[value, 1.0] for value in odd],
            "deep": [{"a": value, "b": [{"c": value}]} for value in odd],
        }
    )
    frame.write_parquet(tmp_path / "in.parquet")
    for target in FORMATS:
        batch_equity(tmp_path / "in.parquet", tmp_path / f"out.{target}", threads=1)
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    with (tmp_path / "out.csv").open(newline="") as stream:
        cells = list(csv.DictReader(stream))
    for value, line, row in zip([None, None, None, 1.5, None], lines, cells, strict=True):
        found = json.loads(line, parse_constant=pytest.fail)
        nested = [[value, 1.0], {"a": value, "b": [{"c": value}]}]
        assert [found["x"], found["list"], found["deep"]] == [value, *nested]
        assert row["x"] == ("" if value is None else "1.5")
        assert [json.loads(row[name], parse_constant=pytest.fail) for name in ("list", "deep")] == nested
    open_source(tmp_path / "out.jsonl", None, BatchColumns(players=["p1", "p2"]))
    assert pl.read_parquet(tmp_path / "out.parquet").select(frame.columns).equals(frame)


def test_long_whole_numbers_keep_their_digits(tmp_path):
    long = 2**53 + 1
    records = [
        {"p1": "AA", "p2": "KK", "mixed": long, "whole": long, "short": 2**53, "longest": -(2**63)},
        {"p1": "AA", "p2": "KK", "mixed": 0.5, "whole": 1, "short": 0.5, "longest": 1},
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, records)))
    batch_equity(tmp_path / "in.jsonl", tmp_path / "out.parquet", threads=1)
    frame = pl.read_parquet(tmp_path / "out.parquet")
    assert frame["mixed"].to_list() == [str(long), "0.5"]
    assert frame["whole"].to_list() == [long, 1]
    assert frame["short"].to_list() == [2.0**53, 0.5]
    assert frame["longest"].to_list() == [str(-(2**63)), "1"]


def test_halves_of_characters_may_come_together(tmp_path):
    (tmp_path / "in.jsonl").write_text('{"p1": "AA", "p2": "KK", "note": "\\ud83c\\udca1 \\u2660"}\n')
    batch_equity(tmp_path / "in.jsonl", tmp_path / "out.jsonl", threads=1)
    assert json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8"))["note"] == "🂡 ♠"


def test_a_hand_may_be_a_list_column_only_under_that_name(tmp_path):
    pl.DataFrame({"hands": ["AhKh", "QsQd"]}).write_parquet(tmp_path / "in.parquet")
    with pytest.raises(BatchError, match="column 'hands' has no lists of hands"):
        batch_equity(tmp_path / "in.parquet")


# Columns


def test_columns_may_have_other_names(tmp_path):
    source = write_csv(tmp_path / "in.csv", ROWS, ("p1", "hero", "villain", "third", "flop", "gone", "board"))
    renamed = BatchColumns(players=["hero", "villain", "third"], board="flop", dead="gone")
    found = batch_equity(source, columns=renamed, seed=4, threads=1)
    expected = batch_equity(write_csv(tmp_path / "same.csv", ROWS), seed=4, threads=1)
    added = expected.columns[expected.columns.index("method") :]
    assert found.select(added).equals(expected.select(added))


@pytest.mark.parametrize(
    ("header", "columns", "said"),
    [
        ("id,board", {}, "no columns 'p1' and 'p2', and no column 'hands'"),
        ("p1;p2;board", {}, "its columns are 'p1;p2;board'"),
        ("p1,board", {}, "no columns 'p1' and 'p2'"),
        ("p2,p3", {}, "no columns 'p1' and 'p2'"),
        ("p1,p2,p4", {}, "a column 'p4' and no column 'p3'"),
        ("p1,p2,hands", {}, "a column 'hands' and a column 'p1'"),
        ("p1,p2,p1", {}, "two columns 'p1'"),
        ("p1,p2,method", {}, "a column 'method', which the output needs"),
        ("p1,p2,p2_win", {}, "a column 'p2_win', which the output needs"),
        ("p1,p2,error", {}, "a column 'error', which the output needs"),
        ("p1,p2", {"board": "flop"}, "no column 'flop'"),
        ("p1,p2", {"dead": "gone"}, "no column 'gone'"),
        ("p1,p2", {"players": ["a", "p2"]}, "no column 'a'"),
        ("p1,p2", {"players": ["p1"]}, "one column of players"),
        ("p1,p2", {"players": ["p1", "p1"]}, "named twice"),
        ("p1,p2", {"players": ["p1", "p2"], "board": "p2"}, "named twice"),
    ],
)
def test_columns_that_are_not_right_are_refused(tmp_path, header, columns, said):
    source = tmp_path / "in.csv"
    source.write_text(f"{header}\n{','.join(['AA'] * (header.count(',') + 1))}\n")
    with pytest.raises(BatchError, match=r"in\.csv'|the input has") as caught:
        batch_equity(source, tmp_path / "out.csv", columns=BatchColumns(**columns))
    assert said in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def test_a_third_player_that_never_is_has_no_clash(tmp_path):
    (tmp_path / "in.csv").write_text("p1,p2,p3_win\nAA,KK,7\n")
    assert batch_equity(tmp_path / "in.csv")["p3_win"][0] == "7"


def test_more_than_ten_columns_may_be_there(tmp_path):
    names = [f"p{number}" for number in range(1, 13)]
    hands = ["AhKh", "QsQd", *[""] * 10]
    (tmp_path / "in.csv").write_text(f"{','.join(names)}\n{','.join(hands)}\n{','.join(['22'] * 12)}\n")
    found = batch_equity(tmp_path / "in.csv", threads=1)
    assert found["error"].to_list() == [None, "12 players given (2 to 10 can be compared)"]
    assert "p10_equity" in found.columns
    assert "p11_equity" not in found.columns


# Malformed files

MALFORMED = {
    "empty.csv": (b"", "is empty"),
    "header.csv": (b"p1,p2,board\n", "there are no rows"),
    "blank.csv": (b"\n\n\n", "no columns 'p1' and 'p2'"),
    "latin.csv": ("p1,p2,name\nAA,KK,José\n".encode("latin-1"), "is not UTF-8 text"),
    "utf16.csv": ("p1,p2\nAA,KK\n".encode("utf-16"), "is not UTF-8 text"),
    "binary.csv": (bytes(range(256)) * 20, "is not UTF-8 text"),
    "quote.csv": (
        b'p1,p2\nAA,KK\n"AA,KK\nQQ,JJ\n',
        "the row that begins on line 3 opens a quote that is never",
    ),
    "stray.csv": (b'p1,p2\n"AA"x,KK\n', "the row that begins on line 2 is not CSV"),
    "more.csv": (
        b"p1,p2\nAA,KK\nQQ+,AK,JJ\n",
        "line 3 has 3 cells, the header 2 (ranges with commas need quotes",
    ),
    "fewer.csv": (b"p1,p2,board\nAA,KK,\nAA,KK\n", "line 3 has 2 cells, the header 3"),
    "cell.csv": (
        b"p1,p2\nAA," + b"K" * 10_000_000 + b"\n",
        "line 2 has a cell of more than 131,072 characters",
    ),
    "long-quote.csv": (b'p1,p2\n"AA,KK\n' + b"QQ,JJ\n" * 50_000, "line 2 has a cell of more than"),
    "empty.jsonl": (b"", "is empty"),
    "blank.jsonl": (b"\n  \n", "there are no rows"),
    "cut.jsonl": (b'{"p1": "AA", "p2": "KK"}\n{"p1": "AA", "p2"', "line 2 is not JSON"),
    "list.jsonl": (b'[{"p1": "AA", "p2": "KK"}]\n', "line 1 is not a JSON object"),
    "nan.jsonl": (b'{"p1": "AA", "p2": "KK", "x": NaN}\n', "line 1 cannot be read: NaN is not a number"),
    "large.jsonl": (
        b'{"p1": "AA", "p2": "KK"}\n{"p1": "AA", "p2": "KK", "x": [-1e400]}\n',
        "line 2 cannot be read: -1e400 is too large for a number",
    ),
    "half.jsonl": (
        b'{"p1": "AA", "p2": "KK"}\n\n{"p1": "AA", "p2": "KK", "x": {"note": "\\ud800"}}\n',
        "line 3 cannot be read: \\ud800 is half of a character",
    ),
    "half-name.jsonl": (
        b'{"p1": "AA", "p2": "KK", "\\udfff": 1}\n',
        "line 1 cannot be read: \\udfff is half",
    ),
    "half-hand.jsonl": (b'{"p1": "\\ud800", "p2": "KK"}\n', "line 1 cannot be read: \\ud800 is half"),
    "deep.jsonl": (b'{"p1": ' + b"[" * 100_000 + b"\n", "line 1 cannot be read"),
    "cell.jsonl": (b'{"p1": "' + b"A" * 10_000_000 + b'"}\n', "line 1 has more than 1,048,576 characters"),
    "names.jsonl": (b'{"hand": "AA"}\n', "no columns 'p1' and 'p2'"),
    "latin.jsonl": ('{"p1": "é"}\n'.encode("latin-1"), "is not UTF-8 text"),
    "empty.parquet": (b"", "is empty"),
    "text.parquet": (b"p1,p2\nAA,KK\n", "cannot be read as Parquet"),
    "cut.parquet": (b"PAR1" + bytes(100), "cannot be read as Parquet"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_files_are_refused_in_a_sentence(tmp_path, name):
    content, said = MALFORMED[name]
    source = tmp_path / name
    source.write_bytes(content)
    with pytest.raises(BatchError) as caught:
        batch_equity(source, tmp_path / "out.csv")
    message = str(caught.value)
    assert said in message
    assert name in message
    assert "\n" not in message
    assert len(message) < 400
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_huge_cell_of_parquet_is_an_error_of_its_row(tmp_path):
    frame = pl.DataFrame({"p1": ["AA", "A" * 10_000_000], "p2": ["KK", "KK"]})
    frame.write_parquet(tmp_path / "in.parquet")
    found = batch_equity(tmp_path / "in.parquet", threads=1)
    assert found["error"].to_list() == [None, "hand 1 has 10,000,000 characters (at most 100,000)"]


def test_a_parquet_file_without_rows_is_refused(tmp_path):
    pl.DataFrame({"p1": [], "p2": []}, schema={"p1": pl.String, "p2": pl.String}).write_parquet(
        tmp_path / "x.pq"
    )
    with pytest.raises(BatchError, match="there are no rows"):
        batch_equity(tmp_path / "x.pq")


def test_what_is_no_file_is_refused(tmp_path):
    with pytest.raises(BatchError, match="is not a file"):
        batch_equity(tmp_path, input_format="csv")
    with pytest.raises(FileNotFoundError):
        batch_equity(tmp_path / "nothing.csv")
    with pytest.raises(BatchError, match="does not tell the format"):
        batch_equity(tmp_path / "spots.txt")


def test_the_format_may_be_said(inputs, tmp_path):
    (tmp_path / "in.txt").write_bytes((inputs / "in.csv").read_bytes())
    batch_equity(
        tmp_path / "in.txt", tmp_path / "out.txt", input_format="csv", output_format="jsonl", threads=1
    )
    assert json.loads((tmp_path / "out.txt").read_text().splitlines()[0])["method"] == "exact"


def test_what_is_neither_a_file_nor_a_frame_is_refused():
    with pytest.raises(TypeError, match="source is list, not the name of a file or a Polars frame"):
        batch_equity([("AA", "KK")])
