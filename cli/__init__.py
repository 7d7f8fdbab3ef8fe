"""The `oddchip` command."""

from oddchip.cli.main import run

__all__ = ["run"]
