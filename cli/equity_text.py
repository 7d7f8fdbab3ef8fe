"""The text form of an equity result: the players, who shares, how it was found."""

from collections import Counter

import click

from oddchip.cli.equity_views import Views, print_views
from oddchip.cli.tables import (
    bar,
    broken,
    console,
    error_digits,
    percent,
    player_style,
    print_table,
    print_table_after_blank,
)
from oddchip.equity import PotOdds, Result, SamplingReport, Winners

MOST_SHARED = 15
"""Ways to share the pot that are shown unasked; ten players have hundreds."""

NARROW, NARROW_BAR = 100, 10
"""A terminal of fewer columns gets shorter bars."""


def print_result(result: Result, views: Views, odds: PotOdds | None) -> None:
    """Print a table of players, what else was asked for, and how it was found."""
    _print_players(result, views.digits)
    if views.outcomes:
        _print_outcomes(result, views.digits)
    else:
        _print_shared(result, views.digits)
    print_views(result, views)
    click.echo()
    if odds is not None:
        hero = result.players[0]
        for line in odds_lines(hero.hand, hero.equity, odds, views.digits, console().width):
            click.echo(line)
    for label, cards in (("board", result.board), ("dead", result.dead)):
        if cards:
            click.echo(f"{label} {cards}")
    click.echo(f"{result.method}, {_deals(result)}, {_duration(result.elapsed_s)}")
    if result.sampling is not None:
        click.echo(broken(_sampling(result, result.sampling), console().width))


def odds_lines(hand: str, equity: float, odds: PotOdds, digits: int, width: int) -> list[str]:
    """Return what pot odds say of a call, in words: one line if it is no wider than that, else more."""
    verdict = {True: "pays", False: "does not pay", None: "may or may not pay, as the error is too large"}
    needed = f"calling {odds.call:g} into {odds.pot:g} needs {percent(odds.needed_equity, digits)},"
    has = f"{hand} has {percent(equity, digits)}:"
    worth = f"worth {odds.expected_value:+,.2f} a call, which {verdict[odds.pays]}"
    if len(line := f"{needed} {has} {worth}") <= width:
        return [line]
    return [*broken(f"{needed} {has}", width).splitlines(), worth]


def _print_players(result: Result, digits: int) -> None:
    from rich.text import Text

    sampled = result.sampling is not None
    shown_digits = error_digits([player.std_error for player in result.players], digits)
    width = NARROW_BAR if console().width < NARROW else 2 * NARROW_BAR
    print_table(
        [
            ("hand", "left"),
            ("combos", "right"),
            ("equity", "right"),
            ("", "left"),
            *([("error", "right")] if sampled else []),
            ("win", "right"),
            ("tie", "right"),
        ],
        [
            (
                player.hand,
                f"{combos:,}",
                Text(percent(player.equity, digits), style="bold"),
                Text(bar(player.equity, width), style=player_style(number)),
                *([f"± {percent(player.std_error, shown_digits)}"] if sampled else []),
                percent(player.win, digits),
                percent(player.tie, digits),
            )
            for number, (player, combos) in enumerate(
                zip(result.players, result.combos, strict=True), start=1
            )
        ],
    )


def _deals(result: Result) -> str:
    deals = result.samples if result.deals is None else result.deals
    return "1 deal" if deals == 1 else f"{deals:,} deals"


def _sampling(result: Result, sampling: SamplingReport) -> str:
    """How the samples were drawn, in so far as it is worth knowing."""
    parts = [f"seed {result.seed}"]
    if sampling.effective_samples != result.samples:
        parts.append(f"weighted, worth {sampling.effective_samples:,.0f} deals")
    parts.append("error is the standard error of the equity")
    if result.reason != "asked for":
        parts.append(result.reason)
    return "; ".join(parts)


def _print_outcomes(result: Result, digits: int) -> None:
    """Every set of players who win or share."""
    chances = result.outcome_probabilities
    print_table_after_blank(
        [("pot won by", "left"), ("deals", "right")],
        [(_names(result, each), percent(chance, digits)) for each, chance in chances.items()],
    )


def _print_shared(result: Result, digits: int) -> None:
    """Who shares the pot with whom; of two players the table above says it."""
    chances = {
        winners: chance for winners, chance in result.outcome_probabilities.items() if len(winners) > 1
    }
    if not chances or len(result.players) == 2:
        return
    shown = sorted(
        sorted(chances, key=lambda winners: -chances[winners])[:MOST_SHARED], key=list(chances).index
    )
    print_table_after_blank(
        [("pot shared by", "left"), ("deals", "right")],
        [(_names(result, each), percent(chances[each], digits)) for each in shown],
    )
    left = len(chances) - len(shown)
    if left:
        click.echo(f"and {left} other ways to share it (--outcomes shows all)")


def _names(result: Result, winners: Winners) -> str:
    """The hands of some players, with the player's number where others hold the same."""
    hands = [player.hand for player in result.players]
    alike = Counter(hands)
    return " and ".join(
        f"{hands[number - 1]} ({number})" if alike[hands[number - 1]] > 1 else hands[number - 1]
        for number in winners
    )


def _duration(seconds: float) -> str:
    return f"{seconds:.4f} s" if seconds < 1 else f"{seconds:.1f} s"
