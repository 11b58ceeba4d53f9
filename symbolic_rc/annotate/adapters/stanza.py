"""Stanza's documents as spaCy documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans
from spacy.vocab import Vocab

#: Entity types of Stanza's English models that are called otherwise here.
_TYPES = {"PER": "PERSON", "FACILITY": "FAC"}


def doc_of(found: Any, text: str, vocab: Vocab) -> Doc:
    """Return the spaCy document of a Stanza document.

    Parameters
    ----------
    found : stanza.Document
        With words, and with what its processors set of tags, lemmas, features, heads and entities.
    text : str
        The text that Stanza read; the document's text is the same. White space that is more than one
        blank becomes tokens of its own, as in spaCy.
    vocab : Vocab

    Notes
    -----
    A surface token of several words (``cannot``) whose words are not parts of it, letter for letter, is
    kept as one token with the annotation of its head.
    """
    pieces: list[tuple[str, dict[str, Any]]] = []
    number: dict[tuple[int, int], int] = {}
    starts: list[int] = []
    place = 0

    def white(until: int) -> None:
        nonlocal place
        gap = text[place:until]
        if pieces and gap.startswith(" "):
            pieces[-1][1]["space"] = True
            gap = gap[1:]
        if gap:
            pieces.append((gap, {"tag": "_SP", "pos": "SPACE", "white": True}))
        place = until

    for s, sentence in enumerate(found.sentences):
        first = True
        for token in sentence.tokens:
            words = list(token.words)
            surface = token.text
            begin = token.start_char
            if begin is None or begin < place or not text.startswith(surface, begin):
                begin = text.index(surface, place)  # of given words Stanza counts one blank after each
            white(begin)
            if first:
                starts.append(len(pieces))
                first = False
            parts = [word.text for word in words]
            if len(words) == 1 or "".join(parts) != surface:
                ids = {word.id for word in words}
                head = next((word for word in words if word.head not in ids), words[0])
                for word in words:
                    number[s, word.id] = len(pieces)
                pieces.append((surface, _values(head, s)))
            else:
                for word in words:
                    number[s, word.id] = len(pieces)
                    pieces.append((word.text, _values(word, s)))
            place = begin + len(surface)
    white(len(text))
    heads, relations = [], []
    before = -1
    for i, (_, values) in enumerate(pieces):
        if values.get("white"):
            heads.append(before if before >= 0 else min(i + 1, len(pieces) - 1))
            relations.append("dep")
            continue
        before = i
        own = number.get((values["sentence"], values["head"]), i) if values["head"] else i
        heads.append(own)
        relations.append("ROOT" if own == i else values["relation"] or "dep")
    parsed = any(values.get("relation") for _, values in pieces)
    doc = Doc(
        vocab,
        words=[piece for piece, _ in pieces],
        spaces=[bool(values.get("space")) for _, values in pieces],
        tags=[values.get("tag") or "" for _, values in pieces],
        pos=[values.get("pos") or "" for _, values in pieces],
        lemmas=[values.get("lemma") or piece for piece, values in pieces],
        morphs=[values.get("feats") or "" for _, values in pieces],
        heads=heads if parsed else None,
        deps=relations if parsed else None,
        sent_starts=None if parsed else [i in set(starts) for i in range(len(pieces))],
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
    """Return what Stanza says of a word."""
    return {
        "tag": word.xpos, "pos": word.upos, "lemma": word.lemma, "feats": word.feats,
        "head": word.head, "relation": word.deprel, "sentence": sentence,
    }  # fmt: skip


class StanzaTokenizer:
    """Stands as a pipeline's tokenizer: runs Stanza and hands on its documents."""

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
