"""NarrativeQA: tables 2 to 4, answers that are spans, the readings of the oracles (Kocisky et al. 2018)."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from eval.analysis.questions import category, first_word, shares
from eval.analysis.rows import Counted, beside, lines, number, paper
from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.tokens import tokens
from symbolic_rc.metrics import metrics_for
from symbolic_rc.readers import load_reader
from symbolic_rc.story import Story
from symbolic_rc.train.shared import records_of

_KINDS = {"gutenberg": "books", "movie": "movie scripts"}
_SPLITS = {("value", split): f"{split}" for split in ("train", "valid", "test")}


def analysis(data: Path) -> Iterator[str]:
    """Yield all tables."""
    records = list(records_of(data / "narrativeqa" / "valid.json", "narrativeqa", ""))
    questions = [question for record in records for question in record.questions]
    yield "## NarrativeQA: statistics (table 2)\n"
    yield "Documents and lengths of stories by the official list (words there), all else on valid.\n"
    yield from beside("narrativeqa_data", "table 2", _SPLITS, table2(data, records))
    yield "## NarrativeQA: first words (table 3)\n"
    yield f"The paper counts train, ours are the {len(questions):,} questions of valid.\n"
    first = {(name, "valid"): share for name, share in shares(map(first_word, questions)).items()}
    yield from beside("narrativeqa_data", "table 3", {("share", "train"): "valid"}, first)
    yield "## NarrativeQA: categories (table 4)\n"
    yield (
        "The paper's by hand on 300 questions of valid, ours on all of them by what the engine understands, "
        "which says event or object where the paper says description.\n"
    )
    kinds = {(name, "valid"): share for name, share in shares(map(category, questions)).items()}
    yield from beside("narrativeqa_data", "table 4", {("share", "300 of valid"): "valid"}, kinds)
    yield "## NarrativeQA: answers that are spans of the text (section 3.3)\n"
    yield "Both answers of each question, without case and marks; stories: the 58 books of valid.\n"
    books = records_of(data / "narrativeqa", "narrativeqa-stories", "")
    row = "answers that are spans"
    spans: Counted = {(row, "valid"): span_share(records), (row, "58 books"): span_share(books)}
    columns = {("summaries", ""): "valid", ("stories", ""): "58 books"}
    yield from beside("narrativeqa_data", "section 3.3", columns, spans)
    yield "## NarrativeQA: the oracles by every reading of their definition (table 5)\n"
    yield (
        "Spans of the answer's length that are most like an answer, on valid: which answers are the query, "
        "and which the result is scored against. The paper's are lower than each reading in which the result "
        "is scored against its own query.\n"
    )
    yield from oracles(records)


def table2(data: Path, records: Sequence[Record]) -> Counted:
    """Count table 2: documents of all parts by the official list, the rest on valid."""
    found: dict[tuple[str, str], float | None] = {}
    words: dict[str, list[int]] = defaultdict(list)
    with (data / "narrativeqa" / "documents.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            split = row["set"]
            words[split].append(int(row["story_word_count"]))
            for label in ("# documents", _KINDS[row["kind"]]):
                found[label, split] = (found.get((label, split)) or 0) + 1
    for split, counts in words.items():
        found["Avg. #tok. in stories", split] = float(np.mean(counts))
        found["Max #tok. in stories", split] = max(counts)
    questions = [question for record in records for question in record.questions]
    summaries = [len(Story(record).tokens) for record in records]
    answers = [" ".join(one) for question in questions for one in question.references]
    found["# question–answer pairs", "valid"] = len(questions)
    found["Avg. #tok. in summaries", "valid"] = float(np.mean(summaries))
    found["Max #tok. in summaries", "valid"] = max(summaries)
    found["Avg. #tok. in questions", "valid"] = float(np.mean([len(tokens(q.text).words) for q in questions]))
    found["Avg. #tok. in answers", "valid"] = float(np.mean([len(tokens(one).words) for one in answers]))
    return found


def span_share(records: Iterable[Record]) -> float:
    """Return the share of references in percent whose words stand in a row in the story."""
    held = count = 0
    for record in records:
        text = _plain(record.text)
        for question in record.questions:
            for one in question.references:
                answer = _plain(" ".join(one))
                count += 1
                held += bool(answer.strip()) and answer in text
    return 100.0 * held / max(1, count)


def _plain(text: str) -> str:
    words = (word.lower() for word in tokens(text).words)
    return " " + " ".join(word for word in words if word[0].isalnum()) + " "


def oracles(records: Sequence[Record]) -> Iterator[str]:
    """Yield the oracles at the answer's length, by query and by what they are scored against."""
    parts = {"both": (0, 1), "the first": (0,), "the second": (1,)}
    metrics = [one for one in metrics_for("narrativeqa") if one.name in ("bleu1", "bleu4", "rouge_l")]
    theirs = paper("narrativeqa_summaries", "table 5")
    rows = []
    for measure, label in (("bleu1", "BLEU-1"), ("rougel", "ROUGE-L"), ("cosine", "Cosine")):
        quoted = theirs[f"{label} given answer (ans. length)"]
        figures = [number(quoted[metric.name, "valid"]) for metric in metrics]
        rows.append([f"*{label} given answer (ans. length)*, the paper", "", "", *figures])
        reader = load_reader(f"oracle-{measure}-answer")
        for query, chosen in parts.items():
            pairs = [
                (answer, question)
                for record in records
                for answer, question in zip(
                    reader.answer_all(Story(record), [_only(one, chosen) for one in record.questions]),
                    record.questions,
                    strict=True,
                )
            ]
            for against, scored in parts.items():
                sums = [
                    np.sum([m.statistics(a.texts, _only(q, scored)) for a, q in pairs], axis=0)
                    for m in metrics
                ]
                values = [f"{m.score(total):.2f}" for m, total in zip(metrics, sums, strict=True)]
                rows.append([f"`oracle-{measure}-answer`", query, against, *values])
    yield from lines(["", "query", "scored against", *(metric.name for metric in metrics)], rows)


def _only(question: Question, places: Sequence[int]) -> Question:
    chosen = tuple(one for place, one in enumerate(question.references) if place in places)
    return replace(question, references=chosen)
