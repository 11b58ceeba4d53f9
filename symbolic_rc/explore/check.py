"""Check: the behavioural suite by capability, with failed cases to open in Read."""

from __future__ import annotations

from starlette.responses import Response

from symbolic_rc.behaviour import CheckResult, capabilities, check_reader, load_templates, make_cases
from symbolic_rc.behaviour.cases import KINDS
from symbolic_rc.behaviour.report import describe_failure, mean, rows
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.data import share
from symbolic_rc.explore.jobs import Job, Report
from symbolic_rc.explore.page import State, page, redirect
from symbolic_rc.explore.stories import CASE
from symbolic_rc.explore.workbench import READERS, Workbench

_CASES, _MOST, _FAILED = 12, 300, 40
_ADDRESS_KEYS = ("reader", "book", "kind", "capability", "cases")


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
    if (job := _job(bench, state)) is not None:
        job.stop()
    return redirect("../check", state.only(*_ADDRESS_KEYS))


def show_result(bench: Workbench, state: State) -> str:
    """Return the results of a check, or its progress."""
    job = _job(bench, state)
    if job is None or job.result is None:
        return page("check_result.html", job=job, state=state, lines=None)
    found: list[CheckResult] = job.result
    lines = rows(found, _FAILED)
    return page(
        "check_result.html",
        job=job,
        state=state,
        lines=lines,
        about=capabilities(),
        passed=[share([True] * (row.cases - row.failed) + [False] * row.failed) for row in lines],
        describe_failure=describe_failure,
        prefix=f"{CASE}{state['kind'] or KINDS[0]}:0:",
        mean=100.0 - mean(lines) if lines else 0.0,
    )


def _job(bench: Workbench, state: State) -> Job | None:
    return bench.jobs.get(_key(bench, state))


def _key(bench: Workbench, state: State) -> tuple[object, ...]:
    reader = state["reader"] or bench.reader
    count = state.number("cases", _CASES, _MOST)
    return "check", reader, state["book"], state["kind"] or KINDS[0], state["capability"], count
