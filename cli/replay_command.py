"""`oddchip replay`."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oddchip.cli.shared import format_option, legible, with_error_boundary
from oddchip.cli.showdown_command import json_amount

if TYPE_CHECKING:
    from oddchip.rules import History, Replay

    Played = tuple[str, Replay | None, str | None, str | None]  # file, how it went, name, problem


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
    if summary and no_equities:
        raise click.UsageError("--no-equities: --summary tells luck by equities.")
    played = _play_all(files, chosen)
    if output_format == "json" and not summary:
        click.echo(json.dumps([_as_json(*each, with_equities=not no_equities) for each in played], indent=2))
    else:
        from oddchip.cli.replay_text import print_hand, print_summary, summary_json

        for file, result, name, problem in played:
            if problem is not None:
                click.echo(f"error: {legible(f'{file}: {problem}')}", err=True)
            elif result is not None and not summary:
                print_hand(file, name or "1", result, with_equities=not no_equities)
        replays = [result for _, result, _, _ in played if result is not None]
        if summary and output_format == "json":
            click.echo(json.dumps(summary_json(replays), indent=2))
        elif summary:
            print_summary(replays)
    if any(problem is not None for _, _, _, problem in played):
        context.exit(1)


def _play_all(files: tuple[Path, ...], chosen: str | None) -> "list[Played]":
    """Play the hands of all files, or the chosen ones; a file that cannot be read is one without a name."""
    from oddchip.rules import HistoryError

    played: list[Played] = []
    for path in files:
        try:
            histories = _histories(path)
        except (HistoryError, OSError) as error:
            played.append((str(path), None, None, _problem(error, path)))
            continue
        for history in histories:
            name = history.name or "1"
            if chosen is None or name == chosen:
                result, problem = _played(history)
                played.append((str(path), result, name, problem))
    if chosen is not None and not any(name for _, _, name, _ in played):
        raise click.UsageError(f"no file has a hand {chosen}.")
    return played


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


def _problem(error: Exception, path: Path) -> str:
    """What is wrong with a file, without its name, which stands before it in every message."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return str(error).removeprefix(f"{path}: ")


def _as_json(
    file: str, result: "Replay | None", name: str | None, problem: str | None, *, with_equities: bool
) -> dict[str, Any]:
    """One hand as JSON; the first keys are those of the contract."""
    from oddchip.rules import find_all_in

    settlement = result and result.settlement
    recorded = result and result.history.finishing_stacks
    comparison = result and result.comparison
    moment = find_all_in(result) if result and with_equities else None
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
