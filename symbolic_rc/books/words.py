"""Which words an answer will have: each word's probability, from the book near the question's words.

The same answer is said in many places of a book in many ways; single spans see one of them. A word's
probability gathers all: where it stands, how relevant those places are, which candidates hold it, and how
often people use it in answers to such questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.books.naming import MEMBER_NAMES
from symbolic_rc.books.reading import Book
from symbolic_rc.books.relevance import Relevance, shares
from symbolic_rc.index import columns as C
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.question.parsed import ParsedQuestion

#: Chunks that count as the first, and as near the first.
_FIRST, _NEAR = 5, 20

#: What a word's probability is learned from.
WORD_NAMES = (
    "kind",
    "question word",
    "in question",
    "lemma in question",
    "count",
    "function word",
    "letters",
    "chance of its candidates",
    "best of its candidates",
    "share of candidates",
    "best place",
    "best sentence",
    "relevance of its places",
    "relevance of a place",
    "in the best chunk",
    "share in five chunks",
    "of twenty chunks",
    "spread",
    "capitals",
    "part of speech",
    "rank in the cast",
    "names whom the question names",
    "length of question",
    "first place",
    *(f"name: {name}" for name in MEMBER_NAMES),
    "use by kind",
    "use",
)
#: Where the features of names begin, and what stands there for words that are in no name.
_OWN = WORD_NAMES.index(f"name: {MEMBER_NAMES[0]}")
_NO_NAME = -9.0
#: Words that wordings add; every question asks for their probabilities.
COMMON = ("he", "she", "they", "it", "because", "in", "to", "by", "the", "a")
#: No word's probability is smaller.
LEAST = 0.001
_SHARP = 8.0


@dataclass(frozen=True, slots=True)
class Usage:
    """How often people use words in answers, by the kind of question.

    Attributes
    ----------
    questions : mapping of str to float
        How many questions of each kind were counted.
    words : mapping of str to mapping of str to float
        By kind, in what share of a question's references each word stands, summed over its questions.
    """

    questions: Mapping[str, float] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def columns(self, kind: str, words: Sequence[str]) -> NDArray[np.float32]:
        """Return the logarithms of the use by kind and of the use in all; float32, shape (words, 2)."""
        every = sum(self.questions.values())
        of_kind, own = self.questions.get(kind, 0.0), self.words.get(kind, {})
        found = np.zeros((len(words), 2), np.float32)
        for i, word in enumerate(words):
            used = (sum(part.get(word, 0.0) for part in self.words.values()) + 0.01) / (every + 10)
            found[i] = np.log((own.get(word, 0.0) + 3 * used) / (of_kind + 3)), np.log(used)
        return found

    def without(self, other: Usage) -> Usage:
        """Return what is left when the counts of a part are taken off."""
        words = {
            kind: {w: n - other.words.get(kind, {}).get(w, 0.0) for w, n in own.items()}
            for kind, own in self.words.items()
        }
        return Usage({k: n - other.questions.get(k, 0.0) for k, n in self.questions.items()}, words)


def usage(answers: Iterable[tuple[str, Sequence[Sequence[str]]]]) -> Usage:
    """Count words of answers.

    Parameters
    ----------
    answers : iterable of (str, sequence of sequence of str)
        For each question its kind and its references' words.
    """
    questions: Counter[str] = Counter()
    words: dict[str, Counter[str]] = {}
    for kind, references in answers:
        questions[kind] += 1
        own = words.setdefault(kind, Counter())
        for reference in references:
            for word in set(reference):
                own[word] += 1 / len(references)  # type: ignore[assignment]
    return Usage(questions, words)


def word_rows(
    book: Book,
    asked: ParsedQuestion,
    relevant: Relevance,
    said: frozenset[str],
    named: Sequence[int],
    members: NDArray[np.float32],
    answers: Sequence[Sequence[str]],
    scores: NDArray[np.float64],
) -> tuple[tuple[str, ...], NDArray[np.float32]]:
    """Return the words of a question's candidates and their features, but for the use.

    Parameters
    ----------
    said : frozenset of str
        The words of the question, also as a sentence has them, in lower case.
    named : sequence of int
        Members of the cast whom the question names.
    members : ndarray of float32, shape (members, len(MEMBER_NAMES))
        How well each of the cast fits.
    answers : sequence of sequence of str
        The candidates' words, in lower case.
    scores : ndarray of float64
        The engine's score of each, NaN for those that are none of its own.

    Returns
    -------
    tuple of str, ndarray of float32, shape (words, len(WORD_NAMES) - 2)
    """
    words = tuple(sorted({word for answer in answers for word in answer} | said | set(COMMON)))
    holders: dict[str, list[int]] = {}
    for number, answer in enumerate(answers):
        for word in set(answer):
            holders.setdefault(word, []).append(number)
    scored = ~np.isnan(scores)
    probability = np.zeros(len(scores))
    probability[scored] = shares(scores[scored], _SHARP)
    best = np.where(scored, scores, -1.0)
    bearer: dict[str, int] = {}
    for number, member in enumerate(book.cast.members):
        for word in member.words:
            bearer.setdefault(word, number)
    meant = {word for number in named for word in book.cast.members[number].words}
    lemmas = set(asked.content[1])
    table = np.zeros((len(words), len(WORD_NAMES) - 2), np.float32)
    for row, word in zip(table, words, strict=True):
        holding = holders.get(word, [])
        row[:10] = (
            asked.info[C.KIND],
            asked.info[C.WH],
            word in said,
            word in lemmas,
            np.log1p(book.count(word)),
            word in FUNCTION_WORDS,
            len(word),
            probability[holding].sum(),
            best[holding].max(initial=-1.0),
            len(holding) / max(1, len(answers)),
        )
        row[10:20] = _places(book, relevant, word)
        row[20:_OWN] = bearer.get(word, 99), word in meant, len(asked.texts), _first(book, word)
        row[_OWN:] = members[bearer[word]] if word in bearer else _NO_NAME
    return words, table


def _first(book: Book, word: str) -> float:
    there = book.occurrences(word)
    return float(there[0]) / len(book.words) if len(there) else 1.0


def _places(book: Book, relevant: Relevance, word: str) -> Sequence[Any]:
    """Return what a word's places in the book say."""
    there = book.occurrences(word)
    if not len(there):
        return (0.0, 0.0, -14.0, -13.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0)
    sentence, chunk = book.sentence[there], book.chunk[there]
    place = relevant.places["graph"][chunk]
    return (
        relevant.around[sentence].max(),
        relevant.own[sentence].max(),
        np.log(relevant.broad[sentence].sum() + 1e-6),
        np.log(relevant.broad[sentence].mean() * len(relevant.own) + 1e-6),
        float((place == 0).any()),
        (place < _FIRST).mean(),
        len(np.unique(chunk[place < _NEAR])),
        len(np.unique(chunk)) / len(book.chunks),
        book.capital[there].mean(),
        np.bincount(book.index.tok[C.POS, there]).argmax(),
    )


def expected_rouge(
    answer: Sequence[str], probabilities: Mapping[str, float], length: float, beta: float = 1.2
) -> float:
    """Return the ROUGE-L that an answer may expect from its words' probabilities.

    Precision is their sum by the answer's length, recall by the usual length of the shortest reference: the
    metric takes the best recall over the references.
    """
    hits = sum(probabilities.get(word, LEAST) for word in set(answer))
    precision, recall = hits / len(answer), hits / length
    return (1 + beta**2) * precision * recall / (recall + beta**2 * precision)
