"""Kernels that walk the lexicons, and make the keys that a story's word offers, and a question's seeks."""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.kernels import kernel
from symbolic_rc.lexicon.strings import find
from symbolic_rc.lexicon.wordnet import PARTS, RELATIONS, SUFFIXES
from symbolic_rc.match.kinds import ANCESTOR, BASE, FORM, NEAR, PERTAINS, SHIFT, SYNSET, Kind
from symbolic_rc.spans.kernels.order import ascending

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
def bases_of(facts, words, w, numbers):  # type: ignore[no-untyped-def]
    """Fill the numbers of the base forms of word `w`: itself, its lemma, what WordNet takes it to be of."""
    count = _add(numbers, 0, words.own[w, 0])
    if words.marks[w] & FUNCTION:
        return count
    if words.own[w, 1] >= 0:
        count = _add(numbers, count, words.own[w, 1])
    for p in range(4):
        if words.parts[w] in (-1, p):
            count = _add_bases_of(facts, words, 2 * w, p, numbers, count)
    if words.ends[2 * w + 1] > start_of(words.ends, 2 * w + 1):
        count = _add_bases_of(facts, words, 2 * w + 1, 0, numbers, count)
    return count


@kernel
def _add_bases_of(facts, words, text, part, numbers, count):  # type: ignore[no-untyped-def]
    start, end = start_of(words.ends, text), np.int64(words.ends[text])
    return add_bases(facts, words.data, start, end, part, numbers, count)


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


#: Room for the keys of a word, its synsets and what is linked to it: more than the lexicons hold of any.
_ROOM, _SYNSETS, _LINKED = 1 << 16, 512, 1024
_ADJECTIVE, _ADVERB = PARTS.index("a"), PARTS.index("r")
_DERIVED = np.array([RELATIONS.index("derivation"), RELATIONS.index("pertainym")])
_PERTAINYM, _ANTONYM = RELATIONS.index("pertainym"), RELATIONS.index("antonym")
_VERB_GROUP, _SIMILAR = RELATIONS.index("verb_group"), RELATIONS.index("similar")


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
def offer(facts, near, settings, words, first, keys, key_ends) -> int:  # type: ignore[no-untyped-def]
    """Fill the keys by which words of a story can be found, from the `first` on; return the next word.

    That is one whose keys there is no room for, or the number of words. Keys (int64) rise for each word;
    `key_ends` says where those of each word end, and of words before the first they are there.
    """
    made = np.empty(_ROOM, np.int64)
    bases, linked = np.empty(BASES, np.int64), np.empty(_LINKED, np.int64)
    synsets = np.empty(_SYNSETS, np.int64)
    ups, heights = np.empty(_SYNSETS, np.int64), np.empty(_SYNSETS, np.int64)
    size = start_of(key_ends, first)
    for w in range(first, len(words.parts)):
        count = bases_of(facts, words, w, bases)
        n = 0
        made[n] = _key(FORM, words.own[w, 0])
        n += 1
        for b in range(count):
            made[n] = _key(BASE, bases[b])
            n += 1
        if words.values[w] >= 0:
            made[n] = words.values[w]
            n += 1
        if not words.marks[w] & FUNCTION:
            for b in range(count):
                for p in (_ADJECTIVE, _ADVERB):
                    for i in range(linked_of(facts, bases[b], p, _PERTAINYM, linked)):
                        made[n] = _key(PERTAINS, linked[i])
                        n += 1
            for i in range(synsets_of(facts, bases, count, words.parts[w], settings.senses, synsets)):
                n = _offer_senses(facts, settings, synsets[i], ups, heights, made, n)
            if settings.vector > 0:
                start, end = start_of(words.ends, 2 * w), np.int64(words.ends[2 * w])
                place = find(near.words, words.data, start, end)
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
    return len(words.parts)


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
    facts, near, settings, words, first, out_keys, out_weights, out_kinds, key_ends
) -> int:
    """Fill what words of a question look for; takes what `offer` takes, and returns what it returns.

    Keys rise for each word, each once, with the greatest weight (float32) and its kind (uint8).
    """
    keys, weights, kinds = np.empty(_ROOM, np.int64), np.empty(_ROOM), np.empty(_ROOM, np.uint8)
    bases, linked = np.empty(BASES, np.int64), np.empty(_LINKED, np.int64)
    synsets = np.empty(_SYNSETS, np.int64)
    ups, heights = np.empty(_SYNSETS, np.int64), np.empty(_SYNSETS, np.int64)
    size = start_of(key_ends, first)
    for w in range(first, len(words.parts)):
        n = _put(keys, weights, kinds, 0, _key(FORM, words.own[w, 0]), settings.surface, Kind.SURFACE)
        if words.values[w] >= 0:
            n = _put(keys, weights, kinds, n, words.values[w], settings.number, Kind.NUMBER)
        if not words.marks[w] & FUNCTION:
            count = bases_of(facts, words, w, bases)
            n = _seek_words(facts, settings, bases, count, words.parts[w], linked, keys, weights, kinds, n)
            if settings.paraphrase > 0:
                n = _seek_paraphrases(facts, settings, words.own[w, 0], keys, weights, kinds, n)
            for i in range(synsets_of(facts, bases, count, words.parts[w], settings.senses, synsets)):
                n = _seek_senses(facts, settings, synsets[i], ups, heights, keys, weights, kinds, n)
            if settings.vector > 0:
                start, end = start_of(words.ends, 2 * w), np.int64(words.ends[2 * w])
                place = find(near.words, words.data, start, end)
                if place >= 0:
                    n = _seek_near(near, settings, place, keys, weights, kinds, n)
        if words.marks[w] & SEVERAL:
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
    return len(words.parts)
