"""Where a mention begins and ends by a corpus' guidelines, where that is not where it was found.

What is said here changes scores alone: mentions are read as `mentions.detection` finds them.
"""

from __future__ import annotations

from symbolic_rc.coref.linking import Reading
from symbolic_rc.coref.mentions.detection import Candidate
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.coref.train.corpora import Span

#: What ends a mention of LitBank: behind any head, and behind a comma or a name.
_APART = frozenset({"appos", "conj"})
_ADDED = frozenset({"acl", "acl:relcl", "nmod"})
_COMMAS = frozenset(", - -- — ; : (".split())

#: What OntoGUM takes to a mention from behind the phrase: the possessive mark, adverbs of place (*this ice
#: here*) and what is in apposition to a pronoun or stresses a noun (*you guys*, *the state itself*).
_POSSESSIVE = frozenset({"'s", "’s", "'", "’"})
_PLACES = frozenset("here there above below ahead alone else".split())
_STRESS = frozenset(
    "itself himself herself themselves myself yourself ourselves yourselves all both guys each".split()
)
#: Named entities that a place stands behind (*Irving, Texas*).
_LOCATED = frozenset("GPE LOC FAC ORG".split())


def as_litbank(reading: Reading, candidate: Candidate) -> Span:
    """Return the mention as LitBank draws it.

    It ends before an apposition, before what else is added to a name (but for *of* with its noun), and before
    clauses and phrases behind a comma: so did three in four of such mentions in its training documents.
    """
    start, end = candidate.start, candidate.end
    if candidate.coordinated or candidate.kind == "pronoun":
        return start, end
    syntax = reading.syntax
    words = syntax.words
    for i in range(candidate.head + 1, end):
        if syntax.heads[i] != candidate.head:
            continue
        first = int(syntax.left[i])
        comma = words[first] in _COMMAS or words[first - 1] in _COMMAS
        named = candidate.kind == "name" and words[first].lower() != "of"
        if syntax.deps[i] in _APART or (syntax.deps[i] in _ADDED and (comma or named)):
            while first - 1 > candidate.head and (words[first - 1] in _COMMAS or words[first - 1].isspace()):
                first -= 1
            return start, first
    return start, end


def as_ontogum(reading: Reading, candidate: Candidate) -> Span | None:
    """Return the mention as OntoGUM draws it; none where it is a part of the one before it (*itself*).

    Adverbs before the phrase (*only*) are no part of it, nor are prepositions behind a name but *of*; what
    `_PLACES` and `_STRESS` list, a place behind a place and the possessive mark are.
    """
    syntax = reading.syntax
    start, end, head = candidate.start, candidate.end, candidate.head
    if _stresses(syntax, start, int(syntax.heads[head])) and end == start + 1:
        return None
    if not candidate.coordinated:
        while start < head and syntax.deps[start] == "advmod" and syntax.heads[start] == head:
            start += 1
        if candidate.kind == "name":
            end = _before_prepositions(syntax, candidate)
        end = _added(syntax, candidate, end)
    if end < len(syntax) and syntax.lowers[end] in _POSSESSIVE and syntax.deps[end] == "case":
        end += 1
    return start, end


def _before_prepositions(syntax: Syntax, name: Candidate) -> int:
    """Return where a name ends, without what a preposition but *of* adds to it."""
    for i in syntax.children_of(name.head):
        if max(name.head, name.core[1]) <= i < name.end and syntax.deps[i].startswith("nmod"):
            cases = [syntax.lowers[j] for j in syntax.children_of(i) if syntax.deps[j] == "case"]
            if cases and cases[0] != "of":
                return int(syntax.left[i])
    return name.end


def _stresses(syntax: Syntax, i: int, head: int) -> bool:
    """Whether a word behind a phrase stresses it or stands in apposition to it."""
    label = syntax.deps[i].partition(":")[0]
    return (
        i > head
        and syntax.lowers[i] in _STRESS
        and syntax.heads[i] == head
        and label in ("nmod", "appos", "det", "advmod")
    )


def _added(syntax: Syntax, candidate: Candidate, end: int) -> int:
    """Return the end of a phrase with the words behind it that OntoGUM takes to it."""
    head = candidate.head
    while end < len(syntax):
        place = syntax.lowers[end] in _PLACES and syntax.heads[end] == head and syntax.deps[end] == "advmod"
        if place or _stresses(syntax, end, head):
            end += 1
            continue
        further = _place_behind(syntax, candidate, end)
        if further <= end:
            break
        end = further
    return end


def _place_behind(syntax: Syntax, candidate: Candidate, end: int) -> int:
    """Return the end of the place behind a comma at `end` that says where the named place lies, or -1."""
    if candidate.label not in _LOCATED or syntax.words[end] != ",":
        return -1
    for i in syntax.children_of(candidate.head):
        entity = int(syntax.entity[i])
        if i > end and syntax.left[i] <= end + 1 and syntax.deps[i] in ("nmod:unmarked", "appos"):
            return syntax.ents[entity][1] if entity >= 0 and syntax.ents[entity][2] == "GPE" else -1
    return -1
