"""The engine: rules over stories, behind one small API."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.core.trace import Trace
from symbolic_rc.index.story_index import StoryIndex, index, word_matcher
from symbolic_rc.question.parsed import ParsedQuestion, parse_question, parse_questions, plain
from symbolic_rc.ranking.weights import load_weights
from symbolic_rc.rules.ranker.case import RankedCase
from symbolic_rc.rules.ranker.choices.choice import score_pool
from symbolic_rc.rules.ranker.default_rules import default_book
from symbolic_rc.rules.ranker.resolve import open_case, run, settle
from symbolic_rc.rules.ranker.rule import RankerBook, RankerRule
from symbolic_rc.rules.trace.explain import trace
from symbolic_rc.story import Story

if TYPE_CHECKING:
    from spacy.language import Language


#: Cases that are kept after answering, for ranking.
_KEPT = 256


@dataclass(frozen=True, slots=True, eq=False)
class _Answered:
    """The questions answered last, which are often ranked next: cases by the question's identity."""

    story: StoryIndex | None = None
    rules: tuple[RankerRule, ...] = ()
    profile: str = ""
    cases: dict[int, RankedCase] = field(default_factory=dict)

    def case(
        self, question: Question, story: StoryIndex, rules: RankerBook, profile: str
    ) -> RankedCase | None:
        """Return the case of a question, if the same rules would work on it again."""
        same = self.story is story and self.rules == tuple(rules) and self.profile == profile
        return self.cases.get(id(question)) if same else None


class Engine:
    """Reads stories and answers questions about them, by ordered rules with a trace.

    Parameters
    ----------
    pipeline : Language, optional
        The spaCy pipeline that annotates; the project's own by default.
    weights : str
        A file that `symbolic-rc train` wrote, in place of the shipped one.
    profile : str
        The kind of data set whose way of answering is wanted (``quoref``, ``narrativeqa``, ``fairytaleqa``,
        ``duorc``); empty for none in particular.

    Attributes
    ----------
    rules : RankerBook
        The ordered rules: enable, disable, move, replace, add your own.
    """

    def __init__(self, pipeline: Language | None = None, weights: str = "", profile: str = "") -> None:
        self._pipeline = pipeline
        self._weights = weights
        self.profile = profile
        self.rules: RankerBook = default_book()
        self._last = _Answered()

    @property
    def pipeline(self) -> Language:
        """The pipeline that annotates stories and questions."""
        if self._pipeline is None:
            from symbolic_rc.annotate import default_pipeline

            self._pipeline = default_pipeline()
        return self._pipeline

    def read(self, text: str | Record) -> Story:
        """Read a story once; it can be asked about many times."""
        if isinstance(text, Record):
            return Story(text, self._pipeline)
        if not isinstance(text, str):
            raise TypeError(f"read takes a text (str) or a Record, not {type(text).__name__}")
        return Story.from_text(text, self._pipeline)

    def ask(self, questions: Sequence[Question]) -> list[ParsedQuestion]:
        """Return questions as they are understood, annotated together."""
        from symbolic_rc.annotate import annotate_together, is_classical

        texts = [plain(question.text) for question in questions]
        if is_classical(self.pipeline):
            found = parse_questions(questions, *annotate_together(texts, self.pipeline), self.pipeline)
        else:
            docs = self.pipeline.pipe(texts)
            found = [
                parse_question(question, doc, self.pipeline)
                for question, doc in zip(questions, docs, strict=True)
            ]
        word_matcher().prepare(asked.content for asked in found)
        return found

    def answer(self, story: Story, question: str | Question) -> Answer:
        """Answer one question; the answer carries its trace.

        Examples
        --------
        >>> import symbolic_rc
        >>> engine = symbolic_rc.load()                                             # doctest: +SKIP
        >>> story = engine.read("Old Marta Quill sold the mill to a stranger.")     # doctest: +SKIP
        >>> engine.answer(story, "Who sold the mill?").text                         # doctest: +SKIP
        'Old Marta Quill'
        """
        return self.answer_all(story, [_question(question)])[0]

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer several questions about one story, in their order."""
        _check(story)
        answers, kept = [], _Answered(index(story), tuple(self.rules), self.profile)
        for case in self._open(story, self.ask(questions)):
            answers.append(settle(run(case, self.rules)))
            if len(kept.cases) < _KEPT:
                kept.cases[id(case.question)] = case
        self._last = kept
        return answers

    def _open(self, story: Story, understood: Iterable[ParsedQuestion]) -> Iterator[RankedCase]:
        read, weights = index(story), load_weights(self._weights)
        return (open_case(read, asked, weights, self.profile) for asked in understood)

    def explain(self, story: Story, question: str | Question, why_not: str = "") -> Trace:
        """Answer a question and return the trace; `why_not` names a span that it shall speak about."""
        _check(story)
        case = run(next(self._open(story, self.ask([_question(question)]))), self.rules)
        return trace(case, settle(case).texts, why_not)

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score given answers to a question; higher is better; float64 array as long as the pool."""
        case = self._last.case(question, index(story), self.rules, self.profile)
        if case is None:
            case = next(self._open(story, self.ask([question])))
            run(case, self.rules)
        return score_pool(case, pool)


def _question(question: str | Question) -> Question:
    if not isinstance(question, (str, Question)):
        raise TypeError(f"a question is a text (str) or a Question, not {type(question).__name__}")
    return Question("q", question) if isinstance(question, str) else question


def _check(story: Story) -> None:
    if story is None or isinstance(story, (str, bytes, Record)):
        raise TypeError(
            f"a story was expected, not {type(story).__name__}: pass what engine.read(text) returns"
        )
