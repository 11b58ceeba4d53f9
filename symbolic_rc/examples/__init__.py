"""Stories written for the project, with questions whose answers are known."""

from __future__ import annotations

from pathlib import Path


def folder() -> Path:
    """Return the folder of the bundled stories, in the project's own format."""
    return Path(__file__).resolve().parent / "stories"
