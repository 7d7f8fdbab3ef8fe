"""The beginning of a hand: antes, blinds and straddles are posted, the first player has his turn."""

from collections.abc import Sequence

from oddchip.evaluator import IllegalActionError
from oddchip.rules.chips import Chips, as_chips, counted
from oddchip.rules.hand import Hand
from oddchip.rules.live_hand import LiveHand
from oddchip.rules.options import Rules
from oddchip.rules.table import MAX_PLAYERS, MIN_PLAYERS

USUAL = Rules()


def start_hand(
    stacks: Sequence[Chips | str],
    blinds: Sequence[Chips | str],
    *,
    ante: Chips | str | Sequence[Chips | str] = 0,
    min_bet: Chips | str | None = None,
    big_bet: Chips | str | None = None,
    rules: Rules = USUAL,
) -> Hand:
    """Return a hand in which the antes and blinds are posted (R03, R11, R13, R19 to R26).

    stacks: of 2 to 10 players, clockwise from the left of the button, all above 0.
    blinds: small and big blind, and perhaps straddles of the players after it; a small blind of 0 where
    nobody has to pay it, which makes player 1 the big blind. Or what each player has to post, in the order
    of the players, where that is something else.
    ante: of every player, or of each, such as `(0, 20, 0)` for a big-blind ante (then with
    `Rules(antes_are_dead=True)`).
    min_bet: the least bet, if it is not the big blind; in fixed limit the step before and on the flop.
    big_bet: in fixed limit the step on turn and river, by default twice as much.

    Who cannot pay the ante or the blind posts what he has and is all-in. Raises `IllegalActionError` for
    numbers that make no game and `TypeError` for floats.

    >>> hand = start_hand([1000, 30], blinds=(50, 100))
    >>> hand.bets, hand.turn  # of two, player 2 has the button and the small blind
    ((100, 30), None)
    >>> start_hand(["4.00", "5.00", "1.25"], blinds=("0.02", "0.05")).legal_actions().call
    Decimal('0.05')
    """
    chips = tuple(
        as_chips(stack, f"the stack of player {number}") for number, stack in enumerate(stacks, start=1)
    )
    players = len(chips)
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        count = counted(players, "player")
        raise IllegalActionError(f"{count} ({MIN_PLAYERS} to {MAX_PLAYERS} can play)")
    for number, stack in enumerate(chips, start=1):
        if not stack:
            raise IllegalActionError(f"player {number} has no chips")
    nominal = posted_blinds([as_chips(blind, "a blind") for blind in blinds], players)
    antes = _antes(ante, players)
    if len(set(antes)) > 1 and not rules.antes_are_dead:
        raise IllegalActionError("uneven antes are dead money: say so with Rules(antes_are_dead=True)")
    highest = max(nominal)
    least = highest if min_bet is None else as_chips(min_bet, "the least bet")
    if not least:
        raise IllegalActionError("the least bet is 0: give a big blind or min_bet")
    later = least
    if rules.betting == "fixed-limit":
        later = 2 * least if big_bet is None else as_chips(big_bet, "the big bet")
        if not later:
            raise IllegalActionError("the big bet is 0, which is no step to bet in")
    elif big_bet is not None:
        raise IllegalActionError("big_bet is for fixed limit only")
    return Hand(post(chips, antes, nominal, (least, later), rules))


def posted_blinds(blinds: Sequence[Chips], players: int) -> tuple[Chips, ...]:
    """Return what each player has to post, for blinds in the order small, big, straddles (R11, R13).

    Of two players the second, who has the button, posts the smaller blind, whichever is given first.

    >>> posted_blinds([50, 100], 3), posted_blinds([50, 100], 2), posted_blinds([0, 100], 4)
    ((50, 100, 0), (100, 50), (100, 0, 0, 0))
    """
    if len(blinds) == players > 2:
        return tuple(blinds)
    if not 2 <= len(blinds) <= players:
        raise IllegalActionError(
            f"{counted(len(blinds), 'blind')} for {players} players (small and big blind are needed)"
        )
    small, big, *straddles = blinds
    if players == 2:
        return max(blinds), min(blinds)
    if small > big:
        raise IllegalActionError(f"the small blind of {small} is larger than the big blind of {big}")
    posts = ([small] if small else []) + [big, *straddles]
    return (*posts, *[0] * (players - len(posts)))


def post(
    stacks: tuple[Chips, ...],
    antes: tuple[Chips, ...],
    blinds: tuple[Chips, ...],
    bets_of_streets: tuple[Chips, Chips],
    rules: Rules,
) -> LiveHand:
    """Return a hand in which everybody has posted, by player; negative blinds are posts of new players.

    Such a post is live, but does not move the first turn. Antes are paid before blinds.
    """
    paid_antes = tuple(min(ante, stack) for ante, stack in zip(antes, stacks, strict=True))
    sizes: list[Chips] = [max(blind, -blind) for blind in blinds]
    bets = [min(size, stack - ante) for size, stack, ante in zip(sizes, stacks, paid_antes, strict=True)]
    live = LiveHand(rules, bets_of_streets, stacks, paid_antes, bets, max(sizes))
    live.find_turn(_first_turn(blinds))
    return live


def _first_turn(blinds: tuple[Chips, ...]) -> int:
    """The place of the first turn: after the last of the highest blinds; of two players the button (R13)."""
    highest = max(blinds)
    if highest <= 0:
        return 0
    return 1 if len(blinds) == 2 else len(blinds) - blinds[::-1].index(highest)


def _antes(ante: Chips | str | Sequence[Chips | str], players: int) -> tuple[Chips, ...]:
    if isinstance(ante, str) or not isinstance(ante, Sequence):
        return (as_chips(ante, "the ante"),) * players
    if len(ante) != players:
        raise IllegalActionError(f"{counted(len(ante), 'ante')} for {players} players")
    return tuple(as_chips(each, f"the ante of player {number}") for number, each in enumerate(ante, start=1))
