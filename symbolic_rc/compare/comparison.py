"""What a comparison holds: numbers and examples, ready for any form of report."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from symbolic_rc.compare.published import PublishedRow
from symbolic_rc.compare.statistics import Interval


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One metric: its signature and an interval for each system."""

    name: str
    signature: str
    scores: tuple[Interval, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two systems on the main metric: `a` minus `b`, the permutation test's p, and p corrected (Holm)."""

    a: str
    b: str
    difference: Interval
    p: float
    corrected: float


@dataclass(frozen=True, slots=True)
class Slice:
    """Some of the questions: scores of each system on them, and the first system minus the second.

    `p` and `corrected` are 1 where there is one system only. `significant` holds at the comparison's level
    after Holm's correction over all slices.
    """

    field: str
    value: str
    count: int
    scores: tuple[float, ...]
    difference: Interval
    p: float
    corrected: float
    significant: bool

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
class Example:
    """One question with every system's answer, its points, and the symbolic system's rule and trace."""

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


@dataclass(frozen=True, slots=True)
class SystemSummary:
    """One system: how its ids fit the questions, and whether its answers are held out where that is known."""

    name: str
    answered: int
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Systems side by side on one data set.

    Attributes
    ----------
    data, questions : str, int
        The data set's name and how many questions it has.
    systems : tuple of SystemSummary
    main : str
        The metric that pairs, slices, agreement and examples use.
    metrics : tuple of MetricRow
    pairs : tuple of Pair
    oracle : float
        Main metric when for each question the best system's answer is taken.
    cells : tuple of Cell
        Agreement: a question counts as right from half of the main metric's points.
    slices : tuple of Slice
    coverage : tuple of (str, points)
        For systems with scores of their own: (share answered, main metric) when the least sure answers are
        left out.
    examples : tuple of Example
    level : float
        Level of the intervals (0.95).
    resamples, seed : int
    published : tuple of PublishedRow
        Figures quoted from papers, to stand beside ours.
    """

    data: str
    questions: int
    systems: tuple[SystemSummary, ...]
    main: str
    metrics: tuple[MetricRow, ...]
    pairs: tuple[Pair, ...]
    oracle: float
    cells: tuple[Cell, ...]
    slices: tuple[Slice, ...]
    coverage: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
    examples: tuple[Example, ...]
    level: float
    resamples: int
    seed: int
    published: tuple[PublishedRow, ...] = ()

    def telling(self, most: int = 5) -> list[Slice]:
        """Return the slices with significant differences, those first that differ most even by the nearer end
        of their intervals, so that a handful of questions does not lead.
        """
        found = [one for one in self.slices if one.significant]
        return sorted(found, key=lambda one: -min(abs(one.difference.low), abs(one.difference.high)))[:most]
