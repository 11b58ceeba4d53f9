"""Read: a text with its annotation, questions, answers with their proofs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from symbolic_rc.books.tables import TABLES, Tables, cells_of
from symbolic_rc.compare.comparison import JudgedAnswer
from symbolic_rc.compare.forms import as_csv
from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.core.forks import remembered
from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.trace import Trace
from symbolic_rc.explore.changes import asked_about, open_chapter, show_changes
from symbolic_rc.explore.page import State, download, page, redirect
from symbolic_rc.explore.stories import CASE
from symbolic_rc.explore.workbench import READERS, Workbench
from symbolic_rc.graph.facts import Fact, Facts
from symbolic_rc.graph.facts.fact import KINDS
from symbolic_rc.layout.chapters import WHOLE, Chapter, chapter_at, chapters
from symbolic_rc.show import notebook
from symbolic_rc.show.evidence import (
    answer_marks,
    dependency_arcs,
    entity_marks,
    frame_name,
    proof_frames,
    proof_marks,
    reference_marks,
)
from symbolic_rc.show.markup import Mark, marked
from symbolic_rc.story import Story
from symbolic_rc.story.corrections import to_toml

_SENTENCE = Markup('<span class="sentence" id="s{}">{}</span>')


def sentences_html(story: Story, marks: Sequence[Mark], start: int, end: int) -> Markup:
    """Return the sentences that start in a range of characters, each in its own element.

    Parameters
    ----------
    story : Story
    marks : sequence of Mark
        Over the whole story; split at ends of sentences.
    start, end : int
    """
    text, bounds = story.text, _bounds(story)
    inside = [(i, first, last) for i, (first, last) in enumerate(bounds) if start <= first < end]
    if not inside:
        return Markup("")
    here = [mark for mark in marks if mark.start < inside[-1][2] and inside[0][1] < mark.end]
    ordered = sorted(here, key=lambda mark: (mark.start, -mark.end))
    pieces = []
    for number, first, last in inside:
        own = [_clip(mark, first, last) for mark in ordered if mark.start < last and first < mark.end]
        pieces.append(_SENTENCE.format(number + 1, marked(text[first:last], own)))
    return Markup("").join(pieces)


def _bounds(story: Story) -> list[tuple[int, int]]:
    """Return the offsets of the sentences, each with the white space after it."""
    starts = [sent.start_char for sent in story.doc.sents]
    if not starts:
        return [(0, len(story.text))]
    starts[0] = 0
    return list(zip(starts, [*starts[1:], len(story.text)], strict=True))


def _clip(mark: Mark, first: int, last: int) -> Mark:
    """Return the part of a mark within a sentence; its label is where it ends."""
    ends = mark.end <= last
    start, end = max(mark.start, first) - first, min(mark.end, last) - first
    return replace(mark, start=start, end=end, label=mark.label if ends else "")


#: Maximum number of rows of a table, and of sentences with their trees.
_MOST, _TREES = 300, 100


def show_part(bench: Workbench, state: State) -> str:
    """Show one part of a story."""
    if state["part"] == CHANGES:
        return show_changes(bench, state)
    part = _PARTS[check_name("part", state["part"], _PARTS)]
    story = bench.story(state)
    with bench.stories.lock:
        return part(story, state)


def _frames(story: Story, state: State) -> str:
    """Return the frames of the open chapter, as a table."""
    part = open_chapter(story.text, state)
    rows = []
    for frame in story.frames:
        if part.start <= story.doc[frame.head].idx < part.end:
            number = int(story.facts.syntax.sentences[frame.head])
            roles = [(one.role, story.doc[one.start : one.end].text) for one in frame.arguments]
            rows.append({"sentence": number + 1, "name": frame_name(frame), "roles": roles})
    return page("part_frames.html", rows=rows)


def _trees(story: Story, state: State) -> str:
    """Return the dependency tree of each sentence of the open chapter."""
    part = open_chapter(story.text, state)
    found = [
        (number, sent)
        for number, sent in enumerate(story.doc.sents, 1)
        if part.start <= sent.start_char < part.end and not sent.text.isspace()
    ]
    trees = [
        {"sentence": number, "text": sent.text, "arcs": dependency_arcs(story, (sent.start, sent.end))}
        for number, sent in found[:_TREES]
    ]
    return page("part_trees.html", trees=trees, more=len(found) - len(trees))


def _facts(story: Story, state: State) -> str:
    """Return the facts of a kind, with some words, or that match a pattern, as a table."""
    facts, error = story.facts, ""
    found: list[tuple[Fact, str]] = [(fact, "") for fact in facts]
    if state["pattern"]:
        try:
            matches = facts.match(state["pattern"])
        except SymbolicRCError as problem:
            matches, error = [], str(problem)
        found = [
            (fact, ", ".join(f"?{name} = {facts.name(term)}" for name, term in one.bindings.items()))
            for one in matches
            for fact in one.facts
        ]
    words, descriptions = state["words"].lower().split(), _descriptions(facts)
    rows: list[dict[str, Any]] = []
    for fact, bound in found:
        line = descriptions[fact.id]
        if (not state["kind"] or fact.kind == state["kind"]) and all(word in line.lower() for word in words):
            rows.append({"fact": fact, "description": line, "bound": bound})
    shown = rows[:_MOST]
    return page(
        "part_facts.html", rows=shown, more=len(rows) - len(shown), state=state, kinds=KINDS, error=error
    )


@remembered
def _descriptions(facts: Facts) -> list[str]:
    """Return the facts in words; cached, since filters ask at every key press."""
    return [facts.describe(fact) for fact in facts]


def _tables(story: Story, state: State) -> str:
    """Return the tables for scholars, but for the timeline."""
    made = Tables(story)
    found = {name: cells_of(list(getattr(made, name)())) for name in TABLES[:-1]}
    return page("part_tables.html", tables=found, most=_MOST, state=state)


def download_table(bench: Workbench, state: State) -> Response:
    """Return a table for scholars as CSV."""
    name = check_name("table", state["name"], TABLES)
    story = bench.story(state)
    with bench.stories.lock:
        text = as_csv(cells_of(list(getattr(Tables(story), name)())))
    return download(text, f"{name}.csv", "text/csv")


_PARTS: dict[str, Callable[[Story, State], str]] = {
    "entities": lambda story, state: str(notebook.clusters(story).body),
    "facts": _facts,
    "frames": _frames,
    "graph": lambda story, state: str(notebook.graph(story).body),
    "time": lambda story, state: str(notebook.time_line(story).body),
    "trees": _trees,
    "tables": _tables,
}


#: Stories that are listed at once.
_LISTED = 200
PARTS = {"entities": "Entities", "facts": "Facts", "frames": "Frames", "graph": "Graph", "time": "Time line"}
PARTS |= {"trees": "Sentence trees", "tables": "Characters, quotations, meetings"}
CHANGES = "changes"


def show(bench: Workbench, state: State) -> str:
    """Show a story with an answer, or the stories to open."""
    shared = {"place": "read", "state": state, "title": "Read", "bench": bench, "readers": READERS}
    if not state["story"]:
        return page("read_open.html", stories=_listed(bench, state["find"]), **shared)
    record = asked_about(bench, state)
    parts = chapters(record.text, WHOLE)
    shared |= {
        "record": record,
        "chapters": parts,
        "reader": state["reader"] or bench.reader,
        "parts": {CHANGES: "What changed"} | PARTS if state["fix"] or state["before"] else PARTS,
        "fixes": bench.corrections(state),
        "toml": to_toml(bench.corrections(state)),
        "open_parts": state["open"].split(",") if state["open"] else [],
        "case": bench.stories.case(state["story"]) if state["story"].startswith(CASE) else None,
    }
    if (reading := bench.stories.ready(state["story"])) is not None:
        at = min(state.number("chapter"), len(parts) - 1)
        text = record.text[parts[at].start : parts[at].end]
        return page("read.html", text=text, at=at, reading=reading, explained=None, question=None, **shared)
    story = bench.story(state)
    question = _question(record, state)
    explained, given = None, [] if state["before"] else _given(bench, question)
    judged: list[JudgedAnswer] = []
    if question is not None:
        explained = bench.explain(story, question, state["reader"], state["book"], state["why"])
        texts = [text for _, text, _ in given] + [state["why"]] * bool(state["why"])
        judged = bench.judge(story, question, texts, state["reader"], state["book"])
    trace = explained.trace if explained else None
    at, marks = _chapter(state, parts, trace), _marks(bench, story, question, trace)
    return page(
        "read.html",
        text=sentences_html(story, marks, parts[at].start, parts[at].end),
        at=at,
        plain=record.text[parts[at].start : parts[at].end],
        names=[entity.name for entity in story.entities],
        reading=None,
        explained=explained,
        question=question,
        frames=proof_frames(story, trace.evidence) if trace else (),
        given=given,
        judged=judged,
        sentence_of=_sentences(story, trace) if trace else [],
        **shared,
    )


def open_text(bench: Workbench, state: State) -> Response:
    """Add a pasted or opened text, and show it."""
    key = bench.stories.paste(state["text"])
    return redirect("../read", {"story": key, **state.only("reader", "book")})


def _listed(bench: Workbench, find: str) -> list[Record]:
    wanted = find.lower()
    every = bench.data.records.values()
    found = (one for one in every if wanted in f"{one.id}\n{one.title}\n{one.text[:400]}".lower())
    return list(islice(found, _LISTED))


def _question(record: Record, state: State) -> Question | None:
    if known := [one for one in record.questions if one.id == state["id"]]:
        return known[0]
    asked = " ".join(state["q"].split())
    return Question("q", asked) if asked else None


def _given(bench: Workbench, question: Question | None) -> list[tuple[str, str, str]]:
    """Return the answer of each open run to a question of the data set, and its verdict."""
    row = bench.data.row.get(question.id, -1) if question is not None else -1
    if row < 0 or question is None:
        return []
    return [
        (system.name, ", ".join(system.answers[question.id]), bench.data.verdict(k, row))
        for k, system in enumerate(bench.data.systems)
    ]


def _chapter(state: State, parts: list[Chapter], trace: Trace | None) -> int:
    """Return the chapter to show: the requested one, else that of the answer."""
    if state["chapter"]:
        return min(state.number("chapter"), len(parts) - 1)
    answers = [one.start for one in trace.evidence if one.kind == "answer"] if trace else []
    return chapter_at(parts, answers[0]) if answers else 0


def _marks(bench: Workbench, story: Story, question: Question | None, trace: Trace | None) -> list[Mark]:
    marks = entity_marks(story) + _speech(story)
    if question is None or trace is None:
        return marks
    if trace.evidence:
        marks = proof_marks(trace.evidence) + marks
    else:
        marks = answer_marks(story, question, {"answer": trace.answer}) + marks
    return reference_marks(story, question) + marks


def _speech(story: Story) -> list[Mark]:
    """Return a mark for each quotation, with its speaker."""
    marks = []
    for one in story.quotations:
        names = [
            story.entities[story.mentions[i].entity].name if i >= 0 else ""
            for i in (one.speaker, one.addressee)
        ]
        said = f"said by {names[0]}" if names[0] else "direct speech, speaker unknown"
        title = f"{said} to {names[1]}" if names[1] else said
        span = story.doc[one.start : one.end]
        marks.append(Mark(span.start_char, span.end_char, "quotation", names[0], title))
    return marks


def _sentences(story: Story, trace: Trace) -> list[int]:
    """Return the sentences that a proof cites, each once, in order."""
    starts = [sent.start_char for sent in story.doc.sents]
    places = [one.start for one in trace.evidence]
    return sorted({max((i for i, start in enumerate(starts) if start <= at), default=0) for at in places})
