"""A story cut into chunks of equal length, its words as counts by chunk, and excerpts of chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.excerpt import Excerpt, join_parts
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import Vocabulary, tokens
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.story import Story

if TYPE_CHECKING:
    from scipy import sparse

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
    bounds: NDArray[np.int32]
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
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    starts, ends = story.tokens.starts, story.tokens.ends
    characters = [(int(starts[start]), int(ends[end - 1])) for start, end in joined]
    whole = Record(story.id, story.text, (), story.title, story.tokenised)
    return join_parts(whole, characters, MARK)
