"""Training of the retagger, on the labels that taggers give to held-out sentences."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.tagger import retagging as R
from symbolic_rc.annotate.tagger.retagging import Retagger, RetaggerInput
from symbolic_rc.annotate.tagger.tag_model import TagModel, distinct_forms
from symbolic_rc.annotate.tagger.tagger_kernels import style_of
from symbolic_rc.annotate.words import WordTable
from symbolic_rc.core.files.container import Container
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.boosting import BoostSettings, boost_lists
from symbolic_rc.models.linear import LinearModel, numbered
from symbolic_rc.train.annotate.raw import RawCounts
from symbolic_rc.train.annotate.tagger import forms_of, joint_tags, recased, train_tagger, word_arrays
from symbolic_rc.train.shared import leaving_out

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RetaggerSettings:
    """How the retagger is trained.

    Each of the folds is tagged by a tagger trained on the others, with these seeds. Features of fewer than
    `least` words are left out, and the share `drop` at random; weights are averaged over the second half of
    the epochs, and pruned. The trees gain `tag` by a label of which only the UD tag is right.
    """

    folds: int = 6
    seeds: tuple[int, ...] = (1, 2, 3)
    least: int = 3
    epochs: int = 8
    rate: float = 0.2
    drop: float = 0.6
    prune: float = 0.25
    trees: BoostSettings = field(
        default_factory=lambda: BoostSettings(
            rounds=300, leaves=31, rate=0.05, least=150, l2=5.0, features=0.3, sharp=1.0
        )
    )
    tag: float = 0.9


@dataclass(frozen=True, slots=True)
class Fold:
    """Sentences as a tagger that was not trained on them sees them, with the right labels, or -1."""

    inputs: RetaggerInput
    gold: NDArray[np.int64]


def fold_of(tagger: TagModel, table: WordTable, sentences: Sequence[Sentence]) -> Fold:
    """Return sentences, taken for one text, with a tagger's labels."""
    words, bounds = forms_of(sentences)
    forms, kinds = distinct_forms(words)
    codes, fixed = table.both(forms)
    labels = tagger.run(codes, kinds, fixed[kinds], bounds)
    names = {name: i for i, name in enumerate(tagger.linear.classes)}
    gold = [names.get(label, -1) for label in joint_tags(sentences)]
    texts = np.zeros(len(kinds), np.int64)
    inputs = R.retagger_input(tagger, (codes, kinds, codes[kinds]), bounds, labels, fixed[kinds] < 0, texts)
    return Fold(inputs, np.array(gold))


def unseen_folds(
    words: Container, sentences: Sequence[Sentence], labels: Sequence[str], settings: RetaggerSettings
) -> Iterator[tuple[Fold, LinearModel]]:
    """Yield each fold with the labels of a tagger trained on the others, and the others' counts of labels.

    Documents go to the folds in turn, so that each has the treebank's mixture of genres. The word list is
    rebuilt, too: it holds the treebank's tags of words.
    """
    classes: dict[tuple[str, ...], int] = {}
    known = int((words.arrays["fine"] > 0).sum())  # words of the treebank alone come last
    fine, coarse, capital = (words.arrays[name][:known].astype(int) for name in ("fine", "coarse", "capital"))
    raw = RawCounts(words.strings("words")[:known], fine, coarse, capital)
    word_arrays(raw, sentences, labels, classes)
    document = np.cumsum([sentence.document for sentence in sentences])
    for k, others, own in leaving_out(document % settings.folds, settings.folds):
        rest = [sentences[i] for i in others]
        table = WordTable(Container(words.about, word_arrays(raw, rest, labels, classes)))
        tagger = train_tagger(table, [*rest, *recased(rest, 0.06, 0.03)], labels, seeds=settings.seeds)
        log.info("retagger: tagger without fold %d", k + 1)
        yield fold_of(tagger, table, [sentences[i] for i in own]), counts_of(table, rest, labels)


def counts_of(table: WordTable, sentences: Sequence[Sentence], labels: Sequence[str]) -> LinearModel:
    """Return how often sentences give words each label, by `COUNTED`, as the weights of a model."""
    words, bounds = forms_of(sentences)
    codes, n = table.codes(words), len(words)
    rows = np.zeros((n, codes.shape[1] + 3), np.uint32)
    rows[:, : codes.shape[1]] = codes
    for start, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        rows[start:end, R.STYLE] = style_of(codes, start, end) + 1
        rows[start, R.STYLE] += 3
    none, nowhere = np.zeros((0, 0), np.int32), np.zeros(n, np.int64)
    inputs = RetaggerInput(rows, bounds, none, none, none, none, nowhere)  # type: ignore[arg-type]
    keys = inputs.keys(np.arange(n), R.COUNTS)
    number = {name: i for i, name in enumerate(labels)}
    gold = [number[label] for label in joint_tags(sentences)]
    known, row = np.unique(keys, return_inverse=True)
    counts = np.zeros((len(known), len(labels)), np.float32)
    np.add.at(counts, (row.reshape(keys.shape), np.array(gold)[:, None]), 1.0)
    return LinearModel.freeze(labels, known, counts)


def train_weights(folds: Sequence[Fold], labels: Sequence[str], settings: RetaggerSettings) -> LinearModel:
    """Train the linear model."""
    chosen = [(fold.inputs, fold.gold, np.flatnonzero(fold.inputs.open)) for fold in folds]
    keys = np.concatenate([inputs.keys(own, R.SECOND) for inputs, _, own in chosen])
    candidates = np.concatenate([inputs.candidates[own] for inputs, _, own in chosen])
    gold = np.concatenate([gold[own] for _, gold, own in chosen])
    right = candidates == gold[:, None]
    place = np.where(right.any(1), right.argmax(1), -1)
    known, features = numbered(keys, settings.least)
    weights = np.zeros((2, len(known), len(labels)), np.float32)
    weights[1] = 0.1
    total = np.zeros_like(weights[0])
    generator = np.random.default_rng(1)
    for epoch in range(settings.epochs):
        order, salt = generator.permutation(len(features)), int(generator.integers(1, 1 << 31))
        loss = learn_epoch(features, candidates, place, order, settings.drop, settings.rate, salt, weights)
        log.info("retagger, epoch %d: loss %.4f; %d features", epoch + 1, loss, len(known))
        if epoch >= settings.epochs // 2:
            total += weights[0]
    kept = 1.0 - settings.drop
    mean = total * (kept / (settings.epochs - settings.epochs // 2))
    return LinearModel.freeze(labels, known, mean, settings.prune * kept, bits=8)


def train_retagger(
    folds: Sequence[tuple[Fold, LinearModel]], counts: LinearModel, settings: RetaggerSettings
) -> Retagger:
    """Train the retagger on `unseen_folds`, and the `counts` of all sentences."""
    every = [fold for fold, _ in folds]
    lists = list[tuple[NDArray[np.float32], NDArray[np.float32]]]()
    for i, (fold, known) in enumerate(folds):
        weights = train_weights([*every[:i], *every[i + 1 :]], counts.classes, settings)
        linear = R.linear_scores(fold.inputs, weights)
        words = R.low_confidence(fold.inputs, linear)
        features, labels = R.features_of(fold.inputs, linear, words, known)
        _, uds, _ = R.numbers_of(known.classes)
        gold = fold.gold[words][:, None]
        partly = np.where((uds[labels] == uds[gold]) & (gold >= 0), settings.tag, 0.0)
        lists += zip(features, np.where(labels == gold, 1.0, partly).astype(np.float32), strict=True)
    return Retagger(
        train_weights(every, counts.classes, settings), counts, boost_lists(lists, settings.trees)
    )


def scores(model: Retagger, fold: Fold) -> tuple[float, float]:
    """Return the shares of right UD and Penn tags."""
    tags, uds, _ = R.numbers_of(model.counts.classes)
    found, known = model.retag(fold.inputs).labels, fold.gold >= 0
    return tuple(float(((n[found] == n[fold.gold]) & known).mean()) for n in (uds, tags))  # type: ignore[return-value]


#: Words whose label is more probable are skipped, and smaller gradients.
_PROBABLE, _SLIGHT = 0.998, 1e-4


@kernel
def learn_epoch(
    features: NDArray[np.int32],
    candidates: NDArray[np.int32],
    gold: NDArray[np.int64],
    order: NDArray[np.int64],
    drop: float,
    rate: float,
    seed: int,
    weights: NDArray[np.float32],
) -> float:
    """Train for one pass of AdaGrad on the softmax over each word's labels; return the mean loss.

    Parameters
    ----------
    features : ndarray of int32, shape (words, templates)
        Rows of `weights`; -1 where there is none. The share `drop` of them is left out at random.
    candidates, gold : ndarray of int32, shape (words, labels), and of int64, shape (words,)
        The labels that a word may have, and which of them is right, or -1.
    weights : ndarray of float32, shape (2, features, labels)
        The weights, and the sums of squared gradients.
    """
    np.random.seed(seed)
    width = candidates.shape[1]
    scores = np.zeros(width)
    kept = np.zeros(features.shape[1], np.bool_)
    loss = 0.0
    for i in order:
        if gold[i] < 0:
            continue
        scores[:] = 0.0
        for f in range(features.shape[1]):
            kept[f] = features[i, f] >= 0 and np.random.random() >= drop
            if kept[f]:
                for c in range(width):
                    scores[c] += weights[0, features[i, f], candidates[i, c]]
        scores = np.exp(scores - scores.max())
        scores /= scores.sum()
        loss -= np.log(max(scores[gold[i]], 1e-12))
        if scores[gold[i]] > _PROBABLE:
            continue
        scores[gold[i]] -= 1.0
        for f in range(features.shape[1]):
            if not kept[f]:
                continue
            k = features[i, f]
            for c in range(width):
                g = scores[c]
                if abs(g) > _SLIGHT:
                    label = candidates[i, c]
                    weights[1, k, label] += g * g
                    weights[0, k, label] -= rate * g / np.sqrt(weights[1, k, label])
    return loss / max(len(order), 1)
