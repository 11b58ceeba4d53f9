"""The candidates of a question: those of a story's best sentences, with their features."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Flags, Ints, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.arrays import StoryArrays
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import ParsedQuestion, QuestionArrays, context_of
from symbolic_rc.ranker.arrays import CandidateFeatures, EvidenceArrays, WordMatches
from symbolic_rc.ranker.entity_evidence import (
    ENTITY_VALUES,
    EntityValue,
    entity_evidence,
    mark_kind,
    similarities,
)
from symbolic_rc.ranker.feature_templates import DENSE, HEAD_VALUES, HEADS, SPANS
from symbolic_rc.ranker.head_features import head_features
from symbolic_rc.ranker.sentence_evidence import MOST_NAMED, choose_sentences, sentence_scores, spread
from symbolic_rc.ranker.span_features import SentenceArrays, same_answers, span_features

#: Sentences whose candidates are scored.
SENTENCES = 10
#: The least sum of the words' weights.
_LEAST = 0.1


def candidate_features(
    story: StoryIndex, asked: ParsedQuestion, alignment: WordMatches, hidden: Flags | None = None
) -> CandidateFeatures:
    """Return the candidates of the best sentences with their features.

    Parameters
    ----------
    story : StoryIndex
    asked : ParsedQuestion
    alignment : WordMatches
    hidden : ndarray of bool, shape (sentences of the story,), optional
        The sentences that must not be looked at, for trials of what happens without them.
    """
    allowed = np.ones(len(story.bounds) - 1, np.bool_)
    if (places := context_of(asked.question)) and len(allowed):
        starts = story.chars[story.bounds[:-1], 0]
        inside = np.zeros(len(allowed), np.bool_)
        for start, end in places:
            inside |= (starts >= start) & (starts < end)
        allowed = inside if inside.any() else allowed
    if hidden is not None and not hidden[allowed].all():
        allowed = allowed & ~hidden
    n, words = story.tok.shape[1], len(asked.arrays.words)
    best, weight = np.zeros((words, n), np.float32), np.empty(words, np.float32)
    own = np.empty(len(allowed), np.float32)
    order = np.empty(min(SENTENCES, int(allowed.sum())), np.int32)
    entities = np.zeros((len(story.arrays.ent_bounds) - 1, ENTITY_VALUES), np.float32)
    of_story = _StoryEvidence(order, entities, np.zeros(n, np.bool_), np.zeros((2, n), np.float32))
    total = _fill_evidence(story.arrays, asked.arrays, alignment, allowed, best, weight, own, of_story)
    m, t = (
        int(bounds[order + 1].sum() - bounds[order].sum()) for bounds in (story.cand_bounds, story.bounds)
    )
    candidates = CandidateFeatures(
        np.empty(m, np.int32),
        np.empty(m, np.int32),
        np.zeros((t, HEADS), np.uint32),
        np.empty((m, SPANS), np.uint32),
        np.empty((m, DENSE), np.float32),
        order,
        np.flatnonzero(entities[:, EntityValue.NAMED] > 0).astype(np.int32),
        *of_story[1:],
    )
    _fill_candidates(
        story.arrays, asked.arrays, EvidenceArrays(best, weight, np.float64(total)), own, candidates
    )
    return candidates


class _StoryEvidence(NamedTuple):
    """What of `CandidateFeatures` belongs to the story, not to one candidate."""

    sentences: Ints
    entities: Singles
    of_kind: Flags
    similarity: Singles


@kernel
def _fill_evidence(
    story: StoryArrays,
    question: QuestionArrays,
    alignment: WordMatches,
    allowed: Flags,
    best: Singles,
    weight: Singles,
    own: Singles,
    of_story: _StoryEvidence,
) -> float:
    """Fill what is known of `allowed` sentences, entities and tokens; return the words' weight."""
    bound = np.empty((MOST_NAMED, 2), np.int32)
    named = spread(story, alignment, best, bound)
    total = max(_LEAST, sentence_scores(story, alignment, best, weight, own))
    choose_sentences(own, allowed, of_story.sentences)
    mark_kind(story.hypernym_bounds, story.hypernyms, question.kinds, of_story.of_kind)
    similarities(story.vectors, question.vectors, story.tok[C.HEAD], of_story.similarity)
    evidence = EvidenceArrays(best, weight, total)
    entity_evidence(
        story, question, evidence, of_story.of_kind, of_story.similarity, bound[:named], of_story.entities
    )
    return total


@kernel
def _fill_candidates(
    story: StoryArrays,
    question: QuestionArrays,
    evidence: EvidenceArrays,
    own: Singles,
    candidates: CandidateFeatures,
) -> None:
    """Fill the features of the candidates of the chosen sentences."""
    bounds, order = story.bounds, candidates.sentences
    selected, head_row, head_ids = candidates.selected, candidates.head_row, candidates.head_ids
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
            story,
            question,
            evidence,
            candidates.named,
            candidates.of_kind,
            candidates.similarity,
            base,
            stop,
            wanted,
            ids,
            values,
        )
        sentence = _sentence(bounds, own, order, k)
        span_features(
            story,
            question,
            evidence,
            sentence,
            candidates.entities,
            values,
            m,
            candidates.span_ids,
            candidates.dense,
        )
        m += last - first
        t += stop - base
    same_answers(story.cand, selected, question.info[C.QCLASS], candidates.span_ids, candidates.dense)


@kernel
def _sentence(bounds: Ints, own: Singles, order: Ints, k: int) -> SentenceArrays:
    """Return the `k`-th best sentence with the scores of its neighbours and of the best."""
    s = order[k]
    before = np.float64(own[s - 1]) if s else np.float64(0.0)
    after = np.float64(own[s + 1]) if s + 1 < own.shape[0] else np.float64(0.0)
    best = float(own[order[0]])
    return SentenceArrays(bounds[s], bounds[s + 1], k, float(own[s]), before, after, best, own.shape[0])
