"""Training the model for whole books from questions on them (`symbolic-rc train-books`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.books.features import Usage, usage
from symbolic_rc.books.gather import BookQuestion, gather
from symbolic_rc.books.model import BookModel, write_model
from symbolic_rc.books.reading import Book
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import grouped
from symbolic_rc.datasets.overlap import TrainedOn, add_trained_on
from symbolic_rc.engine import Engine
from symbolic_rc.layout import readable
from symbolic_rc.metrics.caption import caption_tokens
from symbolic_rc.metrics.metric import wordings
from symbolic_rc.metrics.rouge import caption_rouge_l
from symbolic_rc.models.trees import fit_trees
from symbolic_rc.readers.symbolic import profile_of
from symbolic_rc.story.disk import StoryCache
from symbolic_rc.train.shared import asked_in, leaving_out, records_of

#: The sampled share of the words in no reference, which are weighted up accordingly.
_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class BookExample:
    """A question before its book, by the story's id, with its references' words as the metric sees them."""

    book: str
    gathered: BookQuestion
    references: tuple[tuple[str, ...], ...]

    @property
    def kind(self) -> str:
        """The kind of its question."""
        return self.gathered.asked.understanding.kind


def fit(examples: Sequence[BookExample], about: Mapping[str, Any], seed: int = 1) -> BookModel:
    """Fit a model.

    What people use is counted for each book's words from the other books.
    """
    use = _use(examples)
    by_book = grouped((one.book, one) for one in examples)
    others = {name: use.without(_use(own)) for name, own in by_book.items()}
    tables = [(x.gathered.table, others[x.book].columns(x.kind, x.gathered.words)) for x in examples]
    rows = np.concatenate([np.concatenate(pair, axis=1) for pair in tables])
    targets = np.concatenate([_targets(x) for x in examples])
    kept = (targets > 0) | (np.random.default_rng(seed).random(len(targets)) < _SHARE)
    weights = np.where(targets > 0, 1.0, 1 / _SHARE)[kept]
    trees = fit_trees(
        rows[kept], targets[kept], weights, True, max_iter=240, max_leaf_nodes=16, learning_rate=0.05,
        min_samples_leaf=60, max_features=0.3, random_state=seed,
    )  # fmt: skip
    lengths = grouped((x.kind, min(map(len, x.references))) for x in examples if x.references)
    usual = {kind: float(np.median(own)) for kind, own in lengths.items()}
    return BookModel(trees, use, usual, dict(about))


def _use(examples: Sequence[BookExample]) -> Usage:
    return usage((x.kind, x.references) for x in examples)


def _targets(x: BookExample) -> NDArray[np.float32]:
    """Return for each word in what share of the references it stands."""
    sets = [frozenset(one) for one in x.references]
    shares = [sum(word in one for one in sets) / max(1, len(sets)) for word in x.gathered.words]
    return np.array(shares, np.float32)


def cross_validated(
    examples: Sequence[BookExample], folds: int, take: Callable[[BookExample, BookModel], None]
) -> None:
    """Hand each example, with a model that learned from other books alone, to a function.

    Books, in order of their ids, go to the parts in turn.
    """
    books = sorted({x.book for x in examples})
    part = {book: number % folds for number, book in enumerate(books)}
    for _, others, own in leaving_out([part[x.book] for x in examples], folds):
        model = fit([examples[i] for i in others], {})
        for i in own:
            take(examples[i], model)


#: Parts for cross-validation, by book.
FOLDS = 5
#: The data that there are.
FORMAT = "narrativeqa-stories"


def examples_of(
    input: str, weights: str, cache: str, say: Callable[[str], None], limit: int | None = None
) -> list[BookExample]:
    """Read books, at most `limit`, and gather what their questions can be answered with.

    The engine's `weights` must not have learned from these books' questions.

    Raises
    ------
    DataError
        If there is no question with an answer.
    """
    profile, stories, engine = profile_of(FORMAT), StoryCache(cache), Engine()
    found: list[BookExample] = []
    for record in islice(_books(input), limit):
        story = stories.open(readable(record)[0])
        for gathered in gather(Book(story), record.questions, engine, weights, profile):
            references = (tuple(caption_tokens(text)) for text in wordings(gathered.asked.question))
            alone = replace(gathered, case=None)  # without what holds on to the story
            found.append(BookExample(record.id, alone, tuple(filter(None, references))))
        stories.store(story)
        say(f"{record.id}: {len(record.questions)} questions")
    if not found:
        raise DataError("no question with an answer in the input")
    return found


def _books(input: str) -> Iterator[Record]:
    """Yield the books, each with its questions that can be learned from."""
    for record in records_of(input, FORMAT, part=""):
        asked = (q for q in record.questions if any(q.references) and not q.is_cloze and not q.is_choice)
        yield replace(record, questions=tuple(asked))


def held_out(examples: Sequence[BookExample]) -> float:
    """Return the mean ROUGE-L, in per cent, of models on books that they did not learn from."""
    scores: list[float] = []

    def judge(one: BookExample, model: BookModel) -> None:
        best = model.ranked(one.gathered)[:1]
        words = caption_tokens(best[0].text, split=True) if best else []
        scores.append(100 * caption_rouge_l(words, one.references))

    cross_validated(examples, FOLDS, judge)
    return sum(scores) / len(scores)


def model_of(examples: Sequence[BookExample], input: str, rouge: float) -> BookModel:
    """Return the model of all examples, with its held-out ROUGE-L in its metadata."""
    about = {
        "name": "books",
        "trained on": [Path(input).name],
        "questions": len(examples),
        "cross-validated": {"folds": FOLDS, "by": "book", "rouge_l": round(rouge, 2)},
    }
    return fit(examples, about)


def train(input: str, weights: str, out: Path, cache: str, say: Callable[[str], None]) -> None:
    """Fit a model to books, and write it with its ROUGE-L on held-out books."""
    examples = examples_of(input, weights, cache, say)
    rouge = held_out(examples)
    write_model(out, model_of(examples, input, rouge))
    add_trained_on(out, TrainedOn.of(asked_in(_books(input))))
    say(f"{len(examples)} questions; ROUGE-L, cross-validated by book in {FOLDS} parts: {rouge:.2f}")
    say(f"written: {out}")
