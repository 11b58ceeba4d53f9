"""rules: see ARCHITECTURE.md."""
