"""Mentions, entities, characters, and the speakers of quotations."""

from symbolic_rc.coref.linking import Resolution, resolve, unlinked
from symbolic_rc.coref.one_anaphora import resolve_one
from symbolic_rc.coref.quotations.direct_speech import Quotation

__all__ = ["Quotation", "Resolution", "resolve", "resolve_one", "unlinked"]
