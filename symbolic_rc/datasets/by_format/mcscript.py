"""MCScript (Ostermann et al. 2018): multiple choice on short everyday stories, as XML.

::

    <data><instance id="2"><text>Ann sold the mill.</text><questions>
      <question id="6" text="Who sold it?" type="text">
        <answer correct="True" id="0" text="Ann"/><answer correct="False" id="1" text="Bob"/>
      </question></questions></instance></data>

Question ids are ``instance.question``. The tag ``type`` is the question's own (``text``, ``commonsense``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from xml.etree.ElementTree import Element

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import Malformed
from symbolic_rc.datasets.format import Asked, Format, begins, stories
from symbolic_rc.datasets.source import DataFile
from symbolic_rc.datasets.xml_stream import attribute, child_text, xml_elements


def _instance(source: DataFile, line: int, element: Element) -> Iterator[Asked]:
    record = Record(attribute(element, "id"), child_text(element, "text"))
    yield record, list(element.iter("question")), partial(_question, record.id)


def _question(story: str, one: Element, default_id: str) -> Question:
    answers = list(one.iter("answer"))
    choices = tuple(attribute(answer, "text") for answer in answers)
    if len(choices) < 2:
        raise Malformed("a question should have two answers or more")
    right = tuple(
        (choice,)
        for choice, answer in zip(choices, answers, strict=True)
        if attribute(answer, "correct", "").lower() == "true"
    )
    kind, identity = attribute(one, "type", ""), f"{story}.{attribute(one, 'id')}"
    return Question(identity, attribute(one, "text"), right, choices, tags={"type": kind} if kind else {})


_values = partial(xml_elements, tag="instance")
MCSCRIPT = Format("mcscript", __doc__, begins("<", "<instance ", "<text>"), stories(_values, _instance))
