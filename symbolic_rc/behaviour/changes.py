"""Changes of a case that must not change its answers."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from symbolic_rc.behaviour.templates import TemplateWord, words
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.lexicon.english import FUNCTION_WORDS

_CONTRACTIONS = {
    "is not": "isn't", "was not": "wasn't", "did not": "didn't", "does not": "doesn't", "are not": "aren't",
    "were not": "weren't", "has not": "hasn't", "had not": "hadn't", "do not": "don't", "who is": "who's",
    "what is": "what's", "where is": "where's", "cannot": "can't", "could not": "couldn't",
}  # fmt: skip
_WORD = re.compile(r"[A-Za-z]+")


def changed(record: Record, filling: dict[str, TemplateWord], rng: random.Random) -> tuple[str, Record]:
    """Return a change that preserves the meaning, and the story with its questions after it."""
    makers = list(_CHANGES.items())
    rng.shuffle(makers)
    for name, make in makers:
        other = make(record, filling, rng)
        if other is not None:
            return name, _renamed(other)
    return "none", _renamed(record)


def _renamed(record: Record) -> Record:
    identity = f"{record.id}.changed"
    questions = tuple(
        replace(question, id=f"{identity}.{number}") for number, question in enumerate(record.questions)
    )
    return replace(record, id=identity, questions=questions)


def _each(record: Record, make: dict[str, str]) -> Record:
    questions = tuple(replace(q, text=make.get(q.id, q.text)) for q in record.questions)
    return replace(record, questions=questions)


def typing_error(record: Record, filling: dict[str, TemplateWord], rng: random.Random) -> Record | None:
    """Swap two letters in one long word of each question."""
    made = {q.id: misspelt(q.text, rng) for q in record.questions}
    return None if all(made[q.id] == q.text for q in record.questions) else _each(record, made)


def misspelt(question: str, rng: random.Random) -> str:
    """Return a question with two letters swapped inside a lower-case content word of five letters or more."""
    fit = [
        match
        for match in _WORD.finditer(question)
        if len(match[0]) > 4 and match[0].islower() and match[0] not in FUNCTION_WORDS
    ]
    if not fit:
        return question
    match = rng.choice(fit)
    inside = [i for i in range(1, len(match[0]) - 2) if match[0][i] != match[0][i + 1]]
    if not inside:
        return question
    i = match.start() + rng.choice(inside)
    return question[:i] + question[i + 1] + question[i] + question[i + 2 :]


def contracted(record: Record, filling: dict[str, TemplateWord], rng: random.Random) -> Record | None:
    """Contract every *is not*, *did not*, *who is* of story and questions."""
    text = contract(record.text)
    made = {q.id: contract(q.text) for q in record.questions}
    if text == record.text and all(made[q.id] == q.text for q in record.questions):
        return None
    return replace(_each(record, made), text=text)


def contract(text: str) -> str:
    """Return a text with its negations and question words contracted."""
    for long, short in _CONTRACTIONS.items():
        text = re.sub(rf"\b{long}\b", short, text)
        text = re.sub(rf"\b{long.capitalize()}\b", short.capitalize(), text)
    return text


def sentence_added(record: Record, filling: dict[str, TemplateWord], rng: random.Random) -> Record | None:
    """Append an unrelated sentence to the story."""
    taken = {word.text for word in filling.values()}
    names = [word.text for word in (*words()["female"], *words()["male"]) if word.text not in taken]
    names = [name for name in names if name not in record.text]
    aside = rng.choice(words()["aside"]).text.replace("NAME", rng.choice(names))
    return replace(record, text=f"{record.text} {aside}")


def name_exchanged(record: Record, filling: dict[str, TemplateWord], rng: random.Random) -> Record | None:
    """Give one person of the story another name of the same gender, everywhere."""
    people = [word for word in filling.values() if word.kind in ("female", "male")]
    if not people:
        return None
    old = rng.choice(people)
    free = [word.text for word in words()[old.kind] if word.text not in record.text]
    new = rng.choice(free)

    def made(text: str) -> str:
        return re.sub(rf"\b{old.text}\b", new, text)

    def question(asked: Question) -> Question:
        references = tuple(tuple(made(part) for part in one) for one in asked.references)
        return replace(asked, text=made(asked.text), references=references)

    return replace(record, text=made(record.text), questions=tuple(map(question, record.questions)))


def other_case(record: Record, filling: dict[str, TemplateWord], rng: random.Random) -> Record | None:
    """Write each question without question mark and initial capital."""
    made = {q.id: q.text[:1].lower() + q.text[1:].rstrip("?") for q in record.questions}
    first = {q.id: _WORD.match(q.text) for q in record.questions}
    names = {word.text for word in filling.values()}
    if any(match is not None and match[0] in names for match in first.values()):
        return None
    return _each(record, made)


_CHANGES = {
    "a typing error": typing_error,
    "contractions": contracted,
    "a sentence more": sentence_added,
    "another name": name_exchanged,
    "no question mark": other_case,
}
