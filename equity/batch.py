"""The equities of many spots, from a file to a file or from a frame to a frame."""

import operator
import os
import secrets
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack, overload

from oddchip.equity.batch_check import Comparison, refuse_change, telling_changes
from oddchip.equity.batch_input import format_of, open_source
from oddchip.equity.batch_output import frame_of, write_output
from oddchip.equity.batch_parts import BatchColumns, result_columns, row_inputs
from oddchip.equity.batch_rows import RowInput, RowOptions, Solved, solve_rows
from oddchip.equity.batch_run import Run, already_there, open_run, run_folder, saying_no_space
from oddchip.equity.batch_source import Source
from oddchip.equity.batch_tally import BatchSummary, OnBatchProgress, Tally
from oddchip.equity.limits import METHODS, make_limits
from oddchip.equity.workers import Workers, check_scheduler, open_workers
from oddchip.evaluator import BatchError
from oddchip.evaluator._threads import thread_count

if TYPE_CHECKING:
    import polars as pl

FORMAT = 2
"""Of the folder of a run; one of another number cannot be continued."""
PIECE = 100
"""Rows that a worker gets at once: 10 ms of work where they are cheap, a few seconds where all are sampled.
A killed run loses what is ahead of the journal, which is in order: `AHEAD` times so many rows a worker."""
PIECES_OF_CLUSTER = 10
"""Pieces that a cluster gets as one: a task costs its scheduler and the network several milliseconds."""
FEWEST_ROWS = 5_000
"""From how many rows on worker processes are started, which takes them half a second."""

PathLike = str | os.PathLike[str]


class BatchOptions(TypedDict, total=False):
    """The options of `batch_equity`."""

    method: str
    std_error: float | None
    samples: int | None
    seed: int | None
    columns: BatchColumns | None
    input_format: str | None
    output_format: str | None
    threads: int | None
    scheduler: str | None
    force: bool
    resume: bool
    on_progress: OnBatchProgress | None


@overload
def batch_equity(
    source: "PathLike | pl.DataFrame", out: None = None, **options: Unpack[BatchOptions]
) -> "pl.DataFrame": ...
@overload
def batch_equity(
    source: "PathLike | pl.DataFrame", out: PathLike, **options: Unpack[BatchOptions]
) -> BatchSummary: ...
def batch_equity(
    source: "PathLike | pl.DataFrame",
    out: PathLike | None = None,
    *,
    method: str = "auto",
    std_error: float | None = None,
    samples: int | None = None,
    seed: int | None = None,
    columns: BatchColumns | None = None,
    input_format: str | None = None,
    output_format: str | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    force: bool = False,
    resume: bool = False,
    on_progress: OnBatchProgress | None = None,
) -> "pl.DataFrame | BatchSummary":
    """Return the equities of every row of a file or frame, or write them to a file and return a summary.

    source: a CSV, JSON lines or Parquet file with the columns that `docs/batch.md` describes (`p1`, `p2` and
    so on, `board`, `dead`), or a Polars frame. All its columns are kept, and `method`, `p1_equity`, `p1_win`,
    `p1_tie`, `p1_std_error` and so on, and `error` come after them. A row that cannot be answered gets an
    `error`, and the others go on.
    out: the file to write. It appears when it is complete; what is done until then is kept beside it.
    method, std_error, samples: of each row, as in `calculate_equity`.
    seed: of the run, 0 or more; drawn and reported if none is given. The seed of a sampled row derives from
    it and from the spot, so that neither workers nor the order of rows change any number.
    columns: which columns are named otherwise.
    input_format, output_format: `csv`, `jsonl` or `parquet`; by the suffix of the name if not given.
    threads: worker processes that share the rows, all cores by default; with 1 this process works alone.
    scheduler: `local:N` for N worker processes, or the address of a Dask scheduler, whatever `threads` is.
    force: replace `out` if it is there, and forget an interrupted run.
    resume: continue an interrupted run, if there is one, to the same bytes that it would have written. With
    `force` it replaces `out`, but a run that cannot be continued is not forgotten.
    on_progress: called with a `BatchProgress` up to ten times a second.

    Raises `BatchError` for a file that cannot be read, lacks columns or changes meanwhile and for an `out`
    that is there, in use or begun, `WorkerError` for workers that cannot be had, `ValueError` for wrong
    options and `TypeError` for a `seed` or `samples` that is no whole number.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"p1": ["AhKh", "AhKh"], "p2": ["QsQd", "Ah2c"], "board": ["2c7d9h", ""]})
    >>> answers = batch_equity(frame, threads=1)
    >>> answers["p1_equity"].round(4).to_list()
    [0.2828, None]
    >>> answers["error"][1]
    'card Ah is in hand 1 and in hand 2'
    """
    started = time.perf_counter()
    given = _checked(method, std_error, samples, seed)
    thread_count(threads)
    check_scheduler(scheduler)
    if out is None and (force or resume or output_format is not None):
        raise ValueError("force, resume and output_format say something of out, which is not given")
    target = None if out is None else Path(out)
    kind = None if target is None else format_of(target, output_format)
    read = open_source(source, input_format, columns or BatchColumns())
    result_columns(read.players, read.columns)
    share = _Share(threads, scheduler)
    tally = Tally(read.count, started, on_progress)
    if target is None or kind is None:
        tally.begin()
        with telling_changes(read), ExitStack() as stack:
            answers = frame_of(read, _solve(stack, share, read, given, tally))
            refuse_change(read)
        return answers
    place = Path(source) if isinstance(source, str | os.PathLike) else None
    if place is not None and target.exists() and place.samefile(target):
        raise BatchError(f"{str(target)!r} is the input, which cannot be the output, too")
    with open_run(target, force=force) as run, saying_no_space(run.out):
        asked = _description(read, kind, given)
        _begin_or_continue(run, asked, is_seed_given=seed is not None, resume=resume, force=force)
        given = given._replace(seed=run.description["seed"])
        with telling_changes(read), ExitStack() as stack:
            pieces = _completed(stack, run, share, read, given, tally, force=force)
            run.finish(lambda path: _write(path, kind, read, run, pieces, tally))
    return tally.summary(given.seed, str(target))


class _Share(NamedTuple):
    """Who is to share the rows."""

    threads: int | None
    scheduler: str | None


def _checked(method: str, std_error: float | None, samples: int | None, seed: int | None) -> RowOptions:
    """The options as numbers of Python, of which the seeds of rows are made."""
    if method not in METHODS:
        raise ValueError(f"unknown method {method!r} (methods are {', '.join(METHODS)})")
    if method == "exact" and not (std_error is None and samples is None):
        raise ValueError("std_error and samples say nothing to method exact, which samples nothing")
    std_error = None if std_error is None else float(std_error)
    samples = None if samples is None else operator.index(samples)
    seed = secrets.randbits(32) if seed is None else operator.index(seed)
    make_limits(std_error, samples, None)
    if seed < 0:
        raise ValueError(f"seed is {seed}, which is negative")
    return RowOptions(method, std_error, samples, seed, threads=1)


def _description(source: Source, kind: str, options: RowOptions) -> dict[str, Any]:
    """What must be the same for a run to be continued."""
    return {
        "format": FORMAT,
        "oddchip": version("oddchip"),
        "input": {"sha256": source.digest, "rows": source.count},
        "columns": [list(source.places.players), source.places.board, source.places.dead],
        "output": kind,
        "options": {
            "method": options.method,
            "std_error": options.std_error,
            "samples": options.samples,
        },
        "seed": options.seed,
    }


def _begin_or_continue(
    run: Run, asked: dict[str, Any], *, is_seed_given: bool, resume: bool, force: bool
) -> None:
    """Have the description of the run that is to go on."""
    if run.is_begun() and not resume and not force:
        raise BatchError(
            f"a run into {str(run.out)!r} was begun and not finished, and is kept in"
            f" {str(run_folder(run.out))!r} (--resume continues it, --force begins anew)"
        )
    if run.is_begun() and resume:
        _refuse_changes(run.read_description(), asked, is_seed_given)
    else:
        if run.out.exists() and not force:
            raise already_there(run.out)
        run.begin(asked)


def _refuse_changes(begun: dict[str, Any], asked: dict[str, Any], is_seed_given: bool) -> None:
    changed = {
        "format": f"by another version of oddchip ({begun.get('oddchip')})",
        "oddchip": f"by another version of oddchip ({begun.get('oddchip')}, this is {asked['oddchip']})",
        "input": "with other contents of the input, which has changed",
        "columns": "with other columns",
        "output": f"with the output format {begun.get('output')}",
        "options": f"with other options ({_named(begun.get('options'))})",
    }
    if is_seed_given:
        changed["seed"] = f"with seed {begun.get('seed')}, not {asked['seed']}"
    for name, how in changed.items():
        if begun.get(name) != asked[name]:
            raise BatchError(
                f"the run was begun {how}, so that it cannot be continued"
                " (--force without --resume begins anew)"
            )


def _named(options: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in (options or {}).items() if value is not None)


def _open(stack: ExitStack, share: _Share, rows: int, options: RowOptions) -> tuple[Workers, RowOptions, int]:
    """The workers, the options with the threads that each of them is to use, and how many pieces to join."""
    count, scheduler = thread_count(share.threads), share.scheduler
    if scheduler is None and count > 1 and rows >= FEWEST_ROWS:
        # Reading texts takes as long as cheap equities, and only one thread of a process can do it.
        scheduler = f"local:{count}"
    if scheduler is not None:
        joined = PIECES_OF_CLUSTER if isinstance(check_scheduler(scheduler), str) else 1
        return stack.enter_context(open_workers(scheduler=scheduler)), options, joined
    return stack.enter_context(open_workers(1)), options._replace(threads=count), 1


def _completed(
    stack: ExitStack,
    run: Run,
    share: _Share,
    source: Source,
    options: RowOptions,
    tally: Tally,
    *,
    force: bool,
) -> Iterator[Solved]:
    """All pieces of a run, those that it does not have yet as they are calculated and added to it."""
    for piece in run.open_journal(Comparison(source).is_next):
        tally.add(piece)
        yield piece
    tally.begin()
    if tally.rows < source.count:
        if run.out.exists() and not force:
            raise already_there(run.out)
        for piece in _solve(stack, share, source, options, tally):
            run.add(piece)
            yield piece


def _solve(
    stack: ExitStack, share: _Share, source: Source, options: RowOptions, tally: Tally
) -> Iterator[Solved]:
    """The pieces that the tally does not have yet, by workers that are open as long as the stack."""
    workers, options, joined = _open(stack, share, source.count - tally.rows, options)
    pieces = _pieces_after(tally.before, source, PIECE * joined)
    for solved in workers.map_in_order(partial(solve_rows, options=options), pieces):
        tally.add(solved)
        yield solved


def _pieces_after(done: int, source: Source, size: int) -> Iterator[list[RowInput]]:
    """The rows after those that are done, so many at a time; a run may go on with another size."""
    piece: list[RowInput] = []
    start = 0
    for part in source.parts(PIECE):
        if start + len(part) > done:
            piece += row_inputs(part, source.places)[max(0, done - start) :]
        if len(piece) >= size:
            yield piece
            piece = []
        start += len(part)
    if piece:
        yield piece


def _write(path: Path, kind: str, source: Source, run: Run, pieces: Iterator[Solved], tally: Tally) -> None:
    if kind == "parquet":
        # Polars asks for rows from within itself, where neither Ctrl-C nor our errors would be met.
        deque(pieces, maxlen=0)
        pieces = tally.writing(run.pieces())
    write_output(path, kind, source, pieces)
    refuse_change(source)
