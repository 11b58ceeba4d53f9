"""match: see ARCHITECTURE.md."""
