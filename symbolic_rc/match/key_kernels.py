"""Kernels that make keys of words: those that a story's word offers, and those that a question's seeks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from symbolic_rc.core.kernels import kernel
from symbolic_rc.lexicon.strings import find
from symbolic_rc.lexicon.wordnet import PARTS, RELATIONS
from symbolic_rc.match.base_kernels import (
    BASES,
    FUNCTION,
    SEVERAL,
    ancestors_of,
    bases_of,
    linked_of,
    start_of,
    synsets_of,
)
from symbolic_rc.match.kinds import ANCESTOR, BASE, FORM, NEAR, PERTAINS, SHIFT, SYNSET, Kind
from symbolic_rc.spans.kernels.order import ascending

#: Room for the keys of a word, its synsets and what is linked to it: more than the lexicons hold of any.
_ROOM, _SYNSETS, _LINKED = 1 << 16, 512, 1024
_ADJECTIVE, _ADVERB = PARTS.index("a"), PARTS.index("r")
_DERIVED = np.array([RELATIONS.index("derivation"), RELATIONS.index("pertainym")])
_PERTAINYM, _ANTONYM = RELATIONS.index("pertainym"), RELATIONS.index("antonym")
_VERB_GROUP, _SIMILAR = RELATIONS.index("verb_group"), RELATIONS.index("similar")


class MatchSettings(NamedTuple):
    """`kinds.Weights` as kernels take it, of one type each."""

    surface: float
    inflection: float
    number: float
    derivation: float
    phrase: float
    synset: float
    paraphrase: float
    verb_group: float
    hypernym: float
    vector: float
    cosine: float
    senses: int
    steps: int
    neighbours: int


@kernel
def _key(space, number):  # type: ignore[no-untyped-def]
    return (np.int64(space) << np.int64(SHIFT)) | np.int64(number)


@kernel
def _offer_senses(facts, settings, synset, ups, heights, made, n):  # type: ignore[no-untyped-def]
    """Note a synset and those above it."""
    made[n] = _key(SYNSET, synset)
    n += 1
    if settings.hypernym > 0:
        for u in range(1, ancestors_of(facts, synset, settings.steps, ups, heights)):
            made[n] = _key(ANCESTOR + heights[u], ups[u])
            n += 1
    return n


@kernel
def offer(  # type: ignore[no-untyped-def]
    facts, near, settings, data, ends, own, parts, marks, values, first, keys, key_ends
) -> int:
    """Fill the keys by which words of a story can be found, from the `first` on; return the next word.

    That is one whose keys there is no room for, or the number of words.

    Parameters
    ----------
    facts : Facts
    near : Near
    settings : MatchSettings
    data, ends : ndarray
        Two strings for each word: its text, and the text without hyphens where that may be another form.
    own : ndarray of int64, shape (w, 2)
        The numbers of text and lemma; -1 for no lemma.
    parts : ndarray of int8
        The part of speech, as in WordNet's order, or -1.
    marks : ndarray of uint8
        `FUNCTION`, `SEVERAL`.
    values : ndarray of int64
        The key of the value of a number, or -1.
    first : int
    keys : ndarray of int64
        Rising for each word.
    key_ends : ndarray of int64, shape (w,)
        Where those of each word end; of words before the first, they are there.
    """
    made = np.empty(_ROOM, np.int64)
    bases, linked = np.empty(BASES, np.int64), np.empty(_LINKED, np.int64)
    synsets = np.empty(_SYNSETS, np.int64)
    ups, heights = np.empty(_SYNSETS, np.int64), np.empty(_SYNSETS, np.int64)
    size = start_of(key_ends, first)
    for w in range(first, len(parts)):
        count = bases_of(facts, data, ends, own, parts[w], marks[w], w, bases)
        n = 0
        made[n] = _key(FORM, own[w, 0])
        n += 1
        for b in range(count):
            made[n] = _key(BASE, bases[b])
            n += 1
        if values[w] >= 0:
            made[n] = values[w]
            n += 1
        if not marks[w] & FUNCTION:
            for b in range(count):
                for p in (_ADJECTIVE, _ADVERB):
                    for i in range(linked_of(facts, bases[b], p, _PERTAINYM, linked)):
                        made[n] = _key(PERTAINS, linked[i])
                        n += 1
            for i in range(synsets_of(facts, bases, count, parts[w], settings.senses, synsets)):
                n = _offer_senses(facts, settings, synsets[i], ups, heights, made, n)
            if settings.vector > 0:
                place = find(near.words, data, start_of(ends, 2 * w), np.int64(ends[2 * w]))
                if place >= 0:
                    made[n] = _key(NEAR, place)
                    n += 1
        if size + n > len(keys):
            return w
        order = ascending(made[:n])
        for i in range(n):
            if i == 0 or made[order[i]] != made[order[i - 1]]:
                keys[size] = made[order[i]]
                size += 1
        key_ends[w] = size
    return len(parts)


@kernel
def _put(keys, weights, kinds, n, key, weight, kind):  # type: ignore[no-untyped-def]
    keys[n], weights[n], kinds[n] = key, weight, kind
    return n + 1


@kernel
def _seek_words(facts, settings, bases, count, part, linked, keys, weights, kinds, n):  # type: ignore[no-untyped-def]
    """Note the base forms, what is derived from them, and their opposites."""
    for b in range(count):
        base = bases[b]
        n = _put(keys, weights, kinds, n, _key(BASE, base), settings.inflection, Kind.INFLECTION)
        for p in range(4):
            if part in (-1, p):
                for relation in _DERIVED:
                    for i in range(linked_of(facts, base, p, relation, linked)):
                        key = _key(BASE, linked[i])
                        n = _put(keys, weights, kinds, n, key, settings.derivation, Kind.DERIVATION)
        n = _put(keys, weights, kinds, n, _key(PERTAINS, base), settings.derivation, Kind.DERIVATION)
        for p in range(4):
            if part in (-1, p):
                for i in range(linked_of(facts, base, p, _ANTONYM, linked)):
                    n = _put(keys, weights, kinds, n, _key(BASE, linked[i]), 1.0, Kind.ANTONYM)
        other = _other(facts, base)
        if other >= 0:
            for i in range(start_of(facts.opposite_ends, other), facts.opposite_ends[other]):
                key = _key(BASE, facts.numbers[facts.opposite[i]])
                n = _put(keys, weights, kinds, n, key, 1.0, Kind.ANTONYM)
    return n


@kernel
def _other(facts, number):  # type: ignore[no-untyped-def]
    """Return PPDB's own number of a word, or -1."""
    lemmas = len(facts.lemmas.ends)
    if number < lemmas:
        return np.int64(facts.other_of[number])
    return number - lemmas if number < lemmas + len(facts.others.ends) else np.int64(-1)


@kernel
def _seek_senses(facts, settings, synset, ups, heights, keys, weights, kinds, n):  # type: ignore[no-untyped-def]
    """Note a synset, those of its group, those above it, and that others may have it above them."""
    n = _put(keys, weights, kinds, n, _key(SYNSET, synset), settings.synset, Kind.SYNSET)
    for k in range(start_of(facts.pointer_ends, synset), facts.pointer_ends[synset]):
        if facts.pointer_kinds[k] in (_VERB_GROUP, _SIMILAR):
            key = _key(SYNSET, facts.pointer_targets[k])
            n = _put(keys, weights, kinds, n, key, settings.verb_group, Kind.VERB_GROUP)
    if settings.hypernym > 0:
        for u in range(1, ancestors_of(facts, synset, settings.steps, ups, heights)):
            weight = settings.hypernym / heights[u]
            n = _put(keys, weights, kinds, n, _key(SYNSET, ups[u]), weight, Kind.HYPERNYM)
        for step in range(1, settings.steps + 1):
            weight = settings.hypernym / step
            n = _put(keys, weights, kinds, n, _key(ANCESTOR + step, synset), weight, Kind.HYPERNYM)
    return n


@kernel
def _seek_near(near, settings, place, keys, weights, kinds, n):  # type: ignore[no-untyped-def]
    """Note the words that a word has among its nearest, or that have it among theirs."""
    first = n
    width = near.neighbours.shape[1]
    for i in range(min(settings.neighbours, width)):
        cosine = near.cosines[place, i] / 255
        if cosine >= settings.cosine:
            key = _key(NEAR, near.neighbours[place, i])
            n = _put(keys, weights, kinds, n, key, settings.vector * cosine, Kind.VECTOR)
    own = n
    for i in range(near.back_bounds[place], near.back_bounds[place + 1]):
        row, column = near.back_places[i] // width, near.back_places[i] % width
        cosine = near.cosines[row, column] / 255
        if column >= settings.neighbours or cosine < settings.cosine:
            continue
        key = _key(NEAR, row)
        known = False
        for k in range(first, own):
            known = known or keys[k] == key
        if not known:
            n = _put(keys, weights, kinds, n, key, settings.vector * cosine, Kind.VECTOR)
    return n


@kernel
def _seek_paraphrases(facts, settings, word, keys, weights, kinds, n):  # type: ignore[no-untyped-def]
    """Note what PPDB says is the same."""
    other = _other(facts, word)
    if other >= 0:
        for i in range(start_of(facts.same_ends, other), facts.same_ends[other]):
            key = _key(FORM, facts.numbers[facts.same[i]])
            n = _put(keys, weights, kinds, n, key, settings.paraphrase, Kind.PARAPHRASE)
    return n


@kernel
def _as_phrase(weights, kinds, weight):  # type: ignore[no-untyped-def]
    """Weigh what a part of a phrase seeks, but for opposites."""
    for i in range(len(kinds)):
        if kinds[i] != Kind.ANTONYM:
            weights[i] *= weight
            kinds[i] = Kind.PHRASE


@kernel
def seek(  # type: ignore[no-untyped-def]
    facts,
    near,
    settings,
    data,
    ends,
    own,
    parts,
    marks,
    values,
    first,
    out_keys,
    out_weights,
    out_kinds,
    key_ends,
) -> int:
    """Fill what words of a question look for; takes what `offer` takes, and returns what it returns.

    Keys rise for each word, each once, with the greatest weight (float32) and its kind (uint8).
    """
    keys, weights, kinds = np.empty(_ROOM, np.int64), np.empty(_ROOM), np.empty(_ROOM, np.uint8)
    bases, linked = np.empty(BASES, np.int64), np.empty(_LINKED, np.int64)
    synsets = np.empty(_SYNSETS, np.int64)
    ups, heights = np.empty(_SYNSETS, np.int64), np.empty(_SYNSETS, np.int64)
    size = start_of(key_ends, first)
    for w in range(first, len(parts)):
        n = _put(keys, weights, kinds, 0, _key(FORM, own[w, 0]), settings.surface, Kind.SURFACE)
        if values[w] >= 0:
            n = _put(keys, weights, kinds, n, values[w], settings.number, Kind.NUMBER)
        if not marks[w] & FUNCTION:
            count = bases_of(facts, data, ends, own, parts[w], marks[w], w, bases)
            n = _seek_words(facts, settings, bases, count, parts[w], linked, keys, weights, kinds, n)
            if settings.paraphrase > 0:
                n = _seek_paraphrases(facts, settings, own[w, 0], keys, weights, kinds, n)
            for i in range(synsets_of(facts, bases, count, parts[w], settings.senses, synsets)):
                n = _seek_senses(facts, settings, synsets[i], ups, heights, keys, weights, kinds, n)
            if settings.vector > 0:
                place = find(near.words, data, start_of(ends, 2 * w), np.int64(ends[2 * w]))
                if place >= 0:
                    n = _seek_near(near, settings, place, keys, weights, kinds, n)
        if marks[w] & SEVERAL:
            _as_phrase(weights[:n], kinds[:n], settings.phrase)
        if size + n > len(out_keys):
            return w
        order = ascending(keys[:n])
        last = np.int64(-1)
        most = 0.0
        for i in order:
            if weights[i] <= 0 or (keys[i] == last and weights[i] <= most):
                continue
            if keys[i] != last:
                size += 1
            last, most = keys[i], weights[i]
            out_keys[size - 1], out_weights[size - 1], out_kinds[size - 1] = last, most, kinds[i]
        key_ends[w] = size
    return len(parts)
