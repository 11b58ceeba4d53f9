"""What the filters of Compare leave, as a file: questions as CSV or JSON lines, figures as a report."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from starlette.responses import Response

from symbolic_rc.compare.build import Views, build
from symbolic_rc.compare.comparison import CompareOptions, Comparison
from symbolic_rc.compare.fields import describe
from symbolic_rc.compare.forms import TEXT_REPORTS, html_report, spreadsheet_cell
from symbolic_rc.compare.report import example_story
from symbolic_rc.compare.traces import ShownTrace
from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.explore.opened.data import Data
from symbolic_rc.explore.opened.selection import Places, selected
from symbolic_rc.explore.opened.workbench import Workbench
from symbolic_rc.explore.places.compare import filters_of
from symbolic_rc.explore.places.state import State
from symbolic_rc.story import Story

#: The forms, with their types and the files' endings.
FORMS = {
    "csv": ("text/csv", "csv"),
    "jsonl": ("application/jsonl", "jsonl"),
    "latex": ("application/x-tex", "tex"),
    "html": ("text/html", "html"),
}


def export(bench: Workbench, state: State) -> Response:
    """Return the selection in one of `FORMS`, to be kept as a file."""
    form, data = state["form"] or "csv", bench.data
    check_name("form", form, FORMS)
    found = selected(data, filters_of(state))
    if form == "csv":
        text = _as_csv(data, found)
    elif form == "jsonl":
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(data, found))
    else:
        comparison = _comparison(bench, found)
        text = html_report(comparison) if form == "html" else TEXT_REPORTS[form](comparison)
    kind, ending = FORMS[form]
    headers = {"content-disposition": f'attachment; filename="questions.{ending}"'}
    return Response(text.encode("utf-8", "replace"), media_type=f"{kind}; charset=utf-8", headers=headers)


def _rows(data: Data, found: Places) -> Iterator[dict[str, Any]]:
    for i in found.tolist():
        asked = data.asked[i]
        yield {
            "id": asked.question.id,
            "story": asked.record.id,
            "question": asked.question.text,
            "references": [list(one) for one in asked.question.references],
            "rule": data.rules[i],
            "answers": {one.name: list(one.answers[asked.question.id]) for one in data.systems},
            "points": {one.name: round(float(data.points[k, i]), 2) for k, one in enumerate(data.systems)},
        }


def _as_csv(data: Data, found: Places) -> str:
    out = io.StringIO()
    writer, names = csv.writer(out), [system.name for system in data.systems]
    head = ["id", "story", "question", "references", "rule", *names, *(f"points of {name}" for name in names)]
    writer.writerow(map(spreadsheet_cell, head))
    for row in _rows(data, found):
        references = " / ".join(", ".join(one) for one in row["references"])
        cells = [row["id"], row["story"], row["question"], references, row["rule"]]
        cells += [", ".join(row["answers"][name]) for name in names]
        cells += [f"{row['points'][name]:g}" for name in names]
        writer.writerow(map(spreadsheet_cell, cells))
    return out.getvalue()


def _comparison(bench: Workbench, found: Places) -> Comparison:
    """Compare the runs on the selected questions alone."""
    data = bench.data
    if not data.systems or not len(found):
        raise SymbolicRCError("there is nothing to report: open a run, and filter less")
    asked = sorted(found.tolist())
    records = [
        replace(record, questions=tuple(data.asked[i].question for i in places))
        for record, places in (
            (data.asked[group[0]].record, group)
            for group in (list(rows) for _, rows in groupby(asked, lambda i: data.asked[i].record.id))
        )
    ]

    def show(record: Record, question: Question, answers: Any) -> Any:
        return example_story(bench.stories.story(record.id), question, answers)

    traces: Mapping[str, ShownTrace] = data.traces[0] or {}
    views = Views(lambda record: describe(Story(record), record.questions), show, traces)
    options = CompareOptions(examples=24, resamples=500)
    name = f"{data.name}, {len(asked)} questions chosen"
    return build(name, records, data.systems, [data.metric], views, options=options)
