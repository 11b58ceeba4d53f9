"""Pipelines by name, and text to `Doc` through them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from symbolic_rc.annotate.parser.parse_model import SHORT
from symbolic_rc.annotate.tokenizer import Tokenizer, create_tokenizer, split_at_spaces
from symbolic_rc.core.errors import check_name
from symbolic_rc.lexicon.files import once

spacy.util.registry.tokenizers.register("symbolic_rc.Tokenizer.v1", func=create_tokenizer)
#: The components of the project's own pipeline, in order.
COMPONENTS = tuple(f"symbolic_rc_{name}" for name in ("senter", "tagger", "parser", "lemmatizer", "ner"))


#: The project's own pipelines, by how their taggers and parsers are set otherwise than by themselves (see
#: `Tagger` and `Parser`).
SETTINGS: dict[str, dict[str, int]] = {
    "classical": {},
    "classical:best": {"thorough": 1 << 62, "retagged": 1 << 62},
    "classical:quick": {"searched": 0, "reranked": 0, "retagged": 0},
}


#: Where a pipeline keeps the name by which it was made.
_NAME = "symbolic_rc_pipeline"


def pipeline(name: str = "classical", disable: Iterable[str] = ()) -> Language:
    """Return an annotation pipeline.

    Parameters
    ----------
    name : str
        ``"classical"`` (the project's own, which tags twice and compares whole trees, but in books),
        ``"classical:best"`` (it does so with books, too, and compares more trees; two thirds as fast),
        ``"classical:quick"`` (it reads every text as if it were a book),
        ``"spacy:NAME"`` (an installed spaCy pipeline) or ``"stanza:LANG"``.
    disable : iterable of str
        Components to leave out.

    Raises
    ------
    SymbolicRCError
        If there is no such pipeline; says what to install.
    """
    kind, _, what = name.partition(":")
    if kind in ("spacy", "stanza") and what:
        from symbolic_rc.annotate.adapters import installed

        made = installed.spacy_pipeline(what, disable) if kind == "spacy" else installed.stanza_pipeline(what)
    else:
        settings = SETTINGS[check_name("pipeline", name, SETTINGS, "spacy:NAME, stanza:LANG")]
        made = classical(disable, **settings)
    if not disable:
        made.meta[_NAME] = name
    return made


def portable(nlp: Language | None) -> Language | str | None:
    """Return what `unportable` makes a pipeline of in another process.

    Parameters
    ----------
    nlp : Language or None

    Returns
    -------
    Language, str or None
        Its name; itself where it has none; None for the default one.
    """
    return None if nlp is None or nlp is default_pipeline() else nlp.meta.get(_NAME, nlp)


def unportable(found: Language | str | None) -> Language | None:
    """Return a pipeline again; of one name there is one in a process.

    Parameters
    ----------
    found : Language, str or None
        What `portable` returned.
    """
    return _named(found) if isinstance(found, str) else found


_named = cache(pipeline)


def classical(disable: Iterable[str] = (), retagged: int = SHORT, **parser: int) -> Language:
    """Return the project's own pipeline without some components: linear models, no download.

    For `retagged` and the settings of the parser see `Tagger` and `Parser`.
    """
    from symbolic_rc.annotate import factories  # noqa: F401  (registers them where entry points are absent)

    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "symbolic_rc.Tokenizer.v1"}}})
    nlp.max_length = 1 << 31
    left_out = set(disable)
    settings = {"symbolic_rc_tagger": {"retagged": retagged}, "symbolic_rc_parser": parser}
    for component in COMPONENTS:
        if component not in left_out:
            nlp.add_pipe(component, config=settings.get(component, {}))
    return nlp


@once
def default_pipeline() -> Language:
    """Return the project's own pipeline, made once for the process."""
    return classical()


def annotate(text: str, nlp: Language, tokenised: bool = False) -> Doc:
    """Return the annotated document of a text.

    Parameters
    ----------
    text : str
    nlp : Language
    tokenised : bool
        Whether the words of `text` stand between white space already.
    """
    if not tokenised:
        return nlp(text)
    split = getattr(nlp.tokenizer, "tokenised", None)
    return nlp(split(text) if split is not None else split_at_spaces(nlp.vocab, text))


def tokenise_together(texts: Sequence[str], nlp: Language) -> tuple[Doc, list[int]]:
    """Return one document of several independent texts, split into tokens alone, their starts, and the end.

    The pipeline then annotates each text as it is alone; for short ones, that is several times faster.

    Parameters
    ----------
    texts : sequence of str
    nlp : Language
        The project's own pipeline; another pipeline's components may look beyond a text's end.
    """
    tokenizer = nlp.tokenizer
    assert isinstance(tokenizer, Tokenizer), "see is_classical"
    words: list[str] = []
    spaces: list[bool] = []
    bounds = [0]
    for text in texts:
        own, follows = tokenizer.words(text)
        words += own
        spaces += follows
        bounds.append(len(words))
    doc = Doc(tokenizer.vocab(), words=words, spaces=spaces)
    doc.user_data["texts"] = tuple(bounds[:-1])
    return doc, bounds


def is_classical(nlp: Language) -> bool:
    """Return whether a pipeline is the project's own, whole or in parts.

    Parameters
    ----------
    nlp : Language
        Any pipeline.
    """
    return isinstance(nlp.tokenizer, Tokenizer) and set(nlp.pipe_names) <= set(COMPONENTS)
