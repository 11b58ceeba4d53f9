"""Dependencies: the parser's component, its compiled loops, its feature templates."""
