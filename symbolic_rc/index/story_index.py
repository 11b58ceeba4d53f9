"""A story as integer arrays: what every question about it needs, made once."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.entity import Entity, Frame, Mention
from symbolic_rc.core.forks import ForkSafe, cached_property
from symbolic_rc.index import columns as C
from symbolic_rc.index import encode
from symbolic_rc.index.arrays import StoryArrays
from symbolic_rc.index.candidate_spans import find, span_count_bound
from symbolic_rc.index.candidates import candidate_rows, given_spans
from symbolic_rc.index.codes import part_letter
from symbolic_rc.index.shape_features import SHAPES, shape_features
from symbolic_rc.match import Matcher, Matches, StoryWords, Weights, matcher

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from symbolic_rc.graph.facts import Facts
    from symbolic_rc.match.matcher import Content
    from symbolic_rc.story import Story

#: Questions whose matches are remembered with a story.
_MATCHES = 64


@dataclass(frozen=True, slots=False)
class StoryIndex:
    """A story as arrays: those of `StoryArrays`, and what only Python reads.

    Attributes
    ----------
    chars : ndarray of int32, shape (n, 2)
        Character offsets of the tokens.
    relations : ndarray of int32, shape (relations, RELATION_COLUMNS)
        Relations between entities, of the story's facts.
    order : ndarray of int32, shape (n,)
        For the head of an event its place in the order of happening, else -1.
    memo, own : dict
        What one question computed and serves the next: of all views of the story, of these candidates alone.
    """

    tok: NDArray[np.int32]
    bounds: NDArray[np.int32]
    chars: NDArray[np.int32]
    cand: NDArray[np.int32]
    cand_bounds: NDArray[np.int32]
    shapes: NDArray[np.uint32]
    ent: NDArray[np.int32]
    ent_bounds: NDArray[np.int32]
    ent_heads: NDArray[np.int32]
    frames: NDArray[np.int32]
    text: str
    words: StoryWords
    relations: NDArray[np.int32]
    order: NDArray[np.int32]
    hypernym_bounds: NDArray[np.int32]
    hypernyms: NDArray[np.int32]
    vectors: NDArray[np.int8]
    described_bounds: NDArray[np.int32]
    described: NDArray[np.int32]
    memo: dict[str, Any] = field(default_factory=dict)
    own: dict[Any, Any] = field(default_factory=dict, init=False)

    @cached_property
    def arrays(self) -> StoryArrays:
        """What kernels take of it."""
        return StoryArrays(*(getattr(self, name) for name in StoryArrays._fields))

    def span_text(self, start: int, end: int) -> str:
        """Return the text of tokens ``start`` to ``end``."""
        return self.text[self.chars[start, 0] : self.chars[end - 1, 1]]

    def head_of(self, start: int, end: int) -> int:
        """Return the first token of a span that hangs on none of its tokens; the last where trees cross."""
        for token, head in enumerate(self.tok[C.HEAD, start:end].tolist(), start):
            if head == token or not start <= head < end:
                return token
        return end - 1

    def answer_text(self, candidate: int) -> str:
        """Return the text that a candidate stands for."""
        row = self.cand[candidate]
        return self.span_text(int(row[C.A_START]), int(row[C.A_END]))


_indices: weakref.WeakKeyDictionary[Any, StoryIndex] = weakref.WeakKeyDictionary()
_guard = ForkSafe()


def index(story: Story) -> StoryIndex:
    """Return the story's arrays, made at the first call and kept as long as the story."""
    if (found := _indices.get(story)) is None:
        made = build(story.doc, story.mentions, story.entities, story.frames, story.text, story.facts)
        with _guard.lock:
            found = _indices.setdefault(story, made)
        # what is remembered may lead back to the arrays: without this they would wait for garbage collection
        weakref.finalize(story, found.memo.clear).atexit = False
    return found


def build(
    doc: Doc,
    mentions: Iterable[Mention] = (),
    entities: Iterable[Entity] = (),
    frames: Iterable[Frame] = (),
    text: str | None = None,
    facts: Facts | None = None,
) -> StoryIndex:
    """Make the arrays of an annotated text (tags, lemmas, dependencies, sentences, entities).

    `text` is given where it is not the document's own.
    """
    mentions, entities, frames = list(mentions), list(entities), list(frames)
    tok, bounds = encode.token_rows(doc)
    encode.mark_mentions(tok, mentions, entities)
    given = given_spans(doc, tok, mentions, frames)
    room = np.empty((span_count_bound(len(doc)), 4), np.int32)
    count = find(tok, bounds, given, room) if len(doc) else 0
    cand = candidate_rows(tok, room[:count], mentions, entities)
    cand_bounds = np.searchsorted(cand[:, C.C_SENT], np.arange(len(bounds))).astype(np.int32)
    ent, ent_bounds, ent_heads = encode.entity_rows(mentions, entities)
    shapes = np.zeros((len(cand), SHAPES), np.uint32)
    starts, lengths = doc.to_array(["IDX", "LENGTH"]).reshape(-1, 2).astype(np.int32).T
    chars = np.stack([starts, starts + lengths], axis=1)
    made = StoryIndex(
        tok, bounds, chars, cand, cand_bounds, shapes, ent, ent_bounds, ent_heads,
        encode.frame_rows(tok, frames), doc.text if text is None else text, _words(doc, tok),
        *encode.fact_rows(facts, len(doc)), *encode.hypernym_rows(doc), encode.vector_rows(doc),
        *encode.description_rows(tok, mentions, entities),
    )  # fmt: skip
    if len(cand):
        shape_features(made.arrays, shapes)
    return made


@lru_cache(maxsize=1)
def word_matcher() -> Matcher:
    """Return the matcher whose weights the engine was fitted with."""
    return matcher(Weights(inflection=0.95, derivation=0.85, synset=0.6, paraphrase=0.6))


def match_words(story: StoryIndex, content: Content) -> Matches:
    """Return how a question's content words match a story's; the last few questions' are remembered.

    `content` is words, lemmas and parts of speech, as `Matcher.matches` takes them.
    """
    known: dict[Content, Matches] = story.memo.setdefault("matches", {})
    if (found := known.get(content)) is None:
        if len(known) >= _MATCHES:
            known.clear()
        words, lemmas, parts = content
        found = known[content] = word_matcher().matches(words, story.words, lemmas, parts)
    return found


def _words(doc: Doc, tok: NDArray[np.int32]) -> StoryWords:
    forms, lemmas = doc.to_array(["ORTH", "LEMMA"]).reshape(-1, 2).T.tolist()
    letters = [part_letter(part) for part in C.PARTS]
    strings = {value: str(doc.vocab.strings[int(value)]) for value in {*forms, *lemmas}}
    return word_matcher().story(
        [strings[value] for value in forms],
        [strings[value] for value in lemmas],
        [letters[part] for part in tok[C.POS].tolist()],
    )
