"""What a second look at a tag sees: the first look's templates, and the labels on both sides."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.tagger import tagger_kernels as K
from symbolic_rc.annotate.words import (
    CAPITAL,
    CASE,
    CASED,
    COLUMNS,
    FINE,
    FORM,
    OUTSIDE,
    SHAPE,
    SUFFIX3,
    SUFFIX4,
    TAGS,
)
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import mix

#: Columns behind those of a word's codes: its first label, how sure that is, how its sentence is written.
LABEL, DOUBT, STYLE = range(len(COLUMNS), len(COLUMNS) + 3)
#: Where how sure the first label is steps up.
STEPS = (5.0, 15.0, 30.0, 60.0, 100.0)
_BEFORE, _BEHIND = (-1, LABEL), (1, LABEL)

Templates = tuple[tuple[tuple[int, int], ...], ...]

#: Each a conjunction of (offset from the word, column).
TEMPLATES: Templates = (
    *K.TEMPLATES,
    ((0, CASE), (0, STYLE)),
    ((0, CASE), (0, CAPITAL), (0, STYLE)),
    ((0, LABEL),),
    ((0, LABEL), (0, DOUBT)),
    (_BEFORE,),
    (_BEHIND,),
    ((-2, LABEL),),
    ((2, LABEL),),
    ((-3, LABEL),),
    ((3, LABEL),),
    (_BEFORE, _BEHIND),
    ((-2, LABEL), _BEFORE),
    (_BEHIND, (2, LABEL)),
    ((0, LABEL), _BEFORE, _BEHIND),
    ((-2, LABEL), _BEFORE, _BEHIND),
    (_BEFORE, _BEHIND, (2, LABEL)),
    (_BEHIND, (2, LABEL), (3, LABEL)),
    ((-3, LABEL), (-2, LABEL), _BEFORE),
    (_BEFORE, (0, FORM)),
    (_BEHIND, (0, FORM)),
    ((-2, LABEL), (0, FORM)),
    ((2, LABEL), (0, FORM)),
    (_BEFORE, _BEHIND, (0, FORM)),
    ((-2, LABEL), _BEFORE, (0, FORM)),
    (_BEHIND, (2, LABEL), (0, FORM)),
    (_BEFORE, (0, SUFFIX3)),
    (_BEHIND, (0, SUFFIX3)),
    (_BEFORE, _BEHIND, (0, SUFFIX3)),
    (_BEFORE, _BEHIND, (0, TAGS)),
    (_BEFORE, _BEHIND, (0, FINE)),
    (_BEFORE, _BEHIND, (0, CASE), (0, STYLE)),
    (_BEFORE, (1, FORM)),
    (_BEHIND, (-1, FORM)),
)
#: By what the labels of the treebank's words are counted: the word as it stands, in small letters, ...
COUNTED: Templates = (
    ((0, CASED),),
    ((0, FORM),),
    ((0, SHAPE), (0, STYLE)),
    ((0, SUFFIX3), (0, CASE)),
    ((0, SUFFIX4),),
    ((0, FINE), (0, CASE)),
)
_PARTS = 4


def compiled(templates: Templates) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the offsets and columns of templates; int64, shape (templates, parts)."""
    offsets = np.full((len(templates), _PARTS), K.NO_PART, np.int64)
    columns = np.zeros((len(templates), _PARTS), np.int64)
    for i, template in enumerate(templates):
        for j, (offset, column) in enumerate(template):
            offsets[i, j], columns[i, j] = offset, column
    return offsets, columns


SECOND, COUNTS = compiled(TEMPLATES), compiled(COUNTED)


@kernel
def template_keys(
    seen: NDArray[np.uint32],
    bounds: NDArray[np.int64],
    words: NDArray[np.int64],
    offsets: NDArray[np.int64],
    columns: NDArray[np.int64],
    out: NDArray[np.uint32],
) -> None:
    """Fill `out` (words, templates) with the keys of some of the words, in ascending order."""
    s = 0
    for row in range(len(words)):
        i = words[row]
        while bounds[s + 1] <= i:
            s += 1
        for t in range(len(offsets)):
            key = np.uint32(t * 7919 + 1)
            for part in range(offsets.shape[1]):
                if offsets[t, part] == K.NO_PART:
                    break
                j = i + offsets[t, part]
                inside = bounds[s] <= j and j < bounds[s + 1]
                key = mix(key, seen[j, columns[t, part]] if inside else OUTSIDE)
            out[row, t] = max(key, np.uint32(1))


@kernel
def label_scores(
    seen: K.Seen,
    labels: NDArray[np.int32],
    bounds: NDArray[np.int64],
    out: NDArray[np.int32],
    styles: NDArray[np.uint32],
) -> None:
    """Fill in the first tagger's scores of all labels of each word among the others' `labels`, and its style.

    `out` is of shape (words, labels); `styles` tells the style of the sentence, and its first word apart.
    """
    keys = np.zeros(len(seen.chosen) + K.HISTORY, np.uint32)
    for s in range(len(bounds) - 1):
        start, end = bounds[s], bounds[s + 1]
        style = K.style_of(seen.codes, start, end)
        before, before2 = -1, -1
        for i in range(start, end):
            K.word_scores_at(seen, i, start, end, style, before, before2, keys, out[i])
            styles[i] = np.uint32((i == start) * 3 + style + 1)
            before2, before = before, labels[i]
