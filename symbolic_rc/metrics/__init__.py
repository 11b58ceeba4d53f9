"""metrics: see ARCHITECTURE.md."""
