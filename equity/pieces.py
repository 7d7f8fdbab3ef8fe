"""Work that is done in pieces: who calls a function for each of them, and who is told how far it is."""

from collections.abc import Callable, Iterable
from typing import Any

MapInOrder = Callable[..., Iterable[Any]]
"""`map`, or the same by workers."""

OnPart = Callable[[float], object]
"""Is called with the part that is done, 0..1."""
