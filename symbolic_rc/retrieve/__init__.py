"""Chunks of a long story that a question needs (NarrativeQA, sections 4.3 and 5.3)."""

from symbolic_rc.retrieve.lexical import (
    CHUNK,
    RETRIEVERS,
    Chunks,
    Retriever,
    cut,
    excerpt,
    load_retriever,
    top_chunks,
)

__all__ = ["CHUNK", "RETRIEVERS", "Chunks", "Retriever", "cut", "excerpt", "load_retriever", "top_chunks"]
