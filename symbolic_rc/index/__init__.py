"""A story as integer arrays: what every question about it needs, made once."""
