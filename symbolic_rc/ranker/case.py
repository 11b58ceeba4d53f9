"""The case: one question about one story, with what the rules have done so far."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.question import Question
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.question.understanding import Understanding
from symbolic_rc.ranker.arrays import NOTHING_PROPOSED, Alignment, Proposed
from symbolic_rc.ranker.candidate_view import CandidateView
from symbolic_rc.ranker.list_features import Shortlist, empty_shortlist
from symbolic_rc.ranker.rule import Missed, RankerRule, Result
from symbolic_rc.ranker.weights import EngineWeights


@dataclass(slots=True)
class RankedCase:
    """What a rule looks at. Only the loop in `resolve` changes it, by what the rules return.

    Attributes
    ----------
    story : StoryIndex
    asked : ParsedQuestion
    alignment : Alignment
    weights : EngineWeights
    profile : str
        The kind of data set, for weights of its own.
    view : CandidateView
        The candidates as columns.
    done : list of (RankerRule, Result)
        What each rule did, in the order in which they were tried.
    fired : dict of str to ndarray of bool
        For each rule that proposed, which candidates.
    shortlist : Shortlist
        The best few candidates by the linear score.
    reranked : ndarray of float64
        Their scores, after every rule that scores.
    chosen : list of int
        The rows that are answered.
    texts : list of (str, int, int), optional
        The answer's texts with character offsets, once a rule gave it a form of its own.
    decided : str
        The rule that decided, once one has.
    preferred : bool
        Whether a rule of the user's own has added to the scores.
    proposed : Proposed
        What rules over facts propose.
    """

    story: StoryIndex
    asked: ParsedQuestion
    alignment: Alignment
    weights: EngineWeights
    profile: str
    view: CandidateView
    done: list[tuple[RankerRule, Result]] = field(default_factory=list)
    fired: dict[str, NDArray[np.bool_]] = field(default_factory=dict)
    shortlist: Shortlist = field(default_factory=empty_shortlist)
    reranked: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    chosen: list[int] = field(default_factory=list)
    texts: list[tuple[str, int, int]] | None = None
    decided: str = ""
    preferred: bool = False
    proposed: Proposed = NOTHING_PROPOSED

    @property
    def question(self) -> Question:
        """The question as it was asked."""
        return self.asked.question

    @property
    def understanding(self) -> Understanding:
        """What was understood of the question."""
        return self.asked.understanding

    @property
    def parts(self) -> NDArray[np.float32]:
        """The linear score of each candidate in parts."""
        return self.shortlist.parts

    @property
    def scores(self) -> NDArray[np.float32]:
        """The linear score of each candidate."""
        return self.shortlist.scores

    @property
    def listed(self) -> NDArray[np.int32]:
        """The best few candidates (rows of the view), best first by the linear score."""
        return self.shortlist.rows

    @property
    def learned_profile(self) -> bool:
        """Whether the weights learned from answers of this kind of data set."""
        return bool(self.profile) and self.profile in self.weights.tables

    def held(self, rule: str) -> bool:
        """Tell whether a rule was tried and its conditions held."""
        return any(one.name == rule and not isinstance(result, Missed) for one, result in self.done)

    def text(self, row: int) -> str:
        """Return what a candidate (by its row of the view) answers."""
        return self.view.text(row)

    def place(self, row: int) -> tuple[int, int]:
        """Return the character offsets of a candidate's answer."""
        cand = self.view.cand[row]
        chars = self.story.chars
        return int(chars[cand[C.A_START], 0]), int(chars[cand[C.A_END] - 1, 1])

    def find(self, text: str) -> list[int]:
        """Return the rows of the candidates that answer a text, whatever its case."""
        wanted = text.strip().lower()
        return [row for row in range(len(self.view)) if self.text(row).lower() == wanted]
