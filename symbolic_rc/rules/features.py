"""The features of candidates that depend on the question, by name, in two layers: of the head, of the span.

The kernels of `head_features` and `span_features` fill them. Names are only ever added at the end, so that
weights that were learned before still read.
"""

from __future__ import annotations

#: Names of the hashed features of a candidate's head, as they appear in traces.
HEAD_NAMES = (
    "path to match",
    "path to predicate",
    "relations",
    "asked and head word",
    "asked and sense",
    "asked and entity type",
    "asked and tag",
    "asked and mention",
    "prepositions",
    "tree nearness",
    "nearest in tree",
    "clause cover",
    "predicates",
    "predicate senses",
    "named in question",
    "head in question",
    "head word",
    "focus and head",
    "frame agreement",
    "siblings",
    "predicate near",
    "focus and sense",
    "same sense as focus",
)
#: Names of the hashed features of the span.
SPAN_NAMES = (
    "sentence rank",
    "sentence share",
    "sentence cover",
    "sentence before",
    "word distance",
    "match on the left",
    "match on the right",
    "repeats question",
    "asked and length",
    "asked and first word",
    "asked and word before",
    "asked and shape",
    "asked and tags",
    "gap neighbours",
    "repeated answer",
    "left word role",
    "resolved",
    "asked and last tag",
    "new words",
    "asked and edge",
    "context",
)
#: Names of the numeric features, as the second look sees them.
DENSE_NAMES = (
    "cover",
    "cover share",
    "cover before",
    "cover after",
    "rank",
    "word distance",
    "left gap",
    "right gap",
    "repeats",
    "new words",
    "length",
    "mentions",
    "place",
    "same answers",
    "predicate match",
    "relation match",
    "tree nearness",
    "nearest in tree",
    "clause cover",
    "frame agreement",
    "head in question",
    "named in question",
    "focus match",
    "siblings",
    "gap left",
    "gap right",
    "shape whole",
    "resolved",
    "words before",
    "best cover",
    "frame predicate",
    "frame role",
    "frame others",
    "defines",
)
HEADS, SPANS, DENSE = len(HEAD_NAMES), len(SPAN_NAMES), len(DENSE_NAMES)
HEAD_DENSE = 14
