"""The case: one question about one story, with the candidates so far."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.question import Question
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.question.understanding import Understanding
from symbolic_rc.ranking.arrays import Alignment
from symbolic_rc.ranking.candidate_view import CandidateView
from symbolic_rc.ranking.weights import EngineWeights


@dataclass(slots=True)
class Case:
    """What a rule looks at, and where it leaves what it found.

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
    fired : dict of str to ndarray of bool
        For each rule that proposed, which candidates.
    parts, scores : ndarray of float32
        The linear score of each candidate, in parts and whole.
    listed : ndarray of int32
        The best few candidates (rows of the scene), best first.
    features : ndarray of float32, shape (listed, LIST)
        What the reranker sees of them.
    overlaps : ndarray of float32, shape (listed, listed)
        How much their answers have in common.
    reranked : ndarray of float64
        Its scores, parallel to `listed`.
    chosen : list of int
        The rows that are answered.
    texts : list of (str, int, int)
        The answer's texts with character offsets, once a rule gave it a form of its own.
    decided : str
        The rule that decided, once one has.
    preferred : bool
        Whether a rule of the user's own has added to the scores.
    said : bool
        Whether a clause of the story says all that the question says, with the answer in its gap.
    """

    story: StoryIndex
    asked: ParsedQuestion
    alignment: Alignment
    weights: EngineWeights
    profile: str
    view: CandidateView
    fired: dict[str, NDArray[np.bool_]] = field(default_factory=dict)
    parts: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    scores: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    listed: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    features: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    overlaps: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    reranked: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    chosen: list[int] = field(default_factory=list)
    texts: list[tuple[str, int, int]] | None = None
    decided: str = ""
    preferred: bool = False
    said: bool = False

    @property
    def question(self) -> Question:
        """The question as it was asked."""
        return self.asked.question

    @property
    def understanding(self) -> Understanding:
        """What was understood of the question."""
        return self.asked.understanding

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
