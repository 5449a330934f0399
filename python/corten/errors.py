"""What the package raises and warns of, besides Python's own exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._core import Diagnostic


class LoadError(ValueError):
    """A model cannot be used; `diagnostics` lists every problem found."""

    diagnostics: list[Diagnostic]

    def __init__(self, text: str, diagnostics: list[Diagnostic] | None = None) -> None:
        super().__init__(text)
        self.diagnostics = diagnostics or []


class LoadWarning(UserWarning):
    """Something in a model that can be used all the same."""


class SimulationWarning(UserWarning):
    """Numerical trouble while stepping, told once per Data and kind."""


for _public in (LoadError, LoadWarning, SimulationWarning):
    _public.__module__ = "corten"  # where users find them, and what messages should say
