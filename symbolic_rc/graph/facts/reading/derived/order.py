"""Facts of order in time: which event was before which, by words of time and by tense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.events import time_relation
from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.source import Source

#: How an event stands to another, turned so that the earlier one comes first.
_EARLIER_FIRST = {"before": ("before", False), "after": ("before", True), "with": ("with", False)}


def order_facts(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield a fact for each pair of events whose order the text tells; ids are not set."""
    by_head = {fact.token: fact for fact in reversed(facts) if fact.kind == "event"}
    for fact in facts:
        if fact.kind != "event":
            continue
        cue, other = time_relation(source.syntax, fact.token)
        if not cue or other not in by_head or other == fact.token:
            continue
        label, turned = _EARLIER_FIRST[cue]
        if cue == "with" and pluperfect(source.syntax, other) and not pluperfect(source.syntax, fact.token):
            label, turned = "before", True  # "when Ada came, Bo had left"
        first, second = (by_head[other], fact) if turned else (fact, by_head[other])
        terms = tuple(
            Term(role, *source.phrase(event.token), event.token)
            for role, event in (("event", first), ("other", second))
        )
        yield Fact(-1, "order", label, cue, terms, fact.token, fact.sentence, premises=(first.id, second.id))


def pluperfect(syntax: Syntax, token: int) -> bool:
    """Whether a verb tells what had been done before: "had washed"."""
    return any(
        syntax.lowers[child] in ("had", "'d", "having") and syntax.deps[child].startswith("aux")
        for child in syntax.children_of(token)
    )
