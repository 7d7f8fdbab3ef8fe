"""Who must act, what he owes, and whether and how far he may raise.

Players are counted from 0 here, as places in the tuples of a hand.
"""

from typing import TYPE_CHECKING

from oddchip.rules.chips import Chips
from oddchip.rules.legal import Amounts

if TYPE_CHECKING:
    from oddchip.rules.hand import Hand


def owed(hand: "Hand", player: int) -> Chips:
    """Return what a player must add to call.

    It is no more than what somebody else who is left has in front of him or behind: over a big blind that
    is short because its owner is all-in, the whole blind is owed (R22), unless nobody can match it (R23).
    """
    bets = hand.bets
    missing = hand.level - bets[player]
    if missing <= 0:
        return 0
    most: Chips = 0
    for other, gone in enumerate(hand.folded):
        if other != player and not gone:
            most = max(most, bets[other] + hand.stacks[other])
    return missing if most >= hand.level else max(0, most - bets[player])


def wager(hand: "Hand", player: int) -> Amounts | None:
    """Return what a player may bet or raise to, if he may (R44 to R54, R66 to R70)."""
    most = hand.bets[player] + hand.stacks[player]
    if most <= hand.level or not may_raise(hand, player):
        return None
    if hand.rules.betting == "fixed-limit":
        total = min(hand.full_level + hand.step, most)
        return total, total
    return min(hand.level + hand.step, most), most


def may_raise(hand: "Hand", player: int) -> bool:
    """Say whether a player may raise if he has the chips: the cap, and what happened since he acted.

    Who has acted in the round may raise again only when a full raise has come since (R56 to R59), or short
    all-ins that together are as much (R60).
    """
    rules = hand.rules
    is_capped = rules.betting == "fixed-limit" and (rules.heads_up_cap or hand.starters > 2)
    if is_capped and rules.most_bets is not None and hand.full_bets >= rules.most_bets:
        return False
    acted_at = hand.acted_at[player]
    if acted_at is None:
        return True
    if rules.short_all_in_reopens:
        return hand.level > acted_at
    if rules.betting == "no-limit" and rules.short_all_ins_add_up:
        return hand.level - acted_at >= hand.step
    return hand.full_bets > hand.full_bets_seen[player]


def must_act(hand: "Hand", player: int) -> bool:
    """Say whether a player has to act before the round is over (R28, R32 to R36).

    Who owes nothing has his turn once, unless there is nobody left to bet against.
    """
    if hand.folded[player] or not hand.stacks[player]:
        return False
    if owed(hand, player):
        return True
    return hand.acted_at[player] is None and hand.can_bet > 1
