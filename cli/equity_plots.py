"""Pictures of an equity result."""

from oddchip.cli.plots import save_curves, save_heat_map, save_next_cards
from oddchip.equity import Result, class_equities, equity_curve
from oddchip.equity.combos import CLASSES


def plot_result(result: Result, path: str, view: str) -> None:
    """Write a picture of one view, `grid`, `graph` or `next_card`, to a file."""
    spot = " v ".join(player.hand for player in result.players)
    where = f" on {result.board}" if result.board else ""
    by_combo = result.by_combo or ()
    if view == "graph":
        curves = [
            (player.hand, curve.shares.tolist(), curve.equities.tolist())
            for player, combos in zip(result.players, by_combo, strict=True)
            for curve in [equity_curve(combos)]
        ]
        save_curves(path, f"{spot}{where}", curves)
    elif view == "next_card":
        hero = result.players[0]
        equities = {card.card: card.equities[0] for card in result.next_cards or ()}
        save_next_cards(path, f"{spot}{where}: {hero.hand} after the next card", hero.equity, equities)
    else:
        # The first range; a known hand has no grid to speak of.
        player, combos = max(
            zip(result.players, by_combo, strict=True), key=lambda pair: min(len(pair[1]), 2)
        )
        equities_by_class = class_equities(combos)
        values = [equities_by_class[each].equity if each in equities_by_class else None for each in CLASSES]
        save_heat_map(path, f"{spot}{where}: equity of {player.hand}", values)
