"""Quoref: tables 1 and 2, and how often the answer is a prominent entity (Dasigi et al. 2019)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from eval.analysis.rows import Counted, beside, lines, paper
from symbolic_rc.compare.fields import Prominence, prominences
from symbolic_rc.compare.systems import read_system
from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.tokens import tokens, words_of
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.metrics.drop import Drop
from symbolic_rc.readers import load_reader
from symbolic_rc.story import Story
from symbolic_rc.train.shared import records_of

#: Stored predictions of other systems below the folder of data, by name.
_STORED = {"TASE, RoBERTa (stored predictions)": "quoref/tase_roberta_dev_predictions.jsonl"}
#: Readers here that need no weights.
_READERS = ("exclusive-frequency", "word-distance")


def analysis(data: Path) -> Iterator[str]:
    """Yield all tables for dev."""
    records = list(records_of(data / "quoref" / "quoref-dev-v0.1.json", "quoref", ""))
    stories = [Story(record) for record in records]
    yield "## Quoref: statistics (table 1), dev\n"
    columns = {("value", "dev"): "dev", ("deviation", "dev"): "dev, deviation"}
    yield from beside("quoref_data", "table 1", columns, table1(stories, records))
    yield "## Quoref: kinds of reasoning (table 2), dev\n"
    yield (
        "The paper's by hand on 100 questions. Ours by our coreference on the questions whose answer is a "
        "mention of an entity that the sentence most like the question mentions too: whether it does so by a "
        "pronoun, by a description, by both (multiple), or by a name alone. Common sense cannot be told so.\n"
    )
    columns = {("share", "100 questions"): "dev"}
    yield from beside("quoref_data", "table 2", columns, reasoning(stories, records))
    yield "## Quoref: right and wrong answers that are a prominent entity (section 4.4), dev\n"
    yield (
        "Share of questions in percent, of those that a system answers exactly and of the others, whose "
        "answer is the first or most frequent entity, or the entity nearest to the question's words (in the "
        "paper by hand on 100 questions). `compare --slice answer_prominent --slice answer_nearest` cuts any "
        "comparison so.\n"
    )
    yield from shares(data, stories, records)


def table1(stories: Sequence[Story], records: Sequence[Record]) -> Counted:
    """Count table 1."""
    questions = [question for record in records for question in record.questions]
    asked = [tokens(question.text).words for question in questions]
    lengths = {
        "Avg. paragraph len (tokens)": [len(story.tokens) for story in stories],
        "Avg. question len (tokens)": [len(words) for words in asked],
    }
    several = sum(any(len(one) > 1 for one in question.references) for question in questions)
    found: dict[tuple[str, str], float | None] = {
        ("Number of questions", "dev"): len(questions),
        ("Number of paragraphs", "dev"): len(records),
        ("Paragraph vocabulary size", "dev"): len(
            {word.lower() for story in stories for word in story.tokens.words}
        ),
        ("Question vocabulary size", "dev"): len({word.lower() for words in asked for word in words}),
        ("% of multi-span answers", "dev"): 100.0 * several / max(1, len(questions)),
    }
    for label, counts in lengths.items():
        found[label, "dev"] = float(np.mean(counts))
        found[label, "dev, deviation"] = float(np.std(counts))
    return found


def reasoning(stories: Sequence[Story], records: Sequence[Record]) -> Counted:
    """Return the shares of table 2's kinds by our coreference, in percent of the questions told."""
    kinds = [
        found
        for story, record in zip(stories, records, strict=True)
        for question in record.questions
        if (found := anchor_kinds(story, question))
    ]
    total = max(1, len(kinds))

    def share(count: int) -> float:
        return 100.0 * count / total

    return {
        ("Pronominal resolution", "dev"): share(sum("pronoun" in one for one in kinds)),
        ("Nominal resolution", "dev"): share(sum("nominal" in one for one in kinds)),
        ("Multiple resolutions", "dev"): share(sum({"pronoun", "nominal"} <= one for one in kinds)),
        ("(by a name alone)", "dev"): share(sum(one == {"name"} for one in kinds)),
        ("(questions counted)", "dev"): total,
    }


def anchor_kinds(story: Story, question: Question) -> set[str]:
    """Return how the sentence most like the question mentions the answer's entity: name, nominal, pronoun.

    Empty where the answer is no mention, or that sentence does not mention its entity.
    """
    answers = {text for one in question.references for text in one}
    entities = {one.entity for one in story.mentions if story.doc[one.start : one.end].text in answers}
    wanted = {word for word in words_of(question.text.lower()) if word not in FUNCTION_WORDS}
    sentences = list(story.doc.sents)
    if not sentences:
        return set()
    best = max(sentences, key=lambda one: len(wanted & {token.lower_ for token in one}))
    return {
        one.kind for one in story.mentions if one.entity in entities and best.start <= one.start < best.end
    }


def shares(data: Path, stories: Sequence[Story], records: Sequence[Record]) -> Iterator[str]:
    """Yield the table of section 4.4: the paper's systems, stored predictions, and readers here."""
    questions = [question for record in records for question in record.questions]
    told = [
        one
        for story, record in zip(stories, records, strict=True)
        for one in prominences(story, record.questions)
    ]
    rows = []
    quoted = paper("quoref_data", "section 4.4")
    for name in dict.fromkeys(label.rpartition(", ")[2] for label in quoted):
        cells = [
            f"{value:.0f}"
            for label, values in quoted.items()
            if label.endswith(f", {name}")
            for value in values.values()
        ]
        rows.append([f"*{name}*, the paper", *cells])
    systems = {name: read_system(data / path).answers for name, path in _STORED.items()}
    for reader in _READERS:
        made = load_reader(reader)
        systems[f"`{reader}`"] = {
            question.id: answer.texts
            for story, record in zip(stories, records, strict=True)
            for question, answer in zip(
                record.questions, made.answer_all(story, record.questions), strict=True
            )
        }
    for name, answers in systems.items():
        rows.append([name, *(f"{share:.1f}" for share in of_right_and_wrong(questions, told, answers))])
    yield from lines(["", "first or most frequent: right", "wrong", "nearest: right", "wrong"], rows)


def of_right_and_wrong(
    questions: Sequence[Question], told: Sequence[Prominence | None], answers: Mapping[str, tuple[str, ...]]
) -> list[float]:
    """Return shares in percent: prominent among right and wrong answers, nearest among right and wrong."""
    metric = Drop("em")
    groups: dict[bool, list[Prominence]] = {True: [], False: []}
    for question, one in zip(questions, told, strict=True):
        if one is not None and question.id in answers:
            groups[metric.value(answers[question.id], question) == 1.0].append(one)
    return [
        100.0 * sum(one[which] for one in groups[right]) / max(1, len(groups[right]))
        for which in (0, 1)
        for right in (True, False)
    ]
