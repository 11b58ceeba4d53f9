"""What each rule of a rulebook contributes on a data set, and which rules conflict."""

from __future__ import annotations

import copy
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.compare.build import main_metric
from symbolic_rc.compare.forms import as_csv
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Answer, Question
from symbolic_rc.core.terminal import aligned
from symbolic_rc.engine import Engine
from symbolic_rc.in_memory.rows import records_of
from symbolic_rc.layout import readable
from symbolic_rc.metrics import Metric, metrics_for
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.decide import Decision, decide
from symbolic_rc.rules.rule import Rule
from symbolic_rc.story import Story
from symbolic_rc.trace.build import answer_of

#: Columns of the table of rules.
_COLUMNS = ("rule", "group", "reached", "proposed", "decided", "precision", "changed", "worth")
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """What one rule contributed.

    Attributes
    ----------
    reached : int
        Questions that no earlier rule decided.
    proposed : int
        Of these, questions for which it proposed an answer.
    precision : float or None
        The main metric on the answers that it decided.
    changed : int
        Answers that differ when the rule is disabled.
    worth : float
        The main metric minus the metric without the rule.
    note : str
        Why it decided nothing.
    """

    rule: str
    group: str
    enabled: bool
    reached: int
    proposed: int
    decided: int
    precision: float | None
    changed: int
    worth: float
    note: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Questions that one rule decided and that a later rule would answer differently; their metric."""

    winner: str
    other: str
    questions: int
    winner_score: float
    other_score: float


@dataclass(frozen=True, slots=True)
class RuleReport:
    """A rulebook on a data set; printed as tables.

    Attributes
    ----------
    score : float
        The metric with all rules.
    rules : tuple of RuleFigures
        In the rulebook's order.
    conflicts : tuple of Conflict
        Those first where the later rule would gain most.
    """

    metric: str
    questions: int
    score: float
    rules: tuple[RuleFigures, ...]
    conflicts: tuple[Conflict, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON-ready values."""
        return asdict(self)

    def to_csv(self) -> str:
        """Return one line per rule, with its conflicts."""
        rows = [[*(one.name for one in fields(RuleFigures)), "conflicts"]]
        for rule in self.rules:
            own = (f"{one.other} {one.questions}" for one in self.conflicts if one.winner == rule.rule)
            cells = ("" if cell is None else str(cell) for cell in asdict(rule).values())
            rows.append([*cells, "; ".join(own)])
        return as_csv(rows)

    def tables(self) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
        """Yield titles with rows, the first row the head: the rules that decided, others, conflicts."""
        decided = [_cells(one) for one in self.rules if one.decided]
        several = "s" * (self.questions != 1)
        yield f"{self.metric} {self.score:.2f} on {self.questions:,} question{several}", [_COLUMNS, *decided]
        unused = [one for one in self.rules if not one.decided]
        idle = [(one.rule, one.group, f"{one.reached}", f"{one.proposed}", one.note) for one in unused]
        if idle:
            yield "Rules that decided nothing", [("rule", "group", "reached", "proposed", "why"), *idle]
        costly = [
            (one.winner, one.other, f"{one.questions}", f"{one.winner_score:.1f}", f"{one.other_score:.1f}")
            for one in self.conflicts
            if one.winner_score < one.other_score
        ]
        if costly:
            head = ("decided", "otherwise", "questions", "its score", "the other's")
            yield "Rules that decided where a later rule scores more", [head, *costly[:_SHOWN]]

    def __str__(self) -> str:
        return "\n\n".join("\n".join([title, *aligned(rows)]) for title, rows in self.tables())


def _cells(one: RuleFigures) -> tuple[str, ...]:
    precision = "" if one.precision is None else f"{one.precision:.1f}"
    counts = (f"{one.reached}", f"{one.proposed}", f"{one.decided}", precision, f"{one.changed}")
    return one.rule, one.group, *counts, f"{one.worth:+.2f}" if one.changed else ""


def rule_report(
    engine: Engine, data: Any, format: str = "auto", progress: Callable[[int], None] = lambda questions: None
) -> RuleReport:
    """Report what each rule of an engine's rulebook contributes on a data set.

    Every story and question is read once. Each rule is tried alone, and the rulebook decides again without
    each rule that proposed something, from the proposals already made.

    Parameters
    ----------
    engine : Engine
    data
        As `symbolic_rc.score` takes it; see `records_of`.
    format : str
        The data set whose metrics are used.
    progress : callable
        Called after each story with its number of questions.

    Raises
    ------
    DataError
        If there is no question with an answer.

    Examples
    --------
    >>> import symbolic_rc
    >>> from symbolic_rc.in_memory import rule_report
    >>> rows = [{"context": "Ann sold the mill.", "question": "Who sold the mill?", "answers": ["Ann"]}]
    >>> report = rule_report(symbolic_rc.load(weights=None), rows)
    >>> [(one.rule, one.precision) for one in report.rules if one.decided]
    [('stated', 100.0)]
    """
    records, known = records_of(data, format)
    metrics, questions = metrics_for(known), [one for record in records for one in record.questions]
    metric = main_metric(metrics, questions)
    if not any(metric.applies(question) for question in questions):
        raise DataError("no question has an answer to measure by")
    tally = RuleTally(engine, metric)
    for record in records:
        asked = [question for question in record.questions if metric.applies(question)]
        if asked:
            tally.add(engine.read(readable(record)[0]), asked)
        progress(len(record.questions))
    return tally.report()


@dataclass(slots=True)
class _Counts:
    """Counts of one rule, as in `RuleFigures`, and of the rule tried alone."""

    reached: int = 0
    proposed: int = 0
    changed: int = 0
    decided: list[NDArray[np.float64]] = field(default_factory=list)
    gained: NDArray[np.float64] | float = 0.0
    missed: Counter[str] = field(default_factory=Counter)
    first: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    strongest: float = 0.0
    threshold: float = 0.0


class RuleTally:
    """Counts over stories, added one by one, of which `report` makes a `RuleReport`."""

    def __init__(self, engine: Engine, metric: Metric) -> None:
        self._engine, self._metric, self._fits = engine, metric, engine.fits
        self._of = {rule.name: _Counts() for rule in engine.rules}
        self._rows: list[NDArray[np.float64]] = []
        self._conflicts: dict[tuple[str, str], list[tuple[Any, Any]]] = defaultdict(list)

    def add(self, story: Story, asked: Sequence[Question]) -> None:
        """Count the questions of a story."""
        cases = list(self._engine.cases(story, asked))
        answers = list(self._engine.answer_cases(cases))
        proposing: dict[str, list[int]] = defaultdict(list)
        for i, (case, answer) in enumerate(zip(cases, answers, strict=True)):
            self._rows.append(self._row(answer, case))
            for name in self._count(case, answer):
                proposing[name].append(i)
        for name, places in proposing.items():
            self._ablate(name, [cases[i] for i in places], [answers[i] for i in places])

    def _count(self, case: Case, answer: Answer) -> list[str]:
        """Count one question; return the reached rules that proposed something."""
        rules = self._engine.rules.enabled
        decided, found, reached = decide(case, rules, self._fits).rule, [], True
        for rule in rules:
            counts, alone = self._of[rule.name], decide(case, (rule,), self._fits)
            proposed = self._alone(counts, alone, decided)
            if reached:
                counts.reached += 1
                counts.proposed += proposed
                found += [rule.name] * proposed
            elif alone.rule:
                other = answer_of(case, alone, (rule,))
                if [text.lower() for text in other.texts] != [text.lower() for text in answer.texts]:
                    self._conflicts[decided, rule.name].append((self._rows[-1], self._row(other, case)))
            if rule.name == decided:
                counts.decided.append(self._rows[-1])
                reached = False
        return found

    def _alone(self, counts: _Counts, alone: Decision, decided: str) -> bool:
        """Count a rule tried alone; return whether it proposed something."""
        for tried in alone.tried:
            counts.missed[tried.missed] += 1
            counts.strongest = max(counts.strongest, tried.strength)
            counts.threshold = tried.threshold
        counts.asked += bool(alone.rule or alone.tried)
        counts.first[decided] += bool(alone.rule)
        return bool(alone.rule or any(tried.strength for tried in alone.tried))

    def _ablate(self, name: str, cases: Sequence[Case], answers: Sequence[Answer]) -> None:
        """Count the answers that change when a rule is disabled."""
        other, counts = copy.copy(self._engine), self._of[name]
        other.rules = self._engine.rules.copy()
        other.rules.disable(name)
        for case, before, after in zip(cases, answers, other.answer_cases(cases), strict=True):
            if before.texts != after.texts:
                counts.changed += 1
                counts.gained = counts.gained + self._row(before, case) - self._row(after, case)

    def _row(self, answer: Answer, case: Case) -> NDArray[np.float64]:
        return np.asarray(self._metric.statistics(answer.texts, case.question), np.float64)

    def _score(self, rows: Iterable[NDArray[np.float64]]) -> float:
        return float(self._metric.score(np.array(list(rows))))

    def report(self) -> RuleReport:
        """Return what was counted."""
        total, score = np.sum(self._rows, axis=0), self._score(self._rows)
        rules = []
        for rule in self._engine.rules:
            one = self._of[rule.name]
            counts = one.reached, one.proposed, len(one.decided)
            precision = self._score(one.decided) if one.decided else None
            worth = score - self._score([total - one.gained]) if one.changed else 0.0
            note = "" if one.decided else self._why_unused(rule)
            about = rule.name, rule.group, rule.enabled
            rules.append(RuleFigures(*about, *counts, precision, one.changed, worth, note))
        conflicts = [
            Conflict(*names, len(pairs), *(self._score(rows) for rows in zip(*pairs, strict=True)))
            for names, pairs in self._conflicts.items()
        ]
        conflicts.sort(key=lambda one: -one.questions * (one.other_score - one.winner_score))
        return RuleReport(self._metric.name, len(self._rows), score, tuple(rules), tuple(conflicts))

    def _why_unused(self, rule: Rule) -> str:
        """Return why a rule decided nothing."""
        one = self._of[rule.name]
        if not rule.enabled:
            return "switched off"
        if not one.asked:
            return "never decides, as was learned"
        if first := one.first.most_common(1):
            name, count = first[0]
            if count:
                return f"always behind: {name} decided {count} of {one.first.total()} that it would have"
        if one.strongest:
            nothing = "; it says that nothing is the answer" if rule.answers_nothing else ""
            below = f"its strongest proposal has {one.strongest:.2f}, its threshold is {one.threshold:g}"
            return below + nothing
        if not one.missed[""]:
            return f"no question {one.missed.most_common(1)[0][0]}"
        return f"proposed nothing; its conditions held for {one.missed['']} of {one.asked}"
