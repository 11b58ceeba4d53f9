"""Training of the word list and the tagger."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.tagger.tag_model import TagModel, bounds_of
from symbolic_rc.annotate.tagger.tagger_kernels import TEMPLATES, fill, new_features, style_of
from symbolic_rc.annotate.words import WordTable, normal_form
from symbolic_rc.core.files.container import pack_strings
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import WeightTable, best_but, fill_scores, learn
from symbolic_rc.models.linear import Epoch, LinearModel, train_averaged
from symbolic_rc.models.templates import Templates
from symbolic_rc.train.annotate.raw import RawCounts

#: Training updates also where the right label wins by less than this; weights up to this size are dropped.
_MARGIN, _PRUNED = 15.0, 0.05


def forms_of(sentences: Sequence[Sentence]) -> tuple[list[str], NDArray[np.int64]]:
    """Return the words of all sentences, and where each sentence starts."""
    words = [word for sentence in sentences for word in sentence.words]
    return words, bounds_of([len(sentence.words) for sentence in sentences])


def joint_tags(sentences: Sequence[Sentence]) -> list[str]:
    """Return the pair of Penn and UD tags of each word of all sentences."""
    return [f"{x}|{t}" for s in sentences for x, t in zip(s.xtags, s.tags, strict=True)]


def joint_labels(sentences: Sequence[Sentence]) -> list[str]:
    """Return the pairs of Penn and UD tags that occur, sorted."""
    return sorted(set(joint_tags(sentences)))


def word_arrays(
    raw: RawCounts,
    sentences: Sequence[Sentence],
    labels: Sequence[str],
    classes: dict[tuple[str, ...], int] | None = None,
) -> dict[str, NDArray[Any]]:
    """Return the arrays of the word list: clusters, capitals, classes of tags, fixed labels.

    `classes` numbers the classes of tags; it is added to, so that lists of several parts agree.
    """
    classes = {} if classes is None else classes
    xtags, small = _tag_counts(sentences)
    # the last one: the anonymised names of cloze questions, whatever their number
    words = [*dict.fromkeys([*raw.words, *xtags]), "@entity"]
    fine, coarse, capital, tags, fixed = (np.zeros(len(words), np.int32) for _ in range(5))
    known = len(raw.words)
    fine[:known], coarse[:known], capital[:known] = raw.fine, raw.coarse, raw.capital
    number = {label: i for i, label in enumerate(labels)}
    for i, word in enumerate(words[:-1]):
        counts = xtags.get(word, Counter())
        if (total := sum(counts.values())) >= 4:
            kinds = tuple(sorted(tag for tag, count in counts.items() if count >= 0.04 * total))
            tags[i] = classes.setdefault(kinds, len(classes) + 1)
        best = small.get(word, Counter()).most_common(1)
        if best and best[0][1] >= 40 and best[0][1] >= 0.998 * sum(small[word].values()):
            fixed[i] = number[best[0][0]] + 1
    fixed[-1] = number["NNP|PROPN"] + 1
    keep = np.flatnonzero((fine > 0) | (tags > 0) | (fixed > 0))
    return {
        **pack_strings("words", [words[i] for i in keep]),
        "fine": fine[keep].astype(np.uint16),
        "coarse": coarse[keep].astype(np.uint8),
        "capital": capital[keep].astype(np.uint8),
        "tags": tags[keep].astype(np.uint16),
        "fixed": fixed[keep].astype(np.uint8),
    }


def _tag_counts(sentences: Sequence[Sentence]) -> tuple[dict[str, Counter[str]], dict[str, Counter[str]]]:
    """Return how often each word has each Penn tag, and each label where it is in small letters."""
    xtags: dict[str, Counter[str]] = defaultdict(Counter)
    small: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        for word, xtag, tag in zip(sentence.words, sentence.xtags, sentence.tags, strict=True):
            xtags[normal_form(word)][xtag] += 1
            if word == normal_form(word):
                small[word][f"{xtag}|{tag}"] += 1
    return xtags, small


def recased(sentences: Sequence[Sentence], lower: float, upper: float) -> list[Sentence]:
    """Return copies of a share of the sentences in small letters, and of another in capitals."""
    out = []
    for sentence, drawn in zip(sentences, np.random.default_rng(1).random(len(sentences)), strict=True):
        if drawn < lower:
            out.append(replace(sentence, words=tuple(word.lower() for word in sentence.words)))
        elif drawn < lower + upper:
            out.append(replace(sentence, words=tuple(word.upper() for word in sentence.words)))
    return out


def train_tagger(
    table: WordTable,
    sentences: Sequence[Sentence],
    labels: Sequence[str],
    *,
    seeds: Sequence[int] = (1, 2, 3),
    epochs: int = 7,
) -> TagModel:
    """Train the tagger on treebank sentences."""
    words, bounds = forms_of(sentences)
    codes, fixed = table.both(words)
    number = {label: i for i, label in enumerate(labels)}
    gold = np.array([number[label] for label in joint_tags(sentences)], np.int32)
    fixed = np.where(fixed == gold, fixed, -1).astype(np.int32)

    def run(this: Epoch) -> None:
        order = this.generator.permutation(len(sentences))
        this.steps[0], mistakes = _train_epoch(
            this.tables[0], codes, gold, fixed, bounds, order, TEMPLATES, _MARGIN, this.steps[0]
        )
        this.log("tagger", f"{mistakes} mistakes")

    ((keys, weights),) = train_averaged([(len(labels), 1_200_000)], seeds, epochs, run)
    return TagModel(LinearModel.freeze(labels, keys, weights, _PRUNED, bits=8))


@kernel
def _train_epoch(
    table: WeightTable,
    codes: NDArray[np.uint32],
    gold: NDArray[np.int32],
    fixed: NDArray[np.int32],
    bounds: NDArray[np.int64],
    order: NDArray[np.int64],
    templates: Templates,
    margin: float,
    step: float,
) -> tuple[float, int]:
    """Train for one pass on the tagger's own history; return the step and the number of mistakes."""
    scores = np.zeros(table.weights.shape[1], np.float32)
    atoms, keys = new_features(templates)
    mistakes = 0
    for s in order:
        start, end = bounds[s], bounds[s + 1]
        style = style_of(codes, start, end)
        before, before2 = -1, -1
        for i in range(start, end):
            label = fixed[i]
            if label < 0:
                step += 1.0
                fill(codes, i, start, end, style, before, before2, templates, atoms, keys)
                fill_scores(table, keys, scores)
                right = gold[i]
                rival = best_but(scores, right)
                if scores[rival] + margin >= scores[right]:
                    learn(table, keys, right, rival, step)
                label = np.int32(right)
                if scores[rival] >= scores[right]:
                    label = np.int32(rival)
                    mistakes += 1
            before2, before = before, label
    return step, mistakes


def leaving_out(
    table: WordTable, sentences: Sequence[Sentence], labels: Sequence[str], folds: int = 5, **options: Any
) -> Iterator[tuple[TagModel, Sequence[Sentence]]]:
    """Yield the sentences of each fold, in order, with a tagger that was trained on the others."""
    size = -(-len(sentences) // folds)
    for start in range(0, len(sentences), size):
        rest = [*sentences[:start], *sentences[start + size :]]
        yield train_tagger(table, rest, labels, **options), sentences[start : start + size]


def jackknifed(
    table: WordTable, sentences: Sequence[Sentence], labels: Sequence[str], **options: Any
) -> list[NDArray[np.int32]]:
    """Return each sentence's labels by a tagger that was trained on the other folds' sentences."""
    folds = leaving_out(table, sentences, labels, **options)
    return [model.tag(table, [sentence.words]) for model, held in folds for sentence in held]


def scores(model: TagModel, table: WordTable, sentences: Sequence[Sentence]) -> tuple[float, float]:
    """Return the shares of right UD and Penn tags."""
    found = model.tag(table, [sentence.words for sentence in sentences])
    names = np.array([model.linear.classes[i].split("|") for i in found])
    xpos, upos = (names == [label.split("|") for label in joint_tags(sentences)]).mean(axis=0).tolist()
    return upos, xpos
