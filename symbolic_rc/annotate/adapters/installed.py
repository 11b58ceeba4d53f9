"""Pipelines that users have installed: spaCy's by name, and Stanza's, whose documents become spaCy's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import spacy
from spacy.attrs import DEP, HEAD
from spacy.language import Language
from spacy.tokens import Doc, Span, Token
from spacy.util import DummyTokenizer, filter_spans, get_installed_models, is_package
from spacy.vocab import Vocab

from symbolic_rc.core.errors import MissingExtraError, SymbolicRCError

#: Entity types of Stanza's English models under other names.
_TYPES = {"PER": "PERSON", "FACILITY": "FAC"}


class _Tokens:
    """The tokens of a document, as they are read off Stanza's."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.forms: list[str] = []
        self.values: list[dict[str, Any]] = []
        self.starts: list[int] = []
        self._number: dict[tuple[int, int], int] = {}
        self._place = 0

    def white(self, until: int) -> None:
        """Add the white space before a place."""
        gap = self.text[self._place : until]
        if self.forms and gap.startswith(" "):
            self.values[-1]["space"] = True
            gap = gap[1:]
        if gap:
            self._add(gap, {"tag": "_SP", "pos": "SPACE", "white": True})
        self._place = until

    def sentence(self, s: int, tokens: Iterable[Any]) -> None:
        """Add the tokens of a sentence."""
        for i, token in enumerate(tokens):
            words, surface, begin = list(token.words), token.text, token.start_char
            if begin is None or begin < self._place or not self.text.startswith(surface, begin):
                # of given words, Stanza counts one blank after each
                begin = self.text.index(surface, self._place)
            self.white(begin)
            if i == 0:
                self.starts.append(len(self.forms))
            whole = len(words) == 1 or "".join(word.text for word in words) != surface
            ids = {word.id for word in words}
            top = next((word for word in words if word.head not in ids), words[0])
            for form, word, own in [(surface, top, words)] if whole else [(w.text, w, [w]) for w in words]:
                self._number.update({(s, each.id): len(self.forms) for each in own})
                self._add(form, {
                    "tag": word.xpos, "pos": word.upos, "lemma": word.lemma, "feats": word.feats,
                    "head": word.head, "relation": word.deprel, "sentence": s,
                })  # fmt: skip
            self._place = begin + len(surface)

    def _add(self, form: str, values: dict[str, Any]) -> None:
        self.forms.append(form)
        self.values.append(values)

    def column(self, name: str) -> list[str]:
        """Return a value of each token."""
        return [values.get(name) or "" for values in self.values]

    def tree(self) -> tuple[list[int], list[str]]:
        """Return each token's head and relation; white space is attached to the word before it."""
        heads, relations, before = [], [], -1
        for i, values in enumerate(self.values):
            if values.get("white"):
                heads.append(before if before >= 0 else min(i + 1, len(self.values) - 1))
                relations.append("dep")
                continue
            before = i
            head = self._number.get((values["sentence"], values["head"]), i) if values["head"] else i
            heads.append(head)
            relations.append("ROOT" if head == i else values["relation"] or "dep")
        return heads, relations


def doc_of(found: Any, text: str, vocab: Vocab) -> Doc:
    """Return the spaCy document of a Stanza document and the text that Stanza read.

    White space beyond one blank becomes tokens of its own, as in spaCy. A surface token of several words
    (``cannot``) whose words are not parts of it, letter for letter, is one token with its head's annotation.
    """
    tokens = _Tokens(text)
    for s, sentence in enumerate(found.sentences):
        tokens.sentence(s, sentence.tokens)
    tokens.white(len(text))
    heads, relations = tokens.tree()
    parsed, starts = any(tokens.column("relation")), set(tokens.starts)
    doc = Doc(
        vocab,
        words=tokens.forms,
        spaces=[bool(values.get("space")) for values in tokens.values],
        tags=tokens.column("tag"),
        pos=tokens.column("pos"),
        lemmas=[lemma or form for lemma, form in zip(tokens.column("lemma"), tokens.forms, strict=True)],
        morphs=tokens.column("feats"),
        heads=heads if parsed else None,
        deps=relations if parsed else None,
        sent_starts=None if parsed else [i in starts for i in range(len(tokens.forms))],
    )
    spans = []
    for entity in getattr(found, "ents", None) or ():
        span = doc.char_span(entity.start_char, entity.end_char, label=_TYPES.get(entity.type, entity.type),
                             alignment_mode="expand")  # fmt: skip
        if span is not None:
            spans.append(Span(doc, span.start, span.end, label=span.label_))
    doc.set_ents(filter_spans(spans))
    return doc


class StanzaTokenizer(DummyTokenizer):
    """A pipeline's tokenizer that runs Stanza and returns its documents."""

    def __init__(
        self, vocab: Vocab, engine: Callable[[Any], Any], given: Callable[[Any], Any] | None
    ) -> None:
        self.vocab = vocab
        self._engine, self._given = engine, given

    def __call__(self, text: str) -> Doc:
        """Annotate a text."""
        if not text.strip():
            return Doc(self.vocab, words=[text] if text else [], spaces=[False] if text else [])
        return doc_of(self._engine(text), text, self.vocab)

    def tokenised(self, text: str) -> Doc:
        """Annotate a text whose words stand between white space."""
        if self._given is None or not text.strip():
            return self(text)
        return doc_of(self._given(text), text, self.vocab)


def language_of(
    engine: Callable[[Any], Any], language: str = "en", given: Callable[[Any], Any] | None = None
) -> Language:
    """Return a spaCy `Language` around a Stanza pipeline (`given`: one for tokenised text)."""
    nlp = spacy.blank(language)
    nlp.max_length = 1 << 31
    nlp.tokenizer = StanzaTokenizer(nlp.vocab, engine, given)
    return nlp


#: The labels of spaCy's English pipelines (ClearNLP's CLEAR style) and their nearest relation in UD.
CLEAR = {
    "acl": "acl", "acomp": "xcomp", "advcl": "advcl", "advmod": "advmod", "agent": "case", "amod": "amod",
    "appos": "appos", "attr": "xcomp", "aux": "aux", "auxpass": "aux:pass", "case": "case", "cc": "cc",
    "ccomp": "ccomp", "compound": "compound", "conj": "conj", "csubj": "csubj", "csubjpass": "csubj:pass",
    "dative": "iobj", "dep": "dep", "det": "det", "dobj": "obj", "expl": "expl", "intj": "discourse",
    "mark": "mark", "meta": "parataxis", "neg": "advmod", "nmod": "compound", "npadvmod": "obl:unmarked",
    "nsubj": "nsubj", "nsubjpass": "nsubj:pass", "nummod": "nummod", "oprd": "xcomp", "parataxis": "parataxis",
    "pcomp": "advcl", "pobj": "obl", "poss": "nmod:poss", "preconj": "cc:preconj", "predet": "det:predet",
    "prep": "case", "prt": "compound:prt", "punct": "punct", "quantmod": "advmod", "relcl": "acl:relcl",
    "root": "root", "xcomp": "xcomp", "nn": "compound", "num": "nummod", "rcmod": "acl:relcl", "partmod": "acl",
    "infmod": "acl", "number": "nummod", "possessive": "case", "complm": "mark", "hmod": "compound", "hyph": "punct",
}  # fmt: skip
#: Labels that only the CLEAR style has: one of them tells the style of a pipeline.
CLEAR_ONLY = frozenset(
    {"dobj", "pobj", "prep", "nsubjpass", "auxpass", "relcl", "poss", "pcomp", "attr", "acomp"}
)


def is_clear(labels: object) -> bool:
    """Whether a parser's labels are of the CLEAR style."""
    return isinstance(labels, tuple | list | set | frozenset) and len(CLEAR_ONLY.intersection(labels)) >= 2


class ClearToUD:
    """A component that rewrites a CLEAR-style tree as Universal Dependencies: content words as heads.

    Prepositions hang on their objects, copulas and subordinate markers on the predicate; labels are
    mapped by `CLEAR`, ``nmod`` and ``obl`` chosen by what they modify.
    """

    def __call__(self, doc: Doc) -> Doc:
        """Rewrite heads and relations of a document."""
        if not doc.has_annotation("DEP"):
            return doc
        heads = [token.head.i for token in doc]
        relations = ["root" if token.dep_ == "ROOT" else CLEAR.get(token.dep_, "dep") for token in doc]
        for token in doc:
            if token.dep_ in ("prep", "agent"):
                self._preposition(token, heads, relations)
        for token in doc:
            if token.lemma_ == "be" and token.pos_ in ("AUX", "VERB"):
                self._copula(token, heads, relations)
        names = ["ROOT" if head == i else relations[i] for i, head in enumerate(heads)]
        columns = np.zeros((len(doc), 2), np.uint64)
        columns[:, 0] = (np.array(heads, np.int64) - np.arange(len(doc))).view(np.uint64)
        columns[:, 1] = list(map(doc.vocab.strings.add, names))
        return doc.from_array([HEAD, DEP], columns)  # type: ignore[arg-type]

    @staticmethod
    def _preposition(token: Token, heads: list[int], relations: list[str]) -> None:
        noun = next((child for child in token.children if child.dep_ in ("pobj", "pcomp")), None)
        if noun is None:
            relations[token.i] = "advmod" if token.dep_ == "prep" else "obl"
            return
        outer = token.head
        # a preposition of a preposition (``out of town``) hangs on the same noun
        while outer.dep_ == "prep" and outer.head.i != outer.i:
            outer = outer.head
        heads[noun.i] = outer.i
        heads[token.i] = noun.i
        relations[token.i] = "mark" if noun.dep_ == "pcomp" else "case"
        if noun.dep_ == "pobj":
            nominal = outer.pos_ in ("NOUN", "PROPN", "PRON", "NUM")
            relations[noun.i] = "obl:agent" if token.dep_ == "agent" else "nmod" if nominal else "obl"
        if token.dep_ == "ROOT" or token.head.i == token.i:
            heads[noun.i], relations[noun.i] = noun.i, "root"
        for child in token.children:
            if child.i != noun.i:
                heads[child.i] = noun.i

    @staticmethod
    def _copula(token: Token, heads: list[int], relations: list[str]) -> None:
        found = [child for child in token.children if child.dep_ in ("attr", "acomp")]
        if not found:
            return
        predicate = found[0]
        heads[predicate.i] = predicate.i if heads[token.i] == token.i else heads[token.i]
        relations[predicate.i] = relations[token.i]
        for i, head in enumerate(heads):
            if head == token.i and i not in (predicate.i, token.i):
                heads[i] = predicate.i
        heads[token.i], relations[token.i] = predicate.i, "cop"


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

    The models are in `folder`, or in Stanza's own. What it has no model for is left out: entities, or
    contractions. Without a tokenizer, words are what stands between white space.

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
