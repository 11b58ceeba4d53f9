"""`symbolic-rc train-books`: from questions on whole books to a model for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from symbolic_rc.books.gather import gather
from symbolic_rc.books.learning import Lesson, cross_validated, fit, lesson
from symbolic_rc.books.model import BookModel, write_model
from symbolic_rc.books.reading import Book
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.datasets.overlap import TrainedOn, add_trained_on
from symbolic_rc.engine import Engine
from symbolic_rc.layout import readable
from symbolic_rc.metrics.caption import caption_tokens
from symbolic_rc.metrics.rouge import caption_rouge_l
from symbolic_rc.readers.symbolic import profile_of
from symbolic_rc.story.disk import StoryCache

#: Parts for cross-validation, by book.
FOLDS = 5
#: The data that there are.
FORMAT = "narrativeqa-stories"


def lessons_of(
    input: str, weights: str, cache: str, say: Callable[[str], None], limit: int | None = None
) -> list[Lesson]:
    """Read books and gather what their questions can be answered with.

    Parameters
    ----------
    input : str
        A data set of whole stories, NarrativeQA's.
    weights : str
        The engine's weights; they must not have learned from these books' questions.
    cache : str
        Folder where read stories are kept, or empty.
    say : callable
        Told of progress, a line at a time.
    limit : int, optional
        So many books at most.

    Raises
    ------
    DataError
        If there is no question with an answer.
    """
    profile, stories, engine = profile_of(FORMAT), StoryCache(cache), Engine()
    found: list[Lesson] = []
    for record in read(input, FORMAT):
        if not isinstance(record, Record):
            continue
        questions = _answered(record)
        story = stories.open(readable(record)[0])
        for gathered in gather(Book(story), questions, engine, weights, profile):
            found.append(lesson(record.id, gathered))
        stories.store(story)
        say(f"{record.id}: {len(questions)} questions")
        limit = None if limit is None else limit - 1
        if limit == 0:
            break
    if not found:
        raise DataError("no question with an answer in the input")
    return found


def _answered(record: Record) -> list[Question]:
    """Return a book's questions that can be learned from."""
    return [q for q in record.questions if any(q.references) and not q.is_cloze and not q.is_choice]


def asked_in(input: str) -> Iterator[tuple[str, Question]]:
    """Yield the questions on books that are learned from, each with its book's text."""
    for record in read(input, FORMAT):
        if isinstance(record, Record):
            yield from ((record.text, question) for question in _answered(record))


def held_out(lessons: Sequence[Lesson]) -> float:
    """Return the mean ROUGE-L, in per cent, of models on books that they did not learn from."""
    scores: list[float] = []

    def judge(one: Lesson, model: BookModel) -> None:
        best = model.ranked(one.gathered)[:1]
        words = caption_tokens(best[0].text, split=True) if best else []
        scores.append(100 * caption_rouge_l(words, one.references))

    cross_validated(lessons, FOLDS, judge)
    return sum(scores) / len(scores)


def model_of(lessons: Sequence[Lesson], input: str, rouge: float) -> BookModel:
    """Return the model of all lessons, with its held-out ROUGE-L among what it tells of itself."""
    about = {
        "name": "books",
        "trained on": [Path(input).name],
        "questions": len(lessons),
        "cross-validated": {"folds": FOLDS, "by": "book", "rouge_l": round(rouge, 2)},
    }
    return fit(lessons, about)


def train(input: str, weights: str, out: Path, cache: str, say: Callable[[str], None]) -> None:
    """Fit a model to books, write it, and tell what it is worth on books that it did not learn from."""
    lessons = lessons_of(input, weights, cache, say)
    rouge = held_out(lessons)
    write_model(out, model_of(lessons, input, rouge))
    add_trained_on(out, TrainedOn.of(asked_in(input)))
    say(f"{len(lessons)} questions; ROUGE-L, cross-validated by book in {FOLDS} parts: {rouge:.2f}")
    say(f"written: {out}")
