"""TOML, by the standard library where it has it."""

from __future__ import annotations

import sys
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def parsed(text: str) -> dict[str, Any]:
    """Return a TOML document as a dict; ValueError if it is none, or nested too deeply."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
