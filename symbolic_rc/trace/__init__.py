"""Traces made from cases, and replayed."""
