"""CLUTRR (Sinha et al. 2019): how two people of a story are related, over several steps of kinship.

A CSV table with the columns ``id``, ``story`` (names in brackets), ``query`` (a pair of names) and
``target_text`` (what the second person is to the first)::

    id,story,query,target_text,task_name
    a1,[Ann] and her son [Bob] went out. [Bob] has a sister [Cleo].,"('Ann', 'Cleo')",daughter,task_1.2

The story loses its brackets; the question is ``What is Cleo to Ann?``. The tag ``hops`` counts the steps.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import Malformed, columns_of, rows
from symbolic_rc.datasets.format import Format, stories
from symbolic_rc.datasets.source import DataFile

_NAME = re.compile(r"\[([^\[\]]+)\]")
_COLUMNS = ("id", "story", "query", "target_text")


def _story(source: DataFile, line: int, row: dict[str, str]) -> Iterator[Record]:
    try:
        first, second = ast.literal_eval(row["query"])
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise Malformed(f"column 'query' should hold a pair of names, not {row['query'][:40]!r}") from None
    hops = row.get("task_name", "").rpartition(".")[2]
    question = Question(
        row["id"],
        f"What is {second} to {first}?",
        ((row["target_text"],),) if row["target_text"] else (),
        tags={"hops": hops} if hops else {},
    )
    yield Record(row["id"], _NAME.sub(r"\1", row["story"]), (question,))


CLUTRR = Format(
    "clutrr",
    __doc__,
    lambda source, head: set(_COLUMNS) <= set(columns_of(head)),
    stories(lambda source: rows(source, *_COLUMNS), _story),
)
