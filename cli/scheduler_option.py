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


def refuse_threads_with_scheduler(threads: int | None, scheduler: str | None) -> None:
    """Raise a usage error for `--threads` and `--scheduler` together, of which only one could count."""
    if threads is not None and scheduler is not None:
        raise click.UsageError("--threads: --scheduler says who works (local:N is N processes).")
