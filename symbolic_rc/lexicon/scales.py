"""Scales: which adjectives and adverbs measure the same, and in which direction; degrees on them."""

from __future__ import annotations

from functools import lru_cache

from symbolic_rc.lexicon.measures import same_measure
from symbolic_rc.lexicon.wordnet import wordnet

#: What degrees say, from hardly any to most; an adjective alone is `PLAIN`.
PLAIN = 4
DEGREES = {
    **dict.fromkeys("hardly scarcely barely".split(), 1),
    **dict.fromkeys("slightly somewhat little bit mildly vaguely".split(), 2),
    **dict.fromkeys("fairly rather quite pretty moderately reasonably".split(), 3),
    **dict.fromkeys("very really so truly highly deeply particularly especially".split(), 5),
    **dict.fromkeys("extremely incredibly exceptionally terribly extraordinarily utterly completely totally"
                    " absolutely enormously remarkably awfully".split(), 6),
}  # fmt: skip
COMPARATIVES = frozenset(("more", "less", "fewer"))
#: Words that say that something becomes more or less; and where something goes or comes then.
CHANGES = {
    **dict.fromkeys("increase rise grow climb soar mount improve raise boost growth".split(), 1),
    **dict.fromkeys("decrease fall drop decline sink shrink lessen lower reduce reduction".split(), -1),
}  # fmt: skip
WAYS = {"up": 1, "down": -1}
_SENSES = 4


@lru_cache(maxsize=1 << 15)
def adjective_of(word: str) -> str:
    """Return the adjective of an adverb in *-ly*, or of a comparative or superlative; else the word."""
    words = wordnet()
    bases = words.base(word, "a")
    graded = word.endswith(("er", "est"))
    base = next((one for one in bases if one != word or not graded), next(iter(bases), word))
    if base.endswith("ly") and not words.has(base, "a"):
        for stem in (base[:-2], base[:-3] + "y", base[:-2] + "le", base[:-2] + "e"):
            if words.has(stem, "a"):
                return stem
    return base


@lru_cache(maxsize=1 << 15)
def direction(one: str, other: str) -> int:
    """Return 1 if two adjectives measure the same in the same direction, -1 if in opposite ones, else 0."""
    if one == other or other in _synonyms(one) or one in _synonyms(other):
        return 1
    return -1 if other in _antonyms(one) or one in _antonyms(other) else same_measure(one, other)


@lru_cache(maxsize=1 << 15)
def _synonyms(adjective: str) -> frozenset[str]:
    """Return an adjective's synonyms, with itself, in its commonest senses."""
    words = wordnet()
    senses = words.synsets(adjective, "a")[:_SENSES]
    return frozenset(name.lower() for sense in senses for name in words.lemmas(sense))


@lru_cache(maxsize=1 << 15)
def _antonyms(adjective: str) -> frozenset[str]:
    """Return the antonyms of an adjective and of similar ones, with theirs, in its commonest senses."""
    words = wordnet()
    found: set[str] = set()
    for synset in words.synsets(adjective, "a")[:_SENSES]:
        names = (name for one in (synset, *words.related(synset, "similar")) for name in words.lemmas(one))
        for opposite in (one for name in names for one in words.antonyms(name, "a")):
            found |= {opposite} | _synonyms(opposite)
    for opposite in words.antonyms(adjective, "a"):
        found.add(opposite)
        for sense in words.synsets(opposite, "a")[:_SENSES]:
            similar = words.related(sense, "similar")
            found |= {near.lower() for one in similar for near in words.lemmas(one)}
    return frozenset(found)
