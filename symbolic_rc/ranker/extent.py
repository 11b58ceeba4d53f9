"""The extent of an answer that a rule has found: which mention, and from which word to which.

A rule says what the answer is, a data set how its answers are worded: *Ada*, *Ada Holm*, *the old miller*.
Boosted trees, learned from each data set's answers, choose among the candidates with the answer's head and
the mentions of its entity; what else the question says has no part in it.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from symbolic_rc.core.arrays import Ints, Singles
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.linear import KIND_SALT, fill_shapes, no_shapes
from symbolic_rc.ranker.reranker import ASKED, LISTED, pairwise_overlap, profile_code

#: Numbers that are remembered, at most, of a story's candidates.
_REMEMBERED = 4_000_000
#: Spans that overlap so much are one, worded otherwise.
_SAME_SPAN = 0.5
_SHAPES = (
    C.WHOLE, C.CORE, C.PHRASE, C.CLAUSE, C.CUT, C.NAME, C.ARGUMENT, C.PREPOSITION, C.QUOTED, C.RESOLVED,
)  # fmt: skip
Span = tuple[int, int]


#: The columns of `extent_features`; after them one for each shape of `_SHAPES`.
ExtentFeature = IntEnum(
    "ExtentFeature",
    "LENGTH LONGER_THAN_PROPOSED IS_PROPOSED SAME_HEAD DISTANCE BEFORE POSITION SHARE_OF_TEXT LONGEST_NAME "
    "CAPITALS MENTION_KIND HEAD_PART HEAD_RELATION FIRST_PART LAST_PART PART_BEFORE PART_AFTER "
    "REPEATS_QUESTION SHAPE_SCORE KIND QUESTION_WORD ASKED_RELATION PLURAL FORM PROFILE LISTED",
    start=0,
)


EXTENT = len(ExtentFeature) + len(_SHAPES)
_F = ExtentFeature


def extent_rows(story: StoryIndex, span: Span, entity: int) -> Ints:
    """Return the candidates that may word a span; the nearest, bare pronouns left out.

    These are those with its head or most of its words. Of an entity, also its mentions, but nothing longer
    around it; of anything else, as of a clause, none where all are another part of it.
    """
    cand, tok = story.cand, story.tok
    start, end = span
    head, first, last = story.head_of(start, end), cand[:, C.A_START], cand[:, C.A_END]
    same, length = cand[:, C.TOP] == head, last - first
    overlap = 2.0 * np.maximum(np.minimum(last, end) - np.maximum(first, start), 0) / (length + end - start)
    parts = overlap >= _SAME_SPAN
    if entity >= 0:
        parts &= (first >= start) & (last <= end)
        same |= cand[:, C.C_ENTITY] == entity
    same |= parts
    same &= (length > 1) | (tok[C.POS, first] != C.P_PRON)
    rows = np.flatnonzero(same)
    if entity < 0 and overlap[rows].max(initial=0.0) < _SAME_SPAN:
        return np.zeros(0, np.int32)
    away = np.abs(cand[rows, C.TOP] - head) if entity >= 0 else 1.0 - overlap[rows]
    return rows[np.argsort(away, kind="stable")[:LISTED]].astype(np.int32)


def extent_features(
    story: StoryIndex, asked: ParsedQuestion, table: Singles, profile: str, span: Span, rows: Ints
) -> Singles:
    """Return the features of some of a story's candidates for the span that a rule proposes; (rows, EXTENT).

    The linear weights `table` are for the shapes.
    """
    tok, cand, bounds = story.tok, story.cand[rows], story.bounds
    start, end, head = cand[:, C.A_START], cand[:, C.A_END], cand[:, C.TOP]
    out = np.zeros((len(rows), EXTENT), np.float32)
    length, name = end - start, (cand[:, C.SHAPE] & C.NAME) > 0
    out[:, _F.LENGTH] = length
    out[:, _F.LONGER_THAN_PROPOSED] = length - (span[1] - span[0])
    out[:, _F.IS_PROPOSED] = (start == span[0]) & (end == span[1])
    out[:, _F.SAME_HEAD] = (head >= span[0]) & (head < span[1])
    out[:, _F.DISTANCE] = np.log1p(np.abs(start - span[0]))
    out[:, _F.BEFORE] = start < span[0]
    out[:, _F.POSITION] = start / tok.shape[1]
    out[:, _F.SHARE_OF_TEXT] = (cand[:, C.SAME, None] == cand[:, C.SAME]).mean(axis=1)
    out[:, _F.LONGEST_NAME] = length / max(1, length[name].max(initial=0))
    named = np.concatenate([[0], np.cumsum(tok[C.NAMED])])
    out[:, _F.CAPITALS] = (named[end] - named[start]) / np.maximum(1, length)
    out[:, _F.MENTION_KIND] = tok[C.MENTION, head]
    out[:, _F.HEAD_PART] = tok[C.POS, head]
    out[:, _F.HEAD_RELATION] = tok[C.DEP, head]
    out[:, _F.FIRST_PART] = tok[C.POS, start]
    out[:, _F.LAST_PART] = tok[C.POS, end - 1]
    out[:, _F.PART_BEFORE] = np.where(
        start > bounds[cand[:, C.C_SENT]], tok[C.POS, np.maximum(start - 1, 0)], -1
    )
    last = np.minimum(end, tok.shape[1] - 1)
    out[:, _F.PART_AFTER] = np.where(end < bounds[cand[:, C.C_SENT] + 1], tok[C.POS, last], -1)
    repeats = np.isin(tok[C.LEMMA], asked.tok[C.LEMMA, asked.words])
    known = np.concatenate([[0], np.cumsum(repeats)])
    out[:, _F.REPEATS_QUESTION] = (known[end] - known[start]) / np.maximum(1, length)
    by_kind, by_class = shapes_of(story, asked, table)
    fill_shapes(story.shapes, rows, int(asked.info[C.KIND]) + KIND_SALT, table, by_kind)
    fill_shapes(story.shapes, rows, int(asked.info[C.QCLASS]), table, by_class)
    out[:, _F.SHAPE_SCORE] = by_kind[rows] + by_class[rows]
    out[:, _F.KIND : _F.PROFILE] = asked.info[ASKED]
    out[:, _F.PROFILE], out[:, _F.LISTED] = profile_code(profile), len(rows)
    for place, shape in enumerate(_SHAPES, len(ExtentFeature)):
        out[:, place] = (cand[:, C.SHAPE] & shape) > 0
    return out


def shapes_of(story: StoryIndex, asked: ParsedQuestion, table: Singles) -> tuple[Singles, Singles]:
    """Return what the story remembers of its candidates' shapes for the question's kind and class."""
    shapes = story.shapes
    of, known = story.own.get("shapes", (None, {}))
    if of is not table or len(known) * len(shapes) > _REMEMBERED:
        known = {}
        story.own["shapes"] = table, known
    salts = int(asked.info[C.KIND]) + KIND_SALT, int(asked.info[C.QCLASS])
    for salt in salts:
        if salt not in known:
            known[salt] = no_shapes(shapes)
    return known[salts[0]], known[salts[1]]


def extent_overlaps(story: StoryIndex, rows: Ints) -> Singles:
    """Return how much the answers of some candidates overlap; float32, shape (rows, rows)."""
    overlaps = np.eye(len(rows), dtype=np.float32)
    pairwise_overlap(story.tok, story.cand, rows, overlaps)
    return overlaps
