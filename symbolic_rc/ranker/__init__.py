"""What can be an answer, and the learned comparison of candidates."""
