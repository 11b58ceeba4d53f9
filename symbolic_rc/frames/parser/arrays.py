"""A spaCy Doc as the integer arrays that the feature kernels read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy import attrs
from spacy.strings import get_string_id
from spacy.tokens import Doc

from symbolic_rc.annotate import words as forms
from symbolic_rc.core.kernels import kernel
from symbolic_rc.lexicon import wordnet

#: So many words are kept in each cache before it starts anew.
_KEPT = 300_000
_PARTS = {"NOUN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}

#: What is read into the first columns of `Tree.words`; the form is then put in lower case.
COLUMNS = (attrs.ORTH, attrs.LEMMA, attrs.TAG, attrs.POS, attrs.DEP, attrs.ENT_TYPE)
#: The columns of `Tree.words`; the last two are WordNet's file of the first sense, and the cluster.
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


class TreeArrays(NamedTuple):
    """A `Tree` as kernels take it, with the strings that they compare with."""

    words: NDArray[np.uint64]
    heads: NDArray[np.int32]
    first: NDArray[np.int32]
    children: NDArray[np.int32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    ids: NDArray[np.uint64]


@dataclass(frozen=True)
class Tree:
    """The annotation of a document of n tokens, with the dependency forest laid out.

    Attributes
    ----------
    words : ndarray of uint64, shape (n, 8)
        spaCy's string ids of lower case, lemma, tag, part of speech, dependency, entity type; then two
        classes of the word (0: none).
    heads : ndarray of int32, shape (n,)
        The head's token index; a root is its own head.
    sentence : ndarray of int32, shape (n,)
        The index of the sentence's root, the same for all its tokens.
    first, children : ndarray of int32, shapes (n + 1,) and (n,)
        The children of token i in order are ``children[first[i]:first[i + 1]]``.
    left, right : ndarray of int32, shape (n,)
        The subtree's outermost tokens; `right` is exclusive.
    """

    words: NDArray[np.uint64]
    heads: NDArray[np.int32]
    sentence: NDArray[np.int32]
    first: NDArray[np.int32]
    children: NDArray[np.int32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]

    @cached_property
    def arrays(self) -> TreeArrays:
        """What kernels take."""
        return TreeArrays(self.words, self.heads, self.first, self.children, self.left, self.right, CONSTANTS)


@kernel
def layout(
    heads: NDArray[np.int32],
    roots: NDArray[np.int32],
    first: NDArray[np.int32],
    children: NDArray[np.int32],
    left: NDArray[np.int32],
    right: NDArray[np.int32],
) -> None:
    """Fill what `Tree` says of a forest in which a root is its own head; `first` is all 0, and one longer."""
    n = len(heads)
    for i in range(n):
        if heads[i] != i:
            first[heads[i] + 2] += 1
    for i in range(n):
        first[i + 2] += first[i + 1]
    for i in range(n):
        if heads[i] != i:
            children[first[heads[i] + 1]] = i
            first[heads[i] + 1] += 1
    for i in range(n):
        left[i], right[i] = i, i + 1
    for i in range(n):
        k = np.int32(i)
        steps = 0
        while heads[k] != k and steps < 400:
            k = heads[k]
            steps += 1
            if i < left[k]:
                left[k] = i
            if i + 1 > right[k]:
                right[k] = i + 1
        roots[i] = k


def tree(doc: Doc, classes: WordClasses) -> Tree:
    """Read a Doc's annotation into arrays."""
    n = len(doc)
    table = doc.to_array([*COLUMNS, attrs.HEAD])
    words = np.zeros((n, 8), np.uint64)
    words[:, :6] = table[:, :6]
    if n:
        words[:, LOWER] = classes.lower(doc)
        words[:, 6:] = classes.of(doc, words)
    return laid_out(words, (np.arange(n) + table[:, 6].astype(np.int64)).astype(np.int32))


def laid_out(words: NDArray[np.uint64], heads: NDArray[np.int32]) -> Tree:
    """Return the forest of words with these heads, laid out; the arrays are those of `Tree`."""
    n = len(heads)
    roots, children, left, right = (np.zeros(n, np.int32) for _ in range(4))
    first = np.zeros(n + 2, np.int32)
    layout(heads, roots, first, children, left, right)
    return Tree(words, heads, roots, first[: n + 1], children, left, right)


class WordClasses:
    """Two classes for each word: WordNet's lexicographer file of its first sense, and its cluster.

    The clusters are those of the annotation's word list. Looked up once for each lemma and part of speech.
    """

    def __init__(self) -> None:
        self._files: dict[tuple[int, int], int] = {}
        self._lower: dict[int, int] = {}
        self._parts = {get_string_id(name): part for name, part in _PARTS.items()}

    def lower(self, doc: Doc) -> NDArray[np.uint64]:
        """Return the string id of each token in lower case, whether or not the vocabulary knows it."""
        known = self._lower
        if len(known) > _KEPT:
            known = self._lower = {}
        found = np.zeros(len(doc), np.uint64)
        for i, orth in enumerate(doc.to_array([attrs.ORTH]).tolist()):
            lower = known.get(orth)
            if lower is None:
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
            file = files.get(key)
            if file is None:
                file = files[key] = self._file(doc[i].lemma_, self._parts.get(key[1], ""))
            found[i, 0] = file
        orths, of = np.unique(doc.to_array([attrs.ORTH]), return_inverse=True)
        texts = [doc.vocab.strings[orth] for orth in orths.tolist()]
        found[:, 1] = forms.word_table().codes(texts)[of, forms.FINE]
        return found

    @staticmethod
    def _file(lemma: str, part: str) -> int:
        """Return a number for the lexicographer file (``noun.person``) of the first sense, 0 for none."""
        if not part:
            return 0
        synsets = wordnet().synsets(lemma.lower(), part)
        return int(get_string_id(wordnet().lexname(synsets[0]))) if synsets else 0
