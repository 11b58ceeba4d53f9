"""Rulebooks in an address: what was changed travels with the view, and Back undoes it."""

from __future__ import annotations

import base64
import binascii
import zlib
from functools import lru_cache

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.rules.rulebook import Rulebook, default_rulebook

#: Characters of a rulebook as TOML, at most.
_LONGEST = 400_000


def packed(toml: str) -> str:
    """Return a rulebook's TOML as a part of an address.

    Examples
    --------
    >>> unpacked(packed("[[rule]]"))
    '[[rule]]'
    """
    return base64.urlsafe_b64encode(zlib.compress(toml.encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> str:
    """Return what `packed` was given.

    Raises
    ------
    SymbolicRCError
        If the text is no part of such an address.
    """
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        engine = zlib.decompressobj()
        found = engine.decompress(data, _LONGEST)
        if engine.unconsumed_tail:
            raise ValueError("too long")
        return found.decode()
    except (ValueError, binascii.Error, zlib.error) as error:
        raise SymbolicRCError(f"the address holds no rulebook ({error}); open Rules anew") from None


@lru_cache(maxsize=64)
def book_of(packed_book: str) -> Rulebook:
    """Return the rulebook of an address; the engine's own for an empty one. It is shared: copy it to change.

    Raises
    ------
    SymbolicRCError
        If it cannot be read, or holds a rule that cannot be.
    """
    if not packed_book:
        return default_rulebook()
    return default_rulebook().parse(unpacked(packed_book), "the rulebook")


def address_of(book: Rulebook) -> str:
    """Return a rulebook as a part of an address: empty for the engine's own."""
    toml = book.to_toml()
    return "" if toml == default_rulebook().to_toml() else packed(toml)
