"""Traces from cases: contributions by name, and why a span did not win."""

from __future__ import annotations

import numpy as np

from symbolic_rc.boosting.trees import contributions as tree_contributions
from symbolic_rc.core.trace import Scored, Trace
from symbolic_rc.index import columns as C
from symbolic_rc.index.hashing import mix
from symbolic_rc.index.shape_features import SHAPE_NAMES
from symbolic_rc.question.understanding import Understanding
from symbolic_rc.question.wording import READ_AS
from symbolic_rc.ranker.cues import CUE_NAMES, cue_keys
from symbolic_rc.ranker.feature_templates import HEAD_NAMES, SPAN_NAMES
from symbolic_rc.ranker.linear import KIND_SALT
from symbolic_rc.ranker.list_features import LIST, LIST_NAMES
from symbolic_rc.ranker.ranking import Ranking

_SHOWN = 5
_PARTS = 8


def trace(case: Ranking, answer: tuple[str, ...], why_not: str = "") -> Trace:
    """Return the trace of a ranking."""
    order = np.argsort(-case.scores, kind="stable")[:_SHOWN]
    scored = tuple(_scored(case, int(i)) for i in order)
    lines = tuple(explain_absence(case, why_not, answer)) if why_not else ()
    read = {READ_AS: case.question.tags.get(READ_AS, "")}
    described_as = read | described(case.understanding)
    return Trace(case.question.text, described_as, (), scored, answer, "ranker", lines)


def _scored(case: Ranking, i: int) -> Scored:
    row = int(case.rows[i])
    start, end = case.place(row)
    rules = case.cues_for(row)
    return Scored(
        case.story.text[start:end], start, end, float(case.scores[i]), rules, _contributions(case, i, row)
    )


def _contributions(case: Ranking, i: int, row: int) -> dict[str, float]:
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


def linear_contributions(case: Ranking, row: int) -> list[tuple[str, float]]:
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
    for name, keys in zip(CUE_NAMES, cue_keys(case.asked).tolist(), strict=True):
        if name in case.cues_for(row):
            found[f"cue {name}"] = float(sum(table[key & mask] for key in keys))
    return sorted(found.items(), key=lambda pair: (-abs(pair[1]), pair[0]))


def explain_absence(case: Ranking, span: str, answer: tuple[str, ...]) -> list[str]:
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
    if not len(case.rows):
        return [f"{span}: nothing was listed"]
    best = case.best
    row = max(rows, key=lambda r: float(case.shortlist.scores[r]))
    lines = []
    listed = [i for i in range(len(case.rows)) if int(case.rows[i]) in rows]
    if not listed:
        rank = int((case.shortlist.scores > case.shortlist.scores[row]).sum()) + 1
        lines.append(f"{span}: place {rank} by the linear score, not among the {len(case.rows)} listed")
    else:
        place = int((case.scores > case.scores[listed[0]]).sum()) + 1
        lines.append(f"{span}: place {place} of {len(case.rows)} by the reranker")
    if span.strip().lower() in (text.lower() for text in answer):
        return [*lines, f"{span}: won"]
    if best in rows:
        return [*lines, f"{span}: is worded otherwise, as {', '.join(answer) or 'no answer'}"]
    own, other = dict(linear_contributions(case, row)), dict(linear_contributions(case, best))
    lost = {name: own.get(name, 0.0) - other.get(name, 0.0) for name in {*own, *other}}
    worst = sorted(lost.items(), key=lambda pair: (pair[1], pair[0]))[:4]
    against = ", ".join(f"{name} {value:+.2f}" for name, value in worst if value < 0)
    if against:
        lines.append(f"{span}: lost against {case.text(best)} by {against}")
    missing = [name for name in case.cues_for(best) if name not in case.cues_for(row)]
    if missing:
        lines.append(f"{span}: no cue {', '.join(missing)} speaks for it")
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
