"""Reading a story's facts off its layers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from symbolic_rc.core.entity import Entity, Frame, Mention
from symbolic_rc.coref.mentions.syntax import read_syntax
from symbolic_rc.graph.facts.fact import Fact
from symbolic_rc.graph.facts.reading.attributes import attribute_facts
from symbolic_rc.graph.facts.reading.comparisons import comparison_facts, quantity_facts
from symbolic_rc.graph.facts.reading.events import event_facts
from symbolic_rc.graph.facts.reading.implicit import (
    contrasted,
    doings,
    gapped,
    repeated,
    respectively,
    shared_facts,
)
from symbolic_rc.graph.facts.reading.kinds import inherited
from symbolic_rc.graph.facts.reading.kinship import kin_facts
from symbolic_rc.graph.facts.reading.order import life_facts, order_facts
from symbolic_rc.graph.facts.reading.relations import relation_facts
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.graph.facts.reading.space import space_facts
from symbolic_rc.graph.facts.store import Facts

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from symbolic_rc.coref import Quotation

#: What is read off the text itself, each from a story's layers to facts without ids.
READERS = (
    event_facts, attribute_facts, relation_facts, kin_facts, comparison_facts, quantity_facts, space_facts,
    life_facts,
)  # fmt: skip
#: Derivations, in order; each takes all facts before it.
DERIVATIONS = (
    shared_facts, inherited, order_facts, doings,
)  # fmt: skip


def read_facts(
    doc: Doc,
    mentions: Sequence[Mention],
    entities: Sequence[Entity],
    frames: Sequence[Frame],
    quotations: Sequence[Quotation] = (),
) -> Facts:
    """Return a story's facts, in the order of the words that express them; derived facts are last."""
    source = Source(read_syntax(doc), mentions, entities, frames, quotations)
    found = sorted((fact for read in READERS for fact in read(source)), key=lambda fact: fact.token)
    for complete in (respectively, gapped, contrasted, repeated):
        found = complete(source, found)
    facts = _numbered(found, 0)
    for derive in DERIVATIONS:
        facts += _numbered(derive(source, facts), len(facts))
    return Facts(facts, source.syntax, entities, mentions)


def _numbered(facts: Iterable[Fact], first: int) -> list[Fact]:
    return [replace(fact, id=number) for number, fact in enumerate(facts, first)]
