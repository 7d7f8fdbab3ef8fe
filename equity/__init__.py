"""What hands are worth: exact equities.

>>> result = calculate_equity(["AhKh", "QsQd"], board="2c 7d 9h")
>>> [round(player.equity, 4) for player in result.players]
[0.4899, 0.5101]
"""

from .calculate import calculate_equity
from .result import PlayerResult, Result, Winners
from .spot import Spot, parse_spot
from .warm import warm_up

__all__ = ["PlayerResult", "Result", "Spot", "Winners", "calculate_equity", "parse_spot", "warm_up"]
