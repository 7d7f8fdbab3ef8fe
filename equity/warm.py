"""Compiling ahead of time."""

from oddchip import evaluator
from oddchip.equity.calculate import calculate_equity
from oddchip.equity.preflop import class_order
from oddchip.equity.sample_holdings import sample_holdings
from oddchip.equity.spot import parse_spot


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
    for hands in (["AhKh", "QQ+,AK:0.5", "random"], ["55+,A2s+,KQ,QJ,JT,T9"] * 9):
        calculate_equity(hands, method="monte-carlo", samples=1, seed=0)
    sample_holdings(parse_spot(["AA", "random"]), 1, seed=0)
