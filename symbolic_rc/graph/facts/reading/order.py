"""Facts of order in time: which event was before which, by words of time and by tense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.numbers import read_numbers
from symbolic_rc.graph.facts.reading.source import Source

#: Words that begin a clause of time, with what they say of the clause's event against the main one.
_CUES = {
    "before": "after", "until": "after", "till": "after", "after": "before", "since": "before",
    "once": "before", "when": "with", "while": "with", "as": "with", "whilst": "with",
}  # fmt: skip
_ROLESETS = {"bear": "bear.02", "die": "die.01"}
_ONE_END = {frozenset(("born", "b.")): "bear", frozenset(("died", "d.")): "die"}
#: Maximum number of tokens in the brackets of a life.
_BRACKET = 12
#: How an event stands to another, turned so that the earlier one comes first.
_EARLIER_FIRST = {"before": ("before", False), "after": ("before", True), "with": ("with", False)}


def order_facts(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield a fact for each pair of events whose order the text states; ids are not set."""
    by_head = {fact.token: fact for fact in reversed(facts) if fact.kind == "event"}
    for fact in facts:
        if fact.kind != "event":
            continue
        cue, other = _time_relation(source.syntax, fact.token)
        if not cue or other not in by_head or other == fact.token:
            continue
        label, turned = _EARLIER_FIRST[cue]
        first, second = (by_head[other], fact) if turned else (fact, by_head[other])
        terms = tuple(
            Term(role, *source.phrase(event.token), event.token)
            for role, event in (("event", first), ("other", second))
        )
        yield Fact(-1, "order", label, cue, terms, fact.token, fact.sentence, premises=(first.id, second.id))


def life_facts(source: Source) -> Iterator[Fact]:
    """Read "Ada Ohm (1843-1911)", "Bo (born 1950)": when somebody was born and died; ids are not set."""
    syntax, low = source.syntax, source.syntax.lowers
    for at in [i for i, word in enumerate(low) if word == "(" and i and syntax.pos[i - 1] == "PROPN"]:
        name = at - 1
        while syntax.deps[name] in ("flat", "compound"):
            name = int(syntax.heads[name])
        entity = source.entity_at(name)
        if entity >= 0 and source.entities[entity].type == "PERSON":
            subject = Term("ARG1", source.phrase(name)[0], at, name, entity)
            for verb, year in _ends_of_life(syntax, at):
                terms = subject, Term("ARGM-TMP", year, year + 1, year)
                yield source.fact("event", verb, _ROLESETS[verb], terms, year)


def _ends_of_life(syntax: Syntax, at: int) -> list[tuple[str, int]]:
    """Return the years of birth and death in a bracket, with the verbs that they are of."""
    bracket = syntax.lowers[at : at + _BRACKET]
    end = at + (bracket.index(")") if ")" in bracket else 0)
    years = [one.start for one in read_numbers(syntax, at + 1, end) if one.date and one.date.years[0]]
    alone = next((verb for words, verb in _ONE_END.items() if not words.isdisjoint(bracket)), "")
    verbs = ["bear", "die"] if len(set(years)) == 2 else [alone] if alone and len(years) == 1 else []
    return list(zip(verbs, years, strict=False))


def pluperfect(syntax: Syntax, token: int) -> bool:
    """Whether a verb is in the past perfect: "had washed"."""
    return any(
        syntax.lowers[child] in ("had", "'d", "having") and syntax.deps[child].startswith("aux")
        for child in syntax.children_of(token)
    )


def _time_relation(syntax: Syntax, head: int) -> tuple[str, int]:
    """Return how a predicate stands to another in time (before, after, with), and its token, or -1."""
    dep = syntax.deps[head]
    children = syntax.children_of(head)
    up = int(syntax.heads[head])
    if dep.startswith("advcl"):
        for child in children:
            cue = _CUES.get(syntax.lowers[child])
            if cue and (syntax.deps[child] in ("mark", "advmod", "case")):
                return cue, up
    had = any(syntax.lowers[child] == "had" and syntax.deps[child].startswith("aux") for child in children)
    if had and syntax.tags[head] == "VBN" and up != head:
        aux = any(
            syntax.lowers[c] == "had" and syntax.deps[c].startswith("aux") for c in syntax.children_of(up)
        )
        if not aux:
            return "before", up
    return "", -1
