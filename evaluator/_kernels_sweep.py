"""Kernel that lists hands in order."""

from oddchip.evaluator._jit import kernel


@kernel
def list_hands(hand, hands):
    """Write the hands from `hand` on, in increasing order of their ids, to the rows of `hands`.

    hand, int64 ids in increasing order, becomes the one after the last. Returns how many rows were
    written: fewer than there are when the deck is through.
    """
    cards = hands.shape[1]
    for row in range(hands.shape[0]):
        for column in range(cards):
            hands[row, column] = hand[column]
        column = cards - 1
        while column >= 0 and hand[column] == 52 - cards + column:
            column -= 1
        if column < 0:
            return row + 1
        hand[column] += 1
        for following in range(column + 1, cards):
            hand[following] = hand[following - 1] + 1
    return hands.shape[0]
