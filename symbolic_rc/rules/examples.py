"""Examples of rules, each of which is a test: ``Who sold the wheel? -> Ada sold the wheel. -> Ada``.

A question, a text, and what the rule answers when it is asked alone; without an answer, it must give one.
``nothing`` is the answer of a rule that finds that nothing is. Options stand in brackets behind the question,
``Where is it? [the mill | the inn]``; ``@placeholder`` marks what is to be filled in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from symbolic_rc.core.record import Question
from symbolic_rc.graph.inference.clauses import Clause
from symbolic_rc.question.query import read_queries
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.decide import decide
from symbolic_rc.rules.rule import RANKS, Rule
from symbolic_rc.story import Story

#: Makes cases of questions on a story.
OpenCases = Callable[[Story, Sequence[Question]], Iterable[Case]]
_PLACEHOLDER, _NOTHING = "@placeholder", "nothing"


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """What a rule did to its example.

    Attributes
    ----------
    rule, example : str
    passed : bool or None
        None where there is no example, or none that can be run without the ranker.
    answer : str
        What the rule answered; empty if nothing.
    problem : str
        Why it did not pass, or was not run.
    """

    rule: str
    example: str
    passed: bool | None
    answer: str = ""
    problem: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return the result as JSON-ready values."""
        return {name: getattr(self, name) for name in self.__slots__}


def run_example(rule: Rule, open_cases: OpenCases | None = None) -> ExampleResult:
    """Ask a rule alone the question of its example.

    Parameters
    ----------
    rule : Rule
        Whether it is switched on does not matter.
    open_cases : callable, optional
        Such as `Engine.cases`; by default without a ranker.
    """
    result = partial(ExampleResult, rule.name, rule.example)
    if not rule.example:
        return result(None, problem="it has no example")
    parts = [part.strip() for part in rule.example.split("->")]
    if not 2 <= len(parts) <= 3 or not all(parts):
        return result(False, problem="an example is: question -> text -> answer")
    question, text, wanted = (*parts, "")[:3]
    (case,) = (open_cases or _open)(Story.from_text(text), [_question(question)])
    if RANKS in rule.conditions and not RANKS.holds(case):
        return result(None, problem="it needs the ranker")
    found = decide(case, [replace(rule, enabled=True)])
    if found.proposal is None:
        tried = found.tried[0]
        problem = f"a condition does not hold: {tried.missed}" if tried.missed else "no proposal"
        if tried.strength:
            problem = f"{tried.strength:.2f}, decides from {tried.threshold:g}"
        return result(False, problem=problem)
    answer = found.text or " and ".join(found.proposal.texts) or _NOTHING
    passed = not wanted or _plain(answer) == _plain(wanted)
    problem = "" if passed else f"answers {answer!r}"
    return result(passed, answer, problem)


def run_clause(clause: Clause, clauses: Sequence[Clause]) -> ExampleResult:
    """Ask the question of a clause's example, which must be answered, in a story where the clause was used.

    Parameters
    ----------
    clause : Clause
    clauses : sequence of Clause
        All that are in use.
    """
    question, text, wanted = (*(part.strip() for part in clause.example.split("->")), "", "")[:3]
    result = partial(ExampleResult, clause.name, clause.example)
    if not text:
        return result(False if question else None, problem="no example")
    story = Story.from_text(text)
    story.clauses = tuple(clauses)
    used = any(fact.clause == clause.name for fact in story.facts)
    (case,) = _open(story, [Question("example", question)])
    answer = decide(case).text
    passed = used and _plain(answer) == _plain(wanted)
    problem = "" if passed else f"answers {answer!r}" if used else "nothing follows by it"
    return result(passed, answer, problem)


def _question(text: str) -> Question:
    text, _, options = text.removesuffix("]").partition("[")
    choices = tuple(option.strip() for option in options.split("|") if option.strip())
    placeholder = _PLACEHOLDER if _PLACEHOLDER in text else ""
    return Question("example", text.strip(), (), choices, placeholder, tags={"unanswerable": "perhaps"})


def _open(story: Story, questions: Sequence[Question]) -> list[Case]:
    return [open_case(query, story) for query in read_queries(questions)]


def _plain(answer: str) -> str:
    return answer.strip(" .!").lower()
