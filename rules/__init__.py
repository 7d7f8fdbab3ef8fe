"""The rules of the game above the order of hands: betting, pots, showdown, the table, hand histories.

>>> hand = start_hand([1000, 1000, 1000], blinds=(5, 10))
>>> hand = hand.raise_to(30).fold().fold()
>>> settle(hand).stacks
(995, 990, 1015)
>>> side_pots([100, 300, 1000]).pots
(Pot(amount=300, claimants=(1, 2, 3)), Pot(amount=400, claimants=(2, 3)))
"""

from typing import TYPE_CHECKING

from oddchip.evaluator import HistoryError, IllegalActionError
from oddchip.evaluator._on_demand import names_on_demand
from oddchip.rules.chips import Chips
from oddchip.rules.conventions import (
    Ruling,
    is_misdeal,
    resolve_announcement,
    resolve_string_bet,
    substantial_action,
)
from oddchip.rules.deck import cards_needed, deal_hole_cards, deal_street, shuffled_deck
from oddchip.rules.hand import Hand
from oddchip.rules.legal import LegalActions
from oddchip.rules.live_hand import STREETS
from oddchip.rules.options import Rules
from oddchip.rules.phh import (
    History,
    dump_histories,
    dump_history,
    load_histories,
    parse_histories,
    parse_history,
    save_histories,
)
from oddchip.rules.pots import Award, Pot, SidePots, award_pots, side_pots
from oddchip.rules.replay import Remark, Replay, replay
from oddchip.rules.showdown import Settlement, Showdown, ShownHand, muck, settle, show, show_order, showdown
from oddchip.rules.start import start_hand
from oddchip.rules.table import Table, first_hand

if TYPE_CHECKING:
    from oddchip.rules.all_in import AllIn, PotEquity, equities_of, find_all_in
    from oddchip.rules.narrative import StreetNarrative, narrate
    from oddchip.rules.summary import PlayerLuck, Summary, summarize

__all__ = [
    "STREETS",
    "AllIn",
    "Award",
    "Chips",
    "Hand",
    "History",
    "HistoryError",
    "IllegalActionError",
    "LegalActions",
    "PlayerLuck",
    "Pot",
    "PotEquity",
    "Remark",
    "Replay",
    "Rules",
    "Ruling",
    "Settlement",
    "Showdown",
    "ShownHand",
    "SidePots",
    "StreetNarrative",
    "Summary",
    "Table",
    "award_pots",
    "cards_needed",
    "deal_hole_cards",
    "deal_street",
    "dump_histories",
    "dump_history",
    "equities_of",
    "find_all_in",
    "first_hand",
    "is_misdeal",
    "load_histories",
    "muck",
    "narrate",
    "parse_histories",
    "parse_history",
    "replay",
    "resolve_announcement",
    "resolve_string_bet",
    "save_histories",
    "settle",
    "show",
    "show_order",
    "showdown",
    "shuffled_deck",
    "side_pots",
    "start_hand",
    "substantial_action",
    "summarize",
]

# These need equities, and so Numba, whose import takes longer than all the rest.
_WITH_EQUITIES = {
    "AllIn": "all_in",
    "PotEquity": "all_in",
    "equities_of": "all_in",
    "find_all_in": "all_in",
    "StreetNarrative": "narrative",
    "narrate": "narrative",
    "PlayerLuck": "summary",
    "Summary": "summary",
    "summarize": "summary",
}

__getattr__ = names_on_demand(__name__, _WITH_EQUITIES)
