"""Records as arrays of integers: stories with their questions, grouped, in batches of like lengths."""
