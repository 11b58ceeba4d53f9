"""Doc to PropBank frames and triples.

``parse(doc)`` finds predicates, their rolesets and their arguments, those that readers want or with
``bar=EXACT`` those that score highest; the other modules turn frames into triples, tables and files, and find
what a question asks for.
"""

from symbolic_rc.frames.parser.frame_parser import parse
from symbolic_rc.frames.parser.settle import EXACT, READING

__all__ = ["EXACT", "READING", "parse"]
