"""Events: frames with the entities that take part in them, in order, with what the text says of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symbolic_rc.core.entity import Mention
from symbolic_rc.core.frame import Frame
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.places import MentionIndex

#: Words that begin a clause of time, with what they say of the clause's event against the main one.
_CUES = {
    "before": "after", "until": "after", "till": "after", "after": "before", "since": "before",
    "once": "before", "when": "with", "while": "with", "as": "with", "whilst": "with",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """One frame as an event.

    Attributes
    ----------
    id : int
        Its index among the story's events, in order of the text.
    frame : int
        Index into the story's frames.
    roleset, sentence, head
        Of the frame; `head` counts tokens.
    participants : tuple of (str, int)
        Role and entity, in order of the roles' places in the text.
    time : str
        What the text says of when (``ARGM-TMP``), or empty.
    cue : str
        ``before``, ``after`` or ``with``: how it stands to event `other` by a word of time or
        tense; or empty.
    other : int
        That event, or -1.
    negated : bool
    modality : str
    """

    id: int
    frame: int
    roleset: str
    sentence: int
    head: int
    participants: tuple[tuple[str, int], ...]
    time: str = ""
    cue: str = ""
    other: int = -1
    negated: bool = False
    modality: str = ""


def events_of(syntax: Syntax, mentions: Sequence[Mention], frames: Sequence[Frame]) -> tuple[Event, ...]:
    """Return the events of a story, in order of the text."""
    index = MentionIndex(mentions)
    order = sorted(range(len(frames)), key=lambda i: (frames[i].head, i))
    by_head = {frames[i].head: number for number, i in reversed(list(enumerate(order)))}
    events = []
    for number, i in enumerate(order):
        frame = frames[i]
        participants, time = [], ""
        for argument in frame.arguments:
            if argument.role == "ARGM-TMP":
                time = time or " ".join(syntax.words[argument.start : argument.end])
            mention = index.of(argument)
            if mention >= 0 and not argument.role.startswith("R-"):
                participants.append((argument.role, mentions[mention].entity))
        cue, up = time_relation(syntax, frame.head)
        other = by_head.get(up, -1)
        cue = cue if other >= 0 else ""
        sentence = int(syntax.sentences[frame.head])
        events.append(
            Event(
                number, i, frame.roleset, sentence, frame.head, tuple(dict.fromkeys(participants)), time,
                cue, other if other != number else -1, frame.negated, frame.modality,
            )
        )  # fmt: skip
    return tuple(events)


def time_relation(syntax: Syntax, head: int) -> tuple[str, int]:
    """Return how a predicate stands to another by a conjunction of time, or by the past perfect.

    Returns
    -------
    cue : {"before", "after", "with", ""}
    other : int
        The token of the other predicate, or -1.
    """
    dep = syntax.deps[head]
    children = syntax.children_of(head)
    up = int(syntax.heads[head])
    if dep.startswith("advcl"):
        for child in children:
            cue = _CUES.get(syntax.lowers[child])
            if cue and (syntax.deps[child] in ("mark", "advmod", "case")):
                return cue, up
    had = any(syntax.lowers[child] == "had" and syntax.deps[child].startswith("aux") for child in children)
    if had and syntax.tags[head] == "VBN" and up != head:
        aux = any(
            syntax.lowers[c] == "had" and syntax.deps[c].startswith("aux") for c in syntax.children_of(up)
        )
        if not aux:
            return "before", up
    return "", -1


def timeline(events: Sequence[Event]) -> list[int]:
    """Return the events' ids in the order in which they happened, as far as the text says so.

    The order of the text, in which an event said to be before another moves to just before it, and one said
    to be after another to just behind it.
    """
    key: dict[int, tuple[float, int]] = {event.id: (float(event.id), event.id) for event in events}
    for event in events:
        if event.cue == "before" and 0 <= event.other < event.id:
            key[event.id] = (key[event.other][0] - 0.5, event.id)
        elif event.cue == "after" and event.other > event.id:
            key[event.id] = (event.other + 0.5, event.id)
    return sorted(key, key=lambda number: key[number])
