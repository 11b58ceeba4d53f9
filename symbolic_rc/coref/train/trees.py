"""Grows the ranker's trees from the short lists of documents that its weights did not learn from."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.linking import Teaching, link, surely
from symbolic_rc.coref.model import Ranker
from symbolic_rc.coref.ranker.arrays import Notes
from symbolic_rc.coref.ranker.shortlist import COLUMNS, SHORT
from symbolic_rc.coref.train.corpora import GapSnippet
from symbolic_rc.coref.train.examples import Example, as_taught, choices, only
from symbolic_rc.models.boosting import BoostSettings, boost
from symbolic_rc.models.trees import Trees

log = logging.getLogger(__name__)

#: What `arrays.Notes` says of a candidate.
WRONG, RIGHT = 1, 2
FOLDS = 5
SETTINGS = BoostSettings(
    rounds=600, leaves=31, rate=0.035, least=100, l2=5.0, lists=0.8, features=0.2, sharp=1.0
)
#: What a short list counts of documents where people, places and the like alone are annotated, and of others.
PARTLY, WHOLLY = 1.0, 2.0


def short_lists(example: Example, ranker: Ranker) -> Iterator[tuple[NDArray[np.float32], NDArray[np.int8]]]:
    """Yield the views of each short list with right and wrong candidates, and what the gold says of them."""
    for reading, choice in choices(example):
        mode = example.labels.mode if reading is example.reading else only(example)
        n = len(reading.mentions)
        notes = Notes(np.zeros((n, SHORT + 1, COLUMNS), np.float32), np.zeros((n, SHORT + 1), np.int8))
        teaching = Teaching(example.labels.gold, mode, notes=notes)
        link(surely(reading), ranker, choice=choice, teaching=teaching)
        useful = (notes.judged == RIGHT).any(1) & (notes.judged == WRONG).any(1)
        for views, judged in zip(notes.views[useful], notes.judged[useful], strict=True):
            yield views[judged > 0], judged[judged > 0]


def grow_trees(
    training: Sequence[Example],
    train: Callable[[Sequence[Example]], Ranker],
    settings: BoostSettings = SETTINGS,
) -> Trees:
    """Boost trees over the short lists of documents, each by weights that `train` learned from the others."""
    training = as_taught(training)
    views, judged, weights = [], [], []
    for fold in range(FOLDS):
        ranker = train([example for i, example in enumerate(training) if i % FOLDS != fold])
        for example in training[fold::FOLDS]:
            whole = isinstance(example.document, GapSnippet) or example.document.complete
            for seen, said in short_lists(example, ranker):
                views.append(seen)
                judged.append(said)
                weights.append(np.full(len(said), WHOLLY if whole else PARTLY, np.float32))
        log.info("fold %d of %d: %d short lists", fold + 1, FOLDS, len(views))
    bounds = np.concatenate([[0], np.cumsum([len(said) for said in judged])]).astype(np.int64)
    gold = np.where(np.concatenate(judged) == RIGHT, np.concatenate(weights), 0.0).astype(np.float32)
    return boost(np.concatenate(views), gold, bounds, settings)
