"""The reader `symbolic:rules`: ordered rules over facts, with proofs, and nothing that was fitted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question
from symbolic_rc.core.trace import LazyTrace, Trace
from symbolic_rc.question.query import Query, read_queries
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.rules.facts.book import RULES, FactRule
from symbolic_rc.rules.facts.case import open_case
from symbolic_rc.rules.facts.choices import choice_scores
from symbolic_rc.rules.facts.resolve import resolve
from symbolic_rc.rules.trace.choice_trace import RULE as CHOICES
from symbolic_rc.rules.trace.choice_trace import choice_trace
from symbolic_rc.rules.trace.proof_trace import proof_trace
from symbolic_rc.story import Story

if TYPE_CHECKING:
    from spacy.language import Language


class SymbolicRules:
    """Answers by the first rule of the book whose proof is strong enough.

    Parameters
    ----------
    pipeline : Language, optional
        What annotates questions; the project's own by default.
    rules : sequence of FactRule, optional
        In the order in which they are tried; all by default.
    """

    def __init__(self, pipeline: Language | None = None, rules: Sequence[FactRule] = RULES) -> None:
        self._pipeline = pipeline
        self.rules = tuple(rules)

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question, in their order."""
        queries = read_queries(questions, self._pipeline)
        return [
            self._choose(story, one) if one.question.is_choice else self._prove(story, one) for one in queries
        ]

    def explain(self, story: Story, question: str | Question, why_not: str = "") -> Trace:
        """Answer a question and return the trace; `why_not` is another answer that it shall speak about."""
        asked = Question("q", question) if isinstance(question, str) else question
        (query,) = read_queries([asked], self._pipeline)
        if asked.is_choice:
            return choice_trace(query, story, self._choose(story, query).text, why_not)
        return proof_trace(query, story, resolve(open_case(query, story), self.rules), self.rules, why_not)

    def _prove(self, story: Story, query: Query) -> Answer:
        """Return the answer of the first rule that is sure enough; its trace is made when it is looked at."""
        resolution = resolve(open_case(query, story), self.rules)
        trace = LazyTrace(proof_trace, query, story, resolution, self.rules)
        proposal = resolution.proposal
        if proposal is None:
            return Answer((), trace=trace)  # type: ignore[arg-type]
        if proposal.start < 0 or proposal.texts:
            texts = proposal.texts or (resolution.text,)
            return Answer(texts, (), proposal.strength, resolution.rule, trace)  # type: ignore[arg-type]
        start, end = int(story.chars[proposal.start, 0]), int(story.chars[proposal.end - 1, 1])
        spans = ((start, end),) if resolution.text == story.text[start:end] else ()
        return Answer((resolution.text,), spans, proposal.strength, resolution.rule, trace)  # type: ignore[arg-type]

    def _choose(self, story: Story, query: Query) -> Answer:
        """Return the choice that is supported best."""
        choices = query.question.choices
        scores = choice_scores(open_case(query, story), choices)
        best = int(scores.argmax())
        trace = LazyTrace(choice_trace, query, story, choices[best])
        return Answer((choices[best],), (), float(scores[best]), CHOICES, trace)  # type: ignore[arg-type]

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score given answers to a question; higher is better; float64 array as long as the pool."""
        return choice_scores(open_case(read_queries([question], self._pipeline)[0], story), pool)


def symbolic_rules(options: ReaderOptions) -> SymbolicRules:
    """Make the reader `symbolic:rules`."""
    if options.pipeline == "classical":
        return SymbolicRules()
    from symbolic_rc.annotate import pipeline as named

    return SymbolicRules(named(options.pipeline))
