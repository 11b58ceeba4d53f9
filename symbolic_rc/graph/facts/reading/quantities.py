"""Facts of quantities: how many of what, and whose or where they are."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.graph.facts.fact import Fact
from symbolic_rc.graph.facts.reading.source import Source

#: Relations in which a number stands for so many of what was counted before: "She broke two".
_ALONE = ("nsubj", "obj")
#: So many sentences back what a number alone counts was counted before.
_BACK = 2


def quantity_facts(source: Source) -> Iterator[Fact]:
    """Yield a fact for each number with what it counts; ids are not set."""
    syntax, before = source.syntax, -1
    for token in range(len(syntax)):
        dep = syntax.deps[token].partition(":")[0]
        if dep == "nummod":
            before = int(syntax.heads[token])
            yield _fact(source, before, before, token)
        elif dep in _ALONE and syntax.pos[token] == "NUM":
            of = source.child(token, "nmod")  # "six of his goats"
            counted = of if of >= 0 else before
            if counted >= 0 and int(syntax.sentences[token]) - int(syntax.sentences[counted]) <= _BACK:
                yield _fact(source, counted, token, token)


def _fact(source: Source, counted: int, told: int, number: int) -> Fact:
    denied, modality, speaker = source.manner(told)
    terms = (source.term("counted", told), source.term("value", number))
    return Fact(
        -1, "quantity", source.lemma(counted), "number", terms, number,
        int(source.syntax.sentences[number]), denied, modality, speaker,
    )  # fmt: skip
