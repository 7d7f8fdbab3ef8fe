"""Compiling ahead of time."""

from oddchip import evaluator
from oddchip.equity.calculate import calculate_equity
from oddchip.equity.preflop import class_order


def warm_up() -> None:
    """Compile every kernel that evaluating hands and calculating equities needs, or load it compiled."""
    evaluator.warm_up()
    class_order()
    flop = "2h 7h Jc"
    for hands, board, details in (
        (["AhKh", "QsQd"], "", False),
        (["AhKh", "QsQd"], flop, False),
        (["QQ", "AA"], "", True),
        (["22+,AK", "22+,AQ"], flop, False),
        (["22+,AK", "22+,AQ"], flop, True),
        (["22+", "33+", "44+"], flop, False),
        (["QQ", "JJ", "TT", "99"], "2h", True),
        (["AhAd", "KsKd", "QQ"], "", False),
    ):
        calculate_equity(hands, board, by_combo=details, categories=details and bool(board))
