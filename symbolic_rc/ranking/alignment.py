"""Which tokens of a story a question's content words match, and how strongly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex, word_matcher
from symbolic_rc.question.parsed import Asked, context_of
from symbolic_rc.ranking.linear import SENTENCES, Scene, look

Relation = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]


def relate(asked: Asked, story: StoryIndex) -> Relation:
    """Return the relation of content words to tokens as bounds (words + 1), tokens and weights."""
    forms, lemmas, parts = asked.content
    found = word_matcher().relate(forms, story.words, lemmas, parts)
    bounds = found.indptr if len(found.indptr) == len(forms) + 1 else np.zeros(len(forms) + 1, np.int32)
    return bounds, found.positions, found.weights


def without_word(relation: Relation, which: int) -> Relation:
    """Return a relation with one of its matched words, the `which`-th going round, matching nothing."""
    bounds, positions, weights = relation
    sizes = np.diff(bounds)
    matched = np.flatnonzero(sizes)
    if not len(matched):
        return relation
    word = int(matched[which % len(matched)])
    gone = slice(int(bounds[word]), int(bounds[word + 1]))
    left = bounds.copy()
    left[word + 1 :] -= sizes[word]
    return left, np.delete(positions, gone), np.delete(weights, gone)


def with_other_word(relation: Relation, asked: Asked, story: StoryIndex, which: int) -> Relation:
    """Return a relation in which one of the question's words stands for another word of the story.

    A name is taken for another name, a verb for another verb, a noun for another noun, so that the question
    is about what the story speaks of but does not say.
    """
    bounds, positions, weights = relation
    kinds = asked.tok[C.POS, asked.words]
    exchanged = np.isin(kinds, (C.P_PROPN, C.P_VERB, C.P_NOUN)) & (np.diff(bounds) > 0)
    if not exchanged.any():
        return relation
    word = int(np.flatnonzero(exchanged)[which % int(exchanged.sum())])
    tok = story.tok
    other = np.flatnonzero((tok[C.POS] == kinds[word]) & (tok[C.FUNC] == 0))
    other = other[~np.isin(tok[C.LEMMA, other], tok[C.LEMMA, positions])]
    if not len(other):
        return without_word(relation, which)
    places = np.flatnonzero(tok[C.LEMMA] == tok[C.LEMMA, other[(which * 7919) % len(other)]])
    start, end = int(bounds[word]), int(bounds[word + 1])
    left = bounds.copy()
    left[word + 1 :] += len(places) - (end - start)
    return (
        left,
        np.concatenate([positions[:start], places.astype(np.int32), positions[end:]]),
        np.concatenate([weights[:start], np.ones(len(places), np.float32), weights[end:]]),
    )


def see(
    story: StoryIndex,
    asked: Asked,
    relation: Relation,
    sentences: int = SENTENCES,
    hidden: NDArray[np.bool_] | None = None,
) -> Scene:
    """Return the candidates of the best sentences with their features.

    `hidden` says which sentences must not be looked at, for trials of what happens without them.
    """
    allowed = np.ones(len(story.bounds) - 1, np.bool_)
    places = context_of(asked.question)
    if places and len(allowed):
        starts = story.chars[story.bounds[:-1], 0]
        inside = np.zeros(len(allowed), np.bool_)
        for start, end in places:
            inside |= (starts >= start) & (starts < end)
        allowed = inside if inside.any() else allowed
    if hidden is not None and not hidden[allowed].all():
        allowed = allowed & ~hidden
    return look(
        story.tok, story.bounds, story.cand, story.cand_bounds, story.atoms, story.ent, story.ent_bounds,
        story.ent_heads, story.frames, story.kind_bounds, story.kinds, story.said_bounds, story.said,
        story.vectors, asked.vectors,
        asked.kinds, asked.tok, asked.info, asked.words, *relation, allowed, sentences,
    )  # fmt: skip
