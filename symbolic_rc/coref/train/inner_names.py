"""Names within names: *the [Kenya] Vision 2030*, *[NATO] actions*.

OntoGUM takes a name before a noun for a mention of what bears it elsewhere in the text. For reading, such a
name is a part of the phrase, and no mention is made of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.coref.linking import Links, Reading
from symbolic_rc.coref.mentions.attributes import KIND, NAME
from symbolic_rc.coref.train.corpora import Span

#: Names that hold no name of another: *New York City* is not New York's city, *George Floyd* no George.
_WHOLE = frozenset("GPE LOC FAC NORP DATE PERSON".split())
#: Words of an inner name, at most.
_LONGEST = 4


def inner_names(reading: Reading, links: Links) -> Iterator[tuple[Span, int]]:
    """Yield names before nouns that are no mentions, each with the entity that bears the name elsewhere.

    Parameters
    ----------
    reading : Reading
    links : Links
    """
    syntax, candidates = reading.syntax, reading.mentions.candidates
    bearers: dict[tuple[str, ...], list[int]] = {}
    holding = [-1] * len(syntax)
    for m, candidate in enumerate(candidates):
        if candidate.coordinated:
            continue
        for i in range(candidate.start, candidate.end):
            holding[i] = m  # mentions within others come later
        if reading.mentions.table[m, KIND] == NAME:
            words = tuple(syntax.lowers[slice(*candidate.core)])
            bearers.setdefault(words[1:] if words[0] == "the" else words, []).append(m)
    found = {(candidate.start, candidate.end) for candidate in candidates}
    for i in range(len(syntax)):
        entity = int(syntax.entity[i])
        inside = entity >= 0 and syntax.ents[entity][2] in _WHOLE
        if syntax.pos[i] != "PROPN" or syntax.deps[i] != "compound" or inside or _hyphenated(syntax.words, i):
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


def _hyphenated(words: list[str], i: int) -> bool:
    """Whether a hyphen follows a word."""
    return i + 1 < len(words) and words[i + 1] == "-"
