"""The rules that word an answer."""
