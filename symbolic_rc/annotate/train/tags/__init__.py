"""Training of the second look at tags."""
