"""Read: a text with what was read in it, questions, answers with their proofs."""

from __future__ import annotations

from itertools import islice

from markupsafe import Markup
from starlette.responses import Response

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.core.trace import Trace
from symbolic_rc.explore.opened.chapters import Chapter, chapter_at, chapters
from symbolic_rc.explore.opened.stories import CASE
from symbolic_rc.explore.opened.workbench import READERS, Workbench
from symbolic_rc.explore.page import page
from symbolic_rc.explore.places.sentences import sentences_html
from symbolic_rc.explore.places.state import State, go_to
from symbolic_rc.show.evidence import proof_frames, proof_marks
from symbolic_rc.show.markup import Mark
from symbolic_rc.show.story import answer_marks, entity_marks, reference_marks
from symbolic_rc.story import Story

#: Stories that are listed at once.
_LISTED = 200
PARTS = {"entities": "Entities", "facts": "Facts", "frames": "Frames", "graph": "Graph", "time": "Time line"}


def show(bench: Workbench, state: State) -> str:
    """Show a story with an answer, or what can be opened."""
    shared = {"place": "read", "state": state, "title": "Read", "bench": bench, "readers": READERS}
    if not state["story"]:
        return page("read_open.html", stories=_listed(bench, state["find"]), **shared)
    record = bench.stories.record(state["story"])
    parts = chapters(record.text)
    shared |= {
        "record": record,
        "chapters": parts,
        "reader": state["reader"] or bench.reader,
        "parts": PARTS,
        "open_parts": state["open"].split(",") if state["open"] else [],
        "case": bench.stories.case(state["story"]) if state["story"].startswith(CASE) else None,
    }
    reading = bench.stories.ready(state["story"])
    if reading is not None:
        at = min(state.number("chapter"), len(parts) - 1)
        text = record.text[parts[at].start : parts[at].end]
        return page("read.html", text=text, at=at, reading=reading, explained=None, question=None, **shared)
    story = bench.stories.story(state["story"])
    question = _question(bench, record, state)
    explained = None
    if question is not None:
        explained = bench.explain(state["story"], question, state["reader"], state["book"], state["why"])
    at = _chapter(state, parts, explained.trace if explained else None)
    marks = _marks(bench, story, question, explained.trace if explained else None)
    return page(
        "read.html",
        text=_text(story, parts[at], marks),
        at=at,
        reading=None,
        explained=explained,
        question=question,
        frames=proof_frames(story, explained.trace.evidence) if explained else (),
        given=_given(bench, question),
        sentence_of=_sentences(story, explained.trace) if explained else [],
        **shared,
    )


def take_text(bench: Workbench, state: State) -> Response:
    """Take a text that was pasted or opened, and show it."""
    key = bench.stories.paste(state["text"])
    return go_to("../read", {"story": key, **state.only("reader", "book")})


def _listed(bench: Workbench, find: str) -> list[Record]:
    wanted = find.lower()
    every = bench.data.records.values()
    found = (one for one in every if wanted in f"{one.id}\n{one.title}\n{one.text[:400]}".lower())
    return list(islice(found, _LISTED))


def _question(bench: Workbench, record: Record, state: State) -> Question | None:
    if state["id"] and (known := bench.stories.question(record, state["id"])) is not None:
        return known
    asked = " ".join(state["q"].split())
    return Question("q", asked) if asked else None


def _given(bench: Workbench, question: Question | None) -> list[tuple[str, str, str]]:
    """Return what each open run answers to a question of the data set, and what that is worth."""
    row = bench.data.row.get(question.id, -1) if question is not None else -1
    if row < 0 or question is None:
        return []
    return [
        (system.name, ", ".join(system.answers[question.id]), bench.data.verdict(k, row))
        for k, system in enumerate(bench.data.systems)
    ]


def _chapter(state: State, parts: list[Chapter], trace: Trace | None) -> int:
    """Return the chapter that is shown: the one that is asked for, else the one that holds the answer."""
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
    """Return a mark for each quotation, with who says it."""
    marks = []
    for one in story.quotations:
        names = [
            story.entities[story.mentions[i].entity].name if i >= 0 else ""
            for i in (one.speaker, one.addressee)
        ]
        said = f"said by {names[0]}" if names[0] else "direct speech, by somebody unknown"
        title = f"{said} to {names[1]}" if names[1] else said
        span = story.doc[one.start : one.end]
        marks.append(Mark(span.start_char, span.end_char, "quotation", names[0], title))
    return marks


def _text(story: Story, part: Chapter, marks: list[Mark]) -> Markup:
    return sentences_html(story, marks, part.start, part.end)


def _sentences(story: Story, trace: Trace) -> list[int]:
    """Return the sentences that a proof cites, each once, in order."""
    starts = [sent.start_char for sent in story.doc.sents]
    places = [one.start for one in trace.evidence]
    return sorted({max((i for i, start in enumerate(starts) if start <= at), default=0) for at in places})
