"""Named entities: names by tags and a linear model over the whole document, dates and numbers by rules.

Spans come from the tagger's proper nouns, mended by what the whole document shows (a word that is often
capitalised inside sentences and never in small letters is a name everywhere). Each span is typed by a linear
model over its words, word lists and neighbours; the scores of all spans with the same words are added, so
that a name has one type in a document, and a part of a person's name follows the full name.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import ENT_IOB, ENT_TYPE, TAG
from spacy.strings import StringStore
from spacy.tokens import Doc

from symbolic_rc.annotate import name_rules
from symbolic_rc.annotate.name_words import (
    BUILT_WORD,
    EVENT_WORD,
    GIVEN,
    HOLIDAY,
    MONTH,
    NEVER,
    ORG_WORD,
    PLACE_WORD,
    TITLE,
    WEEKDAY,
    WORDS,
)
from symbolic_rc.annotate.view import View, read_columns, view_of, write_columns
from symbolic_rc.annotate.words import ANONYMOUS, CASE, REBUILD
from symbolic_rc.core.container import Container, read_container
from symbolic_rc.core.jit import kernel
from symbolic_rc.core.resources import lexicon_path
from symbolic_rc.lexicon.names import names as first_names
from symbolic_rc.linear.kernels import Frozen, add_frozen, mix
from symbolic_rc.linear.model import LinearModel

#: Types that the linear model tells apart; ``O`` is a capitalised word that names nothing of interest.
TYPES = ("O", "PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "EVENT", "WORK_OF_ART")
#: Bits of the place and people lists (`annotate_names.lex`), by whole names.
GAZETTEER = {"GPE": 1, "LOC": 2, "PERSON": 4, "NORP": 8, "ORG": 16}
#: Size of a span's row of features.
FEATURES = 64


@dataclass(frozen=True, slots=True)
class Spans:
    """Candidate names of a document, as half-open ranges of its words (see `View`)."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


def word_bits(form: str) -> int:
    """Return the bits of a form: word lists, and given names."""
    low = form.lower().rstrip(".")
    bits = WORDS.get(low, 0)
    if form[:1].isupper() and first_names().is_first_name(low):
        bits |= GIVEN
    return bits


@kernel
def _spans(
    name: NDArray[np.bool_],
    bits: NDArray[np.int64],
    bounds: NDArray[np.int64],
    single: NDArray[np.bool_],
    capital: NDArray[np.bool_],
    is_of: NDArray[np.bool_],
    is_the: NDArray[np.bool_],
    keyed: int,
    calendar: int,
    title: int,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
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


@kernel
def _features(
    codes: NDArray[np.uint32],
    bits: NDArray[np.int64],
    tags: NDArray[np.int64],
    gazetteer: int,
    gazetteer_last: int,
    following: int,
    start: int,
    end: int,
    first: int,
    stop: int,
    keys: NDArray[np.uint32],
) -> int:
    """Fill `keys` with a span's features; returns how many."""
    k = 0
    size = min(end - start, 5)
    out = np.uint32(11)
    last = end - 1
    any_bits = 0
    for i in range(start, end):
        any_bits |= bits[i]
    opens = start == first
    before = codes[start - 1, 0] if start > first else out
    before2 = codes[start - 2, 0] if start - 1 > first else out
    after = codes[end, 0] if end < stop else out
    after2 = codes[end + 1, 0] if end + 1 < stop else out
    for i in range(start, min(end, start + 6)):
        keys[k] = mix(np.uint32(1), codes[i, 0])
        k += 1
        keys[k] = mix(np.uint32(2), codes[i, 10])
        k += 1
    keys[k] = mix(np.uint32(3), codes[start, 0])
    k += 1
    keys[k] = mix(np.uint32(4), codes[last, 0])
    k += 1
    keys[k] = mix(np.uint32(5), codes[last, 4])
    k += 1
    keys[k] = mix(np.uint32(6), codes[last, 5])
    k += 1
    keys[k] = mix(mix(np.uint32(7), codes[start, 9]), codes[last, 9])
    k += 1
    keys[k] = mix(np.uint32(8), np.uint32(size))
    k += 1
    keys[k] = mix(mix(np.uint32(9), np.uint32(bits[start])), np.uint32(size))
    k += 1
    keys[k] = mix(mix(np.uint32(10), np.uint32(bits[last])), np.uint32(size))
    k += 1
    keys[k] = mix(np.uint32(11), np.uint32(any_bits))
    k += 1
    keys[k] = mix(np.uint32(12), np.uint32(gazetteer))
    k += 1
    keys[k] = mix(mix(np.uint32(13), np.uint32(gazetteer)), np.uint32(bits[last] & 2))
    k += 1
    keys[k] = mix(np.uint32(14), np.uint32(gazetteer_last))
    k += 1
    keys[k] = mix(np.uint32(15), before)
    k += 1
    keys[k] = mix(mix(np.uint32(16), before2), before)
    k += 1
    keys[k] = mix(np.uint32(17), after)
    k += 1
    keys[k] = mix(mix(np.uint32(18), after), after2)
    k += 1
    keys[k] = mix(mix(np.uint32(19), before), after)
    k += 1
    keys[k] = mix(mix(np.uint32(20), before), np.uint32(size))
    k += 1
    keys[k] = mix(np.uint32(21), codes[start - 1, 10] if start > first else out)
    k += 1
    keys[k] = mix(np.uint32(22), codes[end, 10] if end < stop else out)
    k += 1
    keys[k] = mix(np.uint32(23), codes[end, 11] if end < stop else out)
    k += 1
    keys[k] = mix(np.uint32(24), np.uint32(tags[end]) if end < stop else out)
    k += 1
    keys[k] = mix(mix(np.uint32(25), np.uint32(tags[last])), np.uint32(opens))
    k += 1
    keys[k] = mix(mix(np.uint32(26), codes[start, 14]), codes[last, 14])
    k += 1
    keys[k] = mix(mix(np.uint32(27), codes[last, 13]), np.uint32(opens))
    k += 1
    keys[k] = mix(np.uint32(28), codes[last, 11])
    k += 1
    keys[k] = mix(mix(np.uint32(29), before), codes[last, 11])
    k += 1
    keys[k] = mix(mix(np.uint32(30), after), codes[last, 11])
    k += 1
    keys[k] = mix(np.uint32(31), before2)
    k += 1
    keys[k] = mix(mix(np.uint32(32), before), codes[start - 1, 14] if start > first else out)
    k += 1
    keys[k] = mix(mix(np.uint32(33), np.uint32(following)), np.uint32(size))
    k += 1
    keys[k] = mix(mix(np.uint32(34), codes[last, 14]), np.uint32(size))
    k += 1
    return k


@kernel
def span_keys(
    codes: NDArray[np.uint32],
    bits: NDArray[np.int64],
    tags: NDArray[np.int64],
    gazetteer: NDArray[np.int64],
    gazetteer_last: NDArray[np.int64],
    following: NDArray[np.int64],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    bounds: NDArray[np.int64],
    keys: NDArray[np.uint32],
) -> None:
    """Fill the row of each span in `keys` (spans, FEATURES) with its features, 0 where there are no more."""
    s = 0
    for m in range(len(starts)):
        while s + 1 < len(bounds) - 1 and bounds[s + 1] <= starts[m]:
            s += 1
        _features(
            codes,
            bits,
            tags,
            gazetteer[m],
            gazetteer_last[m],
            following[m],
            starts[m],
            ends[m],
            bounds[s],
            bounds[s + 1],
            keys[m],
        )


@kernel
def _scores(frozen: Frozen, keys: NDArray[np.uint32], out: NDArray[np.int32]) -> None:
    for m in range(len(keys)):
        for k in range(keys.shape[1]):
            if keys[m, k] == 0:
                break
            add_frozen(frozen, keys[m, k], out[m])


@dataclass(frozen=True, slots=True)
class NameModel:
    """The name finder's weights and its lists of whole names (in small letters, to bits of `GAZETTEER`)."""

    linear: LinearModel
    gazetteer: dict[str, int]

    @classmethod
    def of(cls, container: Container) -> NameModel:
        """Return the model that a container holds."""
        listed = dict(
            zip(container.strings("gazetteer"), container.arrays["gazetteer.bits"].tolist(), strict=True)
        )
        return cls(LinearModel.of(container), listed)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Spans of a document with all that the model sees of them.

    Attributes
    ----------
    spans : Spans
    texts : list of str
        The spans' words in small letters, without a title and the possessive.
    words : list of list of str
        The spans' words as they stand.
    following : ndarray of int64, shape (spans,)
        1 plus the lists' bits of the word after a comma after the span, or 0.
    bits : ndarray of int64, shape (words,)
    keys : ndarray of uint32, shape (spans, FEATURES)
    """

    spans: Spans
    texts: list[str]
    words: list[list[str]]
    following: NDArray[np.int64]
    bits: NDArray[np.int64]
    keys: NDArray[np.uint32]


def candidates(doc: Doc, view: View, gazetteer: dict[str, int]) -> Candidates:
    """Return the candidate names of a tagged document."""
    forms, kinds = view.forms, view.kinds
    own_bits = np.array([word_bits(form) for form in forms], np.int64)
    bits = own_bits[kinds]
    tags = read_columns(doc, [TAG])[view.places, 0]
    number = StringStore().add
    proper = (tags == np.uint64(number("NNP"))) | (tags == np.uint64(number("NNPS")))
    case = view.codes[:, CASE]
    capital = (case == 2) | (case == 3)
    opens = np.zeros(len(kinds), np.bool_)
    opens[view.bounds[:-1]] = True
    # what the document shows of each word: as a name inside sentences, and in small letters
    low_of: dict[str, int] = {}
    low = np.array([low_of.setdefault(form.lower(), len(low_of)) for form in forms], np.int64)[kinds]
    inside = np.bincount(low[capital & ~opens & (case == 3)], minlength=len(low_of))
    tagged = np.bincount(low[proper & ~opens & (case == 3)], minlength=len(low_of))
    small = np.bincount(low[case == 1], minlength=len(low_of))
    single = np.array([ANONYMOUS.fullmatch(form) is not None for form in forms], np.bool_)[kinds]
    alone = np.array([not any(map(str.isalpha, form)) for form in forms], np.bool_)[kinds]
    always = (tagged >= 2) & (tagged >= 0.6 * inside) & (small * 8 <= inside)
    never = (small >= 1) & (inside == 0)
    name = proper & (capital | (view.codes[:, CASE] == 4)) & ~alone
    name |= capital & always[low]
    name &= ~(opens & never[low] & (case == 3))
    name &= ~((case == 2) & never[low] & (own_bits[kinds] == 0))
    name |= single
    texts_low = [form.lower() for form in forms]
    is_of = np.array([text in ("of",) for text in texts_low], np.bool_)[kinds]
    is_the = np.array([text == "the" for text in texts_low], np.bool_)[kinds]
    # a title before a name belongs to it, in any case the tagger chose
    title = ((bits & TITLE) != 0) & capital
    following = np.append(name[1:], False) & ~np.append(opens[1:], False)
    name |= title & following
    # an adjective in capitals before ``War`` or ``Army``, too
    headed = np.append((bits[1:] & (EVENT_WORD | ORG_WORD)) != 0, False) & following
    name |= headed & capital & ~opens & ~title
    starts, ends = np.zeros(len(kinds), np.int64), np.zeros(len(kinds), np.int64)
    keyed = ORG_WORD | PLACE_WORD | BUILT_WORD | EVENT_WORD | TITLE
    calendar = MONTH | WEEKDAY | HOLIDAY
    count = _spans(
        name, bits, view.bounds, single, capital, is_of, is_the, keyed, calendar, TITLE, starts, ends
    )
    starts, ends = starts[:count], ends[:count]
    listed = kinds.tolist()
    texts, known, known_last, after = [], *(np.zeros(count, np.int64) for _ in range(3))
    get = gazetteer.get
    for m, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        if end - start > 1 and bits[start] & TITLE:
            start += 1
        text = " ".join([texts_low[kind] for kind in listed[start:end]])
        texts.append(text)
        known[m] = get(text, 0)
        if known[m] == GAZETTEER["ORG"] and len(text) <= 5 and not forms[listed[start]].isupper():
            known[m] = 0  # short names of organisations are written in capitals
        known_last[m] = get(texts_low[listed[end - 1]], 0) if end - start > 1 else 0
        if end + 1 < len(listed) and texts_low[listed[end]] == ",":  # ``Springfield, Ohio``
            after[m] = 1 + get(texts_low[listed[end + 1]], 0)
    tag_number = (tags % np.uint64(65521)).astype(np.int64)
    keys = np.zeros((count, FEATURES), np.uint32)
    span_keys(view.codes, bits, tag_number, known, known_last, after, starts, ends, view.bounds, keys)
    words = [[forms[k] for k in listed[a:b]] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    return Candidates(Spans(starts, ends), texts, words, after, bits, keys)


def choose(found: Candidates, scores: NDArray[np.float32], listed: dict[str, int]) -> NDArray[np.int64]:
    """Return each span's type (index into `TYPES`), the same for the same words in a document.

    A name's own evidence counts with the mean of all spans of the same words; one word of a longer
    person's name is that person, unless lists (`listed`) know it as something else.
    """
    if not len(scores):
        return np.zeros(0, np.int64)
    index: dict[str, int] = {}
    group = np.array([index.setdefault(text, len(index)) for text in found.texts], np.int64)
    total = np.zeros((len(index), scores.shape[1]))
    np.add.at(total, group, scores)
    count = np.bincount(group)[:, None]
    mean = total / np.sqrt(count)
    names = list(index)
    kind = mean.argmax(axis=1)
    parts: dict[str, NDArray[np.float64]] = {}
    person = TYPES.index("PERSON")
    for i in np.flatnonzero(kind == person).tolist():
        words = names[i].split()
        if 2 <= len(words) <= 3:
            for word in (words[0], words[-1]):
                parts[word] = parts.get(word, 0) + mean[i]
    for i, name in enumerate(names):
        if name in parts and not listed.get(name, 0) & (GAZETTEER["GPE"] | GAZETTEER["LOC"]):
            mean[i] += parts[name]
    kind = (mean[group] + 0.5 * scores).argmax(axis=1)
    # an exclamation or a heading's word alone names nobody
    single = found.spans.ends - found.spans.starts == 1
    kind[single & ((found.bits[found.spans.starts] & NEVER) != 0)] = 0
    return kind


class NameFinder:
    """The pipeline component ``symbolic_rc_ner``: sets `ents`."""

    def __init__(self, name: str = "symbolic_rc_ner", model: NameModel | None = None) -> None:
        self.name = name
        self._model = model

    @property
    def model(self) -> NameModel:
        """The weights and lists."""
        if self._model is None:
            self._model = name_model()
        return self._model

    def __call__(self, doc: Doc) -> Doc:
        """Find the entities of a document."""
        if not len(doc):
            return doc
        view, model = view_of(doc), self.model
        found = candidates(doc, view, model.gazetteer)
        scores = np.zeros((len(found.texts), len(TYPES)), np.int32)
        _scores(model.linear.frozen, found.keys, scores)
        chosen = choose(found, scores.astype(np.float32) * np.float32(model.linear.scale), model.gazetteer)
        ents: list[tuple[int, int, str]] = [
            (start, end, TYPES[kind])
            for start, end, kind in zip(
                found.spans.starts.tolist(), found.spans.ends.tolist(), chosen.tolist(), strict=True
            )
            if kind and not name_rules.is_calendar(found.bits, start, end)
        ]
        ents += name_rules.titles(view)
        ents = name_rules.merge(ents, name_rules.numbers_and_dates(doc, view, found.bits))
        columns = np.zeros((len(doc), 2), np.int64)
        columns[:, 0] = 2
        places = view.places
        number = doc.vocab.strings.add
        codes = {kind: np.uint64(number(kind)).astype(np.int64) for kind in {ent[2] for ent in ents}}
        for start, end, kind in ents:
            first, last = places[start], places[end - 1]
            columns[first : last + 1, 0] = 1
            columns[first, 0] = 3
            columns[first : last + 1, 1] = codes[kind]
        write_columns(doc, [ENT_IOB, ENT_TYPE], columns)
        return doc


_lock = threading.RLock()


@cache
def _load() -> NameModel:
    return NameModel.of(read_container(lexicon_path("annotate_names.lex"), REBUILD))


def name_model() -> NameModel:
    """Return the name finder's weights that ship with the package; loaded at the first call."""
    with _lock:
        return _load()
