"""Named entities: names by tags and a linear model over the whole document, dates and numbers by rules.

Spans come from the tagger's proper nouns, mended by what the whole document shows (a word that is often
capitalised inside sentences and never in small letters is a name everywhere). Each span is typed by a linear
model over its words, word lists and neighbours; the scores of all spans with the same words are added, so
that a name has one type in a document, and a part of a person's name follows the full name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from spacy.attrs import ENT_IOB, ENT_TYPE, TAG
from spacy.strings import StringStore
from spacy.tokens import Doc

from symbolic_rc.annotate.names import dates_numbers
from symbolic_rc.annotate.names import name_kernels as K
from symbolic_rc.annotate.names import word_lists as L
from symbolic_rc.annotate.view import View, read_columns, view_of, write_columns
from symbolic_rc.annotate.words import ANONYMOUS, CASE, CASELESS, REBUILD, SMALL, TITLED, UPPER
from symbolic_rc.core.arrays import Flags, Floats, Hashes, Longs, Singles
from symbolic_rc.core.files.container import Column, Container, Part, Strings, linear_model, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.lexicon.english import word_set
from symbolic_rc.lexicon.files import once
from symbolic_rc.lexicon.names import names as first_names
from symbolic_rc.lexicon.wordnet import wordnet
from symbolic_rc.models.linear import LinearModel

#: Types that the linear model tells apart; ``O`` is a capitalised word that names nothing of interest.
TYPES = ("O", "PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "EVENT", "WORK_OF_ART")
#: Bits of the place and people lists (`annotate_names.lex`), by whole names.
GAZETTEER = {"GPE": 1, "LOC": 2, "PERSON": 4, "NORP": 8, "ORG": 16}


def word_bits(form: str) -> int:
    """Return the bits of a form: word lists, and given names."""
    low = form.lower().rstrip(".")
    given = form[:1].isupper() and first_names().is_first_name(low)
    return L.WORDS.get(low, 0) | L.GIVEN * given


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
class NameCandidates:
    """Spans of a document with all that the model sees of them."""

    #: (spans,): half-open ranges of the document's words (see `View`)
    starts: Longs
    ends: Longs
    texts: list[str]  #: The spans' words in small letters, without a title and the possessive
    words: list[list[str]]  #: The spans' words as they stand
    following: Longs  #: (spans,): 1 plus the lists' bits of the word after a comma after the span, or 0
    bits: Longs  #: (words,)
    keys: Hashes  #: (spans, FEATURES)
    where: Longs  #: (spans,): the number of each span's text, where the document joins independent ones


def candidates(doc: Doc, view: View, gazetteer: dict[str, int]) -> NameCandidates:
    """Return the candidate names of a tagged document."""
    forms, kinds = view.forms, view.kinds
    own_bits = np.array([word_bits(form) for form in forms], np.int64)
    bits = own_bits[kinds]
    tags = read_columns(doc, [TAG])[view.places, 0]
    number = StringStore().add
    bits[dates_numbers.named_as_months(view, bits, tags)] &= ~L.MONTH
    proper = (tags == np.uint64(number("NNP"))) | (tags == np.uint64(number("NNPS")))
    case = view.codes[:, CASE]
    capital = (case == UPPER) | (case == TITLED)
    opens = np.zeros(len(kinds), np.bool_)
    opens[view.bounds[:-1]] = True
    # what the document shows of each word: as a name inside sentences, and in small letters
    low_of: dict[str, int] = {}
    low = np.array([low_of.setdefault(form.lower(), len(low_of)) for form in forms], np.int64)[kinds]
    low += view.texts * len(low_of)
    size = len(low_of) * (int(view.texts[-1]) + 1 if len(kinds) else 1)
    inside = np.bincount(low[capital & ~opens & (case == TITLED)], minlength=size)
    tagged = np.bincount(low[proper & ~opens & (case == TITLED)], minlength=size)
    small = np.bincount(low[case == SMALL], minlength=size)
    single = view.where(ANONYMOUS.fullmatch)
    alone = view.where(lambda form: not any(map(str.isalpha, form)))
    always = (tagged >= 2) & (tagged >= 0.6 * inside) & (small * 8 <= inside)
    never = (small >= 1) & (inside == 0)
    name = proper & (capital | (view.codes[:, CASE] == CASELESS)) & ~alone
    name |= capital & always[low]
    finite = np.isin(tags, [np.uint64(number(tag)) for tag in ("VBD", "VBZ", "MD")])
    acting = proper & ((bits & L.GIVEN) != 0) & np.append(finite[1:], False)  # "Bill paid the bill"
    name &= ~(opens & never[low] & (case == TITLED) & ~acting)
    name &= ~((case == UPPER) & never[low] & (own_bits[kinds] == 0))
    name |= single
    texts_low = [form.lower() for form in forms]
    is_of = view.where(lambda form: form.lower() == "of")
    is_the = view.where(lambda form: form.lower() == "the")
    # a title before a name belongs to it, in any case the tagger chose
    title = ((bits & L.TITLE) != 0) & capital
    following = np.append(name[1:], False) & ~np.append(opens[1:], False)
    name |= title & following
    # an adjective in capitals before ``War`` or ``Army``, too
    headed = np.append((bits[1:] & (L.EVENT_WORD | L.ORG_WORD)) != 0, False) & following
    name |= headed & capital & ~opens & ~title
    starts, ends = np.zeros(len(kinds), np.int64), np.zeros(len(kinds), np.int64)
    keyed = L.ORG_WORD | L.PLACE_WORD | L.BUILT_WORD | L.EVENT_WORD | L.TITLE
    calendar = L.MONTH | L.WEEKDAY | L.HOLIDAY
    count = K.find_spans(name, bits, view.bounds, single, is_of, is_the, keyed, calendar, starts, ends)
    starts, ends = starts[:count], ends[:count]
    words, lower = ([texts[kind] for kind in kinds.tolist()] for texts in (forms, texts_low))
    spans = list(zip(starts.tolist(), ends.tolist(), strict=True))
    texts, known = _looked_up(words, lower, bits, view.texts.tolist(), spans, gazetteer)
    tag_number = (tags % np.uint64(65521)).astype(np.int64)
    keys = np.zeros((count, K.FEATURES), np.uint32)
    K.span_keys(view.codes, bits, tag_number, known, starts, ends, view.bounds, K.SPAN_TEMPLATES, keys)
    own = [words[start:end] for start, end in spans]
    return NameCandidates(starts, ends, texts, own, known[K.BEHIND_COMMA], bits, keys, view.texts[starts])


def _looked_up(
    words: Sequence[str],
    lower: Sequence[str],
    bits: Longs,
    text_of: Sequence[int],
    spans: Sequence[tuple[int, int]],
    gazetteer: dict[str, int],
) -> tuple[list[str], Longs]:
    """Return the spans' texts, and what lists say of each, of its last word and of the word behind a comma."""
    get = gazetteer.get
    texts, found = list[str](), np.zeros((3, len(spans)), np.int64)
    for m, (start, end) in enumerate(spans):
        if end - start > 1 and bits[start] & L.TITLE:
            start += 1
        text = " ".join(lower[start:end])
        texts.append(text)
        found[K.WHOLE, m] = get(text, 0)
        if found[K.WHOLE, m] == GAZETTEER["ORG"] and len(text) <= 5 and not words[start].isupper():
            found[K.WHOLE, m] = 0  # short names of organisations are written in capitals
        found[K.LAST, m] = get(lower[end - 1], 0) if end - start > 1 else 0
        if end + 1 < len(lower) and lower[end] == "," and text_of[start] == text_of[end + 1]:
            found[K.BEHIND_COMMA, m] = 1 + get(lower[end + 1], 0)  # ``Springfield, Ohio``
    return texts, found


def choose(found: NameCandidates, scores: Singles, listed: dict[str, int]) -> Longs:
    """Return each span's type (index into `TYPES`), the same for the same words in a document.

    A name's own evidence counts with the mean of all spans of the same words; one word of a longer
    person's name is that person, unless lists (`listed`) know it as something else.
    """
    if not len(scores):
        return np.zeros(0, np.int64)
    index: dict[tuple[int, str], int] = {}
    named = zip(found.where.tolist(), found.texts, strict=True)
    group = np.array([index.setdefault(name, len(index)) for name in named], np.int64)
    total = np.zeros((len(index), scores.shape[1]))
    np.add.at(total, group, scores)
    mean = total / np.sqrt(np.bincount(group)[:, None])
    names = list(index)
    kind = mean.argmax(axis=1)
    parts: dict[tuple[int, str], Floats] = {}
    person = TYPES.index("PERSON")
    for i in np.flatnonzero(kind == person).tolist():
        text, words = names[i][0], names[i][1].split()
        if 2 <= len(words) <= 3:
            for name in ((text, words[0]), (text, words[-1])):
                parts[name] = parts.get(name, 0) + mean[i]
    for i, name in enumerate(names):
        if name in parts and not listed.get(name[1], 0) & (GAZETTEER["GPE"] | GAZETTEER["LOC"]):
            mean[i] += parts[name]
    kind = (mean[group] + 0.5 * scores).argmax(axis=1)
    # an exclamation or a heading's word alone names nobody
    single = found.ends - found.starts == 1
    kind[single & ((found.bits[found.starts] & L.NEVER) != 0)] = 0
    return kind


#: WordNet's files of verbs of what persons do.
_OF_PERSONS = frozenset(
    f"verb.{kind}"
    for kind in "body communication consumption contact emotion perception possession social".split()
)


def _does_as_persons_do(view: View, found: NameCandidates, chosen: Longs) -> Flags:
    """Return which first names, taken for a place that is no country or town, do what persons do: "Lena met Bo"."""
    place = np.isin(chosen, (TYPES.index("LOC"), TYPES.index("FAC")))
    alone = (found.ends - found.starts == 1) & (found.bits[found.starts] & L.GIVEN != 0)
    out = place & alone & (found.ends < len(view.kinds))
    for i in np.flatnonzero(out).tolist():
        verbs = wordnet().base(view.forms[view.kinds[found.ends[i]]], "v")
        out[i] = any(wordnet().class_of(verb, "v") in _OF_PERSONS for verb in verbs)
    return out


#: Nouns of which a place is the name: "the town of Brenwick".
_PLACES = word_set("city county hamlet island isle kingdom parish port province state suburb town village")


class NameFinder:
    """The pipeline component ``symbolic_rc_ner``: sets `ents`."""

    def __call__(self, doc: Doc) -> Doc:
        """Find the entities of a document."""
        if not len(doc):
            return doc
        view, model = view_of(doc), name_model()
        found = candidates(doc, view, model.gazetteer)
        scores = np.zeros((len(found.texts), len(TYPES)), np.int32)
        K.score_spans(model.linear.frozen, found.keys, scores)
        # of one word that is no first name, "the Arl" is a river, or a ship
        article = view.where(lambda form: form.lower() == "the")[found.starts - 1] & (found.starts > 0)
        alone = (found.ends - found.starts == 1) & (found.bits[found.starts] & L.GIVEN == 0)
        scores[alone & article, TYPES.index("PERSON")] = scores.min(initial=0)
        chosen = choose(found, scores.astype(np.float32) * np.float32(model.linear.scale), model.gazetteer)
        chosen[_does_as_persons_do(view, found, chosen)] = TYPES.index("PERSON")
        # what a town or an island is called
        of, noun = view.where("of".__eq__), view.where(lambda form: form.lower() in _PLACES)
        told = (found.starts > 1) & of[found.starts - 1] & noun[np.maximum(found.starts - 2, 0)]
        chosen[told] = TYPES.index("GPE")
        spans = zip(found.starts.tolist(), found.ends.tolist(), chosen.tolist(), strict=True)
        ents: list[dates_numbers.Ent] = [
            (start, end, TYPES[kind])
            for start, end, kind in spans
            if kind and not dates_numbers.is_calendar(found.bits, start, end)
        ]
        ents += [*dates_numbers.firms(view, ents, found.bits), *dates_numbers.titles(view)]
        ents = dates_numbers.merge(ents, dates_numbers.numbers_and_dates(doc, view, found.bits))
        columns = np.zeros((len(doc), 2), np.int64)
        columns[:, 0] = 2
        number = doc.vocab.strings.add
        codes = {kind: np.uint64(number(kind)).astype(np.int64) for kind in {ent[2] for ent in ents}}
        for start, end, kind in ents:
            first, last = view.places[start], view.places[end - 1]
            columns[first : last + 1, 0] = 1
            columns[first, 0] = 3
            columns[first : last + 1, 1] = codes[kind]
        write_columns(doc, [ENT_IOB, ENT_TYPE], columns)
        return doc


_SCHEMA: tuple[Part, ...] = (
    *linear_model(classes=TYPES),
    Strings("gazetteer"),
    Column("gazetteer.bits", "u", like="gazetteer"),
)


@once
def name_model() -> NameModel:
    """Return the name finder's weights that ship with the package; loaded at the first call."""
    return NameModel.of(read_container(lexicon_path("annotate_names.lex"), REBUILD, _SCHEMA))
