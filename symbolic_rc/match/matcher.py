"""Matching a question's words with a story's: the sparse relation that distance and window kernels take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain

import numpy as np

from symbolic_rc.core.arrays import Bytes, Flags, Floats, Ints, Longs
from symbolic_rc.core.tokens import Tokens, grouped
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.match.keys import Keys, StoryWords, WantedKeys, Word
from symbolic_rc.match.kinds import Kind, Weights
from symbolic_rc.spans.distance import Relation


@dataclass(frozen=True, slots=True)
class Matches:
    """A relation with the reason of every entry.

    Attributes
    ----------
    relation : Relation
        Question words (rows) by tokens of the story.
    kinds : ndarray of uint8, shape (entries,)
        The `Kind` of each entry, parallel to ``relation.positions``.
    opposed : tuple of (int, int)
        Pairs (question word, token) of opposites; they are no entries of the relation.
    """

    relation: Relation
    kinds: Bytes
    opposed: tuple[tuple[int, int], ...] = ()

    def reasons(self, row: int) -> list[tuple[int, Kind, float]]:
        """Return (token, kind, weight) for each match of a question word."""
        part = slice(self.relation.indptr[row], self.relation.indptr[row + 1])
        columns = (self.relation.positions[part], self.kinds[part], self.relation.weights[part])
        return [(int(p), Kind(int(k)), float(w)) for p, k, w in zip(*columns, strict=True)]


#: A question's words with their lemmas and parts of speech, where those are known.
Content = tuple[tuple[str, ...], tuple[str, ...] | None, tuple[str, ...] | None]
#: Maximum number of questions in the cache.
_REMEMBERED = 512


class Matcher:
    """Matches words under one set of weights; keeps what it learned of each distinct word.

    Words are given as they stand in the text, in any case; lemmas and WordNet's parts of speech (n, v, a, r,
    empty for others) make the match more precise where annotation provides them.

    Examples
    --------
    >>> found = Matcher().relate(["killed"], ["He", "kills", "two", "men"])          # doctest: +SKIP
    >>> found.positions.tolist()                                                     # doctest: +SKIP
    [1]
    """

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()
        self._keys = Keys(self.weights)
        self._asked: dict[Content, tuple[list[Word], Ints, Ints]] = {}

    def story(
        self, words: Sequence[str], lemmas: Sequence[str] | None = None, parts: Sequence[str] | None = None
    ) -> StoryWords:
        """Prepare a story's tokens; done once for all questions on it."""
        lowered = [word.lower() for word in words]
        places = grouped((word, i) for i, word in enumerate(_words(lowered, lemmas, parts)))
        if self.weights.phrase:
            for start, end, entry in self._keys.phrases.find([lowered])[0]:
                places.setdefault(entry, []).extend(range(start, end))
        offered = self._keys.offered(list(places))
        keys = np.concatenate(offered) if offered else np.zeros(0, np.int64)
        owners = np.repeat(np.arange(len(offered), dtype=np.int32), [len(each) for each in offered])
        order = np.argsort(keys, kind="stable")
        return StoryWords(
            keys[order],
            owners[order],
            _bounds(map(len, places.values())),
            np.array([i for each in places.values() for i in each], np.int32),
            np.array([word.phrase for word in places], np.uint8),
            np.float32(self.weights.phrase),
            len(lowered),
        )

    def prepare(self, questions: Iterable[Content]) -> None:
        """Look up the words of several questions at once, which takes less time than one question at a time.

        Parameters
        ----------
        questions : iterable of (words, lemmas, parts)
            As `matches` takes them.
        """
        if new := [content for content in dict.fromkeys(questions) if content not in self._asked]:
            self._find_units(new)

    def _find_units(self, new: Sequence[Content]) -> list[tuple[list[Word], Ints, Ints]]:
        """Return for each question its words and entries of several words, and which each word belongs to."""
        lowered = [[word.lower() for word in words] for words, _, _ in new]
        units = [_words(low, lemmas, parts) for low, (_, lemmas, parts) in zip(lowered, new, strict=True)]
        entries = self._keys.phrases.find(lowered) if self.weights.phrase else [[] for _ in new]
        found = []
        for own, several in zip(units, entries, strict=True):
            rows = [[i] for i in range(len(own))]
            for start, end, entry in several:
                for i in range(start, end):
                    rows[i].append(len(own))
                own.append(entry)
            found.append((own, _bounds(map(len, rows)), np.array(list(chain(*rows)), np.int32)))
        self._keys.sought([word for own in units for word in own])
        if len(self._asked) + len(new) > _REMEMBERED:
            self._asked = {}
        self._asked.update(zip(new, found, strict=True))
        return found

    def matches(
        self,
        question: Sequence[str],
        story: StoryWords | Sequence[str],
        lemmas: Sequence[str] | None = None,
        parts: Sequence[str] | None = None,
    ) -> Matches:
        """Match a question's words with a story, with reasons.

        Parameters
        ----------
        question : sequence of str
            One row of the relation each, in this order.
        story : StoryWords or sequence of str
        lemmas, parts : sequences of str, optional
            Of the question's words.
        """
        if not isinstance(story, StoryWords):
            story = self.story(story)
        content = (
            tuple(question),
            None if lemmas is None else tuple(lemmas),
            None if parts is None else tuple(parts),
        )
        units, row_bounds, row_units = self._asked.get(content) or self._find_units([content])[0]
        wanted = WantedKeys._make((*self._keys.sought(units), row_bounds, row_units))
        from symbolic_rc.match.kernels import joined

        indptr, positions, weights, kinds = joined(story, wanted)
        opposed: tuple[tuple[int, int], ...] = ()
        against = weights == 0
        if against.any():
            row_of = np.repeat(np.arange(len(row_bounds) - 1), np.diff(indptr))
            opposed = tuple(zip(row_of[against].tolist(), positions[against].tolist(), strict=True))
            kept = np.bincount(row_of[~against], minlength=len(row_bounds) - 1)
            indptr = _bounds(kept.tolist())
            positions, weights, kinds = positions[~against], weights[~against], kinds[~against]
        return Matches(Relation(indptr, positions, weights, story.n_tokens), kinds, opposed)

    def relate(self, question: Sequence[str], story: StoryWords | Sequence[str]) -> Relation:
        """Return the relation alone; see `matches`."""
        return self.matches(question, story).relation


def _words(lowered: list[str], lemmas: Sequence[str] | None, parts: Sequence[str] | None) -> list[Word]:
    if lemmas is None and parts is None:
        return [Word(word) for word in lowered]
    blank = [""] * len(lowered)
    return [Word(*each) for each in zip(lowered, lemmas or blank, parts or blank, strict=True)]


def _bounds(sizes: Iterable[int]) -> Ints:
    return np.array([0, *accumulate(sizes)], np.int32)


@lru_cache(maxsize=8)
def matcher(weights: Weights | None = None) -> Matcher:
    """Return the shared matcher for these weights (the default ones), so that what it learned is kept."""
    return Matcher(weights)


#: More senses than any word has.
_ALL = 1000
#: Shares of the question's content words that a sentence must match, tried in order.
_THRESHOLDS = (0.5, 0.3)


def content_words(words: Sequence[str]) -> list[int]:
    """Return the places of a question's content words: no function words, no marks."""
    return [i for i, word in enumerate(words) if word[0].isalnum() and word.lower() not in FUNCTION_WORDS]


def coverage(relation: Relation, bounds: Ints) -> Floats:
    """Return, for every sentence, the share of the question's words that it matches; float64 (m,).

    Rows of the relation are the words that count; `bounds` (m + 1,) says where sentences start, in tokens.
    """
    matched = sum((best > 0 for best in by_sentence(relation, bounds)), np.zeros(len(bounds) - 1))
    return matched / max(1, len(relation))


def by_sentence(relation: Relation, bounds: Ints) -> Iterator[Floats]:
    """Yield for each question word its best match in every sentence."""
    for row in range(len(relation)):
        positions, weights = relation.row(row)
        best = np.zeros(len(bounds) - 1)
        np.maximum.at(best, np.searchsorted(bounds, positions, side="right") - 1, weights)
        yield best


def at_thresholds(covered: Floats) -> Flags:
    """Return the sentences whose coverage reaches the first of `_THRESHOLDS` that any sentence reaches.

    Where none reaches any, the sentences with the most coverage are kept; all where nothing matched.
    """
    for threshold in (*_THRESHOLDS, float(covered.max(initial=0.0))):
        kept = covered >= threshold - 1e-9
        if kept.any():
            return np.asarray(kept)
    return np.ones(len(covered), np.bool_)


def best_share(scores: Floats, lengths: Longs, most: float = 0.5) -> Flags:
    """Return the sentences of highest score that together hold at most that share of the tokens.

    The best sentence is always kept; equal scores go to the first.
    """
    order = np.lexsort((np.arange(len(scores)), -scores))
    kept = np.zeros(len(scores), np.bool_)
    left = most * float(lengths.sum())
    for sentence in order.tolist():
        if lengths[sentence] <= left or not kept.any():
            kept[sentence] = True
            left -= float(lengths[sentence])
    return kept


#: The largest share of a story that is kept; none, but the thresholds of DuoRC's authors alone.
MOST, DUORC = 0.5, 0.0
#: How much of a sentence's score its neighbours receive.
AROUND = 0.5


def duorc_matcher() -> Matcher:
    """Return the matcher of DuoRC's rule (section 4): four kinds of match, all of which count alike.

    Words in one synset match in any of their senses, and a neighbour counts however low the cosine is.
    """
    weights = Weights(senses=_ALL, cosine=0.0).only("surface", "inflection", "vector", "synset")
    return matcher(weights)


def prune(
    story: Tokens,
    question: Sequence[str],
    words: StoryWords | None = None,
    most: float = MOST,
    match: Matcher | None = None,
    around: float = AROUND,
) -> Flags:
    """Return which sentences of a story are kept for a question; bool (sentences,).

    `words` is the story as the matcher prepared it, where many questions are asked of it. Source of the
    thresholds: Saha et al. (2018), section 4, who keep sentences with at least 50 % of the question's content
    words, else 30 %. The full stage scores sentences by what they match, rare words counting more, lets a
    sentence lend its neighbours part of its score (answers are often next to the sentence that the question
    paraphrases), and keeps the best half.
    """
    match = match or matcher()
    asked = [question[i] for i in content_words(question)]
    relation = match.relate(asked, words or match.story(story.words))
    if most == DUORC:
        return at_thresholds(coverage(relation, story.sentences))
    scores = sentence_scores(relation, story.sentences)
    near = np.concatenate([[0.0], scores, [0.0]])
    scores = scores + around * np.maximum(near[:-2], near[2:])
    return best_share(scores, np.diff(story.sentences).astype(np.int64), most)


def sentence_scores(relation: Relation, bounds: Ints) -> Floats:
    """Return the sum over question words of the best match in each sentence, times how rare it is.

    A word counts ``log(1 + sentences / sum of its best matches)``, so that many weak matches do not make it
    common.
    """
    count = len(bounds) - 1
    scores = np.zeros(count)
    for best in by_sentence(relation, bounds):
        if best.any():
            scores += best * np.log1p(count / best.sum())
    return scores
