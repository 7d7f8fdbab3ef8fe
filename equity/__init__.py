"""What hands are worth: exact equities.

>>> result = calculate_equity(["AhKh", "QsQd"], board="2c 7d 9h")
>>> [round(player.equity, 4) for player in result.players]
[0.2828, 0.7172]
"""

from oddchip.equity.calculate import calculate_equity
from oddchip.equity.result import PlayerResult, Result, Winners
from oddchip.equity.spot import Spot, parse_spot
from oddchip.equity.warm import warm_up

__all__ = ["PlayerResult", "Result", "Spot", "Winners", "calculate_equity", "parse_spot", "warm_up"]
