"""The retrieval baselines of NarrativeQA: the span of the story that is most like the question.

Section 4.1 of Kocisky et al. (2018): spans are 4-grams, 8-grams or sentences; similarity is BLEU-1, ROUGE-L
or the cosine of summed word vectors. The oracles take the reference answers in place of the question, may
also take spans as long as the answer, and show how far any retrieval of such spans could come.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from symbolic_rc.core.arrays import Array, Floats, Longs
from symbolic_rc.core.record import Answer, Question
from symbolic_rc.core.tokens import grouped, tokens
from symbolic_rc.readers.reader import ReaderOptions, among_choices, span_answer
from symbolic_rc.retrieve.similarity import Query, SpanSimilarity
from symbolic_rc.story import Story

#: Span names of the paper: tokens of an n-gram; 0 for sentences, -1 for spans as long as the query.
SPANS = {"4gram": 4, "8gram": 8, "sentence": 0, "answer": -1}

#: The spans of tables 5 (summaries) and 6 (whole stories), by kind and measure.
PAPER_SPANS = {
    "ir": {"bleu1": ("sentence", "8gram"), "rougel": ("8gram", "sentence"), "cosine": ("sentence", "8gram")},
    "oracle": {"bleu1": ("answer", "answer"), "rougel": ("answer", "answer"), "cosine": ("answer", "4gram")},
}


class Retrieval:
    """Answer with the span (of `SPANS`) that is most like the question, or (oracle) a reference answer."""

    def __init__(self, measure: str, span: str, oracle: bool = False) -> None:
        self._measure, self._size, self._oracle = measure, SPANS[span], oracle
        self.rule = f"{'oracle' if oracle else 'ir'}-{measure}-{span}"

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question with a span of the story, or with the choice that is most like it."""
        words = [word.lower() for word in story.tokens.words]
        queries = {
            i: query for i, question in enumerate(questions) if (query := self._query(story, question))
        }
        answers = [Answer((), rule=self.rule)] * len(questions)
        if words and queries:
            found = self._found(SpanSimilarity(self._measure, words), story, list(queries.values()))
            for i, (start, end, score) in zip(queries, found, strict=True):
                answers[i] = span_answer(story, start, end, score, self.rule)
        return list(map(among_choices, questions, answers))

    def _found(
        self, similarity: SpanSimilarity, story: Story, queries: list[Query]
    ) -> list[tuple[int, int, float]]:
        if self._size > 0:
            return _best(similarity, queries, min(self._size, len(story.tokens)))
        if self._size < 0:
            return _as_long(similarity, queries, len(story.tokens))
        bounds = story.tokens.sentences
        table = similarity.given(queries, bounds[:-1], bounds[1:])
        chosen = table.argmax(axis=1)
        return _rows(bounds[chosen], bounds[chosen + 1], table[np.arange(len(queries)), chosen])

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> Floats:
        """Score answers by their similarity to the question (oracle: to the references)."""
        if not (query := self._query(story, question)) or not pool:
            return np.zeros(len(pool))
        similarity, bounds = _joined(self._measure, tuple(pool), story.tokenised)
        found = similarity.given([query], bounds[:-1], bounds[1:])[0]
        return np.round(found, 6)  # single precision: equal answers must tie

    def _query(self, story: Story, question: Question) -> Query:
        if not self._oracle:
            return [_words(question.text, story.tokenised)]
        answers = (_words(" ".join(one), story.tokenised) for one in question.references)
        return [words for words in map(_unstopped, answers) if words]


def _best(similarity: SpanSimilarity, queries: list[Query], size: int) -> list[tuple[int, int, float]]:
    best = similarity.best(queries, size)
    return _rows(best.starts[:, 0], best.ends[:, 0], best.scores[:, 0])


def _rows(*columns: Array) -> list[tuple[int, int, float]]:
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _as_long(similarity: SpanSimilarity, queries: list[Query], longest: int) -> list[tuple[int, int, float]]:
    """Return for each query the best span that is as long as the alternative which it is compared with."""
    alternatives = [(number, words) for number, query in enumerate(queries) for words in query]
    by_length = grouped((min(len(words), longest), (number, [words])) for number, words in alternatives)
    found: dict[int, tuple[int, int, float]] = {}
    for size, asked in sorted(by_length.items()):
        best = _best(similarity, [one for _, one in asked], size)
        for (number, _), row in zip(asked, best, strict=True):
            known = found.get(number)
            if known is None or (-row[2], row[0]) < (-known[2], known[0]):
                found[number] = row
    return [found[number] for number in range(len(queries))]


def _unstopped(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return an answer's words without a final full stop, as the paper's footnote 6 has it."""
    return words[:-1] if words[-1:] == (".",) else words


@lru_cache(maxsize=1 << 14)
def _words(text: str, tokenised: bool) -> tuple[str, ...]:
    return tuple(word.lower() for word in tokens(text, tokenised).words)


@lru_cache(maxsize=2)  # all questions of a story rank the same answers
def _joined(measure: str, pool: tuple[str, ...], tokenised: bool) -> tuple[SpanSimilarity, Longs]:
    """Return the texts of a pool as one, and where each starts and ends in it."""
    texts = [_unstopped(_words(text, tokenised)) for text in pool]
    bounds = np.cumsum([0, *map(len, texts)])
    return SpanSimilarity(measure, [word for text in texts for word in text]), bounds


def retrieval(options: ReaderOptions, name: str) -> Retrieval:
    """Make one of the readers `ir-*` or `oracle-*`; without a span, the paper's for the data's format."""
    whole = options.format == "narrativeqa-stories"
    kind, measure, *span = name.split("-")
    return Retrieval(measure, span[0] if span else PAPER_SPANS[kind][measure][whole], kind == "oracle")
