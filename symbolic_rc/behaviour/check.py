"""Checking the answers of a reader, or predictions, case by case."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symbolic_rc.behaviour.cases import BehaviouralCase
from symbolic_rc.core.record import Question, Record
from symbolic_rc.lexicon.english import NUMBER_WORDS
from symbolic_rc.readers import Reader
from symbolic_rc.story import Story

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_LEADING = re.compile(r"^(?:in|on|at|to|by|from|into|with|of|because|for)\s+")
_PARTS = re.compile(r",| and |&")
_POSSESSIVE = re.compile(r"['’]s\b")
_DIGITS = {word: str(number) for number, word in enumerate(NUMBER_WORDS[:13])}


def normal(text: str) -> str:
    """Return an answer in lower case, without articles, punctuation, possessives, a leading preposition."""
    text = _POSSESSIVE.sub("", text.lower())
    text = "".join(" " if char in string.punctuation else char for char in text)
    text = " ".join(_ARTICLES.sub(" ", text).split())
    text = _LEADING.sub("", text)
    return " ".join(_DIGITS.get(word, word) for word in text.split())


def parts(texts: Sequence[str]) -> frozenset[str]:
    """Return the parts of an answer: its spans, split at commas and *and*."""
    return frozenset({normal(part) for text in texts for part in _PARTS.split(text)} - {""})


def is_right(answer: Sequence[str], question: Question) -> bool:
    """Whether an answer is one of a question's references."""
    return any(same(answer, reference) for reference in question.references)


def same(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two answers are the same."""
    whole, also = normal(" ".join(one)), normal(" ".join(other))
    if (first := also.split()[:1]) in (["yes"], ["no"]):
        return whole.split()[:1] == first
    return parts(one) == parts(other) or (bool(whole) and whole == also)


@dataclass(frozen=True, slots=True)
class Failure:
    """A question of a case that was answered wrongly."""

    question: Question
    answer: tuple[str, ...]
    before: tuple[str, ...] | None = None
    """The answer before the change, for invariance and direction."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A case with its failures; none if it passed.

    Attributes
    ----------
    missing : bool
        Whether predictions lack an answer to one of its questions.
    """

    case: BehaviouralCase
    failures: tuple[Failure, ...]
    missing: bool = False

    @property
    def failed(self) -> bool:
        """Whether the case counts as failed."""
        return bool(self.failures) or self.missing


def check_reader(reader: Reader, cases: Sequence[BehaviouralCase]) -> list[CheckResult]:
    """Check the answers of a reader to every case.

    Parameters
    ----------
    reader : Reader
    cases : sequence of BehaviouralCase

    Returns
    -------
    list of CheckResult
    """
    found = []
    for case in cases:
        answers = _answers(reader, case.record)
        if case.other is not None:
            answers |= _answers(reader, case.other)
        found.append(_checked(case, answers))
    return found


def check_predictions(
    answers: Mapping[str, Sequence[str]], cases: Sequence[BehaviouralCase]
) -> list[CheckResult]:
    """Check predictions, by question id, for the exported stories of the same cases."""
    return [_checked(case, {key: tuple(value) for key, value in answers.items()}) for case in cases]


def _answers(reader: Reader, record: Record) -> dict[str, tuple[str, ...]]:
    found = reader.answer_all(Story(record), record.questions)
    return {question.id: answer.texts for question, answer in zip(record.questions, found, strict=True)}


def _checked(case: BehaviouralCase, answers: Mapping[str, tuple[str, ...]]) -> CheckResult:
    asked = [*case.record.questions, *(case.other.questions if case.other is not None else ())]
    if any(question.id not in answers for question in asked):
        return CheckResult(case, (), missing=True)
    if case.other is None:
        wrong = [q for q in case.record.questions if not is_right(answers[q.id], q)]
        return CheckResult(case, tuple(Failure(q, answers[q.id]) for q in wrong))
    failures = []
    for before, after in zip(case.record.questions, case.other.questions, strict=True):
        one, two = answers[before.id], answers[after.id]
        if case.kind == "direction":  # an answer changes if and only if the right one does
            stays = any(is_right(right, after) for right in before.references)
            expected = same(one, two) == stays
        elif before.references != after.references:  # of a new name, both are right, or wrong
            expected = is_right(one, before) == is_right(two, after)
        else:
            expected = same(one, two)
        if not expected:
            failures.append(Failure(after, two, one))
    return CheckResult(case, tuple(failures))
