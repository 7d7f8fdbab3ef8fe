"""Names of a package that are imported when they are first used, as Numba takes longer than all the rest."""

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def names_on_demand(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package that finds names in its modules; homes: the module by name.

    >>> find = names_on_demand("oddchip.evaluator", {"parse_card": "cards"})
    >>> find("parse_cod")
    Traceback (most recent call last):
    AttributeError: module 'oddchip.evaluator' has no attribute 'parse_cod'
    """

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return find
