"""lexicon: see ARCHITECTURE.md."""
