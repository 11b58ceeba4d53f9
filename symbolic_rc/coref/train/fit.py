"""Train the coreference model: ``python -m symbolic_rc.coref.train --data DIR``.

Learns from LitBank's training documents, OntoGUM's training documents of the genres whose text is CC BY or
CC BY-SA, and GAP. Writes ``coref.lex``. The same command gives the same bytes.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.coref.linking import Reading, Teaching, cataphoric, finish, link, prepare
from symbolic_rc.coref.mentions.attributes import KIND, PRONOUN
from symbolic_rc.coref.mentions.mention_types import TYPES, classify, feature_rows
from symbolic_rc.coref.model import CorefModel
from symbolic_rc.coref.ranker.templates import PLACES
from symbolic_rc.coref.train import corpora, gold
from symbolic_rc.coref.train.corpora import Alignment, GapSnippet, GoldDocument
from symbolic_rc.linear.features import Rows
from symbolic_rc.linear.model import LinearModel
from symbolic_rc.linear.train import train_classifier

log = logging.getLogger(__name__)

#: From texts to documents.
Annotator: TypeAlias = Callable[[Sequence[str]], Iterable[Doc]]

EPOCHS, RATE, DROP, SEED = 6, 0.15, 0.4, 7
#: Added to the score of starting a new entity: the ranker is too careful without it.
BIAS = -0.7
FOLDS = 3


@dataclass(slots=True)
class Example:
    """A document that was read, with its gold."""

    document: GoldDocument | GapSnippet
    reading: Reading
    starts: list[int]
    aligned: Alignment | None
    labels: gold.Labels

    def relabel(self) -> None:
        """Read the mentions again after their types changed."""
        if isinstance(self.document, GapSnippet):
            self.labels = gold.gap_labels(self.reading, self.document, self.starts)


def examples(documents: Sequence[GoldDocument | GapSnippet], annotate: Annotator) -> list[Example]:
    """Annotate documents and find their mentions; types are guesses until a model is there."""
    found = []
    for document, doc in zip(documents, annotate([d.text for d in documents]), strict=True):
        reading = prepare(doc, None)
        starts = [token.idx for token in doc]
        if isinstance(document, GapSnippet):
            found.append(Example(document, reading, starts, None, gold.gap_labels(reading, document, starts)))
        else:
            aligned = gold.alignment(reading, document, starts)
            found.append(Example(document, reading, starts, aligned, gold.labels(reading, document, aligned)))
    return found


def held_aside(documents: Sequence[Example], fold: int = 0) -> tuple[list[Example], list[Example]]:
    """Part LitBank's documents into training and held-aside ones: every fifth, from `fold` on."""
    test = [d for i, d in enumerate(documents) if i % corpora.HELD_ASIDE == fold]
    return [d for i, d in enumerate(documents) if i % corpora.HELD_ASIDE != fold], test


def set_types(example: Example, model: LinearModel | None) -> None:
    """Classify an example's mentions with a model, and do again what depends on it."""
    reading = example.reading
    classify(reading.syntax, reading.mentions, model)
    example.reading = finish(reading.syntax, reading.mentions, reading.quotes)


def train_types(training: Sequence[Example]) -> LinearModel:
    """Train the classifier of mentions on LitBank's classes."""
    pieces, answers = [], []
    for example in training:
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


def choices(example: Example) -> list[tuple[Reading, tuple[int, int, int]]]:
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


def train_ranker(
    training: Sequence[Example], epochs: int = EPOCHS, rate: float = RATE, drop: float = DROP
) -> NDArray[np.float32]:
    """Train the ranker: the first pass along gold clusters, then along its own."""
    weights, gradients = np.zeros(PLACES, np.float32), np.zeros(PLACES, np.float32)
    total = np.zeros(PLACES, np.float64)
    kept = 0
    ways = [choices(example) for example in training]
    generator = np.random.default_rng(SEED)
    for epoch in range(epochs):
        loss = 0.0
        for i in generator.permutation(len(training)).tolist():
            example = training[i]
            if epoch == 0 and isinstance(example.document, GapSnippet):
                continue
            for reading, choice in ways[i]:
                mode = example.labels.mode if reading is example.reading else only(example)
                seed = epoch * len(training) + i
                taught = Teaching(example.labels.gold, mode, gradients, rate, epoch == 0, drop, seed)
                loss += link(reading, weights, choice=choice, teaching=taught).loss
        log.info("epoch %d: loss %.0f", epoch + 1, loss)
        if epoch >= epochs // 2:
            total += weights
            kept += 1
    return (total / max(kept, 1) * (1.0 - drop)).astype(np.float32)


def annotator() -> Annotator:
    """Return the project's own annotation as a function of texts."""
    from symbolic_rc.annotate import pipeline

    return pipeline().pipe


def main() -> None:
    """Train on what may be shipped, and write the model."""
    parser = argparse.ArgumentParser(prog="python -m symbolic_rc.coref.train", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of data")
    parser.add_argument("--out", type=Path, help="the file to write; coref.lex among the lexicons by default")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    annotate = annotator()
    litbank, _ = held_aside(examples(corpora.litbank(options.data), annotate))
    genres = corpora.OPEN_GENRES
    open_text = [d for d in corpora.ontogum(options.data, "train") if d.genre in genres]
    snippets = [*corpora.gap(options.data, "development"), *corpora.gap(options.data, "validation")]
    others = examples([*open_text, *snippets], annotate)
    types = type_everything(litbank, others)
    weights = train_ranker([*litbank, *others])
    about = {
        "name": "coref",
        "version": "1",
        "source": "LitBank (64 documents), OntoGUM train (academic, bio, court, interview, "
        "news, voyage), GAP",
        "licence": "CC BY 4.0, CC BY-SA; Apache-2.0",
        "options": {"epochs": EPOCHS, "rate": RATE, "drop": DROP, "bias": BIAS, "seed": SEED},
    }
    path = options.out or lexicon_path("coref.lex")
    CorefModel(weights, BIAS, types, about).save(path)
    log.info("%s: %d bytes", path, path.stat().st_size)
