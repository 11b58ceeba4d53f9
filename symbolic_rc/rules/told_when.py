"""Of which time a fact tells: what once was, what was, what is so now."""

from __future__ import annotations

from symbolic_rc.graph.facts import Fact, Facts

_ONCE = frozenset("once formerly previously originally initially earlier".split())
_NOW = frozenset("now today nowadays currently".split())
_VERBAL = ("cop", "aux", "aux:pass")
EARLIER, PAST, PRESENT = 0, 1, 2


def told_when(facts: Facts, fact: Fact) -> int:
    """Return `EARLIER`, `PAST` or `PRESENT`, by the tense of a fact's verb and the adverbs beside it.

    Of "The barn is now a shop. It was once a stable" the second tells of an earlier time than the first; so
    does "It had been a stable" in a story told in the past.
    """
    syntax, token = facts.syntax, fact.token
    if fact.kind == "attribute" and syntax.pos[token] != "VERB":
        above = int(syntax.heads[token])
        verb = above if syntax.deps[token] in ("xcomp", "obj") else token
    else:
        verb = token
    beside = [verb, *(child for child in syntax.children_of(verb) if syntax.deps[child] in _VERBAL)]
    adverbs = {syntax.lowers[child] for child in syntax.children_of(verb) if syntax.deps[child] == "advmod"}
    tags = {syntax.tags[i] for i in beside}
    if adverbs & _NOW:
        return PRESENT
    if adverbs & _ONCE or any(syntax.lowers[i] in ("had", "used") for i in beside):
        return EARLIER
    return PRESENT if tags & {"VBZ", "VBP"} and "VBD" not in tags else PAST
