"""Did-you-mean for misspelt commands; for misspelt options click has it."""

from difflib import get_close_matches

import click


class SuggestingGroup(click.Group):
    """A group of commands that says which command a misspelt one may be, with any version of click."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; `click.UsageError` with what it may be if none does."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            if hasattr(error, "possibilities"):  # a misspelt option, or click 8.4, which has this itself
                raise
            hint = suggestion(args[0], self.list_commands(ctx))
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx) from None


def suggestion(name: str, names: list[str]) -> str:
    """Return the sentence, with a space before it, that offers the names like a misspelt one; else nothing.

    >>> suggestion("equty", ["equity", "evaluate"]), suggestion("fold", ["equity", "evaluate"])
    (" Did you mean 'equity'?", '')
    """
    close = sorted(get_close_matches(name, names))
    if len(close) > 1:
        return f" (Did you mean one of: {', '.join(map(repr, close))}?)"
    return f" Did you mean {close[0]!r}?" if close else ""
