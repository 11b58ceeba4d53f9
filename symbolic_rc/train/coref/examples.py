"""Annotated documents with gold labels: the training and evaluation examples of the coreference model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from symbolic_rc.core.tokens import grouped
from symbolic_rc.coref.linking import FREE, PreparedDocument, assemble, cataphoric, prepare
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions.attributes import LITBANK, THING, TYPES, classify, feature_rows
from symbolic_rc.models.linear import LinearModel, PerceptronSettings, Rows, train_classifier
from symbolic_rc.train.coref.corpora import GapSnippet, GoldDocument, TokenAlignment

#: From texts to documents.
Annotator: TypeAlias = Callable[[Sequence[str]], Iterable[Doc]]

#: Folds for the classifier of mention types.
FOLDS = 3
#: Every fifth LitBank document in sorted order of file names is held out.
HELD_OUT = 5
#: Training modes of a mention, as `arrays.TrainingInput` defines them.
UNUSED, COMPLETE, PARTIAL, CHOICE, CATAPHOR = range(5)


@dataclass(frozen=True, slots=True)
class GoldLabels:
    """The gold entity of each mention found in a text, or -1; its training mode; its class, 0 where unknown.

    Classes are `attributes.TYPES`; `THING` where the corpus has no mention.
    """

    gold: NDArray[np.int32]
    mode: NDArray[np.int32]
    types: NDArray[np.int32]


@dataclass(slots=True)
class CorefExample:
    """A prepared document with its gold labels.

    `for_training` is the same document with the annotation that is trained on, if it differs (`annotator`).
    """

    gold: GoldDocument | GapSnippet
    document: PreparedDocument
    starts: list[int]
    aligned: TokenAlignment | None
    labels: GoldLabels
    for_training: CorefExample | None = None

    def relabel(self) -> None:
        """Update the gold labels after the mentions' types changed."""
        if isinstance(self.gold, GapSnippet):
            self.labels = gap_labels(self.document, self.gold, self.starts)
        if self.for_training:
            self.for_training.relabel()


def examples(
    gold: Sequence[GoldDocument | GapSnippet], annotate: Annotator, for_training: Annotator | None = None
) -> list[CorefExample]:
    """Annotate documents and find their mentions; types are guessed until a model is trained."""
    found = []
    for one, doc in zip(gold, annotate([each.text for each in gold]), strict=True):
        document = prepare(doc, None)
        starts = [token.idx for token in doc]
        if isinstance(one, GapSnippet):
            labels, aligned = gap_labels(document, one, starts), None
        else:
            aligned = TokenAlignment(one, starts, [token.idx + len(token) for token in doc])
            labels = gold_labels(document, one, aligned)
        found.append(CorefExample(one, document, starts, aligned, labels))
    if for_training:
        for example, other in zip(found, examples(gold, for_training), strict=True):
            example.for_training = other
    return found


def training_versions(documents: Sequence[CorefExample]) -> list[CorefExample]:
    """Return documents with the annotation that is trained on."""
    return [document.for_training or document for document in documents]


def in_turn(
    documents: Sequence[CorefExample], folds: int
) -> Iterator[tuple[int, list[CorefExample], list[CorefExample]]]:
    """Yield each fold with the documents of the others and its own; documents go to the folds in turn."""
    for fold in range(folds):
        yield fold, [d for i, d in enumerate(documents) if i % folds != fold], list(documents[fold::folds])


def split(documents: Sequence[CorefExample], fold: int = 0) -> tuple[list[CorefExample], list[CorefExample]]:
    """Split LitBank's documents into training and held-out ones: every fifth, from `fold` on."""
    return list(in_turn(documents, HELD_OUT))[fold][1:]


def gold_labels(document: PreparedDocument, gold: GoldDocument, aligned: TokenAlignment) -> GoldLabels:
    """Match gold mentions to found ones: by span, else by head."""
    candidates = document.mentions.candidates
    n = len(candidates)
    entity, types = np.full(n, -1, np.int32), np.full(n, THING, np.int32)
    by_span = {(candidate.start, candidate.end): m for m, candidate in enumerate(candidates)}
    by_head = grouped((one.head, m) for m, one in enumerate(candidates) if not one.coordinated)
    unmatched = []
    for number, spans in enumerate(gold.clusters.values()):
        for span in spans:
            own = aligned.to_own(*span)
            kind = LITBANK.get(gold.types.get(span, ""), 0)
            if own in by_span:
                entity[by_span[own]], types[by_span[own]] = number, kind
            else:
                unmatched.append((number, own, kind))
    for number, (start, end), kind in unmatched:
        root = document.syntax.root_of(start, end)
        m = next((m for m in by_head.get(root, []) if entity[m] < 0), -1)
        if m >= 0:
            entity[m], types[m] = number, kind
    if gold.complete:
        types[:] = 0
    return GoldLabels(entity, np.full(n, COMPLETE if gold.complete else PARTIAL, np.int32), types)


def gap_labels(document: PreparedDocument, snippet: GapSnippet, starts: list[int]) -> GoldLabels:
    """Label a GAP snippet's pronoun and two names; all else is unknown."""
    n = len(document.mentions)
    entity, mode = np.full(n, -1, np.int32), np.zeros(n, np.int32)
    pronoun, first, second = gap_mentions(document, snippet, starts)
    table = document.mentions.table
    named = table[:, A.KIND] == A.NAME
    for m, number in ((first, 0), (second, 1)):
        if m >= 0:
            entity[named & (table[:, A.CORE] == table[m, A.CORE])] = number
            entity[m] = number
            if 0 <= pronoun < m:
                mode[m] = CATAPHOR
    if pronoun >= 0:
        answer = snippet.labels.index(True) if any(snippet.labels) else 2
        entity[pronoun], mode[pronoun] = answer, CHOICE
    return GoldLabels(entity, mode, np.zeros(n, np.int32))


def gap_mentions(document: PreparedDocument, snippet: GapSnippet, starts: list[int]) -> tuple[int, int, int]:
    """Return the closest mentions of a snippet's pronoun and two names, or -1."""
    words = document.syntax.words
    ends = [start + len(word) for start, word in zip(starts, words, strict=True)]
    found = []
    for which, (start, end) in enumerate((snippet.pronoun, *snippet.names)):
        best, size = -1, (1 << 30, 0)
        for m, candidate in enumerate(document.mentions.candidates):
            if candidate.coordinated or (which == 0) != (candidate.kind == "pronoun"):
                continue
            low, high = candidate.core if which else (candidate.start, candidate.end)
            a, b = starts[low], ends[high - 1]
            key = (abs(a - start) + abs(b - end), candidate.start)
            if a < end and start < b and key < size:
                best, size = m, key
        found.append(best)
    return found[0], found[1], found[2]


def set_types(example: CorefExample, model: LinearModel | None) -> None:
    """Classify an example's mentions with a model, and update what depends on it."""
    if example.for_training:
        set_types(example.for_training, model)
    document = example.document
    classify(document.syntax, document.mentions, model)
    example.document = assemble(document.syntax, document.mentions, document.quotes)


def train_types(training: Sequence[CorefExample]) -> LinearModel:
    """Train the classifier of mentions on LitBank's classes."""
    pieces, answers = [], []
    for example in training_versions(training):
        mentions = example.document.mentions
        rows = feature_rows(example.document.syntax, mentions)
        keep = (mentions.table[:, A.KIND] != A.PRONOUN) & (example.labels.types > 0)
        pieces.append(rows.keys.reshape(len(rows), -1)[keep] if len(rows) else rows.keys.reshape(0, 1))
        answers.append(example.labels.types[keep] - 1)
    rows = Rows.stacked(np.concatenate([piece for piece in pieces if len(piece)]))
    settings = PerceptronSettings(epochs=6, margin=1.0, prune=0.01)
    return train_classifier(rows, np.concatenate(answers), TYPES[1:], settings)


def train_and_set_types(litbank: Sequence[CorefExample], others: Sequence[CorefExample]) -> LinearModel:
    """Train the classifier and classify every example, training documents by cross-validation."""
    for _, rest, own in in_turn(litbank, FOLDS):
        model = train_types(rest)
        for example in own:
            set_types(example, model)
    model = train_types(litbank)
    for example in others:
        set_types(example, model)
    return model


@dataclass(frozen=True, slots=True)
class TrainingPass:
    """A way of training on an example: its linking order, the choice that `linking.link` takes, the modes."""

    document: PreparedDocument
    choice: tuple[int, int, int]
    mode: NDArray[np.int32]


def training_passes(example: CorefExample) -> list[TrainingPass]:
    """Return the ways of training on an example.

    In order; and, for GAP, also with the pronoun after both names, once free and once as a choice of the two.
    """
    passes = [TrainingPass(example.document, FREE, example.labels.mode)]
    if not isinstance(example.gold, GapSnippet):
        return passes
    choice = gap_mentions(example.document, example.gold, example.starts)
    if min(choice) < 0:
        return passes
    late = cataphoric(example.document, choice)
    only = np.where(example.labels.mode == CHOICE, CHOICE, UNUSED).astype(np.int32)
    if not np.array_equal(late.order, example.document.order):
        passes.append(TrainingPass(late, FREE, only))
    if any(example.gold.labels):
        passes.append(TrainingPass(late, choice, only))
    return passes


def annotator(for_training: bool = False) -> Annotator:
    """Return the project's own annotation as a function of texts; for training, not retagged nor reranked.

    Models that are trained on such trees, which have more errors, are at least as good on the better ones of
    the usual pipeline: CoNLL averages of 63.7 on LitBank's held-out documents (62.2 when trained on better
    ones) and 58.6 (58.6) on OntoGUM dev.
    """
    from symbolic_rc.annotate.pipeline import classical, pipeline

    return (classical(reranked=0, retagged=0) if for_training else pipeline()).pipe
