"""Pictures of a range, and of how two ranges differ."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from oddchip.cli import plot_style as style
from oddchip.cli.plots import CHANGE_COLOURS, FilePath, class_grid, save_figure, save_grid
from oddchip.equity import Range
from oddchip.equity.combos import CLASSES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DIFFERENCE_TICKS = [(0.0, "only second"), (0.5, "same"), (1.0, "only first")]


def plot_ranges(ranges: Sequence[Range], names: Sequence[str], board: str, path: FilePath) -> None:
    """Write the grid of one range, or of how a first differs from a second, to a file.

    names: the ranges as texts before the board took combos out, which makes short texts long.
    """
    where = f" on {board}" if board else ""
    if len(ranges) == 1:
        save_grid(path, f"{names[0]}{where}", ranges[0].grid().ravel().tolist())
        return
    title = f"{names[0]} compared with {names[1]}{where}"
    weights = [each.grid().ravel().tolist() for each in ranges]
    save_figure(path, title, lambda: difference_figure(title, weights[0], weights[1]))


def difference_figure(title: str, first: Sequence[float], second: Sequence[float]) -> "Figure":
    """Draw what a first range holds more or less of each class, in points of weight, than a second one."""
    from matplotlib import colormaps

    colours = colormaps[CHANGE_COLOURS]
    figure, base = style.page(title, "", 13 * style.CELL + style.BAR_HEIGHT)
    axes = class_grid(figure, base + style.BAR_HEIGHT)
    for place, (name, one, other) in enumerate(zip(CLASSES, first, second, strict=True)):
        row, column = divmod(place, 13)
        if not one and not other:
            style.hatch_cell(axes, row, column)
            style.write(axes, column + 0.5, row + 0.5, name, style.PALE_INK, size=style.SMALL_SIZE)
            continue
        colour = colours(0.5 + (one - other) / 2)
        ink = style.ink_on(colour)
        style.fill_cell(axes, row, column, colour)
        style.write(axes, column + 0.5, row + 0.31, name, ink, is_bold=True)
        style.write(axes, column + 0.5, row + 0.7, _points(one - other), ink, size=style.SMALL_SIZE)
    style.colour_bar(figure, base, colours, "weight in the first less that in the second", DIFFERENCE_TICKS)
    return figure


def _points(difference: float) -> str:
    """Return a difference of weights in percentage points, "=" for none.

    >>> _points(1.0), _points(-0.25), _points(0.0), _points(0.001)
    ('+100', '−25', '=', '+<1')
    """
    if not difference:
        return "="
    size = f"{abs(difference) * 100:.0f}"
    return ("+" if difference > 0 else "−") + ("<1" if size == "0" else size)
