"""QuAIL (Rogers et al. 2020): multiple choice of nine types, as XML or JSON lines.

::

    <data><text domain="fiction" id="f1"><metadata><title>The mill</title></metadata>
      <text_body>Ann sold the mill.</text_body><questions><q id="0" type="Causality">Why?
        <a id="0" correct="True">She was tired.</a><a id="1" correct="False">not enough information</a>
      </q></questions></text></data>
    {"id": "f1_0", "context_id": "f1", "context": "...", "question": "Why?", "question_type": "Causality",
     "answers": ["She was tired.", "not enough information"], "correct_answer_id": "0"}

Question ids are ``textid_n`` in both. The tag ``type`` is the question's type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.by_format import hf
from symbolic_rc.datasets.choices import choice_question
from symbolic_rc.datasets.fields import Malformed
from symbolic_rc.datasets.format import Asked, Found, described, stories
from symbolic_rc.datasets.source import DataFile
from symbolic_rc.datasets.xml_stream import attribute, child_text, xml_elements

_KEYS = re.compile(r'"question_type"\s*:.*"correct_answer_id"\s*:')


def recognise(source: DataFile, head: str) -> bool:
    """Return whether a file is of one of the two layouts."""
    first = head.lstrip().partition("\n")[0]
    as_xml = head.lstrip().startswith("<") and "<text_body>" in head
    return as_xml or (first.startswith("{") and bool(_KEYS.search(first)))


def read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    """Read one file."""
    if source.head().lstrip().startswith("<"):
        return stories(source, xml_elements(source, "text"), _text)
    return hf.read(source, beside)


def _text(line: int, element: Element) -> Iterator[Asked]:
    identity, title = attribute(element, "id"), element.findtext("metadata/title", "").strip()
    record = Record(identity, child_text(element, "text_body"), (), title)
    yield record, list(element.iter("q")), lambda _, one: _element(one, identity)


def _element(one: Element, story: str) -> Question:
    answers = [(answer.text or "").strip() for answer in one.iter("a")]
    key = next((n for n, answer in enumerate(one.iter("a")) if answer.get("correct") == "True"), None)
    row = {"choices": answers, "correct_answer_id": None if key is None else str(key)}
    found = choice_question(
        f"{story}_{attribute(one, 'id')}",
        (one.text or "").strip(),
        row,
        tags={"type": attribute(one, "type", "")},
    )
    if found is None:
        raise Malformed("a question should have two answers or more")
    return found


QUAIL = described("quail", __doc__, recognise, read)
