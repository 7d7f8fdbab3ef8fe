"""`oddchip replay`."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oddchip.cli.shared import format_option, with_error_boundary
from oddchip.cli.showdown_command import json_amount

if TYPE_CHECKING:
    from oddchip.rules import History, Replay


@click.command(short_help="Hand histories: street by street, final stacks, all-in luck.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--hand", "chosen", metavar="NAME", help="Only the hand with this name in its file.")
@click.option("--summary", is_flag=True, help="Only what all hands come to.")
@click.option("--no-equities", is_flag=True, help="Without equities, which is faster.")
@format_option("text", "json")
@click.pass_context
@with_error_boundary
def replay(
    context: click.Context,
    files: tuple[Path, ...],
    chosen: str | None,
    summary: bool,
    no_equities: bool,
    output_format: str,
) -> None:
    """Play hand histories in the PHH format (.phh, .phhs) by the rules.

    \b
      oddchip replay hands.phhs --hand 3
      oddchip replay *.phhs --summary
      oddchip replay hands.phhs --format json

    Shows every street, pots, showdown and the stacks at the end, and compares these with the recorded ones.
    Exit code 1 if a hand cannot be played.
    """
    from oddchip.rules import HistoryError

    failed = False
    played: list[tuple[str, Replay | None, str | None, str | None]] = []
    for path in files:
        try:
            histories = _histories(path)
        except (HistoryError, OSError) as error:
            failed = True
            played.append((str(path), None, None, _problem(error)))
            continue
        for history in histories:
            if chosen is not None and (history.name or "1") != chosen:
                continue
            result, problem = _played(history)
            failed = failed or problem is not None
            played.append((str(path), result, history.name or "1", problem))
    if chosen is not None and not any(name for _, _, name, _ in played):
        raise click.UsageError(f"no file has a hand {chosen}.")
    if output_format == "json":
        click.echo(json.dumps([_as_json(*each) for each in played], indent=2))
    else:
        from oddchip.cli.replay_text import print_hand, print_summary

        for file, result, name, problem in played:
            if problem is not None:
                click.echo(f"error: {file}: {problem}", err=True)
            elif result is not None and not summary:
                print_hand(file, name or "1", result, with_equities=not no_equities)
        if summary:
            print_summary([result for _, result, _, _ in played if result is not None])
    if failed:
        context.exit(1)


def _histories(path: Path) -> "list[History]":
    from oddchip.rules import load_histories

    return load_histories(path)


def _played(history: "History") -> "tuple[Replay | None, str | None]":
    from oddchip.rules import HistoryError
    from oddchip.rules import replay as play

    try:
        return play(history), None
    except HistoryError as error:
        return None, str(error)


def _problem(error: Exception) -> str:
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)


def _as_json(file: str, result: "Replay | None", name: str | None, problem: str | None) -> dict[str, Any]:
    """One hand as JSON; the first keys are those of the contract."""
    from oddchip.rules import find_all_in

    settlement = result and result.settlement
    recorded = result and result.history.finishing_stacks
    comparison = result and result.comparison
    moment = find_all_in(result) if result else None
    return {
        "file": file,
        "hand": name,
        "finishing_stacks": settlement and [json_amount(chips) for chips in settlement.stacks],
        "recorded": recorded and [json_amount(chips) for chips in recorded],
        "agrees": None if comparison is None else comparison != "different",
        "error": problem,
        "comparison": comparison,
        "remarks": [remark._asdict() for remark in result.remarks] if result else [],
        "all_in": moment
        and {"action": moment.action, "expected": moment.expected, "got": moment.got, "luck": moment.luck},
    }
