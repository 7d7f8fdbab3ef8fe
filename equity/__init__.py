"""What hands are worth: exact equities.

>>> result = calculate_equity(["AhKh", "QsQd"], board="2c 7d 9h")
>>> [round(player.equity, 4) for player in result.players]
[0.2828, 0.7172]
"""

from oddchip.equity.calculate import calculate_equity
from oddchip.equity.preflop import class_matrix, class_order, preflop_equity, preflop_row
from oddchip.equity.ranges import Range
from oddchip.equity.result import ComboResult, NextCard, PlayerResult, Result, Winners
from oddchip.equity.spot import Hand, RangeSpot, Spot, parse_spot
from oddchip.equity.warm import warm_up

__all__ = [
    "ComboResult",
    "Hand",
    "NextCard",
    "PlayerResult",
    "Range",
    "RangeSpot",
    "Result",
    "Spot",
    "Winners",
    "calculate_equity",
    "class_matrix",
    "class_order",
    "parse_spot",
    "preflop_equity",
    "preflop_row",
    "warm_up",
]
