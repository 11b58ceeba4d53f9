"""Checking a reader, or somebody's predictions, case by case."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from symbolic_rc.behaviour.cases import Case
from symbolic_rc.behaviour.right import is_right, same
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.readers import Reader
from symbolic_rc.story import Story


@dataclass(frozen=True, slots=True)
class Failure:
    """A question of a case that went wrong."""

    question: Question
    answer: tuple[str, ...]
    before: tuple[str, ...] | None = None
    """The answer before the change, for invariance and direction."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A case, and what of it went wrong; nothing if it passed.

    Attributes
    ----------
    case : Case
    failures : tuple of Failure
    missing : bool
        Whether predictions lack an answer to one of its questions.
    """

    case: Case
    failures: tuple[Failure, ...]
    missing: bool = False

    @property
    def failed(self) -> bool:
        """Whether the case counts as failed."""
        return bool(self.failures) or self.missing


def check_reader(
    reader: Reader, cases: Sequence[Case], each: Callable[[Checked], None] | None = None
) -> list[Checked]:
    """Let a reader answer every case.

    Parameters
    ----------
    reader : Reader
    cases : sequence of Case
    each : callable, optional
        Called with each checked case, for progress.
    """
    found = []
    for case in cases:
        answers = _answers(reader, case.record)
        if case.other is not None:
            answers |= _answers(reader, case.other)
        found.append(_checked(case, answers))
        if each is not None:
            each(found[-1])
    return found


def check_predictions(answers: Mapping[str, Sequence[str]], cases: Sequence[Case]) -> list[Checked]:
    """Check predictions, by question id, for the exported stories of the same cases."""
    return [_checked(case, {key: tuple(value) for key, value in answers.items()}) for case in cases]


def _answers(reader: Reader, record: Record) -> dict[str, tuple[str, ...]]:
    found = reader.answer_all(Story(record), record.questions)
    return {question.id: answer.texts for question, answer in zip(record.questions, found, strict=True)}


def _checked(case: Case, answers: Mapping[str, tuple[str, ...]]) -> Checked:
    asked = [*case.record.questions, *(case.other.questions if case.other is not None else ())]
    if any(question.id not in answers for question in asked):
        return Checked(case, (), missing=True)
    if case.other is None:
        wrong = [q for q in case.record.questions if not is_right(answers[q.id], q)]
        return Checked(case, tuple(Failure(q, answers[q.id]) for q in wrong))
    failures = []
    for before, after in zip(case.record.questions, case.other.questions, strict=True):
        one, two = answers[before.id], answers[after.id]
        if not _as_expected(case, before, after, one, two):
            failures.append(Failure(after, two, one))
    return Checked(case, tuple(failures))


def _as_expected(
    case: Case, before: Question, after: Question, one: tuple[str, ...], two: tuple[str, ...]
) -> bool:
    """Whether an answer stays where the right one does, and changes where that does.

    Where a name was exchanged everywhere, both right, or both wrong with the name exchanged, is staying.
    """
    if case.kind == "direction":
        stays = any(same(right, other) for right in before.references for other in after.references)
        return same(one, two) == stays
    if before.references != after.references:
        return is_right(one, before) == is_right(two, after)
    return same(one, two)
