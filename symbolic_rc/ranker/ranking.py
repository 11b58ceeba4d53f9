"""From a question and a story to a ranking: candidates, cues, the linear scorer, the reranker.

The linear scorer weighs the features of every candidate of the best sentences (Rajpurkar et al. 2016, section
5; Chen et al. 2016); boosted trees compare the best few as a list, beside what the rules propose.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symbolic_rc.core.arrays import Flags, Floats, Ints, Longs
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Question
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.question.query import Query
from symbolic_rc.question.understanding import Understanding
from symbolic_rc.ranker.arrays import NOTHING_PROPOSED, LinearInput, Proposed, WordMatches
from symbolic_rc.ranker.candidate_features import candidate_features
from symbolic_rc.ranker.candidate_view import CandidateView
from symbolic_rc.ranker.cues import CUE_NAMES, cue_keys, cues_of
from symbolic_rc.ranker.eligible import can_be_name, eligible_candidates, wants_name
from symbolic_rc.ranker.extent import ExtentFeature, extent_features, extent_overlaps, extent_rows, shapes_of
from symbolic_rc.ranker.list_features import Shortlist, make_shortlist
from symbolic_rc.ranker.reranker import expected_overlap
from symbolic_rc.ranker.sentence_evidence import match_question
from symbolic_rc.ranker.weights import EngineWeights

#: What is left of the expected overlap of a candidate without a capital or marks, where a name is asked for.
_NO_NAME = 0.2


@dataclass(frozen=True, slots=False, eq=False)
class Ranking:
    """A question's candidates, compared."""

    story: StoryIndex  # with the candidates that can answer a question of this form
    asked: ParsedQuestion
    alignment: WordMatches
    weights: EngineWeights
    profile: str  # the kind of data set, for weights of its own; empty for any text
    view: CandidateView  # the candidates as columns
    proposed: Proposed  # what the rules propose
    cues: Flags  # (candidates, cues): which of `CUE_NAMES` speak for each candidate
    shortlist: Shortlist  # the best few candidates by the linear score
    scores: Floats  # those of the listed candidates by the reranker

    @property
    def question(self) -> Question:
        """The question as it was asked."""
        return self.asked.question

    @property
    def understanding(self) -> Understanding:
        """What was understood of the question."""
        return self.asked.understanding

    @property
    def rows(self) -> Ints:
        """The listed candidates (rows of the view), best first by the linear score."""
        return self.shortlist.rows

    @cached_property
    def best(self) -> int:
        """The best candidate, a row of the view; -1 where the story has none."""
        return int(self.rows[self.scores.argmax()]) if len(self.scores) else -1

    @cached_property
    def order(self) -> Longs:
        """The positions in `rows` and `scores`, best first by the score; int64, shape (listed,)."""
        return np.argsort(-self.scores, kind="stable")

    @property
    def strength(self) -> float:
        """The expected overlap of the best candidate with the right answer, 0 to 1."""
        return min(float(self.scores.max(initial=0.0)), 1.0)

    def worth(self, row: int) -> float:
        """Return a candidate's score by the reranker; below all of them, its linear score."""
        place = np.flatnonzero(self.rows == row)
        return float(self.scores[place[0]]) if len(place) else float(self.shortlist.scores[row]) - 100.0

    def text(self, row: int) -> str:
        """Return what a candidate (by its row of the view) answers."""
        return self.view.text(row)

    def place(self, row: int) -> tuple[int, int]:
        """Return the character offsets of a candidate's answer."""
        cand, chars = self.view.cand[row], self.story.chars
        return int(chars[cand[C.A_START], 0]), int(chars[cand[C.A_END] - 1, 1])

    def find(self, text: str) -> list[int]:
        """Return the rows of the candidates that answer a text, whatever its case."""
        wanted = text.strip().lower()
        return [row for row in range(len(self.view)) if self.text(row).lower() == wanted]

    def cues_for(self, row: int) -> tuple[str, ...]:
        """Return the names of the cues that speak for a candidate, from exact to loose."""
        return tuple(name for name, speaks in zip(CUE_NAMES, self.cues[row], strict=True) if speaks)


def rank(
    story: StoryIndex,
    asked: ParsedQuestion,
    weights: EngineWeights,
    profile: str = "",
    alignment: WordMatches | None = None,
    hidden: Flags | None = None,
    proposed: Proposed = NOTHING_PROPOSED,
) -> Ranking:
    """Compare a story's candidates as answers to a question, by the weights for a kind of data set.

    Those for any text are taken where it has none. `proposed` is what the rules propose; the sentences that
    are `hidden` (sentences,) must not be looked at.
    """
    alignment = match_question(asked, story) if alignment is None else alignment
    story = eligible_candidates(story, asked.understanding)
    candidates = candidate_features(story, asked, alignment, hidden=hidden)
    view = CandidateView(story, asked, candidates, alignment, hidden)
    cues = cues_of(view)
    table = weights.table(profile)
    x = LinearInput(story.shapes, asked.info, *candidates[:4], cues, cue_keys(asked))
    known = profile if profile in weights.tables else ""
    linear = table, *shapes_of(story, asked, table)
    shortlist = make_shortlist(story.arrays, candidates, x, linear, known, proposed)
    scores = shortlist.scores[shortlist.rows].astype(np.float64)
    if weights.reranker is not None and len(scores):
        scores = expected_overlap(weights.reranker.scores(shortlist.features, profile), shortlist.overlaps)
        if wants_name(asked.understanding):
            named = can_be_name(story, view.cand[shortlist.rows])
            scores = np.where(named, scores, _NO_NAME * scores) if named.any() else scores
    return Ranking(story, asked, alignment, weights, profile, view, proposed, cues, shortlist, scores)


@dataclass(frozen=True, slots=True, eq=False)
class Ranker:
    """A question with the weights that rank candidates for it."""

    query: Query
    weights: EngineWeights
    profile: str = ""  # the kind of data set, for weights of its own; empty for any text
    alignment: WordMatches | None = None  # with the story, where it was made before

    @property
    def asked(self) -> ParsedQuestion:
        """The question as arrays, made at the first use."""
        return self.query.parsed

    @property
    def learned(self) -> bool:
        """Whether the weights learned from answers of this kind of data set, and know their wording."""
        return bool(self.profile) and self.profile in self.weights.tables

    def rank(self, story: StoryIndex, proposed: Proposed) -> Ranking:
        """Compare a story's candidates; see `rank`."""
        return rank(story, self.asked, self.weights, self.profile, self.alignment, proposed=proposed)

    def usual_extent(self, story: StoryIndex, span: tuple[int, int], entity: int) -> tuple[int, int]:
        """Return the span that answers of this kind of data set would have for what a rule proposes.

        Of the candidates around it that is the one of the largest expected overlap, by learned trees, or that
        with the best shape without them. The entity is that of what is proposed, -1 for none.
        """
        story = eligible_candidates(story, self.asked.understanding)
        rows = extent_rows(story, span, entity)
        if not len(rows):
            return span
        table, trees = self.weights.table(self.profile), self.weights.extents
        features = extent_features(story, self.asked, table, self.profile, span, rows)
        scores = features[:, ExtentFeature.SHAPE_SCORE].astype(np.float64)
        if trees is not None:
            overlaps = extent_overlaps(story, rows)
            scores = expected_overlap(trees.scores(features, self.profile), overlaps)
        best = story.cand[rows[int(np.argmax(scores))]]
        return int(best[C.A_START]), int(best[C.A_END])
