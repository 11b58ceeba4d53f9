"""frames: see ARCHITECTURE.md."""
