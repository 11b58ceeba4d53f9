"""Given answers: how well each fits the story, for multiple choice and for ranking a pool."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from symbolic_rc.core.arrays import Floats, Longs, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.core.tokens import tokens
from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import word_code
from symbolic_rc.index.story_index import StoryIndex, word_matcher
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.lexicon.nouns import nouns
from symbolic_rc.lexicon.vectors import vectors
from symbolic_rc.lexicon.wordnet import wordnet
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.arrays import WordMatches
from symbolic_rc.ranker.ranking import Ranking
from symbolic_rc.ranker.sentence_evidence import MOST_NAMED, spread

#: Names of the features of a given answer, with their weights where none are learned. Each comes a second
#: time as its share of the best of the pool.
CHOICE_NAMES = {
    "best candidate": 1.0, "chance of candidates": 2.0, "window": 1.0, "windows of all sizes": 1.0,
    "distance": 1.0, "sentence": 1.0, "two sentences": 0.5, "words found": 0.5, "new words": 0.0,
    "length": 0.0, "said so": 0.5, "near the evidence": 1.0, "chance of all candidates": 2.0,
    "best of all candidates": 1.0, "rare words together": 1.0, "statement in a sentence": 0.0,
    "statement in two sentences": 0.0, "much of the statement": 0.0, "statement alike": 0.0,
}  # fmt: skip
#: What a choice loses for what the story does not say: tuned in round numbers on the mean of five sets.
_OF_MISSING = 2.0
#: What a choice gains whose clause of time agrees with the order of the story, and loses if it does not.
_OF_ORDER = 2.0
#: The count of words against which their rarity is told; from which match on the story has a word.
_OFTEN, _HELD = 2e6, 0.6
#: Weight of a choice's similarity to the whole story; how many of the story's nearest words it is averaged
#: over, and how many neighbours of the choice's own words are subtracted.
_OF_WHOLE, _NEAREST, _HUB = 10.0, 3, 10
#: The number of features of `said_in_order`.
ORDERED = 4
#: The most numbers cached with a story, a row of tokens for each word and answer.
_REMEMBERED = 2_000_000
_CLITIC = re.compile(r"(?:n['’]t|['’](?:s|m|re|ve|ll|d))\b")
_PART = re.compile(r"\d+(?:[,.:]\d+)*|\w+")
_SIZES = (3, 5, 8, 12, 18, 26)


def choice_features(ranking: Ranking, pool: Sequence[str]) -> Floats:
    """Return the features of given answers, float64 of shape (pool, 2 x features).

    Sliding windows and distance are those of Richardson et al. 2013, windows of all sizes and coreference in
    the matching those of Smith et al. 2015.
    """
    story = ranking.story
    n = story.tok.shape[1]
    out = np.zeros((len(pool), len(CHOICE_NAMES)))
    if not n or not len(pool):
        return np.concatenate([out, out], axis=1)
    forms = list(ranking.asked.content[0])
    asked = _coverage(story, forms)
    base = asked.max(axis=0, initial=0.0)
    inverse = np.log1p(1.0 / np.maximum(1, _counts(story)))
    known = set(forms)
    contents = [_content(text) for text in pool]
    fresh = [[w for w in content if w not in known] or content for content in contents]
    own = np.empty((len(pool), n))
    sentences = _SentenceCover(story, forms)
    text = story.memo.setdefault("lower", story.text.lower())
    for p, words in enumerate(fresh):
        own[p], out[p, 7] = _cover(story, tuple(words))
        out[p, 5], out[p, 6] = sentences.best(tuple(words))
        out[p, 8] = len(words) / max(1, len(contents[p]))
        out[p, 9] = np.log1p(len(contents[p]))
        out[p, 10] = float(pool[p].strip().lower().rstrip(".") in text)
    out[:, 0], out[:, 1] = _candidates_like(ranking, contents)
    out[:, 12], out[:, 13] = _all_like(ranking, contents)
    out[:, 14] = _rare_together(story, asked, own, inverse)
    sizes = np.array([min(n, max(3, len(known) + len(words))) for words in fresh])
    windows(own, base, inverse, sizes, np.minimum(_SIZES, n), out[:, 2], out[:, 3])
    distances(own, np.flatnonzero(base > 0.5), out[:, 4])
    out[:, 11] = (own * _evidence(story, asked)).max(axis=1)
    if ranking.question.is_choice:
        out[:, 15:] = said_in_order(story, ranking.asked, [tokens(text.lower()).words for text in pool])
    best = out.max(axis=0)
    return np.concatenate([out, out / np.where(best > 0, best, 1.0)], axis=1)


def _content(text: str) -> list[str]:
    """Return the words of an answer that are no function words, divided as the story's are; else all."""
    words = _PART.findall(_CLITIC.sub(" ", text.lower()))
    return [word for word in words if word not in FUNCTION_WORDS] or words


def _candidates_like(ranking: Ranking, contents: Sequence[Sequence[str]]) -> tuple[Floats, Floats]:
    """Return for each answer the worth of the most alike candidate, and the chance of those alike."""
    listed, chance, worth = _listed(ranking)
    if not listed:
        return np.zeros(len(contents)), np.zeros(len(contents))
    alike = _alike([set(content) for content in contents], listed)
    return (alike * worth).max(axis=1), alike @ chance


def _alike(ours: Sequence[set[str]], theirs: Sequence[Collection[str]]) -> Floats:
    """Return how alike answers and candidates are in their words (Dice), float64 (answers, candidates)."""
    numbers: dict[str, int] = {}
    own = [numbers.setdefault(word, len(numbers)) for words in ours for word in words]
    other = [numbers.get(word, -1) for words in theirs for word in words]
    out = np.empty((len(ours), len(theirs)))
    first, second = (np.array([0, *accumulate(map(len, side))], np.int64) for side in (ours, theirs))
    dice(np.array(own, np.int64), np.array(other, np.int64), first, second, len(numbers), out)
    return out


#: Letters of a word that tell it apart: what follows is mostly inflection.
_STEM = 5
#: Candidates beyond the listed that answers are compared with.
_MOST_LIKE = 150


def _all_like(ranking: Ranking, contents: Sequence[Sequence[str]]) -> tuple[Floats, Floats]:
    """Return for each answer the chance and the best worth of candidates alike, by the linear score alone."""
    if not len(ranking.shortlist.scores):
        return np.zeros(len(contents)), np.zeros(len(contents))
    rows = np.argsort(-ranking.shortlist.scores, kind="stable")[:_MOST_LIKE]
    behind = ranking.shortlist.scores[rows].astype(np.float64) - float(ranking.shortlist.scores[rows[0]])
    chance = np.exp(0.5 * behind)
    chance /= chance.sum()
    theirs = [
        [word[:_STEM] for word in ranking.text(row).lower().split() if word not in FUNCTION_WORDS]
        for row in rows.tolist()
    ]
    alike = _alike([{word[:_STEM] for word in content} for content in contents], theirs)
    return alike @ chance, (alike * np.exp(0.25 * behind)).max(axis=1)


def _rare_together(story: StoryIndex, asked: Floats, own: Floats, inverse: Floats) -> Floats:
    """How much of question and answer, rare words first, one sentence and the next hold together."""
    starts = story.bounds[:-1]
    per = np.add.reduceat(own * inverse, starts, axis=1)
    share = np.maximum.reduceat(asked * inverse, starts, axis=1).sum(axis=0) if len(asked) else per[0] * 0
    if len(starts) > 1:
        both = np.maximum(share[:-1], share[1:]) + 0.5 * np.minimum(share[:-1], share[1:])
        pairs = np.maximum(per[:, :-1], per[:, 1:])
        per, share = pairs, both
    return np.sqrt(per * share).max(axis=1)


def _listed(ranking: Ranking) -> tuple[list[set[str]], Floats, Floats]:
    """Return the listed candidates' words, their chances, and their scores above the worst."""
    if not len(ranking.scores):
        return [], np.zeros(0), np.zeros(0)
    listed = [set(ranking.text(int(row)).lower().split()) - FUNCTION_WORDS for row in ranking.rows]
    chance = np.exp(6.0 * (ranking.scores - ranking.scores.max()))
    return listed, chance / chance.sum(), ranking.scores - ranking.scores.min() + 0.05


def _counts(story: StoryIndex) -> Longs:
    _, inverse, counts = np.unique(story.tok[C.LOWER], return_inverse=True, return_counts=True)
    return counts[inverse]


def _coverage(story: StoryIndex, words: Sequence[str]) -> Floats:
    """Return how well each token matches each word, directly or by coreference; float64 (words, n)."""
    known, arrays = _memo(story, "coverage"), story.arrays
    for word in words:
        if word in known:
            continue
        # one at a time: what a word matches must not hang on the words that it is looked up with
        best = np.zeros((1, story.tok.shape[1]), np.float32)
        found = word_matcher().relate([word], story.words)
        if len(found.indptr) == 2:
            alignment = WordMatches(found.indptr, found.positions, found.weights)
            spread(arrays, alignment, best, np.empty((MOST_NAMED, 2), np.int32))
        known[word] = best[0].astype(np.float64)
    return np.array([known[word] for word in words]).reshape(len(words), story.tok.shape[1])


def _cover(story: StoryIndex, words: tuple[str, ...]) -> tuple[Floats, float]:
    """Return how well each token matches an answer, and its words on average are found; remembered."""
    known = _memo(story, "covers")
    if (found := known.get(words)) is None:
        rows = _coverage(story, words)
        mean = float(rows.max(axis=1, initial=0.0).mean()) if len(rows) else 0.0
        found = known[words] = rows.max(axis=0, initial=0.0), mean
    return found


def _memo(story: StoryIndex, name: str) -> dict[Any, Any]:
    """Return what is remembered of a story's words or answers, up to a bound on the rows of tokens."""
    known: dict[Any, Any] = story.memo.setdefault(name, {})
    if len(known) * max(1, story.tok.shape[1]) > _REMEMBERED:
        known.clear()
    return known


def _evidence(story: StoryIndex, asked: Floats) -> Floats:
    """How much of the question each token's sentence and its neighbours hold; float64, one a token."""
    if not len(asked):
        return np.zeros(story.tok.shape[1])
    per = np.maximum.reduceat(asked, story.bounds[:-1], axis=1).mean(axis=0)
    around = per + 0.5 * np.concatenate([[0.0], per[:-1]]) + 0.25 * np.concatenate([per[1:], [0.0]])
    return around[story.tok[C.SENT]]


class _SentenceCover:
    """How well sentences, and pairs of neighbours, hold a question's and an answer's words."""

    def __init__(self, story: StoryIndex, asked: Sequence[str]) -> None:
        self._story = story
        self._known: dict[str, Floats] = _memo(story, "sentences")
        self._answers: dict[tuple[str, ...], tuple[Floats, Floats]] = _memo(story, "shares")
        self._asked, self._asked_pairs = self.shares(asked)

    def shares(self, words: Sequence[str]) -> tuple[Floats, Floats]:
        """Return how much of some words each sentence holds, and each two neighbours."""
        starts = self._story.bounds[:-1]
        for word in words:
            if word not in self._known:
                row = _coverage(self._story, [word])
                self._known[word] = np.maximum.reduceat(row, starts, axis=1)[0]
        one = np.array([self._known[word] for word in words]).reshape(len(words), len(starts))
        if not len(words):
            return np.zeros(len(starts)), np.zeros(max(0, len(starts) - 1))
        return one.mean(axis=0), np.maximum(one[:, 1:], one[:, :-1]).mean(axis=0)

    def best(self, answer: tuple[str, ...]) -> tuple[float, float]:
        """Return the best sentence's and the best two neighbours' share of question and answer together."""
        if answer not in self._answers:
            self._answers[answer] = self.shares(answer)
        own, pairs = self._answers[answer]
        one = float(np.sqrt(self._asked * own).max())
        return one, float(np.sqrt(self._asked_pairs * pairs).max()) if len(pairs) else one


def said_in_order(story: StoryIndex, asked: ParsedQuestion, answers: Sequence[Sequence[str]]) -> Floats:
    """Return how much of each answer's statement the story says in order, float64 (answers, ORDERED).

    The share that the best sentence says, and the best two neighbours; what the best sentence says by the
    root of the statement's worth, and by that of both. Words are lemmas and count by their rarity.
    """
    content = np.flatnonzero(story.tok[C.FUNC] == 0)
    words = story.tok[C.LEMMA, content].astype(np.int64)
    bounds = np.searchsorted(content, story.bounds).astype(np.int64)
    forms, counts = np.unique(words, return_counts=True)
    sentences = len(bounds) - 1
    rarity = dict(zip(forms.tolist(), np.log1p(sentences / counts).tolist(), strict=True))
    lemmas = dict(zip(story.tok[C.LOWER].tolist(), story.tok[C.LEMMA].tolist(), strict=True))
    found = asked.statement
    order, gap = (tuple(range(len(asked.texts))), -1) if found is None else (found.order, found.gap)
    whole = np.array([rarity[word] for word in words.tolist()])
    spans = np.add.reduceat(np.append(whole, 0.0), bounds[:-1]) * (bounds[1:] > bounds[:-1])
    out = np.zeros((len(answers), ORDERED))
    for p, answer in enumerate(answers):
        own = [lemmas.get(word_code(word), word_code(word)) for word in answer if word not in FUNCTION_WORDS]
        statement: list[int] = []
        for place, i in enumerate(order):
            if place == gap:
                statement += own
            elif not asked.tok[C.FUNC, i]:
                statement.append(int(asked.tok[C.LEMMA, i]))
        statement += [] if 0 <= gap < len(order) else own
        worth = np.array([rarity.get(word, np.log1p(sentences)) for word in statement])
        if not len(worth) or not sentences:
            continue
        codes, total = np.array(statement, np.int64), float(worth.sum())
        one, two = np.zeros(sentences), np.zeros(max(1, sentences - 1))
        in_order(codes, worth, words, bounds[:-1], bounds[1:], one)
        last = max(1, sentences - 1)
        in_order(codes, worth, words, bounds[:last], bounds[-last:], two)
        out[p] = (
            one.max() / total,
            two.max() / total,
            one.max() / np.sqrt(total),
            (one / np.sqrt(total * np.maximum(spans, 1.0))).max(),
        )
    return out


def relative_features(features: Floats) -> Singles:
    """Return the features of given answers with what each has less than the best, and more than the mean."""
    return np.concatenate(
        [features, features - features.max(axis=0), features - features.mean(axis=0)], axis=1
    ).astype(np.float32)


def best_of(scores: Floats) -> tuple[int, float]:
    """Return the place of the highest score, and its softmax among all."""
    best = int(np.argmax(scores))
    return best, float(1.0 / np.exp(scores - scores[best]).sum())


def score_pool(ranking: Ranking, pool: Sequence[str]) -> Floats:
    """Return a score for each given answer."""
    features = choice_features(ranking, pool)
    if (chooser := ranking.weights.choosers.get(ranking.profile)) is not None and len(pool):
        # a negated question was learned from with its features turned, and `choice` takes the worst
        sign = -1.0 if ranking.understanding.negated else 1.0
        return sign * chooser.scores(relative_features(sign * features))
    # what is learned from other questions' answers tells them from one's own, not choices that are made alike
    learned = {} if ranking.question.is_choice else ranking.weights.about.get("choices", {})
    default = [0.0] * len(CHOICE_NAMES) + list(CHOICE_NAMES.values())
    weights = np.array(learned.get(ranking.profile) or learned.get("") or default)
    if len(weights) != features.shape[1]:
        weights = np.array(default)  # learned for other features
    found: Floats = features @ weights
    if not ranking.question.is_choice or not ranking.story.tok.shape[1]:
        return found
    if _asks_for_role(ranking, pool):
        return _OF_WHOLE * _like_whole(ranking, pool)
    found = found - _OF_MISSING * _missing(ranking, pool) + _OF_ORDER * _in_time(ranking, pool)
    if not ranking.question.takes_several:
        return found
    # right ones share little evidence: rare words together count as much as all features
    rare = features[:, list(CHOICE_NAMES).index("rare words together")]
    return found / max(float(found.std()), 1e-9) + rare / max(float(rare.std()), 1e-9)


def _asks_for_role(ranking: Ranking, pool: Sequence[str]) -> bool:
    """Whether the question asks what people are to each other, or by trade, and the story names no choice."""
    return ranking.understanding.wh == "what" and all(
        words and _is_person(words[-1]) and _cover(ranking.story, tuple(words))[1] < _HELD
        for words in map(_content, pool)
    )


def _is_person(noun: str) -> bool:
    return any(nouns().animacy(form) == "person" for form in (noun, *wordnet().base(noun, "n")))


def _like_whole(ranking: Ranking, pool: Sequence[str]) -> Floats:
    """Return how near each choice is to the story's nearest words, beyond what is near it in any text.

    The measure for a word is that of Conneau et al. 2018 (CSLS), on the choice's side alone.
    """
    beside = pairwise((*tokens(ranking.story.text.lower()).words, ""))
    words = {word for word, after in beside if word.isalpha() and after != ":"}  # not who speaks
    told, out = _directions(sorted(words - FUNCTION_WORDS)), np.zeros(len(pool))
    for p, own in enumerate(map(_content, pool)):
        near = np.sort(_directions(own) @ told.T, axis=1)[:, -_NEAREST:].sum(axis=1) / _NEAREST
        anywhere = [sum(cosine for _, cosine in vectors().neighbours(word, _HUB)) / _HUB for word in own]
        out[p] = np.average(near - anywhere, weights=_rarity(own))
    return out


def _directions(words: Sequence[str]) -> Floats:
    """Return the vectors of words at length one, float64 of shape (words, dimensions)."""
    rows = np.array([vectors().vector(word) for word in words], np.float64)
    rows = rows.reshape(len(words), vectors().dimensions)
    found: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return found


def _rarity(words: Sequence[str]) -> Floats:
    known = vectors()
    return np.array([np.log1p(_OFTEN / (20 + known.count(word))) for word in words])


def _in_time(ranking: Ranking, pool: Sequence[str]) -> Floats:
    """Whether the story tells it in the order of choices such as "after he paid": 1, -1, or 0 for neither."""
    sentences = _SentenceCover(ranking.story, [])

    def place(words: Sequence[str]) -> int:
        shares, _ = sentences.shares(words)
        return int(shares.argmax()) if shares.max(initial=0.0) > 0 else -1

    asked, out = place(list(ranking.asked.content[0])), np.zeros(len(pool))
    for p, choice in enumerate(pool):
        conjunction, _, clause = choice.lower().partition(" ")
        other = place(_content(clause)) if conjunction in ("before", "after") else -1
        if min(asked, other) >= 0 and asked != other:
            out[p] = 1.0 if (asked < other) == (conjunction == "before") else -1.0
    return out


def _missing(ranking: Ranking, pool: Sequence[str]) -> Floats:
    """How much each choice says that neither question nor story does, by rarity: shares of the most."""
    asked, out = set(ranking.asked.content[0]), np.zeros(len(pool))
    for p, choice in enumerate(pool):
        words = [word for word in _content(choice) if word not in asked]
        held = _coverage(ranking.story, words).max(axis=1, initial=0.0)
        out[p] = _rarity(words) @ (held < _HELD)
    return out / max(float(out.max(initial=0.0)), 1e-9)


#: From here on a distance counts the same.
_FAR = 30


@kernel
def windows(
    own: Floats, base: Floats, inverse: Floats, sizes: Longs, widths: Longs, best: Floats, mean: Floats
) -> None:
    """Find the best windows for a question and each answer (Richardson et al. 2013; Smith et al. 2015).

    `own` (answers, n) and `base` (n,) say how well each token matches each answer and the question, `inverse`
    what a match of the token counts. Fills `best` with the best window of the answer's size, and `mean` with
    the mean over `widths` of the best window that holds some of the answer.
    """
    answers, n = own.shape
    both, held = np.zeros(n + 1), np.zeros(n + 1)
    for p in range(answers):
        for t in range(n):
            both[t + 1] = both[t] + max(base[t], own[p, t]) * inverse[t]
            held[t + 1] = held[t] + own[p, t]
        most = -np.inf
        for t in range(n + 1 - sizes[p]):
            most = max(most, both[t + sizes[p]] - both[t])
        best[p] = most
        mean[p] = 0.0
        for width in widths:
            most = 0.0
            for t in range(n + 1 - width):
                if held[t + width] - held[t] > 1e-9:
                    most = max(most, both[t + width] - both[t])
            mean[p] += most / len(widths)


@kernel
def distances(own: Floats, there: Longs, out: Floats) -> None:
    """Fill how near the question's words stand to each answer's (Richardson et al. 2013): 1 less the share.

    `own` is (answers, n), `there` has the tokens that match the question, in order.
    """
    answers, n = own.shape
    gaps = np.empty(n, np.int64)
    for p in range(answers):
        last, any_here = -_FAR, False
        for t in range(n):
            if own[p, t] > 0.5:
                last, any_here = t, True
            gaps[t] = t - last
        last = n + _FAR
        for t in range(n - 1, -1, -1):
            if own[p, t] > 0.5:
                last = t
            gaps[t] = min(gaps[t], last - t)
        total = 0
        for t in there:
            total += min(gaps[t] + 1, _FAR)
        out[p] = 1.0 - total / len(there) / _FAR if any_here and len(there) else 0.0


@kernel
def dice(
    ours: Longs, theirs: Longs, our_bounds: Longs, their_bounds: Longs, distinct: int, out: Floats
) -> None:
    """Fill how alike sets of words are: twice the words that both hold over the words of either (Dice).

    Words are numbers below `distinct`, set after set, each of ours once in its set; those of theirs that no
    set of ours holds are -1. `out` is (our sets, their sets).
    """
    last = np.full(distinct, -1, np.int64)
    for c in range(len(their_bounds) - 1):
        for i in range(their_bounds[c], their_bounds[c + 1]):
            if theirs[i] >= 0:
                last[theirs[i]] = c
        for p in range(len(our_bounds) - 1):
            shared = 0
            for i in range(our_bounds[p], our_bounds[p + 1]):
                shared += last[ours[i]] == c
            size = our_bounds[p + 1] - our_bounds[p] + their_bounds[c + 1] - their_bounds[c]
            out[p, c] = 2.0 * shared / max(1, size)


@kernel
def in_order(statement: Longs, worth: Floats, words: Longs, starts: Longs, ends: Longs, out: Floats) -> None:
    """Fill the worth of the longest common subsequence of a statement and each passage of a story's words.

    Words are numbers; `worth` says what each of the statement's counts.
    """
    row = np.empty(words.shape[0] + 1)
    for s in range(starts.shape[0]):
        n = ends[s] - starts[s]
        row[: n + 1] = 0.0
        for i in range(statement.shape[0]):
            diagonal = 0.0
            for j in range(n):
                keep = row[j + 1]
                row[j + 1] = max(keep, row[j])
                if statement[i] == words[starts[s] + j]:
                    row[j + 1] = max(row[j + 1], diagonal + worth[i])
                diagonal = keep
        out[s] = row[n]
