"""Loads what `lexicons/` holds: WordNet, word vectors, PropBank rolesets, names, kinship.

Each getter loads at its first call, once for all threads, and maps its file so that processes share it.
"""

from symbolic_rc.lexicon.names import Names, names
from symbolic_rc.lexicon.nouns import Kinship, NounRelation, Nouns, kinship, nouns
from symbolic_rc.lexicon.numbers import number
from symbolic_rc.lexicon.paraphrases import Paraphrases, paraphrases
from symbolic_rc.lexicon.rolesets import Role, Roleset, Rolesets, rolesets
from symbolic_rc.lexicon.vectors import Vectors, vectors
from symbolic_rc.lexicon.wordnet import WordNet, wordnet

__all__ = [
    "Kinship",
    "Names",
    "NounRelation",
    "Nouns",
    "Paraphrases",
    "Role",
    "Roleset",
    "Rolesets",
    "Vectors",
    "WordNet",
    "kinship",
    "names",
    "nouns",
    "number",
    "paraphrases",
    "rolesets",
    "vectors",
    "wordnet",
]
