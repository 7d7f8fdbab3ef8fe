"""`oddchip completion`."""

import click

from oddchip.cli.shared import with_error_boundary

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_ODDCHIP_COMPLETE"
"""The variable by which a script asks for completions, as click derives it from the program's name."""


@click.command(short_help="Completion of commands and options in a shell.")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
@with_error_boundary
def completion(context: click.Context, shell: str) -> None:
    """Print the script by which a shell completes commands, options, files and saved ranges.

    Install it with one line (for zsh behind compinit), then open a new shell:

    \b
      bash  echo 'eval "$(oddchip completion bash)"' >> ~/.bashrc
      zsh   echo 'eval "$(oddchip completion zsh)"' >> ~/.zshrc
      fish  oddchip completion fish > ~/.config/fish/completions/oddchip.fish

    Or from a file, which starts shells faster, and which to make again after an update:

    \b
      oddchip completion bash > ~/.oddchip-completion
      echo '. ~/.oddchip-completion' >> ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:  # click has had all three since 8.0
        raise click.UsageError(f"this version of click has no completion for {shell}.")
    program = context.find_root()
    click.echo(kind(program.command, {}, "oddchip", VARIABLE).source().rstrip())
