"""A question's scene: the best sentences of a story, and the features of their candidates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.arrays import StoryArrays
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import ParsedQuestion, QuestionArrays, context_of
from symbolic_rc.ranking.arrays import Alignment, Evidence, Scene
from symbolic_rc.ranking.entity_evidence import (
    ENTITY_VALUES,
    EntityValue,
    entity_evidence,
    mark_kind,
    similarities,
)
from symbolic_rc.ranking.feature_templates import DENSE, HEAD_VALUES, HEADS, SPANS
from symbolic_rc.ranking.head_features import head_features
from symbolic_rc.ranking.sentence_evidence import MOST_NAMED, choose_sentences, sentence_scores, spread
from symbolic_rc.ranking.span_features import Sentence, same_answers, span_features

#: Sentences whose candidates are scored.
SENTENCES = 10
#: The least sum of the words' weights.
_LEAST = 0.1


def see(
    story: StoryIndex,
    asked: ParsedQuestion,
    alignment: Alignment,
    sentences: int = SENTENCES,
    hidden: NDArray[np.bool_] | None = None,
) -> Scene:
    """Return the candidates of the best sentences with their features.

    Parameters
    ----------
    story : StoryIndex
    asked : ParsedQuestion
    alignment : Alignment
    sentences : int
        How many are looked at.
    hidden : ndarray of bool, shape (sentences of the story,), optional
        The sentences that must not be looked at, for trials of what happens without them.
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
    return look(story.arrays, asked.arrays, alignment, allowed, sentences)


@kernel
def look(
    story: StoryArrays,
    question: QuestionArrays,
    alignment: Alignment,
    allowed: NDArray[np.bool_],
    most_sentences: int,
) -> Scene:
    """Make a question's scene: evidence, the best sentences, and the features of their candidates.

    `allowed` says which sentences may be looked at.
    """
    tok, bounds = story.tok, story.bounds
    n, count = tok.shape[1], question.words.shape[0]
    best = np.zeros((count, n), np.float32)
    bound = np.empty((MOST_NAMED, 2), np.int32)
    named = spread(story, alignment, best, bound)
    weight = np.empty(count, np.float32)
    own = np.empty(bounds.shape[0] - 1, np.float32)
    total = max(_LEAST, sentence_scores(story, alignment, best, weight, own))
    evidence = Evidence(best, weight, total)
    order = np.empty(min(most_sentences, allowed.sum()), np.int32)
    choose_sentences(own, allowed, order)
    entities = np.zeros((story.ent_bounds.shape[0] - 1, ENTITY_VALUES), np.float32)
    of_kind = np.zeros(n, np.bool_)
    mark_kind(story.hypernym_bounds, story.hypernyms, question.kinds, of_kind)
    similarity = np.zeros((2, n), np.float32)
    similarities(story.vectors, question.vectors, tok[C.HEAD], similarity)
    entity_evidence(story, question, evidence, of_kind, similarity, bound[:named], entities)
    asked_entities = np.flatnonzero(entities[:, EntityValue.NAMED] > 0).astype(np.int32)
    m, t = 0, 0
    for s in order:
        m += story.cand_bounds[s + 1] - story.cand_bounds[s]
        t += bounds[s + 1] - bounds[s]
    selected = np.empty(m, np.int32)
    head_row = np.empty(m, np.int32)
    head_ids = np.zeros((t, HEADS), np.uint32)
    span_ids = np.empty((m, SPANS), np.uint32)
    dense = np.empty((m, DENSE), np.float32)
    m, t = 0, 0
    for k in range(order.shape[0]):
        s = order[k]
        base, stop = bounds[s], bounds[s + 1]
        first, last = story.cand_bounds[s], story.cand_bounds[s + 1]
        values = np.empty((stop - base, HEAD_VALUES), np.float32)
        wanted = np.zeros(stop - base, np.bool_)
        for c in range(first, last):
            wanted[story.cand[c, C.TOP] - base] = True
            selected[m + c - first] = c
            head_row[m + c - first] = t + story.cand[c, C.TOP] - base
        ids = head_ids[t : t + stop - base]
        head_features(
            story, question, evidence, asked_entities, of_kind, similarity, base, stop, wanted, ids, values
        )
        sentence = _sentence(bounds, own, order, k)
        span_features(story, question, evidence, sentence, entities, values, m, span_ids, dense)
        m += last - first
        t += stop - base
    same_answers(story.cand, selected, question.info[C.QCLASS], span_ids, dense)
    return Scene(
        selected, head_row, head_ids, span_ids, dense, order, asked_entities, entities, of_kind, similarity
    )


@kernel
def _sentence(
    bounds: NDArray[np.int32], own: NDArray[np.float32], order: NDArray[np.int32], k: int
) -> Sentence:
    """Return the `k`-th best sentence with the scores of its neighbours and of the best."""
    s = order[k]
    before = np.float64(own[s - 1]) if s else np.float64(0.0)
    after = np.float64(own[s + 1]) if s + 1 < own.shape[0] else np.float64(0.0)
    best = float(own[order[0]])
    return Sentence(bounds[s], bounds[s + 1], k, float(own[s]), before, after, best, own.shape[0])
