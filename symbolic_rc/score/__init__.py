"""score: see ARCHITECTURE.md."""
