"""DuoRC: table 1, kinds of questions and answers, and how the two versions overlap (Saha et al. 2018)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean

from eval.analysis.entities import distances
from eval.analysis.questions import first_word, shares
from eval.analysis.rows import Counted, beside, lines
from eval.analysis.subplot import PARTS, spans_table, subplot_table
from eval.duorc import places
from symbolic_rc.compare.fields import describe
from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.tokens import words_of
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.story import Story
from symbolic_rc.train.shared import records_of

_NARRATIVEQA = "narrativeqa/valid.json"
_ARTICLES = frozenset({"the", "a", "an"})
#: NarrativeQA's stories that table 1 is counted on.
_STORIES = 40


def analysis(data: Path) -> Iterator[str]:
    """Yield all tables."""
    parts = {name: list(records_of(data / path, part="")) for name, path in PARTS.items()}
    yield "## DuoRC: comparison of data sets (table 1)\n"
    yield from table1(data)
    yield "## DuoRC: answers that are not spans of the plot (section 4), in percent\n"
    row = "answers that are not spans"
    free: Counted = {(row, name): free_share(stories) for name, stories in parts.items()}
    pairs = {(name, ""): f"sample ({_asked(parts[name])} questions)" for name in PARTS}
    free |= {(row, label): free[row, name] for (name, _), label in pairs.items()}
    yield from beside("duorc_data", "section 4", pairs, free)
    yield "## DuoRC: the two versions of an answer (section 3), in percent\n"
    told, count = overlap(*(list(_questions(stories)) for stories in parts.values()))
    yield f"Ours on the {count} questions that the samples of both parts share; articles apart.\n"
    told["word-level Jaccard of the two versions of a plot"], plots = plot_overlap(*parts.values())
    yield f"The Jaccard index is the mean over the {plots} plots that the samples have in both versions.\n"
    same: Counted = {(name, "samples"): share for name, share in told.items()}
    yield from beside("duorc_data", "section 3", {("value", ""): "samples"}, same)
    yield "## DuoRC: what GenModel learns answers from that are not spans (section 5)\n"
    yield from spans_table(parts)
    yield "## DuoRC: oracle subplots (section 6)\n"
    yield from subplot_table(data)
    yield "## DuoRC: forms of answers, in percent\n"
    yield from _by_part({name: shares(answer_forms(stories)) for name, stories in parts.items()})
    yield "## DuoRC: first words of questions (figure 2), in percent\n"
    yield from _by_part({n: shares(map(first_word, _questions(found))) for n, found in parts.items()})


def _by_part(parts: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """Yield a table of shares with a column for each part's sample."""
    columns = list(parts.values())
    names = list(dict.fromkeys(name for column in columns for name in column))
    cells = [[name, *(f"{column.get(name, 0.0):.1f}" for column in columns)] for name in names]
    yield from lines(["", *(f"{name}, sample" for name in parts)], cells)


def answer_forms(records: Sequence[Record]) -> Iterator[str]:
    """Yield the form of each question's first answer: name, number, phrase, clause, none."""
    for record in records:
        yield from (str(one["answer_type"]) for one in describe(record))


def table1(data: Path) -> Iterator[str]:
    """Yield table 1 for the samples of both parts and some of NarrativeQA's summaries."""
    ours: dict[tuple[str, str], float | None] = {}
    pairs = {}
    sets = {"narrativeqa": list(records_of(data / _NARRATIVEQA, part=""))[:_STORIES]}
    sets |= {name: list(records_of(data / path, part="")) for name, path in PARTS.items()}
    for name, stories in sets.items():
        found = distances((Story(record), record.questions) for record in stories)
        label = f"{found.questions} questions"
        pairs[name, ""] = label
        ours |= {(row, label): value for row, value in found.rows().items()}
    yield (
        "Ours on small samples of DuoRC and on 40 summaries of NarrativeQA's valid part. Entities are heads "
        "of noun and verb phrases by our parser, and names; all of an answer's or question's must be found. "
        "`Only Query` counts questions whose own are found, whether or not the answer's are: the paper has "
        "more of both than of these for MovieQA, so that its two rows are not shares of the same questions.\n"
    )
    yield from beside("duorc_data", "table 1", pairs, ours)


def free_share(records: Sequence[Record]) -> float:
    """Return the share of answered questions in percent none of whose answers is a span of the plot."""
    free = count = 0
    for record in records:
        story = Story(record).tokens
        for question in record.questions:
            answers = [text for one in question.references for text in one]
            if answers:
                count += 1
                free += not places(story, answers)
    return 100.0 * free / max(1, count)


def overlap(first: Sequence[Question], second: Sequence[Question]) -> tuple[dict[str, float], int]:
    """Compare the answers to the same question in both parts: rows of section 3 in percent, and how many."""
    other = {question.text: question for question in second}
    pairs = [(one, other[one.text]) for one in first if one.text in other]
    pairs = [(a, b) for a, b in pairs if _answers(a) and _answers(b)]
    same = sum(bool(_answers(a) & _answers(b)) for a, b in pairs)
    words = [(_words(a), _words(b)) for a, b in pairs if not _answers(a) & _answers(b)]
    partial = sum(bool(a & b) for a, b in words)
    total = max(1, len(pairs))
    return {
        "same answer in the two versions": 100.0 * same / total,
        "no overlap between the two answers": 100.0 * (len(words) - partial) / total,
        "partial overlap between the two answers": 100.0 * partial / total,
    }, len(pairs)


def plot_overlap(first: Sequence[Record], second: Sequence[Record]) -> tuple[float, int]:
    """Return the mean Jaccard index in percent of plots that share a question, and how many there are."""
    other = {question.text: record for record in second for question in record.questions}
    shared = {
        (one.id, other[question.text].id): (one, other[question.text])
        for one in first
        for question in one.questions
        if question.text in other
    }
    found = []
    for pair in shared.values():
        a, b = ({word for word in words_of(one.text.lower()) if word[0].isalnum()} for one in pair)
        found.append(100.0 * len(a & b) / max(1, len(a | b)))
    return mean(found) if found else 0.0, len(found)


def _answers(question: Question) -> set[str]:
    texts = (words_of(" ".join(one).lower()) for one in question.references)
    kept = ([word for word in words if word[0].isalnum() and word not in _ARTICLES] for words in texts)
    return {" ".join(words) for words in kept if words}


def _words(question: Question) -> set[str]:
    return {word for text in _answers(question) for word in text.split() if word not in FUNCTION_WORDS}


def _questions(records: Sequence[Record]) -> Iterator[Question]:
    return (question for record in records for question in record.questions)


def _asked(records: Sequence[Record]) -> int:
    return sum(len(record.questions) for record in records)
