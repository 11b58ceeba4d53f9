"""The ways to prune a story that are compared: the paper's rule for growing sets of matches, and ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from eval.duorc.sif import likeness
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import Tokens, tokens
from symbolic_rc.match import Matcher, StoryWords, Weights
from symbolic_rc.match.prune import DUORC, Pruning, best_share, duorc_matcher, prune
from symbolic_rc.story import Story

#: A way to prune: (story, the question's words) -> which sentences are kept.
Stage = Callable[["Prepared", Sequence[str]], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A story as tokens, with one prepared form for each matcher."""

    tokens: Tokens
    sentences: tuple[tuple[str, ...], ...]
    words: dict[int, StoryWords]
    record: Record | None = None


def stages() -> dict[str, Stage]:
    """Return every way to prune, by its name: the paper's rule for growing sets of match kinds, and ours."""

    def thresholds(weights: Weights) -> Stage:
        match = Matcher(weights)
        return lambda story, question: prune(
            story.tokens, question, _words(story, match), Pruning(most=0.0), match
        )

    def half(weights: Weights, around: float) -> Stage:
        match = Matcher(weights)
        return lambda story, question: prune(
            story.tokens, question, _words(story, match), Pruning(0.5, around=around), match
        )

    kinds: tuple[str, ...] = ()
    found: dict[str, Stage] = {}
    steps = {
        "surface": ("surface", "number"),
        "+ inflection": ("inflection",),
        "+ derivation": ("derivation",),
        "+ phrases": ("phrase",),
        "+ synonyms": ("synset", "verb_group"),
        "+ PPDB": ("paraphrase",),
        "+ hypernyms": ("hypernym",),
        "+ vectors": ("vector",),
    }
    for name, more in steps.items():
        kinds += more
        found[f"thresholds, {name}"] = thresholds(Weights().only(*kinds))
    surface = Weights().only("surface", "number")
    forms = Weights().only("surface", "number", "inflection", "derivation", "phrase")
    found["half, surface"] = half(surface, 0.0)
    found["half, forms"] = half(forms, 0.0)
    found["half, all"] = half(Weights(), 0.0)
    found["half, all, neighbours (default)"] = half(Weights(), Pruning().around)
    match = Matcher(Weights())
    found["thresholds, + vectors, resolved"] = lambda story, question: prune(
        _resolved(story), question, _resolved_words(story, match), Pruning(most=0.0), match
    )
    found["half, all, neighbours, resolved"] = lambda story, question: prune(
        _resolved(story), question, _resolved_words(story, match), Pruning(), match
    )
    as_published = duorc_matcher()
    found["duorc, not resolved"] = lambda story, question: prune(
        story.tokens, question, _words(story, as_published), DUORC, as_published
    )
    found["duorc (--prune duorc)"] = lambda story, question: prune(
        _resolved(story), question, _resolved_words(story, as_published), DUORC, as_published
    )
    found["half, SIF"] = _sif
    found["half, first sentences"] = lambda story, _: best_share(
        -np.arange(len(story.sentences), dtype=np.float64), np.diff(story.tokens.sentences).astype(np.int64)
    )
    return found


def _words(story: Prepared, match: Matcher) -> StoryWords:
    found = story.words.get(id(match))
    if found is None:
        found = story.words[id(match)] = match.story(story.tokens.words)
    return found


@lru_cache(maxsize=4)
def _reading(text: str, tokenised: bool) -> Tokens:
    return Story(Record("story", text, tokenised=tokenised)).resolved_tokens


def _resolved(story: Prepared) -> Tokens:
    """Return the story's tokens with pronouns replaced by the names that they refer to."""
    assert story.record is not None
    return _reading(story.record.text, story.record.tokenised)


def _resolved_words(story: Prepared, match: Matcher) -> StoryWords:
    key = -id(match)
    found = story.words.get(key)
    if found is None:
        found = story.words[key] = match.story(_resolved(story).words)
    return found


def _sif(story: Prepared, question: Sequence[str]) -> NDArray[np.bool_]:
    scores = likeness(story.sentences, [word.lower() for word in question])
    return best_share(scores, np.diff(story.tokens.sentences).astype(np.int64))


def prepared(record: Record) -> Prepared:
    """Return a record's story as tokens and lower-cased sentences."""
    story = tokens(record.text, record.tokenised)
    bounds = story.sentences.tolist()
    sentences = tuple(tuple(word.lower() for word in story.words[a:b]) for a, b in pairwise(bounds))
    return Prepared(story, sentences, {}, record)
