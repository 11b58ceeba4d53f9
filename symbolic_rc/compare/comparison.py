"""What a comparison holds: numbers and examples, ready for any form of report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from markupsafe import Markup

from symbolic_rc.compare.published import PublishedRow
from symbolic_rc.compare.statistics import RIGHT, Interval
from symbolic_rc.core.terminal import aligned
from symbolic_rc.core.tokens import grouped
from symbolic_rc.show.markup import plain
from symbolic_rc.support.verdict import Support

#: What becomes of a question that not every system has a prediction for.
LEAVE_OUT, WRONG = "leave-out", "wrong"
MISSING = (LEAVE_OUT, WRONG)
#: In examples, an answer is right with the metric's full score, up to rounding.
FULL = 99.995


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """How systems are compared.

    Attributes
    ----------
    missing : {"leave-out", "wrong"}
        Whether questions without a prediction by every system are left out, or count as wrong.
    slices : sequence of str
        The user's own: ``name=expression`` over `fields.FIELDS`, or ``field:count`` for equal parts.
    published : str
        A table of quoted figures to show beside ours, such as ``quoref``.
    examples : int
        How many are shown, divided among the cells of the agreement table.
    level : float
        Confidence level of the intervals and tests.
    allow_damaged : bool
        Whether a truncated file of gold answers is used as far as it can be read.
    by_order : bool
        Whether predictions without ids follow the questions in order.
    """

    missing: str = LEAVE_OUT
    slices: Sequence[str] = ()
    published: str = ""
    examples: int = 48
    level: float = 0.95
    resamples: int = 2000
    seed: int = 0
    allow_damaged: bool = False
    by_order: bool = False


BY_DEFAULT = CompareOptions()


def verdict(points: float) -> str:
    """Return ``right``, ``partly right`` or ``wrong`` for an answer's score."""
    return "right" if points >= FULL else "partly right" if points > 0 else "wrong"


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One metric: its signature, how many questions it is about, and an interval for each system."""

    name: str
    signature: str
    questions: int
    scores: tuple[Interval, ...]


@dataclass(frozen=True, slots=True)
class SystemPair:
    """Two systems on the main metric: `a` minus `b`, the permutation test's p, and p corrected (Holm)."""

    a: str
    b: str
    difference: Interval
    p: float
    corrected: float


@dataclass(frozen=True, slots=True)
class Slice:
    """Some of the questions: scores of each system on them, and the first system of a pair minus the second.

    `p` and `corrected` are 1 where there is one system only. `significant` holds at the comparison's level
    after Holm's correction over all slices of the pair, which is given by the places of its systems.
    """

    field: str
    value: str
    count: int
    scores: tuple[float, ...]
    difference: Interval
    p: float
    corrected: float
    significant: bool
    pair: tuple[int, int] = (0, 1)

    @property
    def name(self) -> str:
        """Field and value together."""
        return f"{self.field}: {self.value}" if self.value else self.field


@dataclass(frozen=True, slots=True)
class Cell:
    """How many questions exactly these systems answered right."""

    right: tuple[str, ...]
    count: int

    @property
    def name(self) -> str:
        """Readable name."""
        return " and ".join(self.right) + " right" if self.right else "none right"


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """An answer with the verdict on it, and the texts of the sentences that this rests on.

    Of a data set also ids, references, the answer's score (`points`), and the marked story if it is shown.
    """

    support: Support
    sentences: tuple[str, ...] = ()
    id: str = ""
    story_id: str = ""
    references: tuple[str, ...] = ()
    points: float = 0.0
    story_html: Markup = field(default_factory=Markup)

    @property
    def disagrees(self) -> bool:
        """Whether a wrong answer is supported, or a right one is not."""
        return (self.support.verdict == "supported") != (self.points >= RIGHT)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as a row; the fields of the verdict begin with ``support``."""
        found = self.support
        row: dict[str, Any] = {"question": found.question, "answer": found.answer}
        if self.id:
            row |= {"id": self.id, "story_id": self.story_id}
            row |= {"references": list(self.references), "points": round(self.points, 2)}
        return row | {
            "support": found.verdict,
            "support_confidence": round(found.confidence, 4),
            "support_reason": found.reason,
            "support_instead": found.instead,
            "support_missing": list(found.missing),
            "support_proof": list(found.proof),
            "support_sentences": list(self.sentences),
            "support_parts": [[one.answer, one.verdict, round(one.confidence, 4)] for one in found.parts],
        }

    def __str__(self) -> str:
        found, missing = self.support, ", ".join(self.support.missing)
        asked = f"{found.question}  " * bool(found.question)
        lines = [f"{asked}{found.answer or '(no answer)'}  [{found.verdict}, {found.confidence:.2f}]"]
        lines += [found.reason] * bool(found.reason)
        lines += [f"the text says: {found.instead}"] * (found.instead not in found.reason)
        lines += [f"not in the text: {missing}"] * (missing not in found.reason)
        lines += [f"{one.answer}  [{one.verdict}, {one.confidence:.2f}]" for one in found.parts]
        return "\n  ".join([*lines, *found.proof, *(f"“{one}”" for one in self.sentences)])


@dataclass(frozen=True, slots=True)
class SupportShare:
    """Some of a system's answers, such as those with one verdict: how many, in percent, and their score."""

    name: str
    count: int
    share: float
    score: float


@dataclass(frozen=True, slots=True)
class SystemSupport:
    """The verdicts on one system's answers.

    `shares` are of all answers, of those with each verdict, and of those above each confidence
    threshold; `area` is that under the ROC curve of the confidence, as a measure of right and wrong.
    """

    system: str
    shares: tuple[SupportShare, ...]
    area: float
    answers: tuple[JudgedAnswer, ...]

    @property
    def disagreements(self) -> list[JudgedAnswer]:
        """Wrong answers that are supported and right ones that are not, the most confident verdicts first."""
        found = [(one, one.support) for one in self.answers if one.disagrees]
        found.sort(key=lambda pair: -abs((pair[1].verdict != "supported") - pair[1].confidence))
        return [one for one, _ in found]


@dataclass(frozen=True, slots=True)
class ComparedQuestion:
    """One question with every system's answer, its points, and the symbolic system's rule and trace.

    `supports` are the verdicts on the answers, empty where they were not judged.
    """

    id: str
    story_id: str
    cell: str
    question: str
    references: tuple[str, ...]
    answers: tuple[str, ...]
    points: tuple[float, ...]
    rule: str
    trace: str
    story_html: Markup
    trace_html: Markup
    supports: tuple[str, ...] = ()

    @property
    def verdicts(self) -> tuple[str, ...]:
        """The verdict on each system's answer."""
        return tuple(map(verdict, self.points))


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One point of a curve by confidence.

    `recall` is the share of the questions answered, 0 to 1, `precision` that of right answers among them, in
    percent, and `score` the main metric on them.
    """

    recall: float
    precision: float
    score: float


@dataclass(frozen=True, slots=True)
class Curve:
    """One system's answers in order of decreasing confidence."""

    system: str
    points: tuple[CurvePoint, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor seconds for 1,000 questions, reading included; the most megabytes that a process held."""

    seconds: float
    megabytes: int


@dataclass(frozen=True, slots=True)
class SystemSummary:
    """One system: how its ids match the questions, what its weights were trained on, what a run of it costs.

    `missing` are the data set's questions that it has no prediction for, `unknown` its predictions for
    questions that are not there.
    """

    name: str
    answered: int
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    note: str = ""
    cost: Cost | None = None

    @property
    def overlaps(self) -> bool:
        """Whether its weights were trained on some of the questions, or may have been."""
        return self.note.startswith("Overlap")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Systems side by side on one data set.

    `questions` of the data set's questions with a gold answer (`of`) are compared. The main metric is that of
    pairs, slices, agreement (`cells`; right from 50 points on) and examples, and of the `oracle`, which takes
    the best system's answer to each question. `curves` are of systems that give scores, and of the verdicts'
    confidence where answers were judged (`support`); `published` figures are quoted from papers.
    """

    data: str
    questions: int
    of: int
    systems: tuple[SystemSummary, ...]
    main: str
    metrics: tuple[MetricRow, ...]
    pairs: tuple[SystemPair, ...]
    oracle: float
    cells: tuple[Cell, ...]
    slices: tuple[Slice, ...]
    curves: tuple[Curve, ...]
    examples: tuple[ComparedQuestion, ...]
    options: CompareOptions
    published: tuple[PublishedRow, ...] = ()
    support: tuple[SystemSupport, ...] = ()

    @property
    def subset(self) -> bool:
        """Whether only some of the data set's questions are compared."""
        return self.questions < self.of

    def asked(self) -> str:
        """Return which questions the figures are on: the line above every table."""
        gaps = [(one.name, len(one.missing)) for one in self.systems if one.missing]
        by = ", ".join(f"{name} ({count})" for name, count in gaps)
        if self.subset:
            left = f"{self.of - self.questions} left out: no prediction by {by}"
            return f"{self.questions} of {self.of} questions; {left}"
        wrong = f"; counted as wrong, no prediction by {by}" if gaps else ""
        return f"{self.questions} questions{wrong}"

    def __str__(self) -> str:
        return short_report(self).rstrip()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def write(self, path: str | Path) -> None:
        """Write the whole report; the ending says how: ``.html``, ``.md``, ``.tex``, ``.csv``, ``.json``."""
        from symbolic_rc.compare.forms import write_report

        write_report(self, path)

    def slices_by_pair(self) -> dict[tuple[str, str], list[Slice]]:
        """Return the slices of each pair of systems, by their names."""
        names = [system.name for system in self.systems]
        return grouped(((names[one.pair[0]], names[one.pair[1]]), one) for one in self.slices)

    @staticmethod
    def largest_differences(slices: Sequence[Slice]) -> list[Slice]:
        """Return up to five significant slices of a pair, ordered by the end of the interval nearer to zero.

        That order keeps slices of a handful of questions from leading.
        """
        found = [one for one in slices if one.significant]
        return sorted(found, key=lambda one: -min(abs(one.difference.low), abs(one.difference.high)))[:5]


#: Smaller p-values are not given exactly.
_TINY = 0.001


def short_report(comparison: Comparison) -> str:
    """Return scores and differences as plain text, for a terminal."""
    names = [plain(system.name) for system in comparison.systems]
    heads = ["", *(metric.name for metric in comparison.metrics)]
    rows = [
        [name, *(f"{metric.scores[place].score:.2f}" for metric in comparison.metrics)]
        for place, name in enumerate(names)
    ]
    lines = [comparison.asked(), "", *aligned([heads, *rows], numbers=True)]
    level = comparison.options.level
    if comparison.pairs:
        lines += ["", f"{comparison.main}, with {100 * level:g} % intervals and p after Holm's correction:"]
    for pair in comparison.pairs:
        gap = pair.difference
        mark = " *" if pair.corrected < 1 - level else ""
        p = "p < 0.001" if pair.corrected < _TINY else f"p = {pair.corrected:.3f}"
        between = f"{plain(pair.a)} - {plain(pair.b)}"
        lines.append(f"  {between}: {gap.score:+.2f} ({gap.low:+.2f} to {gap.high:+.2f}), {p}{mark}")
    notes = [f"{plain(one.name)}: {one.note}" for one in comparison.systems if one.note]
    return "\n".join([*lines, *([""] if notes else []), *notes]) + "\n\n"
