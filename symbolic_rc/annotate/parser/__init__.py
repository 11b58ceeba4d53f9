"""Dependencies: the parser's component, its compiled loops, its feature templates."""

from symbolic_rc.annotate.parser.dependency_parser import ParseModel, Parser, parse_model

__all__ = ["ParseModel", "Parser", "parse_model"]
