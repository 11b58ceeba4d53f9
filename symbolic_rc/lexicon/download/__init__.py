"""Larger lexicons: what can be fetched, how, and in which form it comes."""
