"""The rules of the game above the order of hands: betting, pots and showdown. Nothing is here yet."""
