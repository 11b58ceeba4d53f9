"""Retrieval guided by the entity graph: where the question's characters are, and what they do there.

A chunk counts what it says of the question's words (`paraphrase`), which of the question's entities are in it
under whatever name or pronoun, and their events: frames of which such an entity is an argument and whose
predicate, or another argument, the question speaks of.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.question import Question
from symbolic_rc.match import matcher
from symbolic_rc.retrieve.chunks import Chunks
from symbolic_rc.retrieve.lexical import paraphrase

#: How much an entity's presence and an event count beside the words.
_PRESENCE, _EVENT = 0.5, 1.0


def graph(chunks: Chunks, questions: Sequence[Question]) -> NDArray[np.float64]:
    """Return the words' scores plus those of the question's entities and their events."""
    scores = paraphrase(chunks, questions)
    read = _Read(chunks)
    for row, question in zip(scores, questions, strict=True):
        asked = chunks.query_words(question.text)
        entities = read.named(asked)
        for entity in entities:
            present = read.presence[entity]
            row += _PRESENCE * present * np.log1p(len(chunks) / max(1, int(present.sum())))
        row += _EVENT * read.events(entities, asked)
    return scores


class _Read:
    """A read story, by chunk: where entities are, and which frames they take part in."""

    def __init__(self, chunks: Chunks) -> None:
        self._chunks, story = chunks, chunks.story
        entity_at, self._chunk_of = np.full(len(story.doc), -1, np.int32), _chunk_by_token(chunks)
        for mention in sorted(story.mentions, key=lambda one: one.start - one.end):
            entity_at[mention.start : mention.end] = mention.entity
        self.presence = np.zeros((len(story.entities), len(chunks)), np.bool_)
        known = entity_at >= 0
        self.presence[entity_at[known], self._chunk_of[known]] = True
        self._names: dict[str, list[int]] = {}
        for entity in story.entities:
            words = {word.lower() for name in entity.names for word in name.split() if word[:1].isupper()}
            for word in words:
                self._names.setdefault(word, []).append(entity.id)
        self._heads: dict[int, list[int]] = {}
        for frame in story.frames:
            heads = [argument.head for argument in frame.arguments]
            for entity in dict.fromkeys(entity_at[heads].tolist()):
                self._heads.setdefault(entity, []).append(frame.head)
        self._words = matcher().story([token.text for token in story.doc])

    def named(self, asked: Sequence[str]) -> list[int]:
        """Return the entities that the question names; of several with one name that with most mentions."""
        found = []
        for word in dict.fromkeys(asked):
            if candidates := self._names.get(word):
                found.append(max(candidates, key=lambda e: (self.presence[e].sum(), -e)))
        return list(dict.fromkeys(found))

    def events(self, entities: Sequence[int], asked: Sequence[str]) -> NDArray[np.float64]:
        """Return for each chunk how rare the best event is that the question speaks of; (chunks,)."""
        scores = np.zeros(len(self._chunks))
        heads = np.unique([head for entity in entities for head in self._heads.get(entity, ())]).astype(
            np.int64
        )
        if not len(heads):
            return scores
        theirs = np.zeros(len(self._chunk_of), np.bool_)
        theirs[heads] = True
        relation = matcher().relate(list(asked), self._words)
        for word in range(len(relation)):
            positions, weights = relation.row(word)
            own = theirs[positions]
            rarity = np.log1p(len(heads) / max(1, int(own.sum())))
            best = np.zeros(len(self._chunks))
            np.maximum.at(best, self._chunk_of[positions[own]], weights[own] * rarity)
            scores += best
        return scores


def _chunk_by_token(chunks: Chunks) -> NDArray[np.int32]:
    """Return the chunk of each token of the annotated text, by where the token starts."""
    light = chunks.story.tokens
    starts = np.array([token.idx for token in chunks.story.doc], np.int64)
    nearest = np.clip(np.searchsorted(light.starts, starts, side="right") - 1, 0, max(0, len(light) - 1))
    found = np.searchsorted(chunks.bounds, nearest, side="right") - 1
    return np.clip(found, 0, max(0, len(chunks) - 1)).astype(np.int32)
