"""Sentences of treebanks as Docs: with gold syntax, with the pipeline's, or jackknifed."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.tokens import Doc
from spacy.vocab import Vocab

from symbolic_rc.train.frames.propbank import PropBankSentence, concatenated

if TYPE_CHECKING:
    from symbolic_rc.annotate.conllu import Sentence as TreeSentence

logger = logging.getLogger(__name__)


def gold_docs(sentences: Sequence[PropBankSentence]) -> Iterator[Doc]:
    """Yield the sentences with gold syntax, without entities."""
    vocab = Vocab()
    for s in sentences:
        yield Doc(
            vocab, words=list(s.words), tags=list(s.xpos), pos=list(s.upos), lemmas=list(s.lemmas),
            heads=list(s.heads), deps=["ROOT" if dep == "root" else dep for dep in s.deps],
        )  # fmt: skip


def own_docs(sentences: Sequence[PropBankSentence], name: str = "classical") -> Iterator[Doc]:
    """Yield the sentences with gold tokens and the annotation of one of the project's pipelines."""
    from symbolic_rc.annotate import pipeline

    nlp = pipeline(name, disable=("symbolic_rc_senter",))
    components = [component for _, component in nlp.pipeline]
    for sentence in sentences:
        yield _annotated(sentence, nlp.vocab, components)


def _annotated(sentence: PropBankSentence, vocab: Vocab, components: Sequence[Any]) -> Doc:
    starts = frozenset(sentence.starts)
    words = list(sentence.words)
    doc = Doc(vocab, words=words, sent_starts=[i in starts for i in range(len(words))])
    for component in components:
        doc = component(doc)
    return doc


def jackknifed_docs(sentences: Sequence[PropBankSentence], folds: int = 2, size: int = 64) -> list[Doc]:
    """Return treebank sentences with the annotation of pipelines that were not trained on them.

    A tagger and a parser are trained on the sentences of the other folds, so that the frame model is trained
    on syntax with realistic errors. (The word list, lemmas and names are those of the installed pipeline.)

    Returns
    -------
    list of Doc
        Parallel to ``concatenated(sentences, size)``.
    """
    from symbolic_rc.annotate import pipeline
    from symbolic_rc.annotate.parser.dependency_parser import Parser
    from symbolic_rc.annotate.tagger.tag_model import TagModel
    from symbolic_rc.annotate.tagger.tagger import Tagger
    from symbolic_rc.annotate.words import word_table
    from symbolic_rc.train.annotate.parser import ParserSettings, train_parser
    from symbolic_rc.train.annotate.tagger import joint_labels, train_tagger

    table = word_table()
    trees = [_tree_sentence(s) for s in sentences]
    labels = joint_labels(trees)
    blocks = len(sentences) // size + 1
    fold_of = np.repeat(np.arange(blocks) * folds // blocks, size)[: len(sentences)]
    taggers: list[TagModel] = []
    tags: list[np.ndarray] = [np.zeros(0, np.int32)] * len(sentences)
    for fold in range(folds):
        rest = [trees[i] for i in np.flatnonzero(fold_of != fold).tolist()]
        taggers.append(train_tagger(table, rest, labels, seeds=(1,), epochs=6))
        for i in np.flatnonzero(fold_of == fold).tolist():
            tags[i] = taggers[-1].tag(table, [trees[i].words])
    nlp = pipeline(disable=("symbolic_rc_senter",))
    docs: list[Doc] = []
    for fold in range(folds):
        others = np.flatnonzero(fold_of != fold).tolist()
        rest_tags = np.concatenate([tags[i] for i in others]).astype(np.int32)
        settings = ParserSettings(seeds=(1,), epochs=6)
        parser = train_parser(table, [trees[i] for i in others], rest_tags, labels, settings)
        components = [
            Tagger(model=taggers[fold]) if name == "symbolic_rc_tagger"
            else Parser(model=parser) if name == "symbolic_rc_parser"
            else component
            for name, component in nlp.pipeline
        ]  # fmt: skip
        own = [sentences[i] for i in np.flatnonzero(fold_of == fold).tolist()]
        docs += [_annotated(piece, nlp.vocab, components) for piece in concatenated(own, size)]
        logger.info("fold %d of %d annotated", fold + 1, folds)
    return docs


def _tree_sentence(s: PropBankSentence) -> TreeSentence:
    from symbolic_rc.annotate.conllu import Sentence as TreeSentence

    heads = tuple(-1 if head == i else head for i, head in enumerate(s.heads))
    empty = ("_",) * len(s.words)
    return TreeSentence(
        s.words, s.lemmas, s.upos, s.xpos, empty, heads, s.deps, (True,) * len(s.words), " ".join(s.words)
    )
