"""The parts of Read that are made when they are opened: entities, facts, frames, graph, time line."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from itertools import islice
from typing import Any

from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.explore.opened.chapters import chapters
from symbolic_rc.explore.opened.workbench import Workbench
from symbolic_rc.explore.page import page
from symbolic_rc.explore.places.state import State
from symbolic_rc.graph.facts import Fact, Facts
from symbolic_rc.graph.facts.fact import KINDS
from symbolic_rc.graph.state import timeline_of
from symbolic_rc.show import notebook
from symbolic_rc.show.evidence import frame_name
from symbolic_rc.show.graph import graph_body
from symbolic_rc.story import Story

#: Rows that a table shows at once.
_MOST = 300
_lines: weakref.WeakKeyDictionary[Any, list[str]] = weakref.WeakKeyDictionary()


def show(bench: Workbench, state: State) -> str:
    """Show one part of a story."""
    part = _PARTS[check_name("part", state["part"], _PARTS)]
    story = bench.stories.story(state["story"])
    with bench.stories.lock:
        return part(story, state)


def _entities(story: Story, state: State) -> str:
    return str(notebook.clusters(story).body)


def _graph(story: Story, state: State) -> str:
    return str(graph_body(story.graph))


def _frames(story: Story, state: State) -> str:
    """Return the frames of the chapter that is open, as a table."""
    every = chapters(story.text)
    part = every[min(state.number("chapter"), len(every) - 1)]
    bounds = [(sent.start, sent.end) for sent in story.doc.sents]
    rows = []
    for frame in story.frames:
        if part.start <= story.doc[frame.head].idx < part.end:
            number = next(i for i, (start, end) in enumerate(bounds) if start <= frame.head < end)
            roles = [(one.role, story.doc[one.start : one.end].text) for one in frame.arguments]
            rows.append({"sentence": number + 1, "name": frame_name(frame), "roles": roles})
    return page("part_frames.html", rows=rows)


def _facts(story: Story, state: State) -> str:
    """Return the facts that a filter leaves, as a table: by kind, words, and pattern."""
    facts, error = story.facts, ""
    found: list[tuple[Fact, str]] = [(fact, "") for fact in facts]
    if state["pattern"]:
        try:
            met = facts.match(state["pattern"])
        except SymbolicRCError as problem:
            met, error = [], str(problem)
        found = [
            (fact, ", ".join(f"?{name} = {facts.name(term)}" for name, term in one.bindings.items()))
            for one in met
            for fact in one.facts
        ]
    words, told = state["words"].lower().split(), _told(facts)
    rows: list[dict[str, Any]] = []
    for fact, bound in found:
        line = told[fact.id]
        if (not state["kind"] or fact.kind == state["kind"]) and all(word in line.lower() for word in words):
            rows.append({"fact": fact, "told": line, "bound": bound})
    shown = rows[:_MOST]
    return page(
        "part_facts.html", rows=shown, more=len(rows) - len(shown), state=state, kinds=KINDS, error=error
    )


def _told(facts: Facts) -> list[str]:
    """Return the facts in words; remembered, for a filter asks at every key."""
    found = _lines.get(facts)
    if found is None:
        found = _lines[facts] = [facts.describe(fact) for fact in facts]
    return found


def _time(story: Story, state: State) -> str:
    """Return events in order of time, and where everybody and everything was, and who had what."""
    facts = story.facts
    cues = {fact.token: fact.sense for fact in facts.of("order")}
    line = [
        {
            "sentence": event.sentence + 1,
            "name": ("not " if event.denied else "") + (event.sense or event.predicate),
            "who": [(term.role, story.entities[term.entity]) for term in event.terms if term.entity >= 0],
            "time": ", ".join(facts.text(term) for term in event.terms if term.role == "ARGM-TMP"),
            "cue": cues.get(event.token, ""),
        }
        for event in facts.chronology
    ]
    state_of = timeline_of(facts)
    spells = {
        key: [
            (" or ".join(one.key for one in spell.places), spell.denied, spell.facts[0].sentence + 1)
            for spell in found
        ]
        for key, found in islice(state_of.spells.items(), _MOST)
    }
    holding = {
        key: [(held.thing.key, held.fact.sentence + 1) for held in things.values()]
        for key, things in islice(state_of.holding.items(), _MOST)
        if things
    }
    return page(
        "part_time.html",
        line=line[:_MOST],
        more=len(line) - len(line[:_MOST]),
        spells=spells,
        holding=holding,
    )


_PARTS: dict[str, Callable[[Story, State], str]] = {
    "entities": _entities,
    "facts": _facts,
    "frames": _frames,
    "graph": _graph,
    "time": _time,
}
