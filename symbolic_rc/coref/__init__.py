"""coref: see ARCHITECTURE.md."""
