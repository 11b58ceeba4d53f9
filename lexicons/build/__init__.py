"""Rebuilds every lexicon from its source; one module per file of `lexicons/`."""
