"""Read: a text with its annotation, questions, answers with their proofs; corrections of what was read."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
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
from symbolic_rc.explore.page import State, download, page, redirect
from symbolic_rc.explore.stories import CASE
from symbolic_rc.explore.workbench import Workbench, encode_toml, view
from symbolic_rc.graph.facts import Fact, Facts
from symbolic_rc.graph.facts.fact import KINDS
from symbolic_rc.layout.chapters import WHOLE, Chapter, chapter_at, chapters
from symbolic_rc.show import evidence, notebook
from symbolic_rc.show.markup import Mark, marked
from symbolic_rc.story import Story
from symbolic_rc.story.corrections import Correction, parse_corrections, to_toml

#: Maximum number of questions that are answered again, words beside a change, and words that are compared.
_ASKED, _BESIDE, _WORDS = 200, 6, 4000


def correct(bench: Workbench, state: State) -> Response:
    """Add or drop a correction, or replace all; the changed corrections are a part of the address."""
    fixes = list(bench.corrections(state))
    if state["file"]:
        fixes = list(parse_corrections(state["toml"].replace("\r\n", "\n")))
    elif state["drop"]:
        del fixes[state.number("drop", most=len(fixes)) - 1]
    else:
        sentence = state.number("sentence")
        if state["remove"]:  # "2 sell.01(…)", as its button says
            number, _, fact = state["remove"].partition(" ")
            fixes.append(Correction(remove=fact, sentence=int(number)))
        elif state["add"]:
            fixes.append(Correction(add=state["add"], sentence=sentence))
        else:
            fixes.append(Correction(words=state["words"], means=state["means"], sentence=sentence))
    toml = to_toml(parse_corrections(to_toml(fixes)))
    if toml:
        bench.stories.story(state["story"], toml)  # refuses what is not in the text
    shown = state.only("story", "reader", "book", "chapter", "id", "q", "before")
    return redirect("../read", {**shown, "fix": encode_toml(toml) if toml else "", "open": "changes"})


def download_corrections(bench: Workbench, state: State) -> Response:
    """Return the corrections as a file for ``--corrections``."""
    return download(to_toml(bench.corrections(state)), "corrections.toml", "application/toml")


def edit_text(bench: Workbench, state: State) -> Response:
    """Add the text with one chapter in another wording, and show it beside the text before."""
    record = asked_about(bench, state)
    part = open_chapter(record.text, state)
    text = record.text[: part.start] + state["text"].replace("\r\n", "\n") + record.text[part.end :]
    key = bench.stories.paste(text, f"{record.title or record.id}, changed")
    asked = next((one.text for one in record.questions if one.id == state["id"]), state["q"])
    shown = {"story": key, "before": state["before"] or state["story"], "q": asked, "open": "changes"}
    return redirect("../read", {**state.only("reader", "book", "chapter"), **shown})


def open_chapter(text: str, state: State) -> Chapter:
    """Return the chapter of a text that an address names."""
    every = chapters(text, WHOLE)
    return every[min(state.number("chapter"), len(every) - 1)]


def asked_about(bench: Workbench, state: State) -> Record:
    """Return the open story with its questions; those of a changed text are those of the text before."""
    record = bench.stories.record(state["story"])
    if not state["before"]:
        return record
    before = bench.stories.record(state["before"])
    questions = tuple(replace(one, references=(), spans=()) for one in before.questions)
    return Record(record.id, record.text, questions, f"{before.title or before.id}, changed")


def show_changes(bench: Workbench, state: State) -> str:
    """Show which answers a changed text or corrections change."""
    record = asked_about(bench, state)
    asked = list(islice(record.questions, _ASKED))
    if state["q"] and state["q"] not in [one.text for one in asked]:
        asked.insert(0, Question("q", state["q"]))
    before, after = bench.stories.story(state["before"] or state["story"]), bench.story(state)
    engine = bench.engine(state["reader"], state["book"])
    with bench.stories.lock:
        pairs = zip(engine.answer_all(before, asked), engine.answer_all(after, asked), strict=True)
        rows = [(question, *pair) for question, pair in zip(asked, pairs, strict=True)]
    rows.sort(key=lambda row: row[1].texts == row[2].texts)
    changed = sum(one.texts != two.texts for _, one, two in rows)
    marked = difference(before.text, after.text)
    return page("part_changes.html", rows=rows, changed=changed, marked=marked, state=state)


def difference(before: str, after: str) -> Markup:
    """Return the words that two texts differ in, with some words beside them, as HTML.

    Examples
    --------
    >>> print(difference("Ada sold the mill.", "Mina sold the mill."))
    <del>Ada</del> <ins>Mina</ins> sold the mill.
    """
    one, two = before.split(), after.split()
    differ = (i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b)
    same = max(0, next(differ, min(len(one), len(two))) - _BESIDE)
    one, two = one[same:][:_WORDS], two[same:][:_WORDS]
    pieces: list[Markup | str] = []
    for kind, i, j, k, m in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if kind == "equal":
            words = one[i:j] if j - i <= 2 * _BESIDE else [*one[i : i + _BESIDE], "…", *one[j - _BESIDE : j]]
            pieces.append(" ".join(words))
            continue
        for tag, words in (("del", one[i:j]), ("ins", two[k:m])):
            pieces += [Markup(f"<{tag}>{{}}</{tag}>").format(" ".join(words))] if words else []
    return Markup(" ").join(pieces) if before != after else Markup("")


_SENTENCE = Markup('<span class="sentence" id="s{}">{}</span>')


def sentences_html(story: Story, marks: Sequence[Mark], start: int, end: int) -> Markup:
    """Return the sentences that start in a range of characters, each in its own element.

    Marks, over the whole story, are split at ends of sentences.
    """
    text, starts = story.text, [0, *[sent.start_char for sent in story.doc.sents][1:]]
    bounds = zip(starts, [*starts[1:], len(text)], strict=True)  # with the white space after each
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
    _, part = _PARTS[check_name("part", state["part"], _PARTS)]
    story = bench.story(state)
    with bench.stories.lock:
        return part(story, state)


def _frames(story: Story, state: State) -> str:
    """Return the frames of the open chapter, as a table."""
    part = open_chapter(story.text, state)
    here = [one for one in story.frames if part.start <= story.doc[one.head].idx < part.end]
    rows = evidence.frame_rows(story, here)
    for row, frame in zip(rows, here, strict=True):
        row["sentence"] = int(story.facts.syntax.sentences[frame.head]) + 1
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
        {"sentence": number, "text": sent.text, "arcs": evidence.dependency_arcs(sent)}
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


#: The parts of a story by name: their titles, and what shows them.
_PARTS: dict[str, tuple[str, Callable[[Story, State], str]]] = {
    "entities": ("Entities", lambda story, state: str(notebook.clusters(story).body)),
    "facts": ("Facts", _facts),
    "frames": ("Frames", _frames),
    "graph": ("Graph", lambda story, state: str(notebook.graph(story).body)),
    "time": ("Time line", lambda story, state: str(notebook.time_line(story).body)),
    "trees": ("Sentence trees", _trees),
    "tables": ("Characters, quotations, meetings", _tables),
}


#: Stories that are listed at once.
_LISTED = 200
CHANGES = "changes"


def show(bench: Workbench, state: State) -> str:
    """Show a story with an answer, or the stories to open."""
    if not state["story"]:
        return view("read", bench, state, "read_open.html", stories=_listed(bench, state["find"].lower()))
    record = asked_about(bench, state)
    parts = chapters(record.text, WHOLE)
    changes = {CHANGES: "What changed"} if state["fix"] or state["before"] else {}
    shared: dict[str, Any] = {
        "record": record,
        "chapters": parts,
        "parts": changes | {name: title for name, (title, _) in _PARTS.items()},
        "fixes": bench.corrections(state),
        "toml": to_toml(bench.corrections(state)),
        "open_parts": state["open"].split(",") if state["open"] else [],
        "case": bench.stories.case(state["story"]) if state["story"].startswith(CASE) else None,
    }
    if (reading := bench.stories.ready(state["story"])) is not None:
        at = min(state.number("chapter"), len(parts) - 1)
        shared |= {"text": record.text[parts[at].start : parts[at].end], "at": at, "reading": reading}
        return view("read", bench, state, explained=None, question=None, **shared)
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
    return view(
        "read",
        bench,
        state,
        text=sentences_html(story, marks, parts[at].start, parts[at].end),
        at=at,
        plain=record.text[parts[at].start : parts[at].end],
        names=[entity.name for entity in story.entities],
        reading=None,
        explained=explained,
        question=question,
        frames=evidence.frame_rows(story, evidence.proof_frames(story, trace.evidence)) if trace else (),
        given=given,
        judged=judged,
        sentence_of=_sentences(story, trace) if trace else [],
        **shared,
    )


def open_text(bench: Workbench, state: State) -> Response:
    """Add a pasted or opened text, and show it."""
    key = bench.stories.paste(state["text"])
    return redirect("../read", {"story": key, **state.only("reader", "book")})


def _listed(bench: Workbench, wanted: str) -> list[Record]:
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
    marks = evidence.entity_marks(story) + _speech(story)
    if question is None or trace is None:
        return marks
    if trace.evidence:
        marks = evidence.proof_marks(trace.evidence) + marks
    else:
        marks = evidence.answer_marks(story, question, {"answer": trace.answer}) + marks
    return evidence.reference_marks(story, question) + marks


def _speech(story: Story) -> list[Mark]:
    """Return a mark for each quotation, with its speaker."""
    marks = []
    for one in story.quotations:
        speaker, hearer = (
            story.entities[story.mentions[i].entity].name if i >= 0 else ""
            for i in (one.speaker, one.addressee)
        )
        title = f"said by {speaker}" if speaker else "direct speech, speaker unknown"
        title += f" to {hearer}" * bool(hearer)
        marks.append(evidence.token_mark(story.doc[one.start : one.end], "quotation", speaker, title))
    return marks


def _sentences(story: Story, trace: Trace) -> list[int]:
    """Return the sentences that a proof cites, each once, in order."""
    starts = [sent.start_char for sent in story.doc.sents]
    return sorted({max(0, bisect(starts, one.start) - 1) for one in trace.evidence})
