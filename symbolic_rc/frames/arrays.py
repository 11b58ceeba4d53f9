"""A spaCy Doc as the integer arrays that the feature kernels read."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy import attrs
from spacy.strings import get_string_id
from spacy.tokens import Doc

from symbolic_rc.annotate import words as forms
from symbolic_rc.core.arrays import Ints
from symbolic_rc.core.forest import lay_out
from symbolic_rc.lexicon import wordnet

#: WordNet's parts of speech, by spaCy's numbers.
_PARTS = {
    int(get_string_id(name)): part
    for name, part in (("NOUN", "n"), ("VERB", "v"), ("AUX", "v"), ("ADJ", "a"), ("ADV", "r"))
}

#: The attributes in the first columns of `Forest.words`.
COLUMNS = (attrs.ORTH, attrs.LEMMA, attrs.TAG, attrs.POS, attrs.DEP, attrs.ENT_TYPE)
#: The columns of `Forest.words`; the last two are WordNet's file of the first sense, and the cluster.
LOWER, LEMMA, TAG, POS, DEP, NER, FILE, CLUSTER = range(8)

#: Strings that kernels compare with, by their place in the array `CONSTANTS`.
NAMES = (
    "punct", "case", "mark", "cc", "conj", "aux", "aux:pass", "nsubj", "nsubj:pass", "csubj", "obj", "iobj",
    "ccomp", "xcomp", "obl", "advcl", "cop", "compound:prt", "acl", "acl:relcl", "amod", "compound", "nmod",
    "advmod", "det", "nmod:poss", "obl:agent", "expl", "csubj:pass", "parataxis",
    "VBN", "VBG", "VB", "MD", "TO", "to", "not", "have", "be", "by",
    "VERB", "AUX", "NOUN", "ADJ", "PROPN", "fixed", "neg", "get", "root", "ROOT",
    "WP", "WDT", "(", ")", "[", "]", '"', "``", "''", "“", "”",
)  # fmt: skip
CONSTANTS = np.array([get_string_id(name) for name in NAMES], dtype=np.uint64)
INDEX = {name: i for i, name in enumerate(NAMES)}


class Forest(NamedTuple):
    """The annotation of a document of n tokens, with the dependency forest laid out."""

    #: (n, 8): spaCy's string ids of lower case, lemma, tag, part of speech, dependency, entity type; then
    #: two classes of the word (0: none)
    words: NDArray[np.uint64]
    heads: Ints  #: (n,): the head's token index; a root is its own head
    #: The children of token i in order are ``children[first[i]:first[i + 1]]``
    first: Ints
    children: Ints
    #: (n,): the subtree's outermost tokens; `right` is exclusive
    left: Ints
    right: Ints
    ids: NDArray[np.uint64] = CONSTANTS  #: `CONSTANTS`


def read_forest(doc: Doc) -> Forest:
    """Read a Doc's annotation into arrays."""
    n, strings = len(doc), doc.vocab.strings
    table = doc.to_array([*COLUMNS, attrs.HEAD])
    words = np.zeros((n, 8), np.uint64)
    words[:, :6] = table[:, :6]
    if n:
        orths, place = np.unique(table[:, 0], return_inverse=True)
        texts = [strings[orth] for orth in orths.tolist()]
        # even if the vocabulary lacks a word in lower case
        words[:, LOWER] = np.array([get_string_id(text.lower()) for text in texts], np.uint64)[place]
        words[:, CLUSTER] = forms.word_table().codes(texts)[place, forms.FINE]
        files = [_file(strings[lemma], part) for lemma, part in words[:, [LEMMA, POS]].tolist()]
        words[:, FILE] = np.array(files, np.uint64)
    return forest_of(words, (np.arange(n) + table[:, 6].astype(np.int64)).astype(np.int32))


@lru_cache(maxsize=1 << 15)
def _file(lemma: str, part: int) -> int:
    """Return the string id of WordNet's file (``noun.person``) of a word's first sense, 0 for none."""
    name = wordnet().class_of(lemma.lower(), _PARTS[part]) if part in _PARTS else ""
    return int(get_string_id(name)) if name else 0


def forest_of(words: NDArray[np.uint64], heads: Ints) -> Forest:
    """Return the forest of words with these heads; the arrays are those of `Forest`."""
    layout = lay_out(heads)
    return Forest(words, heads, layout.first, layout.children, layout.left, layout.right + np.int32(1))
