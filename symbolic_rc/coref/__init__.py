"""Mentions, entities, characters, and the speakers of quotations."""

from symbolic_rc.coref.quotations import Quotation
from symbolic_rc.coref.resolve import Resolution, resolve

__all__ = ["Quotation", "Resolution", "resolve"]
