"""Measures how cost grows with a spot, and draws it: `python benchmarks/scaling.py [--draw]`.

What is measured is saved in `results/scaling.json`; `--draw` draws the pictures anew from there. Each line
has the law beside it that the algorithm promises, `a + b * law`, fitted to the points.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from oddchip.benchmarks.answers import WrongAnswerError
from oddchip.benchmarks.calculators import ODDCHIP_WALK, OMPEVAL_EQUITY
from oddchip.benchmarks.machine import processor
from oddchip.benchmarks.measure import Task, alternate
from oddchip.benchmarks.rows import frame_of, spots_of_rows
from oddchip.benchmarks.spots import WIDE_FLOP, Spot, random_hands
from oddchip.cli import plot_style as style
from oddchip.equity import Range, Result, batch_equity, calculate_equity
from oddchip.equity.combos import COMBO_CARDS
from oddchip.equity.exact import field_and_symmetry
from oddchip.equity.field import list_boards_of
from oddchip.equity.spot import RangeSpot, parse_spot
from oddchip.evaluator import evaluate_many, format_cards, parse_cards
from oddchip.evaluator._threads import thread_count

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results" / "scaling.json"
PICTURES = HERE.parent / "docs" / "pictures"

ROUNDS, TURN_TIME, MOST_SECONDS = 15, 0.05, 2.0
SEED = 5
FLOP = "Kh7h2c"
COMBO_COUNTS = (10, 20, 50, 100, 200, 400, 800)
MOST_FOR_OMPEVAL = 400
PLAYER_COUNTS = (2, 3, 4, 5, 6, 7, 8, 9, 10)
SHOWDOWNS = 1 << 20
ROW_COUNTS = (10, 30, 100, 300, 1000, 3000)
COLOURS = 64
PLOT_HEIGHT, LEFT = 3.6, 0.95


@dataclass
class Line:
    """What was measured, and the law that it should follow, at the same places."""

    name: str
    law_name: str
    seconds: list[float]
    law: list[float]

    def fitted(self) -> list[float]:
        """Return `a + b * law` with a and b, neither below 0, that fit best in proportion to the points."""
        measured, law = np.array(self.seconds), np.array(self.law)
        columns = np.stack([np.ones_like(law), law], axis=1)
        choices = [columns, columns[:, 1:]]
        for chosen in choices:
            parts, *_ = np.linalg.lstsq(chosen / measured[:, None], np.ones_like(law), rcond=None)
            if (parts >= 0).all():
                return [float(each) for each in chosen @ parts]
        raise ValueError(f"{self.name}: the law {self.law_name} falls where the cost grows")


@dataclass
class Scale:
    """One picture: a number that grows, and what it costs."""

    name: str
    title: str
    label: str
    places: list[float]
    lines: list[Line] = field(default_factory=list)
    note: str = ""
    is_logarithmic: bool = True
    is_speed: bool = False
    """Whether the first place's time divided by each is drawn, instead of times."""


def combos() -> Scale:
    """Two ranges of so many combos, drawn at random, on a flop."""
    order = np.random.default_rng(SEED).permutation(len(COMBO_CARDS))
    free = [each for each in order if not set(COMBO_CARDS[each]) & set(parse_cards(FLOP))]
    texts = [format_cards(COMBO_CARDS[each].tolist()) for each in free]
    classes: list[float] = []
    ours: list[float] = []
    by_combo: list[float] = []
    theirs: list[float] = []
    for count in COMBO_COUNTS:
        texts_of_two = ",".join(texts[:count]), ",".join(texts[-count:])
        ranges = [Range.parse(text) for text in texts_of_two]
        held = COMBO_CARDS[free[:count] + free[-count:]] // 4
        classes.append(float(len({tuple(sorted(ranks)) for ranks in held.tolist()})))
        spot = Spot("", texts_of_two, board=FLOP)
        exactly = partial(calculate_equity, ranges, FLOP, method="exact", threads=1)
        calls: dict[str, Callable[[], Any]] = {"ours": exactly, "by combo": partial(exactly, by_combo=True)}
        if OMPEVAL_EQUITY.available() and count <= MOST_FOR_OMPEVAL:
            calls["OMPEval"] = partial(OMPEVAL_EQUITY.run, spot)
        times = _times(calls)
        ours.append(times["ours"])
        by_combo.append(times["by combo"])
        theirs += [times["OMPEval"]] if "OMPEval" in times else []
    sums, products = [2.0 * count for count in COMBO_COUNTS], [float(count**2) for count in COMBO_COUNTS]
    lines = [
        Line("oddchip, each combo's equity", "n + m", by_combo, sums),
        Line("oddchip, the two equities", "classes of two ranks", ours, classes),
    ]
    if theirs:
        lines.append(Line("OMPEval", "n * m", theirs, products[: len(theirs)]))
    return Scale(
        "combos",
        "Two ranges on a flop, by the number of combos of each",
        "combos of each range, n = m",
        list(map(float, COMBO_COUNTS)),
        lines,
        "Without a flush, combos of the same two ranks are passed together. There are 91 such classes, so"
        " that the two equities cost hardly more once every class is there.",
    )


def board_cards() -> Scale:
    """The same two ranges with none to five cards on the board."""
    cards = f"{FLOP}9d3s"
    seconds, boards = [], []
    for known in range(6):
        spot = WIDE_FLOP._replace(board=cards[: 2 * known])
        parsed = parse_spot(spot.hands, spot.board)
        if not isinstance(parsed, RangeSpot):
            raise TypeError(f"{spot.hands} are no ranges")
        _, group = field_and_symmetry(parsed)
        boards.append(float(len(list_boards_of(parsed.board, parsed.dead, group).counts)))
        walk = partial(ODDCHIP_WALK.run, spot)
        seconds.append(_times({"walk": walk}, lambda answer: _check(ODDCHIP_WALK.equities(answer)))["walk"])
    return Scale(
        "boards",
        "304 against 283 combos, by the cards that lie on the board",
        "cards on the board",
        list(map(float, range(6))),
        [Line("oddchip, without the stored table", "boards that differ by more than suits", seconds, boards)],
        "Before the flop most boards have others that differ by a change of suits alone, and are walked once"
        " for all of them.",
    )


def players() -> Scale:
    """One known hand against more and more that may be anything."""
    seconds = []
    for count in PLAYER_COUNTS:
        hands = ["AhKh", *["random"] * (count - 1)]
        sample = partial(calculate_equity, hands, method="monte-carlo", samples=SHOWDOWNS, seed=1, threads=1)
        seconds.append(_times({"sample": sample})["sample"])
    law = list(map(float, PLAYER_COUNTS))
    return Scale(
        "players",
        "A million sampled deals of AhKh against any cards",
        "players",
        law,
        [Line("oddchip", "players", seconds, law)],
        "Deals in which two players hold the same card are dealt anew, so that many players cost a little"
        " more than their number.",
        is_logarithmic=False,
    )


def threads() -> Scale:
    """The same work on more and more threads."""
    cores = thread_count(None)
    counts = list(range(1, cores + 1))
    hands = random_hands()
    strengths, out = evaluate_many(hands), np.empty(len(hands), dtype=np.uint16)
    works: dict[str, tuple[Callable[..., Any], Callable[[Any], None]]] = {
        "strengths of 8 million hands": (
            partial(evaluate_many, hands, out=out),
            lambda answer: _refuse_other(answer, strengths),
        ),
        "random v random, Kh on the board, 2c dead, exact": (
            partial(calculate_equity, ["random"] * 2, "Kh", dead="2c", method="exact"),
            _check,
        ),
        "QQ+,AKs v A2s+ v random, sampled": (
            partial(
                calculate_equity,
                ["QQ+,AKs", "A2s+", "random"],
                method="monte-carlo",
                std_error=2e-4,
                seed=1,
            ),
            _check,
        ),
    }
    lines = []
    for name, (work, check) in works.items():
        times = _times({str(count): partial(work, threads=count) for count in counts}, check)
        seconds, law = [times[str(count)] for count in counts], [1 / count for count in counts]
        lines.append(Line(name, "1 / threads", seconds, law))
    return Scale(
        "threads",
        "The same work on more threads",
        "threads",
        list(map(float, counts)),
        lines,
        f"On the {cores} cores of the machine.",
        is_logarithmic=False,
        is_speed=True,
    )


def rows() -> Scale:
    """A batch of more and more rows."""
    seconds = []
    for count in ROW_COUNTS:
        frame = frame_of(spots_of_rows(count)[0])
        batch = partial(batch_equity, frame, method="exact", threads=1)

        def check(answer: Any, count: int = count) -> None:
            if len(answer) != count or answer["error"].null_count() != count:
                raise WrongAnswerError(f"a batch of {count} rows has errors")

        seconds.append(_times({"batch": batch}, check)["batch"])
    law = list(map(float, ROW_COUNTS))
    return Scale(
        "rows",
        "A batch of different spots with a board, on one thread",
        "rows",
        law,
        [Line("oddchip, batch_equity", "rows", seconds, law)],
        "Rows differ: two ranges on a flop cost many times as much as two hands on a turn.",
    )


SCALES = (combos, board_cards, players, threads, rows)


def _refuse_other(answer: npt.NDArray[np.uint16], right: npt.NDArray[np.uint16]) -> None:
    if not np.array_equal(answer, right):
        raise WrongAnswerError("threads change strengths")


def _check(answer: Result | Sequence[float]) -> None:
    equities = [each.equity for each in answer.players] if isinstance(answer, Result) else answer
    if abs(sum(equities) - 1) > 1e-6:
        raise WrongAnswerError(f"equities {list(equities)} do not add up to 1")


def _times(calls: dict[str, Callable[[], Any]], check: Callable[[Any], None] = _check) -> dict[str, float]:
    """The best time of each call; they take turns."""
    tasks = [Task(name, call, check) for name, call in calls.items()]
    timings = alternate(tasks, ROUNDS, TURN_TIME, MOST_SECONDS)
    return {name: timing.best for name, timing in timings.items()}


def draw(scale: Scale, path: Path) -> None:
    """Draw a picture."""
    from matplotlib.ticker import FuncFormatter, NullFormatter
    from PIL import Image, PngImagePlugin

    with style.drawing_style():
        figure, base = style.page(f"{scale.title}", scale.note, PLOT_HEIGHT + 0.5)
        axes = style.axes_at(figure, LEFT, base + 0.5, style.WIDTH - LEFT - style.MARGIN, PLOT_HEIGHT)
        for line, colour in zip(scale.lines, style.CURVE_COLOURS, strict=False):
            places = scale.places[: len(line.seconds)]
            values, law = line.seconds, line.fitted()
            if scale.is_speed:
                values, law = [values[0] / each for each in values], [1 / each for each in line.law]
            axes.plot(places, values, "o-", color=colour, label=line.name)
            law_name = "" if scale.is_speed else f"a + b ({line.law_name})"
            axes.plot(places, law, "--", color=style.PALE_INK if scale.is_speed else colour, label=law_name)
        if scale.is_speed:
            axes.lines[-1].set_label("as many times as threads")
        if scale.is_logarithmic:
            axes.set_yscale("log")
            if scale.name != "boards":
                axes.set_xscale("log")
                axes.set_xticks(scale.places, labels=[f"{place:,.0f}" for place in scale.places])
            axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _duration(value)))
        else:
            axes.set_xticks(scale.places, labels=[f"{place:,.0f}" for place in scale.places])
            axes.set_ylim(bottom=0)
            if not scale.is_speed:
                axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _duration(value)))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_xlabel(scale.label, size=style.TEXT_SIZE)
        axes.set_ylabel("times as fast as one thread" if scale.is_speed else "time", size=style.TEXT_SIZE)
        axes.tick_params(labelsize=style.SMALL_SIZE)
        axes.grid(visible=True, color=style.BLANK_LINES, linewidth=0.6)
        axes.legend(fontsize=style.SMALL_SIZE, frameon=False)
        path.write_bytes(style.image_bytes(figure, "png", scale.title))
    with Image.open(path) as picture:
        texts = PngImagePlugin.PngInfo()
        texts.add_text("Title", scale.title)
        small = picture.convert("RGB").quantize(COLOURS)
    small.save(path, optimize=True, pnginfo=texts)


def _duration(seconds: float) -> str:
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:g} {unit}"
    return f"{seconds / 1e-6:.3g} µs" if seconds else "0"


def load(path: Path = RESULTS) -> list[Scale]:
    """Return what is saved."""
    saved = json.loads(path.read_text(encoding="utf-8"))
    return [Scale(**{**each, "lines": [Line(**line) for line in each["lines"]]}) for each in saved["scales"]]


def main() -> None:
    """Measure and save, unless only pictures are asked for, and draw."""
    parser = argparse.ArgumentParser(description="Measure how cost grows, and draw it.")
    parser.add_argument("--draw", action="store_true", help="only draw what is saved")
    options = parser.parse_args()
    if not options.draw:
        scales = [measured() for measured in SCALES]
        saved = {"processor": processor(), "scales": [asdict(scale) for scale in scales]}
        RESULTS.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    for scale in load():
        path = PICTURES / f"scaling-{scale.name}.png"
        draw(scale, path)
        sys.stdout.write(f"{path}: {path.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
