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

    Suited hands stand above the pairs, offsuit hands below. CSV lists the combos, and what each has on a
    board or weighs in the other range.
    """
    from oddchip.cli.range_input import read_hands

    if options["list_saved"] or options["forget"] is not None:
        _manage(text, output_format, options)
        return
    if text is None:
        raise click.UsageError('give a range, such as 15% or "QQ+, AKs".')
    from oddchip.equity import Range

    if options["plot"] is not None:
        from oddchip.cli.plots import check_plot

        check_plot(options["plot"])
    written, *compared = read_hands([text] if options["diff"] is None else [text, options["diff"]])
    ranges = [Range.parse(each) for each in (written, *compared)]
    if options["save"] is not None:
        from oddchip.cli.named_ranges import save_range

        before = save_range(options["save"], str(written))
        instead = "" if before in (None, str(written)) else f", which was {before}"
        click.echo(f"oddchip: saved as +{options['save']}{instead}", err=True)
    names = [str(each) for each in ranges] if options["plot"] is not None else []
    if options["dead"] or options["board"]:
        ranges = [each.without(options["dead"] + options["board"]) for each in ranges]
    _show(ranges, output_format, options)
    if options["plot"] is not None:
        from oddchip.cli.range_plots import plot_ranges

        plot_ranges(ranges, names, options["board"], options["plot"])


def _show(ranges: "list[Range]", output_format: str, options: dict[str, Any]) -> None:
    """Show one range, or how it differs from a second one."""
    from oddchip.cli.range_data import range_json, range_rows
    from oddchip.equity import made_hands

    made = [made_hands(each, options["board"]) for each in ranges] if options["board"] else []
    if output_format == "json":
        click.echo(json.dumps(range_json(ranges, made), indent=2))
    elif output_format == "csv":
        from oddchip.cli.tables import print_csv

        print_csv(range_rows(ranges, made))
    else:
        from oddchip.cli.range_text import print_difference, print_made_hands, print_range

        if len(ranges) == 1:
            print_range(ranges[0])
        else:
            print_difference(*ranges)
        if made:
            print_made_hands(made)


def _manage(text: str | None, output_format: str, options: dict[str, Any]) -> None:
    """List the saved ranges, or forget one."""
    from oddchip.cli.named_ranges import remove_range, saved_ranges

    flag = "--list" if options["list_saved"] else "--forget"
    values = {"--diff": "diff", "--board": "board", "--dead": "dead", "--save": "save", "--plot": "plot"}
    useless = ["a range"] * (text is not None) + [name for name, key in values.items() if options[key]]
    if options["list_saved"] and options["forget"] is not None:
        useless.append("--forget")
    if useless:
        raise click.UsageError(f"{flag}: cannot be done together with {' and '.join(useless)}.")
    if options["forget"] is not None:
        remove_range(options["forget"])
        return
    saved = saved_ranges()
    if output_format == "json":
        click.echo(json.dumps(saved, indent=2))
    elif output_format == "csv":
        from oddchip.cli.tables import print_csv

        print_csv([("name", "range"), *saved.items()])
    else:
        for name, written in saved.items():
            click.echo(f"+{name}  {written}")
