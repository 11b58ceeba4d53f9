"""Readers that answer with a span of the story."""
