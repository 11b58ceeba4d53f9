"""Reading facts: one file for each kind, from a story's layers to facts; `read` puts them together."""
