"""Checks of runs as a whole: killed and resumed, with workers; made-up stories for them."""
