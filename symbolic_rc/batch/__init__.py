"""batch: see ARCHITECTURE.md."""
