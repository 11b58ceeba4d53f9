"""Train the frame model: ``python -m symbolic_rc.train frames --data DIR``."""

from __future__ import annotations

import argparse
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from spacy.tokens import Doc
from spacy.vocab import Vocab

from symbolic_rc.annotate import pipeline
from symbolic_rc.annotate.conllu import Sentence as TreeSentence
from symbolic_rc.annotate.parser.dependency_parser import Parser
from symbolic_rc.annotate.tagger.tag_model import TagModel
from symbolic_rc.annotate.tagger.tagger import Tagger
from symbolic_rc.annotate.words import word_table
from symbolic_rc.core.arrays import Singles
from symbolic_rc.frames.arguments import argument_model, list_arguments, new_workspace
from symbolic_rc.frames.arrays import read_forest
from symbolic_rc.frames.decoding import CANDIDATE, END, ROLE
from symbolic_rc.frames.model import REBUILD, FrameModel, RoleSpace
from symbolic_rc.frames.predicates import Senses
from symbolic_rc.lexicon import rolesets
from symbolic_rc.models.boosting import BoostSettings, boost_lists
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.models.trees import Trees
from symbolic_rc.train.annotate.parser import ParserSettings, train_parser
from symbolic_rc.train.annotate.tagger import joint_labels, train_tagger
from symbolic_rc.train.frames import softmax as S
from symbolic_rc.train.frames.propbank import TOGETHER, PropBankSentence, concatenated, join, read_examples
from symbolic_rc.train.frames.softmax import AnnotatedSentence, SoftmaxSettings
from symbolic_rc.train.shared import leaving_out

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
    nlp = pipeline(name, disable=("symbolic_rc_senter",))
    components = [component for _, component in nlp.pipeline]
    return (_annotated(sentence, nlp.vocab, components) for sentence in sentences)


def _annotated(sentence: PropBankSentence, vocab: Vocab, components: Sequence[Any]) -> Doc:
    starts = frozenset(sentence.starts)
    words = list(sentence.words)
    doc = Doc(vocab, words=words, sent_starts=[i in starts for i in range(len(words))])
    return reduce(lambda doc, component: component(doc), components, doc)


def _jackknifed_docs(sentences: Sequence[PropBankSentence]) -> list[Doc]:
    """Return treebank sentences with the annotation of pipelines that were not trained on them."""
    table = word_table()
    trees = [_tree_sentence(s) for s in sentences]
    labels = joint_labels(trees)
    blocks = len(sentences) // TOGETHER + 1
    fold_of = np.repeat(np.arange(blocks) * JACKKNIFED // blocks, TOGETHER)[: len(sentences)]
    folds = list(leaving_out(fold_of, JACKKNIFED))
    taggers: list[TagModel] = []
    tags: list[np.ndarray] = [np.zeros(0, np.int32)] * len(sentences)
    for _, others, own in folds:
        taggers.append(train_tagger(table, [trees[i] for i in others], labels, seeds=(1,), epochs=6))
        for i in own:
            tags[i] = taggers[-1].tag(table, [trees[i].words])
    nlp = pipeline(disable=("symbolic_rc_senter",))
    settings = ParserSettings(seeds=(1,), epochs=6)
    docs: list[Doc] = []
    for fold, others, own in folds:
        rest_tags = np.concatenate([tags[i] for i in others]).astype(np.int32)
        parser = train_parser(table, [trees[i] for i in others], rest_tags, labels, settings)
        trained = {
            "symbolic_rc_tagger": Tagger(model=taggers[fold]),
            "symbolic_rc_parser": Parser(model=parser),
        }
        components = [trained.get(name, component) for name, component in nlp.pipeline]
        pieces = concatenated([sentences[i] for i in own])
        docs += [_annotated(piece, nlp.vocab, components) for piece in pieces]
        logger.info("fold %d of %d annotated", fold + 1, JACKKNIFED)
    return docs


def _tree_sentence(s: PropBankSentence) -> TreeSentence:
    heads = tuple(-1 if head == i else head for i, head in enumerate(s.heads))
    empty = ("_",) * len(s.words)
    return TreeSentence(
        s.words, s.lemmas, s.upos, s.xpos, empty, heads, s.deps, (True,) * len(s.words), " ".join(s.words)
    )


#: Folds of sentences: with shortlists by linear models of the others; with their taggers and parsers.
FOLDS, JACKKNIFED = 3, 2
SETTINGS = BoostSettings(rounds=300, leaves=31, rate=0.1, least=100, l2=5.0, features=0.25, sharp=1.0)
FUNCTIONS = ("PAG", "PPT", "GOL", "PRD", "MNR", "DIR", "VSP", "LOC", "EXT", "CAU", "COM", "PRP", "SRC", "TMP")
THEMES = 16
#: Roles with fewer gold arguments are not learned.
RARE_ROLE = 20
#: Weights of arguments in examples of the frame files, and in sentences with gold syntax.
EXAMPLES, GOLD = 0.5, 0.5
#: The columns of a model of two classes.
BINARY = np.array([[[0], [1]]], np.int32)
#: Maximum number of words of an example; longer ones are mostly whole paragraphs.
LONGEST = 120


def annotated(sentences: Sequence[PropBankSentence], docs: Iterable[Doc]) -> list[AnnotatedSentence]:
    """Return sentences with the syntax of `docs`."""
    pairs = zip(sentences, docs, strict=True)
    return [AnnotatedSentence(s, doc, read_forest(doc)) for s, doc in pairs]


def role_space(sentences: Sequence[PropBankSentence]) -> RoleSpace:
    """Return the space of the frequent roles."""
    counts = Counter(role for s in sentences for p in s.predicates for role, _, _ in p.arguments)
    labels = sorted(
        (role for role, n in counts.items() if n >= RARE_ROLE and role != "C-V" and "DSP" not in role),
        key=lambda role: (-counts[role], role),
    )
    known = rolesets()
    themes = Counter(
        role.verbnet[0][1]
        for name in known.names
        for roleset in (known.get(name),)
        if roleset is not None
        for role in roleset.roles
        if role.verbnet
    )
    return RoleSpace(["", *labels], FUNCTIONS, sorted(t for t, _ in themes.most_common(THEMES)))


def trained_senses(data: Sequence[AnnotatedSentence]) -> tuple[str, ...]:
    """Return the rolesets that occur at least twice with a lemma and kind, for `Senses`."""
    kinds = {"NOUN": 1, "PROPN": 1, "ADJ": 2}
    counts = Counter(
        (each.doc[p.index].lemma_.lower(), kinds.get(each.doc[p.index].pos_, 0), p.roleset)
        for each in data
        for p in each.gold.predicates
    )
    kept = [(lemma, kind, -n, name) for (lemma, kind, name), n in counts.items() if n >= 2]
    return tuple(f"{lemma}\t{kind}\t{name}" for lemma, kind, _, name in sorted(kept))


def train_roles(
    complete: Sequence[AnnotatedSentence],
    gold: Sequence[AnnotatedSentence],
    partial: Sequence[AnnotatedSentence],
    space: RoleSpace,
    seeds: Sequence[int] = (1,),
) -> dict[str, LinearModel]:
    """Train the models of roles and spans; the parameters are those of `train`."""
    batch = S.cut_rows([*complete, *gold, *partial], space)
    models = {"cut": S.fit(batch, BINARY, ("no", "yes"), SoftmaxSettings(4, l1=1e-4, prune=0.02))}
    batch, counts = S.role_rows(complete, space)
    logger.info("arguments: %s", dict(counts))
    for data, importance in ((partial, EXAMPLES), (gold, GOLD)):
        more, counts = S.role_rows(data, space, importance)
        logger.info("further arguments: %s", dict(counts))
        batch = S.merged(batch, more)
    settings = SoftmaxSettings(4, l1=3e-4, keep=0.7, least=4, prune=0.03, seeds=seeds)
    models["role"] = S.fit(batch, space.table, space.columns, settings)
    return models


def shortlists(data: Sequence[AnnotatedSentence], model: FrameModel) -> Iterator[tuple[Singles, Singles]]:
    """Yield the shortlists of gold predicates' candidates: features, and 1 for the right row, else 0.

    Right is the row of the role and span of an argument; if a candidate has none, that of no role. Candidates
    that the linear models are certain of are left out.
    """
    space = model.space
    for each in data:
        for predicate in each.gold.predicates:
            space.of(predicate.roleset)
    arguments, w = argument_model(model), new_workspace(space)
    for each in data:
        for predicate in each.gold.predicates:
            number, *ids = space.of(predicate.roleset)
            key, columns = np.array(ids, np.uint64), arguments.table[number]
            rows = list_arguments(each.forest, predicate.index, key, columns, arguments, w, 0)
            gold = {(space.index.get(role, 0), start, end) for role, start, end in predicate.arguments}
            first = np.flatnonzero(np.diff(w.source[:rows, CANDIDATE], prepend=-1)).tolist()
            for begin, end in pairwise([*first, rows]):
                found = w.source[begin:end, ROLE : END + 1].tolist()
                right = np.array([tuple(row) in gold for row in found], np.float32)
                right[0] = not right.any()
                if end - begin > 1:
                    yield w.rows[begin:end].copy(), right


def grow_trees(
    data: Sequence[AnnotatedSentence],
    gold: Sequence[AnnotatedSentence],
    train: Callable[[Sequence[AnnotatedSentence], Sequence[AnnotatedSentence]], FrameModel],
) -> Trees:
    """Boost trees on the shortlists of sentences, with a parser's and with gold syntax, by cross-validation.

    `train` trains the linear models on the sentences of the other folds.
    """
    lists = []
    for fold, others, own in leaving_out(np.arange(len(data)) * FOLDS // len(data), FOLDS):
        model = train([data[i] for i in others], [gold[i] for i in others])
        for sentences, weight in ((data, 1.0), (gold, GOLD)):
            held_out = shortlists([sentences[i] for i in own], model)
            lists += [(features, right * np.float32(weight)) for features, right in held_out]
        logger.info("fold %d of %d: %d shortlists", fold + 1, FOLDS, len(lists))
    return boost_lists(lists, SETTINGS)


def train(
    complete: Sequence[AnnotatedSentence],
    gold: Sequence[AnnotatedSentence],
    partial: Sequence[AnnotatedSentence],
    space: RoleSpace,
) -> FrameModel:
    """Train a model.

    `complete` sentences have a parser's syntax, `gold` are the same with gold syntax; `partial` ones have one
    annotated predicate each.
    """
    trained = trained_senses(complete)
    senses = Senses(trained)
    batch, counts = S.token_rows([*complete, *gold], senses)
    logger.info("predicates: %s", dict(counts))
    models = {"token": S.fit(batch, BINARY, ("no", "yes"), SoftmaxSettings(5, l1=1e-4, prune=0.02))}
    batch, groups, right, counts = S.sense_rows([*complete, *gold, *partial], senses)
    logger.info("rolesets: %s", dict(counts))
    settings = SoftmaxSettings(8, l1=1e-3, keep=0.6, least=1, prune=0.02)
    models["sense"] = S.fit_senses(batch, groups, right, settings)
    models |= train_roles(complete, gold, partial, space, seeds=(1, 2, 3))
    trees = grow_trees(
        complete, gold, lambda some, same: FrameModel(train_roles(some, same, partial, space), space, trained)
    )
    return FrameModel(models, space, trained, trees)


def read_training(data: Path) -> tuple[list[PropBankSentence], list[PropBankSentence]]:
    """Return the treebank's training sentences, and the frame files' examples without its dev sentences."""
    train, counts = join(data / "ewt/en_ewt-ud-train.conllu.xz", data / "propbank_ewt/ewt-train.gold_skel.xz")
    logger.info("treebank: %s", counts)
    dev, _ = join(data / "ewt/en_ewt-ud-dev.conllu.xz", data / "propbank_ewt/ewt-dev.gold_skel.xz")
    held = {" ".join(s.words).lower() for s in dev}
    examples = read_examples(data / "propbank_frames/frames.tar.xz")
    kept = [s for s in examples if " ".join(s.words).lower() not in held and len(s.words) <= LONGEST]
    logger.info("examples: %d of %d", len(kept), len(examples))
    return train, kept


def main(options: argparse.Namespace) -> None:
    """Train the model, and write it."""
    sentences, examples = read_training(options.data)
    space = role_space(sentences)
    complete = annotated(concatenated(sentences), _jackknifed_docs(sentences))
    pieces = concatenated(examples)
    partial = annotated(pieces, own_docs(pieces))
    gold = annotated(concatenated(sentences), gold_docs(concatenated(sentences)))
    model = train(complete, gold, partial, space)
    model.write(
        options.out / "frames.lex",
        {
            "name": "frames", "version": 1, "licence": "CC BY-SA 4.0", "command": REBUILD,
            "source": "PropBank release and frame files (CC BY-SA 4.0), UD English EWT (CC BY-SA 4.0)",
        },
    )  # fmt: skip
