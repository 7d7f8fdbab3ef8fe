"""`oddchip evaluate`."""

import json

import click

from oddchip.cli.shared import format_option, with_error_boundary


@click.command(short_help="Strength, category and best five of hands.")
@click.argument("hands", metavar="CARDS...", nargs=-1, required=True)
@format_option("text", "json")
@with_error_boundary
def evaluate(hands: tuple[str, ...], output_format: str) -> None:
    """Strength, category, description and best five cards of hands of 5 to 7 cards.

    Each argument is a hand; single cards as arguments are one hand together. Strengths are 1 to 7462,
    higher is better, equal strengths tie.

    \b
      oddchip evaluate AhKhQhJhTh2c3d KsKdKc4s4d2c3h
      oddchip evaluate Ah Kh Qh Jh Th
    """
    from oddchip.evaluator import evaluation_of

    evaluations = [evaluation_of(hand) for hand in _joined(hands)]
    if output_format == "json":
        click.echo(json.dumps([evaluation.to_json() for evaluation in evaluations], indent=2))
        return
    from oddchip.cli.tables import print_table

    print_table(
        [("cards", "left"), ("strength", "right"), ("best five", "left"), ("description", "left")],
        [
            (evaluation.cards, str(evaluation.strength), evaluation.best_five, evaluation.description)
            for evaluation in evaluations
        ],
    )


def _joined(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """The hands that the arguments stand for: one hand if each argument is a single card."""
    from oddchip.evaluator import parse_cards

    single = len(arguments) > 1 and all(len(argument) <= 3 for argument in arguments)
    if single and all(len(parse_cards(argument)) == 1 for argument in arguments):
        return (" ".join(arguments),)
    return arguments
