"""Precision by document length (Hermann et al. 2015, figures 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from eval.neural.measured import Floats, Measure
from eval.neural.sets import DataSet, test_records
from eval.tables.measure import Place
from symbolic_rc.core.tokens import tokens

#: Parts of the questions by length of their story, and the share of the longest ones that are shown again.
_PARTS, _LONGEST = 10, 0.05


def length_lines(
    one: DataSet, place: Place, measure: Measure, rows: Mapping[str, Floats | None]
) -> Iterator[str]:
    """Yield a table of right answers in percent by tenths of the questions, in the order of story length.

    Parameters
    ----------
    one : DataSet
    place : Place
    measure : Measure
    rows : mapping
        Reader to the statistics of its answers; None for one that was not trained.
    """
    sizes = {
        question.id: len(tokens(record.text, record.tokenised))
        for record in test_records(place, one.name)
        for question in record.questions
    }
    lengths = np.array([sizes[question.id] for question in measure.questions])
    order = np.argsort(lengths, kind="stable")
    parts = [part for part in np.array_split(order, _PARTS) if len(part)]
    longest = order[len(order) - max(1, round(_LONGEST * len(order))) :]
    heads = [f"to {lengths[part[-1]]:,}" for part in parts]
    yield f"| {one.title}, tokens | " + " | ".join([*heads, "longest 5 %"]) + " |"
    yield "| --- |" + " ---: |" * (len(parts) + 1)
    for name, table in rows.items():
        if table is None:
            yield f"| `{name}` | not trained |" + " |" * len(parts)
            continue
        right = 100.0 * measure.right(table)
        so_far = (right[order[: sum(map(len, parts[: number + 1]))]].mean() for number in range(len(parts)))
        cells = [f"{right[part].mean():.1f} ({mean:.1f})" for part, mean in zip(parts, so_far, strict=True)]
        yield f"| `{name}` | " + " | ".join([*cells, f"{right[longest].mean():.1f}"]) + " |"
