"""`oddchip range`."""

import json
from typing import TYPE_CHECKING, Any

import click

from oddchip.cli.completers import complete_hand, complete_saved_name
from oddchip.cli.shared import format_option, with_error_boundary

if TYPE_CHECKING:
    from oddchip.equity import Range


@click.command("range", short_help="What a range holds: grid, combos, percent.")
@click.argument("text", metavar="[RANGE]", required=False, shell_complete=complete_hand)
@click.option("--diff", metavar="RANGE", shell_complete=complete_hand, help="Compare with another range.")
@click.option("--board", default="", metavar="CARDS", help="Made hands and draws on a flop, turn or river.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that cannot be held.")
@click.option("--save", metavar="NAME", help="Save the range; +NAME then stands for it.")
@click.option("--forget", metavar="NAME", shell_complete=complete_saved_name, help="Forget a saved range.")
@click.option("--list", "list_saved", is_flag=True, help="List the saved ranges.")
@click.option("--plot", metavar="FILE", help="Draw the grid to png, svg or pdf.")
@format_option("text", "json", "csv")
@with_error_boundary
def range_command(text: str | None, output_format: str, **options: Any) -> None:
    """Show the 13 x 13 grid of a range, its combos, and its shortest text.

    \b
      oddchip range "QQ+, AKs, AQo:0.5"
      oddchip range 15% --diff 10%
      oddchip range "22+, A2s+" --board Kh7h2c
      oddchip range "55+, ATs+, AJo+" --save open

    Suited hands stand above the pairs, offsuit hands below. CSV lists the combos.
    """
    from oddchip.cli.range_input import read_hands

    if options["list_saved"] or options["forget"]:
        _manage(options["forget"])
        return
    if text is None:
        raise click.UsageError('give a range, such as 15% or "QQ+, AKs".')
    from oddchip.equity import Range

    written, *compared = read_hands([text] if options["diff"] is None else [text, options["diff"]])
    parsed = Range.parse(written)
    other = Range.parse(compared[0]) if compared else None
    if options["save"] is not None:
        from oddchip.cli.named_ranges import save_range

        save_range(options["save"], str(written))
    if options["dead"] or options["board"]:
        parsed = parsed.without(options["dead"] + options["board"])
    _show(parsed, other, output_format, options)


def _show(parsed: "Range", other: "Range | None", output_format: str, options: dict[str, Any]) -> None:
    from oddchip.cli.range_text import print_difference, print_made_hands, print_range
    from oddchip.equity import made_hands

    made = made_hands(parsed, options["board"]) if options["board"] else None
    if output_format == "json":
        extra = {} if made is None else {"made_hands": made.to_json()}
        click.echo(json.dumps(parsed.to_json() | extra, indent=2))
    elif output_format == "csv":
        from oddchip.cli.tables import print_csv

        print_csv([("combo", "weight"), *parsed.to_mapping().items()])
    elif other is not None:
        print_difference(parsed, other)
    else:
        print_range(parsed)
        if made is not None:
            print_made_hands(made)
    if options["plot"] is not None:
        from oddchip.cli.plots import save_grid

        save_grid(options["plot"], str(parsed), parsed.grid().ravel().tolist())


def _manage(forgotten: str | None) -> None:
    from oddchip.cli.named_ranges import remove_range, saved_ranges

    if forgotten is not None:
        remove_range(forgotten)
        return
    for name, saved in saved_ranges().items():
        click.echo(f"+{name}  {saved}")
