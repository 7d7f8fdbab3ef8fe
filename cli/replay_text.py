"""The text form of replayed hands."""

from dataclasses import asdict
from typing import Any

import click

from oddchip.cli.tables import percent, print_table
from oddchip.evaluator import format_cards
from oddchip.rules import Replay, find_all_in, narrate, summarize
from oddchip.rules.narrative import name_of

AGREEMENT = {
    "equal": "as recorded",
    "rake": "as recorded, but for the rake",
    "half chips": "as recorded, but for odd chips that were divided",
    "different": "NOT as recorded",
    None: "not recorded",
}


def print_hand(file: str, name: str, replay: Replay, *, with_equities: bool) -> None:
    """Print a hand street by street, and how it ended."""
    click.echo(f"hand {name} of {file}")
    for section in narrate(replay, with_equities=with_equities):
        board = f" {section.board}" if section.board else ""
        click.echo(f"\n{section.street}{board}, pot {section.pot}")
        if section.equities is not None:
            parts = [
                f"{name_of(replay, player)} {percent(part)}" for player, part in section.equities.items()
            ]
            click.echo(f"  equity: {', '.join(parts)}")
        for line in section.lines:
            click.echo(f"  {line}")
    click.echo()
    for remark in replay.remarks:
        click.echo(f"remark on action {remark.action}: {remark.text}")
    _print_end(replay, with_equities=with_equities)
    click.echo()


def summary_json(replays: list[Replay]) -> dict[str, Any]:
    """Return what many hands come to as JSON has it."""
    summary = summarize(replays)
    players = [asdict(player) | {"luck": player.luck} for player in summary.players]
    return asdict(summary) | {"players": players}


def print_summary(replays: list[Replay]) -> None:
    """Print what many hands come to."""
    summary = summarize(replays)
    print_table(
        [("hands", "left"), ("", "right")],
        [
            ("all", f"{summary.hands:,}"),
            ("as recorded", f"{summary.equal:,}"),
            ("but for the rake", f"{summary.rake:,}"),
            ("but for divided odd chips", f"{summary.half_chips:,}"),
            ("not as recorded", f"{summary.different:,}"),
            ("without a record", f"{summary.unrecorded:,}"),
            ("unfinished", f"{summary.unfinished:,}"),
            ("remarks", f"{summary.remarks:,}"),
        ],
    )
    if summary.players:
        click.echo()
        print_table(
            [
                ("player", "left"),
                ("all-ins", "right"),
                ("expected", "right"),
                ("won", "right"),
                ("luck", "right"),
            ],
            [
                (
                    player.name,
                    str(player.all_ins),
                    f"{player.expected:+,.2f}",
                    f"{player.won:+,.2f}",
                    f"{player.luck:+,.2f}",
                )
                for player in summary.players
            ],
        )


def _print_end(replay: Replay, *, with_equities: bool) -> None:
    settlement = replay.settlement
    if settlement is None:
        click.echo(f"the history stops here: {replay.hand.what_is_next()}")
        return
    for award in settlement.awards:
        shares = [f"{name_of(replay, player)} {share}" for player, share in award.shares.items()]
        click.echo(f"pot of {award.amount}: {', '.join(shares)}")
    for player, chips in settlement.returned.items():
        click.echo(f"not called, back to {name_of(replay, player)}: {chips}")
    for player, shown in settlement.hands.items():
        click.echo(f"{name_of(replay, player)}: {shown.description}")
    moment = find_all_in(replay) if with_equities else None
    expected = moment.expected if moment is not None else (None,) * len(settlement.stacks)
    click.echo()
    heads = [("player", "left"), ("start", "right"), ("end", "right")]
    rows = [
        [name_of(replay, player), str(start), str(end)]
        for player, (start, end) in enumerate(
            zip(replay.hand.starting_stacks, settlement.stacks, strict=True), start=1
        )
    ]
    if moment is not None:
        board = f" on {format_cards(moment.board)}" if moment.board else ""
        heads.append((f"expected when all-in{board}", "right"))
        rows = [[*row, f"{chips:,.2f}"] for row, chips in zip(rows, expected, strict=True)]
    print_table(heads, rows)
    click.echo(f"stacks {AGREEMENT[replay.comparison]}")
