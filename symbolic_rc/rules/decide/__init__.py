"""The rules that decide."""
