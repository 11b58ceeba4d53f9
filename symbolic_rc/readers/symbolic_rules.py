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
from symbolic_rc.rules.facts.resolve import Resolution, resolve
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
        found = []
        for query in read_queries(questions, self._pipeline):
            case = open_case(query, story)
            if query.question.is_choice:
                scores = choice_scores(case, query.question.choices)
                best = int(scores.argmax())
                found.append(
                    Answer((query.question.choices[best],), score=float(scores[best]), rule="choices")
                )
                continue
            resolution = resolve(case, self.rules)
            proposal = resolution.proposal
            if proposal is None:
                found.append(Answer((), trace=_lazily(query, story, resolution)))
                continue
            if proposal.start < 0 or proposal.texts:
                texts, trace = proposal.texts or (resolution.text,), _lazily(query, story, resolution)
                found.append(Answer(texts, (), proposal.strength, resolution.rule, trace))
                continue
            chars = story.chars
            span = (int(chars[proposal.start, 0]), int(chars[proposal.end - 1, 1]))
            spans = (span,) if resolution.text == story.text[span[0] : span[1]] else ()
            trace = _lazily(query, story, resolution)
            found.append(Answer((resolution.text,), spans, proposal.strength, resolution.rule, trace))
        return found

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score given answers to a question; higher is better; float64 array as long as the pool."""
        return choice_scores(open_case(read_queries([question], self._pipeline)[0], story), pool)


def _lazily(query: Query, story: Story, resolution: Resolution) -> Trace:
    """Return the trace, which is made when it is looked at."""
    return LazyTrace(proof_trace, query, story, resolution)  # type: ignore[return-value]


def symbolic_rules(options: ReaderOptions) -> SymbolicRules:
    """Make the reader `symbolic:rules`."""
    if options.pipeline == "classical":
        return SymbolicRules()
    from symbolic_rc.annotate import pipeline as named

    return SymbolicRules(named(options.pipeline))
