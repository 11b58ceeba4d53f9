"""The model for whole books: probabilities of words, and the answers that follow, with their trace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from symbolic_rc.books.features import LEAST, Usage, expected_rouge
from symbolic_rc.books.gather import BookQuestion, Core
from symbolic_rc.books.wording import WORDINGS, wordings
from symbolic_rc.core.files import container as K
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Answer
from symbolic_rc.core.trace import LazyTrace, RankedCandidate, Trace
from symbolic_rc.core.trace.data import DIGITS
from symbolic_rc.metrics.caption import caption_tokens
from symbolic_rc.models.trees import Trees

#: The file that ships.
SHIPPED = "books.lex"
_REBUILD = "symbolic-rc train-books"
#: How many of the best answers are also reworded.
_WORDED = 10
#: A usual length of answers, for kinds of questions that were never seen.
_LENGTH = 3.0
#: The fewest references with a word that is kept.
_USED = 2.0


def _use(file: K.Container) -> Iterator[str]:
    """The use has a row a kind and a column a word; two numbers are known of each kind."""
    kinds, words = (len(file.arrays[f"{name}.ends"]) for name in ("kinds", "words"))
    if file.arrays["use"].shape != (kinds, words) or file.arrays["numbers"].shape != (kinds, 2):
        yield "'use' or 'numbers' does not fit 'kinds' and 'words'"


_SCHEMA: tuple[K.Part, ...] = (
    K.Strings("kinds"),
    K.Strings("words"),
    K.Column("use", "f", dims=2),
    K.Column("numbers", "f", dims=2),
    _use,
    K.BoostedTrees(),
)


@dataclass(frozen=True, slots=True)
class Worded:
    """One answer in one wording, by its number in `WORDINGS`, and the ROUGE-L that may be expected of it."""

    core: Core
    wording: int
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class BookModel:
    """What `symbolic-rc train-books` writes.

    Attributes
    ----------
    trees : Trees
        From a word's features to its probability to be in an answer.
    lengths : mapping of str to float
        How long the shorter answers are, by the kind of question.
    """

    trees: Trees
    use: Usage
    lengths: Mapping[str, float]
    about: Mapping[str, Any]

    def probabilities(self, gathered: BookQuestion) -> dict[str, float]:
        """Return the probability of each word of a question's candidates to stand in the answer."""
        used = self.use.columns(gathered.asked.understanding.kind, gathered.words)
        rows = np.concatenate([gathered.table, used], axis=1)
        found = np.clip(self.trees.scores(rows), LEAST, 1.0)
        return dict(zip(gathered.words, found.tolist(), strict=True))

    def ranked(self, gathered: BookQuestion, reword: bool = True) -> list[Worded]:
        """Return the answers to a question, the most promising first; of equals the first found.

        Unless `reword` is false, the best may be worded otherwise than they stand.
        """
        kind, probabilities = gathered.asked.understanding.kind, self.probabilities(gathered)
        length = self.lengths.get(kind, _LENGTH)
        plain = [
            Worded(core, 0, core.text, expected_rouge(core.words, probabilities, length))
            for core in gathered.cores
        ]
        plain.sort(key=lambda one: -one.score)
        if not reword:
            return plain
        found = list(plain)
        for best in plain[:_WORDED]:
            for number, text in wordings(gathered.frame, kind, best.text):
                words = caption_tokens(text, split=True)
                found.append(Worded(best.core, number, text, expected_rouge(words, probabilities, length)))
        return sorted(found, key=lambda one: -one.score)


def write_model(path: str | Path, model: BookModel) -> None:
    """Write a model; words that hardly anyone uses are left out of the use."""
    kinds = sorted(model.use.questions)
    total: dict[str, float] = {}
    for own in model.use.words.values():
        for word, count in own.items():
            total[word] = total.get(word, 0.0) + count
    words = sorted(word for word, count in total.items() if count >= _USED)
    table = np.array([[model.use.words.get(k, {}).get(w, 0.0) for w in words] for k in kinds], np.float32)
    numbers = [[model.use.questions[kind], model.lengths.get(kind, _LENGTH)] for kind in kinds]
    arrays = {
        **model.trees.arrays(),
        **K.pack_strings("kinds", kinds),
        **K.pack_strings("words", words),
        "use": table,
        "numbers": np.array(numbers, np.float32).reshape(-1, 2),
    }
    K.write_container(path, model.about, arrays)


@lru_cache(maxsize=4)
def load_model(path: str = "") -> BookModel:
    """Read a model, the shipped one when no path is given.

    Raises
    ------
    LexiconError
        If the file is missing or damaged.
    """
    container = K.read_container(path or lexicon_path(SHIPPED), _REBUILD, _SCHEMA)
    kinds, words = container.strings("kinds"), container.strings("words")
    numbers, table = container.arrays["numbers"].tolist(), container.arrays["use"].tolist()
    use = Usage(
        {kind: row[0] for kind, row in zip(kinds, numbers, strict=True)},
        {
            kind: {w: n for w, n in zip(words, row, strict=True) if n}
            for kind, row in zip(kinds, table, strict=True)
        },
    )
    lengths = {kind: row[1] for kind, row in zip(kinds, numbers, strict=True)}
    return BookModel(Trees.of(container.arrays), use, lengths, container.about)


#: The rule's name in answers and traces.
RULE = "whole-book"
_SHOWN = 5


def answer(gathered: BookQuestion, model: BookModel) -> Answer:
    """Answer a question on a book, with a span where the answer occurs in the story verbatim.

    Parameters
    ----------
    gathered : BookQuestion
        What the places of the book say.
    model : BookModel
        What was learned of words' probabilities.
    """
    trace = LazyTrace(book_trace, gathered, model)
    if not (ranked := model.ranked(gathered)):
        return Answer((), (), 0.0, RULE, trace)  # type: ignore[arg-type]
    best = ranked[0]
    span = best.core.span if best.wording == 0 else ()
    places = ((span[0], span[1]),) if span else ()
    return Answer((best.text,), places, best.score, RULE, trace, best.score)  # type: ignore[arg-type]


def book_trace(gathered: BookQuestion, model: BookModel) -> Trace:
    """Return the trace: the best answers, and what each word's probability adds to them."""
    probabilities, ranked = model.probabilities(gathered), model.ranked(gathered)
    shown = []
    for one in ranked[:_SHOWN]:
        words = {*caption_tokens(one.text, split=True)} & probabilities.keys()
        likely = sorted(words, key=lambda word: (-probabilities[word], word))
        start, end = one.core.span if one.wording == 0 and one.core.span else (-1, -1)
        shown.append(
            RankedCandidate(
                one.text,
                start,
                end,
                round(one.score, DIGITS),
                (one.core.source, WORDINGS[one.wording]),
                {word: round(probabilities[word], DIGITS) for word in likely},
            )
        )
    return Trace(
        gathered.asked.question.text,
        tuple(one.text for one in ranked[:1]),
        RULE,
        ranker_asked=gathered.case is not None,
        rests_on="ranking" if ranked else "",
        compared=len(ranked),
        candidates=tuple(shown),
    )
