"""A document's syntax as flat lists and arrays, for mention detection, quotations, facts and rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.forest import lay_out

if TYPE_CHECKING:
    from spacy.strings import StringStore
    from spacy.tokens import Doc

Ints = NDArray[np.int32]
#: How spaCy marks the first and the further tokens of an entity.
_BEGIN, _INSIDE = 3, 1


@dataclass(frozen=True, slots=True)
class Syntax:
    """One document, token by token (n tokens)."""

    words: list[str]
    lowers: list[str]
    lemmas: list[str]
    tags: list[str]
    pos: list[str]
    deps: list[str]  # Universal Dependencies, with subtypes (``nsubj:pass``)
    heads: Ints  # (n,); a root is its own head
    sentences: Ints  # (n,), ascending
    paragraphs: Ints  # (n,), ascending; separated by empty lines
    entity: Ints  # (n,), index into `ents`, or -1
    ents: list[tuple[int, int, str]]
    left: Ints  # (n,), the first token of each token's whole subtree
    right: Ints  # (n,), the last
    #: Of each token, as ``(starts, tokens)``: those of i are ``tokens[starts[i]:starts[i + 1]]``, in order.
    #: Lists: Python reads single numbers from them several times as fast as from arrays.
    children: tuple[list[int], list[int]]

    def __len__(self) -> int:
        return len(self.words)

    def children_of(self, token: int) -> list[int]:
        """Return the dependents of a token, in order."""
        starts, tokens = self.children
        return tokens[starts[token] : starts[token + 1]]

    def has_child(self, token: int, dep: str) -> bool:
        """Whether a token has a dependent with this label."""
        return any(self.deps[child] == dep for child in self.children_of(token))

    def subject_of(self, token: int) -> int:
        """Return the first subject of a token, or -1."""
        return next((child for child in self.children_of(token) if self.deps[child].startswith("nsubj")), -1)

    def root_of(self, start: int, end: int) -> int:
        """Return the first token of a span whose head lies outside it, or the last token."""
        heads = self.heads
        return next((i for i in range(start, end) if heads[i] == i or not start <= heads[i] < end), end - 1)

    def cases_of(self, token: int) -> list[str]:
        """Return the prepositions and other case markers of a token, in lower case."""
        return [self.lowers[child] for child in self.children_of(token) if self.deps[child] == "case"]


def _names(codes: NDArray[Any], strings: StringStore) -> list[str]:
    """Return the strings of spaCy's codes, one look-up per distinct code."""
    distinct, inverse = np.unique(codes, return_inverse=True)
    table = [strings[int(code)] if code else "" for code in distinct]
    return [table[i] for i in inverse.tolist()]


def _entities(marks: NDArray[Any], labels: NDArray[Any], strings: StringStore) -> list[tuple[int, int, str]]:
    """Return the named entities of `Doc.ents` from its columns, without making spans."""
    begins = np.flatnonzero((marks == _BEGIN) & (labels != 0))
    outside = np.append(np.flatnonzero(marks != _INSIDE), len(marks))
    ends = outside[np.searchsorted(outside, begins + 1)]
    return list(zip(begins.tolist(), ends.tolist(), _names(labels[begins], strings), strict=True))


def read_syntax(doc: Doc) -> Syntax:
    """Read a parsed `Doc` into flat lists and arrays."""
    n = len(doc)
    table = doc.to_array(
        ["ORTH", "LOWER", "LEMMA", "TAG", "POS", "DEP", "HEAD", "SENT_START", "ENT_IOB", "ENT_TYPE"]
    ).reshape(n, 10)
    strings = doc.vocab.strings
    words, lowers, lemmas, tags, pos, deps = (_names(table[:, i], strings) for i in range(6))
    heads = (np.arange(n) + table[:, 6].astype(np.int64)).astype(np.int32)
    starts = table[:, 7].astype(np.int64) == 1
    starts[:1] = True
    gaps = np.array(["\n\n" in word or (word.isspace() and word.count("\n") > 1) for word in words], bool)
    after = np.zeros(n, np.int64)
    after[1:] = gaps[:-1] & ~gaps[1:]
    ents = _entities(table[:, 8], table[:, 9], strings)
    entity = np.full(n, -1, np.int32)
    for i, (start, end, _) in enumerate(ents):
        entity[start:end] = i
    layout = lay_out(heads)
    return Syntax(
        words, lowers,
        [lemma or lower for lemma, lower in zip(lemmas, lowers, strict=True)],
        tags, pos,
        ["root" if dep == "ROOT" else dep for dep in deps],
        heads,
        (np.cumsum(starts) - 1).astype(np.int32), np.cumsum(after).astype(np.int32),
        entity, ents, layout.left, layout.right,
        (layout.first.tolist(), layout.children.tolist()),
    )  # fmt: skip


def pair_before(syntax: Syntax, token: int, parts: tuple[str, ...] = ("PROPN",)) -> list[int]:
    """Return the heads of the last two names before a token that occur together: "Ada and Bo", "Ada met Bo".

    Two sentences are searched backwards; names of one clause are taken from the previous one alone. With
    ``NOUN`` among the `parts` of speech, so are nouns that are joined: "a cook and a judge".
    """
    here = int(syntax.sentences[token])
    apart: dict[str, int] = {}
    for first in range(token - 1, -1, -1):
        if here - int(syntax.sentences[first]) > 2:
            break
        if syntax.pos[first] not in parts or syntax.deps[first] in ("conj", "flat"):
            continue
        joined = (child for child in syntax.children_of(first) if syntax.deps[child] == "conj")
        listed = [child for child in joined if syntax.pos[child] == syntax.pos[first] and child < token]
        if listed:
            return [first, *listed]
        relation = syntax.deps[first].partition(":")[0]
        argument = syntax.pos[first] == "PROPN" and relation in ("nsubj", "obj", "iobj")
        if argument and here - int(syntax.sentences[first]) == 1:
            apart.setdefault(syntax.words[first], first)
    return sorted(apart.values()) if len(apart) == 2 else []
