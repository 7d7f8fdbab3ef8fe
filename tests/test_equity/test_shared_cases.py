"""Every line of the shared file of equities that stands beside the checkout, if it is there."""

import pytest
from cases import shared_equities

from oddchip.equity import calculate_equity


@pytest.mark.parametrize("case", shared_equities())
def test_shared_case(case):
    result = calculate_equity(case["hands"], case["board"], dead=case["dead"])
    found = {",".join(map(str, who)): count for who, count in result.outcomes.items()}
    if case["win_lose_tie"] is not None:
        assert [found.get(who, 0) for who in ("1", "2", "1,2")] == case["win_lose_tie"]
        assert result.deals == sum(case["win_lose_tie"])
    if case["masks"] is not None:
        assert found == {who: count for who, count in case["masks"].items() if count}
    compared = [
        (player.equity, it)
        for player, it in zip(result.players, case["equity"], strict=True)
        if it is not None
    ]
    assert compared
    for equity, expected in compared:
        assert abs(equity - expected) <= case["tol"]
