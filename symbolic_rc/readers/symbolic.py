"""The engine as a reader."""

from __future__ import annotations

from symbolic_rc.engine import Engine
from symbolic_rc.readers.reader import ReaderOptions


def symbolic(options: ReaderOptions) -> Engine:
    """Make the reader `symbolic`."""
    return Engine()
