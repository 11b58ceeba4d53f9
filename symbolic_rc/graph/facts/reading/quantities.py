"""Facts of quantities: how many of what, and whose or where they are."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.graph.facts.fact import Fact
from symbolic_rc.graph.facts.reading.source import Source


def quantity_facts(source: Source) -> Iterator[Fact]:
    """Yield a fact for each number with what it counts; ids are not set."""
    syntax = source.syntax
    for token in range(len(syntax)):
        if syntax.deps[token].partition(":")[0] != "nummod":
            continue
        counted = int(syntax.heads[token])
        denied, modality, speaker = source.manner(counted)
        terms = (source.term("counted", counted), source.term("value", token))
        yield Fact(
            -1, "quantity", source.lemma(counted), "number", terms, token,
            int(syntax.sentences[token]), denied, modality, speaker,
        )  # fmt: skip
