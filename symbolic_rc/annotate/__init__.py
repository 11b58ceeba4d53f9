"""annotate: see ARCHITECTURE.md."""
