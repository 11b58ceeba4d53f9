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

from collections.abc import Iterator, Sequence
from functools import partial
from xml.etree.ElementTree import Element

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.by_format import hf
from symbolic_rc.datasets.choices import choice_question
from symbolic_rc.datasets.fields import required
from symbolic_rc.datasets.format import Asked, Format, Found, begins, stories
from symbolic_rc.datasets.source import DataFile
from symbolic_rc.datasets.xml_stream import attribute, child_text, xml_elements

_is_xml = begins("<", "<text_body>")
_is_json = begins("{", r'"question_type"\s*:.*"correct_answer_id"\s*:', line=True)


def _text(source: DataFile, line: int, element: Element) -> Iterator[Asked]:
    identity, title = attribute(element, "id"), element.findtext("metadata/title", "").strip()
    record = Record(identity, child_text(element, "text_body"), (), title)
    yield record, list(element.iter("q")), partial(_question, identity)


def _question(story: str, one: Element, default_id: str) -> Question:
    answers = [(answer.text or "").strip() for answer in one.iter("a")]
    key = next((n for n, answer in enumerate(one.iter("a")) if answer.get("correct") == "True"), None)
    row = {"choices": answers, "correct_answer_id": None if key is None else str(key)}
    identity, kind = f"{story}_{attribute(one, 'id')}", attribute(one, "type", "")
    found = choice_question(identity, (one.text or "").strip(), row, tags={"type": kind})
    return required(found, "a question should have two answers or more")


_read_xml = stories(partial(xml_elements, tag="text"), _text)


def _read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    return _read_xml(source) if source.head().lstrip().startswith("<") else hf.read(source)


QUAIL = Format("quail", __doc__, lambda *file: _is_xml(*file) or _is_json(*file), _read)
