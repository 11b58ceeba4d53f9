"""Text to spaCy `Doc`: tokens, sentences, tags, lemmas, dependencies, named entities."""

from symbolic_rc.annotate.pipeline import annotate, default_pipeline, pipeline

__all__ = ["annotate", "default_pipeline", "pipeline"]
