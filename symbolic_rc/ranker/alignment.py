"""Which tokens of a story a question's content words match, and how strongly."""

from __future__ import annotations

import numpy as np

from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex, match_words
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.arrays import Alignment


def align(asked: ParsedQuestion, story: StoryIndex) -> Alignment:
    """Return which tokens of a story the content words of a question match."""
    found = match_words(story, asked.content).relation
    rows = len(asked.content[0]) + 1
    bounds = found.indptr if len(found.indptr) == rows else np.zeros(rows, np.int32)
    return Alignment(bounds, found.positions, found.weights)


def without_word(alignment: Alignment, which: int) -> Alignment:
    """Return an alignment with one of its matched words, the `which`-th going round, matching nothing."""
    bounds, tokens, weights = alignment
    sizes = np.diff(bounds)
    matched = np.flatnonzero(sizes)
    if not len(matched):
        return alignment
    word = int(matched[which % len(matched)])
    gone = slice(int(bounds[word]), int(bounds[word + 1]))
    left = bounds.copy()
    left[word + 1 :] -= sizes[word]
    return Alignment(left, np.delete(tokens, gone), np.delete(weights, gone))


def with_other_word(alignment: Alignment, asked: ParsedQuestion, story: StoryIndex, which: int) -> Alignment:
    """Return an alignment in which one of the question's words stands for another word of the story.

    A name is taken for another name, a verb for another verb, a noun for another noun, so that the question
    is about what the story speaks of but does not say.
    """
    bounds, tokens, weights = alignment
    kinds = asked.tok[C.POS, asked.words]
    exchanged = np.isin(kinds, (C.P_PROPN, C.P_VERB, C.P_NOUN)) & (np.diff(bounds) > 0)
    if not exchanged.any():
        return alignment
    word = int(np.flatnonzero(exchanged)[which % int(exchanged.sum())])
    tok = story.tok
    other = np.flatnonzero((tok[C.POS] == kinds[word]) & (tok[C.FUNC] == 0))
    other = other[~np.isin(tok[C.LEMMA, other], tok[C.LEMMA, tokens])]
    if not len(other):
        return without_word(alignment, which)
    places = np.flatnonzero(tok[C.LEMMA] == tok[C.LEMMA, other[(which * 7919) % len(other)]])
    start, end = int(bounds[word]), int(bounds[word + 1])
    left = bounds.copy()
    left[word + 1 :] += len(places) - (end - start)
    return Alignment(
        left,
        np.concatenate([tokens[:start], places.astype(np.int32), tokens[end:]]),
        np.concatenate([weights[:start], np.ones(len(places), np.float32), weights[end:]]),
    )
