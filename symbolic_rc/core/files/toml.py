"""TOML, by the standard library where it has it."""

from __future__ import annotations

import sys
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def parsed(text: str) -> dict[str, Any]:
    """Return a TOML document as a dict."""
    return tomllib.loads(text)
