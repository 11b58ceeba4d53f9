"""Reports of checks: shares of failed cases by capability, with examples, as text and as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symbolic_rc.behaviour.check import CheckResult, Failure
from symbolic_rc.core.terminal import one_line
from symbolic_rc.core.tokens import grouped
from symbolic_rc.show.page import render

#: Failed cases shown of each capability.
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One capability: cases, failed ones, and examples, of different templates where possible."""

    capability: str
    cases: int
    failed: int
    templates: Mapping[str, tuple[int, int]]
    examples: tuple[CheckResult, ...]

    @property
    def share(self) -> float:
        """The share of failed cases in percent."""
        return 100.0 * self.failed / self.cases if self.cases else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the row as JSON-ready values, without the examples; `templates` as (cases, failed)."""
        passed = self.cases - self.failed
        own = {"capability": self.capability, "cases": self.cases, "passed": passed, "failed": self.failed}
        return {**own, "templates": dict(self.templates)}


def rows(checked: Sequence[CheckResult], examples: int = _EXAMPLES) -> list[ReportRow]:
    """Summarise checked cases by capability."""
    by_capability = grouped((one.case.capability, one) for one in checked)
    return [_row(capability, own, examples) for capability, own in by_capability.items()]


def _row(capability: str, own: Sequence[CheckResult], examples: int) -> ReportRow:
    failed = [one for one in own if one.failed]
    cases = Counter(one.case.template for one in own)
    failures = Counter(one.case.template for one in failed)
    first = {one.case.template: one for one in reversed(failed)}
    chosen = [first[name] for name in cases if name in first]
    chosen += [one for one in failed if one not in chosen]
    templates = {name: (count, failures[name]) for name, count in cases.items()}
    return ReportRow(capability, len(own), len(failed), templates, tuple(chosen[:examples]))


def mean(found: Sequence[ReportRow]) -> float:
    """Return the mean over capabilities of the share of failed cases, in percent."""
    return sum(row.share for row in found) / len(found) if found else 0.0


def describe_failure(failure: Failure) -> str:
    """Return a failure in a line: the question, its answer, the right answer."""
    right = " / ".join(", ".join(one) or "(no answer)" for one in failure.question.references)
    answer = ", ".join(failure.answer) or "(no answer)"
    before = "" if failure.before is None else f" (before: {', '.join(failure.before) or '(no answer)'})"
    return one_line(f"{failure.question.text} {answer}{before}, not {right}")


def shown(checked: Sequence[CheckResult], name: str, by_template: bool = False) -> Iterator[str]:
    """Yield the lines of the text report."""
    found = rows(checked)
    yield f"{name}: cases passed, by capability"
    for row in found:
        yield f"  {row.capability:<24} {100.0 - row.share:5.1f} %  ({row.cases - row.failed} of {row.cases})"
        if by_template:
            yield from (f"      {t:<40} {n - bad} of {n}" for t, (n, bad) in row.templates.items())
        for one in row.examples:
            record = one.case.other or one.case.record
            yield f"      failed: {one_line(record.text)}"
            yield from (f"        {describe_failure(failure)}" for failure in one.failures)
            if one.missing:
                yield "        (no prediction)"
    yield f"  {'mean':<24} {100.0 - mean(found):5.1f} %"


def page(systems: Mapping[str, Sequence[CheckResult]], title: str) -> str:
    """Return one HTML page with the systems side by side."""
    tables = {name: {row.capability: row for row in rows(checked)} for name, checked in systems.items()}
    names = list(dict.fromkeys(capability for table in tables.values() for capability in table))
    means = {name: mean(list(table.values())) for name, table in tables.items()}
    context = {"capabilities": names, "means": means, "describe_failure": describe_failure}
    return render("behaviour.html", title=title, tables=tables, **context)
