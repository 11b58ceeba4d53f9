"""Readers behind a selection: an excerpt of the story for each question, or the places to look in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import check_name
from symbolic_rc.core.excerpt import Excerpt
from symbolic_rc.core.record import Answer, Question
from symbolic_rc.core.tokens import Tokens, tokens
from symbolic_rc.match import Matcher, matcher
from symbolic_rc.match.matcher import DUORC, MOST, duorc_matcher, prune
from symbolic_rc.question.parsed import context_of, within
from symbolic_rc.readers.reader import RankingReader, Reader, ReaderOptions
from symbolic_rc.retrieve import cut, excerpt, load_retriever, top_chunks
from symbolic_rc.story import Story
from symbolic_rc.story.disk import StoryCache

#: Parts of a story to read for one question, in tokens, in order; none for nothing.
Ranges = list[tuple[int, int]]
Selector = Callable[[Story, Sequence[Question]], list[Ranges]]


class ExcerptReader:
    """A reader that sees an excerpt of the story, another for each question; the cache keeps those read."""

    def __init__(self, reader: Reader, select: Selector, cache: StoryCache | None = None) -> None:
        self._reader, self._select = reader, select
        self._cache = cache or StoryCache()
        self._story: Story | None = None
        self._read: dict[str, tuple[Excerpt, Story]] = {}

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question from its excerpt; spans are those of the whole story."""
        self._select_for(story, questions)
        answers = []
        for question in questions:
            part, short = self._read[question.id]
            answers.append(part.back(self._reader.answer_all(short, [_anywhere(question)])[0]))
        for _, short in self._read.values():
            self._cache.store(short)
        return answers

    def _select_for(self, story: Story, questions: Sequence[Question]) -> None:
        """Make the excerpts of a story; kept until the next story comes, since ranking follows answering."""
        self._story, self._read = story, {}
        made: dict[tuple[tuple[int, int], ...], tuple[Excerpt, Story]] = {}
        for question, ranges in zip(questions, self._select(story, questions), strict=True):
            if (key := tuple(ranges)) not in made:
                part = excerpt(story, ranges)
                made[key] = (part, self._cache.open(part.record, story.pipeline))
            self._read[question.id] = made[key]


class ExcerptRanker(ExcerptReader):
    """The same for a reader that ranks."""

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score a pool of answers from the question's excerpt."""
        assert isinstance(self._reader, RankingReader)
        if self._story is not story or question.id not in self._read:
            self._select_for(story, [question])
        return self._reader.rank(self._read[question.id][1], _anywhere(question), pool)


def _anywhere(question: Question) -> Question:
    """Return a question without the places that its data name: an excerpt has other offsets."""
    return within(question, ()) if context_of(question) else question


class Guided:
    """A reader of the whole story that gets, for each question, the parts of it to search.

    The story is read once for all its questions, whatever parts they need, and who is meant by a pronoun in a
    part may stand anywhere before it. Pools of answers are not ranked: that would look at the whole story.
    The reader must keep to the places that a question's tag ``context`` names.
    """

    def __init__(self, reader: Reader, select: Selector) -> None:
        self._reader, self._select = reader, select

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question from its parts of the story."""
        starts, ends = story.tokens.starts, story.tokens.ends
        guided = []
        for question, ranges in zip(questions, self._select(story, questions), strict=True):
            guided.append(within(question, ((starts[first], ends[last - 1]) for first, last in ranges)))
        return self._reader.answer_all(story, guided)


def with_excerpts(reader: Reader, options: ReaderOptions) -> Reader:
    """Return the reader behind the selection that the options name, or as it is."""
    select: Selector
    if options.chunks:
        select = _chunk_selector(options.chunks, options.retriever)
        if options.whole:
            return Guided(reader, select)
    elif options.prune:
        rules: dict[str, Selector] = {"half": pruned, "duorc": pruned_as_duorc}
        select = rules[check_name("rule of pruning", options.prune, rules)]
    elif options.sections:
        select = named if options.sections == "only" else whole
    else:
        return reader
    cache = StoryCache(options.cache, options.pipeline)
    return (ExcerptRanker if isinstance(reader, RankingReader) else ExcerptReader)(reader, select, cache)


def _chunk_selector(count: int, retriever: str) -> Selector:
    """Return the selector of the best chunks (Kocisky et al. 2018, section 4.3)."""
    score = load_retriever(retriever)

    def select(story: Story, questions: Sequence[Question]) -> list[Ranges]:
        chunks = cut(story)
        if len(chunks) <= count:
            return whole(story, questions)
        bounds = chunks.bounds.tolist()
        return [
            [(bounds[i], bounds[i + 1]) for i in top_chunks(row, count).tolist()]
            for row in score(chunks, questions)
        ]

    return select


def named(story: Story, questions: Sequence[Question]) -> list[Ranges]:
    """Select the sections that a question is about, where its data say so; else the whole story."""
    starts, ends = story.tokens.starts, story.tokens.ends
    found = []
    for question, everything in zip(questions, whole(story, questions), strict=True):
        ranges = [
            (int(np.searchsorted(starts, first)), int(np.searchsorted(ends, last, side="right")))
            for first, last in context_of(question)
        ]
        found.append([one for one in ranges if one[0] < one[1]] or everything)
    return found


def whole(story: Story, questions: Sequence[Question]) -> list[Ranges]:
    """Select the whole story."""
    return [[(0, len(story.tokens))] if len(story.tokens) else [] for _ in questions]


def pruned(story: Story, questions: Sequence[Question]) -> list[Ranges]:
    """Select the half of the story that each question needs most, sentence by sentence."""
    return _sentences(story, story.tokens, questions, MOST, matcher())


def pruned_as_duorc(story: Story, questions: Sequence[Question]) -> list[Ranges]:
    """Select sentences with half of a question's words, else with 30 % (Saha et al. 2018, section 4).

    Pronouns count as the names that they refer to. Where no sentence reaches 30 %, which the paper says
    nothing of, those with the largest share are selected.
    """
    return _sentences(story, story.resolved_tokens, questions, DUORC, duorc_matcher())


def _sentences(
    story: Story, read: Tokens, questions: Sequence[Question], most: float, match: Matcher
) -> list[Ranges]:
    """Select the sentences of a story that pruning keeps, by their words in `read`."""
    if not len(story.tokens):
        return [[] for _ in questions]
    words = match.story(read.words)
    bounds = story.tokens.sentences.tolist()
    found = []
    for question in questions:
        kept = prune(read, tokens(question.text, story.tokenised).words, words, most, match)
        found.append([(bounds[i], bounds[i + 1]) for i in np.flatnonzero(kept).tolist()])
    return found
