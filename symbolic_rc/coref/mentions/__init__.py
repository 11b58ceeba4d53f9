"""Mentions: detection, attributes and entity classes."""
