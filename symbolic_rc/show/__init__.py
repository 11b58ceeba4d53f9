"""show: see ARCHITECTURE.md."""
