"""`oddchip showdown`."""

import json
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

import click

from oddchip.cli.names import counted
from oddchip.cli.shared import format_option, with_error_boundary

if TYPE_CHECKING:
    from oddchip.rules import Award, Showdown, SidePots

NO_HAND = "-"


@click.command(short_help="Who gets which pot, odd chips placed.")
@click.argument("hands", metavar="HAND...", nargs=-1, required=True)
@click.option("--board", required=True, metavar="CARDS", help="The five board cards.")
@click.option("--paid", metavar="N,N,...", help="What each player has put in, in the order of the hands.")
@click.option("--pot", "whole_pot", metavar="N", help="One pot for all, instead of --paid.")
@click.option("--folded", default="", metavar="P,P,...", help="Numbers of the players who have folded.")
@click.option("--button", type=int, metavar="P", help="Number of the player with the button; the last.")
@click.option("--unit", metavar="N", help="The smallest chip; 1 or the last decimal in use.")
@format_option("text", "json")
@with_error_boundary
def showdown(
    hands: tuple[str, ...],
    board: str,
    paid: str | None,
    whole_pot: str | None,
    folded: str,
    button: int | None,
    unit: str | None,
    output_format: str,
) -> None:
    """Settle a hand: main pot, side pots, winners, odd chips.

    \b
      oddchip showdown AhKd AsQh --board Ac9c7d4s2s --pot 25
      oddchip showdown AhKh - 9s9d 7c7d --board AcKc9h7h2s --paid 300,50,1000,1000
      oddchip showdown JhTh JsTs Ac2c --board 9c8d7h2s2d --paid 0.35,0.35,0.35

    Hands are in the order of the seats, clockwise; write - for a hand that was folded or mucked, which wins
    nothing. What nobody called goes back. Odd chips go one each to the winners left of the button.
    """
    from oddchip.rules import SidePots, side_pots
    from oddchip.rules import showdown as settle
    from oddchip.rules.pots import Pot

    if (paid is None) == (whole_pot is None):
        raise click.UsageError("give what each player has put in, --paid, or one --pot for all.")
    cards = [None if hand == NO_HAND else hand for hand in hands]
    gone = {number for number, hand in enumerate(cards, start=1) if hand is None} | _players(
        folded, len(hands)
    )
    live = tuple(player for player in range(1, len(hands) + 1) if player not in gone)
    if not live:
        raise click.UsageError("nobody is left to win the pot.")
    if paid is not None:
        amounts = [_chips(text, "--paid") for text in paid.split(",")]
        if len(amounts) != len(hands):
            given = counted(len(amounts), "amount")
            raise click.UsageError(f"--paid has {given} for {counted(len(hands), 'hand')}.")
        pots = side_pots(amounts, gone)
    else:
        pots = SidePots((Pot(_chips(whole_pot or "", "--pot"), live),), {})
    if button is not None and not 1 <= button <= len(hands):
        raise click.UsageError(f"--button is {button}, but there are players 1 to {len(hands)}.")
    shown = [None if player in gone else hand for player, hand in enumerate(cards, start=1)]
    smallest = None if unit is None else _chips(unit, "--unit")
    if smallest is not None:
        _refuse_broken_chips(pots, smallest)
    result = settle(board, shown, pots.pots, button=button, unit=smallest)
    if output_format == "json":
        click.echo(json.dumps(_as_json(hands, result, pots), indent=2))
    else:
        _print(hands, result, pots)


def _players(text: str, count: int) -> set[int]:
    numbers = set()
    for part in filter(None, (part.strip() for part in text.split(","))):
        if not part.isdigit() or not 1 <= int(part) <= count:
            raise click.UsageError(f"--folded: {part!r} is not a player (players are 1 to {count}).")
        numbers.add(int(part))
    return numbers


def _chips(text: str, option: str) -> "int | Decimal":
    try:
        amount = Decimal(text.strip())
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or amount < 0 or (option == "--unit" and not amount):
        raise click.UsageError(f"{option}: {text.strip()!r} is not an amount of chips, such as 300 or 0.35.")
    return int(amount) if amount == amount.to_integral_value() and "." not in text else amount


def _refuse_broken_chips(pots: "SidePots", unit: "int | Decimal") -> None:
    from oddchip.rules.pots import check_units

    try:
        check_units(pots.pots, unit)
    except ValueError as error:
        raise click.UsageError(f"--unit: {error}.") from None


def _print(hands: tuple[str, ...], result: "Showdown", pots: "SidePots") -> None:
    from oddchip.cli.tables import print_table

    print_table(
        [("player", "right"), ("hand", "left"), ("what it is", "left"), ("wins", "right")],
        [
            (
                str(player),
                hand,
                result.hands[player].description if player in result.hands else "",
                str(result.winnings.get(player, 0)),
            )
            for player, hand in enumerate(hands, start=1)
        ],
    )
    click.echo()
    print_table(
        [("pot", "left"), ("chips", "right"), ("claimed by", "left"), ("won by", "left")],
        [
            (name, str(award.amount), _names(award.claimants), _shares(award))
            for name, award in zip(_pot_names(len(result.awards)), result.awards, strict=True)
        ],
    )
    for player, chips in pots.returned.items():
        click.echo(f"\n{chips} that nobody called go back to player {player}")


def _shares(award: "Award") -> str:
    return ", ".join(
        f"player {winner} gets {share}" + (" with an odd chip" if winner in award.odd_chips else "")
        for winner, share in award.shares.items()
    )


def _names(players: tuple[int, ...]) -> str:
    return ", ".join(map(str, players))


def _pot_names(count: int) -> list[str]:
    """The names of so many pots, from the last side pot back to the main pot."""
    if count == 1:
        return ["main pot"]
    if count == 2:
        return ["side pot", "main pot"]
    return [*(f"side pot {number}" for number in range(count - 1, 0, -1)), "main pot"]


def _as_json(hands: tuple[str, ...], result: "Showdown", pots: "SidePots") -> dict[str, Any]:
    names = _pot_names(len(result.awards))
    return {
        "players": [
            {
                "player": player,
                "hand": None if player not in result.hands else hand,
                "strength": result.hands[player].strength if player in result.hands else None,
                "description": result.hands[player].description if player in result.hands else None,
                "wins": json_amount(result.winnings.get(player, 0)),
            }
            for player, hand in enumerate(hands, start=1)
        ],
        "pots": [
            {
                "name": name,
                "amount": json_amount(award.amount),
                "claimants": list(award.claimants),
                "winners": list(award.winners),
                "shares": {str(winner): json_amount(share) for winner, share in award.shares.items()},
                "odd_chips": list(award.odd_chips),
            }
            for name, award in zip(names, result.awards, strict=True)
        ],
        "returned": {str(player): json_amount(chips) for player, chips in pots.returned.items()},
    }


def json_amount(chips: "int | Decimal") -> int | str:
    """Return an amount as JSON has it: whole numbers as such, decimals as text, which is exact."""
    return chips if isinstance(chips, int) else str(chips)
