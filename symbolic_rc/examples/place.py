"""Where the example stories lie."""

from pathlib import Path


def folder() -> Path:
    """Return the folder of the bundled stories, in the project's own format."""
    return Path(__file__).resolve().parent / "stories"
