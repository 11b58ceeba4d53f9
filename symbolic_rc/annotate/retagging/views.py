"""What boosted trees see of each likely label of a word that is not sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.retagging.looked import Looked, rows_of
from symbolic_rc.annotate.retagging.templates import COUNTED, COUNTS
from symbolic_rc.annotate.words import CAPITAL, CASE, COARSE, PARTS, SMALL, TITLED, UPPER
from symbolic_rc.models.linear import LinearModel

#: Labels that are compared.
TRIED = 5
#: A label is sure that the second look finds so much likelier than another: by the logarithm of the odds.
SURE = 4.0
#: What stands for how sure a label is that cannot change, or of a place outside of the sentence.
CERTAIN = 20.0
#: Places and runs are counted so far.
_FAR = 20

#: The columns of a view: of the label, ...
LABEL_COLUMNS = (
    "first", "first ahead", "is first", "second", "second ahead", "place", "probability", "UD probability",
    "tag", "UD tag", "rival's tag", "rival's UD tag", "in WordNet",
    *(f"{kind}, share" for kind in range(len(COUNTED))),
    "as it stands, how often", "as it stands, UD share", "small, how often", "small, UD share",
    "elsewhere, share", "elsewhere, UD share",
)  # fmt: skip
#: ... and of the word.
WORD_COLUMNS = (
    "ahead", "first one's ahead",
    *(f"{kind}, how often" for kind in range(len(COUNTED))),
    "elsewhere", "elsewhere, title case", "elsewhere, small letters",
    *(f"{place:+d} {what}" for place in (-2, -1, 1, 2) for what in ("tag", "UD tag")),
    *(f"{place:+d} {what}" for place in (-1, 1) for what in ("ahead", "case", "parts", "capital")),
    "case", "capital", "cluster", *(f"part {bit}" for bit in range(8)), "words before", "words behind",
    "length", "title case", "capitals", "small letters", "capitals before", "capitals behind",
)  # fmt: skip
WIDTH = len(LABEL_COLUMNS) + len(WORD_COLUMNS)
#: Bits of the column PARTS that speak for a UD tag.
_IN_WORDNET = {"NOUN": 1 | 16, "VERB": 2 | 32, "AUX": 2 | 32, "ADJ": 4 | 64, "ADV": 8}


@dataclass(frozen=True, slots=True)
class Second:
    """What the second look's weights say.

    Attributes
    ----------
    scores : ndarray of float32, shape (words, labels)
        The logarithms of the probabilities of `Looked.likely`; of a word that is not open, 0 at its label.
    best : ndarray of int32, shape (words,)
        The likeliest label.
    ahead : ndarray of float32, shape (words,)
        How far it is ahead.
    """

    scores: NDArray[np.float32]
    best: NDArray[np.int32]
    ahead: NDArray[np.float32]


@lru_cache(maxsize=4)
def numbers_of(names: tuple[str, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of each label's Penn tag, of its UD tag, and the bits of PARTS that speak for it."""
    pairs = [name.split("|") for name in names]
    tags, uds = (sorted({pair[part] for pair in pairs}) for part in range(2))
    return (
        np.array([tags.index(tag) for tag, _ in pairs]),
        np.array([uds.index(ud) for _, ud in pairs]),
        np.array([_IN_WORDNET.get(ud, 0) for _, ud in pairs]),
    )


def unsure_words(looked: Looked, second: Second) -> NDArray[np.int64]:
    """Return the words whose labels the trees decide."""
    return np.flatnonzero(looked.open & (second.ahead < SURE))


def views_of(
    looked: Looked, second: Second, words: NDArray[np.int64], counts: LinearModel
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Return what trees see of words' likely labels, and these labels, likeliest first.

    Parameters
    ----------
    looked : Looked
    second : Second
    words : ndarray of int64, shape (n,)
        Ascending.
    counts : LinearModel
        How often the training set gives words each label, by `COUNTED`.

    Returns
    -------
    ndarray of float32, shape (n, TRIED, WIDTH), and of int32, shape (n, TRIED)
    """
    _, uds, _ = numbers_of(counts.classes)
    order = np.argsort(-second.scores[words], 1, kind="stable")[:, :TRIED]
    labels = np.take_along_axis(looked.likely[words], order, 1)
    out = np.empty((len(words), TRIED, WIDTH), np.float32)
    left, right = out[:, :, : len(LABEL_COLUMNS)], out[:, :, len(LABEL_COLUMNS) :]
    told = _counted(looked, words, counts)
    sums = [each.sum(1) for each in told]
    other, others, cases = _elsewhere(looked, second, words, len(uds))
    shares = [np.take_along_axis(each, labels, 1) / (total[:, None] + 0.5) for each, total in
              zip([*told, other], [*sums, others], strict=True)]  # fmt: skip
    by_ud = [_share_of_ud(each, labels, uds) / (total[:, None] + 0.5) for each, total in
             ((told[0], sums[0]), (told[1], sums[1]), (other, others))]  # fmt: skip
    often = [np.log1p(np.take_along_axis(each, labels, 1)) for each in told[:2]]
    columns = [
        *_of_labels(looked, second, words, order, counts.classes),
        *shares[:-1], often[0], by_ud[0], often[1], by_ud[1], shares[-1], by_ud[2],
    ]  # fmt: skip
    for c, column in enumerate(columns):
        left[:, :, c] = column
    first = looked.scores[words]
    ahead = np.where(looked.likely[words, 0] == looked.labels[words], -first[:, 1], 0.0)
    of_word = [second.ahead[words], ahead, *map(np.log1p, sums), np.log1p(others), *map(np.log1p, cases),
               *_around(looked, second, words, counts.classes), *_own(looked, words)]  # fmt: skip
    for c, column in enumerate(of_word):
        right[:, :, c] = column[:, None]
    return out, labels


def _share_of_ud(
    each: NDArray[np.float32], labels: NDArray[np.int32], uds: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Return the sums over all labels with the UD tag of these."""
    of_ud = np.zeros((len(uds), int(uds.max()) + 1), np.float32)
    of_ud[np.arange(len(uds)), uds] = 1.0
    sums: NDArray[np.float32] = np.take_along_axis(each @ of_ud, uds[labels], 1)
    return sums


def _of_labels(
    looked: Looked, second: Second, words: NDArray[np.int64], order: NDArray[np.int64], names: Sequence[str]
) -> list[NDArray[np.generic]]:
    """Return what both looks say of the labels."""
    tags, uds, parts = numbers_of(tuple(names))
    likely = looked.likely[words]
    labels = np.take_along_axis(likely, order, 1)
    first, then = looked.scores[words], second.scores[words]
    chance = np.exp(then)
    by_ud = np.zeros((len(words), int(uds.max()) + 1))
    np.add.at(by_ud, (np.arange(len(words))[:, None], uds[likely]), chance)
    rival = labels[:, [1, *[0] * (TRIED - 1)]]
    columns = [np.take_along_axis(each, order, 1) for each in (first, _ahead(first), then, _ahead(then))]
    known = np.where(parts[labels] > 0, looked.seen[words, PARTS][:, None] & parts[labels] != 0, -1)
    return [
        columns[0], columns[1], labels == looked.labels[words][:, None], columns[2] - columns[2][:, :1],
        columns[3], np.broadcast_to(np.arange(TRIED), labels.shape), np.take_along_axis(chance, order, 1),
        np.take_along_axis(by_ud, uds[labels], 1), tags[labels], uds[labels], tags[rival], uds[rival], known,
    ]  # fmt: skip


def _ahead(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far each is ahead of the best other one."""
    best = np.sort(scores, 1)[:, -2:]
    result: NDArray[np.float32] = scores - np.where(scores == best[:, 1:], best[:, :1], best[:, 1:])
    return result


def _counted(looked: Looked, words: NDArray[np.int64], counts: LinearModel) -> list[NDArray[np.float32]]:
    """Return how often the training set gives each word each label, by each of `COUNTED`."""
    keys = looked.keys(words, COUNTS)
    return [np.rint(counts.scores(rows_of(keys[:, t : t + 1]))) for t in range(keys.shape[1])]


def _elsewhere(
    looked: Looked, second: Second, words: NDArray[np.int64], width: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], list[NDArray[np.float32]]]:
    """Return sums of the probabilities of labels of a form elsewhere in its text, and how often it is there.

    Then, how often in title case within a sentence, and in small letters.
    """
    group, chance = looked.group, np.exp(second.scores)
    known, row = np.unique(group[words], return_inverse=True)
    place = np.full(int(group.max()) + 1, -1)
    place[known] = np.arange(len(known))
    inside = np.flatnonzero(place[group] >= 0)
    sums = np.zeros((len(known), width))
    np.add.at(sums, (place[group[inside]][:, None], looked.likely[inside]), chance[inside])
    found = sums[row]
    own = (np.arange(len(words))[:, None], looked.likely[words])
    found[own] -= chance[words]
    first = np.zeros(len(group), np.bool_)
    first[looked.bounds[:-1]] = True
    case = looked.seen[:, CASE]
    cases = [(case == TITLED) & ~first, case == SMALL]
    times = [np.bincount(group, each)[group[words]] - each[words] for each in cases]
    often = np.bincount(group)[group[words]] - 1
    return np.maximum(found, 0.0).astype(np.float32), often.astype(np.float32), times


def _around(
    looked: Looked, second: Second, words: NDArray[np.int64], names: Sequence[str]
) -> list[NDArray[np.generic]]:
    """Return the labels around words, and more of the next ones."""
    tags, uds, _ = numbers_of(tuple(names))
    sentence = np.searchsorted(looked.bounds, words, "right") - 1
    start, end = looked.bounds[sentence], looked.bounds[sentence + 1]
    labels: list[NDArray[np.generic]] = []
    more: list[NDArray[np.generic]] = []
    for offset in (-2, -1, 1, 2):
        inside = (words + offset >= start) & (words + offset < end)
        near = np.where(inside, words + offset, words)
        labels += [np.where(inside, numbers[second.best[near]], -1) for numbers in (tags, uds)]
        if abs(offset) == 1:
            more.append(np.where(inside, second.ahead[near], CERTAIN))
            more += [np.where(inside, looked.seen[near, c], 0) for c in (CASE, PARTS, CAPITAL)]
    return [*labels, *more]


def _own(looked: Looked, words: NDArray[np.int64]) -> list[NDArray[np.generic]]:
    """Return what words and their sentences look like."""
    seen, bounds = looked.seen, looked.bounds
    sentence = np.searchsorted(bounds, words, "right") - 1
    start, end = bounds[sentence], bounds[sentence + 1]
    case = seen[:, CASE]
    shares = []
    for kind in (TITLED, UPPER, SMALL):
        total = np.concatenate([[0], np.cumsum(case == kind)])
        shares.append((total[end] - total[start]) / (end - start))
    raised = (case == TITLED) | (case == UPPER)
    places = np.arange(len(raised))
    before = np.maximum.accumulate(np.where(raised, -1, places))  # the last word without a capital
    behind = np.minimum.accumulate(np.where(raised, len(raised), places)[::-1])[::-1]
    last = np.concatenate([[-1], before])[words]
    following = np.concatenate([behind, [len(raised)]])[words + 1]
    bits = [seen[words, PARTS] >> np.uint32(bit) & np.uint32(1) for bit in range(8)]
    return [
        case[words], seen[words, CAPITAL], seen[words, COARSE], *bits,
        np.minimum(words - start, _FAR), np.minimum(end - 1 - words, _FAR), end - start, *shares,
        np.minimum(words - np.maximum(last + 1, start), _FAR),
        np.minimum(np.minimum(following, end) - words - 1, _FAR),
    ]  # fmt: skip
