"""Rules: the rulebook in order, the accuracy of each rule, edits and their effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import NamedTuple

from starlette.responses import Response

from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.core.tokens import grouped
from symbolic_rc.explore.data import Share, share
from symbolic_rc.explore.jobs import Job, Report
from symbolic_rc.explore.page import State, download, page, redirect
from symbolic_rc.explore.workbench import Workbench, decode_rulebook, encode_rulebook, encode_toml, view
from symbolic_rc.in_memory.rule_report import RuleReport, RuleTally
from symbolic_rc.rules.confidence import Fits
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.rulebook import Rulebook, default_rulebook

#: Maximum number of changed answers listed of each kind.
_LISTED = 200
#: Prefix of the field of a rule's threshold; thresholds that differ less are the same.
_THRESHOLD, _SAME = "threshold ", 1e-6


class RuleRow(NamedTuple):
    """A rule as the page shows it: what it decided, and at which learned confidence (above 1: never).

    Then whether it, or its place, differs from the default rulebook, its place from 1, and what the metric
    loses without it, if this was measured.
    """

    rule: Rule
    share: Share
    learned: float | None
    changed: bool
    place: int
    worth: float | None


#: The orders of the list.
ORDERS: dict[str, Callable[[RuleRow], tuple[float, ...]]] = {
    "book": lambda row: (row.place,),
    "precision": lambda row: (-row.share.percent, -row.share.count, row.place),
    "decided": lambda row: (-row.share.count, row.place),
    "worth": lambda row: (-(row.worth or 0.0), row.place),
}


def show(bench: Workbench, state: State) -> str:
    """Show the rulebook, with what each rule decided in the open run."""
    try:
        book, error = decode_rulebook(state["book"]), ""
    except SymbolicRCError as problem:
        book, error = default_rulebook(), str(problem)
    return _page(bench, state, book, book.to_toml(), error)


def _page(bench: Workbench, state: State, book: Rulebook, toml: str, error: str) -> str:
    worth = bench.jobs.get(("worth", *bench.named(state)))
    rows = _rows(bench, state, book, worth)
    check_name("order", order := state["order"] or "book", ORDERS)
    rows.sort(key=ORDERS[order])
    return view(
        "rules",
        bench,
        state,
        rows=rows,
        most=max((row.share.count for row in rows), default=0),
        toml=toml,
        error=error,
        worth=worth,
        order=order,
        orders=ORDERS,
        effect=show_effect(bench, state),
        left_out=[name for name in default_rulebook().names if name not in book],
    )


def _rows(bench: Workbench, state: State, book: Rulebook, worth: Job | None) -> list[RuleRow]:
    fits: Fits = bench.engine(state["reader"], "").fits or {}
    own = default_rulebook()
    before = [name for name in own.names if name in book]
    now = [name for name in book.names if name in own]
    kept = SequenceMatcher(None, before, now, autojunk=False).get_matching_blocks()
    moved = set(now).difference(*(now[one.b : one.b + one.size] for one in kept))
    rows, data = [], bench.data
    rights = data.right[data.ruled].tolist() if data.ruled >= 0 else ()
    decided: dict[str, list[bool]] = grouped(zip(data.rules, rights, strict=False))
    figures = worth.result.rules if worth is not None and worth.result is not None else ()
    worths = {one.rule: one.worth for one in figures}
    for place, rule in enumerate(book, 1):
        fit = fits.get(rule.name)
        changed = rule.name not in own or rule.name in moved or rule != own[rule.name]
        learned, own_share = fit.threshold if fit else None, share(decided.get(rule.name, ()))
        rows.append(RuleRow(rule, own_share, learned, changed, place, worths.get(rule.name)))
    return rows


def edit(bench: Workbench, state: State) -> Response:
    """Set thresholds, and move, enable, disable or remove a rule."""
    book = decode_rulebook(state["book"]).copy()
    for key in state:
        if key.startswith(_THRESHOLD) and (name := key.removeprefix(_THRESHOLD)) in book:
            try:
                threshold = float(state[key])
            except ValueError:
                shown = repr(state[key][:40])
                raise SymbolicRCError(f"the threshold of {name} must be a number, not {shown}") from None
            if abs(threshold - book[name].threshold) > _SAME:
                book.set_threshold(name, threshold)
    do, _, name = state["do"].partition(" ")
    if name and do not in _EDITS:
        raise SymbolicRCError(f"there is no action {state['do'][:40]!r}")
    if name:
        _EDITS[do](book, name, state)
    return redirect("../rules", {**state.only("reader"), "book": encode_rulebook(book)})


def _step(book: Rulebook, name: str, step: int) -> None:
    places = [one for one in book.names if one != name]
    at = max(0, min(len(places), book.names.index(book[name].name) + step))
    book.move(name, places[at] if at < len(places) else None)


_EDITS: dict[str, Callable[[Rulebook, str, State], None]] = {
    "up": lambda book, name, state: _step(book, name, -1),
    "down": lambda book, name, state: _step(book, name, 1),
    "before": lambda book, name, state: book.move(name, state["other"] or None),
    "switch": lambda book, name, state: (book.disable if book[name].enabled else book.enable)(name),
    "remove": lambda book, name, state: book.remove(name),
}


def apply_toml(bench: Workbench, state: State) -> Response | str:
    """Apply a rulebook in TOML; an error is shown beside it."""
    toml = state["toml"].replace("\r\n", "\n")
    try:
        book = default_rulebook().parse(toml, "the rulebook")
        decode_rulebook(encode_toml(toml))
    except SymbolicRCError as error:
        return _page(bench, state, decode_rulebook(state["book"]), toml, str(error))
    return redirect("../rules", {**state.only("reader"), "book": encode_rulebook(book)})


def download_rulebook(bench: Workbench, state: State) -> Response:
    """Return the rulebook as a file for ``score --rulebook``."""
    return download(decode_rulebook(state["book"]).to_toml(), "rulebook.toml", "application/toml")


def rerun(bench: Workbench, state: State) -> Response:
    """Answer the open data set with the current rulebook."""
    bench.rerun(state["reader"], state["book"])
    return redirect("../rules", state.only("book", "reader"))


def measure_worth(bench: Workbench, state: State) -> Response:
    """Start measuring what each rule is worth on the open data set."""
    engine, data = bench.engine(state["reader"], state["book"]), bench.data

    def work(report: Report) -> RuleReport:
        tally, done = RuleTally(engine, data.metric), 0
        for key, group in groupby(data.asked, lambda one: one.record.id):
            asked = [one.question for one in group]
            with bench.stories.lock:
                tally.add(bench.stories.read(bench.stories.record(key)), asked)
            done += len(asked)
            report(done, len(data.asked), "measuring what each rule is worth")
        return tally.report()

    bench.jobs.start(("worth", *bench.named(state)), work)
    return redirect("../rules", {**state.only("book", "reader"), "order": "worth"})


def stop(bench: Workbench, state: State) -> Response:
    """Stop the run."""
    bench.jobs.stop(("effect", *bench.named(state)))
    return redirect("../rules", state.only("book", "reader"))


def show_effect(bench: Workbench, state: State) -> str:
    """Show the effect of the rulebook, or progress; nothing where it was not asked for."""
    job = bench.jobs.get(("effect", *bench.named(state)))
    if job is None or job.result is None:
        return page("rules_effect.html", job=job, state=state, effect=None)
    effect, data = job.result, bench.data

    def listed(places: Sequence[int]) -> list[dict[str, object]]:
        return [
            {
                "asked": data.asked[i],
                "before": ", ".join(effect.before.texts[i]),
                "after": ", ".join(effect.after.texts[i]),
                "rules": (effect.before.rules[i], effect.after.rules[i]),
            }
            for i in places[:_LISTED]
        ]

    other = 0
    if data.ruled >= 0 and bench.named(state)[0] == bench.reader:
        answers, before = data.systems[data.ruled].answers, effect.before.texts
        other = sum(answers[one.question.id] != texts for one, texts in zip(data.asked, before, strict=True))
    return page(
        "rules_effect.html",
        job=job,
        state=state,
        effect=effect,
        metric=data.metric.name,
        questions=len(data.asked),
        right=listed(effect.turned_right),
        wrong=listed(effect.turned_wrong),
        other=other,
    )
