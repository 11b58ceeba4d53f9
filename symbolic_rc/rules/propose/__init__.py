"""The rules that propose candidates."""
