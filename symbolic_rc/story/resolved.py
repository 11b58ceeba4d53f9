"""A text with its references resolved: what distance readers, pruning and anonymisation take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.tokens import Tokens

if TYPE_CHECKING:
    from spacy.tokens import Doc

_POSSESSIVES = frozenset("his her its their my your our whose thy".split())


def entity_positions(
    mentions: Sequence[Mention], entities: Sequence[Entity]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the token spans (end exclusive) of each entity's mentions, in order of the text."""
    return tuple(tuple((mentions[m].start, mentions[m].end) for m in entity.mentions) for entity in entities)


def _instead(doc: Doc, mentions: Sequence[Mention], entities: Sequence[Entity]) -> dict[int, list[str]]:
    """Return the words that stand for each pronoun, by its token.

    A pronoun becomes the name of its entity, with a possessive mark where it was one; where the entity has no
    name, its first common noun phrase.
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
    return instead


def resolved_sentences(doc: Doc, mentions: Sequence[Mention], entities: Sequence[Entity]) -> list[list[str]]:
    """Return each sentence's words with pronouns replaced by names; white space is left out."""
    instead = _instead(doc, mentions, entities)
    sentences = []
    for sentence in doc.sents:
        words: list[str] = []
        for token in sentence:
            if not token.is_space:
                words.extend(instead.get(token.i) or [token.text])
        sentences.append(words)
    return sentences


def resolved_tokens(
    light: Tokens, doc: Doc, mentions: Sequence[Mention], entities: Sequence[Entity]
) -> Tokens:
    """Return light tokens with pronouns replaced by names, in the same sentences.

    The words of a name have the character offsets of the pronoun that they stand for.
    """
    instead = {doc[i].idx: words for i, words in _instead(doc, mentions, entities).items()}
    words: list[str] = []
    places: list[int] = []
    starts = light.starts.tolist()
    for i, word in enumerate(light.words):
        name = instead.get(starts[i]) or [word]
        words += name
        places += [i] * len(name)
    bounds = np.searchsorted(np.array(places, np.int64), light.sentences).astype(np.int32)
    return Tokens(tuple(words), light.starts[places], light.ends[places], bounds)
