"""Dependencies: the parser's component, its compiled loops, its feature templates."""

from symbolic_rc.annotate.parser.dependency_parser import Parser
from symbolic_rc.annotate.parser.parse_model import ParseModel, parse_model

__all__ = ["ParseModel", "Parser", "parse_model"]
