"""Equities on many flops as text and as rows of a table."""

from collections.abc import Iterator, Sequence

import click

from oddchip.cli.names import all_shortened, counted
from oddchip.cli.tables import (
    bar,
    broken,
    console,
    error_percent,
    percent,
    print_table,
    print_table_after_blank,
)
from oddchip.equity import FlopResult, FlopTable, histogram

SHOWN = 10
"""Flops at either end that are listed; of up to twice as many and some all."""

NAME, GAP, FIRST_COLUMNS = 10, 3, 36
"""Characters of a hand above a column, between columns, and of what stands before the equities."""

BANDS, BAR = 20, 40

NO_BREAK = "\u00a0"

FlopRow = tuple[object, ...]


def print_flops(table: FlopTable, digits: int, sort: str | None) -> None:
    """Print the means, the best and the worst flops, and a histogram of the first player's equity."""
    has_error = any(player.std_error for player in table.players)
    print_table(
        [
            ("hand", "left"),
            ("equity", "right"),
            *([("error", "right")] if has_error else []),
            ("win", "right"),
            ("tie", "right"),
        ],
        [
            (
                player.hand,
                percent(player.equity, digits),
                *([error_percent(player.std_error, digits)] if has_error else []),
                percent(player.win, digits),
                percent(player.tie, digits),
            )
            for player in table.players
        ],
    )
    flops = table.flops[::-1] if sort == "worst" else table.flops
    _print_list(table, flops, digits)
    _print_histogram(table)
    click.echo()
    if table.dead:
        click.echo(f"dead {table.dead}")
    # Blanks within a part must not be where a line ends.
    parts = ", ".join(part.replace(" ", NO_BREAK) for part in _how(table))
    click.echo(broken(parts, console().width).replace(NO_BREAK, " "))


def _print_list(table: FlopTable, flops: Sequence[FlopResult], digits: int) -> None:
    names = all_shortened([player.hand for player in table.players], NAME)
    room = max(1, (console().width - FIRST_COLUMNS) // (NAME + GAP))
    has_error = any(error for flop in flops for error in flop.std_errors)
    is_all = len(flops) <= 2 * SHOWN + 5
    shown = flops if is_all else (*flops[:SHOWN], *flops[-SHOWN:])
    rows = [
        (
            flop.flop,
            f"{flop.multiplicity}",
            percent(flop.probability, 3),
            *[percent(equity, digits) for equity in flop.equities[:room]],
            *([error_percent(flop.std_errors[0], digits)] if has_error else []),
        )
        for flop in shown
    ]
    if not is_all:
        rows.insert(SHOWN, ("...", *[""] * (len(rows[0]) - 1)))
    print_table_after_blank(
        [
            ("flop", "left"),
            ("stands for", "right"),
            ("comes", "right"),
            *[(name, "right") for name in names[:room]],
            *([("error", "right")] if has_error else []),
        ],
        rows,
    )
    if left := len(flops) - len(shown):
        click.echo(f"and {counted(left, 'other flop')} between them (--format csv lists all)")
    if room < len(names):
        click.echo(f"and {counted(len(names) - room, 'other player')} (--format csv has all)")


def _print_histogram(table: FlopTable) -> None:
    masses = histogram(table.shares(1), BANDS).masses.tolist()
    held = [band for band, mass in enumerate(masses) if mass > 0]
    widest = max(masses)
    click.echo(f"\nequity of {table.players[0].hand} on the flops, each as often as it comes\n")
    for band in range(held[-1], held[0] - 1, -1):
        low, high = 100 * band // BANDS, 100 * (band + 1) // BANDS
        mass = masses[band]
        click.echo(f"{low:3}-{high:3}%  {bar(mass / widest, BAR)}  {percent(mass, 1):>6}")


def _how(table: FlopTable) -> list[str]:
    stood_for = sum(flop.multiplicity for flop in table.flops)
    parts = [counted(len(table.flops), "flop")]
    if table.choice == "all":
        parts.append(f"which {'stands' if len(table.flops) == 1 else 'stand'} for {stood_for:,}")
    elif table.sampled_of is not None:
        parts[0] += f" drawn from {table.sampled_of:,}"
    sampled = [flop for flop in table.flops if flop.samples is not None]
    if sampled:
        worst = max(error for flop in sampled for error in flop.std_errors)
        parts += [f"{len(sampled):,} of them sampled", f"error {worst:.2%} or less"]
    else:
        parts.append("each exact")
    if table.seed is not None:
        parts.append(f"seed {table.seed}")
    parts.append(f"{table.elapsed_s:.2f} s")
    return parts


def flop_rows(table: FlopTable) -> Iterator[FlopRow]:
    """Yield the headings and a row for each flop, best first, with `p1_equity` and so on for each player."""
    fields = ("equity", "win", "tie", "std_error")
    players = range(1, len(table.players) + 1)
    yield (
        "flop", "multiplicity", "probability", "method", "deals", "samples",
        *[f"p{player}_{name}" for player in players for name in fields],
    )  # fmt: skip
    for flop in table.flops:
        numbers = zip(flop.equities, flop.wins, flop.ties, flop.std_errors, strict=True)
        yield (
            flop.flop,
            flop.multiplicity,
            flop.probability,
            flop.method,
            flop.deals,
            flop.samples,
            *[number for player in numbers for number in player],
        )
