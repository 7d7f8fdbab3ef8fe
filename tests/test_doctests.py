"""The examples in the docstrings, run as they stand."""

import doctest
import importlib
import pkgutil

import pytest

import oddchip.cli
import oddchip.equity
import oddchip.evaluator
import oddchip.rules

MODULES = sorted(
    name
    for package in (oddchip.evaluator, oddchip.equity, oddchip.rules, oddchip.cli)
    for name in (
        package.__name__,
        *(module.name for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")),
    )
)
WITH_EXAMPLES = [
    "cli.batch_progress",
    "cli.help",
    "cli.names",
    "cli.progress",
    "cli.range_input",
    "cli.shared",
    "cli.sourced_text",
    "cli.streams",
    "cli.suggestions",
    "cli.tables",
    "equity",
    "equity.batch",
    "equity.batch_rows",
    "equity.calculate",
    "equity.canonical",
    "equity.combos",
    "equity.exact",
    "equity.flop_lists",
    "equity.flops",
    "equity.known",
    "equity.matrix",
    "equity.preflop",
    "equity.ranges",
    "equity.distribution",
    "equity.made",
    "equity.limits",
    "equity.odds",
    "equity.result",
    "equity.drawn_holdings",
    "equity.sample_totals",
    "equity.spot",
    "equity.symmetry",
    "equity.workers",
    "evaluator",
    "evaluator.cards",
    "evaluator.many",
    "rules",
    "rules.all_in",
    "rules.chips",
    "rules.conventions",
    "rules.deck",
    "rules.hand",
    "rules.legal",
    "rules.narrative",
    "rules.options",
    "rules.phh",
    "rules.pots",
    "rules.replay",
    "rules.showdown",
    "rules.start",
    "rules.summary",
    "rules.table",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_are_found(name):
    """Without this the test above would pass where no example is found."""
    assert doctest.testmod(importlib.import_module(f"oddchip.{name}")).attempted > 0
