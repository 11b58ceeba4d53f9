"""Stanza's documents as spaCy documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans
from spacy.vocab import Vocab

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
            if whole:
                ids = {word.id for word in words}
                head = next((word for word in words if word.head not in ids), words[0])
                self._number.update({(s, word.id): len(self.forms) for word in words})
                self._add(surface, _values(head, s))
            for word in () if whole else words:
                self._number[s, word.id] = len(self.forms)
                self._add(word.text, _values(word, s))
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
    """Return the spaCy document of a Stanza document.

    Parameters
    ----------
    found : stanza.Document
        With words, and with the tags, lemmas, features, heads and entities that its processors set.
    text : str
        The text that Stanza read, which is that of the document. White space beyond one blank becomes
        tokens of its own, as in spaCy.
    vocab : Vocab

    Notes
    -----
    A surface token of several words (``cannot``) whose words are not parts of it, letter for letter, is one
    token with the annotation of its head.
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


def _values(word: Any, sentence: int) -> dict[str, Any]:
    """Return Stanza's annotation of a word."""
    return {
        "tag": word.xpos, "pos": word.upos, "lemma": word.lemma, "feats": word.feats,
        "head": word.head, "relation": word.deprel, "sentence": sentence,
    }  # fmt: skip


class StanzaTokenizer:
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

    def pipe(self, texts: Iterable[str], **_: Any) -> Iterable[Doc]:
        """Annotate texts, one after the other."""
        return map(self, texts)


def language_of(
    engine: Callable[[Any], Any], language: str = "en", given: Callable[[Any], Any] | None = None
) -> Language:
    """Return a spaCy `Language` around a Stanza pipeline (`given`: one for tokenised text)."""
    nlp = spacy.blank(language)
    nlp.max_length = 1 << 31
    nlp.tokenizer = StanzaTokenizer(nlp.vocab, engine, given)
    return nlp
