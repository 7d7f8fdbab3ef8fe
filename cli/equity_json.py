"""The JSON form of an equity result: the result as it is, and the views that were asked for."""

from typing import Any

from oddchip.cli.equity_views import Views
from oddchip.equity import PotOdds, Result, class_equities, equity_curve


def result_json(result: Result, views: Views, odds: PotOdds | None) -> dict[str, Any]:
    """Return what `--format json` prints."""
    printed = result.to_json()
    combos_by_player = result.by_combo or ()
    if views.grid:
        printed["by_class"] = [
            [each.to_json() for each in class_equities(combos).values()] for combos in combos_by_player
        ]
    if views.graph:
        printed["curves"] = [
            {"shares": curve.shares.tolist(), "equities": curve.equities.tolist()}
            for curve in map(equity_curve, combos_by_player)
        ]
    if odds is not None:
        printed["pot_odds"] = odds.to_json()
    return printed
