"""The engine as a reader."""

from __future__ import annotations

from symbolic_rc.engine import Engine
from symbolic_rc.readers.reader import ReaderOptions

#: Formats whose answers are in another's style.
_STYLES = {"narrativeqa-stories": "narrativeqa"}


def symbolic(options: ReaderOptions) -> Engine:
    """Make the reader `symbolic`: the engine with the weights asked for, in the style of the data set."""
    pipeline = None
    if options.pipeline != "classical":
        from symbolic_rc.annotate import pipeline as named

        pipeline = named(options.pipeline)
    return Engine(pipeline, options.weights, _STYLES.get(options.format, options.format))
