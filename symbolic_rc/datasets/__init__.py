"""datasets: see ARCHITECTURE.md."""
