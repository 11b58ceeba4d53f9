"""MCScript (Ostermann et al. 2018): multiple choice on short everyday stories, as XML.

::

    <data><instance id="2"><text>Ann sold the mill.</text><questions>
      <question id="6" text="Who sold it?" type="text">
        <answer correct="True" id="0" text="Ann"/><answer correct="False" id="1" text="Bob"/>
      </question></questions></instance></data>

Question ids are ``instance.question``. The tag ``type`` is the question's own (``text``, ``commonsense``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import Malformed
from symbolic_rc.datasets.format import Asked, Found, begins, described, stories
from symbolic_rc.datasets.source import DataFile
from symbolic_rc.datasets.xml_stream import attribute, child_text, xml_elements


def read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    """Read one file."""

    def instance(line: int, element: Element) -> Iterator[Asked]:
        identity = attribute(element, "id")
        record = Record(identity, child_text(element, "text"))
        yield record, list(element.iter("question")), lambda _, one: _question(one, identity)

    return stories(source, xml_elements(source, "instance"), instance)


def _question(one: Element, story: str) -> Question:
    answers = list(one.iter("answer"))
    choices = tuple(attribute(answer, "text") for answer in answers)
    if len(choices) < 2:
        raise Malformed("a question should have two answers or more")
    right = tuple(
        (choice,)
        for choice, answer in zip(choices, answers, strict=True)
        if attribute(answer, "correct", "").lower() == "true"
    )
    kind = attribute(one, "type", "")
    identity = f"{story}.{attribute(one, 'id')}"
    return Question(identity, attribute(one, "text"), right, choices, tags={"type": kind} if kind else {})


MCSCRIPT = described("mcscript", __doc__, begins("<", "<instance ", "<text>"), read)
