"""Traces from cases: contributions by name, and why a span did not win."""

from __future__ import annotations

import numpy as np

from symbolic_rc.boosting.trees import contributions as tree_contributions
from symbolic_rc.core.trace import Scored, Step, Trace
from symbolic_rc.index import columns as C
from symbolic_rc.index.hashing import mix
from symbolic_rc.index.shape_features import SHAPE_NAMES
from symbolic_rc.question.understanding import Understanding
from symbolic_rc.question.wording import READ_AS
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.feature_templates import HEAD_NAMES, SPAN_NAMES
from symbolic_rc.ranker.linear import KIND_SALT
from symbolic_rc.ranker.list_features import LIST, LIST_NAMES
from symbolic_rc.ranker.propose.proposer import rule_keys
from symbolic_rc.ranker.rule import Missed

_SHOWN = 5
_PARTS = 8


def trace(case: RankedCase, answer: tuple[str, ...], why_not: str = "") -> Trace:
    """Return the trace of a case on which the rules have worked."""
    steps = []
    for rule, result in case.done:
        if isinstance(result, Missed):
            steps.append(Step(rule.name, False, result.reason))
            continue
        rows = np.asarray(result.rows)
        rows = np.flatnonzero(rows) if rows.dtype == np.bool_ else rows.astype(np.int64)
        ranked = rows
        if len(case.scores):
            ranked = rows[np.argsort(-case.scores[rows], kind="stable")]
        shown = tuple(dict.fromkeys(case.text(int(row)) for row in ranked[:6].tolist()))[:3]
        bound = rule.bind(case, int(ranked[0])) if len(ranked) else {}
        bound = {name: value for name, value in bound.items() if value}
        steps.append(Step(rule.name, True, "", {**bound, **result.bindings}, shown, len(rows)))
    order = np.argsort(-case.reranked, kind="stable")[:_SHOWN]
    scored = tuple(_scored(case, int(i)) for i in order)
    lines = tuple(explain_absence(case, why_not)) if why_not else ()
    read = {READ_AS: case.question.tags.get(READ_AS, "")}
    return Trace(
        case.question.text,
        read | described(case.understanding),
        tuple(steps),
        scored,
        answer,
        case.decided,
        lines,
    )


def _scored(case: RankedCase, i: int) -> Scored:
    row = int(case.listed[i])
    start, end = case.place(row)
    rules = tuple(name for name, mask in case.fired.items() if mask[row])
    return Scored(
        case.story.text[start:end], start, end, float(case.reranked[i]), rules, _contributions(case, i, row)
    )


def _contributions(case: RankedCase, i: int, row: int) -> dict[str, float]:
    """Return the largest contributions: of the reranker where there is one, then of the linear score."""
    found: dict[str, float] = {}
    if case.weights.reranker is not None:
        for name, value in zip(
            LIST_NAMES,
            tree_contributions(case.weights.reranker.trees, case.shortlist.features[i], LIST),
            strict=True,
        ):
            found[name] = float(value)
    linear = linear_contributions(case, row)
    largest = sorted(found.items(), key=lambda pair: -abs(pair[1]))[:_PARTS]
    largest += [(f"linear: {name}", value) for name, value in linear[:_PARTS]]
    return {name: value for name, value in largest if value}


def linear_contributions(case: RankedCase, row: int) -> list[tuple[str, float]]:
    """Return each named feature's part of a candidate's linear score, the largest first; they sum to it."""
    scene, table = case.view.scene, case.weights.table(case.profile)
    mask = len(table) - 1
    found: dict[str, float] = {}
    for name, key in zip(HEAD_NAMES, scene.head_ids[scene.head_row[row]].tolist(), strict=True):
        found[name] = float(table[key & mask])
    for name, key in zip(SPAN_NAMES, scene.span_ids[row].tolist(), strict=True):
        found[name] = found.get(name, 0.0) + float(table[key & mask])
    kind, qclass = int(case.asked.info[C.KIND]) + KIND_SALT, int(case.asked.info[C.QCLASS])
    shapes = case.story.shapes[scene.selected[row]].tolist()
    for name, key in zip(SHAPE_NAMES, shapes, strict=True):
        both = table[mix(key, kind) & mask] + table[mix(key, qclass) & mask]
        found[name] = found.get(name, 0.0) + float(both)
    names = [name for name, fired in case.fired.items() if fired[row]]
    for name, keys in zip(names, rule_keys(names, case.asked).tolist(), strict=True):
        found[f"rule {name}"] = float(sum(table[key & mask] for key in keys))
    return sorted(found.items(), key=lambda pair: (-abs(pair[1]), pair[0]))


def explain_absence(case: RankedCase, span: str) -> list[str]:
    """Say of a span that did not win where it was lost."""
    rows = case.find(span)
    if not rows:
        everywhere = [
            c
            for c in range(len(case.story.cand))
            if case.story.answer_text(c).lower() == span.strip().lower()
        ]
        if everywhere:
            return [f"{span}: its sentences share too little with the question to be looked at"]
        inside = span.strip().lower() in case.story.text.lower()
        return [f"{span}: is {'no candidate span' if inside else 'not in the text'} of this story"]
    if not len(case.listed):
        return [f"{span}: nothing was listed"]
    first = int(case.listed[int(np.argmax(case.reranked))])
    best = case.chosen[0] if case.chosen else first
    row = max(rows, key=lambda r: float(case.scores[r]))
    lines = []
    listed = [i for i in range(len(case.listed)) if int(case.listed[i]) in rows]
    if not listed:
        rank = int((case.scores > case.scores[row]).sum()) + 1
        lines.append(f"{span}: place {rank} by the linear score, not among the {len(case.listed)} listed")
    else:
        place = int((case.reranked > case.reranked[listed[0]]).sum()) + 1
        lines.append(f"{span}: place {place} of {len(case.listed)} by the reranker")
    texts = [case.text(i) for i in case.chosen] if case.texts is None else [text for text, _, _ in case.texts]
    if span.strip().lower() in (text.lower() for text in texts):
        return [*lines, f"{span}: won"]
    if first in rows or best in rows:
        instead = ", ".join(texts) or "no answer"
        return [*lines, f"{span}: is overridden by {case.decided}, with {instead}"]
    own, other = dict(linear_contributions(case, row)), dict(linear_contributions(case, best))
    lost = {name: own.get(name, 0.0) - other.get(name, 0.0) for name in {*own, *other}}
    worst = sorted(lost.items(), key=lambda pair: (pair[1], pair[0]))[:4]
    against = ", ".join(f"{name} {value:+.2f}" for name, value in worst if value < 0)
    if against:
        lines.append(f"{span}: lost against {case.text(best)} by {against}")
    missing = [name for name, mask in case.fired.items() if mask[best] and not mask[row]]
    if missing:
        lines.append(f"{span}: not proposed by {', '.join(missing)}")
    return lines


def described(understanding: Understanding) -> dict[str, str]:
    """Return what was understood, as the trace prints it."""
    return {
        "kind": understanding.kind,
        "focus": understanding.focus,
        "form": understanding.form,
        "plural": "yes" if understanding.plural else "",
        "negated": "yes" if understanding.negated else "",
        "order": understanding.order,
    }
