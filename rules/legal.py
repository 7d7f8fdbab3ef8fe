"""What a player may do in his turn, and how much."""

from typing import NamedTuple

from oddchip.rules.chips import Chips

Amounts = tuple[Chips, Chips]
"""The least and the most that a player may have put in front of him in this round, both included."""


class LegalActions(NamedTuple):
    """What the player whose turn it is may do."""

    player: int
    can_fold: bool
    can_check: bool
    call: Chips | None
    """How much calling adds to what he has put in; less than asked if it is all he has. None if nothing is
    to be called."""
    bet: Amounts | None
    """What he may bet, if nobody has bet in this round."""
    raise_to: Amounts | None
    """What he may raise to, if somebody has; in no-limit every amount between the two is legal."""

    @property
    def wager(self) -> Amounts | None:
        """What he may bet or raise to, whichever it is called."""
        return self.bet or self.raise_to

    def __str__(self) -> str:
        """Say it in words, for messages.

        >>> str(LegalActions(2, True, False, 50, None, (200, 1000)))
        'fold, call 50, raise to 200 to 1000'
        """
        words = ["fold"] if self.can_fold else []
        if self.can_check:
            words.append("check")
        if self.call is not None:
            words.append(f"call {self.call}")
        for verb, amounts in (("bet", self.bet), ("raise to", self.raise_to)):
            if amounts is not None:
                least, most = amounts
                words.append(f"{verb} {least}" if least == most else f"{verb} {least} to {most}")
        return ", ".join(words)
