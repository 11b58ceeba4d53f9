"""HotpotQA (Yang et al. 2018): questions that need two of ten paragraphs.

::

    [{"_id": "...", "question": "...", "answer": "Bob", "type": "bridge", "level": "hard",
      "supporting_facts": [["The mill", 0]], "context": [["The mill", ["Ann sold the mill.", " ..."]], ...]}]

The story of a question is all its paragraphs, each under its title. Under the name `hotpotqa-supporting`,
which has to be asked for, it is only those that hold supporting facts. Tags: ``type`` and ``level``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import Malformed, id_of, items, text, texts
from symbolic_rc.datasets.format import Format, begins, stories
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DataFile


def _story(source: DataFile, line: int, row: Any, supporting: bool = False) -> Iterator[Record]:
    identity, asked, paragraphs = id_of(row, "_id", "id"), text(row, "question"), items(row, "context")
    if not all(isinstance(one, list) and len(one) == 2 and isinstance(one[1], list) for one in paragraphs):
        raise Malformed("field 'context' should hold pairs of a title and a list of sentences")
    if supporting:
        wanted = [one[0] for one in items(row, "supporting_facts") if isinstance(one, list) and one]
        paragraphs = [one for one in paragraphs if one[0] in wanted]
    parts = (
        part
        for title, said in paragraphs
        for part in (*texts([title], "context"), "".join(texts(said, "context")).strip())
    )
    tags = {name: row[name] for name in ("type", "level") if isinstance(row.get(name), str)}
    answer = text(row, "answer", default="")
    question = Question(identity, asked, ((answer,),) * bool(answer), tags=tags)
    yield Record(identity, "\n\n".join(parts), (question,))


_recognise = begins("[", '"context"', '"_id"', '"(supporting_facts|level)"')
HOTPOTQA = Format("hotpotqa", __doc__, _recognise, stories(elements, _story))
HOTPOTQA_SUPPORTING = Format(
    "hotpotqa-supporting",
    "HotpotQA with only the paragraphs that hold supporting facts; the layout of `hotpotqa`.",
    _recognise,
    stories(elements, partial(_story, supporting=True)),
)
