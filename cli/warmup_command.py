"""`oddchip warmup`."""

import click

from oddchip.cli.shared import with_error_boundary


@click.command(short_help="Compile everything ahead of time.")
@with_error_boundary
def warmup() -> None:
    """Compile everything now, so that no later command has to.

    \b
      oddchip warmup

    Prints the folder of the compiled code. The environment variable ODDCHIP_CACHE_DIR chooses another
    place for it.
    """
    from oddchip.equity import warm_up
    from oddchip.evaluator import cache_folder

    warm_up()
    if not cache_folder().is_dir():
        raise click.ClickException(f"nothing could be kept in {cache_folder()}")
    click.echo(cache_folder())
