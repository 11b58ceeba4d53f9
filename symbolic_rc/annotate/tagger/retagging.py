"""Re-tagging of low-confidence tags: a linear model lists a word's likely labels, boosted trees rerank them.

The first tagger decides from left to right. The retagger uses its labels on both sides of a word (Collins
2002 uses those to the left); the trees combine the scores of both with counts of the word's labels in the
treebank and with the word's other occurrences in the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate import words as W
from symbolic_rc.annotate.tagger import tagger_kernels as K
from symbolic_rc.annotate.tagger.tag_model import TagModel, tag_model
from symbolic_rc.annotate.words import COLUMNS, REBUILD
from symbolic_rc.core.arrays import Array, Flags, Floats, Hashes, Ints, Longs, Singles
from symbolic_rc.core.files.container import BoostedTrees, Container, Part, linear_model, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.lexicon.files import once
from symbolic_rc.models.linear import LinearModel, Rows
from symbolic_rc.models.templates import Templates, compile_templates
from symbolic_rc.models.trees import Trees

#: Columns after those of a word's codes: its first label, the class of its margin, the style of its sentence.
LABEL, MARGIN, STYLE = range(len(COLUMNS), len(COLUMNS) + 3)
#: Upper ends of the classes of margins.
_STEPS = (5.0, 15.0, 30.0, 60.0, 100.0)
_NUMBERS = {name: i for i, name in enumerate((*COLUMNS, "label", "margin", "style"))}
#: Templates beside the first tagger's.
_LABEL_TEMPLATES = """
0.case|0.style 0.case|0.capital|0.style 0.label 0.label|0.margin -1.label 1.label -2.label 2.label
-3.label 3.label -1.label|1.label -2.label|-1.label 1.label|2.label 0.label|-1.label|1.label
-2.label|-1.label|1.label -1.label|1.label|2.label 1.label|2.label|3.label
-3.label|-2.label|-1.label -1.label|0.form 1.label|0.form -2.label|0.form 2.label|0.form
-1.label|1.label|0.form -2.label|-1.label|0.form 1.label|2.label|0.form -1.label|0.suffix3
1.label|0.suffix3 -1.label|1.label|0.suffix3 -1.label|1.label|0.tags -1.label|1.label|0.fine
-1.label|1.label|0.case|0.style -1.label|1.form 1.label|-1.form
"""
#: By what the labels of the treebank's words are counted.
COUNTED = """
0.cased 0.form 0.shape|0.style 0.suffix3|0.case 0.suffix4 0.fine|0.case
"""
SECOND = compile_templates(K.WORD_TEMPLATES + _LABEL_TEMPLATES, K.OFFSETS, _NUMBERS, seeds=K.SEEDS)
COUNTS = compile_templates(COUNTED, K.OFFSETS, _NUMBERS, seeds=K.SEEDS)
#: Labels of a word that the linear model compares.
CANDIDATES = 10
#: Words whose scores are computed at a time.
PIECE = 4096
#: Labels of a word that the trees compare.
SHORTLIST = 5
#: A label whose log odds over the runner-up are higher is not reranked.
CONFIDENT = 4.0
#: The margin of a label that cannot change, and of a place outside of the sentence.
FIXED = 20.0
#: Places and runs are counted up to here.
_FAR = 20

#: The trees' features: of the label, ...
LABEL_COLUMNS = (
    "first", "first margin", "is first", "second", "second margin", "place", "probability", "UD probability",
    "tag", "UD tag", "rival's tag", "rival's UD tag", "in WordNet",
    *(f"{kind}, share" for kind in range(len(COUNTS.parts))),
    "as it stands, how often", "as it stands, UD share", "small, how often", "small, UD share",
    "elsewhere, share", "elsewhere, UD share",
)  # fmt: skip
#: ... and of the word.
WORD_COLUMNS = (
    "margin", "first margin",
    *(f"{kind}, how often" for kind in range(len(COUNTS.parts))),
    "elsewhere", "elsewhere, title case", "elsewhere, small letters",
    *(f"{place:+d} {what}" for place in (-2, -1, 1, 2) for what in ("tag", "UD tag")),
    *(f"{place:+d} {what}" for place in (-1, 1) for what in ("margin", "case", "parts", "capital")),
    "case", "capital", "cluster", *(f"part {bit}" for bit in range(8)), "words before", "words behind",
    "length", "title case", "capitals", "small letters", "capitals before", "capitals behind",
)  # fmt: skip
WIDTH = len(LABEL_COLUMNS) + len(WORD_COLUMNS)
#: Bits of the column PARTS that speak for a UD tag.
_IN_WORDNET = {"NOUN": 1 | 16, "VERB": 2 | 32, "AUX": 2 | 32, "ADJ": 4 | 64, "ADV": 8}


@dataclass(frozen=True, slots=True)
class RetaggerInput:
    """Words with the first tagger's labels and scores."""

    codes: Hashes  #: (words, columns): codes of the words, then `LABEL`, `MARGIN` and `STYLE`
    bounds: Longs  #: (sentences + 1,)
    labels: Ints  #: (words,)
    open: Flags  #: (words,): whether the label may change
    candidates: Ints  #: (words, CANDIDATES): the labels that it may become, best first
    scores: Singles  #: (words, CANDIDATES): their scores by the first tagger; the best has 0
    group: Longs  #: (words,): the same for words of one form, in any case, of one text

    def sentences(self, words: Longs) -> tuple[Longs, Longs]:
        """Return where the sentences of some words start and end."""
        sentence = np.searchsorted(self.bounds, words, "right")
        return self.bounds[sentence - 1], self.bounds[sentence]

    def keys(self, words: Longs, templates: Templates) -> Hashes:
        """Return the keys of some words, ascending; uint32, shape (words, templates)."""
        out = np.zeros((len(words), len(templates.parts)), np.uint32)
        K.template_keys(self.codes, self.bounds, words, templates, out)
        return out


@dataclass(frozen=True, slots=True)
class RetaggerScores:
    """The linear model's decision."""

    #: (words, CANDIDATES): log probabilities of the candidates; of a word that may not change, 0 at its
    #: label
    scores: Singles
    best: Ints  #: (words,): the most probable label
    margins: Singles  #: (words,): by how much it wins


def retagger_input(
    tagger: TagModel,
    words: tuple[Hashes, Longs, Hashes],
    bounds: Longs,
    labels: Ints,
    may_change: Flags,
    texts: Longs,
) -> RetaggerInput:
    """Return words with the first tagger's labels and scores.

    `words` are the first tagger's codes of each distinct form, the form of each word, and the retagger's
    codes of each word; `texts` are the numbers of the words' texts.
    """
    forms, kinds, codes = words
    n = len(labels)
    candidates, scores = np.zeros((n, CANDIDATES), np.int32), np.zeros((n, CANDIDATES), np.float32)
    rows = np.zeros((n, codes.shape[1] + 3), np.uint32)
    rows[:, : codes.shape[1]], rows[:, LABEL] = codes, labels
    found = np.zeros((n, len(tagger.linear.classes)), np.int32)
    K.label_scores(tagger.inputs(forms, kinds), labels, bounds, found, rows[:, STYLE])
    for start in range(0, n, PIECE):
        part = found[start : start + PIECE]
        best = np.argsort(-part, 1, kind="stable")[:, :CANDIDATES]
        candidates[start : start + PIECE] = best
        scores[start : start + PIECE] = np.take_along_axis(part, best, 1) * tagger.linear.scale
    scores -= scores[:, :1]
    rows[:, MARGIN] = np.searchsorted(_STEPS, -scores[:, 1]) + 1
    _, group = np.unique(texts.astype(np.uint64) << np.uint64(32) | codes[:, W.FORM], return_inverse=True)
    return RetaggerInput(rows, bounds, labels, may_change, candidates, scores, group)


@lru_cache(maxsize=4)
def numbers_of(names: tuple[str, ...]) -> tuple[Longs, Longs, Longs]:
    """Return the number of each label's Penn tag, of its UD tag, and the bits of PARTS that speak for it."""
    pairs = [name.split("|") for name in names]
    tags, uds = (sorted({pair[part] for pair in pairs}) for part in range(2))
    return (
        np.array([tags.index(tag) for tag, _ in pairs]),
        np.array([uds.index(ud) for _, ud in pairs]),
        np.array([_IN_WORDNET.get(ud, 0) for _, ud in pairs]),
    )


def low_confidence(inputs: RetaggerInput, linear: RetaggerScores) -> Longs:
    """Return the words whose labels the trees rerank."""
    return np.flatnonzero(inputs.open & (linear.margins < CONFIDENT))


def features_of(
    inputs: RetaggerInput, linear: RetaggerScores, words: Longs, counts: LinearModel
) -> tuple[Singles, Ints]:
    """Return the trees' features of words' shortlists, and the labels of these, the most probable first.

    They are of shapes (words, SHORTLIST, WIDTH) and (words, SHORTLIST); `words` ascend. `counts` says how
    often the training set gives words each label, by `COUNTED`.
    """
    _, uds, _ = numbers_of(counts.classes)
    order = np.argsort(-linear.scores[words], 1, kind="stable")[:, :SHORTLIST]
    labels = np.take_along_axis(inputs.candidates[words], order, 1)
    out = np.empty((len(words), SHORTLIST, WIDTH), np.float32)
    left, right = out[:, :, : len(LABEL_COLUMNS)], out[:, :, len(LABEL_COLUMNS) :]
    counted = _counted(inputs, words, counts)
    sums = [each.sum(1) for each in counted]
    other, others, cases = _elsewhere(inputs, linear, words, len(uds))
    shares = [np.take_along_axis(each, labels, 1) / (total[:, None] + 0.5) for each, total in
              zip([*counted, other], [*sums, others], strict=True)]  # fmt: skip
    by_ud = [_share_of_ud(each, labels, uds) / (total[:, None] + 0.5) for each, total in
             ((counted[0], sums[0]), (counted[1], sums[1]), (other, others))]  # fmt: skip
    often = [np.log1p(np.take_along_axis(each, labels, 1)) for each in counted[:2]]
    columns = [
        *_label_features(inputs, linear, words, order, counts.classes),
        *shares[:-1], often[0], by_ud[0], often[1], by_ud[1], shares[-1], by_ud[2],
    ]  # fmt: skip
    for c, column in enumerate(columns):
        left[:, :, c] = column
    first = inputs.scores[words]
    margins = np.where(inputs.candidates[words, 0] == inputs.labels[words], -first[:, 1], 0.0)
    of_word = [linear.margins[words], margins, *map(np.log1p, sums), np.log1p(others),
               *map(np.log1p, cases), *_neighbours(inputs, linear, words, counts.classes),
               *_word_features(inputs, words)]  # fmt: skip
    for c, column in enumerate(of_word):
        right[:, :, c] = column[:, None]
    return out, labels


def _share_of_ud(each: Singles, labels: Ints, uds: Longs) -> Singles:
    """Return the sums over all labels with the same UD tag."""
    of_ud = np.zeros((len(uds), int(uds.max()) + 1), np.float32)
    of_ud[np.arange(len(uds)), uds] = 1.0
    return np.take_along_axis(each @ of_ud, uds[labels], 1)


def _label_features(
    inputs: RetaggerInput, linear: RetaggerScores, words: Longs, order: Longs, names: Sequence[str]
) -> list[NDArray[np.generic]]:
    tags, uds, parts = numbers_of(tuple(names))
    candidates = inputs.candidates[words]
    labels = np.take_along_axis(candidates, order, 1)
    first, then = inputs.scores[words], linear.scores[words]
    probability = np.exp(then)
    by_ud = np.zeros((len(words), int(uds.max()) + 1))
    np.add.at(by_ud, (np.arange(len(words))[:, None], uds[candidates]), probability)
    rival = labels[:, [1, *[0] * (SHORTLIST - 1)]]
    columns = [np.take_along_axis(each, order, 1) for each in (first, _margins(first), then, _margins(then))]
    known = np.where(parts[labels] > 0, inputs.codes[words, W.PARTS][:, None] & parts[labels] != 0, -1)
    return [
        columns[0], columns[1], labels == inputs.labels[words][:, None], columns[2] - columns[2][:, :1],
        columns[3], np.broadcast_to(np.arange(SHORTLIST), labels.shape),
        np.take_along_axis(probability, order, 1), np.take_along_axis(by_ud, uds[labels], 1),
        tags[labels], uds[labels], tags[rival], uds[rival], known,
    ]  # fmt: skip


def _margins(scores: Singles) -> Singles:
    """Return by how much each score exceeds the best other one."""
    best = np.sort(scores, 1)[:, -2:]
    return scores - np.where(scores == best[:, 1:], best[:, :1], best[:, 1:])


def _counted(inputs: RetaggerInput, words: Longs, counts: LinearModel) -> list[Singles]:
    """Return how often the training set gives each word each label, by each of `COUNTED`."""
    keys = inputs.keys(words, COUNTS)
    return [np.rint(counts.scores(Rows.stacked(keys[:, t : t + 1]))) for t in range(keys.shape[1])]


def _elsewhere(
    inputs: RetaggerInput, linear: RetaggerScores, words: Longs, width: int
) -> tuple[Singles, Singles, list[Singles]]:
    """Return sums of the labels' probabilities of a form elsewhere in its text, and its count there."""
    group, probability = inputs.group, np.exp(linear.scores)
    known, row = np.unique(group[words], return_inverse=True)
    place = np.full(int(group.max()) + 1, -1)
    place[known] = np.arange(len(known))
    inside = np.flatnonzero(place[group] >= 0)
    sums = np.zeros((len(known), width))
    np.add.at(sums, (place[group[inside]][:, None], inputs.candidates[inside]), probability[inside])
    found = sums[row]
    own = (np.arange(len(words))[:, None], inputs.candidates[words])
    found[own] -= probability[words]
    first = np.zeros(len(group), np.bool_)
    first[inputs.bounds[:-1]] = True
    case = inputs.codes[:, W.CASE]
    cases = [(case == W.TITLED) & ~first, case == W.SMALL]
    times = [np.bincount(group, each)[group[words]] - each[words] for each in cases]
    often = np.bincount(group)[group[words]] - 1
    return np.maximum(found, 0.0).astype(np.float32), often.astype(np.float32), times


def _neighbours(
    inputs: RetaggerInput, linear: RetaggerScores, words: Longs, names: Sequence[str]
) -> list[NDArray[np.generic]]:
    """Return the labels around words, and more of the adjacent ones."""
    tags, uds, _ = numbers_of(tuple(names))
    start, end = inputs.sentences(words)
    labels: list[NDArray[np.generic]] = []
    more: list[NDArray[np.generic]] = []
    for offset in (-2, -1, 1, 2):
        inside = (words + offset >= start) & (words + offset < end)
        near = np.where(inside, words + offset, words)
        labels += [np.where(inside, numbers[linear.best[near]], -1) for numbers in (tags, uds)]
        if abs(offset) == 1:
            more.append(np.where(inside, linear.margins[near], FIXED))
            more += [np.where(inside, inputs.codes[near, c], 0) for c in (W.CASE, W.PARTS, W.CAPITAL)]
    return [*labels, *more]


def _word_features(inputs: RetaggerInput, words: Longs) -> list[NDArray[np.generic]]:
    """Return the features of words and of their sentences."""
    codes, (start, end) = inputs.codes, inputs.sentences(words)
    case = codes[:, W.CASE]
    shares = []
    for kind in (W.TITLED, W.UPPER, W.SMALL):
        total = np.concatenate([[0], np.cumsum(case == kind)])
        shares.append((total[end] - total[start]) / (end - start))
    raised = (case == W.TITLED) | (case == W.UPPER)
    places = np.arange(len(raised))
    before = np.maximum.accumulate(np.where(raised, -1, places))  # the last word without a capital
    behind = np.minimum.accumulate(np.where(raised, len(raised), places)[::-1])[::-1]
    last = np.concatenate([[-1], before])[words]
    following = np.concatenate([behind, [len(raised)]])[words + 1]
    bits = [codes[words, W.PARTS] >> np.uint32(bit) & np.uint32(1) for bit in range(8)]
    return [
        case[words], codes[words, W.CAPITAL], codes[words, W.COARSE], *bits,
        np.minimum(words - start, _FAR), np.minimum(end - 1 - words, _FAR), end - start, *shares,
        np.minimum(words - np.maximum(last + 1, start), _FAR),
        np.minimum(np.minimum(following, end) - words - 1, _FAR),
    ]  # fmt: skip


#: Points of the tagger per unit of log odds, as the reranker of parses counts them.
POINTS = 20.0


def linear_scores(inputs: RetaggerInput, weights: LinearModel) -> RetaggerScores:
    """Return the linear model's decision."""
    n = len(inputs.labels)
    scores = np.full(inputs.candidates.shape, -np.inf, np.float32)
    sure = np.flatnonzero(~inputs.open)
    scores[sure] = np.where(inputs.candidates[sure] == inputs.labels[sure][:, None], 0.0, -np.inf)
    words = np.flatnonzero(inputs.open)
    for start in range(0, len(words), PIECE):
        part = words[start : start + PIECE]
        all_scores = weights.scores(Rows.stacked(inputs.keys(part, SECOND)))
        own = np.take_along_axis(all_scores, inputs.candidates[part], 1)
        own -= own.max(1, keepdims=True)
        scores[part] = own - np.log(np.exp(own).sum(1, keepdims=True))
    best = inputs.candidates[np.arange(n), scores.argmax(1)]
    margins = np.full(n, FIXED, np.float32)
    two = np.sort(scores[words], 1)[:, -2:]
    margins[words] = np.minimum(two[:, 1] - two[:, 0], FIXED)
    return RetaggerScores(scores, np.where(inputs.open, best, inputs.labels).astype(np.int32), margins)


class Retagged(NamedTuple):
    """Words' labels."""

    #: (words,): each word's label, and the runner-up, or -1
    labels: Ints
    second: Ints
    #: (words,): by how much the label wins, in points of the tagger; inf if it was not reranked
    margins: Floats


@dataclass(frozen=True, slots=True)
class Retagger:
    """The retagger."""

    weights: LinearModel  #: Of the labels
    counts: LinearModel  #: How often the treebank gives words each label, by `COUNTED`
    trees: Trees

    def retag(self, inputs: RetaggerInput) -> Retagged:
        """Return the label of each word: the most probable one with the most probable UD tag."""
        linear = linear_scores(inputs, self.weights)
        best, words = linear.best.copy(), low_confidence(inputs, linear)
        other, margins = np.full(len(best), -1, np.int32), np.full(len(best), np.inf)
        if len(words):
            features, labels = features_of(inputs, linear, words, self.counts)
            scores = self.trees.scores(features.reshape(-1, WIDTH)).reshape(labels.shape)
            best[words] = most_probable(scores, labels, self.counts.classes)
            own = labels == best[words][:, None]
            rest = np.where(own, -np.inf, scores)
            other[words] = labels[np.arange(len(words)), rest.argmax(1)]
            margins[words] = POINTS * np.maximum(scores[own] - rest.max(1), 0.0)
        return Retagged(best, other, margins)

    def arrays(self) -> dict[str, Array]:
        """Return what a container stores."""
        return {**self.weights.arrays("weights."), **self.counts.arrays("counts."), **self.trees.arrays()}


def most_probable(scores: Floats, labels: Ints, names: tuple[str, ...]) -> Ints:
    """Return the most probable label with the most probable UD tag, of each row.

    `scores` and `labels` are of shape (n, labels); scores are log probabilities but for one summand a row.
    """
    _, uds, _ = numbers_of(names)
    probability, own = np.exp(scores - scores.max(1, keepdims=True)), uds[labels]
    by_ud = ((own[:, :, None] == own[:, None, :]) * probability[:, None, :]).sum(2)
    best = by_ud.max(1, keepdims=True)
    chosen = np.where(by_ud >= best * (1 - 1e-9), probability, -1.0).argmax(1)
    return labels[np.arange(len(labels)), chosen]


@once
def retagger() -> Retagger:
    """Return the shipped retagger; loaded once."""
    names = tag_model().linear.classes

    def fits(file: Container) -> Iterator[str]:
        for part in ("weights", "counts"):
            if tuple(file.strings(f"{part}.classes")) != names:
                yield f"'{part}.classes' are not those of annotate_tagger.lex"
        if int(file.arrays["trees.feature"].max(initial=-1)) >= WIDTH:
            yield f"'trees.feature' asks for more than the {WIDTH} features"

    schema: tuple[Part, ...] = (*linear_model("weights."), *linear_model("counts."), BoostedTrees(), fits)
    file = read_container(lexicon_path("annotate_retagger.lex"), REBUILD, schema)
    return Retagger(LinearModel.of(file, "weights."), LinearModel.of(file, "counts."), Trees.of(file.arrays))
