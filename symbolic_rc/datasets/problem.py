"""What was wrong with a record that could not be read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """A malformed record: it is reported, counted and skipped, never silently dropped.

    Attributes
    ----------
    path : str
        The file; a member of an archive stands behind an exclamation mark (``a.zip!b.json``).
    line : int or None
        The line, counted from 1, where one can be named.
    reason : str
        What is wrong, naming the field.
    damaged : bool
        Whether the file ends, or goes bad, there, so that nobody knows what was lost: an error unless it is
        allowed.
    """

    path: str
    line: int | None
    reason: str
    damaged: bool = False

    def __str__(self) -> str:
        return (
            f"{self.path}: {self.reason}" if self.line is None else f"{self.path}:{self.line}: {self.reason}"
        )
