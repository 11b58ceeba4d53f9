"""Readers that write their answers word by word."""
