"""CNN and Daily Mail cloze questions (Hermann et al. 2015): one ``.question`` file each.

Five parts, with an empty line between them: the article's URL, the anonymised article, the query with its
``@placeholder``, the answer, and the table of entities, one ``@entity0:Name`` a line. Text is tokens joined
by spaces. The id of the story and of the question is the file's name without its ending. The table is kept
as the story's tags (``@entity0``), the URL as the tag ``url``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.choices import PLACEHOLDER
from symbolic_rc.datasets.format import Format, Found
from symbolic_rc.datasets.source import DataFile, Problem

_ENTITY = re.compile(r"@entity\d+(?=:)")


def _read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    content = source.text()
    parts = content.rstrip("\n").split("\n\n")
    if len(parts) not in (4, 5):
        reason = f"has {len(parts)} parts; URL, article, query, answer and entities were expected"
        yield Problem(source.place, 1, reason)
        return
    url, article, query, answer = (part.strip() for part in parts[:4])
    line = content.count("\n", 0, len("\n\n".join(parts[:2])) + 2) + 1  # the query's
    table = {}
    for number, row in enumerate(parts[4].split("\n") if len(parts) == 5 else (), line + 4):
        if (marker := _ENTITY.match(row)) is None:
            yield Problem(source.place, number, f"not a row of the entity table: {row[:40]!r}")
            return
        table[marker.group()] = row[marker.end() + 1 :]
    if PLACEHOLDER not in query.split():
        yield Problem(source.place, line, f"the query holds no {PLACEHOLDER}")
    elif not article or not answer:
        yield Problem(source.place, 1, "the article is empty" if not article else "the answer is empty")
    else:
        question = Question(source.stem, query, ((answer,),), placeholder=PLACEHOLDER)
        tags = {"url": url, **table} if url else table
        yield Record(source.stem, article, (question,), tokenised=True, tags=tags)


def written(record: Record, question: Question) -> str:
    """Return a story with one cloze question as the text of a ``.question`` file."""
    table = [f"{name}:{value}" for name, value in record.tags.items() if name.startswith("@entity")]
    answer = question.references[0][0] if question.references and question.references[0] else ""
    article = re.sub(r"\n\s*\n", "\n", record.text)
    parts = [record.tags.get("url", ""), article, question.text, answer, "\n".join(table)]
    return "\n\n".join(parts) + "\n"


CNN = Format("cnn", __doc__, lambda source, head: source.suffix == ".question", _read)
