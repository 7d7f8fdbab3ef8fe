"""Views of an equity result in the terminal: combos, heat map, equity graph, categories, next cards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import click

from oddchip.cli.graph import print_curves
from oddchip.cli.grid import EQUITY_SHADES, print_card_grid, print_class_grid
from oddchip.cli.tables import percent, print_table_after_blank
from oddchip.equity import ComboResult, NextCard, Result, class_equities, equity_curve, sorted_combos
from oddchip.equity.combos import CLASSES

_CARD_KEYS: dict[str, Callable[[NextCard], tuple[float, ...]]] = {
    "equity": lambda card: (card.equities[0],),
    "held": lambda card: (card.probability, card.equities[0]),
}
CHANCES = [("equity", "right"), ("win", "right"), ("tie", "right")]


@dataclass(frozen=True, slots=True)
class Views:
    """What is to be shown of a result beside its players."""

    digits: int = 2
    outcomes: bool = False
    combos: bool = False
    grid: bool = False
    graph: bool = False
    categories: bool = False
    next_card: bool = False
    sort: str | None = None


def print_views(result: Result, views: Views) -> None:
    """Print what was asked for beside the players."""
    by_player = [
        (player.hand, combos) for player, combos in zip(result.players, result.by_combo or (), strict=False)
    ]
    if views.grid:
        ranges = [(name, combos) for name, combos in by_player if len(combos) > 1]
        for name, combos in ranges or by_player:  # a known hand has no grid to speak of
            _print_heat_map(name, combos)
    if views.graph:
        click.echo()
        print_curves([(name, equity_curve(combos)) for name, combos in by_player])
    if views.combos:
        for name, combos in by_player:
            _print_combos(name, combos, views.digits)
    if views.categories and result.categories is not None:
        names = [player.hand for player in result.players]
        labels = reversed(list(result.categories[0]))
        print_table_after_blank(
            [("final hand", "left"), *[(name, "right") for name in names]],
            [
                (label, *[percent(chances[label], views.digits) for chances in result.categories])
                for label in labels
            ],
        )
    if views.next_card and result.next_cards:
        if views.sort is None:
            _print_next_card_grid(result, result.next_cards, views.digits)
        else:
            _print_next_cards(result, result.next_cards, views.digits)


def in_order(result: Result, sort: str | None) -> Result:
    """Return the result with its combos and its next cards best, worst or held (likeliest) first."""
    if sort is None:
        return result
    by, best_first = ("held" if sort == "held" else "equity"), sort != "worst"
    by_combo, cards = result.by_combo, result.next_cards
    return replace(
        result,
        by_combo=by_combo
        and tuple(tuple(sorted_combos(each, by=by, best_first=best_first)) for each in by_combo),
        next_cards=cards and tuple(sorted(cards, key=_CARD_KEYS[by], reverse=best_first)),
    )


def _print_heat_map(name: str, combos: Sequence[ComboResult]) -> None:
    equities = class_equities(combos)
    values = [equities[each].equity if each in equities else None for each in CLASSES]
    click.echo(f"\nequity of each hand of {name}, in percent\n")
    print_class_grid(
        ["." if value is None else f"{100 * value:.1f}" for value in values],
        values,
        EQUITY_SHADES,
        headings=True,
    )


def _print_combos(name: str, combos: Sequence[ComboResult], digits: int) -> None:
    print_table_after_blank(
        [(name, "left"), ("weight", "right"), ("held", "right"), *CHANCES],
        [
            (
                combo.combo,
                f"{combo.weight:g}",
                percent(combo.probability, digits),
                percent(combo.equity, digits),
                percent(combo.win, digits),
                percent(combo.tie, digits),
            )
            for combo in combos
        ],
    )


def _print_next_card_grid(result: Result, cards: Sequence[NextCard], digits: int) -> None:
    now = result.players[0].equity
    equities = {card.card: card.equities[0] for card in cards}
    widest = max(abs(equity - now) for equity in equities.values()) or 1.0
    click.echo(f"\nequity of {result.players[0].hand} after each next card, in percent\n")
    print_card_grid(
        {card: f"{100 * equity:.1f}" for card, equity in equities.items()},
        {card: 0.5 + (equity - now) / (2 * widest) for card, equity in equities.items()},
    )
    best, worst = max(equities, key=equities.__getitem__), min(equities, key=equities.__getitem__)
    click.echo(
        f"\nnow {percent(now, digits)}, best {best} {percent(equities[best], digits)},"
        f" worst {worst} {percent(equities[worst], digits)}"
    )


def _print_next_cards(result: Result, cards: Sequence[NextCard], digits: int) -> None:
    print_table_after_blank(
        [("next card", "left"), ("comes", "right"), *[(player.hand, "right") for player in result.players]],
        [
            (
                card.card,
                percent(card.probability, digits),
                *[percent(equity, digits) for equity in card.equities],
            )
            for card in cards
        ],
    )
