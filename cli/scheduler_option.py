"""The option `--scheduler` of commands whose work can be done elsewhere."""

import click

from oddchip.cli.help import METHOD, option


def _checked(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        from oddchip.equity.workers import check_scheduler

        try:
            check_scheduler(value)
        except ValueError as error:
            raise click.BadParameter(f"{error}.", context, parameter) from None
    return value


scheduler_option = option(
    "--scheduler",
    callback=_checked,
    metavar="ADDRESS",
    heading=METHOD,
    everyday=False,
    help="Dask scheduler, such as tcp://10.0.0.1:8786; or local:N.",
)
