"""What hands are worth: equities, exact or by Monte Carlo.

>>> result = calculate_equity(["AhKh", "QsQd"], board="2c 7d 9h")
>>> [round(player.equity, 4) for player in result.players]
[0.2828, 0.7172]
"""

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
from oddchip.equity.made_hands import Draw, HandShare, MadeHand, MadeHands, made_hands
from oddchip.equity.monte_carlo import Limits, Progress, sample_until
from oddchip.equity.pot_odds import PotOdds, pot_odds
from oddchip.equity.preflop import class_matrix, class_order, preflop_equity, preflop_row
from oddchip.equity.ranges import Range
from oddchip.equity.result import ComboResult, NextCard, PlayerResult, Result, SamplingReport, Winners
from oddchip.equity.sample_holdings import SampledHoldings, sample_holdings
from oddchip.equity.sample_totals import SampleTotals
from oddchip.equity.sampler import Sampler, make_sampler
from oddchip.equity.spot import Hand, RangeSpot, Spot, parse_spot
from oddchip.equity.warm import warm_up

__all__ = [
    "ClassEquity",
    "ComboResult",
    "Draw",
    "EquityCurve",
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
    "RangeSpot",
    "Result",
    "SampleTotals",
    "SampledHoldings",
    "Sampler",
    "SamplingReport",
    "Spot",
    "Winners",
    "calculate_equity",
    "class_equities",
    "class_matrix",
    "class_order",
    "combo_index",
    "combo_text",
    "equity_curve",
    "histogram",
    "made_hands",
    "make_sampler",
    "parse_spot",
    "pot_odds",
    "preflop_equity",
    "preflop_row",
    "sample_holdings",
    "sample_until",
    "sorted_combos",
    "warm_up",
]
