"""Inputs that change while they are read: never an answer beside a row that it is not the answer to."""

import random

import polars as pl
import pytest
from batch_spots import write_csv

from oddchip.equity import batch
from oddchip.equity.batch import batch_equity
from oddchip.evaluator import BatchError, format_cards

OPTIONS = {"seed": 1, "threads": 1}
KINDS = ("csv", "jsonl", "parquet")
COUNT = 230
CHANGED = "has changed while it was read .--resume goes on when it is as it was, --force without --resume"


def content(folder, kind, seed, count=COUNT, columns=None):
    """Return a file of so many rows, as bytes."""
    chance = random.Random(seed)
    rows = []
    for _ in range(count):
        cards = chance.sample(range(52), 9)
        rows.append(((format_cards(cards[:2]), format_cards(cards[2:4])), format_cards(cards[4:]), ""))
    frame = pl.read_csv(write_csv(folder / "made.csv", rows), infer_schema=False)
    frame = frame.select(columns or frame.columns)
    path = folder / f"made.{kind}"
    {"csv": frame.write_csv, "jsonl": frame.write_ndjson, "parquet": frame.write_parquet}[kind](path)
    return path.read_bytes()


@pytest.fixture(params=KINDS)
def case(request, tmp_path):
    """Return a kind, a folder for more, the input, the output, and what the output must have in the end."""
    kind = request.param
    made = tmp_path / "made"
    made.mkdir()
    source = tmp_path / f"in.{kind}"
    source.write_bytes(content(made, kind, 1))
    batch_equity(source, made / "whole.csv", **OPTIONS)
    return kind, made, source, tmp_path / "out.csv", (made / "whole.csv").read_bytes()


def replaced_before(monkeypatch, name, source, new, owner=batch):
    """Replace the input when a function of the batch is called."""
    real = getattr(owner, name)

    def call(*arguments, **options):
        source.write_bytes(new) if new is not None else source.unlink()
        return real(*arguments, **options)

    monkeypatch.setattr(owner, name, call)


OTHERS = {
    "other rows": {"seed": 2},
    "more rows": {"seed": 2, "count": COUNT + 150},
    "the same and more": {"seed": 1, "count": COUNT + 150},
    "fewer rows": {"seed": 1, "count": COUNT - 100},
    "fewer columns": {"seed": 1, "columns": ["p1", "p2"]},
    "other columns": {"seed": 1, "columns": ["id", "note"]},
}


@pytest.mark.parametrize("moment", ["_completed", "refuse_change"])
@pytest.mark.parametrize("other", [*OTHERS, "gone"])
def test_the_change_is_said_and_nothing_of_the_other_file_is_kept(case, monkeypatch, other, moment):
    kind, made, source, out, whole = case
    first = source.read_bytes()
    with monkeypatch.context() as patch:
        new = None if other == "gone" else content(made, kind, **OTHERS[other])
        replaced_before(patch, moment, source, new)
        with pytest.raises(BatchError, match=CHANGED):
            batch_equity(source, out, **OPTIONS)
    assert not out.exists()
    source.write_bytes(first)
    summary = batch_equity(source, out, resume=True, **OPTIONS)
    assert out.read_bytes() == whole
    if moment == "refuse_change":
        assert summary.continued == COUNT
    elif other == "other rows":
        assert summary.continued == 0


def test_a_file_that_was_another_one_only_meanwhile_is_found_out(case, monkeypatch):
    kind, made, source, out, whole = case
    first = source.read_bytes()
    with monkeypatch.context() as patch:
        replaced_before(patch, "_completed", source, content(made, kind, 2))
        replaced_before(patch, "add", source, first, batch.Tally)
        with pytest.raises(BatchError, match=CHANGED):
            batch_equity(source, out, **OPTIONS)
    assert not out.exists()
    source.write_bytes(first)
    batch_equity(source, out, resume=True, **OPTIONS)
    assert out.read_bytes() == whole


@pytest.mark.parametrize("other", ["a note", "other rows", "gone"])
def test_a_frame_is_not_made_of_a_file_that_changes(case, monkeypatch, other):
    kind, made, source, _, _ = case
    new = {"other rows": content(made, kind, 2), "gone": None}.get(other, source.read_bytes() + b"\n")
    replaced_before(monkeypatch, "_open", source, new)
    with pytest.raises(BatchError, match=CHANGED):
        batch_equity(source, **OPTIONS)


def test_other_errors_are_not_taken_for_a_change(case, monkeypatch):
    def fail(*ignored, **options):
        raise ZeroDivisionError

    _, _, source, out, _ = case
    monkeypatch.setattr(batch, "_completed", fail)
    with pytest.raises(ZeroDivisionError):
        batch_equity(source, out, **OPTIONS)
