"""Compiling ahead of time."""

from oddchip import evaluator
from oddchip.equity.calculate import calculate_equity
from oddchip.equity.drawn_holdings import sample_holdings
from oddchip.equity.exact import field_and_symmetry
from oddchip.equity.flop_lists import choose_all
from oddchip.equity.flop_solving import Task, solve_flops
from oddchip.equity.preflop import class_order
from oddchip.equity.spot import RangeSpot, parse_spot
from oddchip.equity.sweep import Ranges, by_sweeping


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
        (["AhKh", "QsQd", "22+,A2s+"], flop, False),
        (["QQ", "JJ", "TT", "99"], "2h", True),
        (["AhAd", "KsKd", "QQ"], "", False),
    ):
        calculate_equity(hands, board, by_combo=details, categories=details and bool(board))
    _warm_up_many()
    for hands in (["AhKh", "QQ+,AK:0.5", "random"], ["55+,A2s+,KQ,QJ,JT,T9"] * 9):
        calculate_equity(hands, method="monte-carlo", samples=1, seed=0)
    sample_holdings(parse_spot(["AA", "random"]), 1, seed=0)


def _warm_up_many() -> None:
    """Compile what works on many ranges and on many flops."""
    turn = parse_spot(["AhKh", "QQ"], "2h 7h Jc 3d")
    assert isinstance(turn, RangeSpot)
    ranges = Ranges(turn.weights[:1], turn.weights[1:], turn.board, turn.dead, is_square=False)
    by_sweeping(ranges, turn.boards_per_deal, map, None)
    spot = parse_spot(["AA", "KK"])
    assert isinstance(spot, RangeSpot)
    _, group = field_and_symmetry(spot)
    task = Task(spot, "exact", longest=0.0, std_error=0.1, seed=0)
    solve_flops(task, choose_all(spot, group).distinct, group, map, None)
