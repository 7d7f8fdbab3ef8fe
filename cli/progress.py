"""A line on stderr about what is being sampled, if stderr is a terminal."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from oddchip.cli.tables import error_percent, percent
from oddchip.equity import Progress
from oddchip.equity.limits import OnProgress

LONGEST_NAME = 16


@contextmanager
def sampling_progress(hands: Sequence[str]) -> Iterator[OnProgress | None]:
    """Give a callback that shows the running estimates; the line is gone at the end."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True, highlight=False, markup=False)
    with Live(console=console, transient=True, auto_refresh=False) as live:

        def show(progress: Progress) -> None:
            live.update(progress_text(hands, progress), refresh=True)

        yield show


def progress_text(hands: Sequence[str], progress: Progress) -> str:
    """Return the running estimates, a line for each player, and how far the sampling is.

    >>> from oddchip.equity import PlayerResult
    >>> players = (PlayerResult("AA", 0.75, 0.74, 0.02, 0.001), PlayerResult("22", 0.25, 0.24, 0.02, 0.001))
    >>> print(progress_text(["AA", "22"], Progress(players, 20_000, 4e6, 0.005, 0.25)))
    AA  75.00% ± 0.10%
    22  25.00% ± 0.10%
    20,000 deals, 4.0 M/s, 25% done
    """
    names = [_shortened(hand) for hand in hands]
    width = max(map(len, names))
    lines = [
        f"{name:{width}}  {percent(player.equity):>6} {error_percent(player.std_error)}"
        for name, player in zip(names, progress.players, strict=True)
    ]
    state = f"{progress.samples:,} deals, {progress.rate / 1e6:.1f} M/s, {progress.part:.0%} done"
    return "\n".join([*lines, state])


def _shortened(hand: str) -> str:
    return hand if len(hand) <= LONGEST_NAME else f"{hand[: LONGEST_NAME - 1]}…"
