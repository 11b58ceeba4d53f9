"""examples: see ARCHITECTURE.md."""
