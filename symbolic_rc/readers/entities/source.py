"""Where a reader takes a story's entities from, by the option's value."""

from __future__ import annotations

from symbolic_rc.core.errors import check_name
from symbolic_rc.readers.entities.capitalised import capitalised
from symbolic_rc.readers.entities.named import EntitySource
from symbolic_rc.readers.entities.resolved import resolved

_SOURCES: dict[str, EntitySource] = {"capitals": capitalised, "coref": resolved}


def entity_source(name: str, own: EntitySource = capitalised) -> EntitySource:
    """Return `capitalised` or `resolved` by the option's value, the reader's own where that is empty.

    Parameters
    ----------
    name : str
        The source's name, or empty for the reader's own.
    own : EntitySource
        What the reader takes by default.

    Raises
    ------
    SymbolicRCError
        If it is neither ``capitals`` nor ``coref``.
    """
    if not name:
        return own
    return _SOURCES[check_name("source of entities", name, _SOURCES)]
