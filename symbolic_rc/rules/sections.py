"""Two steps over sections: where one section names the title of another, the answer is in the second."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from symbolic_rc.core.forks import remembered
from symbolic_rc.graph.facts import Facts
from symbolic_rc.question.pattern import INTRODUCING
from symbolic_rc.question.query import Query
from symbolic_rc.rules.likelihood import tokens_above

#: Maximum number of words of a title, and marks at which none ends.
_LONGEST, _CLOSING = 12, frozenset('.!?:;,"”')
#: What stands for a noun at the head of a clause, with what follows a name in its place.
_RELATIVE = {"who": "", "whom": "", "which": "", "that": "", "whose": "'s"}


class Section(NamedTuple):
    """A part of a text under a title of its own: the words of the title, and the tokens of both."""

    title: str  # in lower case, without what tells it from others of the name: "Kiel (ship)"
    start: int
    end: int

    def is_named(self, words: list[str]) -> bool:
        """Whether words, in lower case, have its title among them."""
        return f" {self.title} " in f" {' '.join(words)} "


@remembered
def sections_of(facts: Facts) -> tuple[Section, ...]:
    """Return the sections of a text: short paragraphs without a closing mark, with what is below each."""
    bounds = [0, *(np.flatnonzero(np.diff(facts.syntax.paragraphs)) + 1).tolist(), len(facts.syntax)]
    found = []
    for (start, end), (_, last) in pairwise(pairwise(bounds)):
        title = " ".join(facts.syntax.lowers[start:end]).strip()
        if title and end - start <= _LONGEST < last - end and title[-1] not in _CLOSING:
            found.append(Section(re.split(r" [(,] ", title)[0], start, last))
    return tuple(found)


def _other_title(query: Query, facts: Facts) -> str:
    """Return the only title that another section names and a question does not, or an empty string."""
    told, sections = facts.syntax, sections_of(facts)
    unnamed = [one for one in sections if not one.is_named(query.lowers)]
    others = ((one, other) for one in unnamed for other in sections if other is not one)
    found = {one for one, other in others if one.is_named(told.lowers[other.start : other.end])}
    titles = (told.words[one.start :][: len(one.title.split())] for one in found)
    return " ".join(next(titles)) if len(found) == 1 else ""


def second_question(query: Query, facts: Facts) -> str:
    """Return a question with the title that it does not name and another section does; empty without a place.

    It replaces the description of the question: "Ada met a poet who died when" -> "Bo Alder died when?"
    """
    text, syntax, name = query.question.text, query.syntax, _other_title(query, facts)
    if not name:
        return ""
    around = [query.gap, *tokens_above(syntax.heads, query.gap)]
    if clause := next((i for i in around if syntax.deps[i].startswith("acl")), 0):
        return _asked_by_clause(query, clause, name)
    described = [i for i in range(query.start, query.end) if i not in around and _is_described(query, i)]
    described.sort(key=lambda i: int(syntax.left[i] - syntax.right[i]))
    begins = (int(syntax.left[i]) + len(syntax.cases_of(i)) for i in described)
    ends = (int(syntax.right[i]) + 1 for i in described)
    places = (_found(text, syntax.words[start:end]) for start, end in zip(begins, ends, strict=True))
    said = next(filter(None, places), None)
    return f"{text[: said.start()]}{name}{text[said.end() :]}" if said else ""


def _asked_by_clause(query: Query, verb: int, name: str) -> str:
    """Return what the clause of a verb asks of a name: "a poet who died when" -> "Bo died when?"."""
    text, syntax = query.question.text, query.syntax
    own = range(int(syntax.left[verb]), int(syntax.right[verb]) + 1)
    which = next((c for c in own if c != query.gap and syntax.lowers[c] in _RELATIVE), -1)
    said = _found(text, syntax.words[own.start if which < 0 else which + 1 : own.stop])
    joined = " was" if which < 0 else _RELATIVE[syntax.lowers[which]]
    whole = said is not None and (which >= 0 or syntax.tags[verb] in ("VBN", "VBG"))
    return f"{name}{joined} {said[0].rstrip(' ?.')}?" if said and whole else ""


def _is_described(query: Query, noun: int) -> bool:
    """Whether a noun of a question is not asked for, and described by a clause or by whose it is."""
    syntax = query.syntax
    own = range(int(syntax.left[noun]), int(syntax.right[noun]) + 1)
    asked = not query.variables.isdisjoint(own) or syntax.lemmas[int(syntax.heads[noun])] in INTRODUCING
    told = [syntax.deps[c] for c in syntax.children_of(noun) if syntax.pos[c] != "PRON"]
    named = syntax.pos[noun] in ("NOUN", "PROPN") and not asked
    return named and any(one.startswith(("acl", "nmod:poss")) for one in told)


def _found(text: str, words: list[str]) -> re.Match[str] | None:
    """Return where a text has some words, whatever the spaces between them."""
    return re.search(r"\s*".join(map(re.escape, words)), text, re.IGNORECASE)
