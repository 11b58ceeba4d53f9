"""Text to spaCy `Doc`: tokens, sentences, tags, lemmas, dependencies, named entities."""

from symbolic_rc.annotate.pipeline import (
    annotate,
    default_pipeline,
    is_classical,
    pipeline,
    portable,
    tokenise_together,
    unportable,
)

__all__ = [
    "annotate", "default_pipeline", "is_classical", "pipeline", "portable", "tokenise_together", "unportable",
]  # fmt: skip
