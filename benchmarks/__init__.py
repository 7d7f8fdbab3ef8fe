"""How fast oddchip is, beside the evaluators and calculators that are installed.

`oddchip bench` measures what this package defines. The suites beside it, the saved results and the scripts
that write pages from them belong to a checkout.
"""
