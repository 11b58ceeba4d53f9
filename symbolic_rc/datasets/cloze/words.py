"""What word lists know of a word: whether it is an ordinary word, a first name, a place or a people.

A place, its people and its adjective share one form: ``Syrian`` and ``Syrians`` have ``syria``, ``South
Koreans`` ``south korea``, ``GOP`` and ``Republicans`` ``republican``. WordNet knows most of them; the tables
hold what it does not link. All words are in lower case.
"""

from __future__ import annotations

from functools import lru_cache

from symbolic_rc.lexicon import names, wordnet
from symbolic_rc.lexicon.english import FUNCTION_WORDS, word_set

#: The parts of WordNet that hold what a named-entity recogniser marks: persons, places, groups.
_NAMED = frozenset({"noun.person", "noun.location", "noun.group"})

#: Ordinary words that WordNet, which has nouns, verbs, adjectives and adverbs, does not know.
CLOSED = FUNCTION_WORDS | word_set("""after although amid among amongst because before behind beneath beside
    besides between beyond despite during each either everybody everyone everything except following nobody
    nothing once onto others per since somebody someone something such though through throughout till toward
    towards under underneath unless until unlike upon versus via whatever whenever whereas wherever whether
    while whichever whoever within without another anybody anyone anything both few many more most much
    neither other several some any all oh hey hi yes yeah wow hello thanks thank ours let plus minus 's""")
#: Other forms of names in small letters, by the name that they share.
_FORMS = """
    united states: us, u.s., usa, u.s.a., america; united kingdom: uk, u.k., great britain, britain, briton;
    united nations: un, u.n.; european union: eu, e.u.; washington: d.c.; united arab emirates: uae;
    netherlands: holland, dutchman; republican: gop, republican party;
    democrat: democratic, democratic party; new york: new yorker; north korea: dprk;
    scotland: scot, scotsman; wales: welshman; england: englishman; ireland: irishman; france: frenchman;
    spain: spaniard; sweden: swede; denmark: dane; finland: finn; turkey: turk; philippines: filipino;
    argentina: argentine; kurdistan: kurd; kyrgyzstan: kyrgyz; uzbekistan: uzbek; kazakhstan: kazakh;
    tajikistan: tajik; crimea: crimean; gaza: gazan; jewish: jew
"""
_ROWS = (row.split(": ") for row in " ".join(_FORMS.split()).split("; "))
SAME = {form: name for name, forms in _ROWS for form in forms.split(", ")}
DIRECTIONS = word_set("north south east west northern southern eastern western central")
#: Words for many that a word before them narrows down.
MEMBERS = frozenset({"republican", "democrat"})
_PLACES = frozenset({"noun.location", "noun.object"})


@lru_cache(65_536)
def _senses(word: str) -> list[tuple[str, list[str]]]:
    """Return the lexicographer file and the lemmas of each synset of a word."""
    words = wordnet()
    return [(words.lexname(synset), list(words.lemmas(synset))) for synset in words.entries(word)]


@lru_cache(65_536)
def is_common(word: str) -> bool:
    """Return whether a word is an ordinary one: in WordNet, and not only as a name."""
    return word in CLOSED or any(
        lemma.lower() == base and not lemma[:1].isupper()
        for part in "nvar"
        for base in wordnet().base(word, part)
        for _, lemmas in _senses(base)
        for lemma in lemmas
    )


def is_compound(first: str, second: str) -> bool:
    """Return whether WordNet has two words as one name (``White House``)."""
    whole = f"{first}_{second}"
    return any(
        lemma[:1].isupper() and lemma.lower() == whole for _, lemmas in _senses(whole) for lemma in lemmas
    )


def is_named(word: str) -> bool:
    """Return whether WordNet also has an ordinary word as a name (``Congress``, ``Senate``)."""
    return any(kind in _NAMED and word.capitalize() in lemmas for kind, lemmas in _senses(word))


def is_first_name(word: str) -> bool:
    """Return whether a word is a first name."""
    return names().is_first_name(word)


def is_term(word: str) -> bool:
    """Return whether letters stand for something that is no name (``HIV``, ``DNA``, ``B.C.``)."""
    kinds = {kind for kind, _ in _senses(word)}
    return bool(kinds) and not kinds & _NAMED


def is_place_word(word: str) -> bool:
    """Return whether WordNet has a word as a place, or as an adjective."""
    return any(kind == "noun.location" or kind.startswith("adj.") for kind, _ in _senses(word))


def is_place(name: str) -> bool:
    """Return whether WordNet has a name as a place; abbreviations do not count (``GU`` is no ``Gu``)."""
    return any(
        kind == "noun.location" and not any(lemma.isupper() and lemma.lower() == name for lemma in lemmas)
        for kind, lemmas in _senses(name)
    )


@lru_cache(65_536)
def home_of(word: str) -> str:
    """Return the place of a people or an adjective (``syrian``), or the word itself."""
    if word in SAME:
        return SAME[word]
    words = wordnet()
    for part in "an":
        for relation in ("pertainym", "derivation"):
            for place, synset in words.linked(word, part, relation):
                if words.lexname(synset) in _PLACES and place[:1].isupper():
                    place = place.lower().replace("_", " ")
                    return SAME.get(place, place)
    return word


def singular(word: str) -> str:
    """Return the singular of peoples, parties and faiths (``republicans``), or the word itself."""
    if word.endswith("men") and word[:-3] + "man" in SAME:
        return word[:-3] + "man"
    if not word.endswith("s"):
        return word
    stem = word[:-1]
    member = any(  # a person of some kind: Muslim
        kind == "noun.person" and stem.capitalize() in lemmas and not any("_" in lemma for lemma in lemmas)
        for kind, lemmas in _senses(stem)
    )
    return stem if stem in SAME or home_of(stem) != stem or member else word


def common_form(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the form that a name shares with its other forms: ``("republican",)`` for ``("gop",)``."""
    *before, last = words
    last = singular(last)
    if (text := " ".join([*before, last])) in SAME:
        return tuple(SAME[text].split())
    if not before:
        return tuple(home_of(last).split())
    if len(before) == 1 and before[0] in DIRECTIONS:
        return (before[0], *home_of(last).split())
    return (*before, SAME[last] if SAME.get(last) in MEMBERS else last)
