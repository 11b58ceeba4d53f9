"""The clauses of a story: what answers questions about deeds, events, reasons and feelings."""

from __future__ import annotations

import weakref
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Facts

#: Relations under which a verb or adjective heads a clause of its own.
_CLAUSAL = ("root", "conj", "advcl", "ccomp", "parataxis", "acl", "csubj")
#: Words that mark a clause, or a phrase, as a reason or a purpose.
REASONS = frozenset("because since as for so due that lest".split())
#: More tokens than these answer more than was asked.
_LONGEST = 28
_clauses: weakref.WeakKeyDictionary[Any, Clauses] = weakref.WeakKeyDictionary()


class Clauses(NamedTuple):
    """A story's clauses (c), in the order of their heads.

    Attributes
    ----------
    head, start, verb, end : ndarray of int32, shape (c,)
        The word that it is about, its first token, its first token behind the subject, and its end.
    sentence : ndarray of int32, shape (c,)
    purpose, reason : ndarray of bool, shape (c,)
        Whether an infinitive of purpose; whether a word like "because" marks it.
    main : ndarray of bool, shape (c,)
        Whether it is no subordinate clause.
    """

    head: NDArray[np.int32]
    start: NDArray[np.int32]
    verb: NDArray[np.int32]
    end: NDArray[np.int32]
    sentence: NDArray[np.int32]
    purpose: NDArray[np.bool_]
    reason: NDArray[np.bool_]
    main: NDArray[np.bool_]


def clauses_of(facts: Facts) -> Clauses:
    """Return the clauses of a story; remembered with its facts."""
    found = _clauses.get(facts)
    if found is None:
        found = _clauses[facts] = _read(facts.syntax)
    return found


def _read(syntax: Syntax) -> Clauses:
    rows = []
    for head in range(len(syntax)):
        infinitive = syntax.deps[head] == "xcomp" and _to(syntax, head)
        if not (syntax.deps[head].startswith(_CLAUSAL) or infinitive):
            continue
        children = syntax.children_of(head)
        copula = any(syntax.deps[child] == "cop" for child in children)
        if syntax.pos[head] not in ("VERB", "AUX") and not copula:
            continue
        start, end = _edges(syntax, head, children)
        verb = _behind_subject(syntax, head, children, start)
        marks = {syntax.lowers[c] for c in children if syntax.deps[c] in ("mark", "cc", "case") and c < head}
        row = (
            head,
            start,
            verb,
            end,
            int(syntax.sentences[head]),
            _to(syntax, head) and not syntax.deps[head].startswith("ccomp"),
            bool(marks & REASONS),
            syntax.deps[head] in ("root", "conj", "parataxis"),
        )
        rows.append(row)
    columns = list(zip(*rows, strict=True)) if rows else [()] * 8
    places = [np.array(column, np.int32) for column in columns[:5]]
    signs = [np.array(column, np.bool_) for column in columns[5:]]
    return Clauses(*places, *signs)  # type: ignore[arg-type]


def _to(syntax: Syntax, head: int) -> bool:
    return any(
        syntax.deps[child] == "mark" and syntax.lowers[child] == "to" for child in syntax.children_of(head)
    )


def _edges(syntax: Syntax, head: int, children: list[int]) -> tuple[int, int]:
    """Return a clause's tokens, without clauses that are coordinated with it and marks around it."""
    start, end = int(syntax.left[head]), int(syntax.right[head]) + 1
    for child in children:
        apart = syntax.deps[child] in ("conj", "parataxis") and syntax.pos[child] in ("VERB", "AUX", "ADJ")
        if child > head and apart:
            end = min(end, int(syntax.left[child]))
        elif child < head and syntax.deps[child].startswith(("advcl", "parataxis", "cc", "mark")):
            behind = int(syntax.right[child]) + 1
            start = max(start, behind if syntax.lowers[child] != "to" else int(syntax.left[child]))
    end = min(end, start + _LONGEST) if end - start > _LONGEST and head < start + _LONGEST else end
    while end > head + 1 and syntax.pos[end - 1] in ("PUNCT", "CCONJ", "SPACE"):
        end -= 1
    while start < head and syntax.pos[start] in ("PUNCT", "CCONJ", "SPACE"):
        start += 1
    return min(start, head), max(end, head + 1)  # where trees cross, a clause holds its verb at least


def _behind_subject(syntax: Syntax, head: int, children: list[int], start: int) -> int:
    subjects = [child for child in children if syntax.deps[child].startswith("nsubj") and child < head]
    return min(head, max([start, *(int(syntax.right[child]) + 1 for child in subjects)]))


def subject_of(syntax: Syntax, head: int) -> int:
    """Return the head of a word's subject, or of that of the word that it hangs on; -1 for none."""
    for _ in range(4):
        for child in syntax.children_of(head):
            if syntax.deps[child].startswith("nsubj"):
                return child
        if not syntax.deps[head].startswith(("conj", "xcomp", "advcl", "obl", "obj", "amod", "acl")):
            return -1
        head = int(syntax.heads[head])
    return -1
