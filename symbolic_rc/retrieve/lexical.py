"""Retrieval by words (TF-IDF, BM25, BLEU-1, ROUGE-L, topics, vectors, paraphrase), or by the entity graph."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import check_name
from symbolic_rc.core.excerpt import Excerpt, join_parts
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.tokens import Vocabulary, tokens
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.match import matcher
from symbolic_rc.match.matcher import sentence_scores
from symbolic_rc.retrieve.similarity import SpanSimilarity
from symbolic_rc.story import Story

if TYPE_CHECKING:
    from scipy import sparse

Scores = NDArray[np.float64]
Bounds = NDArray[np.int32]

#: Tokens of a chunk in the paper.
CHUNK = 200
#: What stands between two parts of an excerpt that are not neighbours in the story.
MARK = "\n\n* * *\n\n"


@dataclass(frozen=True)
class Chunks:
    """The chunks of one story; what retrievers work on.

    Attributes
    ----------
    bounds : ndarray of int32, shape (m + 1,)
        Where chunks start, in tokens of ``story.tokens``; the last entry is the number of tokens.
    words : tuple of str
        The story's tokens in lower case.
    """

    story: Story
    bounds: Bounds
    words: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.bounds) - 1

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The distinct words that count: no marks, no function words."""
        return Vocabulary(word for word in self.words if is_content(word))

    @cached_property
    def counts(self) -> sparse.csr_matrix:
        """How often each word stands in each chunk; float64, shape (m, words)."""
        from scipy import sparse

        columns = np.fromiter((self.vocabulary.find(word) for word in self.words), np.int32, len(self.words))
        rows = np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.bounds))
        kept = columns >= 0
        shape = (len(self), len(self.vocabulary))
        return sparse.csr_matrix((np.ones(int(kept.sum())), (rows[kept], columns[kept])), shape=shape)

    @cached_property
    def by_token(self) -> NDArray[np.int32]:
        """The chunk of each token of the annotated text, by where the token starts; int32, shape (n,)."""
        light, starts = self.story.tokens, self.story.chars[:, 0]
        nearest = np.clip(np.searchsorted(light.starts, starts, "right") - 1, 0, max(0, len(light) - 1))
        found = np.searchsorted(self.bounds, nearest, "right") - 1
        return np.clip(found, 0, max(0, len(self) - 1)).astype(np.int32)

    def query(self, text: str) -> NDArray[np.float64]:
        """Return how often the story's words stand in a text; float64, shape (words,)."""
        found = np.zeros(len(self.vocabulary))
        for word in self.query_words(text):
            if (index := self.vocabulary.find(word)) >= 0:
                found[index] += 1
        return found

    def query_words(self, text: str) -> list[str]:
        """Return the words of a text that count, in lower case."""
        return [word for word in all_words(self.story, text) if is_content(word)]


def is_content(word: str) -> bool:
    """Whether a lower-case word is a content word: neither punctuation nor a function word."""
    return word[0].isalnum() and word not in FUNCTION_WORDS


def all_words(story: Story, text: str) -> list[str]:
    """Return the tokens of a text in lower case, split as the story is."""
    return [word.lower() for word in tokens(text, story.tokenised).words]


def cut(story: Story, size: int = CHUNK) -> Chunks:
    """Cut a story into chunks of `size` tokens; a rest of less than half a chunk joins the last one.

    Parameters
    ----------
    story : Story
        The story.
    size : int
        Words of a chunk.
    """
    count = len(story.tokens)
    starts = np.arange(0, max(count - size // 2, min(count, 1)), size)
    bounds = np.append(starts, count).astype(np.int32)
    return Chunks(story, bounds, tuple(word.lower() for word in story.tokens.words))


def excerpt(story: Story, ranges: Sequence[tuple[int, int]]) -> Excerpt:
    """Put parts of a story together.

    Parameters
    ----------
    story : Story
    ranges : sequence of (int, int)
        Parts in tokens of ``story.tokens``, ends exclusive, in order, not empty; neighbours become one part.
    """
    joined: list[tuple[int, int]] = []
    for start, end in ranges:
        begin = joined.pop()[0] if joined and joined[-1][1] == start else start
        joined.append((begin, end))
    starts, ends = story.tokens.starts, story.tokens.ends
    characters = [(int(starts[start]), int(ends[end - 1])) for start, end in joined]
    whole = Record(story.id, story.text, (), story.title, story.tokenised)
    return join_parts(whole, characters, MARK)


#: Scores every chunk of a story for every question, higher is better; float64, shape (questions, chunks).
Retriever = Callable[[Chunks, Sequence[Question]], Scores]


def top_chunks(scores: Scores, count: int) -> NDArray[np.intp]:
    """Return the places of the best chunks of one question in the story's order; of equals the first.

    Parameters
    ----------
    scores : ndarray of float64, shape (chunks,)
    count : int
    """
    return np.sort(np.argsort(-scores, kind="stable")[:count])


#: Tokens of the spans that BLEU-1 compares in whole stories (Kocisky et al. 2018, table 6).
GRAM = 8
#: Topics of one story.
TOPICS = 20
#: Passes over the chunks.
_PASSES = 10


def inverse_frequency(chunks: Chunks) -> Scores:
    """Return each word's ``log(chunks / chunks that hold it)``; float64, shape (words,)."""
    holding = np.bincount(chunks.counts.indices, minlength=len(chunks.vocabulary))
    return np.log(len(chunks) / np.maximum(holding, 1))


def tf_idf(chunks: Chunks, questions: Sequence[Question]) -> Scores:
    """Return the cosines of TF-IDF vectors (Kocisky et al. 2018, section 5.3)."""
    weights = inverse_frequency(chunks)
    table = chunks.counts.multiply(weights).tocsr()
    norms = np.sqrt(np.asarray(table.multiply(table).sum(axis=1)).ravel())
    asked = np.array([chunks.query(question.text) * weights for question in questions])
    lengths = np.linalg.norm(asked, axis=1, keepdims=True)
    return _ratio((table @ asked.T).T, norms[None, :] * lengths)


def bm25(chunks: Chunks, questions: Sequence[Question]) -> Scores:
    """Return BM25 (Robertson and Zaragoza 2009, equation 3.15); each word of a question counts once."""
    counts, k1, b = chunks.counts, 1.2, 0.75
    asked = np.array([chunks.query(question.text) > 0 for question in questions])
    lengths = np.asarray(counts.sum(axis=1)).ravel()
    holding = np.bincount(counts.indices, minlength=counts.shape[1])
    rarity = np.log1p((counts.shape[0] - holding + 0.5) / (holding + 0.5))
    penalty = k1 * (1 - b + b * lengths / max(float(lengths.mean()), 1.0))
    saturated = counts.copy()
    rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    saturated.data = counts.data * (k1 + 1) / (counts.data + penalty[rows])
    return np.asarray((saturated @ (asked * rarity).T).T, np.float64)


def lda(chunks: Chunks, questions: Sequence[Question]) -> Scores:
    """Return minus the symmetric divergence of the question's topics from each chunk's.

    Topics (LDA; Kocisky et al. 2018, section 5.3) are fitted to the story's chunks alone, with a fixed seed.
    """
    from sklearn.decomposition import LatentDirichletAllocation

    if not len(chunks.vocabulary) or not questions:
        return np.zeros((len(questions), len(chunks)))
    model = LatentDirichletAllocation(
        min(TOPICS, len(chunks)), max_iter=_PASSES, learning_method="batch", random_state=0
    )
    of_chunks = np.maximum(model.fit_transform(chunks.counts), 1e-9)
    asked = np.array([chunks.query(question.text) for question in questions])
    of_questions = np.maximum(model.transform(asked), 1e-9)
    difference = of_questions[:, None, :] - of_chunks[None, :, :]
    ratio = np.log(of_questions)[:, None, :] - np.log(of_chunks)[None, :, :]
    return -(difference * ratio).sum(axis=2)


def vectors(chunks: Chunks, questions: Sequence[Question]) -> Scores:
    """Return the cosines of summed word vectors, rare words counting more."""
    from symbolic_rc.lexicon.vectors import vectors as embedded

    known, weights = embedded(), inverse_frequency(chunks)
    own = np.array([known.vector(word) for word in chunks.vocabulary], np.float64)
    table = own.reshape(len(weights), known.dimensions) * weights[:, None]
    sums = np.asarray(chunks.counts @ table)
    rarest = float(weights.max(initial=1.0))
    asked = np.zeros((len(questions), known.dimensions))
    for i, question in enumerate(questions):
        for word in chunks.query_words(question.text):
            index = chunks.vocabulary.find(word)
            asked[i] += table[index] if index >= 0 else known.vector(word) * rarest
    norms = np.linalg.norm(asked, axis=1)[:, None] * np.linalg.norm(sums, axis=1)[None, :]
    return _ratio(asked @ sums.T, norms)


def paraphrase(chunks: Chunks, questions: Sequence[Question]) -> Scores:
    """Return the sum over a question's words of their best match in the chunk, times how rare it is.

    Matches are those of `symbolic_rc.match`: inflection, derivation, WordNet, paraphrase pairs, neighbours.
    """
    match = matcher()
    words = match.story(chunks.story.tokens.words)
    rows = [
        sentence_scores(match.relate(chunks.query_words(question.text), words), chunks.bounds)
        for question in questions
    ]
    return np.array(rows).reshape(len(questions), len(chunks))


def oracle(chunks: Chunks, questions: Sequence[Question]) -> Scores:
    """Return the best recall of a reference answer's words: what no retrieval from the question can beat.

    Of chunks that hold a reference whole, in order, the first is best.
    """
    found = np.zeros((len(questions), len(chunks)))
    similarity = SpanSimilarity("recall", chunks.words)
    texts = [f" {' '.join(chunks.words[i:j])} " for i, j in _pairs(chunks)]
    for row, question in zip(found, questions, strict=True):
        for reference in question.references:
            if wanted := all_words(chunks.story, " ".join(reference)):
                recall = similarity.given([[wanted]], chunks.bounds[:-1], chunks.bounds[1:])[0]
                whole = np.array([f" {' '.join(wanted)} " in text for text in texts], np.float64)
                np.maximum(row, recall + whole, out=row)
    return found


def _pairs(chunks: Chunks) -> list[tuple[int, int]]:
    return list(itertools.pairwise(chunks.bounds.tolist()))


def _best_spans(
    measure: str,
    spans_of: Callable[[Chunks], tuple[Bounds, Bounds]],
    chunks: Chunks,
    questions: Sequence[Question],
) -> Scores:
    """Return the similarity of each chunk's best span; spans ascend and each lies within one chunk."""
    starts, ends = spans_of(chunks)
    found = np.zeros((len(questions), len(chunks)))
    if not len(starts):
        return found
    similarity = SpanSimilarity(measure, chunks.words)
    firsts = np.searchsorted(starts, chunks.bounds[:-1])
    for row, question in zip(found, questions, strict=True):  # one by one: a book has 100,000 spans
        scores = similarity.given([[all_words(chunks.story, question.text)]], starts, ends)[0]
        row[:] = np.maximum.reduceat(scores, firsts)
    return found


def _grams(chunks: Chunks) -> tuple[Bounds, Bounds]:
    """Return all spans of `GRAM` tokens within a chunk, or the chunk where it is shorter."""
    pairs = [(start, max(start + 1, end - GRAM + 1), end) for start, end in _pairs(chunks)]
    starts = np.concatenate([np.arange(start, last) for start, last, _ in pairs] or [np.arange(0)])
    limits = np.repeat([end for _, _, end in pairs], [last - start for start, last, _ in pairs])
    return starts.astype(np.int32), np.minimum(starts + GRAM, limits).astype(np.int32)


def _sentences(chunks: Chunks) -> tuple[Bounds, Bounds]:
    """Return the sentences, cut where a chunk ends."""
    cuts = np.union1d(chunks.story.tokens.sentences, chunks.bounds).astype(np.int32)
    return cuts[:-1], cuts[1:]


def _whole_chunks(chunks: Chunks) -> tuple[Bounds, Bounds]:
    return chunks.bounds[:-1], chunks.bounds[1:]


def _ratio(above: Scores, below: Scores) -> Scores:
    return np.divide(above, below, out=np.zeros(above.shape), where=below > 0)


#: How much an entity's presence and an event count beside the words.
_PRESENCE, _EVENT = 0.5, 1.0


def graph(chunks: Chunks, questions: Sequence[Question]) -> Scores:
    """Return `paraphrase` plus what the question's entities, under any name, and their events say."""
    scores = paraphrase(chunks, questions)
    read = _Read(chunks)
    for row, question in zip(scores, questions, strict=True):
        asked = chunks.query_words(question.text)
        entities = read.named(asked)
        for entity in entities:
            present = read.presence[entity]
            row += _PRESENCE * present * np.log1p(len(chunks) / max(1, int(present.sum())))
        row += _EVENT * read.events(entities, asked)
    return scores


class _Read:
    """A read story, by chunk: where entities are, and which frames they take part in."""

    def __init__(self, chunks: Chunks) -> None:
        self._chunks, story = chunks, chunks.story
        entity_at, self._chunk_of = np.full(len(story.doc), -1, np.int32), chunks.by_token
        for mention in sorted(story.mentions, key=lambda one: one.start - one.end):
            entity_at[mention.start : mention.end] = mention.entity
        self.presence = np.zeros((len(story.entities), len(chunks)), np.bool_)
        known = entity_at >= 0
        self.presence[entity_at[known], self._chunk_of[known]] = True
        self._names: dict[str, list[int]] = {}
        for entity in story.entities:
            words = {word.lower() for name in entity.names for word in name.split() if word[:1].isupper()}
            for word in words:
                self._names.setdefault(word, []).append(entity.id)
        self._heads: dict[int, list[int]] = {}
        for frame in story.frames:
            heads = [argument.head for argument in frame.arguments]
            for entity in dict.fromkeys(entity_at[heads].tolist()):
                self._heads.setdefault(entity, []).append(frame.head)
        self._words = matcher().story([token.text for token in story.doc])

    def named(self, asked: Sequence[str]) -> list[int]:
        """Return the entities that the question names; of several with one name that with most mentions."""
        found = []
        for word in dict.fromkeys(asked):
            if candidates := self._names.get(word):
                found.append(max(candidates, key=lambda e: (self.presence[e].sum(), -e)))
        return list(dict.fromkeys(found))

    def events(self, entities: Sequence[int], asked: Sequence[str]) -> NDArray[np.float64]:
        """Return for each chunk how rare the best event is that the question speaks of; (chunks,)."""
        scores = np.zeros(len(self._chunks))
        taken = [head for entity in entities for head in self._heads.get(entity, ())]
        heads = np.unique(np.array(taken, np.int64))
        if not len(heads):
            return scores
        theirs = np.zeros(len(self._chunk_of), np.bool_)
        theirs[heads] = True
        relation = matcher().relate(list(asked), self._words)
        for word in range(len(relation)):
            positions, weights = relation.row(word)
            own = theirs[positions]
            rarity = np.log1p(len(heads) / max(1, int(own.sum())))
            best = np.zeros(len(self._chunks))
            np.maximum.at(best, self._chunk_of[positions[own]], weights[own] * rarity)
            scores += best
        return scores


#: The retrievers by their names on the command line. BLEU-1 and ROUGE-L are those of the question with each
#: chunk's best 8-gram or sentence (Kocisky et al. 2018, section 5.3), or with the whole chunk.
RETRIEVERS: dict[str, Retriever] = {
    "tfidf": tf_idf,
    "bm25": bm25,
    "bleu1": partial(_best_spans, "bleu1", _grams),
    "rougel": partial(_best_spans, "rougel", _sentences),
    "bleu1-whole": partial(_best_spans, "bleu1", _whole_chunks),
    "rougel-whole": partial(_best_spans, "rougel", _whole_chunks),
    "lda": lda,
    "vectors": vectors,
    "paraphrase": paraphrase,
    "graph": graph,
    "oracle": oracle,
}


def load_retriever(name: str) -> Retriever:
    """Return the retriever of that name.

    Parameters
    ----------
    name : str
        One of `RETRIEVERS`; a `SymbolicRCError` for another.
    """
    return RETRIEVERS[check_name("retriever", name, RETRIEVERS)]
