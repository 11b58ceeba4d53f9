"""Doc to PropBank frames and triples.

``parse(doc)`` finds predicates, their rolesets and their arguments; the other modules turn frames into
triples, tables and files, and find what a question asks for.
"""

from symbolic_rc.frames.parser.frame_parser import parse

__all__ = ["parse"]
