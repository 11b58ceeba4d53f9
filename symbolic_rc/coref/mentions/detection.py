"""Mention detection: every noun phrase and pronoun that may refer, from syntax and named entities.

It aims at recall: mentions that corefer with nothing remain singletons. The span is the head's subtree
without dependents of the clause (prepositions before it, copula and subject, a second conjunct, the
possessive mark), as in the guidelines of LitBank and OntoGUM.
"""

from __future__ import annotations

from dataclasses import dataclass

from symbolic_rc.coref.mentions.pronouns import PRONOUNS, RELATIVES
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.lexicon.english import POSSESSIVE_MARKS, word_set

#: Dependents that belong to the noun phrase, by the label without its subtype.
PHRASE = word_set("det amod compound flat nummod nmod acl fixed goeswith appos advmod name clf reparandum")
#: Labels under which a determiner, adjective or number is a noun phrase by itself.
ARGUMENT = word_set("nsubj obj iobj obl nmod conj appos vocative dislocated")
#: Labels whose tokens head a mention only as a named entity.
INSIDE = word_set("flat fixed goeswith name reparandum")
#: Named entities that are measures and dates rather than referents.
MEASURES = word_set("DATE TIME DURATION CARDINAL NUMBER ORDINAL MONEY PERCENT QUANTITY")

_OPENING, _CLOSING = frozenset("“‘\"'`([{—–-_*"), frozenset(".,;:!?”’\"'`)]}—–-_*…") | {"--", "..."}
_PAIRS = {")": "(", "]": "[", "”": "“", "’": "‘", '"': '"'}
#: What only the weather does; and what it, or the time, is: always, or there.
_WEATHER_VERBS = word_set("rain snow hail drizzle sleet thunder")
_OF_TIME_OR_WEATHER = word_set("""late early windy rainy sunny foggy cloudy stormy misty midnight noon dusk
    dawn o'clock night evening morning spring summer autumn winter""")
_OF_AIR = word_set("cold cool hot warm dark light wet chilly freezing damp")
_OUTSIDE = word_set("outside inside indoors outdoors there here already")
_DEFINITE = (["the"], ["these"], ["those"])


@dataclass(frozen=True, slots=True)
class Candidate:
    """A mention as detected, before its attributes and links."""

    start: int
    end: int
    head: int
    kind: str  # name, nominal, pronoun
    core: tuple[int, int]  # the name itself (``Anne`` in ``my cousin Anne``), or the head alone
    label: str = ""  # the named entity's, or empty
    coordinated: bool = False  # whether it is a whole coordination (``Anne and Mary``)


def detect(syntax: Syntax) -> list[Candidate]:
    """Return the candidates in order of start, longer before shorter, each span once."""
    found: dict[tuple[int, int], Candidate] = {}
    for i in range(len(syntax)):
        candidate = _pronoun(syntax, i) or _phrase(syntax, i)
        if candidate is None:
            continue
        span = (candidate.start, candidate.end)
        if span not in found or candidate.kind == "name" != found[span].kind:
            found[span] = candidate
        if candidate.kind != "pronoun" and (whole := _coordination(syntax, candidate)) is not None:
            found.setdefault((whole.start, whole.end), whole)
    covered = {j for c in found.values() if c.kind == "name" for j in range(*c.core)}
    for start, end, label in syntax.ents:
        if label not in MEASURES and not covered.intersection(range(start, end)):
            head = syntax.root_of(start, end)
            if syntax.pos[head] in ("PROPN", "NOUN", "X", "ADJ"):
                found.setdefault((start, end), Candidate(start, end, head, "name", (start, end), label))
    return sorted(found.values(), key=lambda c: (c.start, -c.end))


def _pronoun(syntax: Syntax, i: int) -> Candidate | None:
    if (word := syntax.lowers[i]) not in PRONOUNS or syntax.deps[i].startswith("expl"):
        return None
    if _is_impersonal(syntax, i):
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


def _is_impersonal(syntax: Syntax, i: int) -> bool:
    """Whether *it* is that of the weather or the time: "it rained", "it was late", "it was cold outside"."""
    predicate = int(syntax.heads[i])
    if syntax.lowers[i] != "it" or not syntax.deps[i].startswith("nsubj"):
        return False
    if not syntax.has_child(predicate, "cop"):
        return syntax.lemmas[predicate] in _WEATHER_VERBS
    if (entity := int(syntax.entity[predicate])) >= 0:
        return syntax.ents[entity][2] in ("DATE", "TIME")
    outside = not _OUTSIDE.isdisjoint(syntax.lowers[j] for j in syntax.children_of(predicate))
    word = syntax.lowers[predicate]
    return word in _OF_TIME_OR_WEATHER or (outside and word in _OF_AIR)


def _phrase(syntax: Syntax, i: int) -> Candidate | None:
    """Return the noun phrase that a token heads, if it heads one."""
    dep, lower = syntax.deps[i].partition(":")[0], syntax.lowers[i]
    if dep in INSIDE or lower in RELATIVES | {"none", "neither"}:
        return None
    entity = int(syntax.entity[i])
    label = syntax.ents[entity][2] if entity >= 0 else ""
    partitive = dep in ARGUMENT and _is_partitive(syntax, i)
    if label in MEASURES:
        if not partitive:
            return None
        label = ""
    if _is_inside(syntax, i, dep, entity):
        if syntax.deps[i] != "nmod" or syntax.pos[i] != "PROPN":
            return None
        entity, label = -1, ""
    if not (partitive or _may_head(syntax, i, dep)) or _is_part_of_name(syntax, i, dep, entity, label):
        return None
    return _candidate(syntax, i, entity, label)


def _candidate(syntax: Syntax, i: int, entity: int, label: str) -> Candidate | None:
    """Return the mention with a head: a noun with its name, a name, or a nominal."""
    start, end = _span(syntax, i)
    if (called := _called(syntax, i)) >= 0:
        inner = int(syntax.entity[called])
        core = _core(syntax, called, inner)
        label = label or (syntax.ents[inner][2] if inner >= 0 else "")
        return Candidate(min(start, i), max(end, core[1]), i, "name", core, label)
    core, kind = (i, i + 1), "nominal"
    if syntax.pos[i] == "PROPN" or (label and syntax.pos[i] != "PRON" and syntax.words[i][:1].isupper()):
        core, kind = _core(syntax, i, entity), "name"
        start, end = min(start, core[0]), max(end, core[1])
    return Candidate(start, end, i, kind, core, label) if end > start else None


def _may_head(syntax: Syntax, i: int, dep: str) -> bool:
    """Whether a token's part of speech and label let it head a noun phrase."""
    pos = syntax.pos[i]
    if pos in ("NOUN", "PROPN"):
        return True
    if pos == "PRON":
        return syntax.lowers[i] != "it" and (dep in ARGUMENT or dep == "root")
    if pos == "ADJ" and not syntax.has_child(i, "det"):
        return False
    return pos in ("DET", "ADJ", "NUM") and dep in ARGUMENT and dep not in ("conj", "appos")


def _is_part_of_name(syntax: Syntax, i: int, dep: str, entity: int, label: str) -> bool:
    """Whether a token belongs to another's phrase: a compound's first part, or the name of a noun before."""
    separate = label and syntax.entity[syntax.heads[i]] != entity and syntax.ents[entity][0] == i
    named = syntax.pos[i] == "PROPN" and i > 0 and _called(syntax, i - 1) == i
    return named or (dep == "compound" and not separate)


def _is_partitive(syntax: Syntax, i: int) -> bool:
    """Whether a word stands for some of several, or for those spoken of: *many of the men*, *the two*."""
    if syntax.pos[i] == "NUM" and syntax.lowers[i].isalpha() and syntax.lowers[i - 1 : i] in _DEFINITE:
        return True
    if syntax.pos[i] not in ("NUM", "ADJ", "DET") or syntax.lowers[i + 1 : i + 2] != ["of"]:
        return False
    whole = syntax.heads[i + 1]
    return bool(syntax.heads[whole] == i and syntax.deps[whole] == "nmod")


def _is_inside(syntax: Syntax, i: int, dep: str, entity: int) -> bool:
    """Whether a token depends on another of its named entity (*California* in *University of California*)."""
    if dep not in ("nmod", "amod", "conj") or entity < 0:
        return False
    start, end, _ = syntax.ents[entity]
    return bool(syntax.heads[i] != i and start <= syntax.heads[i] < end)


def _called(syntax: Syntax, noun: int) -> int:
    """Return the name that follows a common noun as part of its phrase (``her brother Daniel``), or -1."""
    after = noun + 1
    if syntax.pos[noun] != "NOUN" or after >= len(syntax) or syntax.pos[after] != "PROPN":
        return -1
    child = syntax.heads[after] == noun and syntax.deps[after].partition(":")[0] in ("appos", "flat")
    sibling = syntax.heads[after] == syntax.heads[noun] and syntax.deps[after] == syntax.deps[noun]
    return after if child or sibling else -1


def _span(syntax: Syntax, head: int) -> tuple[int, int]:
    """Return the noun phrase of a head."""
    low = high = head
    for child in syntax.children_of(head):
        label, _, subtype = syntax.deps[child].partition(":")
        if label not in PHRASE or subtype == "unmarked" or (label == "appos" and child < head):
            continue
        if label == "advmod" and (child > head or syntax.right[child] + 1 < low):
            continue
        low, high = min(low, int(syntax.left[child])), max(high, int(syntax.right[child]))
    return _trim(syntax, low, high + 1, head)


def _trim(syntax: Syntax, start: int, end: int, head: int) -> tuple[int, int]:
    """Drop punctuation, white space and a possessive from the edges, except a closing bracket or quote."""
    words = syntax.words
    while end - 1 > head:
        last = words[end - 1]
        edge = last in _CLOSING or last.isspace() or syntax.lowers[end - 1] in POSSESSIVE_MARKS
        if not edge or _closes(words[start:end]):
            break
        end -= 1
    while start < head and (words[start] in _OPENING | _CLOSING or words[start].isspace()):
        start += 1
    return start, end


def _closes(words: list[str]) -> bool:
    """Whether the last word closes a bracket or quotation within the span: *the second quartile (Q2)*."""
    last = words[-1]
    if (opening := _PAIRS.get(last, "")) == last:
        return words.count(last) % 2 == 0
    return opening in words and words.count(opening) >= words.count(last)


def _core(syntax: Syntax, head: int, entity: int) -> tuple[int, int]:
    """Return the name itself: the recognised entity, or the capitalised words around the head."""
    start = end = head
    while start > 0 and _continues_name(syntax, start - 1, head):
        start -= 1
    while end + 1 < len(syntax) and _continues_name(syntax, end + 1, head):
        end += 1
    end += 1
    if entity >= 0:
        first, last, _ = syntax.ents[entity]
        start, end = min(start, first), max(end, last)
        while end > head + 1 and syntax.lowers[end - 1] in POSSESSIVE_MARKS:
            end -= 1
        while start < head and syntax.pos[start] in ("DET", "PUNCT"):
            start += 1
    return start, end


def _continues_name(syntax: Syntax, i: int, head: int) -> bool:
    """Whether token i belongs to the name of a head, by its label."""
    dep = syntax.deps[i].partition(":")[0]
    if dep not in ("compound", "flat", "name", "nmod") or syntax.deps[i] == "nmod:poss":
        return False
    up = syntax.heads[i]
    return (up == head or syntax.heads[up] == head) and syntax.pos[i] == "PROPN"


def _coordination(syntax: Syntax, first: Candidate) -> Candidate | None:
    """Return ``A and B`` as a mention where a nominal is coordinated with another."""
    last, joined = -1, False
    for child in syntax.children_of(first.head):
        if syntax.deps[child] == "conj" and syntax.pos[child] in ("NOUN", "PROPN", "PRON"):
            last = child
            joined |= any(syntax.lowers[j] in ("and", "&") for j in syntax.children_of(child))
    if last < 0 or not joined:
        return None
    _, end = _span(syntax, last)
    core = (first.start, max(end, last + 1))
    return Candidate(first.start, core[1], first.head, "nominal", core, "", True)
