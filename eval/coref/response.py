"""Found clusters as the guidelines of LitBank and OntoGUM delimit mentions, for scoring alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from symbolic_rc.coref.linking import PreparedDocument
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions.attributes import THING
from symbolic_rc.coref.mentions.detection import Candidate
from symbolic_rc.coref.mentions.pronouns import NEUTER
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.coref.ranker.arrays import Links
from symbolic_rc.train.coref.corpora import GoldDocument, Span, TokenAlignment

#: Labels that end a mention in LitBank: after any head, and after a comma or a name.
_APART = frozenset({"appos", "conj"})
_ADDED = frozenset({"acl", "acl:relcl", "nmod"})
_COMMAS = frozenset(", - -- — ; : (".split())

#: Words after the phrase that OntoGUM includes: the possessive mark, adverbs of place (*this ice here*),
#: appositions of pronouns and emphatic words (*you guys*, *the state itself*).
_POSSESSIVE = frozenset({"'s", "’s", "'", "’"})
_PLACES = frozenset("here there above below ahead alone else".split())
_STRESS = frozenset(
    "itself himself herself themselves myself yourself ourselves yourselves all both guys each".split()
)
#: Named entities that a place may follow (*Irving, Texas*).
_LOCATED = frozenset("GPE LOC FAC ORG".split())
#: Named entities that contain no other name: *New York City* is not New York's city.
_WHOLE = frozenset("GPE LOC FAC NORP DATE PERSON".split())
#: Maximum number of words of an inner name.
_LONGEST = 4


def litbank_span(syntax: Syntax, candidate: Candidate) -> Span:
    """Return the span of a mention by LitBank's guidelines.

    It ends before an apposition, before further modifiers of a name (except *of* with its noun), and before
    clauses and phrases after a comma, as three in four of such mentions in its training documents do.
    """
    start, end = candidate.start, candidate.end
    if candidate.coordinated or candidate.kind == "pronoun":
        return start, end
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


def ontogum_span(syntax: Syntax, candidate: Candidate) -> Span | None:
    """Return the span of a mention by OntoGUM's guidelines; none for a part of the one before (*itself*).

    It excludes adverbs before the phrase (*only*) and prepositions after a name except *of*; it includes the
    words of `_PLACES` and `_STRESS`, a place after a place, and the possessive mark.
    """
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
    """Return the end of a name before prepositional phrases, except those with *of*."""
    for i in syntax.children_of(name.head):
        if max(name.head, name.core[1]) <= i < name.end and syntax.deps[i].startswith("nmod"):
            cases = syntax.cases_of(i)
            if cases and cases[0] != "of":
                return int(syntax.left[i])
    return name.end


def _stresses(syntax: Syntax, i: int, head: int) -> bool:
    """Whether a word after a phrase is emphatic or in apposition."""
    label = syntax.deps[i].partition(":")[0]
    return (
        i > head
        and syntax.lowers[i] in _STRESS
        and syntax.heads[i] == head
        and label in ("nmod", "appos", "det", "advmod")
    )


def _added(syntax: Syntax, candidate: Candidate, end: int) -> int:
    """Return the end of a phrase with the words after it that OntoGUM includes."""
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
    """Return the end of the place that locates a named place after a comma at `end`, or -1."""
    if candidate.label not in _LOCATED or syntax.words[end] != ",":
        return -1
    for i in syntax.children_of(candidate.head):
        entity = int(syntax.entity[i])
        if i > end and syntax.left[i] <= end + 1 and syntax.deps[i] in ("nmod:unmarked", "appos"):
            return syntax.ents[entity][1] if entity >= 0 and syntax.ents[entity][2] == "GPE" else -1
    return -1


def inner_names(document: PreparedDocument, links: Links) -> Iterator[tuple[Span, int]]:
    """Yield names within names (*the [Kenya] Vision 2030*), each with its bearer elsewhere in the text.

    OntoGUM annotates a name before a noun if its bearer is mentioned elsewhere; mention detection does not.
    """
    syntax, candidates = document.syntax, document.mentions.candidates
    bearers: dict[tuple[str, ...], list[int]] = {}
    holding = [-1] * len(syntax)
    for m, candidate in enumerate(candidates):
        if candidate.coordinated:
            continue
        for i in range(candidate.start, candidate.end):
            holding[i] = m  # inner mentions come later
        if document.mentions.table[m, A.KIND] == A.NAME:
            words = tuple(syntax.lowers[slice(*candidate.core)])
            bearers.setdefault(words[1:] if words[0] == "the" else words, []).append(m)
    found = {(candidate.start, candidate.end) for candidate in candidates}
    for i in range(len(syntax)):
        entity = int(syntax.entity[i])
        inside = entity >= 0 and syntax.ents[entity][2] in _WHOLE
        hyphenated = syntax.words[i + 1 : i + 2] == ["-"]
        if syntax.pos[i] != "PROPN" or syntax.deps[i] != "compound" or inside or hyphenated:
            continue
        for start in range(max(i + 1 - _LONGEST, 0), i + 1):
            named = bearers.get(tuple(syntax.lowers[start : i + 1]), [])
            apart = [m for m in named if not candidates[m].core[0] <= i < candidates[m].core[1]]
            if not apart:
                continue
            holder = holding[i]
            same = {int(links.entity[m]) for m in apart}
            if (start, i + 1) not in found and (holder < 0 or int(links.entity[holder]) not in same):
                before = [m for m in apart if candidates[m].start < i]
                yield (start, i + 1), int(links.entity[before[-1] if before else apart[0]])
            break


def response(
    document: PreparedDocument, links: Links, aligned: TokenAlignment, gold: GoldDocument
) -> list[list[Span]]:
    """Return the found clusters over the corpus' tokens, with spans by its guidelines.

    LitBank annotates people, places, organisations and vehicles alone: clusters of other things are left out.
    """
    table, candidates = document.mentions.table, document.mentions.candidates
    clusters: dict[int, list[int]] = {}
    for m, e in enumerate(links.entity.tolist()):
        clusters.setdefault(e, []).append(m)
    inner: dict[int, list[Span]] = {}
    if gold.complete:
        for name, e in inner_names(document, links):
            inner.setdefault(e, []).append(aligned.to_gold(*name))
    found = []
    for e, members in clusters.items():
        if not gold.complete and _is_thing(document, members):
            continue
        spans = inner.get(e, [])
        for m in members:
            candidate, syntax = candidates[m], document.syntax
            if not gold.complete and table[m, A.KIND] != A.PRONOUN and table[m, A.TYPE] == THING:
                continue
            span = ontogum_span(syntax, candidate) if gold.complete else litbank_span(syntax, candidate)
            if span is not None:
                spans.append(aligned.to_gold(*span))
        found.append(spans)
    return found


def _is_thing(document: PreparedDocument, members: list[int]) -> bool:
    """Whether a cluster is of no class that LitBank annotates, by the vote of its mentions."""
    rows = document.mentions.table[members]
    typed = rows[rows[:, A.KIND] != A.PRONOUN]
    if len(typed):
        weights = np.where(typed[:, A.KIND] == A.NAME, 3, 2)
        things = weights[typed[:, A.TYPE] == THING].sum()
        return bool(2 * things > weights.sum())
    return bool((rows[:, A.GENDER] == NEUTER).all())
