"""compare: see ARCHITECTURE.md."""
