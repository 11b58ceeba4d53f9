"""Decoding XML element by element, so that one story at a time is in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from symbolic_rc.datasets.fields import Malformed, clean
from symbolic_rc.datasets.source import DataFile, Problem


def xml_elements(source: DataFile, tag: str) -> Iterator[tuple[int, ElementTree.Element] | Problem]:
    """Decode the elements of one name; yield each with the line where it starts.

    After a `Problem` nothing more can be decoded. A document type declaration is refused: it could define
    entities that expand without limit.
    """
    parser: Any = ElementTree.XMLPullParser(("start", "end"))
    start = number = 0
    try:
        for number, line, _ in source.ended_lines():
            if line is None or "<!DOCTYPE" in line or "<!ENTITY" in line:
                what = source.limits.too_long("the line") if line is None else "holds a document type"
                yield Problem(source.place, number, what)
                return
            parser.feed(line + "\n")
            for event, element in parser.read_events():
                if element.tag == tag:
                    if event == "start":
                        start = number
                    else:
                        yield start, element
                        element.clear()
        parser.close()
    except ElementTree.ParseError as error:
        yield Problem(source.place, number, f"not valid XML ({error})", damaged=True)


def attribute(element: ElementTree.Element, name: str, default: str | None = None) -> str:
    """Return an attribute of an element; `Malformed` if it is missing and has no default."""
    if (value := element.get(name, default)) is None:
        raise Malformed(f"<{element.tag}> has no attribute {name!r}")
    return clean(value, name)


def child_text(element: ElementTree.Element, name: str) -> str:
    """Return the text of a child, without the space around it; `Malformed` if there is no such child."""
    if (found := element.find(name)) is None:
        raise Malformed(f"<{element.tag}> holds no <{name}>")
    return (found.text or "").strip()
