"""A document's syntax as flat lists and arrays: what mentions, quotations and features are read from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel

if TYPE_CHECKING:
    from spacy.strings import StringStore
    from spacy.tokens import Doc

Ints = NDArray[np.int32]
#: How spaCy marks the first and the further tokens of an entity.
_BEGIN, _INSIDE = 3, 1


@dataclass(frozen=True, slots=True)
class Syntax:
    """One document, token by token (n tokens).

    Attributes
    ----------
    words, lowers, lemmas, tags, pos, deps : list of str, length n
        `deps` are Universal Dependencies labels with subtypes (``nsubj:pass``).
    heads : ndarray of int32, shape (n,)
        The head's index; a root is its own head.
    sentences, paragraphs : ndarray of int32, shape (n,)
        Numbers, ascending. Paragraphs are parted by empty lines.
    entity : ndarray of int32, shape (n,)
        Index into `ents`, or -1.
    ents : list of (start, end, label)
    left, right : ndarray of int32, shape (n,)
        First and last token (inclusive) of each token's whole subtree.
    children : tuple of list of int
        Of each token, as ``(starts, tokens)``: those of i are ``tokens[starts[i]:starts[i + 1]]``, in order.
        Lists: Python reads single numbers from them several times as fast as from arrays.
    """

    words: list[str]
    lowers: list[str]
    lemmas: list[str]
    tags: list[str]
    pos: list[str]
    deps: list[str]
    heads: Ints
    sentences: Ints
    paragraphs: Ints
    entity: Ints
    ents: list[tuple[int, int, str]]
    left: Ints
    right: Ints
    children: tuple[list[int], list[int]]

    def __len__(self) -> int:
        return len(self.words)

    def children_of(self, token: int) -> list[int]:
        """Return the dependents of a token, in order."""
        starts, tokens = self.children
        return tokens[starts[token] : starts[token + 1]]


def _names(codes: NDArray[Any], strings: StringStore) -> list[str]:
    """Return the strings of spaCy's codes, one look-up per distinct code."""
    distinct, inverse = np.unique(codes, return_inverse=True)
    table = [strings[int(code)] if code else "" for code in distinct]
    return [table[i] for i in inverse.tolist()]


def _entities(marks: NDArray[Any], labels: NDArray[Any], strings: StringStore) -> list[tuple[int, int, str]]:
    """Return what `Doc.ents` holds, read off the columns: no span is made."""
    begins = np.flatnonzero((marks == _BEGIN) & (labels != 0))
    outside = np.append(np.flatnonzero(marks != _INSIDE), len(marks))
    ends = outside[np.searchsorted(outside, begins + 1)]
    names = _names(labels[begins], strings)
    return list(zip(begins.tolist(), ends.tolist(), names, strict=True))


@kernel(allocates=False)
def subtree_edges(heads: Ints, left: Ints, right: Ints) -> None:  # pragma: no cover (compiled)
    """Widen `left` and `right`, which start as each token's own index, to the whole subtrees.

    Each token walks up to its root and stops where its index widens nothing; linear in practice, and bounded
    by the depth of the tree.
    """
    n = heads.shape[0]
    for i in range(n):
        node, steps = heads[i], 0
        while left[node] > i and steps < n:
            left[node] = i
            if heads[node] == node:
                break
            node, steps = heads[node], steps + 1
    for i in range(n - 1, -1, -1):
        node, steps = heads[i], 0
        while right[node] < i and steps < n:
            right[node] = i
            if heads[node] == node:
                break
            node, steps = heads[node], steps + 1


def read_syntax(doc: Doc) -> Syntax:
    """Read a parsed `Doc` into flat lists and arrays."""
    n = len(doc)
    if not n:
        empty = np.zeros(0, np.int32)
        none: list[str] = []
        alone: tuple[list[int], list[int]] = ([0], [])
        return Syntax(none, none, none, none, none, none, empty, empty, empty, empty, [], empty, empty, alone)
    table = doc.to_array(
        ["ORTH", "LOWER", "LEMMA", "TAG", "POS", "DEP", "HEAD", "SENT_START", "ENT_IOB", "ENT_TYPE"]
    )
    strings = doc.vocab.strings
    words, lowers, lemmas, tags, pos, deps = (_names(table[:, i], strings) for i in range(6))
    deps = ["root" if dep == "ROOT" else dep for dep in deps]
    index = np.arange(n, dtype=np.int32)
    heads = (index + table[:, 6].astype(np.int64)).astype(np.int32)
    starts = table[:, 7].astype(np.int64) == 1
    starts[0] = True
    sentences = (np.cumsum(starts) - 1).astype(np.int32)
    gaps = np.zeros(n, bool)
    for i, word in enumerate(words):
        if "\n\n" in word or (word.isspace() and word.count("\n") > 1):
            gaps[i] = True
    after = np.zeros(n, np.int64)
    after[1:] = gaps[:-1] & ~gaps[1:]
    paragraphs = np.cumsum(after).astype(np.int32)
    ents = _entities(table[:, 8], table[:, 9], strings)
    entity = np.full(n, -1, np.int32)
    for i, (start, end, _) in enumerate(ents):
        entity[start:end] = i
    left, right = index.copy(), index.copy()
    subtree_edges(heads, left, right)
    order = np.argsort(heads, kind="stable").astype(np.int32)
    order = order[heads[order] != order]
    counts = np.bincount(heads[order], minlength=n)
    offsets = np.zeros(n + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    lemmas = [lemma or lower for lemma, lower in zip(lemmas, lowers, strict=True)]
    return Syntax(
        words, lowers, lemmas, tags, pos, deps, heads, sentences, paragraphs, entity, ents, left, right,
        (offsets.tolist(), order.tolist()),
    )  # fmt: skip


#: What names that are told together are in their clause.
_TAKING_PART = ("nsubj", "obj", "iobj")


def pair_before(syntax: Syntax, token: int, sentences: int = 2) -> list[int]:
    """Return the heads of the names that were last told together before a token: "Ada and Bo", "Ada met Bo".

    Parameters
    ----------
    syntax : Syntax
    token : int
    sentences : int
        So many sentences back are looked at; within the token's own, only what another clause tells.
    """
    here = int(syntax.sentences[token])
    apart: dict[str, int] = {}
    for first in range(token - 1, -1, -1):
        if here - int(syntax.sentences[first]) > sentences:
            break
        if syntax.pos[first] != "PROPN" or syntax.deps[first] in ("conj", "flat"):
            continue
        listed = [
            child
            for child in syntax.children_of(first)
            if syntax.deps[child] == "conj" and syntax.pos[child] == "PROPN" and child < token
        ]
        if listed:
            return [first, *listed]
        if here - int(syntax.sentences[first]) == 1 and syntax.deps[first].partition(":")[0] in _TAKING_PART:
            apart.setdefault(syntax.words[first], first)
    return sorted(apart.values()) if len(apart) == 2 else []
