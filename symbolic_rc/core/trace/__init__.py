"""The trace of an answer: as data, and the words that are made of it."""

from symbolic_rc.core.trace.data import (
    Evidence,
    LazyTrace,
    Link,
    RankedCandidate,
    Trace,
    TracedFact,
    TracedTerm,
    TriedRule,
)

__all__ = [
    "Evidence",
    "LazyTrace",
    "Link",
    "RankedCandidate",
    "Trace",
    "TracedFact",
    "TracedTerm",
    "TriedRule",
]
