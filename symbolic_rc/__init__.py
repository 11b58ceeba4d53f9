"""symbolic_rc: a classical, non-neural reading-comprehension engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symbolic_rc.core.version import VERSION as __version__

if TYPE_CHECKING:
    from pathlib import Path

    from symbolic_rc.engine import Engine
    from symbolic_rc.story import Story

__all__ = ["__version__", "load", "read"]


def load(**options: Any) -> Engine:
    """Return an engine with the default pipeline and rules; options as `Engine` takes them."""
    from symbolic_rc.engine import Engine

    return Engine(**options)


def read(text: str, cache: str | Path | None = None) -> Story:
    """Read a text with the default pipeline.

    Parameters
    ----------
    text : str
    cache : str or Path, optional
        A folder of read stories: the story is taken from it, or read whole and kept there. Stories are known
        by their text and by the models that read them; several processes may share the folder.
    """
    if cache is None:
        return load().read(text)
    from symbolic_rc.core.record import Record
    from symbolic_rc.story.disk import read as read_cached

    return read_cached(Record("story", text), cache)
