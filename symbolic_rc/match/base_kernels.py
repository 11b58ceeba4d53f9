"""Kernels that walk the lexicons: numbers of words, base forms, senses, and what pointers lead to."""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.kernels import kernel
from symbolic_rc.lexicon.strings import find
from symbolic_rc.lexicon.wordnet import PARTS, RELATIONS, SUFFIXES

#: Marks of a word: one of function, an entry of several words.
FUNCTION, SEVERAL = 1, 2
#: Room for the base forms of a word: more than the lexicons hold of any.
BASES = 64
#: Room for the stems of a word in one part of speech: itself, and one for each exception or ending.
_STEMS = 32

_LETTERS = np.frombuffer(PARTS.encode(), np.uint8).copy()
_RULES = [pair for part in PARTS for pair in SUFFIXES[part]]
_RULE_BOUNDS = np.cumsum([0, *(len(SUFFIXES[part]) for part in PARTS)])
_OLD = np.zeros((len(_RULES), 5), np.uint8)
_NEW = np.zeros((len(_RULES), 5), np.uint8)
for _row, _pair in enumerate(_RULES):
    for _place, _text in zip((_OLD, _NEW), _pair, strict=True):
        _place[_row, 0] = len(_text)  # the length, then the letters
        _place[_row, 1 : 1 + len(_text)] = list(_text.encode())

_HYPERNYM, _INSTANCE = RELATIONS.index("hypernym"), RELATIONS.index("instance_hypernym")


@kernel
def start_of(ends, i):  # type: ignore[no-untyped-def]
    """Return where the `i`-th of several lists begins, by where each ends."""
    return np.int64(ends[i - 1]) if i else np.int64(0)


@kernel
def _entries(facts, lemma, part):  # type: ignore[no-untyped-def]
    """Return where a lemma's synsets of one part of speech begin and end."""
    start, end = start_of(facts.sense_ends, lemma), np.int64(facts.sense_ends[lemma])
    while start < end and facts.senses[start] < facts.parts[part]:
        start += 1
    while end > start and facts.senses[end - 1] >= facts.parts[part + 1]:
        end -= 1
    return start, end


@kernel
def _add(numbers, count, number):  # type: ignore[no-untyped-def]
    """Add a number to those that are known unless it is one of them; return how many there are."""
    for i in range(count):
        if numbers[i] == number:
            return count
    if count < len(numbers):
        numbers[count] = number
        count += 1
    return count


@kernel
def _stems_of(facts, data, start, end, part, out):  # type: ignore[no-untyped-def]
    """Fill the lemmas that a word (bytes ``start`` to ``end``) may be a form of, were they of that part."""
    count, size = 0, end - start
    own = find(facts.lemmas, data, start, end)
    if own >= 0:
        out[count] = own
        count += 1
    form = np.empty(size + 5, np.uint8)
    form[0], form[1] = _LETTERS[part], 58  # as in "v:gave"
    for i in range(size):
        form[2 + i] = data[start + i]
    irregular = find(facts.exceptions, form, 0, size + 2)
    if irregular >= 0:
        for i in range(start_of(facts.exception_ends, irregular), facts.exception_ends[irregular]):
            if facts.exception_bases[i] >= 0:
                out[count] = facts.exception_bases[i]
                count += 1
        return count
    for rule in range(_RULE_BOUNDS[part], _RULE_BOUNDS[part + 1]):
        old, new = np.int64(_OLD[rule, 0]), np.int64(_NEW[rule, 0])
        if old > size or data[end - 1] != _OLD[rule, old]:
            continue
        fits = True
        for i in range(old):
            fits = fits and data[end - old + i] == _OLD[rule, 1 + i]
        if fits:
            for i in range(size - old):
                form[i] = data[start + i]
            for i in range(new):
                form[size - old + i] = _NEW[rule, 1 + i]
            stem = find(facts.lemmas, form, 0, size - old + new)
            if stem >= 0:
                out[count] = stem
                count += 1
    return count


@kernel
def add_bases(facts, data, start, end, part, numbers, count):  # type: ignore[no-untyped-def]
    """Add the lemmas that a word may be a form of, as `WordNet.base`; returns how many there are."""
    stems = np.empty(_STEMS, np.int64)
    found = _stems_of(facts, data, start, end, part, stems)
    for i in range(found):
        first, past = _entries(facts, stems[i], part)
        if first < past:
            count = _add(numbers, count, stems[i])
    return count


@kernel
def last_bases(facts, data, ends, out):  # type: ignore[no-untyped-def]
    """Fill for each string the last lemma that it may be a form of as a noun, or -1."""
    numbers = np.empty(_STEMS, np.int64)
    for i in range(len(ends)):
        count = add_bases(facts, data, start_of(ends, i), np.int64(ends[i]), 0, numbers, 0)
        out[i] = numbers[count - 1] if count else -1


@kernel
def parts_of(facts, data, ends, out):  # type: ignore[no-untyped-def]
    """Fill the parts of speech that WordNet gives each string, as bits; `out` is all 0.

    Bits 0 to 3 as it stands (noun, verb, adjective, adverb), else 4 to 7 as an inflected form.
    """
    stems = np.empty(_STEMS, np.int64)
    for i in range(len(ends)):
        start, end = start_of(ends, i), np.int64(ends[i])
        own = find(facts.lemmas, data, start, end)
        for part in range(4):
            found = _stems_of(facts, data, start, end, part, stems)
            bit = 0
            for k in range(found):
                first, past = _entries(facts, stems[k], part)
                if first < past:
                    bit = 1 if stems[k] == own or bit == 1 else 16
            out[i] |= np.uint8(bit << part)


@kernel
def numbers_of(facts, data, ends, out):  # type: ignore[no-untyped-def]
    """Fill each string's number (see `facts.Facts`), -1 where neither WordNet nor PPDB has it."""
    for i in range(len(ends)):
        start, end = start_of(ends, i), np.int64(ends[i])
        out[i] = find(facts.lemmas, data, start, end)
        if out[i] < 0:
            other = find(facts.others, data, start, end)
            if other >= 0:
                out[i] = facts.numbers[other]


@kernel
def bases_of(facts, data, ends, own, part, mark, w, numbers):  # type: ignore[no-untyped-def]
    """Fill the numbers of the base forms of word `w`: itself, its lemma, what WordNet takes it to be of."""
    count = _add(numbers, 0, own[w, 0])
    if mark & FUNCTION:
        return count
    if own[w, 1] >= 0:
        count = _add(numbers, count, own[w, 1])
    text, joined = 2 * w, 2 * w + 1
    for p in range(4):
        if part in (-1, p):
            start = start_of(ends, text)
            count = add_bases(facts, data, start, np.int64(ends[text]), p, numbers, count)
    start = start_of(ends, joined)
    if ends[joined] > start:
        count = add_bases(facts, data, start, np.int64(ends[joined]), 0, numbers, count)
    return count


@kernel
def synsets_of(facts, bases, count, part, most, out):  # type: ignore[no-untyped-def]
    """Fill the first senses of each base form in each part of speech; return how many there are."""
    found = 0
    for b in range(count):
        if bases[b] >= len(facts.lemmas.ends):
            continue
        for p in range(4):
            if part in (-1, p):
                start, end = _entries(facts, bases[b], p)
                for i in range(start, min(end, start + most)):
                    found = _add(out, found, np.int64(facts.senses[i]))
    return found


@kernel
def linked_of(facts, number, part, relation, out):  # type: ignore[no-untyped-def]
    """Fill the lemmas that a lexical pointer of a lemma's senses leads to; return how many there are."""
    found = 0
    if number >= len(facts.lemmas.ends):
        return found
    start, end = _entries(facts, number, part)
    for i in range(start, end):
        synset = np.int64(facts.senses[i])
        for k in range(start_of(facts.pointer_ends, synset), facts.pointer_ends[synset]):
            if facts.pointer_kinds[k] != relation or facts.pointer_sources[k] == 0:
                continue
            own = facts.words[start_of(facts.word_ends, synset) + facts.pointer_sources[k] - 1]
            if own == number:
                target = np.int64(facts.pointer_targets[k])
                word = facts.words[start_of(facts.word_ends, target) + facts.pointer_words[k] - 1]
                found = _add(out, found, np.int64(word))
    return found


@kernel
def ancestors_of(facts, synset, depth, out, heights):  # type: ignore[no-untyped-def]
    """Fill a synset's hypernyms up to so many steps away, itself first, with their distances."""
    out[0], heights[0] = synset, 0
    found, border = 1, 0
    for step in range(1, depth + 1):
        past = found
        for b in range(border, past):
            for k in range(start_of(facts.pointer_ends, out[b]), facts.pointer_ends[out[b]]):
                if facts.pointer_kinds[k] in (_HYPERNYM, _INSTANCE):
                    more = _add(out, found, np.int64(facts.pointer_targets[k]))
                    if more > found:
                        heights[found] = step
                    found = more
        border = past
    return found
