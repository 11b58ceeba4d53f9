"""Check: the behavioural suite by capability, with failed cases to open in Read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.responses import Response

from symbolic_rc.behaviour import CheckResult, capabilities, check_reader, load_templates, make_cases
from symbolic_rc.behaviour.cases import KINDS
from symbolic_rc.behaviour.report import describe_failure, rows
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.data import Share, share
from symbolic_rc.explore.jobs import Job, Report
from symbolic_rc.explore.page import State, page, redirect
from symbolic_rc.explore.stories import CASE
from symbolic_rc.explore.workbench import READERS, Workbench

_CASES, _MOST, _FAILED = 12, 300, 40
_ADDRESS_KEYS = ("reader", "book", "kind", "capability", "cases")


@dataclass(frozen=True, slots=True)
class CapabilityResult:
    """One capability: its pass rate, and failed cases."""

    capability: str
    about: str
    passed: Share
    templates: Sequence[tuple[str, int, int]]
    failed: Sequence[CheckResult]


def show(bench: Workbench, state: State) -> str:
    """Show the form, and results."""
    return page(
        "check.html",
        place="check",
        title="Check",
        state=state,
        bench=bench,
        readers=READERS,
        reader=state["reader"] or bench.reader,
        kinds=KINDS,
        about=capabilities(),
        cases=state.number("cases", _CASES, _MOST),
        job=_job(bench, state),
        result=show_result(bench, state),
    )


def run(bench: Workbench, state: State) -> Response:
    """Start checking the engine with the open rulebook, without the held-out templates."""
    kind, count = state["kind"] or KINDS[0], state.number("cases", _CASES, _MOST)
    if kind not in KINDS:
        raise SymbolicRCError(f"the kind of check must be one of {', '.join(KINDS)}, not {kind[:40]!r}")
    chosen = [one for one in load_templates(state["capability"]) if not one.set_aside]
    engine = bench.engine(state["reader"], state["book"])

    def work(report: Report) -> list[CheckResult]:
        cases, found = make_cases(chosen, kind, max(1, count)), list[CheckResult]()
        for number, case in enumerate(cases):
            with bench.stories.lock:
                found += check_reader(engine, [case])
            report(number + 1, len(cases), f"checking {case.capability}")
        return found

    bench.jobs.start(_key(bench, state), work)
    return redirect("../check", state.only(*_ADDRESS_KEYS))


def stop(bench: Workbench, state: State) -> Response:
    """Stop a check."""
    job = _job(bench, state)
    if job is not None:
        job.stop()
    return redirect("../check", state.only(*_ADDRESS_KEYS))


def show_result(bench: Workbench, state: State) -> str:
    """Return the results of a check, or its progress."""
    job = _job(bench, state)
    if job is None or job.result is None:
        return page("check_result.html", job=job, state=state, lines=None)
    found: list[CheckResult] = job.result
    about = capabilities()
    lines = []
    for row in rows(found, _FAILED):
        own = [not one.failed for one in found if one.case.capability == row.capability]
        templates = [(name, n, bad) for name, (n, bad) in row.templates.items()]
        lines.append(
            CapabilityResult(row.capability, about[row.capability], share(own), templates, row.examples)
        )
    prefix = f"{CASE}{state['kind'] or KINDS[0]}:0:"
    return page(
        "check_result.html",
        job=job,
        state=state,
        lines=lines,
        describe_failure=describe_failure,
        prefix=prefix,
        mean=sum(one.passed.percent for one in lines) / len(lines) if lines else 0.0,
    )


def _job(bench: Workbench, state: State) -> Job | None:
    return bench.jobs.get(_key(bench, state))


def _key(bench: Workbench, state: State) -> tuple[object, ...]:
    reader = state["reader"] or bench.reader
    count = state.number("cases", _CASES, _MOST)
    return "check", reader, state["book"], state["kind"] or KINDS[0], state["capability"], count
