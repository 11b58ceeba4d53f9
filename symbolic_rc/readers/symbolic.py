"""The engine as a reader."""

from __future__ import annotations

from symbolic_rc.engine import Engine
from symbolic_rc.graph.inference.clauses import read_clauses
from symbolic_rc.readers.reader import ReaderOptions

#: Formats whose answers have the profile of another.
_PROFILES = {"narrativeqa-stories": "narrativeqa"}


def profile_of(format: str) -> str:
    """Return the profile for a format's answers."""
    return _PROFILES.get(format, format)


def symbolic(options: ReaderOptions, name: str = "symbolic") -> Engine:
    """Make `symbolic`, in the profile of the data set, or `symbolic:rules`, without anything fitted."""
    pipeline = None
    if options.pipeline != "classical":
        from symbolic_rc.annotate import pipeline as named

        pipeline = named(options.pipeline)
    if name == "symbolic:rules":
        engine = Engine(pipeline, weights=None, refuse_below=options.refuse_below)
    else:
        engine = Engine(pipeline, options.weights, options.profile, options.refuse_below)
        engine.profile = engine.profile if options.profile else profile_of(options.format)
    if options.rulebook:
        engine.rules = engine.rules.read(options.rulebook, options.allow_python)
    if options.inference:
        engine.inference = (*engine.inference, *read_clauses(options.inference))
    return engine
