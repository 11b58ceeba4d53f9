"""linear: see ARCHITECTURE.md."""
