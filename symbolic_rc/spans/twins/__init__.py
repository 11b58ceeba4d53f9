"""The plain Python twin of every kernel: slow, and reads like the definition."""
