"""Kernels of the tagger: greedy, from left to right (Collins 2002).

Labels join Penn's and UD's tags (``NNS|NOUN``). A word's label
depends on its own form, its neighbours' forms and the two labels before it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from symbolic_rc.annotate.words import CASE, COLUMNS, OUTSIDE, SMALL, TITLED, UPPER
from symbolic_rc.core.arrays import Flags, Hashes, Ints, Longs
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, add_frozen
from symbolic_rc.models.templates import Templates, combine_atoms, compile_templates

#: Templates over words: atoms are columns of the words at offsets.
WORD_TEMPLATES = """
0.form 0.cased 0.suffix1|0.case 0.suffix2 0.suffix3 0.suffix4 0.prefix1 0.prefix2 0.prefix3 0.shape
0.fine 0.coarse|0.suffix2 0.tags 0.tags|0.suffix3 0.capital|0.case 0.capital|0.case|0.suffix2
0.shape|0.suffix3 -1.form 1.form -2.form 2.form -1.fine 1.fine -1.suffix3 1.suffix3
-1.case|0.case|1.case -1.tags 1.tags 1.tags|2.tags 0.tags|1.tags -1.form|0.form 0.form|1.form
-1.form|1.form 0.suffix2|1.form 0.suffix2|-1.form 0.form|1.tags 0.tags|1.tags|2.tags
0.coarse|1.coarse 0.fine|1.fine -1.coarse|1.coarse 2.tags -1.shape|0.shape 0.shape|1.shape
0.parts|0.case 0.parts|0.suffix2 -1.parts|0.parts|1.parts 0.parts|-1.form 0.parts|1.tags
"""
#: Templates over the labels before, and the style of the sentence, with whether the word is its first.
_HISTORY = """
before before|before2 before|0.form before|0.suffix3 before|1.form before|1.tags before|before2|0.tags
before|0.tags|1.tags 0.case|style 0.case|0.capital|style
"""
OFFSETS = {str(offset): offset for offset in range(-3, 4)}
_COLUMNS = {name: column for column, name in enumerate(COLUMNS)}
_BEFORE, _BEFORE2, _STYLE = range(3)
#: Seeds of templates over words: see `compile_templates`.
SEEDS = (7919, 1)
_WORDS, _LABELS = len(WORD_TEMPLATES.split()), len(_HISTORY.split())


def _compiled() -> Templates:
    extra = ("before", "before2", "style")
    found = compile_templates(WORD_TEMPLATES + _HISTORY, OFFSETS, _COLUMNS, extra, SEEDS)
    return found._replace(
        seeds=np.append(found.seeds[:_WORDS], np.arange(900, 900 + _LABELS, dtype=np.uint32))
    )


TEMPLATES = _compiled()


def _single() -> list[Longs]:
    """Return the templates that depend on one word only, by its offset."""
    rows = [{atom.split(".")[0] for atom in template.split("|")} for template in WORD_TEMPLATES.split()]
    return [np.array([t for t, row in enumerate(rows) if row == {str(o)}]) for o in POSITIONS.tolist()]


POSITIONS = np.array([-2, -1, 0, 1, 2])
_SINGLE = _single()
#: The templates that depend on one word only, by position; and all others.
SINGLE = [TEMPLATES.rows(rows) for rows in _SINGLE]
SEVERAL = TEMPLATES.rows(np.setdiff1d(np.arange(len(TEMPLATES.parts)), np.concatenate(_SINGLE)))
#: Styles of a sentence (`style_of`).
MIXED, NO_CAPITALS, ALL_CAPITALS = range(3)


class TaggerInput(NamedTuple):
    """Words, and what scoring their labels needs.

    In a sentence with capitals, a dictionary word in small letters gets no `proper` label: training has
    sentences without capitals, where it may.
    """

    frozen: Frozen
    codes: Hashes  #: (words, columns)
    kinds: Longs  #: (words,): each word's form in `ready`
    templates: Templates  #: Those that `ready` leaves out
    positions: Longs
    ready: Ints  #: (positions, forms + 1, classes): the scores of single words (`word_scores`)
    proper: Flags  #: (classes,): labels of proper nouns
    common: Flags  #: (words,): whether a word is in small letters and in the dictionary


@kernel
def word_atoms(codes: Hashes, i: int, start: int, end: int, templates: Templates, atoms: Hashes) -> None:
    """Fill in the columns of the words around word i of the sentence ``start:end``."""
    for k in range(len(templates.places)):
        j = i + templates.places[k]
        atoms[k] = codes[j, templates.columns[k]] if start <= j and j < end else OUTSIDE


@kernel
def template_keys(codes: Hashes, bounds: Longs, words: Longs, templates: Templates, out: Hashes) -> None:
    """Fill `out` (words, templates) with the keys of some words, in ascending order."""
    atoms, s = np.zeros(len(templates.places), np.uint32), 0
    for row in range(len(words)):
        while bounds[s + 1] <= words[row]:
            s += 1
        word_atoms(codes, words[row], bounds[s], bounds[s + 1], templates, atoms)
        combine_atoms(atoms, templates.parts, templates.seeds, out[row])


@kernel
def fill(
    codes: Hashes,
    i: int,
    start: int,
    end: int,
    style: int,
    before: int,
    before2: int,
    templates: Templates,
    atoms: Hashes,
    keys: Hashes,
) -> None:
    """Fill `keys` with the features of word i of the sentence ``start:end``, after two labels."""
    word_atoms(codes, i, start, end, templates, atoms)
    extra = atoms[len(templates.places) :]
    extra[_BEFORE], extra[_BEFORE2] = np.uint32(before + 1), np.uint32(before2 + 1)
    extra[_STYLE] = np.uint32((i == start) * 3 + style)
    combine_atoms(atoms, templates.parts, templates.seeds, keys)


@kernel
def word_scores(frozen: Frozen, codes: Hashes, templates: Templates, out: Ints) -> None:
    """Fill `out` (forms + 1, classes) with each form's scores by the templates of one position.

    They are the same wherever the form occurs: computed once per form of a document, not once per word. The
    last form is the place outside of a sentence.
    """
    atoms, keys = np.zeros(len(templates.places), np.uint32), np.zeros(len(templates.parts), np.uint32)
    for form in range(len(codes) + 1):
        for k in range(len(atoms)):
            atoms[k] = OUTSIDE if form == len(codes) else codes[form, templates.columns[k]]
        combine_atoms(atoms, templates.parts, templates.seeds, keys)
        for k in range(len(keys)):
            add_frozen(frozen, keys[k], out[form])


@kernel
def style_of(codes: Hashes, start: int, end: int) -> int:
    """Return the style of a sentence: without capitals, mostly in capitals, or mixed as usual."""
    small, upper, title = 0, 0, 0
    for i in range(start, end):
        case = codes[i, CASE]
        small += case == SMALL
        upper += case == UPPER
        title += case == TITLED
    if upper + title == 0:
        return NO_CAPITALS
    return ALL_CAPITALS if upper > 1 and upper > 2 * small else MIXED


@kernel
def _best_label(scores: Ints, common: bool, proper: Flags) -> int:
    """Return the best label; for a `common` word, of those that are not `proper`."""
    label = -1
    for c in range(len(scores)):
        if (label < 0 or scores[c] > scores[label]) and not (common and proper[c]):
            label = c
    return label


@kernel
def word_scores_at(
    words: TaggerInput, i: int, start: int, end: int, style: int, before: int, before2: int,
    atoms: Hashes, keys: Hashes, scores: Ints
) -> None:  # fmt: skip
    """Fill in the scores of the labels of word i of the sentence ``start:end``."""
    fill(words.codes, i, start, end, style, before, before2, words.templates, atoms, keys)
    scores[:] = 0
    outside = words.ready.shape[1] - 1
    for p in range(len(words.positions)):
        j = i + words.positions[p]
        row = words.ready[p, outside if j < start or j >= end else words.kinds[j]]
        for c in range(len(scores)):
            scores[c] += row[c]
    for k in range(len(keys)):
        add_frozen(words.frozen, keys[k], scores)


@kernel
def new_features(templates: Templates) -> tuple[Hashes, Hashes]:
    """Return work space for the atoms and the keys of a word."""
    return np.zeros(len(templates.places) + 3, np.uint32), np.zeros(len(templates.parts), np.uint32)


@kernel
def tag_sentences(words: TaggerInput, fixed: Ints, bounds: Longs, out: Ints) -> None:
    """Fill `out` with the label of each word; words with a label in `fixed` (otherwise -1) keep it."""
    scores = np.zeros(len(words.proper), np.int32)
    atoms, keys = new_features(words.templates)
    for s in range(len(bounds) - 1):
        start, end = bounds[s], bounds[s + 1]
        style = style_of(words.codes, start, end)
        before, before2 = -1, -1
        for i in range(start, end):
            label = fixed[i]
            if label < 0:
                word_scores_at(words, i, start, end, style, before, before2, atoms, keys, scores)
                common = words.common[i] and style == MIXED
                label = np.int32(_best_label(scores, common, words.proper))
            out[i] = label
            before2, before = before, label


@kernel
def label_scores(words: TaggerInput, labels: Ints, bounds: Longs, out: Ints, styles: Hashes) -> None:
    """Fill in the scores of each word's labels, given the others' `labels`, and styles.

    `out` is of shape (words, labels); a style is that of the sentence, with whether the word is its first.
    """
    atoms, keys = new_features(words.templates)
    for s in range(len(bounds) - 1):
        start, end = bounds[s], bounds[s + 1]
        style = style_of(words.codes, start, end)
        before, before2 = -1, -1
        for i in range(start, end):
            word_scores_at(words, i, start, end, style, before, before2, atoms, keys, out[i])
            styles[i] = np.uint32((i == start) * 3 + style + 1)
            before2, before = before, labels[i]
