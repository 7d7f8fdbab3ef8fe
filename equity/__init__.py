"""What hands are worth: equities, exact or by Monte Carlo.

>>> from oddchip.equity import calculate_equity
>>> result = calculate_equity(["AhKh", "QsQd"], board="2c 7d 9h")
>>> [round(player.equity, 4) for player in result.players]
[0.2828, 0.7172]
"""

from typing import TYPE_CHECKING

from oddchip.equity.result import ComboResult, NextCard, PlayerResult, Result, SamplingReport, Winners
from oddchip.equity.spot import Hand, RangeSpot, Spot, parse_spot
from oddchip.evaluator._on_demand import names_on_demand

if TYPE_CHECKING:
    from oddchip.equity.batch import batch_equity
    from oddchip.equity.batch_parts import BatchColumns
    from oddchip.equity.batch_tally import BatchProgress, BatchSummary
    from oddchip.equity.calculate import calculate_equity
    from oddchip.equity.combos import combo_index, combo_text
    from oddchip.equity.distribution import (
        ClassEquity,
        EquityCurve,
        Histogram,
        class_equities,
        equity_curve,
        histogram,
        sorted_combos,
    )
    from oddchip.equity.drawn_holdings import SampledHoldings, sample_holdings
    from oddchip.equity.flops import FlopResult, FlopShare, FlopTable, flop_equities
    from oddchip.equity.limits import Limits, Progress
    from oddchip.equity.made import Draw, HandShare, MadeHand, MadeHands, made_hands
    from oddchip.equity.matrix import RangeMatrix, range_matrix
    from oddchip.equity.monte_carlo import sample_until
    from oddchip.equity.odds import PotOdds, pot_odds
    from oddchip.equity.preflop import class_matrix, class_order, preflop_equity, preflop_row
    from oddchip.equity.ranges import Range
    from oddchip.equity.sample_totals import SampleTotals
    from oddchip.equity.sampler import Sampler, make_sampler
    from oddchip.equity.warm import warm_up
    from oddchip.equity.workers import Workers, open_workers

__all__ = [
    "BatchColumns",
    "BatchProgress",
    "BatchSummary",
    "ClassEquity",
    "ComboResult",
    "Draw",
    "EquityCurve",
    "FlopResult",
    "FlopShare",
    "FlopTable",
    "Hand",
    "HandShare",
    "Histogram",
    "Limits",
    "MadeHand",
    "MadeHands",
    "NextCard",
    "PlayerResult",
    "PotOdds",
    "Progress",
    "Range",
    "RangeMatrix",
    "RangeSpot",
    "Result",
    "SampleTotals",
    "SampledHoldings",
    "Sampler",
    "SamplingReport",
    "Spot",
    "Winners",
    "Workers",
    "batch_equity",
    "calculate_equity",
    "class_equities",
    "class_matrix",
    "class_order",
    "combo_index",
    "combo_text",
    "equity_curve",
    "flop_equities",
    "histogram",
    "made_hands",
    "make_sampler",
    "open_workers",
    "parse_spot",
    "pot_odds",
    "preflop_equity",
    "preflop_row",
    "range_matrix",
    "sample_holdings",
    "sample_until",
    "sorted_combos",
    "warm_up",
]

# What two known hands do not need, whose equity is to be there at once; and what imports Numba, as processes
# that only hand out work do without it.
_ON_DEMAND = {
    "BatchProgress": "batch_tally",
    "BatchSummary": "batch_tally",
    "batch_equity": "batch",
    "BatchColumns": "batch_parts",
    "calculate_equity": "calculate",
    "combo_index": "combos",
    "combo_text": "combos",
    "ClassEquity": "distribution",
    "EquityCurve": "distribution",
    "Histogram": "distribution",
    "class_equities": "distribution",
    "equity_curve": "distribution",
    "histogram": "distribution",
    "sorted_combos": "distribution",
    "FlopResult": "flops",
    "FlopShare": "flops",
    "FlopTable": "flops",
    "flop_equities": "flops",
    "Limits": "limits",
    "Progress": "limits",
    "Draw": "made",
    "HandShare": "made",
    "MadeHand": "made",
    "MadeHands": "made",
    "made_hands": "made",
    "RangeMatrix": "matrix",
    "range_matrix": "matrix",
    "sample_until": "monte_carlo",
    "PotOdds": "odds",
    "pot_odds": "odds",
    "class_matrix": "preflop",
    "class_order": "preflop",
    "preflop_equity": "preflop",
    "preflop_row": "preflop",
    "Range": "ranges",
    "SampledHoldings": "drawn_holdings",
    "sample_holdings": "drawn_holdings",
    "SampleTotals": "sample_totals",
    "Sampler": "sampler",
    "make_sampler": "sampler",
    "warm_up": "warm",
    "Workers": "workers",
    "open_workers": "workers",
}

__getattr__ = names_on_demand(__name__, _ON_DEMAND)
