"""The fast core: every span of a story scored over integer arrays; see ARCHITECTURE.md.

Importing this package imports neither numba nor a kernel; each name is loaded at its first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symbolic_rc.spans.batch import each_story
    from symbolic_rc.spans.cosine import cosine_given, cosine_spans, cosine_table
    from symbolic_rc.spans.distance import Distances, word_distance
    from symbolic_rc.spans.linear import best_per_question, linear_scores, top_per_question
    from symbolic_rc.spans.overlap import overlap_given, overlap_spans, overlap_table
    from symbolic_rc.spans.ranked import Spans
    from symbolic_rc.spans.relation import Relation
    from symbolic_rc.spans.rouge_l import rouge_l_given, rouge_l_spans, rouge_l_table
    from symbolic_rc.spans.token_index import TokenIndex, index_tokens
    from symbolic_rc.spans.windows import best_windows, inverse_counts, tf_idf, window_scores

_PLACES = {
    "batch": ("each_story",),
    "cosine": ("cosine_given", "cosine_spans", "cosine_table"),
    "distance": ("Distances", "word_distance"),
    "linear": ("best_per_question", "linear_scores", "top_per_question"),
    "overlap": ("overlap_given", "overlap_spans", "overlap_table"),
    "relation": ("Relation",),
    "rouge_l": ("rouge_l_given", "rouge_l_spans", "rouge_l_table"),
    "ranked": ("Spans",),
    "token_index": ("TokenIndex", "index_tokens"),
    "windows": ("best_windows", "inverse_counts", "tf_idf", "window_scores"),
}
_MODULES = {name: module for module, names in _PLACES.items() for name in names}

__all__ = [
    "Distances",
    "Relation",
    "Spans",
    "TokenIndex",
    "best_per_question",
    "best_windows",
    "cosine_given",
    "cosine_spans",
    "cosine_table",
    "each_story",
    "index_tokens",
    "inverse_counts",
    "linear_scores",
    "overlap_given",
    "overlap_spans",
    "overlap_table",
    "rouge_l_given",
    "rouge_l_spans",
    "rouge_l_table",
    "tf_idf",
    "top_per_question",
    "window_scores",
    "word_distance",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
