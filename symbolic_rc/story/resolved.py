"""A text with its references resolved: what distance readers, pruning and anonymisation take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from symbolic_rc.core.entity import Entity, Mention

if TYPE_CHECKING:
    from spacy.tokens import Doc

_POSSESSIVES = frozenset("his her its their my your our whose thy".split())


def entity_positions(
    mentions: Sequence[Mention], entities: Sequence[Entity]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the token spans (end exclusive) of each entity's mentions, in order of the text."""
    return tuple(tuple((mentions[m].start, mentions[m].end) for m in entity.mentions) for entity in entities)


def resolved_sentences(doc: Doc, mentions: Sequence[Mention], entities: Sequence[Entity]) -> list[list[str]]:
    """Return each sentence's words with pronouns replaced by names.

    A pronoun becomes the name of its entity, with a possessive mark where it was one; where the entity has no
    name, its first common noun phrase. Other mentions stay as they are. White space is left out.
    """
    instead: dict[int, list[str]] = {}
    for mention in mentions:
        entity = entities[mention.entity]
        if mention.kind != "pronoun" or not (entity.names or mentions[entity.mentions[0]].kind == "nominal"):
            continue
        name = entity.name.split()
        word = doc[mention.head].lower_
        mark = word in _POSSESSIVES and doc[mention.head].dep_.startswith("nmod")
        instead[mention.head] = [*name, "'s"] if mark else name
    sentences = []
    for sentence in doc.sents:
        words: list[str] = []
        for token in sentence:
            if not token.is_space:
                words.extend(instead.get(token.i) or [token.text])
        sentences.append(words)
    return sentences
