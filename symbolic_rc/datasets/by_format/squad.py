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
from functools import partial
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.choices import choice_question
from symbolic_rc.datasets.fields import Malformed, decoded_lines, id_of, items, questions_of, text, with_gold
from symbolic_rc.datasets.format import Format, Found, Values, stories
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DataFile, Problem

_BIPAR_ID = re.compile(r'"(TRAIN|VALID|DEV|TEST)_\w+_QUERY_\d+_(EN|ZH)"')
_DUORC = ("duorc", "paraphraserc", "selfrc")


def _is_squad(head: str) -> bool:
    """Return whether a file has the SQuAD shape."""
    first = head.lstrip()[:1]
    if first not in ("{", "[") or '"paragraphs"' not in head or '"context"' not in head:
        return False
    return first == "[" or '"data"' in head or _has_lines(head)


def _has_lines(head: str) -> bool:
    """Return whether a file holds an article a line."""
    first = head.lstrip().partition("\n")[0]
    return first[:1] == "{" and '"data"' not in first and '"paragraphs"' in first and '"context"' in first


def _recognise_bipar(source: DataFile, head: str) -> bool:
    return _is_squad(head) and ("bipar" in source.name.lower() or bool(_BIPAR_ID.search(head)))


def recognise_duorc(source: DataFile, head: str) -> bool:
    """Return whether a file is DuoRC in SQuAD form."""
    return _is_squad(head) and any(name in source.name.lower() for name in _DUORC)


def _recognise(source: DataFile, head: str) -> bool:
    """Return whether a file has the SQuAD shape and belongs to no other data set of that shape."""
    others = '"context_id"' in head or _recognise_bipar(source, head) or recognise_duorc(source, head)
    return _is_squad(head) and not others


def articles(source: DataFile) -> Values:
    """Yield the articles of a file."""
    return decoded_lines(source) if _has_lines(source.head()) else elements(source, "data")


def article(source: DataFile, line: int, value: Any, together: bool = False) -> Found:
    """Yield the paragraphs of an article; answers are one if taken `together` (Quoref), else alternatives."""
    title = id_of(value, "title", default="").strip()
    for number, one in enumerate(items(value, "paragraphs")):
        where = f"paragraph {number} of {title[:60]!r}"
        try:
            context, identity = text(one, "context"), id_of(one, "context_id", default=f"{title}.{number}")
            make = partial(_question, context, together)
            called = partial("{}: question {}".format, where)
            questions = yield from questions_of(source.place, line, items(one, "qas"), make, called)
            yield Record(identity, context, questions, title)
        except Malformed as error:
            yield Problem(source.place, line, f"{where}: {error}")


def _question(context: str, together: bool, qa: Any, default_id: str) -> Question:
    identity, asked = id_of(qa, "id"), text(qa, "question")
    return choice_question(identity, asked, qa) or with_gold(Question(identity, asked), qa, context, together)


SQUAD = Format("squad", __doc__, _recognise, stories(articles, article))
_BIPAR = "BiPaR: questions on paragraphs of novels, in the shape of `squad`."
BIPAR = Format("bipar", _BIPAR, _recognise_bipar, SQUAD.read)
