"""The `oddchip` command."""

__all__ = ["run"]


def run() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from oddchip.cli.main import run as run_commands

        run_commands()
    except KeyboardInterrupt:  # while importing
        import sys

        sys.stderr.write("oddchip: interrupted\n")
        raise SystemExit(130) from None
