"""A spaCy Doc as the integer arrays that the feature kernels read."""

from __future__ import annotations

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

#: Maximum number of words in each cache; a full one is emptied.
_KEPT = 300_000
_PARTS = {"NOUN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}

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


def read_forest(doc: Doc, classes: WordClasses) -> Forest:
    """Read a Doc's annotation into arrays."""
    n = len(doc)
    table = doc.to_array([*COLUMNS, attrs.HEAD])
    words = np.zeros((n, 8), np.uint64)
    words[:, :6] = table[:, :6]
    if n:
        words[:, LOWER] = classes.lower(doc)
        words[:, FILE:] = classes.of(doc, words)
    return forest_of(words, (np.arange(n) + table[:, 6].astype(np.int64)).astype(np.int32))


def forest_of(words: NDArray[np.uint64], heads: Ints) -> Forest:
    """Return the forest of words with these heads; the arrays are those of `Forest`."""
    layout = lay_out(heads)
    return Forest(words, heads, layout.first, layout.children, layout.left, layout.right + np.int32(1))


class WordClasses:
    """Two classes for each word: WordNet's lexicographer file of its first sense, and its cluster.

    The clusters are those of the annotation's word list. Each lemma and part of speech is looked up once.
    """

    def __init__(self) -> None:
        self._files: dict[tuple[int, int], int] = {}
        self._lower: dict[int, int] = {}
        self._parts = {get_string_id(name): part for name, part in _PARTS.items()}

    def lower(self, doc: Doc) -> NDArray[np.uint64]:
        """Return the string id of each token in lower case, even if the vocabulary lacks it."""
        known = self._lower
        if len(known) > _KEPT:
            known = self._lower = {}
        found = np.zeros(len(doc), np.uint64)
        for i, orth in enumerate(doc.to_array([attrs.ORTH]).tolist()):
            if (lower := known.get(orth)) is None:
                lower = known[orth] = int(get_string_id(doc[i].text.lower()))
            found[i] = lower
        return found

    def of(self, doc: Doc, words: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the two classes of each token; uint64, shape (n, 2), 0 for none."""
        files = self._files
        if len(files) > _KEPT:
            files = self._files = {}
        found = np.zeros((len(words), 2), np.uint64)
        keys = zip(words[:, LEMMA].tolist(), words[:, POS].tolist(), strict=True)
        for i, key in enumerate(keys):
            if (file := files.get(key)) is None:
                file = files[key] = self._file(doc[i].lemma_, self._parts.get(key[1], ""))
            found[i, 0] = file
        orths, of = np.unique(doc.to_array([attrs.ORTH]), return_inverse=True)
        texts = [doc.vocab.strings[orth] for orth in orths.tolist()]
        found[:, 1] = forms.word_table().codes(texts)[of, forms.FINE]
        return found

    @staticmethod
    def _file(lemma: str, part: str) -> int:
        """Return the string id of the lexicographer file (``noun.person``) of the first sense, 0 for none."""
        name = wordnet().class_of(lemma.lower(), part) if part else ""
        return int(get_string_id(name)) if name else 0
