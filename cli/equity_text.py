"""The text form of an equity result."""

import click

from oddchip.cli.tables import print_table
from oddchip.equity import Result


def print_result(result: Result) -> None:
    """Print a table of players, who shares pots if more than two play, and how it was found."""
    print_table(
        [("hand", "left"), ("equity", "right"), ("win", "right"), ("tie", "right")],
        [
            (player.hand, _percent(player.equity), _percent(player.win), _percent(player.tie))
            for player in result.players
        ],
    )
    shared = [winners for winners in result.outcomes if len(winners) > 1]
    if shared and len(result.players) > 2:
        click.echo()
        probabilities = result.outcome_probabilities
        print_table(
            [("pot shared by", "left"), ("deals", "right")],
            [
                (
                    " ".join(result.players[number - 1].hand for number in winners),
                    _percent(probabilities[winners]),
                )
                for winners in shared
            ],
        )
    click.echo()
    for label, cards in (("board", result.board), ("dead", result.dead)):
        if cards:
            click.echo(f"{label} {cards}")
    click.echo(
        f"{result.method}, {result.deals:,} {'deal' if result.deals == 1 else 'deals'}, {_duration(result)}"
    )


def _percent(probability: float) -> str:
    return f"{probability:.2%}"


def _duration(result: Result) -> str:
    return f"{result.elapsed_s:.4f} s" if result.elapsed_s < 1 else f"{result.elapsed_s:.1f} s"
