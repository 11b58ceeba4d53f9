"""Compiled lexicons and models, as package data; see SOURCES.md."""
