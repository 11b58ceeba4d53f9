"""SQuAD 1.1 and 2.0: paragraphs with questions whose answers are spans.

::

    {"version": "v2.0", "data": [{"title": "...", "paragraphs": [{"context": "...", "qas": [
        {"id": "...", "question": "...", "is_impossible": false,
         "answers": [{"text": "...", "answer_start": 17}]}]}]}]}

The articles may also be a list, or lines of their own. Each answer is one alternative. A question marked
``is_impossible``, or of version 2.0 without answers, is not answerable; its reference is the empty one.
Without ``answers``, or ``answer``, the answer is unknown. Story ids are the paragraph's ``context_id`` where
there is one, else ``title.n`` (n from 0).

The same shape is read under the names `bipar` (BiPaR, ids such as ``VALID_..._QUERY_0_EN``) and `duorc` (the
SQuAD form of DuoRC, recognised by its file's or folder's name); only the metrics differ.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.choices import choice_question
from symbolic_rc.datasets.fields import (
    Malformed,
    decoded_lines,
    each,
    id_of,
    items,
    questions_of,
    text,
    with_gold,
)
from symbolic_rc.datasets.format import Found, described
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DataFile, Problem

_BIPAR_ID = re.compile(r'"(TRAIN|VALID|DEV|TEST)_\w+_QUERY_\d+_(EN|ZH)"')


def _is_squad(source: DataFile, head: str) -> bool:
    first = head.lstrip()[:1]
    if first not in ("{", "[") or '"paragraphs"' not in head or '"context"' not in head:
        return False
    return first == "[" or '"data"' in head or _has_lines(head)


def _has_lines(head: str) -> bool:
    """Return whether a file holds an article a line."""
    first = head.lstrip().partition("\n")[0]
    return first[:1] == "{" and '"data"' not in first and '"paragraphs"' in first and '"context"' in first


def recognise(source: DataFile, head: str) -> bool:
    """Return whether a file has the SQuAD shape and belongs to no other data set of that shape."""
    return _is_squad(source, head) and not (
        '"context_id"' in head or recognise_bipar(source, head) or recognise_duorc(source, head)
    )


def recognise_bipar(source: DataFile, head: str) -> bool:
    """Return whether a file is BiPaR's."""
    return _is_squad(source, head) and ("bipar" in _names(source) or bool(_BIPAR_ID.search(head)))


def recognise_duorc(source: DataFile, head: str) -> bool:
    """Return whether a file is DuoRC in SQuAD form."""
    return _is_squad(source, head) and any(
        name in _names(source) for name in ("duorc", "paraphraserc", "selfrc")
    )


def _names(source: DataFile) -> str:
    return source.name.lower()


def read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    """Read one file."""
    return read_paragraphs(source, several_spans=False)


def read_paragraphs(source: DataFile, several_spans: bool) -> Found:
    """Read one file of the SQuAD shape.

    Parameters
    ----------
    several_spans : bool
        Whether the answers of a question are together one answer of several spans (Quoref), or each an
        alternative (SQuAD).
    """

    def article(line: int, value: Any) -> Found:
        title = id_of(value, "title", default="").strip()
        for number, one in enumerate(items(value, "paragraphs")):
            where = f"paragraph {number} of {title[:60]!r}"
            try:
                yield from paragraph(line, one, title, f"{title}.{number}", where)
            except Malformed as error:
                yield Problem(source.place, line, f"{where}: {error}")

    def paragraph(line: int, value: Any, title: str, default_id: str, where: str) -> Found:
        context, identity = text(value, "context"), id_of(value, "context_id", default=default_id)
        questions = yield from questions_of(
            source.place,
            line,
            items(value, "qas"),
            lambda _, qa: _question(context, qa, several_spans),
            lambda number: f"{where}: question {number}",
        )
        yield Record(identity, context, questions, title)

    articles = decoded_lines(source) if _has_lines(source.head()) else elements(source, "data")
    yield from each(source.place, articles, article)


def _question(context: str, qa: Any, several_spans: bool) -> Question:
    identity, asked = id_of(qa, "id"), text(qa, "question")
    chosen = choice_question(identity, asked, qa)
    return chosen or with_gold(Question(identity, asked), qa, context, several_spans)


SQUAD = described("squad", __doc__, recognise, read)
BIPAR = described(
    "bipar", "BiPaR: questions on paragraphs of novels, in the shape of `squad`.", recognise_bipar, read
)
