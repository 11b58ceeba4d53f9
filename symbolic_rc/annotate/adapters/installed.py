"""Pipelines that users have installed: spaCy's by name, and Stanza's."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.util import get_installed_models, is_package

from symbolic_rc.annotate.adapters.labels import ClearToUD, is_clear
from symbolic_rc.core.errors import MissingExtraError, SymbolicRCError

#: What is asked of Stanza, in its order.
_PROCESSORS = ("tokenize", "mwt", "pos", "lemma", "depparse", "ner")


@Language.factory("symbolic_rc_clear_to_ud", requires=["token.dep", "token.head"])
def make_clear_to_ud(nlp: Language, name: str) -> ClearToUD:
    """Return the component that rewrites CLEAR-style trees as Universal Dependencies."""
    return ClearToUD()


def spacy_pipeline(name: str, disable: Iterable[str] = ()) -> Language:
    """Return an installed spaCy pipeline (or one at a path), its labels mapped to Universal Dependencies.

    Raises
    ------
    SymbolicRCError
        If it is not installed; says how to install it.
    """
    try:
        nlp = spacy.load(name, disable=list(disable))
    except OSError as error:
        if is_package(name):
            raise SymbolicRCError(f"the spaCy pipeline {name} cannot be loaded: {error}") from error
        listed = ", ".join(sorted(get_installed_models())) or "none"
        raise SymbolicRCError(
            f"the spaCy pipeline {name} is not installed (installed: {listed}); "
            f"install it with: python -m spacy download {name}"
        ) from error
    nlp.max_length = 1 << 31
    if "parser" in nlp.pipe_names and is_clear(tuple(nlp.get_pipe("parser").labels)):  # type: ignore[attr-defined]
        nlp.add_pipe("symbolic_rc_clear_to_ud")
    elif "parser" not in nlp.pipe_names and "senter" not in nlp.pipe_names and not disable:
        raise SymbolicRCError(f"the spaCy pipeline {name} has no parser; choose one that has")
    return nlp


def stanza_pipeline(language: str, folder: str | Path | None = None) -> Language:
    """Return a spaCy `Language` whose documents are annotated by Stanza's pipeline of that language.

    Parameters
    ----------
    language : str
    folder : path, optional
        Where Stanza's models are; else Stanza's own folder. What it has no model for is left out: entities,
        or contractions. Without a tokenizer, words are what stands between white space.

    Raises
    ------
    MissingExtraError
        If Stanza is not installed.
    SymbolicRCError
        If its models are not downloaded; says how to.
    """
    try:
        import stanza
    except ImportError as error:
        raise MissingExtraError("stanza", "stanza") from error
    from symbolic_rc.annotate.adapters.stanza import language_of

    try:
        where = {} if folder is None else {"dir": str(folder)}
        there = stanza.resources.common.load_resources_json(*where.values())
        models = stanza.resources.common.get_language_resources(there, language) or {}
        known = [name for name in _PROCESSORS if name == "tokenize" or name in models]
        settings = {"download_method": None, "verbose": False, **where}
        without = ",".join(name for name in known if name != "mwt")
        given = stanza.Pipeline(language, processors=without, tokenize_pretokenized=True, **settings)
        engine = given
        if "tokenize" in models:
            engine = stanza.Pipeline(language, processors=",".join(known), **settings)
    except Exception as error:  # Stanza raises several kinds for models that are not there
        raise SymbolicRCError(
            f"Stanza's models for {language!r} are not there; "
            f"download them with: python -c \"import stanza; stanza.download('{language}')\""
        ) from error
    return language_of(engine, language, given)
