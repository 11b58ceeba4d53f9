"""The candidates of a question: those of a story's best sentences, with their features."""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.arrays import Flags, Hashes, Ints, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.arrays import StoryArrays
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import ParsedQuestion, QuestionArrays, context_of
from symbolic_rc.ranker.arrays import CandidateFeatures, EvidenceArrays, SentenceArrays, WordMatches
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
from symbolic_rc.ranker.span_features import same_answers, span_features

#: Sentences whose candidates are scored.
SENTENCES = 10
#: The least sum of the words' weights.
_LEAST = 0.1


def candidate_features(
    story: StoryIndex, asked: ParsedQuestion, alignment: WordMatches, hidden: Flags | None = None
) -> CandidateFeatures:
    """Return the candidates of the best sentences with their features.

    The sentences that are `hidden` must not be looked at, for trials of what happens without them.
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
    evidence = EvidenceArrays(best, weight, np.float64(0.0), np.empty(len(allowed), np.float32))
    order = np.empty(min(SENTENCES, int(allowed.sum())), np.int32)
    entities = np.zeros((len(story.arrays.ent_bounds) - 1, ENTITY_VALUES), np.float32)
    of_tokens = np.zeros(n, np.bool_), np.zeros((2, n), np.float32)
    found = CandidateFeatures(*_room(0, 0), order, np.zeros(0, np.int32), entities, *of_tokens)
    total = _fill_evidence(story.arrays, asked.arrays, alignment, allowed, evidence, found)
    sizes = (int((bounds[order + 1] - bounds[order]).sum()) for bounds in (story.cand_bounds, story.bounds))
    named = np.flatnonzero(entities[:, EntityValue.NAMED] > 0).astype(np.int32)
    found = CandidateFeatures(*_room(*sizes), order, named, entities, *of_tokens)
    _fill_candidates(story.arrays, asked.arrays, evidence._replace(total=np.float64(total)), found)
    return found


def _room(candidates: int, tokens: int) -> tuple[Ints, Ints, Hashes, Hashes, Singles]:
    """Return the arrays of candidates, and of the tokens of their sentences, before they are filled."""
    selected, head_row = np.empty((2, candidates), np.int32)
    head_ids, span_ids = np.zeros((tokens, HEADS), np.uint32), np.empty((candidates, SPANS), np.uint32)
    return selected, head_row, head_ids, span_ids, np.empty((candidates, DENSE), np.float32)


@kernel
def _fill_evidence(
    story: StoryArrays,
    question: QuestionArrays,
    alignment: WordMatches,
    allowed: Flags,
    evidence: EvidenceArrays,
    found: CandidateFeatures,
) -> float:
    """Fill what is known of `allowed` sentences, entities and tokens; return the words' weight."""
    best, weight, own = evidence.best, evidence.weight, evidence.sentences
    bound = np.empty((MOST_NAMED, 2), np.int32)
    named = spread(story, alignment, best, bound)
    total = max(_LEAST, sentence_scores(story, alignment, best, weight, own))
    choose_sentences(own, allowed, found.sentences)
    mark_kind(story.hypernym_bounds, story.hypernyms, question.kinds, found.of_kind)
    similarities(story.vectors, question.vectors, story.tok[C.HEAD], found.similarity)
    entity_evidence(story, question, EvidenceArrays(best, weight, total, own), bound[:named], found)
    return total


@kernel
def _fill_candidates(
    story: StoryArrays, question: QuestionArrays, evidence: EvidenceArrays, found: CandidateFeatures
) -> None:
    """Fill the features of the candidates of the chosen sentences."""
    order, m, t = found.sentences, 0, 0
    for k in range(order.shape[0]):
        sentence = _sentence(story.bounds, evidence.sentences, order, k)
        base, size = sentence.base, sentence.stop - sentence.base
        first, last = story.cand_bounds[order[k]], story.cand_bounds[order[k] + 1]
        values = np.empty((size, HEAD_VALUES), np.float32)
        wanted = np.zeros(size, np.bool_)
        for c in range(first, last):
            wanted[story.cand[c, C.TOP] - base] = True
            found.selected[m + c - first] = c
            found.head_row[m + c - first] = t + story.cand[c, C.TOP] - base
        ids = found.head_ids[t : t + size]
        head_features(story, question, evidence, found, sentence, wanted, ids, values)
        span_features(story, question, evidence, found, sentence, values, m)
        m += last - first
        t += size
    same_answers(story.cand, found.selected, question.info[C.QCLASS], found.span_ids, found.dense)


@kernel
def _sentence(bounds: Ints, own: Singles, order: Ints, k: int) -> SentenceArrays:
    """Return the `k`-th best sentence with the scores of its neighbours and of the best."""
    s = order[k]
    before = np.float64(own[s - 1]) if s else np.float64(0.0)
    after = np.float64(own[s + 1]) if s + 1 < own.shape[0] else np.float64(0.0)
    best = float(own[order[0]])
    return SentenceArrays(bounds[s], bounds[s + 1], k, float(own[s]), before, after, best, own.shape[0])
