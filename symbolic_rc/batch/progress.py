"""What a run tells of itself while it goes on; the command line shows it (`cli/progress.py`)."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told what a run does."""

    def stage(self, what: str) -> None:
        """Take what goes on from now: ``loading the reader``."""

    def begin(self, done: int, total: int | None) -> None:
        """Take that stories are worked on from now: how many are done already, of how many, if known."""

    def story(self, name: str) -> None:
        """Take the story that is given to a worker."""

    def advance(self, questions: int) -> None:
        """Take that one more story is done, with so many questions."""


class Untold:
    """Progress that nobody wants to know."""

    def stage(self, what: str) -> None:
        """Do nothing."""

    def begin(self, done: int, total: int | None) -> None:
        """Do nothing."""

    def story(self, name: str) -> None:
        """Do nothing."""

    def advance(self, questions: int) -> None:
        """Do nothing."""
