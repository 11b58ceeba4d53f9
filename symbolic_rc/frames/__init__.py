"""Semantic role labelling: PropBank frames of a Doc, and triples, tables and files of frames.

``parse(doc)`` finds predicates, their rolesets and their arguments, with thresholds for readers, or with
``thresholds=EXACT`` for the best F1.
"""

from symbolic_rc.frames.decoding import EXACT, READING
from symbolic_rc.frames.parsing import parse

__all__ = ["EXACT", "READING", "parse"]
