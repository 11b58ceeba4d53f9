"""Cloze questions: which entity fills the placeholder, by the entity-centred features of Chen et al. 2016."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.ranker.choices import best_of
from symbolic_rc.ranker.ranking import Ranking

#: Names of an entity's features, with their weights.
CLOZE_NAMES = {
    "frequency": 0.5,
    "named in question": -3.0,
    "first mention": 0.3,
    "words on the left": 1.0,
    "words on the right": 1.0,
    "word distance": 3.0,
    "sentence cover": 1.5,
    "same relation": 1.0,
    "tree nearness": 1.0,
}


def entities_of(story: StoryIndex) -> dict[str, list[tuple[int, int]]]:
    """Return the story's entities: what each is called, in lower case, with the spans of its mentions.

    In anonymised text these are the markers; elsewhere the names, joined by coreference.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    lower = [story.span_text(i, i + 1).lower() for i in range(story.tok.shape[1])]
    if any(word.startswith("@entity") for word in lower):
        for i, word in enumerate(lower):
            if word.startswith("@entity"):
                found.setdefault(word, []).append((i, i + 1))
        return found
    names: dict[int, str] = {}
    for row in story.cand[(story.cand[:, C.SHAPE] & C.NAME) > 0]:
        start, end, entity = int(row[C.START]), int(row[C.END]), int(row[C.C_ENTITY])
        text = story.span_text(start, end).lower()
        if entity >= 0:
            text = names.setdefault(entity, text)
        found.setdefault(text, []).append((start, end))
    return found


def cloze_features(ranking: Ranking, entities: dict[str, list[tuple[int, int]]]) -> NDArray[np.float64]:
    """Return the features of each entity, float64 of shape (entities, features)."""
    story, asked = ranking.story, ranking.asked
    n = story.tok.shape[1]
    gap = int(asked.info[C.GAP_WORD])
    before = asked.tok[C.LOWER, max(0, gap - 2) : gap][::-1] if gap >= 0 else np.zeros(0, np.int32)
    after = asked.tok[C.LOWER, gap + 1 : gap + 3] if gap >= 0 else np.zeros(0, np.int32)
    near = _nearness(ranking, gap)
    cover = _sentence_cover(ranking)
    heads: dict[int, tuple[float, float]] = {}
    for token, same, tree in zip(
        ranking.view.heads.tolist(),
        (ranking.view.col("predicate match") * (ranking.view.col("relation match") > 0)).tolist(),
        ranking.view.col("tree nearness").tolist(),
        strict=True,
    ):
        old = heads.get(token, (0.0, 0.0))
        heads[token] = (max(old[0], same), max(old[1], tree))
    asked_words = set(asked.texts)
    out = np.zeros((len(entities), len(CLOZE_NAMES)))
    for e, (name, spans) in enumerate(entities.items()):
        out[e, 0] = np.log1p(len(spans))
        out[e, 1] = float(all(word in asked_words for word in name.split()))
        out[e, 2] = 1.0 - spans[0][0] / max(1, n)
        for start, end in spans:
            left = story.tok[C.LOWER, max(0, start - 2) : start][::-1]
            right = story.tok[C.LOWER, end : end + 2]
            out[e, 3] = max(out[e, 3], _agree(left, before))
            out[e, 4] = max(out[e, 4], _agree(right, after))
            out[e, 5] = max(out[e, 5], near[start])
            out[e, 6] = max(out[e, 6], cover[story.tok[C.SENT, start]])
            same, tree = heads.get(end - 1, (0.0, 0.0))
            out[e, 7], out[e, 8] = max(out[e, 7], same), max(out[e, 8], tree)
    return out


def _agree(a: NDArray[np.int32], b: NDArray[np.int32]) -> float:
    """How many words agree, outward from the middle, the nearest counting one, the next a half."""
    value = 0.0
    for k in range(min(len(a), len(b))):
        if a[k] == b[k]:
            value += 1.0 / (1 + k)
        else:
            break
    return value


def _nearness(ranking: Ranking, gap: int, most: int = 8) -> NDArray[np.float64]:
    """Word distance with the placeholder laid on every token (Hermann et al. 2015), as nearness 0 to 1."""
    n = ranking.story.tok.shape[1]
    out = np.zeros(n)
    bounds, positions, weights = ranking.alignment
    words = ranking.asked.words.tolist()
    count = 0
    for i, word in enumerate(words):
        at = positions[bounds[i] : bounds[i + 1]][weights[bounds[i] : bounds[i + 1]] > 0.8]
        if word == gap:
            continue
        count += 1
        if not len(at):
            continue
        aligned = np.clip(at - (word - gap), 0, n - 1)
        marks = np.full(n, most, np.int64)
        gaps = np.abs(np.arange(-most + 1, most))
        for place in aligned.tolist():
            low, high = max(0, place - most + 1), min(n, place + most)
            marks[low:high] = np.minimum(
                marks[low:high], gaps[low - place + most - 1 : high - place + most - 1]
            )
        out += 1.0 - marks / most
    return out / max(1, count)


def _sentence_cover(ranking: Ranking) -> NDArray[np.float64]:
    """The share of the question's words that each sentence has."""
    story = ranking.story
    out = np.zeros(len(story.bounds) - 1)
    bounds, positions, weights = ranking.alignment
    for i in range(len(bounds) - 1):
        part = slice(bounds[i], bounds[i + 1])
        best = np.zeros(len(out))
        np.maximum.at(best, story.tok[C.SENT, positions[part]], weights[part])
        out += best
    return out / max(1, len(bounds) - 1)


def fill(ranking: Ranking) -> tuple[str, int, int, float] | None:
    """Return the entity whose mentions fit best around the placeholder, with its place and its share.

    Returns
    -------
    (str, int, int, float) or None
        Its text, the character offsets of its first mention, and the softmax of its score among the entities;
        None where the story has no entity.
    """
    entities = entities_of(ranking.story)
    if not entities:
        return None
    scores = cloze_features(ranking, entities) @ np.array(list(CLOZE_NAMES.values()))
    winner, share = best_of(scores)
    first, last = entities[list(entities)[winner]][0]
    start, end = int(ranking.story.chars[first, 0]), int(ranking.story.chars[last - 1, 1])
    return ranking.story.text[start:end], start, end, share
