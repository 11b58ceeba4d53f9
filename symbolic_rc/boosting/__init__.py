"""Gradient boosting for lists, and the trees that it grows."""
