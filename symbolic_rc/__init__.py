"""symbolic_rc: a classical, non-neural reading-comprehension engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symbolic_rc.core.version import VERSION as __version__

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.language import Language

    from symbolic_rc.engine import Engine
    from symbolic_rc.in_memory import compare, judge, score
    from symbolic_rc.story import Story

__all__ = ["__version__", "compare", "judge", "load", "read", "score"]


def load(
    pipeline: Language | str | None = None,
    weights: str | None = "",
    profile: str = "",
    refuse_below: float = 0.0,
) -> Engine:
    """Return an engine: it reads stories and answers questions by ordered rules.

    Parameters
    ----------
    pipeline : Language or str, optional
        The spaCy pipeline that annotates, or its name (``classical:quick``, ``spacy:NAME``, ``stanza:LANG``);
        the project's own by default.
    weights : str or None
        A file that `symbolic-rc train` wrote; empty for the shipped one; None for the rules alone, by their
        own thresholds, nothing fitted.
    profile : str
        Whose way of answering is wanted: ``quoref``, ``narrativeqa``, ``fairytaleqa``, ``duorc``; empty for
        any text.
    refuse_below : float
        Give no answer of a lower confidence; 0 answers always.

    Examples
    --------
    >>> import symbolic_rc
    >>> engine = symbolic_rc.load()
    >>> story = engine.read("Old Marta Quill sold the mill to a stranger.")
    >>> engine.answer(story, "Who sold the mill?").text
    'Marta Quill'
    """
    from symbolic_rc.engine import Engine

    if isinstance(pipeline, str):
        from symbolic_rc.annotate import pipeline as named

        pipeline = None if pipeline == "classical" else named(pipeline)
    return Engine(pipeline, weights, profile, refuse_below)


def read(text: str | Path, cache: str | Path | None = None) -> Story:
    """Read a text with the default pipeline.

    Parameters
    ----------
    text : str or Path
        The story, or its file.
    cache : str or Path, optional
        A folder of read stories: the story is taken from it, or read whole and kept there. Stories are known
        by their text and by the models that read them; several processes may share the folder.
    """
    if cache is None:
        return load().read(text)
    from pathlib import Path

    from symbolic_rc.core.files.plain_text import read_text
    from symbolic_rc.core.record import Record
    from symbolic_rc.story.disk import StoryCache

    text = read_text(text) if isinstance(text, Path) else text
    return StoryCache(cache).read(Record("story", text.removeprefix("\ufeff")))


def __getattr__(name: str) -> Any:
    """Import `compare`, `judge`, `metrics` and `score` at their first use."""
    from importlib import import_module

    if name in ("compare", "metrics"):
        return import_module(f"{__name__}.{name}")
    if name in ("judge", "score"):
        return getattr(import_module(f"{__name__}.in_memory"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
