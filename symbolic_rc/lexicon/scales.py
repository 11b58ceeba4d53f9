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
_SENSES = 4


@lru_cache(maxsize=65536)
def adjective_of(word: str) -> str:
    """Return the adjective of an adverb in *-ly*, or of a comparative or superlative; else the word.

    Examples
    --------
    >>> adjective_of("slowly"), adjective_of("braver"), adjective_of("tall")            # doctest: +SKIP
    ('slow', 'brave', 'tall')
    """
    words = wordnet()
    bases = words.base(word, "a")
    graded = word.endswith(("er", "est"))
    base = next((one for one in bases if one != word or not graded), next(iter(bases), word))
    if base.endswith("ly") and not words.has(base, "a"):
        for stem in (base[:-2], base[:-3] + "y", base[:-2] + "le", base[:-2] + "e"):
            if words.has(stem, "a"):
                return stem
    return base


@lru_cache(maxsize=65536)
def direction(one: str, other: str) -> int:
    """Return 1 if two adjectives measure the same in the same direction, -1 if in opposite ones, else 0.

    Examples
    --------
    >>> direction("tall", "short"), direction("quick", "fast"), direction("tall", "red")    # doctest: +SKIP
    (-1, 1, 0)
    """
    if one == other:
        return 1
    if other in _near(one, same=True) or one in _near(other, same=True):
        return 1
    if other in _near(one, same=False) or one in _near(other, same=False):
        return -1
    return same_measure(one, other)


@lru_cache(maxsize=65536)
def _near(adjective: str, same: bool) -> frozenset[str]:
    """Return an adjective's synonyms, or its antonyms with theirs, in its commonest senses."""
    words = wordnet()
    found: set[str] = set()
    for synset in words.synsets(adjective, "a")[:_SENSES]:
        heads = (synset, *words.related(synset, "similar"))
        if same:
            found |= {name.lower() for name in words.lemmas(synset)}
            continue
        for head in heads:
            for name in words.lemmas(head):
                for opposite in words.antonyms(name, "a"):
                    found.add(opposite)
                    for sense in words.synsets(opposite, "a")[:_SENSES]:
                        found |= {near.lower() for near in words.lemmas(sense)}
    for opposite in words.antonyms(adjective, "a") if not same else ():
        found.add(opposite)
        for sense in words.synsets(opposite, "a")[:_SENSES]:
            for near_sense in words.related(sense, "similar"):
                found |= {near.lower() for near in words.lemmas(near_sense)}
    return frozenset(found)
