"""Sentences of treebanks as Docs: with the treebank's syntax, or with a pipeline's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spacy.tokens import Doc
from spacy.vocab import Vocab

from symbolic_rc.frames.propbank import Sentence


def gold_docs(sentences: Sequence[Sentence]) -> Iterator[Doc]:
    """Yield the sentences with the treebank's syntax; there are no entities."""
    vocab = Vocab()
    for s in sentences:
        yield Doc(
            vocab, words=list(s.words), tags=list(s.xpos), pos=list(s.upos), lemmas=list(s.lemmas),
            heads=list(s.heads), deps=list(s.deps),
        )  # fmt: skip


def own_docs(sentences: Sequence[Sentence]) -> Iterator[Doc]:
    """Yield the sentences, of gold tokens, with the annotation of the default pipeline."""
    from symbolic_rc.annotate import pipeline

    nlp = pipeline()
    for s in sentences:
        doc = Doc(nlp.vocab, words=list(s.words), sent_starts=[i == 0 for i in range(len(s.words))])
        for _, component in nlp.pipeline:
            doc = component(doc)
        yield doc
