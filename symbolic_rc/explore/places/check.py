"""Check: the behavioural suite by capability, its failed cases to be opened in Read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.responses import Response

from symbolic_rc.behaviour import Checked, capabilities, check_reader, load_templates, make_cases
from symbolic_rc.behaviour.cases import KINDS
from symbolic_rc.behaviour.report import rows, told
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.jobs import Job, Tell
from symbolic_rc.explore.opened.shares import Share, share
from symbolic_rc.explore.opened.stories import CASE
from symbolic_rc.explore.opened.workbench import READERS, Workbench
from symbolic_rc.explore.page import page
from symbolic_rc.explore.places.state import State, go_to

_CASES, _MOST, _FAILED = 12, 300, 40
_KEPT_IN_ADDRESS = ("reader", "book", "kind", "capability", "cases")


@dataclass(frozen=True, slots=True)
class Line:
    """One capability: cases that passed, with an interval, and those that failed."""

    capability: str
    about: str
    passed: Share
    templates: Sequence[tuple[str, int, int]]
    failed: Sequence[Checked]


def show(bench: Workbench, state: State) -> str:
    """Show what can be checked, and what was found."""
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
    """Begin to check the engine under the rulebook that is open.

    Only templates that are not set aside: those are for measuring alone, and nobody looks at them.
    """
    kind, count = state["kind"] or KINDS[0], state.number("cases", _CASES, _MOST)
    if kind not in KINDS:
        raise SymbolicRCError(f"the kinds of checks are {', '.join(KINDS)}, not {kind[:40]!r}")
    chosen = [one for one in load_templates(state["capability"]) if not one.set_aside]
    engine = bench.engine(state["reader"], state["book"])

    def work(tell: Tell) -> list[Checked]:
        cases, found = make_cases(chosen, kind, max(1, count)), list[Checked]()
        for number, case in enumerate(cases):
            with bench.stories.lock:
                found += check_reader(engine, [case])
            tell(number + 1, len(cases), f"checking {case.capability}")
        return found

    bench.jobs.start(_key(bench, state), work)
    return go_to("../check", state.only(*_KEPT_IN_ADDRESS))


def stop(bench: Workbench, state: State) -> Response:
    """Stop a check."""
    job = _job(bench, state)
    if job is not None:
        job.stop()
    return go_to("../check", state.only(*_KEPT_IN_ADDRESS))


def show_result(bench: Workbench, state: State) -> str:
    """Return what a check has found, or how far it is."""
    job = _job(bench, state)
    if job is None or job.result is None:
        return page("check_result.html", job=job, state=state, lines=None)
    found: list[Checked] = job.result
    about = capabilities()
    lines = []
    for row in rows(found, _FAILED):
        own = [not one.failed for one in found if one.case.capability == row.capability]
        templates = [(name, n, bad) for name, (n, bad) in row.templates.items()]
        lines.append(Line(row.capability, about[row.capability], share(own), templates, row.examples))
    prefix = f"{CASE}{state['kind'] or KINDS[0]}:0:"
    return page(
        "check_result.html",
        job=job,
        state=state,
        lines=lines,
        told=told,
        prefix=prefix,
        mean=sum(one.passed.percent for one in lines) / len(lines) if lines else 0.0,
    )


def _job(bench: Workbench, state: State) -> Job | None:
    return bench.jobs.get(_key(bench, state))


def _key(bench: Workbench, state: State) -> tuple[object, ...]:
    reader = state["reader"] or bench.reader
    count = state.number("cases", _CASES, _MOST)
    return "check", reader, state["book"], state["kind"] or KINDS[0], state["capability"], count
