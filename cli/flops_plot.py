"""A picture of how equity is spread over many flops."""

from typing import TYPE_CHECKING

from oddchip.cli import plot_style as style
from oddchip.cli.names import counted
from oddchip.cli.plots import FilePath, save_figure
from oddchip.equity import FlopTable, histogram

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BANDS = 40
HEIGHT, LABELS = 4.0, 0.6


def save_histogram(path: FilePath, table: FlopTable) -> None:
    """Write the histogram of the first player's equity to a file."""
    spot = " v ".join(player.hand for player in table.players)
    title = f"{spot}: equity of {table.players[0].hand} on {counted(len(table.flops), 'flop')}"
    save_figure(path, title, lambda: histogram_figure(title, table))


def histogram_figure(title: str, table: FlopTable) -> "Figure":
    """Draw how often the first player has which equity on the flop, and the mean."""
    from matplotlib.ticker import PercentFormatter

    edges, masses = histogram(table.shares(1), BANDS)
    mean = table.players[0].equity
    note = f"Each flop counts as often as it comes. The line is the mean, {100 * mean:.2f}%."
    figure, base = style.page(title, note, HEIGHT + LABELS)
    left = style.MARGIN + 0.65
    axes = style.axes_at(figure, left, base + LABELS, style.WIDTH - left - 1.5 * style.MARGIN, HEIGHT)
    axes.bar(edges[:-1], masses, 1 / BANDS, align="edge", color=style.CURVE_COLOURS[0], edgecolor="white")
    axes.axvline(mean, color=style.CURVE_COLOURS[1], linestyle=style.CURVE_DASHES[1], linewidth=2.2)
    axes.set_xlim(0, 1)
    for axis, label in ((axes.xaxis, "equity on the flop"), (axes.yaxis, "part of the flops")):
        axis.set_major_formatter(PercentFormatter(1.0, decimals=0 if axis is axes.xaxis else 1))
        axis.set_label_text(label, size=style.TEXT_SIZE, color=style.INK)
    axes.set_xticks([tenth / 10 for tenth in range(0, 11, 2)])
    axes.tick_params(labelsize=style.TEXT_SIZE, labelcolor=style.INK)
    axes.grid(axis="y", color=style.BLANK_LINES, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    return figure
