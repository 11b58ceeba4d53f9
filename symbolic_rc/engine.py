"""The engine: rules over stories, behind one small API."""

from __future__ import annotations

import functools
import logging
import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import ArgumentError, DataError
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.kernels import compile_ahead
from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.core.trace import Trace
from symbolic_rc.core.trace.text import READ_AS
from symbolic_rc.graph.inference.clauses import Clause, own_clauses
from symbolic_rc.question.follow_up import Turn, in_full, of_protagonist
from symbolic_rc.question.normalize import normalize_question, speller_of
from symbolic_rc.question.query import Query, read_queries
from symbolic_rc.ranker.choices import score_pool
from symbolic_rc.ranker.ranking import Ranker
from symbolic_rc.ranker.refusal import no_answer_probability
from symbolic_rc.ranker.weights import load_weights
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.case import Case, with_rules
from symbolic_rc.rules.confidence import PLAIN, Fits, read_fits
from symbolic_rc.rules.decide import Decision, decide
from symbolic_rc.rules.evidence import ranking_of
from symbolic_rc.rules.families.options import choice_scores, filled_scores
from symbolic_rc.rules.ranked import best_choice
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.rulebook import Rulebook, default_rulebook
from symbolic_rc.rules.sections import second_question
from symbolic_rc.story import Story
from symbolic_rc.support.judge import judge_answers, judge_statements
from symbolic_rc.support.verdict import Support
from symbolic_rc.trace.build import answer_of, refused, trace_of

if TYPE_CHECKING:
    from spacy.language import Language


#: What is left of the confidence in an answer from another fact than is asked for, where there may be none.
_ANOTHER_FACT = 0.25
#: A second step is taken from this share of the first answer's confidence on.
_WEAK = 0.8
#: Cases that are kept after answering, for ranking.
_KEPT = 256


@functools.cache
def _compile_kernels() -> None:
    compile_ahead(logging.getLogger(__name__).info)


@dataclass(frozen=True, slots=True, eq=False)
class _Answered:
    """The questions answered last, which are often ranked next: cases by the question's identity."""

    story: Story | None = None
    rules: tuple[Rule, ...] = ()
    profile: str = ""
    cases: dict[int, Case] = field(default_factory=dict)


class Engine:
    """Reads stories and answers questions about them, by ordered rules with a trace.

    Parameters
    ----------
    pipeline : Language, optional
        The spaCy pipeline that annotates; the project's own by default.
    weights : str
        A file that `symbolic-rc train` wrote, in place of the shipped one.
    profile : str
        The data set whose style of answers is wanted (``quoref``, ``narrativeqa``, ``fairytaleqa``,
        ``duorc``); empty or ``plain`` for none in particular.
    refuse_below : float
        Give no answer of a lower confidence; 0 answers always.

    Raises
    ------
    SymbolicRCError
        If the weights know no such profile; lists those that they know.

    Attributes
    ----------
    rules : Rulebook
        The ordered rules: enable, disable, move, replace, add your own.
    inference : tuple of Clause
        The clauses by which facts follow from those of a story; add your own, as read by
        `symbolic_rc.graph.inference.clauses.read_clauses`.
    """

    def __init__(
        self,
        pipeline: Language | None = None,
        weights: str | None = "",
        profile: str = "",
        refuse_below: float = 0.0,
    ) -> None:
        self._pipeline = pipeline
        self._weights = weights
        if profile:
            load_weights(weights or "").check_profile(profile)
        self.profile = "" if profile == PLAIN else profile
        self.refuse_below = refuse_below
        self.rules: Rulebook = default_rulebook()
        self.inference: tuple[Clause, ...] = own_clauses()
        self._inferred: weakref.WeakKeyDictionary[Story, Story] = weakref.WeakKeyDictionary()
        self._last = _Answered()

    @property
    def pipeline(self) -> Language:
        """The pipeline that annotates stories and questions."""
        if self._pipeline is None:
            from symbolic_rc.annotate import default_pipeline

            self._pipeline = default_pipeline()
        return self._pipeline

    def read(self, text: str | Path | Record) -> Story:
        """Read a story once, a text or the file at a `Path`; it can be asked about many times."""
        _compile_kernels()
        text = read_text(text) if isinstance(text, Path) else text
        if isinstance(text, Record):
            return self._clausal(Story(text, self._pipeline))
        if not isinstance(text, str):
            raise ArgumentError(
                "read takes a text (str) or a Record, or the Path of a text file, "
                f"not {type(text).__name__}; pipe reads many texts"
            )
        return self._clausal(Story.from_text(text, self._pipeline))

    def _clausal(self, story: Story) -> Story:
        """Return a story with what follows from its facts by the engine's own clauses."""
        clauses = self.inference
        if (own_clauses() if story.clauses is None else story.clauses) == clauses:
            return story
        if "facts" not in vars(story):  # not read yet
            story.clauses = clauses
            return story
        found = self._inferred.get(story)
        if found is None or found.clauses != clauses:
            found = self._inferred[story] = story.with_clauses(clauses)
        return found

    @overload
    def pipe(
        self, texts: Iterable[str | Path | Record], as_tuples: Literal[False] = False, batch_size: int = 64
    ) -> Iterator[Story]: ...
    @overload
    def pipe(
        self, texts: Iterable[tuple[str | Path | Record, Any]], as_tuples: Literal[True], batch_size: int = 64
    ) -> Iterator[tuple[Story, Any]]: ...
    def pipe(self, texts: Iterable[Any], as_tuples: bool = False, batch_size: int = 64) -> Iterator[Any]:
        """Read many stories, annotated in batches, in their order, as spaCy's `Language.pipe` does.

        Parameters
        ----------
        texts : iterable of str, Path or Record
            Taken as they are needed; with `as_tuples`, pairs of such and of whatever goes with it.
        as_tuples : bool
            Yield (story, what goes with it).
        batch_size : int
            How many are annotated at a time.

        Examples
        --------
        >>> import symbolic_rc
        >>> engine = symbolic_rc.load()
        >>> pairs = [("Ann sold the mill.", "Who sold the mill?"), ("Bo found a key.", "Who found a key?")]
        >>> [engine.answer(story, asked).text for story, asked in engine.pipe(pairs, as_tuples=True)]
        ['Ann', 'Bo']
        """
        waiting = iter(texts if as_tuples else ((text, None) for text in texts))
        while batch := list(islice(waiting, batch_size)):
            stories = [self.read(text) for text, _ in batch]
            running = [story for story in stories if not story.tokenised]
            docs = self.pipeline.pipe((story.text for story in running), batch_size=batch_size)
            for story, doc in zip(running, docs, strict=True):
                story.__dict__["doc"] = doc
            yield from zip(stories, (one for _, one in batch), strict=True) if as_tuples else stories

    def __getstate__(self) -> dict[str, Any]:
        """Return the engine's settings, for pickle; the default rules are rebuilt."""
        from symbolic_rc.annotate import portable

        own = tuple(self.rules) != tuple(default_rulebook())
        changed = {"_pipeline": portable(self._pipeline), "rules": self.rules if own else None}
        return {**vars(self), **changed, "_last": None, "_inferred": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        from symbolic_rc.annotate import unportable

        vars(self).update(state, _pipeline=unportable(state["_pipeline"]))
        self.rules = default_rulebook() if self.rules is None else self.rules
        self._inferred = weakref.WeakKeyDictionary()
        self._last = _Answered()

    def __repr__(self) -> str:
        parts = [f"{len(self.rules.enabled)} rules", f"profile={self.profile!r}" if self.profile else ""]
        parts += ["unfitted" if self._weights is None else f"weights={self._weights!r}" * bool(self._weights)]
        return f"<Engine: {', '.join(part for part in parts if part)}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>{self.rules._repr_html_()}"

    def ask(self, questions: Sequence[Question]) -> list[Query]:
        """Return questions as they are understood, annotated together."""
        return read_queries(questions, self._pipeline)

    def answer(self, story: Story, question: str | Question) -> Answer:
        """Answer one question; the answer carries its trace (example: `symbolic_rc.load`)."""
        return self.answer_all(story, [_question(question)])[0]

    def answer_all(self, story: Story, questions: Sequence[str | Question]) -> list[Answer]:
        """Answer several questions about one story, in their order.

        One with the tag ``follows``, the id of the turn before it, is read with what it takes from that.
        """
        _check(story)
        if isinstance(questions, str):
            raise ArgumentError("answer_all takes a list of questions; answer takes one")
        asked = [_question(question) for question in questions]
        if any("follows" in question.tags for question in asked):
            return self._conversation(story, asked)
        answers, kept = [], _Answered(story, tuple(self.rules), self.profile)
        fits = self.fits
        for question, case in zip(asked, self._open(story, asked), strict=True):
            answers.append(self._answer_case(case, fits))
            if len(kept.cases) < _KEPT:
                kept.cases[id(question)] = case
        self._last = kept
        return answers

    def _conversation(self, story: Story, asked: Sequence[Question]) -> list[Answer]:
        """Answer the turns of conversations, each with what it takes from the turn before."""
        turns: dict[str, Turn] = {}
        answers: list[Answer] = []
        for question in asked:
            before = turns.get(question.tags.get("follows", ""))
            tags = {name: told for name, told in question.tags.items() if name != "follows"}
            text = question.text if before is None else in_full(question.text, before, story.facts)
            if text != question.text:
                tags[READ_AS] = f"turn before: read as *{text}*"
            full = replace(question, text=text, tags=tags)
            answers += self.answer_all(story, [full])
            query = self._last.cases[id(full)].query
            turns[question.id] = Turn(
                query, answers[-1].text, question.text, {} if before is None else before.topics
            )
        return answers

    def _answer_case(self, case: Case, fits: Fits | None) -> Answer:
        """Return the answer of a case, or none below the threshold for refusal."""
        case, decision = self._decide(case, fits)
        answer = answer_of(case, decision, self.rules.enabled)
        if case.question.is_choice and not set(answer.texts or ("",)) <= set(case.question.choices):
            answer = replace(answer, texts=(best_choice(case)[0].text,), spans=())
        if self.refuse_below and answer.texts and self._refusable(case, decision, answer) < self.refuse_below:
            return refused(answer)
        return answer

    def _decide(self, case: Case, fits: Fits | None) -> tuple[Case, Decision]:
        """Decide a case; where only the ranker does, by its second step if there is one that is not weak."""
        decision = decide(case, fits=fits)
        ranked = decision.rule == "ranker" and not case.learned and not case.options
        if not ranked or case.ranker is None or not (text := second_question(case.query, case.facts)):
            return case, decision
        tags = {**case.question.tags, READ_AS: f"second step: read as *{text}*"}
        (query,) = self.ask([replace(case.question, text=text, tags=tags)])
        second = open_case(query, case.story, case.rules, replace(case.ranker, query=query))
        answered = decide(second, fits=fits)
        if answered.confidence < _WEAK * decision.confidence:
            return case, decision
        # two readings of one question: that either is right
        either = 1.0 - (1.0 - decision.confidence) * (1.0 - answered.confidence)
        return second, replace(answered, confidence=either)

    def _refusable(self, case: Case, decision: Decision, answer: Answer) -> float:
        """Return the confidence in an answer when there may be none.

        The ranker always finds a candidate; a fact that names another than the question does is another fact.
        """
        if decision.proposal is not None and decision.proposal.contrary:
            return _ANOTHER_FACT * answer.confidence
        learned = None if self._weights is None else load_weights(self._weights).about.get("refuse")
        ranking = ranking_of(case) if answer.rule == "ranker" else None
        if ranking is None or not learned:
            return answer.confidence
        return answer.confidence * (1.0 - no_answer_probability(ranking, learned))

    @property
    def fits(self) -> Fits | None:
        """What was learned of the rules, by name; None where nothing is to be fitted."""
        return None if self._weights is None else read_fits(load_weights(self._weights), self.profile)

    def _open(self, story: Story, questions: Sequence[Question]) -> Iterator[Case]:
        """Yield the case of each question, with a ranker unless nothing is to be fitted."""
        for question in questions:
            if question.refused:
                raise DataError(question.refused)
        story = self._clausal(story)
        speller = speller_of(story.text)
        normalized = (normalize_question(question, speller) for question in questions)
        questions = [of_protagonist(question, story.facts) for question in normalized]
        if self.refuse_below:
            questions = [replace(one, tags={"unanswerable": "perhaps", **one.tags}) for one in questions]
        queries = self.ask(questions)
        if self._weights is None:
            yield from (open_case(query, story, self.rules) for query in queries)
            return
        weights = load_weights(self._weights)
        for query in queries:
            yield open_case(query, story, self.rules, Ranker(query, weights, self.profile))

    def cases(self, story: Story, questions: Sequence[Question]) -> Iterator[Case]:
        """Yield a case for each question, to be answered under several rulebooks.

        See `answer_cases`; engines of the same weights and profile can settle each other's cases.
        """
        _check(story)
        return self._open(story, questions)

    def answer_cases(self, cases: Iterable[Case]) -> Iterator[Answer]:
        """Yield the answer of each case by the rules as they are now."""
        fits = self.fits
        for case in cases:
            yield self._answer_case(with_rules(case, self.rules.enabled), fits)

    def explain(self, story: Story, question: str | Question, why_not: str = "") -> Trace:
        """Answer a question and return the trace; `why_not` is another answer that it shall speak about."""
        _check(story)
        case, decision = self._decide(next(self._open(story, [_question(question)])), self.fits)
        rules = self.rules.enabled
        return trace_of(case, decision, answer_of(case, decision, rules).texts, rules, why_not)

    def support(self, story: Story, question: str | Question, answer: str | Sequence[str]) -> Support:
        """Judge a given answer to a question: supported by the story, contradicted, or not found.

        Parameters
        ----------
        story : Story
        question : str or Question
        answer : str or sequence of str
            The answer's text, or its spans; empty for a refusal.

        Examples
        --------
        >>> import symbolic_rc
        >>> engine = symbolic_rc.load()
        >>> story = engine.read("Old Marta Quill sold the mill to a stranger.")
        >>> engine.support(story, "Who sold the mill?", "Marta Quill").verdict
        'supported'
        >>> judged = engine.support(story, "Who sold the mill?", "Ada")
        >>> judged.verdict, judged.instead
        ('contradicted', 'Marta Quill')
        """
        return self.support_all(story, [(question, answer)])[0]

    def support_all(
        self, story: Story, pairs: Sequence[tuple[str | Question, str | Sequence[str]]]
    ) -> list[Support]:
        """Judge given answers to questions about one story, in their order; see `support`."""
        _check(story)
        asked = [(_question(question), answer) for question, answer in pairs]
        return judge_answers(asked, partial(self._open, story), self.fits)

    def support_text(self, story: Story, text: str) -> list[Support]:
        """Judge each statement of a text that others wrote about a story, such as a summary.

        Examples
        --------
        >>> import symbolic_rc
        >>> engine = symbolic_rc.load()
        >>> story = engine.read("Marta sold the mill to a stranger.")
        >>> [judged.verdict for judged in engine.support_text(story, "Marta sold the mill. Bo burned it.")]
        ['supported', 'not found']
        """
        _check(story)
        return judge_statements(text, partial(self._open, story))

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score given answers to a question; higher is better; float64 array as long as the pool."""
        last, case = self._last, None
        rules = tuple(self.rules)
        if last.story is story and last.rules == rules and last.profile == self.profile:
            case = last.cases.get(id(question))
        if case is None:
            case = next(self._open(story, [question]))
        if question.is_cloze and question.is_choice:
            return filled_scores(case, pool)
        if (ranking := ranking_of(case)) is None:
            return choice_scores(case, pool, decide(case).text)
        return score_pool(ranking, pool)


def _question(question: str | Question) -> Question:
    if not isinstance(question, (str, Question)):
        raise ArgumentError(f"a question is a text (str) or a Question, not {type(question).__name__}")
    if isinstance(question, str) and not question.strip():
        raise DataError('the question is empty: give one, such as "Who sold the mill?"')
    return Question("q", question) if isinstance(question, str) else question


def _check(story: Story) -> None:
    if story is None or isinstance(story, (str, bytes, Record)):
        raise ArgumentError(
            f"a story was expected, not {type(story).__name__}: pass what engine.read(text) returns"
        )
