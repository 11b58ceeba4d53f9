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


#: What the templates of a candidate's head are made of; the first ones are the question's alone.
HeadAtom = IntEnum(
    "HeadAtom",
    "QCLASS FINE KIND FOCUS ASKED_CLASS FORM GAP_REL GAP_PREP GAP_LEMMA GAP_SENSE PATH_TO_MATCH "
    "PATH_TO_GOVERNOR ARCS_TO_MATCH ARCS_TO_GOVERNOR MATCHED_RELATION TREE_NEARNESS CLAUSE_COVER SIBLINGS "
    "FRAME_AGREEMENT GOVERNED AGREES OWN_MATCH OWN_RELATION RELATION GOVERNOR_LEMMA GOVERNOR_SENSE "
    "PREPOSITION LEMMA POS TAG SENSE ENT_TYPE MENTION ENTITY ENTITY_TYPE NAMED SAME_SENSE OF_KIND "
    "PREDICATE_SIMILARITY FOCUS_SIMILARITY",
    start=0,
)


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


#: What the templates of a candidate's span are made of; the first ones are the question's alone.
SpanAtom = IntEnum(
    "SpanAtom",
    "QCLASS FINE KIND GAP_REL GAP_PREP SENTENCE_RANK SENTENCE_SHARE SENTENCE_SHARE_BROAD SENTENCE_COVER "
    "SENTENCE_COVER_BROAD COVER_BEFORE WORD_DISTANCE LEFT_GAP LEFT_RELATION RIGHT_GAP REPEATS CONTENT_FOUR "
    "CONTENT_SIX NEW_WORDS LENGTH FIRST_WORD WORD_BEFORE SHAPE TAGS LEFT_EDGE RIGHT_EDGE GAP_LEFT GAP_RIGHT "
    "RESOLVED MENTION HEAD_NEARNESS ENTITY_COVER ENTITY_SHARE ENTITY_PREDICATE ENTITY_BEST DESCRIBED_ASKED "
    "DESCRIBED DESCRIBED_MENTION GENDER_ASKED GENDER GENDER_KIND",
    start=0,
)


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


#: The numeric features of a head, as `head_features` fills them.
HeadValue = IntEnum(
    "HeadValue",
    "PREDICATE_MATCH RELATION_MATCH TREE_NEARNESS NEAREST_IN_TREE CLAUSE_COVER FRAME_AGREEMENT "
    "HEAD_IN_QUESTION NAMED_IN_QUESTION FOCUS_MATCH SIBLINGS FRAME_PREDICATE FRAME_ROLE FRAME_OTHERS "
    "DEFINES",
    start=0,
)


#: The numeric features of a candidate, as rules and the reranker see them.
Dense = IntEnum(
    "Dense",
    "COVER COVER_SHARE COVER_BEFORE COVER_AFTER RANK WORD_DISTANCE LEFT_GAP RIGHT_GAP REPEATS NEW_WORDS "
    "LENGTH MENTIONS PLACE SAME_ANSWERS PREDICATE_MATCH RELATION_MATCH TREE_NEARNESS NEAREST_IN_TREE "
    "CLAUSE_COVER FRAME_AGREEMENT HEAD_IN_QUESTION NAMED_IN_QUESTION FOCUS_MATCH SIBLINGS GAP_LEFT "
    "GAP_RIGHT SHAPE_WHOLE RESOLVED WORDS_BEFORE BEST_COVER FRAME_PREDICATE FRAME_ROLE FRAME_OTHERS DEFINES",
    start=0,
)


HEAD_ATOMS, SPAN_ATOMS, HEAD_VALUES = len(HeadAtom), len(SpanAtom), len(HeadValue)
#: Names of the hashed features, as they appear in traces.
HEAD_NAMES, SPAN_NAMES = tuple(HEAD_TEMPLATES), tuple(SPAN_TEMPLATES)
DENSE_NAMES = names_of(Dense)
HEADS, SPANS, DENSE = len(HEAD_NAMES), len(SPAN_NAMES), len(DENSE_NAMES)
HEAD_ROWS, SPAN_ROWS = template_rows(HEAD_TEMPLATES), template_rows(SPAN_TEMPLATES)
#: The number of the first template of each part, in its hash.
FIRST_HEAD, FIRST_SPAN = 100, 200
REPEATED_ANSWER = SPAN_NAMES.index("repeated answer")
