"""The fast core: every span of a story scored over integer arrays. Importing it imports no kernel."""

from symbolic_rc.spans.cosine import cosine_given, cosine_spans
from symbolic_rc.spans.distance import Distances, Relation, word_distance
from symbolic_rc.spans.overlap import overlap_given, overlap_spans, rouge_l_given, rouge_l_spans
from symbolic_rc.spans.ranked import Spans
from symbolic_rc.spans.token_index import TokenIndex, index_tokens

__all__ = [
    "Distances", "Relation", "Spans", "TokenIndex", "cosine_given", "cosine_spans", "index_tokens",
    "overlap_given", "overlap_spans", "rouge_l_given", "rouge_l_spans", "word_distance",
]  # fmt: skip
