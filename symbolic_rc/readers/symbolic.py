"""The engine as a reader."""

from __future__ import annotations

from symbolic_rc.engine import Engine
from symbolic_rc.readers.reader import Reader, ReaderOptions

#: Formats whose answers are in another's profile.
_PROFILES = {"narrativeqa-stories": "narrativeqa"}


def profile_of(format: str) -> str:
    """Return the kind of data set whose way of answering a format takes."""
    return _PROFILES.get(format, format)


def symbolic(options: ReaderOptions) -> Engine:
    """Make the reader `symbolic`: the engine with the weights asked for, in the profile of the data set."""
    pipeline = None
    if options.pipeline != "classical":
        from symbolic_rc.annotate import pipeline as named

        pipeline = named(options.pipeline)
    engine = Engine(pipeline, options.weights, options.profile, options.refuse_below)
    engine.profile = engine.profile if options.profile else profile_of(options.format)
    if options.rulebook:
        engine.rules = engine.rules.read(options.rulebook, options.allow_python)
    return engine


def whole_book(options: ReaderOptions) -> Reader:
    """Make the reader `symbolic-book`: the engine, and for long stories what gathers all that they say."""
    from symbolic_rc.readers.whole_book import WholeBook

    return WholeBook(symbolic(options), options.weights)
