"""Two steps over sections: where one section names the title of another, the second tells what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from symbolic_rc.core.forks import remembered
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Facts
from symbolic_rc.question.pattern import INTRODUCING
from symbolic_rc.question.query import Query

#: A title has at most so many words, and none of these at its end.
_LONGEST, _CLOSING = 12, frozenset('.!?:;,"”')
_RELATIVE = frozenset("who whom which that whose".split())
_JOINED = {"whose": "'s"}


class Section(NamedTuple):
    """A part of a text under a title of its own: the words of the title, and the tokens of both."""

    title: tuple[str, ...]  # in lower case, without what tells it from others of the name: "Kiel (ship)"
    start: int
    end: int


@remembered
def sections_of(facts: Facts) -> tuple[Section, ...]:
    """Return the sections of a text: short paragraphs without a closing mark, with what is below each."""
    syntax = facts.syntax
    bounds = [0, *(np.flatnonzero(np.diff(syntax.paragraphs)) + 1).tolist(), len(syntax)]
    found = []
    for (start, end), (_, last) in pairwise(pairwise(bounds)):
        words = [word for word in syntax.lowers[start:end] if word.strip()]
        if 0 < len(words) <= _LONGEST < last - end and words[-1] not in _CLOSING:
            aside = next((i for i, word in enumerate(words) if i and word in ("(", ",")), len(words))
            found.append(Section(tuple(words[:aside]), start, last))
    return tuple(found)


def second_step(query: Query, facts: Facts) -> Section | None:
    """Return the only section whose title the question does not name, but another section does."""
    asked, told = query.lowers, facts.syntax.lowers
    sections = sections_of(facts)
    found = [
        one
        for one in sections
        if not names_title(asked, one)
        and any(names_title(told[other.start : other.end], one) for other in sections if other is not one)
    ]
    return found[0] if len(found) == 1 else None


def names_title(words: list[str], section: Section) -> bool:
    """Whether words, in lower case, have the title of a section among them."""
    return f" {' '.join(section.title)} " in f" {' '.join(words)} "


def with_name(query: Query, name: str) -> str:
    """Return a question with a name in the place of what it describes by a clause; empty where it does not.

    "Ada met a poet who died in what year" -> "Bo Alder died in what year?"
    """
    syntax, text = query.syntax, query.question.text
    above = [query.gap, *_above(syntax, query.gap)]
    clause = next((i for i in above if syntax.deps[i].startswith("acl")), -1)
    if clause >= 0:
        return _of_clause(query, clause, name)
    described = [i for i in range(query.start, query.end) if i not in above and _is_described(query, i)]
    for i in sorted(described, key=lambda i: int(syntax.left[i] - syntax.right[i])):
        words = syntax.words[int(syntax.left[i]) + len(syntax.cases_of(i)) : int(syntax.right[i]) + 1]
        if found := _found(text, words):
            return f"{text[: found.start()]}{name}{text[found.end() :]}"
    return ""


def _of_clause(query: Query, clause: int, name: str) -> str:
    """Return a clause that asks, of a name: "a poet who died when" -> "Bo Alder died when?"."""
    syntax, end = query.syntax, int(query.syntax.right[clause]) + 1
    own = range(int(syntax.left[clause]), end)
    which = next((i for i in own if i != query.gap and syntax.lowers[i] in _RELATIVE), -1)
    told = _found(query.question.text, syntax.words[own.start if which < 0 else which + 1 : end])
    if told is None or (which < 0 and syntax.tags[clause] not in ("VBN", "VBG")):
        return ""
    return f"{name}{_JOINED.get(syntax.lowers[which], '') if which >= 0 else ' was'} {told[0].rstrip(' ?.')}?"


def _is_described(query: Query, noun: int) -> bool:
    """Whether a noun of a question is not asked for, and described by a clause or by whose it is."""
    syntax = query.syntax
    own = range(int(syntax.left[noun]), int(syntax.right[noun]) + 1)
    told = (c for c in syntax.children_of(noun) if syntax.pos[c] != "PRON")
    asked = not query.variables.isdisjoint(own) or syntax.lemmas[int(syntax.heads[noun])] in INTRODUCING
    named = syntax.pos[noun] in ("NOUN", "PROPN") and not asked
    return named and any(syntax.deps[c].startswith(("acl", "nmod:poss")) for c in told)


def _above(syntax: Syntax, token: int) -> Iterator[int]:
    while int(syntax.heads[token]) != token:
        token = int(syntax.heads[token])
        yield token


def _found(text: str, words: list[str]) -> re.Match[str] | None:
    """Return where a text has some words, whatever the spaces between them."""
    return re.search(r"\s*".join(map(re.escape, words)), text, re.IGNORECASE)
