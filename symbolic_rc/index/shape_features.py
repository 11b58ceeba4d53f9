"""Hashed features of candidates that no question changes: shape, edges, place in tree and story."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.hashing import bucket, hash_templates, mix, template_rows

if TYPE_CHECKING:
    from symbolic_rc.index.arrays import StoryArrays


class Atom(IntEnum):
    """What the templates of shape features are made of."""

    (
        LENGTH, HEAD_TAG, HEAD_RELATION, HEAD_LEMMA, HEAD_POS, HEAD_SENSE, ENT_TYPE, FIRST_TAG, FIRST_WORD,
        LAST_TAG, WORD_BEFORE, TAG_BEFORE, WORD_AFTER, TAG_AFTER, SHAPE, GOVERNOR_LEMMA, GOVERNOR_TAG,
        GOVERNOR_SENSE, PREPOSITION, TAGS, MENTIONS, MENTION, ENTITY, PLACE_IN_SENTENCE, PLACE_IN_STORY,
        CAPITALS, RESOLVED, ONE,
    ) = range(28)  # fmt: skip


#: The features, as traces name them: each a conjunction of atoms. Their order is part of their hashes.
TEMPLATES = {
    "length": (Atom.LENGTH,),
    "head tag": (Atom.HEAD_TAG,),
    "head relation": (Atom.HEAD_RELATION,),
    "first tag": (Atom.FIRST_TAG,),
    "first word": (Atom.FIRST_WORD,),
    "last tag": (Atom.LAST_TAG,),
    "word before": (Atom.WORD_BEFORE,),
    "tag before": (Atom.TAG_BEFORE,),
    "word after": (Atom.WORD_AFTER,),
    "tag after": (Atom.TAG_AFTER,),
    "shape": (Atom.SHAPE,),
    "head lemma": (Atom.HEAD_LEMMA,),
    "entity type": (Atom.ENT_TYPE, Atom.HEAD_POS),
    "governor lemma": (Atom.GOVERNOR_LEMMA,),
    "governor tag": (Atom.GOVERNOR_TAG, Atom.HEAD_RELATION),
    "preposition": (Atom.PREPOSITION,),
    "tags": (Atom.TAGS,),
    "length and head tag": (Atom.LENGTH, Atom.HEAD_TAG),
    "edge tags": (Atom.FIRST_TAG, Atom.LAST_TAG),
    "mentions": (Atom.MENTIONS, Atom.MENTION),
    "entity": (Atom.ENTITY,),
    "place in sentence": (Atom.PLACE_IN_SENTENCE,),
    "place in story": (Atom.PLACE_IN_STORY,),
    "left edge": (Atom.TAG_BEFORE, Atom.FIRST_TAG),
    "right edge": (Atom.LAST_TAG, Atom.TAG_AFTER),
    "head sense": (Atom.HEAD_SENSE, Atom.HEAD_POS),
    "governor sense": (Atom.GOVERNOR_SENSE, Atom.HEAD_RELATION),
    "capitals": (Atom.CAPITALS, Atom.LENGTH),
    "resolved": (Atom.RESOLVED,),
    "length and shape": (Atom.LENGTH, Atom.SHAPE),
    "bias": (Atom.ONE,),
}
SHAPE_NAMES = tuple(TEMPLATES)
SHAPES = len(TEMPLATES)
_ROWS = template_rows(TEMPLATES)
_ATOMS = len(Atom)
#: What stands for the entity of a candidate that refers to none.
_NO_ENTITY = 77
#: Number of first tags that are distinguished.
_TAGS = 5


class Shape(IntEnum):
    """The columns of shape features that the features of spans are made of."""

    FIRST_WORD = SHAPE_NAMES.index("first word")
    SHAPE = SHAPE_NAMES.index("shape")
    TAGS = SHAPE_NAMES.index("tags")
    LEFT_EDGE = SHAPE_NAMES.index("left edge")
    RIGHT_EDGE = SHAPE_NAMES.index("right edge")


@kernel
def shape_features(story: StoryArrays, out: NDArray[np.uint32]) -> None:
    """Fill the shape features of every candidate; uint32, shape (candidates, SHAPES)."""
    atoms = np.zeros(_ATOMS, np.int64)
    atoms[Atom.ONE] = 1
    # helpers take plain arrays: a named tuple that is handed on for each candidate costs more than the work
    tok, ent, cand, bounds = story.tok, story.ent, story.cand, story.bounds
    for k in range(cand.shape[0]):
        _head_atoms(tok, ent, cand[k], atoms)
        _edge_atoms(tok, bounds, cand[k], atoms)
        hash_templates(atoms, _ROWS, 0, out[k])


@kernel
def _head_atoms(
    tok: NDArray[np.int32], ent: NDArray[np.int32], cand: NDArray[np.int32], atoms: NDArray[np.int64]
) -> None:
    """Fill what the head of a candidate is, what governs it, and what it refers to."""
    s, e, h = cand[C.START], cand[C.END], cand[C.TOP]
    g = tok[C.HEAD, h]
    governed = g != h
    prep = tok[C.CASE, h]
    entity = cand[C.C_ENTITY]
    atoms[Atom.HEAD_TAG] = tok[C.TAG, h]
    atoms[Atom.HEAD_RELATION] = tok[C.DEP, h]
    atoms[Atom.HEAD_LEMMA] = tok[C.LEMMA, h]
    atoms[Atom.HEAD_POS] = tok[C.POS, h]
    atoms[Atom.HEAD_SENSE] = tok[C.SENSE, h]
    atoms[Atom.ENT_TYPE] = tok[C.ENT_TYPE, h]
    atoms[Atom.GOVERNOR_LEMMA] = tok[C.LEMMA, g] if governed else 0
    atoms[Atom.GOVERNOR_TAG] = tok[C.TAG, g] if governed else 0
    atoms[Atom.GOVERNOR_SENSE] = tok[C.SENSE, g] if governed else 0
    atoms[Atom.PREPOSITION] = 0
    if prep >= 0:
        atoms[Atom.PREPOSITION] = mix(tok[C.LEMMA, prep], 1 if s <= prep else 2)
    if entity >= 0:
        atoms[Atom.MENTIONS] = bucket(ent[entity, C.E_MENTIONS])
        atoms[Atom.MENTION] = tok[C.MENTION, h]
        kind = mix(ent[entity, C.E_TYPE], ent[entity, C.E_GENDER])
        atoms[Atom.ENTITY] = mix(kind, mix(ent[entity, C.E_NUMBER], tok[C.MENTION, h]))
    else:
        atoms[Atom.MENTIONS] = _NO_ENTITY
        atoms[Atom.MENTION] = 0
        atoms[Atom.ENTITY] = _NO_ENTITY
    atoms[Atom.RESOLVED] = 0
    if cand[C.A_START] != s or cand[C.A_END] != e:
        atoms[Atom.RESOLVED] = 1 + tok[C.MENTION, h]


@kernel
def _edge_atoms(
    tok: NDArray[np.int32], bounds: NDArray[np.int32], cand: NDArray[np.int32], atoms: NDArray[np.int64]
) -> None:
    """Fill how long a candidate is, where it stands, and the words at its edges."""
    s, e = cand[C.START], cand[C.END]
    base, stop = bounds[cand[C.C_SENT]], bounds[cand[C.C_SENT] + 1]
    before = s - 1 if s > base else -1
    after = e if e < stop else -1
    tags: int | np.uint32 = np.uint32(17)
    capitals = True
    for i in range(s, e):
        if i - s < _TAGS:
            tags = mix(tags, tok[C.TAG, i])
        capitals = capitals and (tok[C.NAMED, i] == 1 or tok[C.FUNC, i] == 1)
    if e - s > _TAGS:
        tags = mix(tags, 99)
    atoms[Atom.LENGTH] = bucket(e - s)
    atoms[Atom.FIRST_TAG] = tok[C.TAG, s]
    atoms[Atom.FIRST_WORD] = tok[C.LOWER, s]
    atoms[Atom.LAST_TAG] = tok[C.TAG, e - 1]
    atoms[Atom.WORD_BEFORE] = tok[C.LOWER, before] if before >= 0 else 0
    atoms[Atom.TAG_BEFORE] = tok[C.TAG, before] if before >= 0 else 0
    atoms[Atom.WORD_AFTER] = tok[C.LOWER, after] if after >= 0 else 0
    atoms[Atom.TAG_AFTER] = tok[C.TAG, after] if after >= 0 else 0
    atoms[Atom.SHAPE] = cand[C.SHAPE]
    atoms[Atom.TAGS] = tags
    where = 0 if s == base else 1 if e >= stop - 1 else 2 + (3 * (s - base)) // (stop - base)
    atoms[Atom.PLACE_IN_SENTENCE] = where
    sentences = bounds.shape[0] - 1
    atoms[Atom.PLACE_IN_STORY] = (8 * cand[C.C_SENT]) // max(1, sentences)
    atoms[Atom.CAPITALS] = 1 if capitals else 0
