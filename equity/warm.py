"""Compiling ahead of time."""

from oddchip import evaluator
from oddchip.equity.calculate import calculate_equity


def warm_up() -> None:
    """Compile every kernel that evaluating hands and calculating equities needs, or load it compiled."""
    evaluator.warm_up()
    for board in ("", "2c 7d 9h"):
        calculate_equity(["AhKh", "QsQd"], board)
