"""Kernels of the name finder: runs of name words, and their features."""

from __future__ import annotations

import numpy as np

from symbolic_rc.annotate.names.word_lists import GIVEN
from symbolic_rc.annotate.words import CAPITAL, CASE, COARSE, FINE, FORM, OUTSIDE, SHAPE, SUFFIX3, SUFFIX4
from symbolic_rc.core.arrays import Flags, Hashes, Ints, Longs
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, add_frozen, mix
from symbolic_rc.models.templates import Templates, combine_atoms, compile_templates


@kernel
def find_spans(
    name: Flags,
    bits: Longs,
    bounds: Longs,
    single: Flags,
    is_of: Flags,
    is_the: Flags,
    keyed: int,
    calendar: int,
    starts: Longs,
    ends: Longs,
) -> int:
    """Find runs of name words; returns their number. `single` words stand alone (``@entity3``)."""
    count = 0
    for s in range(len(bounds) - 1):
        i = bounds[s]
        stop = bounds[s + 1]
        while i < stop:
            if not name[i]:
                i += 1
                continue
            j = i + 1
            if not single[i]:
                while j < stop and not single[j]:
                    if name[j]:
                        # a date ends a name and is none
                        if (bits[j] & calendar != 0) != (bits[j - 1] & calendar != 0):
                            break
                        j += 1
                    elif (
                        is_of[j]
                        and j + 1 < stop
                        and (bits[j - 1] & keyed)
                        and (name[j + 1] or (is_the[j + 1] and j + 2 < stop and name[j + 2]))
                    ):
                        j += 2 if name[j + 1] else 3
                    else:
                        break
            starts[count], ends[count] = i, j
            count += 1
            i = j
    return count


#: The atoms of a span and its neighbours.
_ATOMS = """
    first_form first_shape first_case first_lists last_form last_suffix3 last_suffix4 last_shape
    last_coarse last_capital last_case last_lists last_given last_tag before before2 before_fine
    before_case after after2 after_fine after_coarse after_tag length lists gazetteer gazetteer_last
    comma_place opens
""".split()
(
    FIRST_FORM, FIRST_SHAPE, FIRST_CASE, FIRST_LISTS,
    LAST_FORM, LAST_SUFFIX3, LAST_SUFFIX4, LAST_SHAPE, LAST_COARSE, LAST_CAPITAL, LAST_CASE,
    LAST_LISTS, LAST_GIVEN, LAST_TAG,
    BEFORE, BEFORE2, BEFORE_FINE, BEFORE_CASE, AFTER, AFTER2, AFTER_FINE, AFTER_COARSE, AFTER_TAG,
    LENGTH, LISTS, GAZETTEER, GAZETTEER_LAST, COMMA_PLACE, OPENS,
) = range(len(_ATOMS))  # fmt: skip
ATOMS = len(_ATOMS)
#: The templates of a span; their seeds follow those of the templates of its words.
TEMPLATES = """
first_form last_form last_suffix3 last_suffix4 first_shape|last_shape length first_lists|length
last_lists|length lists gazetteer gazetteer|last_given gazetteer_last before before2|before after
after|after2 before|after before|length before_fine after_fine after_coarse after_tag last_tag|opens
first_case|last_case last_capital|opens last_coarse before|last_coarse after|last_coarse before2
before|before_case comma_place|length last_case|length
"""
SPAN_TEMPLATES = compile_templates(TEMPLATES, {}, {}, _ATOMS, (1, 3))
#: Seeds of the templates of a span's words.
WORD_FORM, WORD_FINE = np.uint32(1), np.uint32(2)
#: Words of a span that have features of their own, and the length at which longer spans are cut off.
WORDS, LONG = 6, 5
#: Rows of what lists know: of a whole name, of its last word, of the word behind a comma.
WHOLE, LAST, BEHIND_COMMA = range(3)
#: Size of a span's row of features: those of its words and of all templates fit, and a 0 behind them.
FEATURES = 64


@kernel
def _atoms(
    codes: Hashes, bits: Longs, tags: Longs, start: int, end: int, first: int, stop: int, atoms: Hashes
) -> None:
    """Fill in the atoms of the span ``start:end`` in the sentence ``first:stop``."""
    last = end - 1
    lists = 0
    for i in range(start, end):
        lists |= bits[i]
    atoms[FIRST_FORM], atoms[LAST_FORM] = codes[start, FORM], codes[last, FORM]
    atoms[FIRST_SHAPE], atoms[LAST_SHAPE] = codes[start, SHAPE], codes[last, SHAPE]
    atoms[FIRST_CASE], atoms[LAST_CASE] = codes[start, CASE], codes[last, CASE]
    atoms[FIRST_LISTS], atoms[LAST_LISTS] = np.uint32(bits[start]), np.uint32(bits[last])
    atoms[LAST_SUFFIX3], atoms[LAST_SUFFIX4] = codes[last, SUFFIX3], codes[last, SUFFIX4]
    atoms[LAST_COARSE], atoms[LAST_CAPITAL] = codes[last, COARSE], codes[last, CAPITAL]
    atoms[LAST_GIVEN], atoms[LAST_TAG] = np.uint32(bits[last] & GIVEN), np.uint32(tags[last])
    atoms[LENGTH], atoms[LISTS] = np.uint32(min(end - start, LONG)), np.uint32(lists)
    atoms[OPENS] = np.uint32(start == first)
    atoms[BEFORE] = codes[start - 1, FORM] if start > first else OUTSIDE
    atoms[BEFORE2] = codes[start - 2, FORM] if start - 1 > first else OUTSIDE
    atoms[BEFORE_FINE] = codes[start - 1, FINE] if start > first else OUTSIDE
    atoms[BEFORE_CASE] = codes[start - 1, CASE] if start > first else OUTSIDE
    atoms[AFTER] = codes[end, FORM] if end < stop else OUTSIDE
    atoms[AFTER2] = codes[end + 1, FORM] if end + 1 < stop else OUTSIDE
    atoms[AFTER_FINE] = codes[end, FINE] if end < stop else OUTSIDE
    atoms[AFTER_COARSE] = codes[end, COARSE] if end < stop else OUTSIDE
    atoms[AFTER_TAG] = np.uint32(tags[end]) if end < stop else OUTSIDE


@kernel
def span_keys(
    codes: Hashes,
    bits: Longs,
    tags: Longs,
    known: Longs,
    starts: Longs,
    ends: Longs,
    bounds: Longs,
    templates: Templates,
    keys: Hashes,
) -> None:
    """Fill the row of each span in `keys` (spans, FEATURES) with its features, 0 where there are no more."""
    atoms = np.zeros(ATOMS, np.uint32)
    s = 0
    for m in range(len(starts)):
        while s + 1 < len(bounds) - 1 and bounds[s + 1] <= starts[m]:
            s += 1
        _atoms(codes, bits, tags, starts[m], ends[m], bounds[s], bounds[s + 1], atoms)
        atoms[GAZETTEER], atoms[GAZETTEER_LAST] = np.uint32(known[WHOLE, m]), np.uint32(known[LAST, m])
        atoms[COMMA_PLACE] = np.uint32(known[BEHIND_COMMA, m])
        own, k = keys[m], 0
        for i in range(starts[m], min(ends[m], starts[m] + WORDS)):
            own[k] = mix(WORD_FORM, codes[i, FORM])
            own[k + 1] = mix(WORD_FINE, codes[i, FINE])
            k += 2
        combine_atoms(atoms, templates.parts, templates.seeds, own[k:])


@kernel
def score_spans(frozen: Frozen, keys: Hashes, out: Ints) -> None:
    """Add the scores of each span's features to its row of `out` (spans, types)."""
    for m in range(len(keys)):
        for k in range(keys.shape[1]):
            if keys[m, k] == 0:
                break
            add_frozen(frozen, keys[m, k], out[m])
