"""The reranker's features of the best few candidates: each compared with the others of its list."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Ints, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.arrays import StoryArrays
from symbolic_rc.ranker.arrays import (
    NOTHING_PROPOSED,
    CandidateFeatures,
    LinearInput,
    Proposed,
    ProposedColumn,
)
from symbolic_rc.ranker.entity_evidence import ENTITY_VALUES
from symbolic_rc.ranker.feature_templates import DENSE, DENSE_NAMES, Dense, names_of
from symbolic_rc.ranker.linear import FeaturePart, linear_parts
from symbolic_rc.ranker.reranker import ASKED, LISTED, pairwise_overlap, profile_code, shortlist

#: The columns of `list_features` after those of `Dense`.
ListFeature = IntEnum(
    "ListFeature",
    "LINEAR_SCORE BEHIND_THE_BEST POSITION PROBABILITY EXPECTED_OVERLAP PROBABILITY_OF_SAME_ANSWER "
    "PROBABILITY_OF_SAME_HEAD PROBABILITY_OF_SAME_SENTENCE PROBABILITY_OF_SAME_ENTITY INSIDE_THE_BEST "
    "AROUND_THE_BEST SAME_HEAD_AS_THE_BEST SAME_SENTENCE_AS_THE_BEST EXPECTED_LENGTH LONGER_THAN_EXPECTED "
    "KIND QUESTION_WORD ASKED_RELATION PLURAL FORM HEAD_SCORE SPAN_SCORE SHAPE_SCORE CLASS_SCORE "
    "MENTION_KIND HEAD_PART HEAD_RELATION ANSWERS_LISTED MARGIN MEAN_BEHIND CUE_SCORE FIRST_CUE CUES "
    "NEAREST_MENTION BEST_COVER_OF_MENTIONS BEST_AGREEMENT_OF_MENTIONS BEST_SCORE_OF_MENTIONS ENTITY_TYPE "
    "ENTITY_GENDER CAPITALS FIRST_PART PART_BEFORE PART_AFTER LAST_PART SAME_SENSE_AS_FOCUS PROFILE "
    "ENTITY_COVER ENTITY_BEST_COVER ENTITY_PREDICATE ENTITY_SENTENCES ENTITY_SHARE ENTITY_DESCRIBED "
    "ENTITY_NAMED ENTITY_PREDICATE_SIMILARITY GENDER_AGREES KIND_OF_FOCUS PREDICATE_SIMILARITY "
    "SIMILARITY_TO_FOCUS STATED INFERRED STATE COMPARISON LOOSE TEXT ATTRIBUTE PREDICATE_ALONE "
    "NEAREST_PHRASE STATED_ENTITY INFERRED_ENTITY STATE_ENTITY COMPARISON_ENTITY LOOSE_ENTITY TEXT_ENTITY "
    "ATTRIBUTE_ENTITY PREDICATE_ALONE_ENTITY NEAREST_PHRASE_ENTITY FIRST_RULE PROPOSED",
    start=DENSE,
)


class Shortlist(NamedTuple):
    """The best few candidates by the linear score, the input of the reranker."""

    parts: Singles  # (m, len(FeaturePart)): the linear score of every candidate, in parts
    scores: Singles  # (m,): their sums
    rows: Ints  # the best few: candidates by their number, best first, one for each distinct answer
    overlaps: Singles  # (rows, rows): how much their answers have in common
    features: Singles  # (rows, LIST)


def make_shortlist(
    story: StoryArrays,
    candidates: CandidateFeatures,
    x: LinearInput,
    weights: tuple[Singles, Singles, Singles],
    profile: str,
    proposed: Proposed = NOTHING_PROPOSED,
) -> Shortlist:
    """Return the best few candidates by the linear score, with the reranker's features of them.

    The weights are the linear ones, and those of shapes as far as they are known; see `linear.linear_parts`.
    """
    parts = linear_parts(x, *weights)
    scores: Singles = parts.sum(axis=1)
    kept = np.empty(LISTED, np.int32)
    rows = kept[: shortlist(story.cand, candidates.selected, scores, kept)]
    chosen, cues = candidates.selected[rows], x.cues[rows]
    overlaps = np.eye(len(rows), dtype=np.float32)
    pairwise_overlap(story.tok, story.cand, chosen, overlaps)
    features = np.zeros((len(rows), LIST), np.float32)
    features[:, :DENSE] = candidates.dense[rows]
    features[:, _L.KIND : _L.HEAD_SCORE] = x.info[ASKED]
    features[:, _L.PROFILE] = profile_code(profile)
    features[:, _L.HEAD_SCORE : _L.MENTION_KIND] = parts[rows, : FeaturePart.CUES]
    features[:, _L.CUE_SCORE] = parts[rows, FeaturePart.CUES]
    features[:, _L.CUES] = cues.sum(axis=1)
    features[:, _L.FIRST_CUE] = np.where(cues.any(axis=1), cues.argmax(axis=1), cues.shape[1])
    list_features(story, x.info, candidates, scores, rows, overlaps, features)
    rules_beside(story.cand, chosen, proposed.spans, proposed.strengths, features)
    return Shortlist(parts, scores, rows, overlaps, features)


_L, _P = ListFeature, ProposedColumn
LIST_NAMES = (*DENSE_NAMES, *names_of(ListFeature))
LIST = len(LIST_NAMES)
#: Those of what a candidate's other mentions have best: the columns of `Dense`, and of the list.
_MENTIONED = np.array([Dense.WORD_DISTANCE, Dense.COVER_SHARE, Dense.FRAME_AGREEMENT])
_OF_MENTIONS = np.array([_L.NEAREST_MENTION, _L.BEST_COVER_OF_MENTIONS, _L.BEST_AGREEMENT_OF_MENTIONS])
#: By what the linear scores are multiplied before their softmax: they are too confident on stories that they
#: were not fitted to.
_INVERSE_TEMPERATURE = 0.4
#: What stands for the score of a candidate without other mentions, and for the margin of a list of one.
_NO_SCORE, _NO_MARGIN = -99.0, 9.0
#: Spans that overlap so much are one; what stands for the place of the first rule where there is none.
_SAME_SPAN, _NO_RULE = 0.5, 99.0


@kernel
def list_features(
    story: StoryArrays,
    info: Ints,
    candidates: CandidateFeatures,
    scores: Singles,
    rows: Ints,
    overlap: Singles,
    out: Singles,
) -> None:
    """Fill what is compared with the other candidates, and what the story says of each, for the listed ones.

    `scores` are the linear ones of all candidates, `rows` what `reranker.shortlist` found, `overlap` (rows,
    rows) what `reranker.pairwise_overlap` did; `out` (rows, LIST).
    """
    if rows.shape[0] == 0:
        return
    _scores_beside(story.cand, candidates.selected, scores, rows, overlap, out)
    shares = _shares(scores)
    for i in range(rows.shape[0]):
        c = candidates.selected[rows[i]]
        _of_mentions(story.cand, candidates, scores, shares, c, out[i])
        _of_entity(story, info, candidates, c, out[i])
        _of_words(story, info, c, out[i])


@kernel
def _shares(scores: Singles) -> Singles:
    """Return the softmax of all scores."""
    shares, most, total = np.empty(scores.shape[0], np.float32), scores[0], np.float32(0.0)
    for i in range(scores.shape[0]):
        most = max(most, scores[i])
    for i in range(scores.shape[0]):
        shares[i] = np.exp(np.float32(_INVERSE_TEMPERATURE) * (scores[i] - most))
        total += shares[i]
    for i in range(scores.shape[0]):
        shares[i] /= total
    return shares


@kernel
def _probabilities(scores: Singles, rows: Ints) -> Singles:
    """Return the softmax of the scores of the best, which come first."""
    probability, total = np.empty(rows.shape[0], np.float32), np.float32(0.0)
    for i in range(rows.shape[0]):
        probability[i] = np.exp(_INVERSE_TEMPERATURE * (scores[rows[i]] - scores[rows[0]]))
        total += probability[i]
    for i in range(rows.shape[0]):
        probability[i] /= total
    return probability


@kernel
def _scores_beside(
    cand: Ints, selected: Ints, scores: Singles, rows: Ints, overlap: Singles, out: Singles
) -> None:
    """Fill each candidate's score beside those of the others, and how it overlaps with them."""
    m, top = rows.shape[0], scores[rows[0]]
    probability = _probabilities(scores, rows)
    mean = np.float32(0.0)
    for i in range(m):
        mean += scores[rows[i]] - top
    mean /= m
    length = np.float32(0.0)
    for i in range(m):
        c = selected[rows[i]]
        length += probability[i] * (cand[c, C.A_END] - cand[c, C.A_START])
    best = selected[rows[0]]
    for i in range(m):
        c = selected[rows[i]]
        head, sentence, expected = probability[i], probability[i], np.float32(0.0)
        for j in range(m):
            expected += probability[j] * overlap[i, j]
            o = selected[rows[j]]
            if j == i:
                continue
            if cand[o, C.TOP] == cand[c, C.TOP]:
                head += probability[j]
            if cand[o, C.C_SENT] == cand[c, C.C_SENT]:
                sentence += probability[j]
        out[i, _L.LINEAR_SCORE], out[i, _L.BEHIND_THE_BEST] = scores[rows[i]], top - scores[rows[i]]
        out[i, _L.POSITION], out[i, _L.PROBABILITY] = i, probability[i]
        out[i, _L.EXPECTED_OVERLAP] = expected
        out[i, _L.PROBABILITY_OF_SAME_HEAD] = head
        out[i, _L.PROBABILITY_OF_SAME_SENTENCE] = sentence
        start, end = cand[c, C.START], cand[c, C.END]
        out[i, _L.INSIDE_THE_BEST] = start >= cand[best, C.START] and end <= cand[best, C.END]
        out[i, _L.AROUND_THE_BEST] = start <= cand[best, C.START] and end >= cand[best, C.END]
        out[i, _L.SAME_HEAD_AS_THE_BEST] = cand[c, C.TOP] == cand[best, C.TOP]
        out[i, _L.SAME_SENTENCE_AS_THE_BEST] = cand[c, C.C_SENT] == cand[best, C.C_SENT]
        out[i, _L.EXPECTED_LENGTH] = length
        out[i, _L.LONGER_THAN_EXPECTED] = cand[c, C.A_END] - cand[c, C.A_START] - length
        out[i, _L.ANSWERS_LISTED] = m
        out[i, _L.MARGIN] = top - scores[rows[1]] if m > 1 else _NO_MARGIN
        out[i, _L.MEAN_BEHIND] = mean


@kernel
def _of_mentions(
    cand: Ints, candidates: CandidateFeatures, scores: Singles, shares: Singles, c: int, out: Singles
) -> None:
    """Fill the best, and the summed `shares`, of candidates of the same entity or the same answer."""
    for f in range(_OF_MENTIONS.shape[0]):
        out[_OF_MENTIONS[f]] = 0.0
    out[_L.BEST_SCORE_OF_MENTIONS] = _NO_SCORE
    answer, entity = 0.0, 0.0
    for k in range(candidates.selected.shape[0]):
        o = candidates.selected[k]
        alike = cand[o, C.SAME] == cand[c, C.SAME]
        one = cand[c, C.C_ENTITY] >= 0 and cand[o, C.C_ENTITY] == cand[c, C.C_ENTITY]
        if alike:
            answer += shares[k]
        if one:
            entity += shares[k]
        if alike or one:
            for f in range(_OF_MENTIONS.shape[0]):
                out[_OF_MENTIONS[f]] = max(out[_OF_MENTIONS[f]], candidates.dense[k, _MENTIONED[f]])
            out[_L.BEST_SCORE_OF_MENTIONS] = max(out[_L.BEST_SCORE_OF_MENTIONS], scores[k])
    out[_L.PROBABILITY_OF_SAME_ANSWER], out[_L.PROBABILITY_OF_SAME_ENTITY] = answer, entity


def without_rules(features: Singles) -> Singles:
    """Return the features of a list as they are where no rule was asked."""
    found = features.copy()
    found[:, _L.STATED :] = 0.0
    found[:, _L.FIRST_RULE] = _NO_RULE
    return found


@kernel
def rules_beside(cand: Ints, chosen: Ints, spans: Ints, strengths: Singles, out: Singles) -> None:
    """Fill what the rules propose of each listed candidate: of its span, and of its entity.

    A span that overlaps counts by the F1 of the tokens. `spans` and `strengths` are those of `Proposed`,
    `chosen` the listed candidates; `out` (rows, LIST).
    """
    for i in range(chosen.shape[0]):
        start, end = cand[chosen[i], C.A_START], cand[chosen[i], C.A_END]
        entity = cand[chosen[i], C.C_ENTITY]
        out[i, _L.FIRST_RULE] = _NO_RULE
        for p in range(spans.shape[0]):
            first, last, column = spans[p, _P.START], spans[p, _P.END], spans[p, _P.COLUMN]
            strength = strengths[p]
            shared = max(0, min(end, last) - max(start, first))
            overlap = 2.0 * shared / (end - start + last - first)
            same = entity >= 0 and entity == spans[p, _P.ENTITY]
            span_column, entity_column = _L.STATED + column, _L.STATED_ENTITY + column
            out[i, span_column] = max(out[i, span_column], strength * overlap)
            if same:
                out[i, entity_column] = max(out[i, entity_column], strength)
            if same or overlap >= _SAME_SPAN:
                out[i, _L.PROPOSED] += 1
                out[i, _L.FIRST_RULE] = min(out[i, _L.FIRST_RULE], spans[p, _P.RULE])


@kernel
def _of_entity(story: StoryArrays, info: Ints, candidates: CandidateFeatures, c: int, out: Singles) -> None:
    """Fill what the story says of the entity that a candidate refers to, -1 where it refers to none."""
    entity = story.cand[c, C.C_ENTITY]
    if entity >= 0:
        gender = story.ent[entity, C.E_GENDER]
        out[_L.ENTITY_TYPE], out[_L.ENTITY_GENDER] = story.ent[entity, C.E_TYPE], gender
        for j in range(ENTITY_VALUES):
            out[_L.ENTITY_COVER + j] = candidates.entities[entity, j]
        if info[C.GENDER] > 0 and gender > 0:
            out[_L.GENDER_AGREES] = 1.0 if info[C.GENDER] == gender else -1.0
    else:
        for j in range(ENTITY_VALUES):
            out[_L.ENTITY_COVER + j] = -1.0
    head = story.cand[c, C.TOP]
    out[_L.KIND_OF_FOCUS] = candidates.of_kind[head]
    out[_L.PREDICATE_SIMILARITY] = candidates.similarity[0, head]
    out[_L.SIMILARITY_TO_FOCUS] = candidates.similarity[1, head]


@kernel
def _of_words(story: StoryArrays, info: Ints, c: int, out: Singles) -> None:
    """Fill the parts of speech at a candidate's edges and head, and how many of its words have a capital."""
    tok, cand = story.tok, story.cand[c]
    start, end, head = cand[C.START], cand[C.END], cand[C.TOP]
    capitals = 0
    for t in range(start, end):
        capitals += tok[C.NAMED, t]
    base, stop = story.bounds[cand[C.C_SENT]], story.bounds[cand[C.C_SENT] + 1]
    out[_L.CAPITALS] = capitals / (end - start)
    out[_L.MENTION_KIND] = tok[C.MENTION, head]
    out[_L.HEAD_PART] = tok[C.POS, head]
    out[_L.HEAD_RELATION] = tok[C.DEP, head]
    out[_L.FIRST_PART] = tok[C.POS, start]
    out[_L.PART_BEFORE] = tok[C.POS, start - 1] if start > base else -1
    out[_L.PART_AFTER] = tok[C.POS, end] if end < stop else -1
    out[_L.LAST_PART] = tok[C.POS, end - 1]
    out[_L.SAME_SENSE_AS_FOCUS] = info[C.FOCUS_SENSE] != 0 and tok[C.SENSE, head] == info[C.FOCUS_SENSE]
