"""Reading a story's facts off its layers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.frame import Frame
from symbolic_rc.coref.mentions.syntax import read_syntax
from symbolic_rc.graph.facts.fact import Fact
from symbolic_rc.graph.facts.reading.attributes import attribute_facts
from symbolic_rc.graph.facts.reading.comparisons import comparison_facts
from symbolic_rc.graph.facts.reading.derived.agents import doings
from symbolic_rc.graph.facts.reading.derived.contrast import contrasted
from symbolic_rc.graph.facts.reading.derived.kin import kin_of_events
from symbolic_rc.graph.facts.reading.derived.kinds import inherited
from symbolic_rc.graph.facts.reading.derived.order import order_facts
from symbolic_rc.graph.facts.reading.derived.repeated import repeated
from symbolic_rc.graph.facts.reading.derived.shared import gapped, respectively, shared_facts
from symbolic_rc.graph.facts.reading.events import event_facts
from symbolic_rc.graph.facts.reading.kin import kin_facts
from symbolic_rc.graph.facts.reading.quantities import quantity_facts
from symbolic_rc.graph.facts.reading.relations import composed, relation_facts
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.graph.facts.reading.space import space_facts
from symbolic_rc.graph.facts.store import Facts

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from symbolic_rc.coref import Quotation

#: What is read off the text itself, each from a story's layers to facts without ids.
READERS = (
    event_facts,
    attribute_facts,
    relation_facts,
    kin_facts,
    comparison_facts,
    quantity_facts,
    space_facts,
)
#: What follows from facts that were read.
DERIVATIONS = (composed, composed)


def read_facts(
    doc: Doc,
    mentions: Sequence[Mention],
    entities: Sequence[Entity],
    frames: Sequence[Frame],
    quotations: Sequence[Quotation] = (),
) -> Facts:
    """Return a story's facts, in the order of the words that say them; what follows from others is last."""
    source = Source(read_syntax(doc), mentions, entities, frames, quotations)
    found = sorted((fact for read in READERS for fact in read(source)), key=lambda fact: fact.token)
    facts = _numbered(repeated(source, contrasted(source, gapped(source, respectively(source, found)))), 0)
    facts += _numbered(shared_facts(source, facts), len(facts))
    facts += _numbered(inherited(source, facts), len(facts))
    facts += _numbered(order_facts(source, facts), len(facts))
    facts += _numbered(doings(source, facts), len(facts))
    facts += _numbered(kin_of_events(source, facts), len(facts))
    for derive in DERIVATIONS:
        facts += _numbered(derive(facts), len(facts))
    return Facts(facts, source.syntax, entities, mentions)


def _numbered(facts: Iterable[Fact], first: int) -> list[Fact]:
    return [replace(fact, id=number) for number, fact in enumerate(facts, first)]
