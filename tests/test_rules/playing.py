"""Hands of the rules tests, played in words.

Players are p1, left of the button, to the last, who has the button; of two, p1 has the big blind.
"""

from oddchip.rules import Rules, settle, show, show_order, start_hand

BOARD = {"flop": "2c3d7h", "turn": "9s", "river": "Jd"}
CLASSES = ("AK", "QT", "86", "54")
"""Hole cards on that board, best first; whoever holds the same two ranks ties, as no flush is possible."""
LIMIT = Rules(betting="fixed-limit")


def play(hand, *script):
    """Return the hand after a script such as "p3 raise 30, p1 fold, p2 call, flop, all check".

    Who is named must be the one whose turn it is.
    """
    for step in filter(None, ", ".join(script).split(", ")):
        hand = _played(hand, step)
    return hand


def _played(hand, step):
    match step.split():
        case ["flop" | "turn" | "river" as street]:
            return hand.deal_board(BOARD[street])
        case ["all", "check"]:
            while hand.turn is not None:
                hand = hand.check()
            return hand
        case [player, *action] if player[0] == "p":
            assert f"p{hand.turn}" == player, step
            return _played(hand, " ".join(action))
        case ["bet", amount]:
            return hand.bet(amount)
        case ["raise", total]:
            return hand.raise_to(total)
        case ["fold" | "check" | "call" | "all-in" as action]:
            return getattr(hand, action.replace("-", "_"))()
    raise AssertionError(f"no such step: {step!r}")


def start(*stacks, blinds=(50, 100), **more):
    """Return a hand that begins with these stacks."""
    return start_hand(stacks, blinds, **more)


def on_flop(*stacks, blinds=(50, 100), **more):
    """Return a hand on the flop where these stacks are left, after everybody called the big blind."""
    hand = start_hand([stack + blinds[1] for stack in stacks], blinds, **more)
    return play(hand, *["call"] * (len(stacks) - 1), "check, flop")


def legal(hand):
    """Return what may be done, in words."""
    return str(hand.legal_actions())


def turns(hand, action):
    """Return the players who act until the round is over, if everybody does the same where he can."""
    order = []
    while hand.turn is not None:
        order.append(hand.turn)
        to_call = hand.legal_actions().call
        hand = play(hand, "check" if to_call is None else action)
    return tuple(order), hand


def check_down(hand):
    """Return the hand after everybody has checked, on the rest of the usual board."""
    while len(hand.live) > 1 and not (hand.turn is None and len(hand.board) == 5):
        hand = hand.check() if hand.turn else play(hand, ("flop", "turn", "river")[hand.street])
    return hand


def dealt(hand, *ranking):
    """Return the hand with cards for those who are left: best first, those in a tuple tie."""
    groups = [group if isinstance(group, tuple) else (group,) for group in ranking]
    assert sorted(sum(groups, ())) == [*hand.live], "everybody who is left is ranked once"
    for (high, low), group in zip(CLASSES, groups, strict=False):
        for player, suits in zip(group, ("cd", "dh", "hs", "sc"), strict=False):
            hand = hand.deal_hole_cards(player, f"{high}{suits[0]}{low}{suits[1]}")
    return hand


def show_down(hand):
    """Return the settlement after everybody who is left has shown."""
    if len(hand.live) > 1:
        for player in show_order(hand):
            hand = show(hand, player)
    return settle(hand)


def result(hand, *ranking):
    """Return the settlement after checking down: best first, those in a tuple tie."""
    hand = check_down(hand)
    return show_down(dealt(hand, *ranking) if ranking else hand)


def stacks_after(hand, *ranking):
    """Return the final stacks after checking down: best first, those in a tuple tie."""
    return result(hand, *ranking).stacks


def pots(hand):
    """Return the pots as pairs of an amount and the players who can win it."""
    return [(pot.amount, pot.claimants) for pot in hand.side_pots().pots]


def acting():
    """Return a hand of three on the flop, in which player 2 faces a bet of 200."""
    return play(on_flop(900, 900, 900), "p1 bet 200")


def board_due():
    """Return a hand of two whose turn card is due."""
    return play(on_flop(900, 900), "all check")


def at_showdown():
    """Return a hand of two at its showdown, in which player 1 is the better."""
    return dealt(check_down(play(start(1000, 1000), "call, check")), 1, 2)
