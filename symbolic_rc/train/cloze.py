"""Training the feature classifier for cloze questions (Chen et al. 2016) on a data set on disk."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from symbolic_rc import __version__
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.container import pack_strings, write_container
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.datasets.overlap import TrainedOn, add_trained_on
from symbolic_rc.models.trees import Trees, fit_trees
from symbolic_rc.readers.baselines import feature_classifier as C
from symbolic_rc.readers.baselines.feature_classifier import Rarity, StoryView
from symbolic_rc.readers.entities import capitalised
from symbolic_rc.story import Story
from symbolic_rc.train.shared import asked_in, each

_LOG = logging.getLogger(__name__)

#: Words in fewer stories than this are as rare as unknown ones.
_LEAST = 2


def rarity_of(records: Iterable[Record]) -> Rarity:
    """Count in how many stories each word stands."""
    counts: Counter[str] = Counter()
    stories = 0
    for record in records:
        stories += 1
        counts.update({word.lower() for word in record.text.split()})
    return Rarity(stories, {word: count for word, count in counts.items() if count >= _LEAST})


@dataclass(frozen=True, slots=True)
class Examples:
    """Every candidate of every question: features, shape (candidates, columns), and whether it is right.

    `bounds`, shape (questions + 1,), are where each question's candidates start.
    """

    features: NDArray[np.float32]
    right: NDArray[np.bool_]
    bounds: NDArray[np.int64]

    def accuracy(self, scores: NDArray[np.float64]) -> float:
        """Return the share of questions, in percent, whose best candidate is right."""
        spans = zip(self.bounds[:-1], self.bounds[1:], strict=True)
        hits = [self.right[a + int(np.argmax(scores[a:b]))] for a, b in spans if b > a]
        return 100.0 * float(np.sum(hits)) / max(len(self.bounds) - 1, 1)


_Marked = tuple[NDArray[np.float32], NDArray[np.bool_]]


def _of_record(rarity: Rarity, record: Record) -> list[_Marked]:
    story, found = Story(record), list[_Marked]()
    view = StoryView(story, capitalised(story))
    names = [entity.names | {entity.name.lower()} for entity in view.entities]
    for question in record.questions:
        if question.is_cloze and names:
            wanted = {one[0].lower() for one in question.references if len(one) == 1}
            features = C.candidate_features(C.CandidateViews(view, C.question_view(question, story), rarity))
            found.append((features, np.array([bool(wanted & forms) for forms in names])))
    return found


def examples(records: Iterable[Record], rarity: Rarity, jobs: int = 1) -> Examples:
    """Compute the features of every candidate of every cloze question, by `jobs` worker processes."""
    features, right = list[NDArray[np.float32]](), list[NDArray[np.bool_]]()
    for number, found in enumerate(each(_of_record, rarity, records, jobs), 1):
        for matrix, marks in found:
            features.append(matrix)
            right.append(marks)
        if number % 500 == 0:
            _LOG.info("%d stories, %d questions", number, len(features))
    bounds = np.cumsum([0, *map(len, right)], dtype=np.int64)
    return Examples(np.concatenate(features), np.concatenate(right), bounds)


#: Wrong candidates kept of each question; they weigh as much as all of them.
_NEGATIVES = 10


def fit(found: Examples, without: Sequence[str] = (), seed: int = 0) -> Trees:
    """Fit boosted trees that tell right candidates from wrong ones, `without` some templates."""
    from threadpoolctl import threadpool_limits

    rows, weights = _sample(found, seed)
    features = found.features[rows]
    for name in without:
        features[:, C.columns_of(name)] = 0.0
    with threadpool_limits(1):  # threads that wait for each other are slower than one where cores are busy
        return fit_trees(
            features, found.right[rows], weights, max_iter=300, max_leaf_nodes=24, learning_rate=0.06,
            min_samples_leaf=40, l2_regularization=1.0, random_state=seed,
        )  # fmt: skip


def _sample(found: Examples, seed: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return rows to train on: every right candidate, and some wrong ones with their weight."""
    generator = np.random.default_rng(seed)
    rows, weights = [], []
    for a, b in zip(found.bounds[:-1], found.bounds[1:], strict=True):
        right = a + np.flatnonzero(found.right[a:b])
        wrong = a + np.flatnonzero(~found.right[a:b])
        if not len(right) or not len(wrong):
            continue
        kept = np.sort(generator.permutation(wrong)[:_NEGATIVES])
        rows += [right, kept]
        weights += [np.full(len(right), 1.0), np.full(len(kept), len(wrong) / len(kept))]
    return np.concatenate(rows), np.concatenate(weights)


def write_weights(path: str | Path, trees: Trees, rarity: Rarity, about: Mapping[str, object]) -> None:
    """Write weights, what they were trained on and how rare words are."""
    words = sorted(rarity.counts)
    counts = np.array([rarity.counts[word] for word in words], np.int32)
    arrays = {**trees.arrays(), "rarity.count": counts, **pack_strings("rarity.word", words)}
    header = {
        "name": "feature-classifier", "version": __version__, "source": "Chen et al. 2016, section 3.1",
        "columns": {name: width for name, (_, width) in C.TEMPLATES.items()}, "stories": rarity.stories,
    }  # fmt: skip
    write_container(path, {**header, **about}, arrays)


def train(path: str | Path, out: str | Path, limit: int | None = None, seed: int = 0, jobs: int = 1) -> str:
    """Train on the cloze questions of a data set, write the weights, and return a line about it.

    The stories are read twice: once for how rare words are, once for the features.

    Raises
    ------
    DataError
        If the data cannot be read or hold no cloze question with an answer.
    """
    rarity = rarity_of(_records(path, limit))
    found = examples(_records(path, limit), rarity, jobs)
    if not found.right.any():
        raise DataError("holds no cloze question whose answer is one of the story's entities", path)
    trees = fit(found, seed=seed)
    count = len(found.bounds) - 1
    accuracy = round(found.accuracy(trees.scores(found.features)), 2)
    write_weights(out, trees, rarity, {"questions": count, "seed": seed, "train_accuracy": accuracy})
    asked = (pair for pair in asked_in(_records(path, limit)) if pair[1].is_cloze)
    add_trained_on(out, TrainedOn.of(asked))
    return f"trained on {count:,} questions of {rarity.stories:,} stories; written to {out}\n"


def _records(path: str | Path, limit: int | None) -> Iterator[Record]:
    for found in read(path, limit=limit):
        if isinstance(found, Record) and any(question.is_cloze for question in found.questions):
            yield found
