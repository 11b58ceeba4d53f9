"""Documents that were read, with their gold: what the coreference model is trained on and measured with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from symbolic_rc.coref.linking import Reading, cataphoric, finish, prepare
from symbolic_rc.coref.mentions.attributes import KIND, PRONOUN
from symbolic_rc.coref.mentions.mention_types import TYPES, classify, feature_rows
from symbolic_rc.coref.train import corpora, gold
from symbolic_rc.coref.train.corpora import Alignment, GapSnippet, GoldDocument
from symbolic_rc.models.linear import LinearModel, Rows, train_classifier

#: From texts to documents.
Annotator: TypeAlias = Callable[[Sequence[str]], Iterable[Doc]]
#: The ways of training on an example: how it is read, and the choice that `linking.link` takes.
Choices: TypeAlias = list[tuple[Reading, tuple[int, int, int]]]

FOLDS = 3


@dataclass(slots=True)
class Example:
    """A document that was read, with its gold.

    `taught` is the same document as it is learned from, where that is not how it is judged (`annotator`).
    """

    document: GoldDocument | GapSnippet
    reading: Reading
    starts: list[int]
    aligned: Alignment | None
    labels: gold.Labels
    taught: Example | None = None

    def relabel(self) -> None:
        """Read the mentions again after their types changed."""
        if isinstance(self.document, GapSnippet):
            self.labels = gold.gap_labels(self.reading, self.document, self.starts)
        if self.taught:
            self.taught.relabel()


def examples(
    documents: Sequence[GoldDocument | GapSnippet], annotate: Annotator, teach: Annotator | None = None
) -> list[Example]:
    """Annotate documents and find their mentions; types are guesses until a model is there.

    Parameters
    ----------
    documents : sequence of GoldDocument or GapSnippet
    annotate : Annotator
    teach : Annotator, optional
        How they are annotated to be learned from, if otherwise.
    """
    found = []
    for document, doc in zip(documents, annotate([d.text for d in documents]), strict=True):
        reading = prepare(doc, None)
        starts = [token.idx for token in doc]
        if isinstance(document, GapSnippet):
            found.append(Example(document, reading, starts, None, gold.gap_labels(reading, document, starts)))
        else:
            aligned = gold.alignment(reading, document, starts)
            found.append(Example(document, reading, starts, aligned, gold.labels(reading, document, aligned)))
    if teach:
        for example, taught in zip(found, examples(documents, teach), strict=True):
            example.taught = taught
    return found


def as_taught(documents: Sequence[Example]) -> list[Example]:
    """Return documents as they are learned from."""
    return [document.taught or document for document in documents]


def held_aside(documents: Sequence[Example], fold: int = 0) -> tuple[list[Example], list[Example]]:
    """Part LitBank's documents into training and held-aside ones: every fifth, from `fold` on."""
    test = [d for i, d in enumerate(documents) if i % corpora.HELD_ASIDE == fold]
    return [d for i, d in enumerate(documents) if i % corpora.HELD_ASIDE != fold], test


def set_types(example: Example, model: LinearModel | None) -> None:
    """Classify an example's mentions with a model, and do again what depends on it."""
    if example.taught:
        set_types(example.taught, model)
    reading = example.reading
    classify(reading.syntax, reading.mentions, model)
    example.reading = finish(reading.syntax, reading.mentions, reading.quotes)


def train_types(training: Sequence[Example]) -> LinearModel:
    """Train the classifier of mentions on LitBank's classes."""
    pieces, answers = [], []
    for example in as_taught(training):
        rows = feature_rows(example.reading.syntax, example.reading.mentions)
        keep = (example.reading.mentions.table[:, KIND] != PRONOUN) & (example.labels.types > 0)
        width = len(rows.keys) // max(len(rows), 1)
        pieces.append(rows.keys.reshape(-1, width)[keep])
        answers.append(example.labels.types[keep] - 1)
    keys = np.concatenate(pieces)
    rows = Rows(
        np.arange(len(keys) + 1, dtype=np.int64) * keys.shape[1],
        keys.reshape(-1),
        np.ones(keys.size, np.float32),
    )
    return train_classifier(rows, np.concatenate(answers), TYPES[1:], epochs=6, margin=1.0, prune=0.01)


def type_everything(litbank: Sequence[Example], others: Sequence[Example]) -> LinearModel:
    """Train the classifier, and classify every example; training documents by models that did not see
    them."""
    for fold in range(FOLDS):
        own = [d for i, d in enumerate(litbank) if i % FOLDS == fold]
        model = train_types([d for i, d in enumerate(litbank) if i % FOLDS != fold])
        for example in own:
            set_types(example, model)
    model = train_types(litbank)
    for example in others:
        set_types(example, model)
    return model


def choices(example: Example) -> Choices:
    """Return the ways of training on an example.

    As it is read; and, for GAP, also with the pronoun looking ahead, once free and once as a choice of the
    two names.
    """
    plain = (example.reading, (-1, -1, -1))
    if not isinstance(example.document, GapSnippet):
        return [plain]
    choice = gold.gap_mentions(example.reading, example.document, example.starts)
    if min(choice) < 0:
        return [plain]
    late = cataphoric(example.reading, choice)
    ways = [plain]
    if not np.array_equal(late.order, example.reading.order):
        ways.append((late, (-1, -1, -1)))
    return [*ways, (late, choice)] if any(example.document.labels) else ways


def only(example: Example) -> NDArray[np.int32]:
    """Return modes that train on a GAP snippet's pronoun alone."""
    return np.where(example.labels.mode == gold.CHOICE, gold.CHOICE, gold.UNUSED).astype(np.int32)


def annotator(teaching: bool = False) -> Annotator:
    """Return the project's own annotation as a function of texts.

    Parameters
    ----------
    teaching : bool
        Texts to learn from are tagged and parsed once. What was learned from such trees, which have more
        mistakes, reads the better ones of the usual pipeline as well as its own, or better: CoNLL averages of
        63.7 on LitBank's documents held aside (62.2 when learned from the better ones) and 58.6 (58.6) on
        OntoGUM dev.
    """
    from symbolic_rc.annotate.pipeline import classical, pipeline

    return (classical(reranked=0, retagged=0) if teaching else pipeline()).pipe
