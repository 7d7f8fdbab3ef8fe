"""`oddchip range`."""

import json

import click

from oddchip.cli.shared import format_option, with_error_boundary


@click.command("range", short_help="What a range holds: grid, combos, percent.")
@click.argument("text", metavar="RANGE")
@format_option("text", "json", "csv")
@with_error_boundary
def range_command(text: str, output_format: str) -> None:
    """Show the 13 x 13 grid of a range, its combos, and its shortest text.

    \b
      oddchip range "QQ+, AKs, AQo:0.5"
      oddchip range 15%
      oddchip range "A5s-A2s, JTs-76s, !98s" --format csv

    Suited hands stand above the pairs, offsuit hands below. CSV lists the combos.
    """
    from oddchip.equity import Range

    parsed = Range.parse(text)
    if output_format == "json":
        click.echo(json.dumps(parsed.to_json(), indent=2))
    elif output_format == "csv":
        from oddchip.cli.tables import print_csv

        print_csv([("combo", "weight"), *parsed.to_mapping().items()])
    else:
        from oddchip.cli.grid import print_grid
        from oddchip.equity.combos import CLASSES

        weights = parsed.grid().ravel().tolist()
        print_grid([_cell(*pair) for pair in zip(CLASSES, weights, strict=True)], headings=False)
        if any(0 < weight < 1 for weight in weights):
            click.echo("\n* not all combos, or not with weight 1")
        click.echo(f"\n{len(parsed)} combos, {parsed.percent:.2f}% of all hands\n{parsed}")


def _cell(name: str, weight: float) -> str:
    if weight == 0:
        return "."
    return name if weight == 1 else f"{name}*"
