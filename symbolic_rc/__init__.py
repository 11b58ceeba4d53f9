"""symbolic_rc: a classical, non-neural reading-comprehension engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symbolic_rc.engine import Engine
    from symbolic_rc.story import Story

__version__ = "0.1.0"
__all__ = ["__version__", "load", "read"]


def load(**options: Any) -> Engine:
    """Return an engine with the default pipeline and rules; options as `Engine` takes them."""
    from symbolic_rc.engine import Engine

    return Engine(**options)


def read(text: str) -> Story:
    """Read a text with the default pipeline."""
    return load().read(text)
