"""The ways in which two words can match, with their names, default weights and keys."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """How two words match, the surest first; the number orders reasons of equal weight."""

    SURFACE = 0
    INFLECTION = 1
    NUMBER = 2
    DERIVATION = 3
    PHRASE = 4
    SYNSET = 5
    PARAPHRASE = 6
    VERB_GROUP = 7
    HYPERNYM = 8
    VECTOR = 9
    ANTONYM = 10


#: What each kind means, in a phrase.
REASONS = {
    Kind.SURFACE: "the same word",
    Kind.INFLECTION: "forms of one word",
    Kind.NUMBER: "the same number",
    Kind.DERIVATION: "derived from one another",
    Kind.PHRASE: "an entry of several words",
    Kind.SYNSET: "synonyms in WordNet",
    Kind.PARAPHRASE: "paraphrases in PPDB",
    Kind.VERB_GROUP: "verbs of one group in WordNet",
    Kind.HYPERNYM: "one is a kind of the other in WordNet",
    Kind.VECTOR: "near in the space of word vectors",
    Kind.ANTONYM: "opposites",
}


class Weights(NamedTuple):
    """How much each kind of match counts, from 0 (not used) to 1, and within which bounds.

    The defaults were tuned on MCTest's and FairytaleQA's training parts: most of the gain comes from
    inflection; synonyms and neighbours help while their weight is small, hypernyms hardly ever.

    Attributes
    ----------
    surface, inflection, number, derivation, synset, paraphrase, verb_group, hypernym, vector : float
        Weights of the kinds. A hypernym's weight is divided by the steps; a vector's is multiplied by the
        cosine.
    phrase : float
        A factor for matches through an entry of several words ("hand gun").
    cosine : float
        The least cosine of a neighbour.
    senses : int
        How many senses of a word are looked at, for each part of speech.
    steps : int
        How many steps up a hypernym may be.
    neighbours : int
        How many nearest words count, in either direction.
    """

    surface: float = 1.0
    inflection: float = 0.9
    number: float = 1.0
    derivation: float = 0.7
    phrase: float = 1.0
    synset: float = 0.3
    paraphrase: float = 0.2
    verb_group: float = 0.1
    hypernym: float = 0.05
    vector: float = 0.3
    cosine: float = 0.6
    senses: int = 3
    steps: int = 1
    neighbours: int = 50

    def only(self, *kinds: str) -> Weights:
        """Return the same with every kind that is not named switched off.

        Examples
        --------
        >>> Weights().only("surface", "inflection").synset
        0.0
        """
        names = {kind.name.lower() for kind in Kind} - {"antonym"}
        off = dict.fromkeys(names - set(kinds), 0.0)
        return self._replace(**off)  # type: ignore[arg-type]


#: Spaces of keys: a word's form, its base forms, what an adjective pertains to, the value of a number,
#: synsets, neighbours among word vectors, and synsets above others, one space for each distance.
FORM, BASE, PERTAINS, VALUE, SYNSET, NEAR, ANCESTOR = range(7)
SHIFT = 56


def key(space: int, number: int) -> int:
    """Return the key of a number in a space.

    Keys are 64-bit integers, the space in the high bits and the number in the low ones.
    """
    return space << SHIFT | number
