"""Mentions: where they stand, and what is known of each before it is linked."""
