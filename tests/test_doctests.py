"""The examples in the docstrings of the evaluator and of equity, run as they stand."""

import doctest
import importlib
import pkgutil

import pytest

import oddchip.equity
import oddchip.evaluator

MODULES = sorted(
    name
    for package in (oddchip.evaluator, oddchip.equity)
    for name in (
        package.__name__,
        *(module.name for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")),
    )
)
WITH_EXAMPLES = [
    "equity",
    "equity.calculate",
    "equity.combos",
    "equity.exact",
    "equity.known",
    "equity.preflop",
    "equity.ranges",
    "equity.result",
    "equity.spot",
    "equity.symmetry",
    "evaluator",
    "evaluator.cards",
    "evaluator.many",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_are_found(name):
    """Without this the test above would pass where no example is found."""
    assert doctest.testmod(importlib.import_module(f"oddchip.{name}")).attempted > 0
