"""Tags, joint in Penn's and UD's sets: the compiled loops of a greedy perceptron tagger (Collins 2002).

A label is a pair such as ``NNS|NOUN``. Every word is decided from left to right from its own form, its
neighbours' forms and the two labels before it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.words import (
    CAPITAL,
    CASE,
    CASED,
    COARSE,
    FINE,
    FORM,
    IN_WORDNET,
    NEARLY_ALWAYS,
    OUTSIDE,
    PARTS,
    PREFIX1,
    PREFIX2,
    PREFIX3,
    SHAPE,
    SMALL,
    SUFFIX1,
    SUFFIX2,
    SUFFIX3,
    SUFFIX4,
    TAGS,
    TITLED,
    UPPER,
)
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, Table, add_frozen, add_scores, mix, update

#: The templates: each a conjunction of (offset from the word, column of its codes).
TEMPLATES: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0, FORM),),
    ((0, CASED),),
    ((0, SUFFIX1), (0, CASE)),
    ((0, SUFFIX2),),
    ((0, SUFFIX3),),
    ((0, SUFFIX4),),
    ((0, PREFIX1),),
    ((0, PREFIX2),),
    ((0, PREFIX3),),
    ((0, SHAPE),),
    ((0, FINE),),
    ((0, COARSE), (0, SUFFIX2)),
    ((0, TAGS),),
    ((0, TAGS), (0, SUFFIX3)),
    ((0, CAPITAL), (0, CASE)),
    ((0, CAPITAL), (0, CASE), (0, SUFFIX2)),
    ((0, SHAPE), (0, SUFFIX3)),
    ((-1, FORM),),
    ((1, FORM),),
    ((-2, FORM),),
    ((2, FORM),),
    ((-1, FINE),),
    ((1, FINE),),
    ((-1, SUFFIX3),),
    ((1, SUFFIX3),),
    ((-1, CASE), (0, CASE), (1, CASE)),
    ((-1, TAGS),),
    ((1, TAGS),),
    ((1, TAGS), (2, TAGS)),
    ((0, TAGS), (1, TAGS)),
    ((-1, FORM), (0, FORM)),
    ((0, FORM), (1, FORM)),
    ((-1, FORM), (1, FORM)),
    ((0, SUFFIX2), (1, FORM)),
    ((0, SUFFIX2), (-1, FORM)),
    ((0, FORM), (1, TAGS)),
    ((0, TAGS), (1, TAGS), (2, TAGS)),
    ((0, COARSE), (1, COARSE)),
    ((0, FINE), (1, FINE)),
    ((-1, COARSE), (1, COARSE)),
    ((2, TAGS),),
    ((-1, SHAPE), (0, SHAPE)),
    ((0, SHAPE), (1, SHAPE)),
    ((0, PARTS), (0, CASE)),
    ((0, PARTS), (0, SUFFIX2)),
    ((-1, PARTS), (0, PARTS), (1, PARTS)),
    ((0, PARTS), (-1, FORM)),
    ((0, PARTS), (1, TAGS)),
)
#: Styles of a sentence (`style_of`).
MIXED, NO_CAPITALS, ALL_CAPITALS = range(3)
#: Instead of an offset: the template has no more parts.
NO_PART = 99
#: Conjunctions with the labels before, written out in `fill`.
HISTORY = 10


def _template_arrays() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    offsets = np.full((len(TEMPLATES), 3), NO_PART, np.int64)
    columns = np.zeros((len(TEMPLATES), 3), np.int64)
    for i, template in enumerate(TEMPLATES):
        for j, (offset, column) in enumerate(template):
            offsets[i, j], columns[i, j] = offset, column
    return offsets, columns


OFFSETS, COLUMN = _template_arrays()
#: Where `word_scores` looks, and the templates that look at several words.
POSITIONS = np.array([-2, -1, 0, 1, 2])
SEVERAL = np.array([i for i, template in enumerate(TEMPLATES) if len({offset for offset, _ in template}) > 1])
ALL = np.arange(len(TEMPLATES))


class Seen(NamedTuple):
    """Words, and what the tagger sees of them.

    In a sentence with capitals, a dictionary word in small letters is not `proper`: the tagger also learned
    from sentences without any, where it may be.

    Attributes
    ----------
    frozen : Frozen
    codes : ndarray of uint32, shape (words, columns)
    kinds : ndarray of int64, shape (words,)
        Each word's form in `ready`.
    offsets, columns : ndarray of int64, shape (templates, 3)
    chosen : ndarray of int64
        The templates that `ready` leaves out.
    positions : ndarray of int64
    ready : ndarray of int32, shape (positions, forms + 1, classes)
        The scores of single words (`word_scores`).
    proper : ndarray of bool, shape (classes,)
        Labels of names.
    """

    frozen: Frozen
    codes: NDArray[np.uint32]
    kinds: NDArray[np.int64]
    offsets: NDArray[np.int64]
    columns: NDArray[np.int64]
    chosen: NDArray[np.int64]
    positions: NDArray[np.int64]
    ready: NDArray[np.int32]
    proper: NDArray[np.bool_]


@kernel
def fill(
    codes: NDArray[np.uint32],
    i: int,
    start: int,
    end: int,
    style: int,
    before: int,
    before2: int,
    offsets: NDArray[np.int64],
    columns: NDArray[np.int64],
    chosen: NDArray[np.int64],
    keys: NDArray[np.uint32],
) -> None:
    """Fill `keys` with the features of word i of the sentence ``start:end``, of the `chosen` templates."""
    count = len(chosen)
    for k in range(count):
        t = chosen[k]
        key = np.uint32(t * 7919 + 1)
        for part in range(3):
            offset = offsets[t, part]
            if offset == NO_PART:
                break
            j = i + offset
            value = OUTSIDE if j < start or j >= end else codes[j, columns[t, part]]
            key = mix(key, value)
        keys[k] = key
    one, two = np.uint32(before + 1), np.uint32(before2 + 1)
    form = codes[i, FORM]
    following = codes[i + 1, FORM] if i + 1 < end else OUTSIDE
    following_tags = codes[i + 1, TAGS] if i + 1 < end else OUTSIDE
    keys[count] = mix(np.uint32(900), one)
    keys[count + 1] = mix(mix(np.uint32(901), one), two)
    keys[count + 2] = mix(mix(np.uint32(902), one), form)
    keys[count + 3] = mix(mix(np.uint32(903), one), codes[i, SUFFIX3])
    keys[count + 4] = mix(mix(np.uint32(904), one), following)
    keys[count + 5] = mix(mix(np.uint32(905), one), following_tags)
    keys[count + 6] = mix(mix(mix(np.uint32(906), one), two), codes[i, TAGS])
    keys[count + 7] = mix(mix(mix(np.uint32(907), one), codes[i, TAGS]), following_tags)
    keys[count + 8] = mix(mix(np.uint32(908), codes[i, CASE]), np.uint32((i == start) * 3 + style))
    keys[count + 9] = mix(
        mix(mix(np.uint32(909), codes[i, CASE]), codes[i, CAPITAL]), np.uint32((i == start) * 3 + style)
    )


@kernel
def word_scores(
    frozen: Frozen,
    codes: NDArray[np.uint32],
    offsets: NDArray[np.int64],
    columns: NDArray[np.int64],
    positions: NDArray[np.int64],
    out: NDArray[np.int32],
) -> None:
    """Fill `out` (positions, forms + 1, classes) with what each form gives as the word itself or a neighbour.

    A template that looks at one word only gives the same scores wherever the form stands: its look-ups are
    made once per form of a document, not once per word. The last form is the place outside of a sentence.
    """
    for p in range(len(positions)):
        for t in range(len(offsets)):
            if offsets[t, 0] != positions[p]:
                continue
            alone = True
            for part in range(1, 3):
                if offsets[t, part] != NO_PART and offsets[t, part] != positions[p]:
                    alone = False
            if not alone:
                continue
            for form in range(len(codes) + 1):
                key = np.uint32(t * 7919 + 1)
                for part in range(3):
                    if offsets[t, part] == NO_PART:
                        break
                    key = mix(key, OUTSIDE if form == len(codes) else codes[form, columns[t, part]])
                add_frozen(frozen, key, out[p, form])


@kernel
def style_of(codes: NDArray[np.uint32], start: int, end: int) -> int:
    """Return the style of a sentence: without capitals, mostly in capitals, or mixed as usual."""
    small, upper, title = 0, 0, 0
    for i in range(start, end):
        case = codes[i, CASE]
        small += case == SMALL
        upper += case == UPPER
        title += case == TITLED
    if upper + title == 0:
        return NO_CAPITALS
    if upper > 1 and upper > 2 * small:
        return ALL_CAPITALS
    return MIXED


@kernel
def _add_row(row: NDArray[np.int32], scores: NDArray[np.int32]) -> None:
    """Add a word's scores of the labels."""
    for c in range(len(scores)):
        scores[c] += row[c]


@kernel
def _best_label(scores: NDArray[np.int32], common: bool, proper: NDArray[np.bool_], but: int) -> int:
    """Return the label with the highest score, not a `proper` one for a `common` word, and not `but`."""
    label = -1
    for c in range(len(scores)):
        if c != but and (label < 0 or scores[c] > scores[label]) and not (common and proper[c]):
            label = c
    return label


@kernel
def _add_labels(frozen: Frozen, keys: NDArray[np.uint32], scores: NDArray[np.int32]) -> None:
    """Add the weights of features to the scores of the labels."""
    for k in range(len(keys)):
        add_frozen(frozen, keys[k], scores)


@kernel
def _is_common(codes: NDArray[np.uint32], i: int, style: int) -> bool:
    """Tell whether a word is one of the dictionary's in small letters, in a sentence with capitals."""
    common = style == MIXED and codes[i, CASE] == SMALL and codes[i, PARTS] & IN_WORDNET
    return bool(common and 0 < codes[i, CAPITAL] < NEARLY_ALWAYS)


@kernel
def word_scores_at(
    seen: Seen, i: int, start: int, end: int, style: int, before: int, before2: int,
    keys: NDArray[np.uint32], scores: NDArray[np.int32],
) -> None:  # fmt: skip
    """Fill in the scores of the labels of word i of the sentence ``start:end``."""
    fill(seen.codes, i, start, end, style, before, before2, seen.offsets, seen.columns, seen.chosen, keys)
    scores[:] = 0
    outside = seen.ready.shape[1] - 1
    for p in range(len(seen.positions)):
        j = i + seen.positions[p]
        _add_row(seen.ready[p, outside if j < start or j >= end else seen.kinds[j]], scores)
    _add_labels(seen.frozen, keys, scores)


@kernel
def tag_sentences(
    seen: Seen, fixed: NDArray[np.int32], bounds: NDArray[np.int64], out: NDArray[np.int32]
) -> None:
    """Fill `out` with the label of each word; words with a label in `fixed` (else -1) keep it."""
    scores = np.zeros(len(seen.proper), np.int32)
    keys = np.zeros(len(seen.chosen) + HISTORY, np.uint32)
    for s in range(len(bounds) - 1):
        start, end = bounds[s], bounds[s + 1]
        style = style_of(seen.codes, start, end)
        before, before2 = -1, -1
        for i in range(start, end):
            label = fixed[i]
            if label < 0:
                word_scores_at(seen, i, start, end, style, before, before2, keys, scores)
                common = _is_common(seen.codes, i, style)
                label = np.int32(_best_label(scores, common, seen.proper, -1))
            out[i] = label
            before2, before = before, label


@kernel
def doubt_sentences(
    seen: Seen,
    fixed: NDArray[np.int32],
    bounds: NDArray[np.int64],
    labels: NDArray[np.int32],
    second: NDArray[np.int32],
    ahead: NDArray[np.int32],
) -> None:
    """Fill in each word's second best label, and how far its own is ahead of that among the others' `labels`.

    Both are -1 for words that have no other label.
    """
    scores = np.zeros(len(seen.proper), np.int32)
    keys = np.zeros(len(seen.chosen) + HISTORY, np.uint32)
    for s in range(len(bounds) - 1):
        start, end = bounds[s], bounds[s + 1]
        style = style_of(seen.codes, start, end)
        before, before2 = -1, -1
        for i in range(start, end):
            second[i] = ahead[i] = -1
            if fixed[i] < 0:
                word_scores_at(seen, i, start, end, style, before, before2, keys, scores)
                other = _best_label(scores, _is_common(seen.codes, i, style), seen.proper, labels[i])
                if other >= 0:
                    second[i], ahead[i] = other, scores[labels[i]] - scores[other]
            before2, before = before, labels[i]


@kernel
def train_epoch(
    table: Table,
    codes: NDArray[np.uint32],
    gold: NDArray[np.int32],
    fixed: NDArray[np.int32],
    bounds: NDArray[np.int64],
    order: NDArray[np.int64],
    offsets: NDArray[np.int64],
    columns: NDArray[np.int64],
    margin: float,
    step: float,
) -> tuple[float, int]:
    """One pass of training, the history being the tagger's own; returns the step and the mistakes."""
    classes = table.weights.shape[1]
    scores = np.zeros(classes, np.float32)
    keys = np.zeros(len(offsets) + HISTORY, np.uint32)
    chosen = np.arange(len(offsets))
    mistakes = 0
    for s in order:
        start, end = bounds[s], bounds[s + 1]
        style = style_of(codes, start, end)
        before, before2 = -1, -1
        for i in range(start, end):
            label = fixed[i]
            if label < 0:
                step += 1.0
                fill(codes, i, start, end, style, before, before2, offsets, columns, chosen, keys)
                scores[:] = 0
                for k in range(len(keys)):
                    add_scores(table, keys[k], 1.0, scores)
                right = gold[i]
                rival = -1
                for c in range(classes):
                    if c != right and (rival < 0 or scores[c] > scores[rival]):
                        rival = c
                if scores[rival] + margin >= scores[right]:
                    for k in range(len(keys)):
                        update(table, keys[k], right, 1.0, step)
                        update(table, keys[k], rival, -1.0, step)
                label = np.int32(right)
                if scores[rival] >= scores[right]:
                    label = np.int32(rival)
                    mistakes += 1
            before2, before = before, label
    return step, mistakes
