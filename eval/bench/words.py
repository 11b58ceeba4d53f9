"""Word distance against careful NumPy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from eval.bench.measure import Row, seconds, story
from symbolic_rc.spans import Relation, word_distance

TOKENS, WORDS, CANDIDATES, QUESTIONS, CAP = 650, 10, 30, 30, 8
Ints = NDArray[np.int32]


def _case() -> tuple[Relation, Ints, Ints, Ints, Ints]:
    """Return the relation of 30 questions of 10 words, and 30 candidates each with 1 to 5 mentions."""
    rng = np.random.default_rng(4)
    tokens = story(TOKENS)
    rows = [np.flatnonzero(tokens == word) for word in rng.choice(tokens, QUESTIONS * WORDS)]
    indptr = np.cumsum([0] + [row.size for row in rows]).astype(np.int32)
    positions = np.concatenate(rows).astype(np.int32)
    relation = Relation(indptr, positions, np.ones(positions.size, np.float32), TOKENS)
    counts = rng.integers(1, 6, QUESTIONS * CANDIDATES)
    bounds = np.cumsum([0, *counts]).astype(np.int32)
    mentions = np.concatenate([np.sort(rng.choice(TOKENS, count, replace=False)) for count in counts])
    questions = (np.arange(QUESTIONS + 1) * WORDS).astype(np.int32)
    groups = (np.arange(QUESTIONS + 1) * CANDIDATES).astype(np.int32)
    return relation, bounds, mentions.astype(np.int32), questions, groups


def by_search(indptr: Ints, positions: Ints, mentions: Ints, starts: Ints) -> tuple[Ints, Ints]:
    """Word distance of one question in NumPy: one binary search for all pairs of word and mention."""
    size = TOKENS + 4 * CAP
    words = np.arange(indptr.size - 1)
    keys = np.concatenate(
        ([-size], np.repeat(words, np.diff(indptr)) * size + positions + 2 * CAP, [1 << 30])
    )
    wanted = (words[:, None] * size + mentions + 2 * CAP).ravel()
    after = np.searchsorted(keys, wanted)
    nearest = np.minimum(keys[after] - wanted, wanted - keys[after - 1])
    at = np.minimum(nearest, CAP).reshape(words.size, -1).sum(0)
    return at, np.minimum.reduceat(at, starts)


def by_sweep(indptr: Ints, positions: Ints, mentions: Ints, starts: Ints) -> tuple[Ints, Ints]:
    """Word distance of one question in NumPy: the last match before and the first after every token."""
    words = indptr.size - 1
    matches = np.zeros((words, TOKENS), bool)
    matches[np.repeat(np.arange(words), np.diff(indptr)), positions] = True
    place = np.arange(TOKENS, dtype=np.int32)
    before = np.maximum.accumulate(np.where(matches, place, -CAP), axis=1)
    after = np.minimum.accumulate(np.where(matches, place, TOKENS + CAP)[:, ::-1], axis=1)[:, ::-1]
    at = np.minimum(np.minimum(place - before, after - place), CAP).sum(0)[mentions]
    return at, np.minimum.reduceat(at, starts)


def by_windows(indptr: Ints, positions: Ints, mentions: Ints, starts: Ints) -> tuple[Ints, Ints]:
    """Word distance of one question in NumPy: distances written around every match, the nearest last."""
    words = indptr.size - 1
    row = np.repeat(np.arange(words), np.diff(indptr))
    distances = np.full((words, TOKENS + 2 * CAP), CAP, np.int8)
    for step in range(CAP - 1, -1, -1):
        distances[row, positions + CAP + step] = step
        distances[row, positions + CAP - step] = step
    at = distances.sum(0, dtype=np.int32)[mentions + CAP]
    return at, np.minimum.reduceat(at, starts)


def distance() -> Iterator[Row]:
    """Word distance against the quickest of three versions in NumPy, none of which checks its input."""
    relation, bounds, mentions, questions, groups = _case()
    found = word_distance(relation, bounds, mentions, questions=(questions, groups))
    cases = []
    for q in range(QUESTIONS):
        rows = relation.indptr[questions[q] : questions[q + 1] + 1]
        part = bounds[groups[q] : groups[q + 1] + 1]
        cases.append(
            (
                rows - rows[0],
                relation.positions[rows[0] : rows[-1]],
                mentions[part[0] : part[-1]],
                part[:-1] - part[0],
            )
        )
    times = {}
    for name, rival in (("searchsorted", by_search), ("sweeps", by_sweep), ("windows", by_windows)):
        for q, case in enumerate(cases):
            at, best = rival(*case)
            np.testing.assert_array_equal(found.best[groups[q] : groups[q + 1]], best)
            np.testing.assert_array_equal(found.at[bounds[groups[q]] : bounds[groups[q + 1]]], at)
        times[name] = seconds(lambda rival=rival: [rival(*case) for case in cases])
    name = min(times, key=times.__getitem__)
    batch = seconds(lambda: word_distance(relation, bounds, mentions, questions=(questions, groups)))
    rows, positions, places, _ = cases[0]
    one = Relation(rows, positions, np.ones(positions.size, np.float32), TOKENS)
    single = seconds(lambda: word_distance(one, bounds[: CANDIDATES + 1], places))
    theirs, rival_name = times[name], f"NumPy, {name} (the quickest of three)"
    yield Row(
        "Word distance, 30 questions a call", "questions", batch, QUESTIONS, rival_name, theirs, QUESTIONS, 20
    )
    yield Row("Word distance, 1 question a call", "questions", single, 1, rival_name, theirs, QUESTIONS, 20)
