"""The engine: rules over stories, behind one small API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.rules.light import RULES, candidates
from symbolic_rc.rules.resolve import resolve
from symbolic_rc.rules.rule import Rulebook
from symbolic_rc.rules.trace import Trace
from symbolic_rc.story import Story

if TYPE_CHECKING:
    from spacy.language import Language


class Engine:
    """Reads stories and answers questions about them, by ordered rules with a trace.

    Parameters
    ----------
    pipeline : Language, optional
        The spaCy pipeline that annotates; the project's own by default.

    Attributes
    ----------
    rules : Rulebook
        The ordered rules: enable, disable, move, replace, add your own.
    """

    def __init__(self, pipeline: Language | None = None) -> None:
        self.pipeline = pipeline
        self.rules = Rulebook(RULES)

    def read(self, text: str | Record) -> Story:
        """Read a story once; it can be asked about many times."""
        if isinstance(text, Record):
            return Story(text, self.pipeline)
        return Story.from_text(text, self.pipeline)

    def answer(self, story: Story, question: str | Question) -> Answer:
        """Answer one question; the answer carries its trace.

        Examples
        --------
        >>> import symbolic_rc
        >>> engine = symbolic_rc.load()
        >>> story = engine.read("Old Marta Quill sold the mill to a stranger. Then she went to sea.")
        >>> engine.answer(story, "Who sold the mill?").text
        'Old Marta Quill'
        """
        return self.answer_all(story, [_question(question)])[0]

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer several questions about one story."""
        found = candidates(story.tokens)
        return [resolve(story.text, story.tokens, question, self.rules, found) for question in questions]

    def explain(self, story: Story, question: str | Question, why_not: str = "") -> Trace:
        """Answer a question and return the trace; `why_not` names a span that it shall speak about."""
        answer = resolve(story.text, story.tokens, _question(question), self.rules, why_not=why_not)
        assert answer.trace is not None
        return answer.trace

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score given answers to a question; higher is better; float64 array as long as the pool."""
        best = self.answer(story, question)
        wanted = set(best.text.lower().split())
        scores = np.zeros(len(pool))
        for i, text in enumerate(pool):
            words = set(text.lower().split())
            scores[i] = 2 * len(words & wanted) / max(1, len(words) + len(wanted))
        return scores


def _question(question: str | Question) -> Question:
    return Question("q", question) if isinstance(question, str) else question
