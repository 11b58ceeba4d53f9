"""What word lists know of a word: ordinary or not, a first name, a place, letters that are no name."""

from __future__ import annotations

from functools import cache

from symbolic_rc.lexicon.english import FUNCTION_WORDS

#: The parts of WordNet that hold what a named-entity recogniser marks: persons, places, groups.
_NAMED = frozenset({"noun.person", "noun.location", "noun.group"})

#: Ordinary words that WordNet, which has nouns, verbs, adjectives and adverbs, does not know.
CLOSED = FUNCTION_WORDS | frozenset(
    """
    after although amid among amongst because before behind beneath beside besides between beyond despite
    during each either everybody everyone everything except following nobody nothing once onto others per
    since somebody someone something such though through throughout till toward towards under underneath
    unless until unlike upon versus via whatever whenever whereas wherever whether while whichever whoever
    within without another anybody anyone anything both few many more most much neither other several some
    any all oh hey hi yes yeah wow hello thanks thank ours let plus minus 's
    """.split()
)


@cache
def is_common(word: str) -> bool:
    """Tell whether a word (small letters) is an ordinary one: in WordNet, and not only as a name."""
    from symbolic_rc.lexicon import wordnet

    if word in CLOSED:
        return True
    words = wordnet()
    return any(
        any(not lemma[:1].isupper() for lemma in words.lemmas(synset) if lemma.lower() == base)
        for part in "nvar"
        for base in words.base(word, part)
        for synset in words.entries(base)
    )


@cache
def is_compound(first: str, second: str) -> bool:
    """Tell whether WordNet has two words as one name (``White House``)."""
    from symbolic_rc.lexicon import wordnet

    words = wordnet()
    return any(
        lemma[:1].isupper()
        for synset in words.entries(f"{first}_{second}")
        for lemma in words.lemmas(synset)
        if lemma.lower() == f"{first}_{second}"
    )


@cache
def is_named(word: str) -> bool:
    """Tell whether WordNet has an ordinary word also as a name of its own (``Congress``, ``Senate``)."""
    from symbolic_rc.lexicon import wordnet

    words = wordnet()
    return any(
        words.lexname(synset) in _NAMED and word.capitalize() in words.lemmas(synset)
        for synset in words.entries(word)
    )


@cache
def is_first_name(word: str) -> bool:
    """Tell whether a word is a first name."""
    from symbolic_rc.lexicon import names

    return names().is_first_name(word)


@cache
def is_term(word: str) -> bool:
    """Tell whether letters stand for something that is no name (``HIV``, ``DNA``, ``B.C.``)."""
    from symbolic_rc.lexicon import wordnet

    words = wordnet()
    kinds = {words.lexname(synset) for synset in words.entries(word)}
    return bool(kinds) and not kinds & _NAMED


@cache
def is_place_word(word: str) -> bool:
    """Tell whether WordNet has a word as a place, or as belonging to one."""
    from symbolic_rc.lexicon import wordnet

    words = wordnet()
    return any(
        words.lexname(synset) == "noun.location" or words.part(synset) in "as"
        for synset in words.entries(word)
    )
