"""The showdown: who shows when, who may put his cards away, and who gets what."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from oddchip.evaluator import (
    Cards,
    DuplicateCardError,
    HandSizeError,
    IllegalActionError,
    describe,
    format_cards,
    parse_cards,
)
from oddchip.evaluator.single import strength_of_ids
from oddchip.rules.chips import Chips, counted, smallest_unit
from oddchip.rules.hand import Hand
from oddchip.rules.hole_cards import HoleCards, as_hole_cards
from oddchip.rules.live_hand import BOARD_SIZE, LiveHand
from oddchip.rules.pots import Award, Pot, award_pots, check_claimants, check_units


class ShownHand(NamedTuple):
    """What a player has to show for."""

    strength: int

    @property
    def description(self) -> str:
        """The strength in words."""
        return describe(self.strength)


class Showdown(NamedTuple):
    """Who gets which pot, and why."""

    awards: tuple[Award, ...]
    """From the last side pot back to the main pot."""
    hands: Mapping[int, ShownHand]
    """By player, what was shown."""

    @property
    def winnings(self) -> dict[int, Chips]:
        """By winner, what he gets of all pots together."""
        totals: dict[int, Chips] = {}
        for award in self.awards:
            for winner, share in award.shares.items():
                totals[winner] = totals.get(winner, 0) + share
        return totals


class Settlement(NamedTuple):
    """How a hand ended."""

    awards: tuple[Award, ...]
    """From the last side pot back to the main pot."""
    hands: Mapping[int, ShownHand]
    """By player, what was shown; empty where nobody had to."""
    returned: Mapping[int, Chips]
    """By player, chips that nobody called."""
    stacks: tuple[Chips, ...]
    """What each player has at the end."""


def show_order(hand: Hand) -> tuple[int, ...]:
    """Return the players who are left in the order in which they show (R83 to R87).

    Who bet or raised last on the river begins, else the first player left of the button; then clockwise. Who
    plays for a side pot shows before who plays for the main pot only. Raises `IllegalActionError` while
    somebody has to act.

    >>> from oddchip.rules import start_hand
    >>> hand = start_hand([100, 100, 100], blinds=(5, 10)).call().call().check().deal_board("AhKh7c")
    >>> hand = hand.check().check().check().deal_board("2d").check().check().check().deal_board("3d")
    >>> show_order(hand.check().bet(20).call().fold())
    (2, 3)
    """
    if hand.turn is not None:
        raise IllegalActionError(f"no hands are to be shown: {hand.what_is_next()}")
    first = hand.aggressor if hand.street == 3 and hand.aggressor is not None else 1
    pots = hand.side_pots().pots
    last_pot = {player: index for index, pot in enumerate(pots) for player in pot.claimants}
    clockwise = sorted(hand.live, key=lambda player: (player - first) % hand.players)
    return tuple(sorted(clockwise, key=lambda player: -last_pot.get(player, 0)))


def show(hand: Hand, player: int, cards: Cards | HoleCards | None = None) -> Hand:
    """Return the hand after a player has shown both hole cards (R89, R91).

    cards: what he shows, if it is not known yet. Raises `IllegalActionError` before the betting is over, and
    for cards that are not his.

    >>> from oddchip.rules import start_hand
    >>> hand = start_hand([10, 10], blinds=(5, 10)).call()
    >>> show(hand, 1, "AhAd").hole_cards[0]
    (50, 49)
    """
    known = None if cards is None else as_hole_cards(cards)
    return hand.changed(lambda live: show_in(live, player, known))


def show_in(live: LiveHand, player: int, cards: HoleCards | None) -> None:
    """Do what `show` does to a hand in progress."""
    _refuse_too_early(live, player)
    known = live.hole_cards[player - 1] if cards is None else cards
    if len(known) != 2 or None in known:
        raise IllegalActionError(f"player {player} must show both hole cards to claim a pot")
    if known != live.hole_cards[player - 1]:
        live.replace_hole_cards(player, known)
    live.shown[player - 1] = True


def muck(hand: Hand, player: int) -> Hand:
    """Return the hand after a player has put his cards away unseen; he wins nothing (R86, R92).

    Raises `IllegalActionError` before the betting is over, for the last one who can claim a pot (it goes to
    him, R90), for hands that lie face up because of an all-in while cards are to come (R88), and with
    `Rules(show_all=True)`.
    """
    return hand.changed(lambda live: muck_in(live, player))


def muck_in(live: LiveHand, player: int) -> None:
    """Do what `muck` does to a hand in progress."""
    _refuse_too_early(live, player)
    if live.rules.show_all:
        raise IllegalActionError(f"player {player} cannot muck: by these rules everybody shows")
    if live.shown[player - 1]:
        raise IllegalActionError(f"player {player} cannot muck a hand that lies face up")
    if is_last_claimant(live, player):
        raise IllegalActionError(f"player {player} cannot muck: a pot has no other claimant left")
    if len(live.board) < BOARD_SIZE:
        raise IllegalActionError(f"player {player} cannot muck: with all players all-in, hands lie face up")
    live.put_away(player)


def is_last_claimant(hand: LiveHand, player: int) -> bool:
    """Say whether some pot would have no claimant left without a player (R92)."""
    pots = hand.side_pots().pots
    return any(
        [claimant for claimant in pot.claimants if not hand.mucked[claimant - 1]] == [player] for pot in pots
    )


def settle(hand: Hand | LiveHand) -> Settlement:
    """Return who wins what, once the hand is over (R64, R74, R80, R97 to R102).

    Raises `IllegalActionError` while somebody has to act or to show, or cards are to come.

    >>> from oddchip.rules import start_hand
    >>> settle(start_hand([1000] * 4, blinds=(50, 100)).fold().fold().fold()).stacks  # a walk, R37
    (950, 1050, 1000, 1000)
    """
    if not hand.is_over:
        raise IllegalActionError(f"the hand is not over: {hand.what_is_next()}")
    side_pots = hand.side_pots()
    competing = hand.live
    pots = side_pots.pots
    if True in hand.mucked:
        pots = tuple(_without_mucked(pot, competing) for pot in pots)
    strengths: dict[int, int] = {}
    unit = hand.rules.unit or 1
    if len(competing) > 1:
        holes, board = hand.hole_cards, hand.board
        strengths = {player: strength_of_ids((*_known(holes[player - 1]), *board)) for player in competing}
        unit = hand.rules.unit or smallest_unit([*hand.starting_stacks, *hand.paid, *hand.antes])
    awards = award_pots(pots, strengths, players=hand.players, unit=unit)
    stacks = list(hand.stacks)
    for shares in (side_pots.returned, *(award.shares for award in awards)):
        for player, share in shares.items():
            stacks[player - 1] += share
    shown = {player: ShownHand(strength) for player, strength in strengths.items()}
    return Settlement(awards, shown, side_pots.returned, tuple(stacks))


def showdown(
    board: Cards,
    hands: Sequence[Cards | None],
    pots: Sequence[Pot],
    *,
    button: int | None = None,
    unit: Chips | None = None,
) -> Showdown:
    """Return who gets which pot on a complete board (R93 to R102).

    hands: the two hole cards of each player, None for those who have folded or mucked: they win nothing.
    pots: the main pot first, as `side_pots` gives them; button: the player with the button, the last one if
    not given. Raises `CardError` for wrong and repeated cards, `HandSizeError` for a wrong number of them,
    and `ValueError` for a pot that nobody with a hand has a claim to or that is no whole number of units.

    >>> won = showdown("Ac9c7d4s2s", ["AhKd", "AsQh"], [Pot(20, (1, 2))])
    >>> won.awards[0].winners, won.hands[1].description
    ((1,), 'pair, aces, king-nine-seven kickers')
    """
    board_cards = parse_cards(board)
    _refuse_wrong_cards(board_cards, hands)
    shown = {
        player: ShownHand(strength_of_ids((*parse_cards(cards), *board_cards)))
        for player, cards in enumerate(hands, start=1)
        if cards is not None
    }
    check_claimants(pots, len(hands))
    if unit is not None:
        check_units(pots, unit)
    live = [_without_mucked(pot, tuple(shown)) for pot in pots]
    strengths = {player: each.strength for player, each in shown.items()}
    return Showdown(award_pots(live, strengths, button=button, players=len(hands), unit=unit), shown)


def _refuse_too_early(hand: LiveHand, player: int) -> None:
    hand.check_player(player)
    if player not in hand.live:
        raise IllegalActionError(f"player {player} is not in the hand any more")
    is_due = hand.turn is None and (len(hand.board) == BOARD_SIZE or hand.is_all_in)
    if not is_due or len(hand.live) == 1:
        raise IllegalActionError(f"no hands are to be shown: {hand.what_is_next()}")


def _known(cards: HoleCards) -> tuple[int, ...]:
    return tuple(card for card in cards if card is not None)


def _without_mucked(pot: Pot, competing: tuple[int, ...]) -> Pot:
    return Pot(pot.amount, tuple(player for player in pot.claimants if player in competing))


def _refuse_wrong_cards(board: tuple[int, ...], hands: Sequence[Cards | None]) -> None:
    if len(board) != 5:
        raise HandSizeError(f"the board has {len(board)} cards, not 5", expected="5", got=len(board))
    place = dict.fromkeys(board, "on the board")
    for player, cards in enumerate(hands, start=1):
        if cards is None:
            continue
        known = parse_cards(cards)
        if len(known) != 2:
            raise HandSizeError(
                f"hand {player} has {counted(len(known), 'card')}, not 2", expected="2", got=len(known)
            )
        for card in known:
            if card in place:
                raise DuplicateCardError(format_cards([card]), place[card], f"in hand {player}")
            place[card] = f"in hand {player}"
