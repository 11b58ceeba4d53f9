"""Train the coreference model: ``python -m symbolic_rc.coref.train --data DIR``.

Learns from LitBank's training documents, OntoGUM's training documents of the genres whose text is CC BY or
CC BY-SA, and GAP. Writes ``coref.lex``. The same command gives the same bytes.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.coref.linking import Teaching, link
from symbolic_rc.coref.model import CorefModel, Ranker
from symbolic_rc.coref.ranker.templates import PLACES
from symbolic_rc.coref.train import corpora
from symbolic_rc.coref.train.corpora import GapSnippet
from symbolic_rc.coref.train.examples import (
    Choices,
    Example,
    annotator,
    as_taught,
    choices,
    examples,
    held_aside,
    only,
    type_everything,
)
from symbolic_rc.coref.train.speakers import train_speakers
from symbolic_rc.coref.train.trees import SETTINGS, grow_trees

log = logging.getLogger(__name__)

EPOCHS, RATE, DROP = 6, 0.15, 0.4
#: Weights are trained with each, and their mean is taken: one order of the documents is half a point of luck.
SEEDS = (7, 8, 9)
#: Added to the score of starting a new entity: the ranker is too careful without it.
BIAS = -0.7


def train_weights(
    training: Sequence[Example],
    epochs: int = EPOCHS,
    rate: float = RATE,
    drop: float = DROP,
    seeds: Sequence[int] = SEEDS,
) -> Ranker:
    """Train the ranker's weights: the first pass along gold clusters, then along its own."""
    training = as_taught(training)
    total = np.zeros(PLACES, np.float64)
    ways = [choices(example) for example in training]
    for seed in seeds:
        total += _weights(training, ways, epochs, rate, drop, seed) / len(seeds)
    return Ranker((total * (1.0 - drop)).astype(np.float32), BIAS)


def _weights(
    training: Sequence[Example], ways: Sequence[Choices], epochs: int, rate: float, drop: float, seed: int
) -> NDArray[np.float64]:
    """Return the mean of the weights after each pass of the second half."""
    weights, gradients = np.zeros(PLACES, np.float32), np.zeros(PLACES, np.float32)
    learning = Ranker(weights)
    total = np.zeros(PLACES, np.float64)
    kept = 0
    generator = np.random.default_rng(seed)
    for epoch in range(epochs):
        loss = 0.0
        for i in generator.permutation(len(training)).tolist():
            example = training[i]
            if epoch == 0 and isinstance(example.document, GapSnippet):
                continue
            for reading, choice in ways[i]:
                mode = example.labels.mode if reading is example.reading else only(example)
                drawn = (seed * epochs + epoch) * len(training) + i
                taught = Teaching(example.labels.gold, mode, gradients, rate, epoch == 0, drop, drawn)
                loss += link(reading, learning, choice=choice, teaching=taught).loss
        log.info("seed %d, epoch %d: loss %.0f", seed, epoch + 1, loss)
        if epoch >= epochs // 2:
            total += weights
            kept += 1
    return total / max(kept, 1)


def train_ranker(training: Sequence[Example]) -> Ranker:
    """Train the ranker: its weights on all documents, its trees on what weights say of documents left out."""
    return replace(train_weights(training), trees=grow_trees(training, train_weights))


def main() -> None:
    """Train on what may be shipped, and write the model."""
    parser = argparse.ArgumentParser(prog="python -m symbolic_rc.coref.train", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of data")
    parser.add_argument("--out", type=Path, help="the file to write; coref.lex among the lexicons by default")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    annotate = annotator(teaching=True)
    litbank, _ = held_aside(examples(corpora.litbank(options.data), annotate))
    genres = corpora.OPEN_GENRES
    open_text = [d for d in corpora.ontogum(options.data, "train") if d.genre in genres]
    snippets = [*corpora.gap(options.data, "development"), *corpora.gap(options.data, "validation")]
    others = examples([*open_text, *snippets], annotate)
    types = type_everything(litbank, others)
    ranker = train_ranker([*litbank, *others])
    speakers = train_speakers(litbank, partial(train_weights, seeds=SEEDS[:1]))
    about = {
        "name": "coref",
        "version": "3",
        "source": "LitBank (64 documents), OntoGUM train (academic, bio, court, interview, "
        "news, voyage), GAP",
        "licence": "CC BY 4.0, CC BY-SA; Apache-2.0",
        "options": {"epochs": EPOCHS, "rate": RATE, "drop": DROP, "bias": BIAS, "seeds": SEEDS},
        "trees": asdict(SETTINGS),
    }
    path = options.out or lexicon_path("coref.lex")
    CorefModel(ranker, types, about, speakers).save(path)
    log.info("%s: %d bytes", path, path.stat().st_size)
