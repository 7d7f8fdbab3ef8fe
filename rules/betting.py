"""Whether and how far a player may bet or raise. Players are counted from 0, as in the lists of a hand."""

from typing import TYPE_CHECKING

from oddchip.rules.legal import Amounts

if TYPE_CHECKING:
    from oddchip.rules.live_hand import LiveHand


def wager(hand: "LiveHand", player: int) -> Amounts | None:
    """Return what a player may bet or raise to, if he may (R44 to R54, R66 to R70)."""
    most = hand.bets[player] + hand.stacks[player]
    if most <= hand.level or not may_raise(hand, player):
        return None
    if hand.rules.betting == "fixed-limit":
        total = min(hand.full_level + hand.step, most)
        return total, total
    return min(hand.level + hand.step, most), most


def may_raise(hand: "LiveHand", player: int) -> bool:
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
