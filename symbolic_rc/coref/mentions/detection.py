"""Mention detection: every noun phrase and pronoun that may refer, from syntax and named entities.

Recall matters here: what does not corefer stays alone. A mention's span is its head's subtree without what
belongs to the clause rather than to the phrase (prepositions before it, its copula and subject, a coordinated
second phrase, the possessive mark), as LitBank's and OntoGUM's guidelines draw it.
"""

from __future__ import annotations

from dataclasses import dataclass

from symbolic_rc.coref.mentions.pronouns import PRONOUNS, RELATIVES
from symbolic_rc.coref.mentions.syntax import Syntax

#: Dependents that belong to the noun phrase, by the label without its subtype.
PHRASE = frozenset(
    "det amod compound flat nummod nmod acl fixed goeswith appos advmod name clf reparandum".split()
)
#: Labels under which a determiner, adjective or number stands for a noun phrase of its own.
ARGUMENT = frozenset("nsubj obj iobj obl nmod conj appos vocative dislocated".split())
#: Labels that never head a mention unless a named entity says so.
INSIDE = frozenset("flat fixed goeswith name reparandum".split())
#: Named entities that are measures and dates rather than things that are referred to again.
MEASURES = frozenset("DATE TIME DURATION CARDINAL NUMBER ORDINAL MONEY PERCENT QUANTITY".split())

#: Labels under which a part of a name is not the name.
_WITHIN = frozenset("nmod amod conj".split())

_OPENING, _CLOSING = frozenset("“‘\"'`([{—–-_*"), frozenset(".,;:!?”’\"'`)]}—–-_*…") | {"--", "..."}
_PAIRS = {")": "(", "]": "[", "”": "“", "’": "‘", '"': '"'}
_NONE = frozenset(("none", "neither"))
_POSSESSIVE = frozenset({"'s", "’s", "'", "’"})


@dataclass(frozen=True, slots=True)
class Candidate:
    """A mention before anything is known of its reference.

    Attributes
    ----------
    start, end, head : int
    kind : {"name", "nominal", "pronoun"}
    core : (int, int)
        The span of the name itself within the mention (``Anne`` in ``my cousin Anne``), or the head alone.
    label : str
        The named entity's label, or empty.
    coordinated : bool
        Whether the mention is the whole of a coordination (``Anne and Mary``).
    """

    start: int
    end: int
    head: int
    kind: str
    core: tuple[int, int]
    label: str = ""
    coordinated: bool = False


def detect(syntax: Syntax) -> list[Candidate]:
    """Return the candidates in order of start, longer before shorter; no two share their span."""
    found: dict[tuple[int, int], Candidate] = {}
    for i in range(len(syntax)):
        candidate = _pronoun(syntax, i) or _phrase(syntax, i)
        if candidate is None:
            continue
        span = (candidate.start, candidate.end)
        if span not in found or candidate.kind == "name" != found[span].kind:
            found[span] = candidate
        if candidate.kind != "pronoun":
            whole = _coordination(syntax, candidate)
            if whole is not None:
                found.setdefault((whole.start, whole.end), whole)
    covered = {j for c in found.values() if c.kind == "name" for j in range(*c.core)}
    for start, end, label in syntax.ents:
        if label not in MEASURES and not covered.intersection(range(start, end)):
            head = _head(syntax, start, end)
            if syntax.pos[head] in ("PROPN", "NOUN", "X", "ADJ"):
                found.setdefault((start, end), Candidate(start, end, head, "name", (start, end), label))
    return sorted(found.values(), key=lambda c: (c.start, -c.end))


def _head(syntax: Syntax, start: int, end: int) -> int:
    """Return the token of a span whose head lies outside it (the first one), or the last token."""
    for i in range(start, end):
        if not start <= syntax.heads[i] < end or syntax.heads[i] == i:
            return i
    return end - 1


def _pronoun(syntax: Syntax, i: int) -> Candidate | None:
    word = syntax.lowers[i]
    if word not in PRONOUNS or syntax.deps[i].startswith("expl"):
        return None
    pos, tag, dep = syntax.pos[i], syntax.tags[i], syntax.deps[i].partition(":")[0]
    personal = tag.startswith("PRP") or (pos == "PRON" and not tag.startswith("W"))
    if not personal and not (pos == "DET" and syntax.deps[i] == "nmod:poss"):
        return None
    if word == "one" and (pos != "PRON" or dep not in ARGUMENT):
        return None
    if word in ("this", "that", "these", "those") and (dep not in ARGUMENT or syntax.children_of(i)):
        return None
    return Candidate(i, i + 1, i, "pronoun", (i, i + 1))


def _phrase(syntax: Syntax, i: int) -> Candidate | None:
    pos, dep, lower = syntax.pos[i], syntax.deps[i].partition(":")[0], syntax.lowers[i]
    if dep in INSIDE or lower in RELATIVES or lower in _NONE:
        return None
    entity = int(syntax.entity[i])
    label = syntax.ents[entity][2] if entity >= 0 else ""
    partitive = pos in ("NUM", "ADJ", "DET") and dep in ARGUMENT and _of_several(syntax, i)
    if label in MEASURES:
        if not partitive:
            return None
        label = ""
    if dep in _WITHIN and entity >= 0 and _inside(syntax, i, entity):
        if syntax.deps[i] != "nmod" or pos != "PROPN":
            return None
        entity, label = -1, ""
    if pos not in ("NOUN", "PROPN") and not partitive:
        if pos == "PRON":
            if dep not in ARGUMENT and dep != "root":
                return None
        elif (
            pos not in ("DET", "ADJ", "NUM")
            or dep not in ARGUMENT
            or dep in ("conj", "appos")
            or (pos == "ADJ" and not any(syntax.deps[j] == "det" for j in syntax.children_of(i)))
        ):
            return None
    if dep == "compound" and (
        not label or syntax.entity[syntax.heads[i]] == entity or syntax.ents[entity][0] != i
    ):
        return None
    if pos == "PROPN" and i and syntax.pos[i - 1] == "NOUN" and _called(syntax, i - 1) == i:
        return None
    start, end = _span(syntax, i)
    called = _called(syntax, i)
    if called >= 0:
        inner = int(syntax.entity[called])
        core = _core(syntax, called, inner)
        label = label or (syntax.ents[inner][2] if inner >= 0 else "")
        return Candidate(min(start, i), max(end, core[1]), i, "name", core, label)
    name = pos == "PROPN" or (bool(label) and pos != "PRON" and syntax.words[i][:1].isupper())
    core = (i, i + 1)
    if name:
        core = _core(syntax, i, entity)
        start, end = min(start, core[0]), max(end, core[1])
    if end <= start:
        return None
    return Candidate(start, end, i, "name" if name else "nominal", core, label)


def _of_several(syntax: Syntax, i: int) -> bool:
    """Whether a word takes a part of what *of* names (*many of the men*, *one of them*)."""
    after = i + 1
    return (
        after + 1 < len(syntax)
        and syntax.lowers[after] == "of"
        and syntax.heads[syntax.heads[after]] == i
        and syntax.deps[syntax.heads[after]] == "nmod"
    )


def _inside(syntax: Syntax, i: int, entity: int) -> bool:
    """Whether a token depends on another of its named entity (*California* in *University of California*)."""
    start, end, _ = syntax.ents[entity]
    up = int(syntax.heads[i])
    return up != i and start <= up < end


def _called(syntax: Syntax, noun: int) -> int:
    """Return the name that follows a common noun as part of its phrase (``her brother Daniel``), or -1."""
    if syntax.pos[noun] != "NOUN":
        return -1
    for child in syntax.children_of(noun):
        dep = syntax.deps[child].partition(":")[0]
        if dep in ("appos", "flat") and syntax.pos[child] == "PROPN" and child == noun + 1:
            return child
    after = noun + 1
    if (
        after < len(syntax)
        and syntax.pos[after] == "PROPN"
        and syntax.heads[after] == syntax.heads[noun]
        and syntax.deps[after] == syntax.deps[noun]
    ):
        return after
    return -1


def _span(syntax: Syntax, head: int) -> tuple[int, int]:
    """Return the noun phrase of a head."""
    low = high = head
    for child in syntax.children_of(head):
        label, _, subtype = syntax.deps[child].partition(":")
        if label not in PHRASE:
            continue
        if label == "advmod" and (child > head or syntax.right[child] + 1 < low):
            continue
        if label == "appos" and child < head:
            continue
        if subtype == "unmarked":
            continue
        low, high = min(low, int(syntax.left[child])), max(high, int(syntax.right[child]))
    return _trim(syntax, low, high + 1, head)


def _trim(syntax: Syntax, start: int, end: int, head: int) -> tuple[int, int]:
    """Drop marks, white space and a possessive from the edges, but what closes a bracket or a quotation."""
    while end - 1 > head and (
        syntax.words[end - 1] in _CLOSING
        or syntax.lowers[end - 1] in _POSSESSIVE
        or syntax.words[end - 1].isspace()
    ):
        if _closes(syntax.words[start:end]):
            break
        end -= 1
    while start < head and (syntax.words[start] in _OPENING | _CLOSING or syntax.words[start].isspace()):
        start += 1
    return start, end


def _closes(words: list[str]) -> bool:
    """Whether the last word closes what was opened among the others: *the second quartile (Q2)*."""
    last = words[-1]
    opening = _PAIRS.get(last, "")
    if opening == last:
        return words.count(last) % 2 == 0
    return opening in words and words.count(opening) >= words.count(last)


def _core(syntax: Syntax, head: int, entity: int) -> tuple[int, int]:
    """Return the name itself: the recognised entity, or the capitalised words around the head."""
    start = end = head
    while start > 0 and _names_on(syntax, start - 1, head):
        start -= 1
    while end + 1 < len(syntax) and _names_on(syntax, end + 1, head):
        end += 1
    end += 1
    if entity >= 0:
        first, last, _ = syntax.ents[entity]
        start, end = min(start, first), max(end, last)
        while end > head + 1 and syntax.lowers[end - 1] in _POSSESSIVE:
            end -= 1
        while start < head and syntax.pos[start] in ("DET", "PUNCT"):
            start += 1
    return start, end


def _names_on(syntax: Syntax, i: int, head: int) -> bool:
    """Whether token i carries on the name of a head: joined to it by name-making labels."""
    dep = syntax.deps[i].partition(":")[0]
    if dep not in ("compound", "flat", "name", "nmod") or syntax.deps[i] == "nmod:poss":
        return False
    up = syntax.heads[i]
    return (up == head or syntax.heads[up] == head) and syntax.pos[i] == "PROPN"


def _coordination(syntax: Syntax, first: Candidate) -> Candidate | None:
    """Return ``A and B`` as a mention where a nominal is coordinated with another."""
    last = -1
    joined = False
    for child in syntax.children_of(first.head):
        if syntax.deps[child] == "conj" and syntax.pos[child] in ("NOUN", "PROPN", "PRON"):
            last = child
            joined |= any(syntax.lowers[j] in ("and", "&") for j in syntax.children_of(child))
    if last < 0 or not joined:
        return None
    _, end = _span(syntax, last)
    core = (first.start, max(end, last + 1))
    return Candidate(first.start, core[1], first.head, "nominal", core, "", True)
