"""The text form of an equity result."""

from collections.abc import Iterable, Mapping

import click

from oddchip.cli.tables import percent, print_table
from oddchip.equity import ComboResult, NextCard, Result

CHANCES = [("equity", "right"), ("win", "right"), ("tie", "right")]


def print_result(result: Result) -> None:
    """Print a table of players, what else was asked for, and how it was found."""
    print_table(
        [("hand", "left"), *CHANCES],
        [
            (player.hand, percent(player.equity), percent(player.win), percent(player.tie))
            for player in result.players
        ],
    )
    names = [player.hand for player in result.players]
    _print_shared(result, names)
    for name, combos in zip(names, result.by_combo or (), strict=False):
        _print_combos(name, combos)
    if result.categories is not None:
        _print_categories(names, result.categories)
    if result.next_cards is not None:
        _print_next_cards(names, result.next_cards)
    click.echo()
    for label, cards in (("board", result.board), ("dead", result.dead)):
        if cards:
            click.echo(f"{label} {cards}")
    deals = "1 deal" if result.deals == 1 else f"{result.deals:,} deals"
    click.echo(f"{result.method}, {deals}, {_duration(result.elapsed_s)}")


def _print_shared(result: Result, names: list[str]) -> None:
    """Who shares the pot with whom; of two players the table above says it."""
    shared = [winners for winners in result.outcomes if len(winners) > 1]
    if shared and len(names) > 2:
        chances = result.outcome_probabilities
        texts = [" and ".join(names[number - 1] for number in winners) for winners in shared]
        click.echo()
        print_table(
            [("pot shared by", "left"), ("deals", "right")],
            [(text, percent(chances[winners])) for text, winners in zip(texts, shared, strict=True)],
        )


def _print_combos(name: str, combos: Iterable[ComboResult]) -> None:
    click.echo()
    print_table(
        [(name, "left"), ("weight", "right"), ("held", "right"), *CHANCES],
        [
            (
                combo.combo,
                f"{combo.weight:g}",
                percent(combo.probability),
                percent(combo.equity),
                percent(combo.win),
                percent(combo.tie),
            )
            for combo in combos
        ],
    )


def _print_categories(names: list[str], categories: Iterable[Mapping[str, float]]) -> None:
    chances = list(categories)
    click.echo()
    print_table(
        [("final hand", "left"), *[(name, "right") for name in names]],
        [(label, *[percent(each[label]) for each in chances]) for label in reversed(list(chances[0]))],
    )


def _print_next_cards(names: list[str], cards: Iterable[NextCard]) -> None:
    click.echo()
    print_table(
        [("next card", "left"), ("comes", "right"), *[(name, "right") for name in names]],
        [(card.card, percent(card.probability), *map(percent, card.equities)) for card in cards],
    )


def _duration(seconds: float) -> str:
    return f"{seconds:.4f} s" if seconds < 1 else f"{seconds:.1f} s"
