"""The features of candidates that depend on the question, as data: templates of hashed ones, numeric columns.

A template is a conjunction of atoms, which the kernels of `head_features` and `span_features` fill. Their
order is part of their hashes: templates are only ever added at the end, so that weights that were learned
before still read.
"""

from __future__ import annotations

from enum import IntEnum

from symbolic_rc.index.hashing import template_rows


def names_of(columns: type[IntEnum]) -> tuple[str, ...]:
    """Return the names of columns as traces print them.

    Examples
    --------
    >>> names_of(HeadValue)[:2]
    ('predicate match', 'relation match')
    """
    return tuple(column.name.lower().replace("_", " ") for column in columns)


class HeadAtom(IntEnum):
    """What the templates of a candidate's head are made of; the first ones are the question's alone."""

    QCLASS = 0
    FINE = 1
    KIND = 2
    FOCUS = 3
    ASKED_CLASS = 4
    FORM = 5
    GAP_REL = 6
    GAP_PREP = 7
    GAP_LEMMA = 8
    GAP_SENSE = 9
    PATH_TO_MATCH = 10
    PATH_TO_GOVERNOR = 11
    ARCS_TO_MATCH = 12
    ARCS_TO_GOVERNOR = 13
    MATCHED_RELATION = 14
    TREE_NEARNESS = 15
    CLAUSE_COVER = 16
    SIBLINGS = 17
    FRAME_AGREEMENT = 18
    GOVERNED = 19
    AGREES = 20
    OWN_MATCH = 21
    OWN_RELATION = 22
    RELATION = 23
    GOVERNOR_LEMMA = 24
    GOVERNOR_SENSE = 25
    PREPOSITION = 26
    LEMMA = 27
    POS = 28
    TAG = 29
    SENSE = 30
    ENT_TYPE = 31
    MENTION = 32
    ENTITY = 33
    ENTITY_TYPE = 34
    NAMED = 35
    SAME_SENSE = 36
    OF_KIND = 37
    PREDICATE_SIMILARITY = 38
    FOCUS_SIMILARITY = 39


_H = HeadAtom
HEAD_TEMPLATES = {
    "path to match": (_H.QCLASS, _H.PATH_TO_MATCH),
    "path to predicate": (_H.GAP_REL, _H.PATH_TO_GOVERNOR),
    "relations": (_H.RELATION, _H.GAP_REL, _H.GOVERNED, _H.QCLASS),
    "asked and head word": (_H.FINE, _H.LEMMA),
    "asked and sense": (_H.FINE, _H.SENSE),
    "asked and entity type": (_H.FINE, _H.ENT_TYPE, _H.POS),
    "asked and tag": (_H.FINE, _H.TAG),
    "asked and mention": (_H.FINE, _H.ENTITY),
    "prepositions": (_H.PREPOSITION, _H.GAP_PREP, _H.QCLASS),
    "tree nearness": (_H.QCLASS, _H.TREE_NEARNESS),
    "nearest in tree": (_H.QCLASS, _H.ARCS_TO_MATCH, _H.MATCHED_RELATION),
    "clause cover": (_H.QCLASS, _H.CLAUSE_COVER),
    "predicates": (_H.GOVERNOR_LEMMA, _H.GAP_LEMMA, _H.RELATION, _H.GAP_REL),
    "predicate senses": (_H.GOVERNOR_SENSE, _H.GAP_SENSE, _H.RELATION, _H.GAP_REL),
    "named in question": (_H.QCLASS, _H.NAMED, _H.MENTION),
    "head in question": (_H.QCLASS, _H.OWN_MATCH, _H.OWN_RELATION),
    "head word": (_H.KIND, _H.LEMMA, _H.POS),
    "focus and head": (_H.FOCUS, _H.LEMMA),
    "frame agreement": (_H.QCLASS, _H.FRAME_AGREEMENT),
    "siblings": (_H.QCLASS, _H.SIBLINGS, _H.GOVERNED),
    "predicate near": (_H.QCLASS, _H.ARCS_TO_GOVERNOR, _H.GOVERNED),
    "focus and sense": (_H.FOCUS, _H.SENSE, _H.ENT_TYPE),
    "same sense as focus": (_H.SAME_SENSE, _H.MENTION, _H.QCLASS),
    "kind of focus": (_H.OF_KIND, _H.MENTION, _H.QCLASS),
    "asked class and type": (_H.ASKED_CLASS, _H.ENT_TYPE, _H.ENTITY_TYPE, _H.MENTION),
    "asked class and sense": (_H.ASKED_CLASS, _H.SENSE, _H.POS, _H.FORM),
    "predicate similarity": (_H.PREDICATE_SIMILARITY, _H.AGREES, _H.KIND),
    "similarity to focus": (_H.FOCUS_SIMILARITY, _H.MENTION, _H.KIND),
}


class SpanAtom(IntEnum):
    """What the templates of a candidate's span are made of; the first ones are the question's alone."""

    QCLASS = 0
    FINE = 1
    KIND = 2
    GAP_REL = 3
    GAP_PREP = 4
    SENTENCE_RANK = 5
    SENTENCE_SHARE = 6
    SENTENCE_SHARE_BROAD = 7
    SENTENCE_COVER = 8
    SENTENCE_COVER_BROAD = 9
    COVER_BEFORE = 10
    WORD_DISTANCE = 11
    LEFT_GAP = 12
    LEFT_RELATION = 13
    RIGHT_GAP = 14
    REPEATS = 15
    CONTENT_FOUR = 16
    CONTENT_SIX = 17
    NEW_WORDS = 18
    LENGTH = 19
    FIRST_WORD = 20
    WORD_BEFORE = 21
    SHAPE = 22
    TAGS = 23
    LEFT_EDGE = 24
    RIGHT_EDGE = 25
    GAP_LEFT = 26
    GAP_RIGHT = 27
    RESOLVED = 28
    MENTION = 29
    HEAD_NEARNESS = 30
    ENTITY_COVER = 31
    ENTITY_SHARE = 32
    ENTITY_PREDICATE = 33
    ENTITY_BEST = 34
    DESCRIBED_ASKED = 35
    DESCRIBED = 36
    DESCRIBED_MENTION = 37
    GENDER_ASKED = 38
    GENDER = 39
    GENDER_KIND = 40


_S = SpanAtom
SPAN_TEMPLATES = {
    "sentence rank": (_S.QCLASS, _S.SENTENCE_RANK),
    "sentence share": (_S.QCLASS, _S.SENTENCE_SHARE),
    "sentence cover": (_S.QCLASS, _S.SENTENCE_COVER),
    "sentence before": (_S.COVER_BEFORE, _S.SENTENCE_COVER_BROAD),
    "word distance": (_S.QCLASS, _S.WORD_DISTANCE),
    "match on the left": (_S.QCLASS, _S.LEFT_GAP, _S.LEFT_RELATION),
    "match on the right": (_S.QCLASS, _S.RIGHT_GAP),
    "repeats question": (_S.QCLASS, _S.REPEATS, _S.CONTENT_FOUR),
    "asked and length": (_S.FINE, _S.LENGTH),
    "asked and first word": (_S.FINE, _S.FIRST_WORD),
    "asked and word before": (_S.FINE, _S.WORD_BEFORE),
    "asked and shape": (_S.FINE, _S.SHAPE),
    "asked and tags": (_S.FINE, _S.TAGS),
    "gap neighbours": (_S.GAP_REL, _S.KIND, _S.GAP_LEFT, _S.GAP_RIGHT),
    "repeated answer": (),  # filled by `same_answers`, when all candidates are known
    "left word role": (_S.QCLASS, _S.GAP_PREP, _S.WORD_BEFORE),
    "resolved": (_S.QCLASS, _S.RESOLVED, _S.MENTION),
    "asked and last tag": (_S.FINE, _S.RIGHT_EDGE),
    "new words": (_S.QCLASS, _S.NEW_WORDS, _S.CONTENT_SIX),
    "asked and edge": (_S.FINE, _S.LEFT_EDGE),
    "context": (_S.QCLASS, _S.HEAD_NEARNESS, _S.SENTENCE_SHARE_BROAD),
    "entity cover": (_S.QCLASS, _S.ENTITY_COVER, _S.ENTITY_SHARE),
    "entity predicate": (_S.QCLASS, _S.ENTITY_PREDICATE, _S.ENTITY_BEST),
    "entity described": (_S.DESCRIBED_ASKED, _S.DESCRIBED, _S.DESCRIBED_MENTION),
    "gender": (_S.GENDER_ASKED, _S.GENDER, _S.GENDER_KIND),
}


class HeadValue(IntEnum):
    """The numeric features of a head, as `head_features` fills them."""

    PREDICATE_MATCH = 0
    RELATION_MATCH = 1
    TREE_NEARNESS = 2
    NEAREST_IN_TREE = 3
    CLAUSE_COVER = 4
    FRAME_AGREEMENT = 5
    HEAD_IN_QUESTION = 6
    NAMED_IN_QUESTION = 7
    FOCUS_MATCH = 8
    SIBLINGS = 9
    FRAME_PREDICATE = 10
    FRAME_ROLE = 11
    FRAME_OTHERS = 12
    DEFINES = 13


class Dense(IntEnum):
    """The numeric features of a candidate, as rules and the reranker see them."""

    COVER = 0
    COVER_SHARE = 1
    COVER_BEFORE = 2
    COVER_AFTER = 3
    RANK = 4
    WORD_DISTANCE = 5
    LEFT_GAP = 6
    RIGHT_GAP = 7
    REPEATS = 8
    NEW_WORDS = 9
    LENGTH = 10
    MENTIONS = 11
    PLACE = 12
    SAME_ANSWERS = 13
    PREDICATE_MATCH = 14
    RELATION_MATCH = 15
    TREE_NEARNESS = 16
    NEAREST_IN_TREE = 17
    CLAUSE_COVER = 18
    FRAME_AGREEMENT = 19
    HEAD_IN_QUESTION = 20
    NAMED_IN_QUESTION = 21
    FOCUS_MATCH = 22
    SIBLINGS = 23
    GAP_LEFT = 24
    GAP_RIGHT = 25
    SHAPE_WHOLE = 26
    RESOLVED = 27
    WORDS_BEFORE = 28
    BEST_COVER = 29
    FRAME_PREDICATE = 30
    FRAME_ROLE = 31
    FRAME_OTHERS = 32
    DEFINES = 33


HEAD_ATOMS, SPAN_ATOMS, HEAD_VALUES = len(HeadAtom), len(SpanAtom), len(HeadValue)
#: Names of the hashed features, as they appear in traces.
HEAD_NAMES, SPAN_NAMES = tuple(HEAD_TEMPLATES), tuple(SPAN_TEMPLATES)
DENSE_NAMES = names_of(Dense)
HEADS, SPANS, DENSE = len(HEAD_NAMES), len(SPAN_NAMES), len(DENSE_NAMES)
HEAD_ROWS, SPAN_ROWS = template_rows(HEAD_TEMPLATES), template_rows(SPAN_TEMPLATES)
#: The number of the first template of each part, in its hash.
FIRST_HEAD, FIRST_SPAN = 100, 200
REPEATED_ANSWER = SPAN_NAMES.index("repeated answer")
