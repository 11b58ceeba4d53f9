"""The entities of a story, as readers need them: a function ``Story -> list of NamedEntity``."""

from symbolic_rc.readers.entities.capitalised import capitalised
from symbolic_rc.readers.entities.named import EntitySource, NamedEntity
from symbolic_rc.readers.entities.names import Names
from symbolic_rc.readers.entities.resolved import resolved
from symbolic_rc.readers.entities.source import entity_source

__all__ = ["EntitySource", "NamedEntity", "Names", "capitalised", "entity_source", "resolved"]
