"""The text form of an equity result."""

from collections.abc import Iterable, Mapping

import click

from oddchip.cli.tables import error_percent, percent, print_table
from oddchip.equity import ComboResult, NextCard, Result, SamplingReport

MOST_SHARED = 15
"""Ways to share the pot that are shown; ten players have hundreds."""

CHANCES = [("equity", "right"), ("win", "right"), ("tie", "right")]


def print_result(result: Result) -> None:
    """Print a table of players, what else was asked for, and how it was found."""
    sampled = result.sampling is not None
    print_table(
        [("hand", "left"), CHANCES[0], *([("error", "right")] if sampled else []), *CHANCES[1:]],
        [
            (
                player.hand,
                percent(player.equity),
                *([error_percent(player.std_error)] if sampled else []),
                percent(player.win),
                percent(player.tie),
            )
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
    click.echo(f"{result.method}, {_deals(result)}, {_duration(result.elapsed_s)}")
    if result.sampling is not None:
        click.echo(_sampling(result, result.sampling))


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


def _print_shared(result: Result, names: list[str]) -> None:
    """Who shares the pot with whom; of two players the table above says it."""
    chances = {
        winners: chance for winners, chance in result.outcome_probabilities.items() if len(winners) > 1
    }
    if not chances or len(names) == 2:
        return
    shown = sorted(
        sorted(chances, key=lambda winners: -chances[winners])[:MOST_SHARED], key=list(chances).index
    )
    click.echo()
    print_table(
        [("pot shared by", "left"), ("deals", "right")],
        [(" and ".join(names[number - 1] for number in each), percent(chances[each])) for each in shown],
    )
    left = len(chances) - len(shown)
    if left:
        click.echo(f"and {left} other ways to share it (--format json has all)")


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
