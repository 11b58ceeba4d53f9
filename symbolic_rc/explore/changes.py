"""Corrections of what was read, another wording of the text, and what they change in the answers."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from itertools import islice

from markupsafe import Markup
from starlette.responses import Response

from symbolic_rc.core.record import Question, Record
from symbolic_rc.explore.page import State, download, page, redirect
from symbolic_rc.explore.workbench import Workbench, encode_toml
from symbolic_rc.layout.chapters import WHOLE, Chapter, chapters
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
