"""Many spots as rows of a frame, ours in one call and others' in the loop that one would write for it.

poker-equity is not among them: an exact answer takes it 0.03 s for two hands and seconds for wide ranges.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from oddchip.benchmarks.answers import check_rows
from oddchip.benchmarks.batches import COLUMNS, mixed_rows
from oddchip.benchmarks.calculators import OMPEVAL_EQUITY, EquityCalculator
from oddchip.benchmarks.measure import MOST_SECONDS, TURN_TIME, Failures, Task, Timing, alternate
from oddchip.benchmarks.peers import Distribution
from oddchip.benchmarks.spots import Spot
from oddchip.equity import batch_equity, calculate_equity

if TYPE_CHECKING:
    import polars as pl

Row = tuple[str, ...]
ROWS = 500


def spots_of_rows(count: int) -> tuple[tuple[Row, ...], tuple[Spot, ...]]:
    """Return rows of the mixed file that have a board, none of them bad, and the same as spots.

    Those before the flop are left out because a loop over OMPEval takes a second for many of them.
    """
    good = (row for number, row in enumerate(mixed_rows(4 * count)) if number % 100 != 50 and row[4])
    rows = tuple(islice(good, count))
    spots = tuple(
        Spot(row[0], tuple(hand for hand in row[1:4] if hand), board=row[4], dead=row[5]) for row in rows
    )
    return rows, spots


def frame_of(rows: Sequence[Row]) -> "pl.DataFrame":
    """Return the rows as a frame with the columns of a batch."""
    import polars as pl

    return pl.DataFrame(rows, schema=list(COLUMNS), orient="row")


class RowSolver(Protocol):
    """Something that tells the exact equities of many spots."""

    name: str
    distribution: str

    def available(self) -> bool: ...
    def run(self, frame: "pl.DataFrame", spots: Sequence[Spot]) -> Any:
        """Calculate all rows; this is what is timed."""

    def equities(self, answer: Any) -> Iterable[Sequence[float]]:
        """Return the equities of each row."""


class OddchipBatch(Distribution):
    """`batch_equity` from a frame to a frame, on one thread."""

    name = "oddchip, batch_equity"
    distribution = "oddchip"

    def run(self, frame: "pl.DataFrame", spots: Sequence[Spot]) -> "pl.DataFrame":
        return batch_equity(frame, method="exact", threads=1)

    def equities(self, answer: "pl.DataFrame") -> Iterable[Sequence[float]]:
        columns = [name for name in answer.columns if name.startswith("p") and name.endswith("_equity")]
        return [[each for each in row if each is not None] for row in answer.select(columns).iter_rows()]


ODDCHIP_BATCH = OddchipBatch()


class Loop:
    """A calculator that is called for each row."""

    def __init__(self, calculator: EquityCalculator) -> None:
        self.calculator = calculator
        self.name = f"{calculator.name}, in a loop"
        self.distribution = calculator.distribution

    def available(self) -> bool:
        return self.calculator.available()

    def run(self, frame: "pl.DataFrame", spots: Sequence[Spot]) -> list[Any]:
        return [self.calculator.run(spot) for spot in spots]

    def equities(self, answer: list[Any]) -> Iterable[Sequence[float]]:
        return map(self.calculator.equities, answer)


class OddchipLoop(Loop):
    """`calculate_equity` for each row, which `batch_equity` must beat or equal."""

    def __init__(self) -> None:
        self.name = "oddchip, calculate_equity in a loop"
        self.distribution = ODDCHIP_BATCH.distribution

    def available(self) -> bool:
        return True

    def run(self, frame: "pl.DataFrame", spots: Sequence[Spot]) -> list[Any]:
        return [_exact(spot) for spot in spots]

    def equities(self, answer: list[Any]) -> Iterable[Sequence[float]]:
        return answer


ROW_SOLVERS: tuple[RowSolver, ...] = (
    ODDCHIP_BATCH,
    OddchipLoop(),
    Loop(OMPEVAL_EQUITY),
)


def right_rows(spots: Sequence[Spot]) -> list[list[float]]:
    """Return the equities of each spot, calculated by itself."""
    return [_exact(spot) for spot in spots]


def measure_rows(
    count: int,
    rounds: int,
    turn_time: float = TURN_TIME,
    most_seconds: float = MOST_SECONDS,
    failures: Failures | None = None,
) -> dict[str, Timing]:
    """Time those that are usable on so many rows; all must find the same equities."""
    rows, spots = spots_of_rows(count)
    frame = frame_of(rows)
    right = right_rows(spots)
    tasks = (_row_task(one, frame, spots, right) for one in ROW_SOLVERS if one.available())
    return alternate(tasks, rounds, turn_time, most_seconds, failures)


def _row_task(
    solver: RowSolver, frame: "pl.DataFrame", spots: Sequence[Spot], right: Sequence[Sequence[float]]
) -> Task:
    return Task(
        solver.name,
        call=lambda: solver.run(frame, spots),
        check=lambda answer: check_rows(solver.name, solver.equities(answer), right, spots),
        work=len(spots),
        is_ours=solver.distribution == ODDCHIP_BATCH.distribution,
    )


def _exact(spot: Spot) -> list[float]:
    result = calculate_equity(spot.hands, spot.board, dead=spot.dead, method="exact", threads=1)
    return [player.equity for player in result.players]
