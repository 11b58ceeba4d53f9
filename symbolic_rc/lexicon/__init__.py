"""Loads what `lexicons/` holds: WordNet, word vectors, PropBank rolesets, names, kinship.

Each getter loads at its first call, once for all threads, and maps its file so that processes share it.
"""

from symbolic_rc.lexicon.names import names
from symbolic_rc.lexicon.nouns import kinship, nouns
from symbolic_rc.lexicon.paraphrases import paraphrases
from symbolic_rc.lexicon.rolesets import rolesets
from symbolic_rc.lexicon.vectors import vectors
from symbolic_rc.lexicon.wordnet import wordnet

__all__ = ["kinship", "names", "nouns", "paraphrases", "rolesets", "vectors", "wordnet"]
